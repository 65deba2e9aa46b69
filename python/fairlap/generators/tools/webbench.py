"""webbench 1.5: one connection per request, HTTP/1.0, no look at any answer. Its exit code says nothing."""

from fairlap.generators.tools.result import ToolOutputError, ToolResult
from fairlap.generators.tools.text import find, find_if_any
from fairlap.generators.tools.tool import Ask, Commands, Tool, refuse

NAME = "webbench"


def commands(ask: Ask) -> Commands:
    """A process for each client. Line by line, as each of them would print again what is in the buffer at its fork."""
    if ask.keepalive:
        raise refuse(NAME, "keep connections alive", "use a scenario with a connection for every request")
    if ask.duration_s is None:
        raise refuse(NAME, "send a number of requests", "give a duration, or use ab")
    if ask.method not in ("GET", "HEAD", "OPTIONS", "TRACE") or ask.headers or ask.body is not None:
        raise refuse(NAME, "send headers, a body, or other methods than GET, HEAD, OPTIONS and TRACE", "use ab")
    line_buffered = ("stdbuf", "-oL")
    return (
        (
            *line_buffered,
            NAME,
            "-c",
            str(ask.connections),
            "-t",
            str(ask.duration_s),
            f"--{ask.method.lower()}",
            ask.url,
        ),
    )


def parse(out: str, err: str, ask: Ask) -> ToolResult:
    """The last `Speed=`: into a pipe every child may repeat what stands before. Pages per minute count failures too.

    It divides by the time that was asked for, and so do we: it does not say how long it took.
    """
    died = find_if_any(r"^Some of our childrens died\.$", out + "\n" + err)
    if died is not None:
        raise ToolOutputError("some of webbench's clients died", hint="fewer connections, or a higher ulimit -u")
    speed = find(NAME, r"^Speed=(\d+) pages/min, (-?\d+) bytes/sec\.$", out, "'Speed='")
    requests = find(NAME, r"^Requests: (\d+) susceed, (\d+) failed\.$", out, "'Requests:'")
    if ask.duration_s is None:
        raise ToolOutputError("webbench does not say how long it took")
    answers, failed, per_s = int(requests[1]), int(requests[2]), int(speed[2])
    if abs((answers + failed) * 60 / ask.duration_s - int(speed[1])) > 1 + 60 / ask.duration_s:
        raise ToolOutputError("webbench printed a speed that is not its requests'", hint="another -t than asked?")
    return ToolResult(
        tool=NAME,
        answers=answers,
        elapsed_s=float(ask.duration_s),
        answers_per_s=answers / ask.duration_s,
        failed=failed,
        # 32 bits that overflow: a negative number is no number, and a positive one is one only if it is small enough.
        bytes_received=None if per_s < 0 or _overflowed(per_s * ask.duration_s, answers) else per_s * ask.duration_s,
    )


def _overflowed(received: int, answers: int) -> bool:
    """Whether the counter may have gone round: then there is less than any answer's status line for each of them."""
    return received < answers * len("HTTP/1.0 200\r\n\r\n")


TOOL = Tool(
    name=NAME,
    version_arguments=("-V",),
    version_pattern=r"(\d+\.\d+)",
    install="build it from https://github.com/EZLippi/WebBench",
    commands=commands,
    parse=parse,
    exit_codes=None,
    http10=True,
)
