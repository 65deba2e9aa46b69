"""bombardier: JSON in microseconds; its own requests per second are a mean of samples and are not used."""

from fairlap.generators.tools.text import Fields, document
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult

NAME = "bombardier"
SHARES = ("50", "75", "90", "95", "99")


def commands(spec: LoadSpec) -> Commands:
    """Build the command. Only the client of Go's library, not the default one, supports `-a` (no keep-alive)."""
    arguments = [NAME, "--print=result", "--format=json", "--latencies", "-c", str(spec.connections)]
    arguments += ["-m", spec.method, "-t", f"{spec.timeout_s}s"]
    arguments += ["-d", f"{spec.duration_s}s"] if spec.duration_s is not None else ["-n", str(spec.requests)]
    if not spec.keepalive:
        arguments += ["--http1", "-a"]
    for name, value in spec.headers:
        arguments += ["-H", f"{name}: {value}"]
    if spec.body is not None:
        arguments += ["-b", spec.body]
    return ((*arguments, spec.url),)


def parse(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse the output. `others` are requests without an answer, which are included in the response times."""
    result = Fields(NAME, document(NAME, out)).part("result")
    codes = {name: result.count(name) for name in ("req1xx", "req2xx", "req3xx", "req4xx", "req5xx")}
    answers, elapsed_s = sum(codes.values()), result.number("timeTakenSeconds")
    if elapsed_s == 0:
        raise ToolOutputError("bombardier reports a duration of 0")
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
