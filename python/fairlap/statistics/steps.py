"""The cost of each step of a ladder of scenarios: server time per answer, and the difference to the step below.

The time per answer is 1 / throughput at full load, including all waiting. Rounds of all scenarios alternate, so a step
and the one below it are compared round by round.
"""

from collections.abc import Sequence

from fairlap.samples import RoundRecord
from fairlap.statistics.estimate import Interval, centre
from fairlap.statistics.laps import throughput_of_round, turns_of

_US = 1e6


def answer_us(rounds: Sequence[RoundRecord], contestant: str) -> dict[int, float]:
    """Return microseconds per answer for each finished round with a valid lap, by round number."""
    found: dict[int, float] = {}
    for number, turn in turns_of(rounds, contestant):
        throughput_per_s = throughput_of_round(turn)
        if throughput_per_s:
            found[number] = _US / throughput_per_s
    return found


def mean_of(values: Sequence[float]) -> Interval | None:
    """Return the mean of one number per round (also negative) with its 95 % interval; `None` without numbers."""
    if not values:
        return None
    middle = centre(values)
    low, high = middle.interval or (None, None)
    return Interval(middle.mean, low, high, middle.n)


def added_us(step: dict[int, float], below: dict[int, float]) -> Interval | None:
    """Return what a step adds to the one below it, over common rounds; `None` when there are none."""
    return mean_of([step[number] - below[number] for number in sorted(step.keys() & below.keys())])
