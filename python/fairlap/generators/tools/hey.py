"""hey: text, seconds with four decimals. Its average is too high beyond a million requests, and then ignored."""

import re

from fairlap.generators.tools.text import find
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult, refuse

NAME = "hey"
KEPT = 1_000_000
"""It keeps the times of this many requests, but adds those of all others to their sum (report.go)."""

STEP_US = 100.0

SHARES = ["10", "25", "50", "75", "90", "95", "99"]
ALL_SHARES_FROM = 100
"""With fewer answers, it omits some percentiles."""


def commands(spec: LoadSpec) -> Commands:
    """Build the command. `-n` must be a multiple of `-c`: hey silently drops the rest."""
    if spec.requests is not None and spec.requests % spec.connections:
        raise refuse(NAME, f"send {spec.requests} requests over {spec.connections} connections", "make it a multiple")
    arguments = [NAME, "-c", str(spec.connections), "-m", spec.method, "-t", str(spec.timeout_s)]
    arguments += ["-z", f"{spec.duration_s}s"] if spec.duration_s is not None else ["-n", str(spec.requests)]
    if not spec.keepalive:
        arguments.append("-disable-keepalive")
    for name, value in spec.headers:
        arguments += ["-T", value] if name.lower() == "content-type" else ["-H", f"{name}: {value}"]
    if spec.body is not None:
        arguments += ["-d", spec.body]
    return ((*arguments, spec.url),)


def parse(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse the output. Its requests per second include errors, so the rate is answers divided by its total time."""
    codes = _distribution(out, "Status code distribution", r"^ +\[(\d+)\]\s+(\d+) responses$")
    errors = _distribution(out, "Error distribution", r"^ +\[(\d+)\]\s+(.+)$")
    elapsed_s = float(find(NAME, r"^ +Total:\s+([\d.]+) secs$", out, "'Total:'")[1])
    if elapsed_s == 0:
        raise ToolOutputError("hey reports a duration of 0")
    answers = sum(int(count) for _, count in codes)
    failed = sum(int(count) for count, _ in errors)
    rate = float(find(NAME, r"^ +Requests/sec:\s+([\d.]+)$", out, "'Requests/sec:'")[1])
    # It prints no total, but its rate includes all requests and shows whether a part of the distributions is missing.
    if (
        answers + failed == 0
        or abs(rate * elapsed_s - answers - failed) > 1 + 0.001 * (answers + failed) + rate * STEP_US / 1e6
    ):
        raise ToolOutputError("hey printed counts that do not add up to its requests per second", hint="cut off?")
    size = re.search(r"^ +Total data:\s+(\d+) bytes$", out, re.MULTILINE)
    return ToolResult(
        tool=NAME,
        answers=answers,
        elapsed_s=elapsed_s,
        answers_per_s=answers / elapsed_s,
        not_2xx=sum(int(count) for code, count in codes if not code.startswith("2")),
        failed=failed,
        bytes_received=None if size is None else float(size[1]),
        with_headers=False,
        latency=_latency(out, answers) if answers else None,
    )


def _latency(out: str, answers: int) -> ToolLatency:
    def seconds(label: str) -> float:
        return float(find(NAME, rf"^ +{label}:\s+([\d.]+) secs$", out, f"{label!r}")[1]) * 1e6

    shares = re.findall(r"^ +(\d+)%+ in ([\d.]+) secs$", out, re.MULTILINE)
    if [share for share, _ in shares] != SHARES and (answers >= ALL_SHARES_FROM or not shares):
        raise ToolOutputError("hey did not print its latency distribution")
    return ToolLatency(
        min_us=seconds("Fastest"),
        mean_us=seconds("Average") if answers <= KEPT else None,
        max_us=seconds("Slowest"),
        percentiles=tuple((float(share), float(text) * 1e6) for share, text in shares),
        step_us=STEP_US,
    )


def _distribution(out: str, title: str, row: str) -> list[tuple[str, str]]:
    """Return the rows below a title up to the next empty line; none without the title."""
    _, found, below = out.partition(f"{title}:\n")
    return re.findall(row, below.partition("\n\n")[0], re.MULTILINE) if found else []


TOOL = Tool(
    name=NAME,
    version_arguments=None,
    version_pattern="",
    install="go install github.com/rakyll/hey@latest",
    commands=commands,
    parse=parse,
)
