"""Compares contestants by their response times at half load: p50 and p99, each a family of pairs.

A pair is compared by the log of the ratio of their merged percentiles over the rounds that both have. Its error comes
from the jackknife over these rounds: the number of a round is the log ratio plus (n - 1) times what the log ratio
without that round lies below the mean of all such (J. W. Tukey, Annals of Mathematical Statistics 29, 1958, without his
correction of the bias, which is noise for a quantile). A slow phase of the machine slows both in the same round, so it
cancels. Verdicts, Holm's correction and letters are those of throughput.

Where rare pauses make the slowest hundredth, a percentile jumps between two values, which the jackknife does not see
while no single round decides it. So the shares of slow answers must differ, too: in each round, those above the
percentile that both together have in it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Literal

from fairlap.histograms import Histogram, curve, merge, nearest_rank_us, share_above, subtract
from fairlap.samples import RoundRecord
from fairlap.statistics.comparison import Comparison, compare_numbers, letters_of, rank_of
from fairlap.statistics.gates import MIN_ACHIEVED
from fairlap.statistics.laps import PairNumbers
from fairlap.statistics.latency import StartAtRate, responses_of, starts_at_rate, too_restless

Percentile = Literal["p50", "p99"]

PER_MILLION: dict[Percentile, int] = {"p50": 500_000, "p99": 990_000}
"""The share of answers that do not exceed it."""

LEAST_EFFECT: dict[Percentile, float] = {"p50": 0.05, "p99": 0.1}
"""The smallest difference of a response time that matters, as a share."""


@dataclass(frozen=True, slots=True)
class ResponseComparisons:
    """The comparisons of one percentile. A ratio is that of b's response time to a's: above 1, a is faster."""

    percentile: Percentile
    comparisons: tuple[Comparison, ...]

    @property
    def letters(self) -> dict[str, str]:
        """The letters of the contestants that are in any pair."""
        names = {name for pair in self.comparisons for name in (pair.a, pair.b)}
        return letters_of(sorted(names, key=lambda name: (rank_of(name, self.comparisons), name)), self.comparisons)


@dataclass(frozen=True, slots=True)
class _Responses:
    """The response times of one contestant and the machine, by round."""

    name: str
    by_round: dict[int, Histogram]
    machines: dict[int, str | None]

    def logs(self, rounds: Sequence[int], percentile: Percentile) -> tuple[float, list[float]] | None:
        """Return the log of a percentile over some rounds, and without each of them; `None` for too few samples."""
        whole = merge(self.by_round[number] for number in rounds)
        parts = [whole, *(subtract(whole, self.by_round[number]) for number in rounds)]
        known = [found for part in parts if (found := _percentile_us(part, percentile)) is not None]
        if len(known) < len(parts):
            return None
        first, *rest = (math.log(value_us) for value_us in known)
        return first, rest


def compare_responses(
    rounds: Sequence[RoundRecord], contestants: Sequence[str]
) -> tuple[ResponseComparisons, ResponseComparisons]:
    """Compare p50 and p99 at half load of all pairs of `contestants` (without the reference); one look at the end.

    Left out are contestants with too many disturbed laps, or fewer than 99 % right answers: what was not answered has
    no response time.

    Raises:
        StoreError: a histogram is damaged.
    """
    found = [_responses(starts_at_rate(rounds, name, "share-50"), name) for name in contestants]

    def compared(percentile: Percentile) -> ResponseComparisons:
        pairs = _pairs(found, percentile)
        times = compare_numbers([pair.logs for pair in pairs], len(contestants), LEAST_EFFECT[percentile])
        shares = compare_numbers([pair.shares for pair in pairs], len(contestants), 0.0)
        return ResponseComparisons(percentile, tuple(map(_if_both, times, shares)))

    return compared("p50"), compared("p99")


def _if_both(times: Comparison, shares: Comparison) -> Comparison:
    """Return the comparison of response times; it shows a difference only if that of the shares of slow ones does."""
    p_adjusted = None
    if times.p_adjusted is not None and shares.p_adjusted is not None:
        p_adjusted = max(times.p_adjusted, shares.p_adjusted)
    refuted = times.verdict in ("faster", "slower") and times.verdict != shares.verdict
    return replace(times, p_adjusted=p_adjusted, verdict="undecided" if refuted else times.verdict)


def _responses(starts: Sequence[StartAtRate], name: str) -> _Responses:
    """Return the response times of a contestant; none when it is left out."""
    laps = [lap for start in starts for lap in start.calm]
    if too_restless(starts) or sum(lap.outcomes.ok for lap in laps) < MIN_ACHIEVED * sum(lap.due for lap in laps):
        return _Responses(name, {}, {})
    merged = {start.round: responses_of(start, name) for start in starts}
    return _Responses(
        name,
        {number: responses for number, responses in merged.items() if responses.count},
        {start.round: start.machine for start in starts},
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two contestants: the log ratios of their response times, and the differences of their shares of slow answers."""

    logs: PairNumbers
    shares: PairNumbers


def _pairs(found: Sequence[_Responses], percentile: Percentile) -> list[_Pair]:
    """Return the numbers of all pairs with two common rounds and enough samples."""
    pairs: list[_Pair] = []

    @cache  # most have the same rounds in all their pairs
    def logs_of(at: int, rounds: tuple[int, ...]) -> tuple[float, list[float]] | None:
        return found[at].logs(rounds, percentile)

    for (at_a, a), (at_b, b) in combinations(enumerate(found), 2):
        rounds = tuple(sorted(a.by_round.keys() & b.by_round.keys()))
        n = len(rounds)
        logs_a, logs_b = (logs_of(at_a, rounds), logs_of(at_b, rounds)) if n > 1 else (None, None)
        if logs_a is None or logs_b is None:
            continue
        whole = logs_b[0] - logs_a[0]
        without = [rest_b - rest_a for rest_b, rest_a in zip(logs_b[1], logs_a[1], strict=True)]
        middle = math.fsum(without) / n
        values = tuple(whole + (n - 1) * (middle - rest) for rest in without)
        logs = PairNumbers(a.name, b.name, values, n, tuple((a.machines[at], b.machines[at]) for at in rounds))
        pairs.append(_Pair(logs, replace(logs, values=_shares(a, b, rounds, percentile))))
    return pairs


def _shares(a: _Responses, b: _Responses, rounds: Sequence[int], percentile: Percentile) -> tuple[float, ...]:
    """Return for each round how much larger b's share of slow answers is, above the round's percentile of both."""
    found = []
    for one, other in ((a.by_round[at], b.by_round[at]) for at in rounds):
        both_us = nearest_rank_us(merge((one, other)), PER_MILLION[percentile])
        found.append(share_above(other, both_us) - share_above(one, both_us))
    return tuple(found)


def _percentile_us(responses: Histogram, percentile: Percentile) -> float | None:
    return next((value_us for _, value_us in curve(responses, [PER_MILLION[percentile]])), None)
