"""Open loops: response time at fixed rates (percentiles of merged histograms), and capacity under an SLO."""

from collections.abc import Sequence
from statistics import median
from typing import get_args

from pydantic.dataclasses import dataclass as document

from fairlap.histograms import Histogram, decode, merge, percentiles, subtract
from fairlap.samples import DOCUMENT, ContestantRound, RateLap, RatePurpose, RoundRecord
from fairlap.statistics.estimate import Interval, estimate, jackknife_logs
from fairlap.statistics.laps import throughput_of_round, turns_of


@document(frozen=True, slots=True, config=DOCUMENT)
class LatencyIntervals:
    """Percentiles of the merged histograms of all rounds, in microseconds, with intervals over rounds.

    A percentile with too few samples above it is null; its bounds are null when that is so without some round.
    """

    p50: Interval | None
    p90: Interval | None
    p99: Interval | None
    p999: Interval | None


@document(frozen=True, slots=True, config=DOCUMENT)
class RateRow:
    """One contestant under an open loop of `rate_per_s`. `response_us` counts from the due time of a request.

    `share` is the rate relative to the contestant's own throughput, `achieved_share` the right answers relative to the
    `due` requests, of which `unsent` never found a free connection. The 99th percentile of delay is that of the worst
    lap: *blocked* (no connection was free) or *own* (of the generator).
    """

    purpose: RatePurpose
    rate_per_s: float
    share: float | None
    response_us: LatencyIntervals
    due: int
    unsent: int
    achieved_share: float
    blocked_p99_us: float | None
    own_p99_us: float | None
    cpu_us_per_request: Interval | None
    rounds: int


def latency_at_rates(rounds: Sequence[RoundRecord], contestant: str) -> tuple[RateRow, ...]:
    """Return one row per purpose and fixed rate, shares first, without the SLO search.

    Rates were chosen from the first round's throughput. Response times do not include unsent and failed requests.

    Raises:
        StoreError: a histogram is damaged.
    """
    turns = [(number, turn) for number, turn in turns_of(rounds, contestant) if turn.failure is None]
    throughputs = [per_s for _, turn in turns if (per_s := throughput_of_round(turn)) is not None]
    own_per_s = median(throughputs) if throughputs else None
    offered = {(lap.purpose, lap.rate_per_s) for _, turn in turns for lap in turn.rate_laps if lap.purpose != "slo"}
    order = get_args(RatePurpose)
    where = f"{rounds[0].scenario}/{contestant}" if rounds else contestant
    return tuple(
        _at_rate(turns, purpose, rate_per_s, own_per_s, where)
        for purpose, rate_per_s in sorted(offered, key=lambda item: (order.index(item[0]), item[1]))
    )


def _at_rate(
    turns: Sequence[tuple[int, ContestantRound]],
    purpose: RatePurpose,
    rate_per_s: float,
    own_per_s: float | None,
    where: str,
) -> RateRow:
    by_round = [
        (number, laps)
        for number, turn in turns
        if (laps := [lap for lap in turn.rate_laps if lap.purpose == purpose and lap.rate_per_s == rate_per_s])
    ]
    laps = [lap for _, of_round in by_round for lap in of_round]
    due, answers = sum(lap.due for lap in laps), sum(lap.outcomes.ok for lap in laps)
    costs = [cost for _, of_round in by_round if (cost := _cpu_us_per_request(of_round)) is not None]
    return RateRow(
        purpose=purpose,
        rate_per_s=rate_per_s,
        share=None if own_per_s is None else rate_per_s / own_per_s,
        response_us=merged_percentiles(
            [_responses(of_round, f"{where}, round {number}") for number, of_round in by_round]
        ),
        due=due,
        unsent=sum(lap.unsent for lap in laps),
        achieved_share=answers / due,
        blocked_p99_us=max((lap.blocked_p99_us for lap in laps if lap.blocked_p99_us is not None), default=None),
        own_p99_us=max((lap.own_p99_us for lap in laps if lap.own_p99_us is not None), default=None),
        cpu_us_per_request=estimate(costs),
        rounds=len(by_round),
    )


def merged_percentiles(by_round: Sequence[Histogram]) -> LatencyIntervals:
    """Return percentiles of the merged histograms of all rounds, each with a 95 % interval over rounds.

    The interval is a jackknife over rounds, so it contains the value and needs no percentile of a single round, which
    would usually be withheld. Omitting a round removes many samples at once, which keeps the jackknife of a quantile
    consistent (J. Shao, C. F. J. Wu, Annals of Statistics 17, 1989). There is no interval with fewer than two rounds,
    or if the percentile is withheld without some round.
    """
    used = [histogram for histogram in by_round if histogram.count]
    together = merge(used)
    whole = percentiles(together)
    if whole is None:
        return LatencyIntervals(None, None, None, None)
    without = [percentiles(subtract(together, histogram)) for histogram in used]
    rest = [found for found in without if found is not None]
    return LatencyIntervals(
        p50=_jackknife(whole.p50, [found.p50 for found in rest], len(used)),
        p90=_jackknife(whole.p90, [found.p90 for found in rest], len(used)),
        p99=_jackknife(whole.p99, [found.p99 for found in rest], len(used)),
        p999=_jackknife(whole.p999, [found.p999 for found in rest], len(used)),
    )


def _jackknife(whole_us: float | None, without_us: Sequence[float | None], rounds: int) -> Interval | None:
    """Return the interval of a percentile; `without_us`: its values without each of the rounds in turn."""
    if whole_us is None:
        return None
    known = [value for value in without_us if value is not None]
    if rounds < 2 or len(known) < rounds:
        return Interval(whole_us, None, None, rounds)
    return jackknife_logs(whole_us, known)


def _responses(laps: Sequence[RateLap], where: str) -> Histogram:
    return merge(decode(lap.response_histogram, where) for lap in laps if lap.response_histogram is not None)


def _cpu_us_per_request(laps: Sequence[RateLap]) -> float | None:
    """Return server CPU per answer in microseconds; ignores laps without a reading."""
    read = [(lap.server_cpu_us, lap.responses) for lap in laps if lap.server_cpu_us is not None]
    responses = sum(count for _, count in read)
    return sum(spent_us for spent_us, _ in read) / responses if responses else None


@document(frozen=True, slots=True, config=DOCUMENT)
class Capacity:
    """The highest rate that kept the objective `slo`; null when no rate did in any round."""

    slo: str
    per_s: Interval | None
    rounds_found: int
    rounds_searched: int


def capacity(rounds: Sequence[RoundRecord], contestant: str, slo: str) -> Capacity | None:
    """Return the capacity of one contestant in its finished rounds; `None` without a search.

    If some rounds found none, the estimate covers only the better rounds: reports must say so.
    """
    searched = [turn for _, turn in turns_of(rounds, contestant) if turn.failure is None and _was_searched(turn)]
    if not searched:
        return None
    found = [turn.capacity_per_s for turn in searched if turn.capacity_per_s is not None]
    return Capacity(slo, estimate(found), len(found), len(searched))


def _was_searched(turn: ContestantRound) -> bool:
    return any(lap.purpose == "slo" for lap in turn.rate_laps)
