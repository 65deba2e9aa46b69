"""vegeta: made for a rate; `-rate 0` with as many workers as connections is a closed loop. JSON in nanoseconds."""

import json

from fairlap.generators.tools.result import ToolLatency, ToolOutputError, ToolResult
from fairlap.generators.tools.text import Fields, document
from fairlap.generators.tools.tool import Ask, Commands, Tool, refuse

NAME = "vegeta"
SHARES = {"50th": 50.0, "90th": 90.0, "95th": 95.0, "99th": 99.0}


def commands(ask: Ask) -> Commands:
    """An attack into a file, then its report: two commands instead of a pipe, so that each one's end is seen."""
    if ask.duration_s is None:
        raise refuse(NAME, "send a number of requests", "give a duration, or use ab, oha or hey")
    target: dict[str, object] = {"method": ask.method, "url": ask.url}
    target["header"] = {name: [value] for name, value in ask.headers}
    targets, results = ask.folder / "targets.json", ask.folder / "results.bin"
    body = ("-body", str(_written(ask))) if ask.body is not None else ()
    targets.write_text(json.dumps(target) + "\n", encoding="utf-8")
    number = str(ask.connections)
    attack: tuple[str, ...] = (NAME, "attack", "-format=json", f"-targets={targets}", f"-output={results}", "-rate=0")
    attack += (f"-duration={ask.duration_s}s", f"-timeout={ask.timeout_s}s", "-workers", number, "-max-workers", number)
    attack += ("-connections", number, "-max-connections", number, f"-keepalive={str(ask.keepalive).lower()}", *body)
    return ((*attack, "-redirects=-1"), (NAME, "report", "-type=json", str(results)))


def _written(ask: Ask) -> object:
    path = ask.folder / "body"
    path.write_text(ask.body or "", encoding="utf-8")
    return path


def parse(out: str, err: str, ask: Ask) -> ToolResult:
    """Code 0 stands for no answer. `throughput` is of successes only, so the rate is answers by the whole time."""
    fields = Fields(NAME, document(NAME, out))
    codes = fields.part("status_codes").counts()
    requests = fields.count("requests")
    if sum(codes.values()) != requests:
        raise ToolOutputError("vegeta printed counts that do not add up")
    elapsed_s = (fields.number("duration") + fields.number("wait")) / 1e9
    if elapsed_s == 0:
        raise ToolOutputError("vegeta says that it took no time")
    times, failed = fields.part("latencies"), codes.get("0", 0)
    answers = requests - failed
    return ToolResult(
        tool=NAME,
        answers=answers,
        elapsed_s=elapsed_s,
        answers_per_s=answers / elapsed_s,
        not_2xx=sum(count for code, count in codes.items() if code != "0" and not code.startswith("2")),
        failed=failed,
        bytes_received=fields.part("bytes_in").number("total"),
        with_headers=False,
        latency=ToolLatency(
            min_us=times.number("min") / 1e3,
            mean_us=times.number("mean") / 1e3,
            max_us=times.number("max") / 1e3,
            percentiles=tuple((share, times.number(name) / 1e3) for name, share in SHARES.items()),
            with_pauses=True,  # a worker hands its result over, and asks for the next target, before it goes on
        )
        if answers
        else None,
    )


TOOL = Tool(
    name=NAME,
    version_arguments=("-version",),
    version_pattern=r"Version: (\S+)",
    install="go install github.com/tsenart/vegeta/v12@latest",
    commands=commands,
    parse=parse,
)
