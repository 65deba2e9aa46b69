"""Open loops: response time at fixed rates (percentiles of merged histograms), and capacity under an SLO."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import get_args

from pydantic.dataclasses import dataclass as document

from fairlap.histograms import Histogram, decode, merge, percentiles, subtract
from fairlap.samples import DOCUMENT, ContestantRound, RateLap, RatePurpose, RoundRecord
from fairlap.statistics.estimate import Interval, estimate, jackknife_logs
from fairlap.statistics.laps import MOST_DISTURBED, is_disturbed, throughput_of_round, turns_of


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
    """One contestant under an open loop. `response_us` counts from the due time of a request.

    `rate_per_s` is the median over its laps, `share` that of the rate relative to the contestant's own throughput.
    `achieved_share` is the right answers relative to the `due` requests, of which `unsent` never found a free
    connection. The 99th percentile of delay is that of the worst lap: *blocked* (no connection was free) or *own* (of
    the generator). All of them leave out the `disturbed` of the `laps`; with more than 30 % of these there is no
    percentile.
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
    laps: int
    disturbed: int


def latency_at_rates(rounds: Sequence[RoundRecord], contestant: str) -> tuple[RateRow, ...]:
    """Return one row for each purpose of a rate, shares first, without the SLO search.

    Response times do not include unsent and failed requests.

    Raises:
        StoreError: a histogram is damaged.
    """
    purposes = (purpose for purpose in get_args(RatePurpose) if purpose != "slo")
    return tuple(row for purpose in purposes if (row := rate_row(rounds, contestant, purpose)) is not None)


@dataclass(frozen=True, slots=True)
class StartAtRate:
    """The laps of one start at one rate: those that count, how many were disturbed, and the closed-loop throughput."""

    round: int
    machine: str | None
    own_per_s: float | None
    calm: tuple[RateLap, ...]
    disturbed: int


def starts_at_rate(rounds: Sequence[RoundRecord], contestant: str, purpose: RatePurpose) -> tuple[StartAtRate, ...]:
    """Return the finished starts of a contestant that have laps of one purpose, in order."""
    starts: list[StartAtRate] = []
    for record in rounds:
        for turn in record.contestants:
            laps = [lap for lap in turn.rate_laps if lap.purpose == purpose]
            if turn.contestant == contestant and turn.failure is None and laps:
                calm = tuple(lap for lap in laps if not is_disturbed(lap))
                own_per_s, disturbed = throughput_of_round(turn), len(laps) - len(calm)
                starts.append(StartAtRate(record.round, record.machine, own_per_s, calm, disturbed))
    return tuple(starts)


def too_restless(starts: Sequence[StartAtRate]) -> bool:
    """Return whether so many laps were disturbed that there are no percentiles."""
    disturbed = sum(start.disturbed for start in starts)
    return disturbed > MOST_DISTURBED * (disturbed + sum(len(start.calm) for start in starts))


def rate_row(rounds: Sequence[RoundRecord], contestant: str, purpose: RatePurpose) -> RateRow | None:
    """Return the row of one purpose; `None` without an undisturbed lap. Raises StoreError for a damaged histogram."""
    starts = starts_at_rate(rounds, contestant, purpose)
    calm = [start for start in starts if start.calm]
    laps = [lap for start in calm for lap in start.calm]
    if not laps:
        return None
    where = f"{rounds[0].scenario}/{contestant}"
    by_round = responses_by_start(starts, where)
    due, answers = sum(lap.due for lap in laps), sum(lap.outcomes.ok for lap in laps)
    costs = [cost for start in calm if (cost := _cpu_us_per_request(start.calm)) is not None]
    shares = [lap.rate_per_s / start.own_per_s for start in calm if start.own_per_s for lap in start.calm]
    disturbed = sum(start.disturbed for start in starts)
    return RateRow(
        purpose=purpose,
        rate_per_s=median(lap.rate_per_s for lap in laps),
        share=median(shares) if shares else None,
        response_us=merged_percentiles(by_round),
        due=due,
        unsent=sum(lap.unsent for lap in laps),
        achieved_share=answers / due,
        blocked_p99_us=max((lap.blocked_p99_us for lap in laps if lap.blocked_p99_us is not None), default=None),
        own_p99_us=max((lap.own_p99_us for lap in laps if lap.own_p99_us is not None), default=None),
        cpu_us_per_request=estimate(costs),
        rounds=len(calm),
        laps=len(laps) + disturbed,
        disturbed=disturbed,
    )


def merged_percentiles(by_round: Sequence[Histogram]) -> LatencyIntervals:
    """Return percentiles of the merged histograms of all rounds, each with a 95 % interval over rounds.

    The interval is a jackknife over rounds, so it contains the value and needs no percentile of a single round, which
    would usually be withheld. Omitting a round removes many samples at once, which keeps the jackknife of a quantile
    consistent (J. Shao, C. F. J. Wu, Annals of Statistics 17, 1989). Simulated with few rounds, it holds its 95 %,
    which a bootstrap over rounds does not (decision 15). There is no interval with fewer than two rounds, or if the
    percentile is withheld without some round.
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


def responses_by_start(starts: Sequence[StartAtRate], where: str) -> list[Histogram]:
    """Return the response times of the starts that have undisturbed laps; none when too many laps were disturbed.

    Raises:
        StoreError: a histogram is damaged.
    """
    return [] if too_restless(starts) else [responses_of(start, where) for start in starts if start.calm]


def responses_of(start: StartAtRate, where: str) -> Histogram:
    """Return the merged response times of a start. Raises StoreError for a damaged histogram."""
    blobs = [lap.response_histogram for lap in start.calm if lap.response_histogram is not None]
    return merge(decode(blob, f"{where}, round {start.round}") for blob in blobs)


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
