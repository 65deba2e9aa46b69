"""vegeta: made for fixed rates; `-rate 0` with as many workers as connections is a closed loop. JSON, nanoseconds."""

import json

from fairlap.generators.tools.text import Fields, document
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult, refuse

NAME = "vegeta"
SHARES = {"50th": 50.0, "90th": 90.0, "95th": 95.0, "99th": 99.0}


def commands(spec: LoadSpec) -> Commands:
    """Build two commands, attack and report, with a file instead of a pipe, so that both exit codes are checked."""
    if spec.duration_s is None:
        raise refuse(NAME, "send a number of requests", "give a duration, or use ab, oha or hey")
    target: dict[str, object] = {"method": spec.method, "url": spec.url}
    target["header"] = {name: [value] for name, value in spec.headers}
    targets, results = spec.folder / "targets.json", spec.folder / "results.bin"
    body = ("-body", str(_written(spec))) if spec.body is not None else ()
    targets.write_text(json.dumps(target) + "\n", encoding="utf-8")
    number = str(spec.connections)
    attack: tuple[str, ...] = (NAME, "attack", "-format=json", f"-targets={targets}", f"-output={results}", "-rate=0")
    attack += (
        f"-duration={spec.duration_s}s",
        f"-timeout={spec.timeout_s}s",
        "-workers",
        number,
        "-max-workers",
        number,
    )
    attack += ("-connections", number, "-max-connections", number, f"-keepalive={str(spec.keepalive).lower()}", *body)
    return ((*attack, "-redirects=-1"), (NAME, "report", "-type=json", str(results)))


def _written(spec: LoadSpec) -> object:
    path = spec.folder / "body"
    path.write_text(spec.body or "", encoding="utf-8")
    return path


def parse(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse the output. Code 0 means no answer. `throughput` counts only successes, so it is not used."""
    fields = Fields(NAME, document(NAME, out))
    codes = fields.part("status_codes").counts()
    requests = fields.count("requests")
    if sum(codes.values()) != requests:
        raise ToolOutputError("vegeta printed counts that do not add up")
    elapsed_s = (fields.number("duration") + fields.number("wait")) / 1e9
    if elapsed_s == 0:
        raise ToolOutputError("vegeta reports a duration of 0")
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
            with_pauses=True,  # a worker passes its result on and gets the next target before it continues
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
