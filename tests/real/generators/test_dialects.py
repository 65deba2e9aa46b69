"""`fairload ab` and other dialects print what the real tools print: their parsers read it, its figures are right."""

import socketserver
import subprocess
import threading
from pathlib import Path

import pytest

from extras import need_tool
from fairlap.generators.tools.registry import TOOLS, dialect_of
from fairlap.generators.tools.sanity import doubts
from fairlap.generators.tools.tool import LoadSpec, ToolOutputError, ToolResult
from fairlap.hosting.ports import free_ports
from fairlap.hosting.programs import find_fairload
from support import GOLDEN, reference

OUTPUTS = GOLDEN / "tools"
DIALECTS = ("ab", "plow", "webbench", "wrk")
CONNECTIONS = 8
BODY = "Hello, world!\n"


def speak(tool: str, ask: LoadSpec, way: str) -> tuple[str, str]:
    """Run fairload with the arguments of the real tool; return standard output and standard error."""
    if way == "link":
        link = ask.folder / tool
        link.symlink_to(find_fairload())
        spoken: tuple[str, ...] = (str(link),)
    else:
        spoken = (str(find_fairload()), tool)
    (command,) = TOOLS[tool].commands(ask)
    at = command.index(tool)
    done = subprocess.run(
        (*command[:at], *spoken, *command[at + 1 :]), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def ask(tool: str, url: str, folder: Path, keepalive: bool = False) -> LoadSpec:
    return LoadSpec(url, CONNECTIONS, keepalive and tool != "webbench", folder, duration_s=1)


def parsed(tool: str, asked: LoadSpec, way: str = "subcommand") -> ToolResult:
    out, err = speak(tool, asked, way)
    return TOOLS[tool].parse(out, err, asked)


@pytest.mark.parametrize("way", ["subcommand", "link"])
@pytest.mark.parametrize("tool", DIALECTS)
def test_the_parser_of_the_real_tool_reads_the_dialect_and_it_can_be_true(tool: str, way: str, tmp_path: Path) -> None:
    with reference() as port:
        url = f"http://127.0.0.1:{port}/"
        asked = ask(tool, url, tmp_path, keepalive=True)
        result = parsed(tool, asked, way)
    assert result.answers > 100 and not result.failed and not result.not_2xx
    assert result.elapsed_s == pytest.approx(1.0)
    assert doubts(result, connections=CONNECTIONS, keepalive=asked.keepalive, body_bytes=len(BODY)) == ()


def test_ab_tells_other_statuses_apart_and_webbench_calls_them_failures(tmp_path: Path) -> None:
    with reference("--status", "500") as port:
        url = f"http://127.0.0.1:{port}/"
        ab = parsed("ab", ask("ab", url, tmp_path))
        webbench = parsed("webbench", ask("webbench", url, tmp_path))
    assert ab.not_2xx == ab.answers > 0 and not ab.failed
    assert webbench.answers == 0 and (webbench.failed or 0) > 0


def test_abs_times_are_the_servers(tmp_path: Path) -> None:
    with reference("--delay", "20ms") as port:
        url = f"http://127.0.0.1:{port}/"
        result = parsed("ab", ask("ab", url, tmp_path, keepalive=True))
    assert result.latency is not None and result.latency.mean_us is not None and result.latency.min_us is not None
    assert result.latency.min_us >= 20_000 and result.latency.mean_us >= 20_000
    assert result.answers_per_s <= CONNECTIONS / 0.020


@pytest.mark.parametrize("tool", ["plow", "wrk"])
def test_plow_and_wrk_tell_statuses_and_times_as_they_were(tool: str, tmp_path: Path) -> None:
    with reference("--status", "500", "--delay", "20ms") as port:
        url = f"http://127.0.0.1:{port}/"
        result = parsed(tool, ask(tool, url, tmp_path, keepalive=True))
    assert result.not_2xx == result.answers > 0 and not result.failed
    assert result.latency is not None and result.latency.mean_us is not None
    assert all(time_us >= 20_000 for time_us in (result.latency.mean_us, *dict(result.latency.percentiles).values()))
    in_flight = result.answers_per_s * result.latency.mean_us / 1e6
    assert 0.9 * CONNECTIONS < in_flight < 1.1 * CONNECTIONS, "Little's law holds for this wrk, too"


def test_without_a_server_there_is_no_number(tmp_path: Path) -> None:
    nobody = f"http://127.0.0.1:{free_ports(1)[0]}/"
    result = parsed("plow", LoadSpec(nobody, 2, True, tmp_path, requests=10))
    assert (result.answers, result.failed, result.latency) == (0, 10, None)
    asked = LoadSpec(nobody, 2, True, tmp_path, duration_s=1)
    (command,) = TOOLS["wrk"].commands(asked)
    done = subprocess.run((str(find_fairload()), *command), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    with pytest.raises(ToolOutputError, match="wrk gave up: unable to connect to "):
        TOOLS["wrk"].parse(done.stdout, done.stderr, asked)


def labels(text: str) -> list[str]:
    """Return each line up to its value, without warnings and without lines that only some runs have."""
    some = ("ERROR", "WARNING", "       ", "Non-2xx", "   (Connect")
    lines = [line for line in text.splitlines() if "min" in line or not line.startswith(some)]
    return [line.partition("%")[0].partition("=")[0].partition(":")[0].strip() for line in lines]


@pytest.mark.parametrize(
    ("golden", "command"),
    [
        ("ab-2.3-ok", ("ab", "-n", "2000", "-c", "20")),
        ("ab-2.3-keepalive-ok", ("ab", "-n", "2000", "-c", "20", "-k")),
        ("webbench-1.5-ok", ("webbench", "-t", "1", "-c", "5")),
    ],
)
def test_labels_stand_in_the_order_of_real_outputs(golden: str, command: tuple[str, ...]) -> None:
    with reference() as port:
        url = f"http://127.0.0.1:{port}/"
        done = subprocess.run([find_fairload(), *command, url], capture_output=True, text=True, check=True)
    real = labels((OUTPUTS / f"{golden}.txt").read_text(encoding="utf-8"))
    if command[0] == "webbench":
        # It repeats its head once for each client.
        real = real[-real[::-1].index("Request") - 2 :]
    assert labels(done.stdout) == real


@pytest.mark.parametrize(
    ("tool", "words", "said"),
    [
        ("ab", ("-f", "TLS1.1", "https://127.0.0.1:1/"), "-f TLS1.1"),
        ("plow", ("-k", "http://127.0.0.1:1/"), "applies only to https"),
        ("webbench", ("https://127.0.0.1:1/",), "Only HTTP protocol"),
        ("wrk", ("-s", "a.lua", "https://127.0.0.1:1/"), "no Lua"),
    ],
)
def test_a_refusal_of_a_dialect_is_no_result(tool: str, words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = subprocess.run([find_fairload(), tool, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and said in done.stderr
    with pytest.raises(ToolOutputError):
        TOOLS[tool].parse(done.stdout, done.stderr, ask(tool, "http://127.0.0.1:1/", tmp_path))


class FourAtOnce(socketserver.BaseRequestHandler):
    """Answers nothing before it has four requests."""

    def handle(self) -> None:
        data = b""
        while chunk := self.request.recv(65_536):
            data += chunk
            while data.count(b"\r\n\r\n") >= 4:
                data = data.split(b"\r\n\r\n", 4)[4]
                self.request.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" * 4)


@pytest.mark.parametrize("dialect", [False, True], ids=["real", "dialect"])
def test_wrk_and_its_dialect_have_several_requests_on_their_way(dialect: bool, tmp_path: Path) -> None:
    if not dialect:
        need_tool("wrk")
    tool = dialect_of(TOOLS["wrk"]) if dialect else TOOLS["wrk"]
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), FourAtOnce) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        answers = {}
        for pipeline in (3, 4):
            asked = LoadSpec(url, 2, True, tmp_path, duration_s=1, timeout_s=1, pipeline=pipeline)
            (command,) = tool.commands(asked)
            done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
            answers[pipeline] = tool.parse(done.stdout, done.stderr, asked).answers
        server.shutdown()
    assert answers[3] == 0, "with three at once it waits for a fourth"
    assert answers[4] > 100


def test_the_real_ab_and_its_dialect_agree_on_what_does_not_depend_on_time(tmp_path: Path) -> None:
    need_tool("ab")
    with reference() as port:
        url = f"http://127.0.0.1:{port}/"
        asked = LoadSpec(url, CONNECTIONS, True, tmp_path, requests=400)
        (command,) = TOOLS["ab"].commands(asked)
        real = subprocess.run(command, capture_output=True, text=True, check=True)
        theirs = TOOLS["ab"].parse(real.stdout, real.stderr, asked)
        ours = parsed("ab", asked)
    for result in (theirs, ours):
        assert (result.answers, result.not_2xx, result.failed, result.other_length) == (400, 0, 0, 0)
    assert ours.bytes_received == theirs.bytes_received
