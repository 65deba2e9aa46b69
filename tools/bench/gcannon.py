"""gcannon 0.5 (https://github.com/MDA2AV/gcannon): io_uring, JSON in microseconds, whole seconds."""

from fairlap.generators.tools.text import Fields, document
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult, refuse

NAME = "gcannon"
SHARES = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p999": 99.9}


def commands(ask: LoadSpec) -> Commands:
    """`-r 1` closes each connection with a reset, which is another load than the others': it is not asked for."""
    if not ask.keepalive:
        raise refuse(NAME, "open a connection for every request without resetting it", "use fairload or wrk")
    if ask.duration_s is None:
        raise refuse(NAME, "send a number of requests", "give a duration")
    return ((NAME, ask.url, "-c", str(ask.connections), "-t", "1", "-d", str(ask.duration_s), "--json"),)


def parse(out: str, err: str, ask: LoadSpec) -> ToolResult:
    """`rps` is of all answers; percentiles are the lower edges of its bins."""
    fields = Fields(NAME, document(NAME, out))
    errors, statuses, times = fields.part("errors"), fields.part("status").counts(), fields.part("latency_us")
    answers, elapsed_s = fields.count("responses"), fields.number("elapsed_sec")
    if elapsed_s == 0:
        raise ToolOutputError("gcannon reports a duration of 0")
    return ToolResult(
        tool=NAME,
        answers=answers,
        elapsed_s=elapsed_s,
        answers_per_s=answers / elapsed_s,
        not_2xx=sum(count for name, count in statuses.items() if name != "2xx"),
        failed=sum(errors.counts().values()),
        bytes_received=fields.number("bytes_read"),
        latency=ToolLatency(
            mean_us=times.number("avg"),
            percentiles=tuple((share, times.number(name)) for name, share in SHARES.items()),
            step_us=1.0,
        )
        if answers
        else None,
    )


TOOL = Tool(
    name=NAME,
    version_arguments=None,
    version_pattern="",
    install="build it from https://github.com/MDA2AV/gcannon",
    commands=commands,
    parse=parse,
)
