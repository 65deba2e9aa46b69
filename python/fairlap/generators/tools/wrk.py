"""wrk 4: numbers have three digits and a unit; percentiles need `--latency`."""

import re

from fairlap.generators.tools.text import binary_bytes, duration_us, find, find_if_any, step_us
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult, refuse

NAME = "wrk"

PIPELINING = """local requests
function init() requests = string.rep(wrk.format(), {depth}) end
function request() return requests end
"""
"""wrk counts the requests in what `request` returns, and waits for as many answers."""


def commands(spec: LoadSpec) -> Commands:
    """Build the command, with one thread like all generators here, for one CPU.

    A body, and several requests at once, need a script.
    """
    if spec.duration_s is None:
        raise refuse(NAME, "send a number of requests", "give a duration, or use ab, oha or hey")
    arguments = [NAME, "--latency", "-t", "1", "-c", str(spec.connections), "-d", f"{spec.duration_s}s"]
    arguments += ["--timeout", f"{spec.timeout_s}s"]
    for name, value in spec.headers:
        arguments += ["-H", f"{name}: {value}"]
    if not spec.keepalive:
        arguments += ["-H", "Connection: close"]
    script = ""
    if spec.method != "GET" or spec.body is not None:
        script += f"wrk.method = {_lua(spec.method)}\nwrk.body = {_lua(spec.body or '')}\n"
    if spec.pipeline > 1:
        script += PIPELINING.format(depth=spec.pipeline)
    if script:
        path = spec.folder / "request.lua"
        path.write_text(script, encoding="utf-8")
        arguments += ["-s", str(path)]
    return ((*arguments, spec.url),)


def parse(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse the output. Uses its own requests per second: the printed time has only two decimals."""
    refused = find_if_any(r"^unable to connect to .*$", out + "\n" + err)
    if refused is not None:
        raise ToolOutputError(f"wrk gave up: {refused[0]}")
    total = find(NAME, r"^ +(\d+) requests in ([\d.]+(?:us|ms|s|m)), ([\d.]+)([KMGT]?)B read$", out, "its requests")
    find(NAME, r"^Transfer/sec: +[\d.]+[KMGT]?B$", out, "'Transfer/sec'")
    sockets = find_if_any(r"^ +Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)$", out)
    other = find_if_any(r"^ +Non-2xx or 3xx responses: (\d+)$", out)
    return ToolResult(
        tool=NAME,
        answers=int(total[1]),
        elapsed_s=duration_us(NAME, total[2]) / 1e6,
        answers_per_s=float(find(NAME, r"^Requests/sec: +([\d.]+)$", out, "'Requests/sec'")[1]),
        not_2xx=0 if other is None else int(other[1]),
        failed=0 if sockets is None else sum(map(int, sockets.groups())),
        bytes_received=binary_bytes(total[3], total[4]),
        latency=_latency(out) if int(total[1]) else None,
    )


def _latency(out: str) -> ToolLatency:
    row = find(NAME, r"^ +Latency +(\S+) +(\S+) +(\S+) +(?:-?nan|[\d.]+)%$", out, "the row Latency")
    shares = re.findall(r"^ +(\d+)% +([\d.]+(?:us|ms|s|m))\s*$", out, re.M)
    if [share for share, _ in shares] != ["50", "75", "90", "99"]:
        raise ToolOutputError("wrk did not print its four percentiles", hint="use --latency")
    return ToolLatency(
        mean_us=duration_us(NAME, row[1]),
        deviation_us=duration_us(NAME, row[2]),
        max_us=duration_us(NAME, row[3]),
        percentiles=tuple((float(share), duration_us(NAME, text)) for share, text in shares),
        step_us=step_us(row[1]),
        corrected=True,  # by stats_correct(), always
    )


def _lua(text: str) -> str:
    """Return a Lua string with decimal escapes for everything except letters and digits."""
    plain = (chr(byte) if chr(byte).isalnum() and byte < 128 else f"\\{byte:03d}" for byte in text.encode())
    return '"' + "".join(plain) + '"'


TOOL = Tool(
    name=NAME,
    version_arguments=("--version",),
    version_pattern=r"wrk (?:debian/)?(\S+)",
    install="apt-get install -y wrk",
    commands=commands,
    parse=parse,
    pipelines=True,
)
