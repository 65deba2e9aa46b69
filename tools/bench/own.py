"""The tools that only the bench has: fairload with each of its engines, the bare loop, and gcannon."""

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.bench.daemon import BODY, address_of

from fairlap.errors import GeneratorError
from fairlap.generators.tools.text import Fields, document
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult, refuse
from fairlap.hosting.programs import find_program

ENGINES = ("epoll", "io_uring")
BARE = "bare loop"
SHARES = {"p50": 50.0, "p75": 75.0, "p90": 90.0, "p95": 95.0, "p99": 99.0, "p999": 99.9, "p9999": 99.99}
GCANNON = "gcannon"
"""gcannon 0.5 (https://github.com/MDA2AV/gcannon): io_uring, whole seconds."""

GCANNON_SHARES = ("p50", "p90", "p99", "p999")
FAILURES = ("wrong_status", "wrong_body", "connect", "read", "write", "timeout", "protocol")


EXPECTED = ("--expect-status", "200", "--expect-text", BODY)
"""Of the reference server."""


def fairload_tool(fairload: Path, engine: str) -> Tool:
    """Return fairload with one of its engines as a tool."""

    def commands(ask: LoadSpec) -> Commands:
        return (fairload_command(fairload, engine, ask),)

    return Tool(
        name=f"fairload {engine}",
        version_arguments=("--version",),
        version_pattern=r"fairload (\S.*)",
        install="make build",
        commands=commands,
        parse=parse_fairload,
    )


def fairload_command(
    fairload: Path, engine: str, ask: LoadSpec, more: Sequence[str] = (), expect: Sequence[str] = EXPECTED
) -> tuple[str, ...]:
    """Return the command line with one thread, checking every answer: status and body, or what else to `expect`."""
    if ask.method != "GET" or ask.headers or ask.body is not None:
        raise refuse("the bench", "send anything but a plain GET", "use GET without headers")
    arguments = [str(fairload), "-t", "1", "-c", str(ask.connections), "--timeout", f"{ask.timeout_s}s", "--json"]
    arguments += ["--engine", engine, *expect, *more]
    arguments += ["-d", f"{ask.duration_s}s"] if ask.duration_s is not None else ["-n", str(ask.requests)]
    if not ask.keepalive:
        arguments.append("--no-keepalive")
    return (*arguments, ask.url)


def fairload_paced(fairload: Path, engine: str) -> Callable[[LoadSpec, int], Commands]:
    """Ask for constant arrivals. fairload spins on its own CPU, so that response times do not include waking up."""

    def paced(ask: LoadSpec, rate_per_s: int) -> Commands:
        more = ("--rate", str(rate_per_s), "--arrivals", "constant", "--spin")
        return (fairload_command(fairload, engine, ask, more),)

    return paced


def parse_fairload(out: str, err: str, ask: LoadSpec) -> ToolResult:
    """Parse `fairload URL --json`; in an open loop latencies are response times."""
    fields = Fields("fairload", document("fairload", out))
    outcomes, responses, elapsed_s = fields.part("outcomes"), fields.count("responses"), fields.number("elapsed_s")
    if elapsed_s == 0:
        raise ToolOutputError("fairload reports an elapsed time of 0")
    values = json.loads(out)
    open_loop = values.get("open_loop") is not None
    times = fields.part("open_loop") if open_loop else fields
    name = "response_us" if open_loop else "latency_us"
    rate = fields.number_or_none("throughput_per_s")
    return ToolResult(
        tool="fairload",
        answers=responses,
        elapsed_s=elapsed_s,
        answers_per_s=responses / elapsed_s if rate is None else rate,
        not_2xx=outcomes.count("wrong_status"),
        failed=sum(outcomes.count(name) for name in FAILURES if name != "wrong_status"),
        bytes_received=fields.number("bytes_received"),
        latency=_latency(times.part(name)) if outcomes.count("ok") else None,
    )


def _latency(times: Fields) -> ToolLatency:
    return ToolLatency(
        min_us=times.number("min"),
        mean_us=times.number("mean"),
        max_us=times.number("max"),
        percentiles=tuple((share, times.number(name)) for name, share in SHARES.items()),
    )


def bare_loop_tool(program: Path) -> Tool:
    """Return the example `bare_loop` of fairload's crate, which only sends and receives: the least a client costs."""

    def commands(ask: LoadSpec) -> Commands:
        if not ask.keepalive:
            raise refuse(BARE, "open a connection for every request", "it measures keep-alive only")
        if ask.duration_s is None:
            raise refuse(BARE, "send a number of requests", "give a duration")
        address = address_of(ask.url)
        return ((str(program), address, str(ask.connections), str(ask.duration_s)),)

    return Tool(
        name=BARE, version_arguments=None, version_pattern="", install="", commands=commands, parse=parse_bare_loop
    )


def parse_bare_loop(out: str, err: str, ask: LoadSpec) -> ToolResult:
    """Parse its JSON, which counts answers of the right length; it fails at the first other one."""
    fields = Fields(BARE, document(BARE, out))
    answers, elapsed_s = fields.count("requests"), fields.number("elapsed_s")
    if elapsed_s == 0:
        raise ToolOutputError("the bare loop reports an elapsed time of 0")
    return ToolResult(tool=BARE, answers=answers, elapsed_s=elapsed_s, answers_per_s=answers / elapsed_s)


def build_bare_loop(root: Path) -> Path | None:
    """Build it; `None` without cargo. Raises GeneratorError if the build fails."""
    if find_program("cargo") is None:
        return None
    command = ["cargo", "build", "--release", "--locked", "--quiet", "--package", "fairload", "--example", "bare_loop"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise GeneratorError(f"the bare loop cannot be built: {done.stderr.strip()[-300:]}")
    return root / "target" / "release" / "examples" / "bare_loop"


def gcannon_commands(ask: LoadSpec) -> Commands:
    """`-r 1` closes each connection with a reset, which is another load than the others': it is not asked for."""
    if not ask.keepalive:
        raise refuse(GCANNON, "open a connection for every request without resetting it", "use fairload or wrk")
    if ask.duration_s is None:
        raise refuse(GCANNON, "send a number of requests", "give a duration")
    return ((GCANNON, ask.url, "-c", str(ask.connections), "-t", "1", "-d", str(ask.duration_s), "--json"),)


def parse_gcannon(out: str, err: str, ask: LoadSpec) -> ToolResult:
    """Parse its JSON, in microseconds: `rps` is of all answers; percentiles are the lower edges of its bins."""
    fields = Fields(GCANNON, document(GCANNON, out))
    errors, statuses, times = fields.part("errors"), fields.part("status").counts(), fields.part("latency_us")
    answers, elapsed_s = fields.count("responses"), fields.number("elapsed_sec")
    if elapsed_s == 0:
        raise ToolOutputError("gcannon reports a duration of 0")
    return ToolResult(
        tool=GCANNON,
        answers=answers,
        elapsed_s=elapsed_s,
        answers_per_s=answers / elapsed_s,
        not_2xx=sum(count for name, count in statuses.items() if name != "2xx"),
        failed=sum(errors.counts().values()),
        bytes_received=fields.number("bytes_read"),
        latency=ToolLatency(
            mean_us=times.number("avg"),
            percentiles=tuple((SHARES[name], times.number(name)) for name in GCANNON_SHARES),
            step_us=1.0,
        )
        if answers
        else None,
    )


GCANNON_TOOL = Tool(
    name=GCANNON,
    version_arguments=None,
    version_pattern="",
    install="build it from https://github.com/MDA2AV/gcannon",
    commands=gcannon_commands,
    parse=parse_gcannon,
)
