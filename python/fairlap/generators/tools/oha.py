"""oha: JSON with exact figures. What never answered is in its `errorDistribution`, not among the status codes."""

from fairlap.generators.tools.result import ToolLatency, ToolOutputError, ToolResult
from fairlap.generators.tools.text import Fields, document
from fairlap.generators.tools.tool import Ask, Commands, Tool

NAME = "oha"
CUT_OFF = "aborted due to deadline"
"""Under way when the time was over: neither answered nor failed."""


def commands(ask: Ask) -> Commands:
    """Without its screen; `-z` cuts off what is under way at the end, as the other tools do."""
    arguments = [NAME, "--no-tui", "--output-format", "json", "-c", str(ask.connections), "-m", ask.method]
    arguments += ["-z", f"{ask.duration_s}s"] if ask.duration_s is not None else ["-n", str(ask.requests)]
    arguments += ["-t", f"{ask.timeout_s}s"]
    if not ask.keepalive:
        arguments.append("--disable-keepalive")
    for name, value in ask.headers:
        arguments += ["-H", f"{name}: {value}"]
    if ask.body is not None:
        arguments += ["-d", ask.body]
    return ((*arguments, ask.url),)


def parse(out: str, err: str, ask: Ask) -> ToolResult:
    """`requestsPerSec` counts errors too, so the rate is answers by its own total time."""
    fields = Fields(NAME, document(NAME, out))
    summary, codes = fields.part("summary"), fields.part("statusCodeDistribution").counts()
    errors = fields.part("errorDistribution").counts()
    elapsed_s, answers = summary.number("total"), sum(codes.values())
    if elapsed_s == 0:
        raise ToolOutputError("oha says that it took no time")
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
