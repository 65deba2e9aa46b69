"""Loads beyond plain HTTP/1.1: the server of each, and the best way to ask a generator for it."""

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tools.bench.daemon import Daemon, address_of, reference
from tools.bench.own import EXPECTED, GCANNON, fairload_command
from tools.bench.plan import Mode
from tools.pages import ROOT

from fairlap.generators.tools.registry import TOOLS
from fairlap.generators.tools.text import Fields, document
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult, refuse
from fairlap.hosting.ports import free_ports

Ask = Callable[[LoadSpec], Commands]

GHZ = "ghz"
CALL, PROTO = "benchmark.BenchmarkService/GetSum", ROOT / "contestants" / "node" / "arena.proto"
ASKED, ANSWERED = {"a": 1, "b": 2}, {"result": 3}
ANSWERS = ROOT / "contestants" / "reference" / "answers.json"
"""The reference server's, with that of the call."""

MESSAGE = "hello"


@contextmanager
def server_of(mode: Mode, fairload: Path, cpu: int) -> Iterator[tuple[Daemon, str]]:
    """Run the reference server for this load on one CPU; also return the URL to ask.

    Raises GeneratorError if it does not start.
    """
    if mode not in ("tls", "handshake"):
        with reference(fairload, cpu, ["--answers", str(ANSWERS)] if mode == "grpc" else []) as server:
            yield server, server.url
        return
    (port,) = free_ports(1)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([fairload, "certificate", folder], check=True, stdout=subprocess.DEVNULL)
        files = [f"--cert={folder}/cert.pem", f"--key={folder}/key.pem"]
        with reference(fairload, cpu, [f"--tls-port={port}", *files]) as server:
            yield server, f"https://127.0.0.1:{port}/"


def fairload_spoken(fairload: Path, engine: str) -> Mapping[Mode, Ask]:
    """Return how to ask fairload: it trusts any certificate, as the others do, and checks every answer."""

    def ask(*more: str, each: str = "", expect: tuple[str, ...] = EXPECTED) -> Ask:
        def commands(spec: LoadSpec) -> Commands:
            at_once = (each, str(spec.pipeline)) if each else ()
            return (fairload_command(fairload, engine, spec, (*more, *at_once), expect),)

        return commands

    call = ("--grpc", CALL, "--proto", str(PROTO), "--message", json.dumps(ASKED))
    return {
        "tls": ask("--insecure"),
        "handshake": ask("--insecure"),
        "http2": ask("--http2", each="--streams"),
        "grpc": ask(*call, each="--streams", expect=("--expect-message", json.dumps(ANSWERED))),
        "websocket": ask("--ws", "--body", MESSAGE, each="-p", expect=()),
    }


def _with(name: str, *more: str, each: str = "") -> Ask:
    """Insert options before the URL, the last argument of a tool's usual command."""

    def commands(spec: LoadSpec) -> Commands:
        *others, command = TOOLS[name].commands(spec)
        at_once = (each, str(spec.pipeline)) if each else ()
        return (*others, (*command[:-1], *more, *at_once, command[-1]))

    return commands


def _h2load(spec: LoadSpec) -> Commands:
    """Return its usual command without the option for HTTP/1.1."""
    (command,) = TOOLS["h2load"].commands(spec)
    kept = [part for part in command[:-1] if part != "--h1"]
    return ((*kept, "-m", str(spec.pipeline), command[-1]),)


def _gcannon(spec: LoadSpec) -> Commands:
    options = ("-c", str(spec.connections), "-t", "1", "-p", str(spec.pipeline), "-d", str(spec.duration_s), "--json")
    return ((GCANNON, spec.url, "--ws", "--ws-msg", MESSAGE, *options),)


def _ghz(spec: LoadSpec) -> Commands:
    """As many workers as there are calls at once; what is unfinished at the end counts as nothing, as elsewhere."""
    call = ("--insecure", "--proto", str(PROTO), "--call", CALL, "-d", json.dumps(ASKED))
    load = ("-c", str(spec.connections * spec.pipeline), "--connections", str(spec.connections))
    span = ("-z", f"{spec.duration_s}s", "--duration-stop", "ignore")
    return ((GHZ, *call, *load, *span, "--cpus", "1", "-O", "json", address_of(spec.url)),)


SPOKEN: Mapping[str, Mapping[Mode, Ask]] = {
    "wrk": {"tls": _with("wrk"), "handshake": _with("wrk")},
    "ab": {"tls": _with("ab"), "handshake": _with("ab")},
    "oha": {
        "tls": _with("oha", "--insecure"),
        "handshake": _with("oha", "--insecure"),
        "http2": _with("oha", "--http2", each="-p"),
    },
    "h2load": {"tls": TOOLS["h2load"].commands, "http2": _h2load},
    GCANNON: {"websocket": _gcannon},
    GHZ: {"grpc": _ghz},
}
"""Of each generator, what it is asked for."""


def _refuse_http(spec: LoadSpec) -> Commands:
    raise refuse(GHZ, "speak anything but gRPC", "use fairload or wrk")


def parse_ghz(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse its JSON, in nanoseconds."""
    fields = Fields(GHZ, document(GHZ, out))
    statuses, elapsed_s = fields.part("statusCodeDistribution").counts(), fields.number("total") / 1e9
    answers = sum(statuses.values())
    if elapsed_s == 0:
        raise ToolOutputError("ghz reports a duration of 0")
    return ToolResult(
        tool=GHZ,
        answers=answers,
        elapsed_s=elapsed_s,
        answers_per_s=answers / elapsed_s,
        not_2xx=sum(count for name, count in statuses.items() if name != "OK"),
        latency=ToolLatency(mean_us=fields.number("average") / 1e3) if answers else None,
    )


GHZ_TOOL = Tool(
    name=GHZ,
    version_arguments=("--version",),
    version_pattern=r"(\S+)",
    install="go install github.com/bojand/ghz/cmd/ghz@v0.121.0",
    commands=_refuse_http,
    parse=parse_ghz,
)
