"""A lap with an external tool as a sample. Numbers that the tool does not report are missing."""

from fairlap.errors import ContestantError, ContractError
from fairlap.generators.tools.laps import ToolLap, ToolLaps
from fairlap.hosting.network import visiting
from fairlap.race.meter import Metered
from fairlap.race.site import Site
from fairlap.race.turn import Turn, how_it_ended
from fairlap.samples import Outcomes, Sample
from fairlap.statistics.void import IMPLAUSIBLE
from fairlap.verify.answer import judge
from fairlap.verify.client import Connection, Endpoint, encode, shown

ANSWER_BOUND_S = 5.0
NONE = Outcomes(ok=0, wrong_status=0, wrong_body=0, connect=0, read=0, write=0, timeout=0, protocol=0)


def check_as(tool: ToolLaps, turn: Turn) -> int:
    """Check a verified contestant again with the tool's own HTTP version; return the size of its body in bytes.

    Raises ContestantError when it gives a wrong answer, or does not keep an HTTP/1.0 connection.
    """
    assert turn.hosted is not None
    target, host, port = turn.target, turn.hosted.host, turn.hosted.port
    data = encode(target.request, host, port, close=not target.keepalive)
    if tool.http10:
        kept = b"Connection: keep-alive\r\n\r\n" if target.keepalive else b"\r\n"
        data = data.replace(b" HTTP/1.1\r\n", b" HTTP/1.0\r\n", 1).replace(b"\r\n\r\n", b"\r\n" + kept, 1)
    turn.hosted.thaw()
    with visiting(turn.hosted.network), Connection(Endpoint(host, port, ANSWER_BOUND_S)) as connection:
        connection.send(data)
        answer = connection.receive(target.request.method)
    turn.hosted.freeze()
    problems = judge("as the tool asks", shown([data]), target.request, target.expect, answer)
    if problems:
        raise ContractError(f"not usable with {tool.name}: {problems[0].line()}")
    if tool.http10 and target.keepalive and (answer.header("connection") or "").lower() != "keep-alive":
        raise ContractError(f"does not keep HTTP/1.0 connections, but {tool.name} supports only HTTP/1.0")
    return len(answer.body)


def tool_lap(turn: Turn, site: Site, tool: ToolLaps, duration_s: int, *, cycle: int, position: int) -> Sample | None:
    """Run one closed-loop lap of the suite's load with `tool`; return `None` and set a flag for an impossible result.

    Raises:
        ContestantError: the contestant ended, cannot be frozen or does not answer the tool, or the tool failed.
        GeneratorError: the tool did not end, or its output is unreadable.
    """
    assert turn.hosted is not None
    try:
        if turn.answer_bytes is None:
            turn.answer_bytes = check_as(tool, turn)
        metered = turn.meter(site, lambda: tool.lap(turn.target, turn.load, duration_s, turn.answer_bytes))
    except ContestantError as error:
        ended = how_it_ended(turn.hosted)  # this explains the tool's failure
        if ended is None:
            raise
        raise ContestantError(ended) from error
    lap = metered.result
    if not lap.doubts:
        return _sample(metered, cycle, position)
    ended = turn.hosted.exit_reason()
    if ended is not None:  # the tool continued, and counted requests that nobody answered
        raise ContestantError(ended)
    turn.kept.flag(IMPLAUSIBLE, f"laps were ignored because {tool.name} reported: {lap.doubts[0]}")
    return None


def _sample(metered: Metered[ToolLap], cycle: int, position: int) -> Sample:
    """Return the sample of a lap, without response times: tools print no histograms that can be merged.

    Outcomes that a tool does not distinguish stay together: with webbench, every answer is right. All requests without
    an answer are `read`.
    """
    lap, found = metered.result, metered.result.found
    wrong, other, failed = found.not_2xx or 0, found.other_length or 0, found.failed or 0
    # An answer may have both another status and another length: at least the larger number was wrong.
    right = found.answers - max(wrong, other)
    return Sample(
        cycle=cycle,
        position=position,
        throughput_per_s=found.answers_per_s * right / found.answers if found.answers else 0.0,
        requests=found.answers + failed,
        completed=right,
        elapsed_s=found.elapsed_s,
        outcomes=Outcomes(
            ok=right,
            wrong_status=wrong,
            wrong_body=found.answers - wrong - right,
            connect=0,
            read=failed,
            write=0,
            timeout=0,
            protocol=0,
        ),
        skipped_outcomes=NONE,
        responses=found.answers,
        bytes_received=None if found.bytes_received is None else round(found.bytes_received),
        reconnects=None,
        histogram=None,
        latency_mean_us=None,
        server_cpu_us=metered.server_cpu_us,
        generator_cpu_us=lap.cpu_us,
        lap_elapsed_s=lap.elapsed_s,
        steal_share=metered.steal_share,
        generator_run_delay_us=None,
        foreign_share=metered.foreign_share,
        throttled_us=metered.throttled_us,
        at_s=metered.at_s,
        services_cpu_us=metered.services_cpu_us,
    )
