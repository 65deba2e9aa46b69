"""plow with `--summary`: durations in Go's format. Its count, rate and response times include errors."""

import re

from fairlap.generators.tools.text import duration_us, find, step_us
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult, refuse

NAME = "plow"
SHARES = ("P50", "P75", "P90", "P95", "P99", "P99.9", "P99.99")
MEBIBYTE = 1024 * 1024


def commands(spec: LoadSpec) -> Commands:
    """Build the command. `--summary`: otherwise it repeats its block on a pipe. `--listen=`: without a web server."""
    if not spec.keepalive:
        raise refuse(NAME, "open a connection for every request", "use fairload, ab or oha")
    arguments = [NAME, "--summary", "--listen=", "-c", str(spec.connections), "-m", spec.method]
    arguments += ["-d", f"{spec.duration_s}s"] if spec.duration_s is not None else ["-n", str(spec.requests)]
    arguments += ["--timeout", f"{spec.timeout_s}s"]
    for name, value in spec.headers:
        arguments += ["-H", f"{name}:{value}"]
    if spec.body is not None:
        arguments += ["-b", spec.body]
    return ((*arguments, spec.url),)


def parse(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse the output. Answers have a status; the printed time has steps of 0.1 s, so use count divided by rate.

    Every pattern ends with a newline: a truncated `4.418ms` would also be a duration (`4.418m`).
    """
    codes = {code: int(count) for code, count in re.findall(r"^    ([1-5]xx) +(\d+)\n", out, re.M)}
    errors = _errors(out)
    count = int(find(NAME, r"^  Count +(\d+)\n", out, "'Count'")[1])
    rate = float(find(NAME, r"^  RPS +([\d.]+)\n", out, "'RPS'")[1])
    reads = float(find(NAME, r"^  Reads +([\d.]+)MB/s\n", out, "'Reads'")[1])
    if count == 0 or rate == 0:
        raise ToolOutputError("plow sent no request")
    elapsed_s, answers = count / rate, sum(codes.values())
    if answers + errors != count:
        raise ToolOutputError("plow printed counts that do not add up")
    latency = _latency(out)
    return ToolResult(
        tool=NAME,
        answers=answers,
        elapsed_s=elapsed_s,
        answers_per_s=answers / elapsed_s,
        not_2xx=sum(number for code, number in codes.items() if code != "2xx"),
        failed=errors,
        bytes_received=reads * MEBIBYTE * elapsed_s,
        latency=latency if answers else None,
    )


def _errors(out: str) -> int:
    """Return the number of requests without an answer, given as `  10  "message"` below `Error:`."""
    _, found, below = out.partition("\nError:\n")
    if not found:
        return 0
    counts = re.findall(r"^ +(\d+) +\".*\"\n", below, re.M)
    if not counts:
        raise ToolOutputError("plow did not print the number of errors")
    return sum(map(int, counts))


def _latency(out: str) -> ToolLatency:
    times = find(NAME, r"^  Latency +(\S+) +(\S+) +(\S+) +(\S+) *\n", out, "the row Latency")
    heads = r" +".join(re.escape(name) for name in SHARES)
    values = " +".join([r"(\S+)"] * len(SHARES))
    shares = find(NAME, rf"^  {heads} *\n  {values} *\n", out, "its percentiles")
    return ToolLatency(
        min_us=duration_us(NAME, times[1]),
        mean_us=duration_us(NAME, times[2]),
        deviation_us=duration_us(NAME, times[3]),
        max_us=duration_us(NAME, times[4]),
        percentiles=tuple(
            (float(name[1:]), duration_us(NAME, text)) for name, text in zip(SHARES, shares.groups(), strict=True)
        ),
        step_us=step_us(times[2]),
    )


TOOL = Tool(
    name=NAME,
    version_arguments=("--version",),
    version_pattern=r"(?m)v?(\d+\.\d+\.\d+|^dev$)",  # "dev": built by `go install`
    install="go install github.com/six-ddc/plow@latest",
    commands=commands,
    parse=parse,
)
