"""oha: JSON with exact numbers. Requests without an answer are in `errorDistribution`, not in the status codes."""

from fairlap.generators.tools.text import Fields, document
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult

NAME = "oha"
CUT_OFF = "aborted due to deadline"
"""Requests in flight when the time was over: neither answered nor failed."""


def commands(spec: LoadSpec) -> Commands:
    """Build the command without its screen; `-z` cuts off requests in flight at the end, as the other tools do."""
    arguments = [NAME, "--no-tui", "--output-format", "json", "-c", str(spec.connections), "-m", spec.method]
    arguments += ["-z", f"{spec.duration_s}s"] if spec.duration_s is not None else ["-n", str(spec.requests)]
    arguments += ["-t", f"{spec.timeout_s}s"]
    if not spec.keepalive:
        arguments.append("--disable-keepalive")
    for name, value in spec.headers:
        arguments += ["-H", f"{name}: {value}"]
    if spec.body is not None:
        arguments += ["-d", spec.body]
    return ((*arguments, spec.url),)


def parse(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse the output. `requestsPerSec` includes errors, so the rate is answers divided by its total time."""
    fields = Fields(NAME, document(NAME, out))
    summary, codes = fields.part("summary"), fields.part("statusCodeDistribution").counts()
    errors = fields.part("errorDistribution").counts()
    elapsed_s, answers = summary.number("total"), sum(codes.values())
    if elapsed_s == 0:
        raise ToolOutputError("oha reports a duration of 0")
    total = summary.number("requestsPerSec") * elapsed_s
    if abs(total - answers - sum(errors.values())) > 0.5 + 1e-6 * total:
        raise ToolOutputError("oha printed counts that do not add up to its requests per second")
    return ToolResult(
        tool=NAME,
        answers=answers,
        elapsed_s=elapsed_s,
        answers_per_s=answers / elapsed_s,
        not_2xx=sum(count for code, count in codes.items() if not code.startswith("2")),
        failed=sum(count for text, count in errors.items() if text != CUT_OFF),
        bytes_received=summary.number("totalData"),
        with_headers=False,
        latency=_latency(fields, summary) if answers else None,
    )


def _latency(fields: Fields, summary: Fields) -> ToolLatency:
    shares = fields.part("latencyPercentiles")
    names = ("p10", "p25", "p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99")
    return ToolLatency(
        min_us=summary.number("fastest") * 1e6,
        mean_us=summary.number("average") * 1e6,
        max_us=summary.number("slowest") * 1e6,
        percentiles=tuple((float(name[1:]), shares.number(name) * 1e6) for name in names),
    )


TOOL = Tool(
    name=NAME,
    version_arguments=("--version",),
    version_pattern=r"oha (\S+)",
    install="cargo install oha --locked",
    commands=commands,
    parse=parse,
)
