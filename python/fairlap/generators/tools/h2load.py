"""h2load with `--h1`: `succeeded` are 2xx and 3xx, and its requests per second include all finished requests."""

import re

from fairlap.generators.tools.text import binary_bytes, duration_us, find, step_us
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult, refuse

NAME = "h2load"
UNIT = r"(?:us|ms|s|m)"


def commands(spec: LoadSpec) -> Commands:
    """Build the command, with one thread. Timeouts apply to idle connections, not to requests."""
    if not spec.keepalive:
        raise refuse(NAME, "open a connection for every request", "use fairload, ab or oha")
    arguments = [NAME, "--h1", "-t", "1", "-c", str(spec.connections), "-N", f"{spec.timeout_s}s"]
    arguments += ["-D", str(spec.duration_s)] if spec.duration_s is not None else ["-n", str(spec.requests)]
    if spec.method != "GET":
        arguments += ["-H", f":method: {spec.method}"]
    for name, value in spec.headers:
        arguments += ["-H", f"{name.lower()}: {value}"]
    if spec.body is not None:
        path = spec.folder / "body"
        path.write_text(spec.body, encoding="utf-8")
        arguments += ["-d", str(path)]
    return ((*arguments, spec.url),)


def parse(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse the output with both layouts of times: with percentiles (2026) and without (in distributions)."""
    finished = find(NAME, rf"^finished in ([\d.]+{UNIT}), ([\d.]+) req/s, [\d.]+\w*B/s$", out, "'finished in'")
    done = find(
        NAME,
        r"^requests: (\d+) total, (\d+) started, (\d+) done, "
        r"(\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout$",
        out,
        "'requests:'",
    )
    codes = find(NAME, r"^status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx$", out, "'status codes:'")
    traffic = find(NAME, r"^traffic: ([\d.]+)([KMGT]?)B \((\d+)\) total", out, "'traffic:'")
    two, *others = (int(count) for count in codes.groups())
    answers = two + sum(others)
    elapsed_s = duration_us(NAME, finished[1]) / 1e6
    if answers and elapsed_s == 0:
        raise ToolOutputError("h2load reports a duration of 0")
    if abs(binary_bytes(traffic[1], traffic[2]) - int(traffic[3])) > 0.01 * int(traffic[3]) + 1:
        raise ToolOutputError("h2load printed two different amounts of traffic")
    return ToolResult(
        tool=NAME,
        answers=answers,
        elapsed_s=elapsed_s,
        answers_per_s=float(finished[2]),
        not_2xx=sum(others),
        failed=int(done[6]) + int(done[7]),
        bytes_received=float(traffic[3]),
        latency=_latency(out) if answers else None,
    )


def _latency(out: str) -> ToolLatency:
    head = find(NAME, r"^ +(min +max +(?:median +p95 +p99 +)?mean +sd +\+/- sd)$", out, "the head of its times")
    columns = re.split(r"\s{2,}", head[1])
    row = find(NAME, r"^(?:time for request:|request +:?) +(.+)$", out, "the row of its requests' times")
    cells = row[1].split()
    if len(cells) != len(columns):
        raise ToolOutputError("h2load printed a row of times that does not match its header")
    times = dict(zip(columns, cells, strict=True))
    shares = [("median", 50.0), ("p95", 95.0), ("p99", 99.0)]
    return ToolLatency(
        min_us=duration_us(NAME, times["min"]),
        mean_us=duration_us(NAME, times["mean"]),
        deviation_us=duration_us(NAME, times["sd"]),
        max_us=duration_us(NAME, times["max"]),
        percentiles=tuple((share, duration_us(NAME, times[name])) for name, share in shares if name in times),
        step_us=step_us(times["mean"]),
    )


TOOL = Tool(
    name=NAME,
    version_arguments=("--version",),
    version_pattern=r"h2load nghttp2/(\S+)",
    install="apt-get install -y nghttp2-client",
    commands=commands,
    parse=parse,
)
