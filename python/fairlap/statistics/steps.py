"""What each step of a ladder of scenarios costs one contestant: server time of an answer, and what it adds.

The time of an answer is 1 / throughput at full load: what it takes of the server as a whole, whatever that waits for.
Rounds of all scenarios alternate, so a step and the one below it are compared round by round.
"""

from collections.abc import Sequence

from fairlap.samples import RoundRecord
from fairlap.statistics.estimate import Interval, centre
from fairlap.statistics.laps import throughput_of_round, turns_of

_US = 1e6


def answer_us(rounds: Sequence[RoundRecord], contestant: str) -> dict[int, float]:
    """Microseconds for each answer by number of the round, of finished rounds with a valid lap."""
    found: dict[int, float] = {}
    for number, turn in turns_of(rounds, contestant):
        throughput_per_s = throughput_of_round(turn)
        if throughput_per_s:
            found[number] = _US / throughput_per_s
    return found


def mean_of(values: Sequence[float]) -> Interval | None:
    """The mean of one number per round, which may be negative, with its 95 % interval; `None` without numbers."""
    if not values:
        return None
    middle = centre(values)
    low, high = middle.interval or (None, None)
    return Interval(middle.mean, low, high, middle.n)


def added_us(step: dict[int, float], below: dict[int, float]) -> Interval | None:
    """What a step adds to the one below it, over the rounds that both have; `None` where there are none."""
    return mean_of([step[number] - below[number] for number in sorted(step.keys() & below.keys())])
