"""ab, ApacheBench 2.3: HTTP/1.0, one thread, whole milliseconds. Labels may be missing or on any line."""

import re

from fairlap.generators.tools.text import find, find_if_any
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult, refuse

NAME = "ab"
MOST_REQUESTS = 5_000_000
"""Used with a duration: `-t` alone implies `-n 50000`, which ends a run of ten seconds after one on a fast server."""

MILLISECOND = 1000.0


def commands(spec: LoadSpec) -> Commands:
    """Build the command: `-t` before `-n`, which it would overwrite; `-r`: a broken connection does not end the run."""
    if spec.method not in ("GET", "HEAD", "POST", "PUT"):
        raise refuse(NAME, f"send {spec.method}", "use fairload, wrk or oha")
    arguments = [NAME, "-q", "-r", "-s", str(spec.timeout_s), "-c", str(spec.connections)]
    if spec.duration_s is not None:
        arguments += ["-t", str(spec.duration_s), "-n", str(MOST_REQUESTS)]
    else:
        arguments += ["-n", str(spec.requests)]
    if spec.keepalive:
        arguments.append("-k")
    if spec.method == "HEAD":
        arguments.append("-i")
    if spec.method in ("POST", "PUT"):
        path = spec.folder / "body"
        path.write_text(spec.body or "", encoding="utf-8")
        arguments += ["-p" if spec.method == "POST" else "-u", str(path)]
    for name, value in spec.headers:
        arguments += ["-T", value] if name.lower() == "content-type" else ["-H", f"{name}: {value}"]
    return ((*arguments, spec.url),)


def parse(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse the output. Answers that ab calls failed may be complete, but of another length: separated here."""
    aborted = find_if_any(r"^.*apr_\w+: (.+)$", out + "\n" + err)
    if aborted is not None:
        raise ToolOutputError(f"ab gave up: {aborted[1]}")
    complete = int(_value(out, "Complete requests", r"(\d+)"))
    failed = int(_value(out, "Failed requests", r"(\d+)"))
    kinds = find_if_any(r"^ +\(Connect: (\d+), Receive: (\d+), Length: (\d+), Exceptions: (\d+)\)$", out)
    if failed and kinds is None:
        raise ToolOutputError("ab did not say how its requests failed")
    lost = 0 if kinds is None else int(kinds[1]) + int(kinds[2]) + int(kinds[4])
    other = find_if_any(r"^Non-2xx responses: +(\d+)$", out)
    return ToolResult(
        tool=NAME,
        answers=complete - min(lost, complete),
        elapsed_s=float(_value(out, "Time taken for tests", r"(\d+\.\d+) seconds")),
        answers_per_s=float(_value(out, "Requests per second", r"(\d+\.\d+) \[#/sec\] \(mean\)")),
        not_2xx=0 if other is None else int(other[1]),
        other_length=0 if kinds is None else int(kinds[3]),
        failed=lost,
        bytes_received=float(_value(out, "Total transferred", r"(\d+) bytes")),
        latency=_latency(out, complete),
    )


def _latency(out: str, complete: int) -> ToolLatency:
    row = find(NAME, r"^Total: +(\d+) +(\d+) +(\d+\.\d+) +(\d+) +(\d+)$", out, "the row Total of its times")
    rows = re.findall(r"^ +(\d+)% +(\d+)(?: \(longest request\))?$", out, re.MULTILINE)
    shares = [(float(share), int(ms)) for share, ms in rows]
    if complete > 1 and [share for share, _ in shares] != [50, 66, 75, 80, 90, 95, 98, 99, 100]:
        raise ToolOutputError("ab did not print its nine percentiles")
    return ToolLatency(
        min_us=int(row[1]) * MILLISECOND,
        mean_us=int(row[2]) * MILLISECOND,
        deviation_us=float(row[3]) * MILLISECOND,
        max_us=int(row[5]) * MILLISECOND,
        percentiles=tuple((share, ms * MILLISECOND) for share, ms in shares if share < 100),
        step_us=MILLISECOND,
    )


def _value(out: str, label: str, value: str) -> str:
    return find(NAME, rf"^{label}: +{value}$", out, f"{label!r}")[1]


TOOL = Tool(
    name=NAME,
    version_arguments=("-V",),
    version_pattern=r"ApacheBench, Version (\S+)",
    install="apt-get install -y apache2-utils",
    commands=commands,
    parse=parse,
    http10=True,
)
