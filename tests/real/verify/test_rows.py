"""Rows that a server chooses itself: a real one whose numbers follow from the ids, and one that makes one up later."""

from pathlib import Path

import pytest

from hosting_helpers import PYTHON
from left_behind import left_behind
from support import Fairlap

SCENARIO = """title    = "Two rows of a table"
contract = "answer"
request  = { path = "/rows" }
expect   = { rows = { of = 500, count = 2, members = { id = "id", number = "permuted" } } }
"""

SERVER = """import itertools, json, random, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

def permuted(number):
    while True:
        number = pow(4099 * number, 3, 503)
        if number <= 500:
            return number

asked, wrong_after = itertools.count(), int(sys.argv[2])

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        ids = [random.randint(1, 500) for _ in range(2)]
        rows = [{"number": permuted(one) + (next(asked) == wrong_after), "id": one} for one in ids]
        body = json.dumps(rows).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass

class Server(ThreadingHTTPServer):
    request_queue_size = 128

Server(("0.0.0.0", int(sys.argv[1])), Handler).serve_forever()
"""


@pytest.fixture
def catalog(opened: Path) -> Path:
    """A catalog of two servers."""
    for part in ("scenarios", "suites"):
        (opened / part).mkdir()
    (opened / "scenarios" / "rows.toml").write_text(SCENARIO)
    for name, wrong_after in (("right", -1), ("wrong-later", 300)):
        folder = opened / "contestants" / name
        folder.mkdir(parents=True)
        (folder / "server.py").write_text(SERVER)
        start = f'start = ["{PYTHON}", "server.py", "{{port}}", "{wrong_after}"]'
        (folder / f"{name}.toml").write_text(f"{start}\n[scenarios]\nrows = {{}}\n")
    return opened


def test_every_number_under_load_is_checked(catalog: Path, tmp_path: Path) -> None:
    fairlap = Fairlap(catalog, catalog / "results")
    for name in ("right", "reference"):
        done = fairlap("check", name)
        assert done.code == 0, done.out + done.err
        assert "contract ok" in done.out and "under load ok" in done.out, done.out
    done = fairlap("check", "wrong-later")
    assert done.code == 1, done.out
    assert "contract ok" in done.out, "it is right at first"
    assert "2 rows of a table of 500 (id: id, number: permuted)" in done.out
    assert left_behind(tmp_path) == []
