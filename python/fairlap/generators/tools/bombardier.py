"""bombardier: JSON in microseconds; its own requests per second are a mean of samples and are not used."""

from fairlap.generators.tools.result import ToolLatency, ToolOutputError, ToolResult
from fairlap.generators.tools.text import Fields, document
from fairlap.generators.tools.tool import Ask, Commands, Tool

NAME = "bombardier"
SHARES = ("50", "75", "90", "95", "99")


def commands(ask: Ask) -> Commands:
    """The default client ignores `-a` (no keep-alive); the one of Go's library honours it."""
    arguments = [NAME, "--print=result", "--format=json", "--latencies", "-c", str(ask.connections)]
    arguments += ["-m", ask.method, "-t", f"{ask.timeout_s}s"]
    arguments += ["-d", f"{ask.duration_s}s"] if ask.duration_s is not None else ["-n", str(ask.requests)]
    if not ask.keepalive:
        arguments += ["--http1", "-a"]
    for name, value in ask.headers:
        arguments += ["-H", f"{name}: {value}"]
    if ask.body is not None:
        arguments += ["-b", ask.body]
    return ((*arguments, ask.url),)


def parse(out: str, err: str, ask: Ask) -> ToolResult:
    """`others` are requests without an answer; their times are among the response times all the same."""
    result = Fields(NAME, document(NAME, out)).part("result")
    codes = {name: result.count(name) for name in ("req1xx", "req2xx", "req3xx", "req4xx", "req5xx")}
    answers, elapsed_s = sum(codes.values()), result.number("timeTakenSeconds")
    if elapsed_s == 0:
        raise ToolOutputError("bombardier says that it took no time")
    times = result.part("latency")
    shares = times.part("percentiles")
    return ToolResult(
        tool=NAME,
        answers=answers,
        elapsed_s=elapsed_s,
        answers_per_s=answers / elapsed_s,
        not_2xx=answers - codes["req2xx"],
        failed=result.count("others"),
        bytes_received=result.number("bytesRead"),
        latency=ToolLatency(
            mean_us=times.number("mean"),
            deviation_us=times.number("stddev"),
            max_us=times.number("max"),
            percentiles=tuple((float(share), shares.number(share)) for share in SHARES),
            step_us=1.0,
        )
        if answers
        else None,
    )


TOOL = Tool(
    name=NAME,
    version_arguments=("--version",),
    version_pattern=r"bombardier version (\S+)",
    install="go install github.com/codesenberg/bombardier@latest",
    commands=commands,
    parse=parse,
)
