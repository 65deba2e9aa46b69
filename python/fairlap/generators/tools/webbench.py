"""webbench 1.5: one connection per request, HTTP/1.0, answers are not checked. Its exit code means nothing."""

from fairlap.generators.tools.text import find, find_if_any
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolOutputError, ToolResult, refuse

NAME = "webbench"


def commands(spec: LoadSpec) -> Commands:
    """Build the command, line-buffered: otherwise each forked client prints the inherited buffer again."""
    if spec.keepalive:
        raise refuse(NAME, "keep connections alive", "use a scenario with a connection for every request")
    if spec.duration_s is None:
        raise refuse(NAME, "send a number of requests", "give a duration, or use ab")
    if spec.method not in ("GET", "HEAD", "OPTIONS", "TRACE") or spec.headers or spec.body is not None:
        raise refuse(NAME, "send headers, a body, or other methods than GET, HEAD, OPTIONS and TRACE", "use ab")
    line_buffered = ("stdbuf", "-oL")
    return (
        (
            *line_buffered,
            NAME,
            "-c",
            str(spec.connections),
            "-t",
            str(spec.duration_s),
            f"--{spec.method.lower()}",
            spec.url,
        ),
    )


def parse(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse the last `Speed=`: on a pipe, children may repeat earlier output. Pages per minute include failures.

    It does not report the elapsed time, so we divide by the requested time, as it does itself.
    """
    died = find_if_any(r"^Some of our childrens died\.$", out + "\n" + err)
    if died is not None:
        raise ToolOutputError("some of webbench's clients died", hint="use fewer connections, or raise ulimit -u")
    speed = find(NAME, r"^Speed=(\d+) pages/min, (-?\d+) bytes/sec\.$", out, "'Speed='")
    requests = find(NAME, r"^Requests: (\d+) susceed, (\d+) failed\.$", out, "'Requests:'")
    if spec.duration_s is None:
        raise ToolOutputError("webbench does not report its duration")
    answers, failed, per_s = int(requests[1]), int(requests[2]), int(speed[2])
    if abs((answers + failed) * 60 / spec.duration_s - int(speed[1])) > 1 + 60 / spec.duration_s:
        raise ToolOutputError("webbench printed a speed that does not match its requests")
    return ToolResult(
        tool=NAME,
        answers=answers,
        elapsed_s=float(spec.duration_s),
        answers_per_s=answers / spec.duration_s,
        failed=failed,
        # A 32-bit counter that overflows: negative and impossibly small numbers are invalid.
        bytes_received=None if per_s < 0 or _overflowed(per_s * spec.duration_s, answers) else per_s * spec.duration_s,
    )


def _overflowed(received: int, answers: int) -> bool:
    """Return whether the counter overflowed: fewer bytes than the status lines of all answers."""
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
