"""Laps by another tool: the reason for a contestant that ended comes from the contestant, not from the tool."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
from tools.rehearsal.race import HELLO, LOAD, prepared

from fairlap.catalog import Expect, Request
from fairlap.errors import ContestantError
from fairlap.race.offering import RoundContext, ask_probes
from fairlap.race.recorder import Recorder
from fairlap.race.tool_lap import NONE, tool_lap
from fairlap.race.turn import MOST_DRAWN_OUT, Turn
from fairlap.samples import Flag
from fairlap.verify import Problem, between_laps
from support import ignore

GAVE_UP = "ab ended with status 104: apr_socket_recv: Connection reset by peer (104)"


class Ending:
    """A contestant that has ended, or ends during the wait."""

    def __init__(self, reason: str | None, *, at_once: bool = True) -> None:
        self._reason = reason
        self._seen = at_once

    def wait_exit(self, timeout_s: float) -> bool:
        self._seen = True
        return self._reason is not None

    def exit_reason(self) -> str | None:
        return self._reason if self._seen else None


def lap_of(hosted: Ending, result: object) -> object:
    def meter(_site: object, _lap: object) -> object:
        if isinstance(result, Exception):
            raise result
        return SimpleNamespace(result=result)

    turn = SimpleNamespace(hosted=hosted, answer_bytes=13, meter=meter, kept=Recorder(), target=None)
    tool = SimpleNamespace(name="ab")
    return tool_lap(turn, None, tool, 1, cycle=1, position=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("at_once", [True, False])
def test_one_that_ended_fails_with_its_own_reason(at_once: bool) -> None:
    with pytest.raises(ContestantError, match=r"^ended with exit status 4$"):
        lap_of(Ending("ended with exit status 4", at_once=at_once), ContestantError(GAVE_UP))


def test_one_that_lives_fails_with_what_the_tool_said() -> None:
    with pytest.raises(ContestantError) as caught:
        lap_of(Ending(None), ContestantError(GAVE_UP))
    assert caught.value.line() == GAVE_UP


def test_a_tool_that_goes_on_after_the_end_does_not_hide_it() -> None:
    doubted = SimpleNamespace(doubts=("no answers",))
    with pytest.raises(ContestantError, match="was killed by SIGSEGV"):
        lap_of(Ending("was killed by SIGSEGV"), doubted)
    assert lap_of(Ending(None), doubted) is None


def test_beside_a_tool_each_probe_is_asked_on_a_connection_of_its_own() -> None:
    asked: list[tuple[str, str]] = []

    def check_once(
        _hosted: object, request: Request, _keepalive: bool, check: str, _expect: Expect
    ) -> tuple[Problem, ...]:
        asked.append((request.method, check))
        return (Problem(check, "HEAD /", "no more bytes", "27 bytes"),) if request.method == "HEAD" else ()

    turn = Turn(prepared("one"), HELLO, LOAD, 1)
    turn.hosted = SimpleNamespace(thaw=lambda: None, freeze=lambda: None)  # type: ignore[assignment]
    turn.probes = between_laps(HELLO, HELLO.request, Random(1))
    turn.ask_probes(SimpleNamespace(check_once=check_once), Random(1))  # type: ignore[arg-type]
    assert asked == [
        ("GET", "an unknown path between laps"),
        ("HEAD", "HEAD between laps"),
        ("GET", "another header between laps"),
    ]
    (flag,) = turn.kept.flags
    assert flag == Flag("answers-blindly", "HEAD between laps: expected no more bytes, got 27 bytes")


def test_the_third_lap_that_waits_for_a_time_out_is_the_last_also_if_it_is_one_of_probes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited = SimpleNamespace(
        outcomes=replace(NONE, timeout=1),
        skipped=SimpleNamespace(outcomes=NONE),
        lap_elapsed_s=1 + LOAD.timeout_ms / 1000,
        first_failure=None,
    )
    monkeypatch.setattr(Turn, "meter", lambda *_: SimpleNamespace(result=waited))
    turn = Turn(prepared("one"), HELLO, LOAD, 1)
    turn.hosted = SimpleNamespace()  # type: ignore[assignment]
    turn.probes, turn.is_open = between_laps(HELLO, HELLO.request, Random(1)), True
    failed: list[str] = []
    context = RoundContext([turn], None, Random(1), ignore, "", lambda *found: failed.append(found[2]))  # type: ignore[arg-type]
    for _ in range(MOST_DRAWN_OUT):
        assert failed == []
        ask_probes(context, [turn])
    assert failed == [f"3 laps lasted until a request timed out after {LOAD.timeout_ms} ms"]
