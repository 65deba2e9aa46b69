"""Whether a contestant's typical lap promises more than all of its laps hold.

The number of a round is a median over laps, so that a machine that stalls does not decide. The same median leaves out
what a contestant itself does in fewer than half of its laps: long pauses for garbage collection, for example.
"""

import math
from collections.abc import Iterable, Sequence
from statistics import median

from fairlap.samples import ContestantRound, RoundRecord
from fairlap.statistics.estimate import centre
from fairlap.statistics.gates import RowFlag
from fairlap.statistics.laps import finished

FEWEST_CYCLES = 5
"""In a round with fewer cycles, the median and the sum are nearly the same by their nature."""

LEAST_LOSS = 0.02
"""The smallest loss that matters: the precision of verdicts on throughput."""

ALPHA = 0.01
"""Probability of blaming a contestant for the machine's stalls, one-sided."""


def loss_of_round(record: RoundRecord, name: str, reference: str) -> float | None:
    """Return by how much all answers of a round fall short of the typical cycle, as a log; `None` with too few cycles.

    Both are relative to the reference, whose laps the machine disturbs as often: the median over cycles of the ratio,
    and the ratio of the sums over the same cycles. A lap without a right answer counts in the sum.
    """
    turns = {turn.contestant: turn for turn in record.contestants}
    if name not in turns or reference not in turns:
        return None
    own, base = _throughputs(turns[name]), _throughputs(turns[reference])
    common = [cycle for cycle in own.keys() & base.keys() if base[cycle] > 0]
    if len(common) < FEWEST_CYCLES:
        return None
    typical = median(own[cycle] / base[cycle] for cycle in common)
    whole = math.fsum(own[cycle] for cycle in common) / math.fsum(base[cycle] for cycle in common)
    return math.log(typical / whole) if typical > 0 else None


def _throughputs(turn: ContestantRound) -> dict[int, float]:
    """Return the throughput of each cycle, 0 included; empty for an unfinished round."""
    laps = turn.samples if finished(turn) else ()
    return {lap.cycle: lap.throughput_per_s for lap in laps if math.isfinite(lap.throughput_per_s)}


def losses_of(rounds: Iterable[RoundRecord], name: str, reference: str) -> tuple[float, ...]:
    """Return the loss of each round that has one."""
    found = (loss_of_round(record, name, reference) for record in rounds)
    return tuple(loss for loss in found if loss is not None)


def pauses(losses: Sequence[float]) -> RowFlag | None:
    """Trip when all answers together are fewer than the typical lap says, by more than chance and by what matters."""
    if len(losses) < 2:
        return None
    found = centre(losses)
    assert found.p_value is not None and found.interval is not None, "at least two numbers"
    fewer, low, high = (-math.expm1(-log) for log in (found.mean, *found.interval))
    if fewer < LEAST_LOSS or found.p_value / 2 > ALPHA:
        return None
    less = f"over all laps it answers {fewer:.1%} [{low:.1%}, {high:.1%}] fewer requests than its typical lap says"
    return RowFlag("pauses", f"{less}: it pauses in some of them", invalidates=False)
