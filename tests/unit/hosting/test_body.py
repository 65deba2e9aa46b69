"""Killing thousands of processes: how long that may take, and what is said of those that survive."""

from collections.abc import Sequence

import pytest

from fairlap.errors import ContestantError
from fairlap.hosting import body, procfs
from fairlap.hosting.body import Body
from fairlap.hosting.procfs import ProcessInfo, ProcessKey

NEVER = 2**22
"""More than a pid can be, so that no signal hits anybody."""


def process(number: int) -> ProcessInfo:
    return ProcessInfo(ProcessKey(NEVER + number, 1), parent=1, group=1, session=1, state="R", threads=1, children_us=0)


def killed(monkeypatch: pytest.MonkeyPatch, left: Sequence[int]) -> int:
    """Kill a contestant of which so many are left at each look, a second apart."""
    looks, clock_s = iter(left), [0.0]

    def look(_body: Body) -> tuple[ProcessInfo, ...]:
        clock_s[0] += 1
        return tuple(process(number) for number in range(next(looks)))

    monkeypatch.setattr(Body, "_search_well", look)
    monkeypatch.setattr(procfs, "wait_ended", lambda keys, timeout_s: False)
    monkeypatch.setattr(body.time, "monotonic", lambda: clock_s[0])
    subject = Body("forks", "x", leader=None, group=None, freeze_by_signal=True, account_by_procfs=True)
    return subject.kill(timeout_s=5.0)


def test_it_may_take_long_as_long_as_they_become_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert killed(monkeypatch, [*range(4000, 0, -200), 0]) == 4000


def test_of_many_that_survive_a_few_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ContestantError) as error:
        killed(monkeypatch, [4000] * 100)
    named = ", ".join(str(NEVER + number) for number in range(5))
    assert error.value.line() == f"forks: cannot kill processes {named} and 3995 more"
    with pytest.raises(ContestantError, match=f"cannot kill processes {NEVER}, {NEVER + 1}$"):
        killed(monkeypatch, [3, *[2] * 100])
