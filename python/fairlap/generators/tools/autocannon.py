"""autocannon: JSON; response times in whole milliseconds, so most of them are 0 with a fast server."""

from fairlap.generators.tools.text import Fields, document
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult

NAME = "autocannon"
SHARES = {"p1": 1.0, "p2_5": 2.5, "p10": 10.0, "p25": 25.0, "p50": 50.0, "p75": 75.0, "p90": 90.0}
SHARES |= {"p97_5": 97.5, "p99": 99.0, "p99_9": 99.9, "p99_99": 99.99}


def commands(spec: LoadSpec) -> Commands:
    """Build the command. A connection for every request needs a header, as there is no option."""
    arguments = [NAME, "--json", "--no-progress", "-c", str(spec.connections), "-m", spec.method]
    arguments += ["-t", str(spec.timeout_s)]
    arguments += ["-d", str(spec.duration_s)] if spec.duration_s is not None else ["-a", str(spec.requests)]
    for name, value in spec.headers:
        arguments += ["-H", f"{name}={value}"]
    if not spec.keepalive:
        arguments += ["-H", "Connection=close"]
    if spec.body is not None:
        arguments += ["-b", spec.body]
    return ((*arguments, spec.url),)


def parse(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse the output. Computes requests per second from total and duration: its own mean uses samples per second."""
    fields = Fields(NAME, document(NAME, out))
    codes = {name: fields.count(name) for name in ("1xx", "2xx", "3xx", "4xx", "5xx")}
    answers, elapsed_s = sum(codes.values()), fields.number("duration")
    if fields.part("requests").count("total") != answers:
        raise ToolOutputError("autocannon printed counts that do not add up")
    if elapsed_s == 0:
        raise ToolOutputError("autocannon reports a duration of 0")
    times = fields.part("latency")
    return ToolResult(
        tool=NAME,
        answers=answers,
        elapsed_s=elapsed_s,
        answers_per_s=answers / elapsed_s,
        not_2xx=answers - codes["2xx"],
        failed=fields.count("errors"),
        bytes_received=fields.part("throughput").number("total"),
        latency=_latency(times) if answers else None,
    )


def _latency(times: Fields) -> ToolLatency:
    """Parse the times without `min`, which is 1 even when nothing took a millisecond."""
    return ToolLatency(
        mean_us=times.number("mean") * 1e3,
        deviation_us=times.number("stddev") * 1e3,
        max_us=times.number("max") * 1e3,
        percentiles=tuple((share, times.number(name) * 1e3) for name, share in SHARES.items()),
        step_us=1e3,
    )


TOOL = Tool(
    name=NAME,
    version_arguments=("--version",),
    version_pattern=r"autocannon v(\S+)",
    install="npm install --global autocannon",
    commands=commands,
    parse=parse,
)
