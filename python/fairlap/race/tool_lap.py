"""A lap with somebody else's tool, as a sample. What the tool does not tell is missing in it."""

from fairlap.errors import ContestantError, ContractError
from fairlap.generators.tools.laps import ToolLap, ToolLaps
from fairlap.race.meter import Metered
from fairlap.race.site import Hosted, Site
from fairlap.race.turn import Turn
from fairlap.samples import Outcomes, Sample
from fairlap.verify.answer import judge
from fairlap.verify.client import Connection, Endpoint
from fairlap.verify.wire import encode, shown

IMPLAUSIBLE = "implausible"
"""The flag of laps whose report cannot be true; they are left out."""

ASK_BOUND_S = 5.0
END_BOUND_S = 1.0
"""How long a contestant that is ending may take, until its reason is known."""

NONE = Outcomes(ok=0, wrong_status=0, wrong_body=0, connect=0, read=0, write=0, timeout=0, protocol=0)


def ask_as(tool: ToolLaps, turn: Turn) -> int:
    """Ask a contestant that was verified once more, as the tool does; the length of its answer's body, in bytes.

    Raises ContestantError when it does not answer rightly, or does not keep the connection, to a tool of HTTP/1.0.
    """
    assert turn.hosted is not None
    target, host, port = turn.target, turn.hosted.host, turn.hosted.port
    asked = encode(target.request, host, port, close=not target.keepalive)
    if tool.http10:
        kept = b"Connection: keep-alive\r\n\r\n" if target.keepalive else b"\r\n"
        asked = asked.replace(b" HTTP/1.1\r\n", b" HTTP/1.0\r\n", 1).replace(b"\r\n\r\n", b"\r\n" + kept, 1)
    turn.hosted.thaw()
    with Connection(Endpoint(host, port, ASK_BOUND_S)) as connection:
        connection.send(asked)
        answer = connection.receive(target.request.method)
    turn.hosted.freeze()
    problems = judge("as the tool asks", shown([asked]), target.request.method, target.expect, answer)
    if problems:
        raise ContractError(f"{tool.name} cannot be used: {problems[0].line()}")
    if tool.http10 and target.keepalive and (answer.header("connection") or "").lower() != "keep-alive":
        raise ContractError(f"{tool.name} knows HTTP/1.0 only, and this does not keep a connection of that")
    return len(answer.body)


def tool_lap(turn: Turn, site: Site, tool: ToolLaps, duration_s: int, *, cycle: int, position: int) -> Sample | None:
    """One closed-loop lap of the suite's load by `tool`; `None`, and a flag, when its report cannot be true.

    Raises:
        ContestantError: it ended, cannot be frozen, does not answer that tool, or the tool ended with an error.
        GeneratorError: the tool did not end, or cannot be understood.
    """
    assert turn.hosted is not None
    try:
        if turn.answer_bytes is None:
            turn.answer_bytes = ask_as(tool, turn)
        metered = turn.meter(site, lambda: tool.lap(turn.target, turn.load.connections, duration_s, turn.answer_bytes))
    except ContestantError as error:
        turn.hosted.wait_exit(END_BOUND_S)  # if it is ending, that is why the tool gave up
        _refuse_if_ended(turn.hosted, error)
        raise
    lap = metered.result
    if not lap.doubts:
        return _sample(metered, cycle, position)
    _refuse_if_ended(turn.hosted)  # the tool went on, and counted what nobody answered
    turn.kept.flag(IMPLAUSIBLE, f"laps were left out, as {tool.name} said: {lap.doubts[0]}")
    return None


def _refuse_if_ended(hosted: Hosted, error: ContestantError | None = None) -> None:
    """Raise ContestantError with the contestant's own reason when it has ended."""
    ended = hosted.exit_reason()
    if ended is not None:
        raise ContestantError(ended) from error


def _sample(metered: Metered[ToolLap], cycle: int, position: int) -> Sample:
    """A percentile comes from a merged histogram only, and tools print none that could be merged: no response times.

    What a tool does not tell apart stays in the outcome that it is counted among: with webbench every answer is right.
    Requests without an answer, whatever became of them, are `read`.
    """
    lap, found = metered.result, metered.result.found
    wrong, other, failed = found.not_2xx or 0, found.other_length or 0, found.failed or 0
    # An answer may be of another status and another length: at least so many were not right.
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
