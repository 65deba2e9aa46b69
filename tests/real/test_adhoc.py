"""`fairlap race` in a folder without any catalog, as somebody with two servers uses it."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fairlap.hosting.ports import free_ports
from fairlap.hosting.programs import find_fairload
from fairlap.store import Store
from left_behind import left_behind
from race_helpers import SOON
from support import BOUND_S, MISBEHAVING, ROOT, Finished, reference, wait_for_port
from warm import run_warm

SERVER = MISBEHAVING / "contestants" / "server" / "server.py"
LISTENS = f"{sys.executable} server.py --port {{port}}"
REFERENCE = f"{find_fairload()} reference --host {{host}} --port {{port}}"
CALL = ("--grpc", "bench.Calculator/Add", "--message", "0801 1002", "--expect-message")
SHORT = ("--budget", "3s", *SOON, "--seed", "1", "-c", "8")


POSTED = r"""
import asyncio, os

async def serve(reader, writer):
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            body = await reader.readexactly(5)
            asked = head.startswith(b"post /items?n=1 ") and b"x-key: %s\r\n" % os.environb[b"KEY"] in head
            await asyncio.sleep(0.004 if "SLOW" in os.environ else 0)
            writer.write(b"HTTP/1.1 %d X\r\nContent-Length: 2\r\n\r\nok" % (200 if asked and body == b"seven" else 400))
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()

async def main():
    server = await asyncio.start_server(serve, os.environ["HOST"], int(os.environ["PORT"]))
    await server.serve_forever()

asyncio.run(main())
"""


@dataclass(frozen=True)
class Newcomer:
    """Somebody with an empty data folder, and a folder with a server in it."""

    folder: Path
    data: Path

    def __call__(self, *arguments: str) -> Finished:
        done = run_warm(arguments, BOUND_S, folder=self.folder, environment=self.env)
        assert "Traceback" not in done.stderr, done.stderr
        return Finished(done.returncode, done.stdout, done.stderr)

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "fairlap", *arguments]

    @property
    def env(self) -> dict[str, str]:
        return {**os.environ, "XDG_DATA_HOME": str(self.data)}

    @property
    def results(self) -> Path:
        return self.data / "fairlap" / "results"


@pytest.fixture
def newcomer(tmp_path: Path) -> Iterator[Newcomer]:
    folder, data = tmp_path / "mine", tmp_path / "data"
    folder.mkdir()
    data.mkdir()
    (folder / "server.py").write_text(SERVER.read_text())
    yield Newcomer(folder, data)
    assert left_behind(data) == []
    assert {path.name for path in folder.iterdir()} <= {"server.py", "posted.py"}, "nothing is written here"


def test_two_commands_race_in_an_empty_folder_and_the_answer_comes_first(newcomer: Newcomer) -> None:
    (newcomer.folder / "posted.py").write_text(POSTED)
    slow = f"SLOW=1 PORT={{port}} {sys.executable} posted.py"
    ask = ("--path", "/items?n=1", "-X", "POST", "-H", "X-Key: 7", "--body", "seven", "--env", "KEY=7")
    raced = newcomer("race", f"{sys.executable} posted.py", f"slow={slow}", *ask, *SHORT, "--json", "-")
    raced.all_raced()
    rows = {row["name"]: row for row in raced.document["contestants"]}
    assert rows.keys() == {"reference", "posted", "slow"}
    for row in rows.values():
        assert row["throughput_per_s"]["value"] > 0
        assert not any(flag["name"].startswith("wrong") for flag in row["flags"]), row["flags"]
    with Store.open_read_only(newcomer.results / "fairlap.db") as store:
        command = store.load().run.command
    words = shlex.split(command)
    assert words[:4] == ["fairlap", "race", f"{sys.executable} posted.py", f"slow={slow}"]
    assert [words[words.index(option) + 1] for option in ("--header", "--env", "--seed")] == ["X-Key: 7", "KEY=7", "1"]
    assert "isolation: " in raced.err, "what isolation they got is said"
    shown = newcomer("report")
    assert shown.code == raced.code, shown.err
    assert re.match(r".+\n(.+\n)?\nrace: POST /items\?n=1", shown.out), "the answer stands above all else"
    refused = newcomer("resume", raced.document["run"])
    assert (refused.code, "its commands are in no catalog" in refused.err) == (2, True)


def test_two_commands_race_over_http2(newcomer: Newcomer) -> None:
    listens = "node http2.mjs {port} {host}"
    ask = ("--http2", "-p", "4", "--path", "/json", "--cwd", str(ROOT / "contestants/node"))
    raced = newcomer("race", f"a={listens}", f"b={listens}", *ask, *SHORT, "--json", "-")
    raced.all_raced()
    assert raced.document["load"]["pipeline"] == 4
    script = "require('http').createServer((_, answer) => answer.end('x')).listen(process.env.PORT, process.env.HOST)"
    old = f"node -e {shlex.quote(script)}"
    refused = newcomer("race", f"old={old}", f"b={listens}", *ask, *SHORT)
    assert (refused.code, "old: " in refused.err) == (2, True)
    assert "not HTTP/2, but an answer in HTTP/1" in refused.err


def test_two_commands_race_over_tls(newcomer: Newcomer) -> None:
    listens = "TLS_PORT={port} TLS_CERT={cert} TLS_KEY={key} node http2.mjs 0 {host}"
    ask = ("--tls", "--http2", "--pipeline", "4", "--path", "/json", "--cwd", str(ROOT / "contestants/node"))
    raced = newcomer("race", f"a={listens}", f"b={listens}", *ask, *SHORT, "--json", "-")
    raced.all_raced()
    for row in raced.document["contestants"]:
        assert row["throughput_per_s"]["value"] > 0
    assert list(newcomer.results.glob("logs/*/tls")) == [], "the key is gone"


def test_two_commands_race_over_websocket(newcomer: Newcomer) -> None:
    ask = ("--ws", "--body", "Grüße", "--path", "/chat", "-p", "4")
    raced = newcomer("race", f"a={REFERENCE}", f"b={REFERENCE}", *ask, *SHORT, "--json", "-")
    raced.all_raced()
    assert raced.document["load"]["pipeline"] == 4


def test_two_commands_race_by_calls_of_grpc(newcomer: Newcomer, tmp_path: Path) -> None:
    service = "service Calculator { rpc Add(Pair) returns (Sum); }"
    messages = "message Pair { int32 a = 1; int32 b = 2; } message Sum { int32 sum = 1; }"
    (tmp_path / "sum.proto").write_text(f'syntax = "proto3"; package bench; {messages} {service}')
    call = ("--grpc", "bench.Calculator/Add", "--proto", str(tmp_path / "sum.proto"), "--message", '{"a": 1, "b": 2}')
    path, headers = "/bench.Calculator/Add", [["Content-Type", "application/grpc"]]
    answer = {"path": path, "status": 200, "headers": headers, "body": {"hex": "00000000020803"}}
    (tmp_path / "answers.json").write_text(json.dumps([answer]))
    serves = f"{REFERENCE} --answers answers.json"
    ask = (f"a={serves}", f"b={serves}", *call, "-p", "4", "--cwd", str(tmp_path), *SHORT, "--json", "-")
    newcomer("race", *ask, "--expect-message", '{"sum": 3}').all_raced()
    refused = newcomer("race", *ask, "--expect-message", '{"sum": 4}')
    assert (refused.code, "a answers POST /bench.Calculator/Add wrongly" in refused.err) == (2, True), refused.err


def test_servers_that_run_already_are_raced_over_tls_if_they_are_trusted(newcomer: Newcomer, tmp_path: Path) -> None:
    subprocess.run([find_fairload(), "certificate", tmp_path, "--name", "localhost"], check=True)
    tls = ("--cert", str(tmp_path / "cert.pem"), "--key", str(tmp_path / "key.pem"), "--tls-port")
    ports = free_ports(2)
    with reference(*tls, str(ports[0])), reference(*tls, str(ports[1])):
        urls = [word for port in ports for word in ("--url", f"on-{port}=https://localhost:{port}")]
        trust = ("--cacert", str(tmp_path / "authority.pem"))
        raced = newcomer("race", *urls, *trust, *SHORT, "--json", "-")
        raced.all_raced()
        raced = newcomer("race", *urls, *trust, "--http2", "-p", "4", *SHORT, "--json", "-")
        raced.all_raced()
        for words, why in (
            (urls, "its certificate is not one that is trusted (see --cacert)"),
            ([*urls, "--url", "http://localhost:1"], "some URLs are https, and others are not"),
            ([*urls, "--tls"], "--tls is for commands"),
            ([*urls, "--cacert", str(tmp_path / "none.pem")], "none.pem: cannot be read"),
            ([*urls, "--cacert", str(tmp_path / "key.pem")], "key.pem: has no certificate"),
        ):
            refused = newcomer("race", *words, *SHORT)
            assert (refused.code, why in refused.err) == (2, True), refused.err


def test_a_command_without_tls_is_told_so(newcomer: Newcomer) -> None:
    done = newcomer("race", LISTENS, f"other={LISTENS}", "--tls", *SHORT)
    assert done.code == 2
    assert "server: is asked over TLS, and uses neither {cert} nor {key}" in done.err


def test_several_requests_of_a_file_are_mixed_and_each_has_its_right_answer(newcomer: Newcomer, tmp_path: Path) -> None:
    file = tmp_path / "requests.toml"
    right = 'expect = { json = { message = "Hello World!" } }'
    one, other = (
        f'[[request]]\npath = "/"\n{more}\n{right}\n' for more in ("weight = 3", 'headers = { X = "{random}" }')
    )
    file.write_text(one + other.replace("[[request]]", '[[request]]\nname = "other"'))
    others = [LISTENS, f"other={LISTENS}"]
    raced = newcomer("race", *others, "--requests-file", str(file), *SHORT, "--json", "-")
    raced.all_raced()
    file.write_text(one + other.replace("World", "Wurld"))
    raced = newcomer("race", *others, "--requests-file", str(file), *SHORT, "--json", "-")
    assert raced.code == 1
    assert {row["status"] for row in raced.document["contestants"] if row["name"] != "reference"} == {"failed"}
    refused = newcomer("race", *others, "--requests-file", str(file), "--path", "/", *SHORT)
    assert (refused.code, "--path and --requests-file were both given" in refused.err) == (2, True)
    urls = ("--url", "http://127.0.0.1:1/v2", "--url", "http://127.0.0.1:2")
    refused = newcomer("race", *urls, "--requests-file", str(file))
    assert (refused.code, "--requests-file has the paths, and so has a URL" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("other", "options", "message"),
    [
        (
            "elsewhere={python} server.py --port 0",
            ("--ready-timeout", "4s"),
            r"elsewhere: never ready: .*; it listens at 127\.0\.0\.1:\d+, not",
        ),
        (
            "late=sleep 9; {python}",
            ("--ready-timeout", "1s"),
            r"late: never ready: .* \(compile it with --setup, .*timeout",
        ),
        ("ends=echo it is broken >&2; exit 3", (), r"ends \| it is broken\n.*ends: ended with exit status 3"),
        ("gone=no-such-program --port {port}", (), r"gone \| .*not found\n.*gone: ended with exit status 127"),
        ("rude={listens} --message Hi", (), r"not all answer GET / alike: server .*, rude .*--same-answer no"),
        ("lost={listens} --status 500", (), r"lost answers GET / with status 500"),
        ("other={listens}", ("--path", "none"), r"--path none: .*a path begins with /"),
        ("other={listens}", ("--expect-json", "{"), r"--expect-json is not JSON"),
        ("other={listens}", ("--expect-text", "no"), r"server answers GET / wrongly: body: expected no"),
        ("other={listens}", ("--setup", "exit 4"), r"--setup ended with exit status 4"),
        ("other={listens}", ("--cwd", "nowhere"), r"nowhere: no such folder \(check --cwd\)"),
        ("other={listens}", ("--env", "no"), r"'no' sets no variable"),
        ("other={listens}", ("-H", "no"), r"'no' is no header"),
        ("other={listens}", ("-p", "2", "--no-keepalive"), r"--pipeline keeps its connections"),
        ("other={listens}", ("--http2", "--no-keepalive"), r"HTTP/2 keeps its connections"),
        ("other={listens}", ("--ws",), r"--ws sends a message, and there is none \(add --body TEXT\)"),
        ("other={listens}", ("--ws", "--body", "a", "--expect-text", "b"), r"--expect-text and --ws were both given"),
        ("other={listens}", ("--ws", "--body", "Hi"), r"server: .*answers the handshake with status 200"),
        ("other={listens}", ("--grpc", "a.B/C"), r"--grpc needs --message \(JSON with --proto FILE, otherwise hex\)"),
        ("other={listens}", (*CALL, "8"), r"message: this is not hex"),
        ("other={listens}", ("--grpc", "Add", *CALL[2:], "08"), r"'Add' is no method \(write it as --grpc package"),
        ("other={listens}", CALL[2:4], r"--message is for --grpc"),
        ("other={listens}", ("--cacert", "a.pem"), r"--cacert is for servers that run already"),
        ("other={listens}", (*CALL, "0803", "--path", "/"), r"--path and --grpc were both given"),
    ],
)
def test_wrong_use_is_one_clear_message(newcomer: Newcomer, other: str, options: tuple[str, ...], message: str) -> None:
    command = other.replace("{python}", sys.executable).replace("{listens}", LISTENS)
    done = newcomer("race", LISTENS, command, *options, *SHORT)
    assert done.code == 2, done.err
    assert re.search(message, done.err), done.err
    assert not (newcomer.results / "fairlap.db").exists(), "nothing was measured"


def test_servers_that_run_already_are_raced_and_go_on(newcomer: Newcomer) -> None:
    with reference() as one, reference("--delay", "3ms") as other:
        urls = ("--url", f"fast=http://127.0.0.1:{one}", "--url", f"slow=http://localhost:{other}/")
        raced = newcomer("race", *urls, *SHORT, "--json", "-")
        raced.all_raced()
        for port in (one, other):
            wait_for_port(port)
    rows = {row["name"]: row for row in raced.document["contestants"]}
    assert rows.keys() == {"reference", "fast", "slow"}
    for name in ("fast", "slow"):
        row = rows[name]
        assert row["throughput_per_s"]["value"] > 0
        assert (row["startup_ms"], row["memory_peak_bytes"], row["cpu_us_per_request"]) == (None, None, None)
        assert "not-hosted" in {flag["name"] for flag in row["flags"]}
    assert "not-hosted" not in {flag["name"] for flag in rows["reference"]["flags"]}


def test_a_url_where_nobody_answers_is_one_clear_message(newcomer: Newcomer) -> None:
    with reference() as port:
        here = f"here=http://127.0.0.1:{port}"
        done = newcomer("race", "--url", here, "--url", "gone=http://127.0.0.1:1", *SHORT)
        mixed = newcomer("race", "ls", "--url", here, *SHORT)
    assert (done.code, mixed.code) == (2, 2)
    assert re.search(r"gone: never ready: no right answer within 3 s; last: connection refused", done.err), done.err
    assert "commands cannot race servers that run already" in mixed.err


def test_ctrl_c_keeps_what_is_finished_and_leaves_nothing(newcomer: Newcomer) -> None:
    command = newcomer.command("race", f"a={LISTENS}", f"b={LISTENS}", "--precision", "0.01%")
    running = subprocess.Popen(
        command, cwd=newcomer.folder, env=newcomer.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    store = newcomer.results / "fairlap.db"
    deadline_s = time.monotonic() + BOUND_S
    while not store.exists():
        assert running.poll() is None and time.monotonic() < deadline_s
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=BOUND_S)
    assert running.returncode == 130, err
