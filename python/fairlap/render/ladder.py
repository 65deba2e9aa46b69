"""Renders the cost of each step of a ladder as a text waterfall: one table per contestant, all on one scale."""

import math
from collections.abc import Sequence

from fairlap.render.cells import NOTHING, digits
from fairlap.render.sheets import Column, Sheet
from fairlap.report import Interval, Ladder, LadderStep, RunReport

WIDTH = 26
"""Length of the longest bar, in characters."""

RISE, FALL = "█", "░"


def ladder_sheets(report: RunReport) -> tuple[Sheet, ...]:
    """Return a table for each contestant; none for a run without a ladder."""
    times = [step.answer_us.value for ladder in report.ladders for step in ladder.steps if step.answer_us]
    if not times:
        return ()
    common = common_start([step.scenario for step in report.ladders[0].steps])
    scale = _Scale(min(times), max(times))
    return tuple(_sheet(ladder, scale, common) for ladder in report.ladders)


class _Scale:
    """Maps microseconds to characters on a logarithmic scale: steps differ by factors of a thousand."""

    def __init__(self, least_us: float, most_us: float) -> None:
        self._start = math.log(least_us) - 0.25 * max(math.log(most_us / least_us), 0.1)
        self._length = math.log(most_us) - self._start

    def at(self, time_us: float) -> int:
        return max(0, round((math.log(time_us) - self._start) / self._length * WIDTH))

    def bar(self, below_us: float | None, own_us: float) -> str:
        end = self.at(own_us)
        start = 0 if below_us is None else self.at(below_us)
        low, high = sorted((start, end))
        mark = FALL if own_us < (below_us or 0.0) else RISE
        return " " * low + (mark * (high - low) or "│")


def _sheet(ladder: Ladder, scale: _Scale, common: str) -> Sheet:
    own = {step.scenario: step.answer_us.value for step in ladder.steps if step.answer_us}

    def bar(step: LadderStep) -> str:
        time_us = own.get(step.scenario)
        return "" if time_us is None else scale.bar(own.get(step.adds_to or ""), time_us)

    return Sheet.of(
        f"what each step costs: {ladder.contestant}",
        ladder.steps,
        (Column(("", "step"), numeric=False), lambda step: step.scenario.removeprefix(common)),
        (Column(("adds", "to"), numeric=False), lambda step: (step.adds_to or "").removeprefix(common)),
        (Column(("an answer", "takes µs")), lambda step: digits(own.get(step.scenario))),
        (Column(("the step", "adds µs")), lambda step: added(step.added_us)),
        (Column(("", "from the step below to this step"), numeric=False), bar),
        caption=f"1 / throughput at full load. Logarithmic scale, the same for all; {FALL}: the step takes less time.",
    )


def added(found: Interval | None) -> str:
    """Format the time that a step adds, with its sign and half the width of its interval, in microseconds."""
    if found is None:
        return NOTHING
    sign = "-" if found.value < 0 else "+"
    value = f"{sign}{digits(abs(found.value))}"
    if found.low is None or found.high is None:
        return value
    return f"{value} ±{digits((found.high - found.low) / 2)}"


def common_start(names: Sequence[str]) -> str:
    """Return the common prefix of all steps up to a dash: `ladder-` for `ladder-basic` and `ladder-query`."""
    first, _, _ = names[0].partition("-")
    return f"{first}-" if all(name.startswith(f"{first}-") for name in names) else ""
