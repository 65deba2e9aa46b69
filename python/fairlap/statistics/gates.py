"""Gates: checks that invalidate or flag a row, each with a reason. Pure; `None` means passed.

A gate passes when its data is missing (a clock that was not read, a lap without answers). `for_everyone` and
`for_competitors` run all gates of a row; single gates are public for their tests.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pydantic.dataclasses import dataclass as document

from fairlap.histograms import Latency, decode, merge, percentiles
from fairlap.samples import (
    DOCUMENT,
    INVALIDATING_NOTES,
    OUTCOMES,
    ContestantRound,
    RateLap,
    RatePurpose,
    Sample,
    SweepLap,
)
from fairlap.statistics.estimate import Interval
from fairlap.statistics.laps import MOST_DISTURBED, is_disturbed, is_valid
from fairlap.statistics.warming import warmings

MAX_ERROR_SHARE = 0.001
MAX_LITTLE_ERROR = 0.10
MAX_SHARE_OF_REFERENCE = 0.70
MAX_GENERATOR_CPU = 0.85
MIN_SERVER_CPU = 0.90
MAX_STEAL = 0.005
MIN_ACHIEVED = 0.99

MAX_FOREIGN = 0.03
"""Share of the server CPUs' time. An idle machine had 0.1 to 0.4 % (kernel threads), by the exact count of cpuacct."""

MAX_RUN_DELAY = 0.01
"""Share of lap time for each worker. An idle machine had 0.20 to 0.35 %, whether the generator used 50 or 100 % of its
CPU; 1 % is half of the default smallest difference that matters."""

HANDOVER_US = 200
"""Run delay of each lap that Fairlap itself causes, as it starts the lap on the same CPU. On an idle machine, 0.07 ms
in half of the laps of 20 ms, 4 ms (a tick of the scheduler) in one of a hundred, 0.2 ms on average."""

MAX_CPUS_USED = 1.05
"""CPU use relative to its CPUs. A saturated contestant has 1.00."""

CLOCK_ERROR_S = 0.0041
"""Standard deviation of a lap's idle time: both ends are rounded to steps of 10 ms (10 / sqrt 6)."""

MAX_THROTTLED = 0.001
"""Share of lap time. Without a quota it is exactly 0; a quota that never takes effect passes."""

RATES: Mapping[RatePurpose, str] = {
    "share-20": "20 % of its throughput",
    "share-50": "50 % of its throughput",
    "share-80": "80 % of its throughput",
    "absolute": "the rate common to all",
}
"""The fixed rates that contestants should carry, with their names in reports (the SLO search exceeds capacity)."""


@document(frozen=True, slots=True, config=DOCUMENT)
class RowFlag:
    """A gate that tripped; one that invalidates costs the rank."""

    name: str
    reason: str
    invalidates: bool


@dataclass(frozen=True, slots=True)
class ClosedLoop:
    """The load for gates. `workers` is the number of server CPUs, `pipeline` the requests at once on a connection."""

    connections: int
    keepalive: bool
    workers: int
    pipeline: int = 1


def for_everyone(
    turns: Sequence[tuple[int, ContestantRound]], latency: Latency | None, load: ClosedLoop | None
) -> tuple[RowFlag, ...]:
    """Run the gates that also apply to the reference; invalidating flags come first.

    Args:
        turns: the finished starts of one contestant, with their round numbers.
        latency: the latency of all their laps.
        load: `None` when unknown: then the gates that need it pass.

    Raises:
        StoreError: a response time histogram is damaged.
    """
    laps = [lap for _, turn in turns for lap in turn.samples]
    rate_laps = [lap for _, turn in turns for lap in turn.rate_laps]
    sweep_laps = [lap for _, turn in turns for lap in turn.sweep_laps]
    tripped = (
        wrong_answers(laps, [*rate_laps, *sweep_laps]),
        errors(laps),
        percentile_order(latency),
        percentile_order_at_rates(rate_laps),
        littles_law(laps, load),
        steal(laps),
        foreign_cpu(laps),
        beyond_its_cpus(laps, load),
        generator_starved(laps, load),
        throttled(laps),
        rate_not_achieved(rate_laps),
        restless(rate_laps),
        no_steady_state(turns),
        process_count([turn for _, turn in turns]),
    )
    return tuple(flag for flag in tripped if flag)


def for_competitors(
    turns: Sequence[ContestantRound], score: Interval | None, load: ClosedLoop | None, rises: Mapping[int, float]
) -> tuple[RowFlag, ...]:
    """Run the gates that compare with the reference: whether the generator was the limit, and whether it was warm."""
    laps = [lap for turn in turns for lap in turn.samples]
    tripped = (generator_bound(score), generator_busy(laps, load), still_warming(rises))
    return tuple(flag for flag in tripped if flag)


def wrong_answers(laps: Sequence[Sample], others: Sequence[RateLap | SweepLap] = ()) -> RowFlag | None:
    """Trip at a single wrong answer, also in the uncounted part of a lap and in `others` (laps outside the cycles)."""
    wrong = sum(lap.outcomes.wrong + lap.skipped_outcomes.wrong for lap in laps)
    wrong += sum(lap.outcomes.wrong for lap in others)
    if wrong == 0:
        return None
    requests = _requests(laps) + sum(lap.outcomes.total for lap in others)
    return RowFlag("wrong-answers", f"{wrong:,} of {requests:,} answers were wrong", invalidates=True)


def errors(laps: Sequence[Sample]) -> RowFlag | None:
    """Trip when more than 0.1 % of the requests did not get a right answer."""
    requests = _requests(laps)
    failed = sum(lap.outcomes.errors + lap.skipped_outcomes.errors for lap in laps)
    if requests == 0 or failed / requests <= MAX_ERROR_SHARE:
        return None
    kinds: Counter[str] = Counter()
    for name in OUTCOMES[1:]:
        kinds[name] = sum(getattr(lap.outcomes, name) + getattr(lap.skipped_outcomes, name) for lap in laps)
    most = ", ".join(f"{name} {count:,}" for name, count in kinds.most_common(3) if count)
    return RowFlag("errors", f"{failed / requests:.2%} of {requests:,} requests failed ({most})", invalidates=True)


def percentile_order(latency: Latency | None, at: str = "") -> RowFlag | None:
    """Trip unless min <= p50 <= ... <= p99.99 <= max and min <= mean <= max: otherwise the recording is broken.

    `at` names the load, as a suffix of the reason.
    """
    if latency is None:
        return None
    steps = ("min", "p50", "p75", "p90", "p95", "p99", "p999", "p9999", "max")
    known = [(name, value) for name in steps if (value := getattr(latency, name)) is not None]
    for (name, value), (next_name, next_value) in pairwise(known):
        if value > next_value:
            reason = f"{name} {value:.1f} us is above {next_name} {next_value:.1f} us{at}"
            return RowFlag("percentile-order", reason, invalidates=True)
    if not latency.min <= latency.mean <= latency.max:
        reason = f"mean {latency.mean:.1f} us is not between min {latency.min:.1f} and max {latency.max:.1f} us{at}"
        return RowFlag("percentile-order", reason, invalidates=True)
    return None


def percentile_order_at_rates(laps: Sequence[RateLap]) -> RowFlag | None:
    """Apply `percentile_order` to response times at every fixed rate. Raises StoreError for a damaged histogram."""
    for purpose, words in RATES.items():
        blobs = [lap.response_histogram for lap in laps if lap.purpose == purpose]
        response = percentiles(merge(decode(blob, f"response times at {words}") for blob in blobs if blob is not None))
        if flag := percentile_order(response, f" at {words}"):
            return flag
    return None


def littles_law(laps: Sequence[Sample], load: ClosedLoop | None) -> RowFlag | None:
    """Trip when throughput x mean latency differs from the number of requests in flight by more than 10 %.

    J. D. C. Little, Operations Research 9, 1961: L = lambda W. Only in a closed loop with keep-alive does L equal the
    number of connections, times the requests that each has on their way. As a window need not hold a whole number of
    answers per connection, one latency per window is allowed in addition. The median over laps decides.

    A server that is never idle may let some connections wait for longer than a lap (Go's net/http when requests are
    pipelined, Apache with a process for each connection). The mean lacks those who wait; the throughput is what it is.
    So that does not invalidate, and there are no response times at full load.
    """
    if load is None or not load.keepalive:
        return None
    timed = [(lap, lap.latency_mean_us / 1e6) for lap in laps if lap.latency_mean_us is not None and is_valid(lap)]
    if not timed:
        words = "all responses take longer than laps, so it cannot be checked (fix: a larger budget allows longer laps)"
        return None if any(lap.requests for lap in laps) else RowFlag("littles-law", words, invalidates=False)
    in_flight = median(lap.throughput_per_s * mean_s for lap, mean_s in timed)
    allowed = MAX_LITTLE_ERROR + median(mean_s / lap.elapsed_s for lap, mean_s in timed)
    off = in_flight / (load.connections * load.pipeline) - 1
    if abs(off) <= allowed:
        return None
    each = f" of {load.pipeline} requests" if load.pipeline > 1 else ""
    reason = f"throughput x mean latency is {in_flight:.1f} with {load.connections} connections{each} ({off:+.0%})"
    if off < 0 and is_never_idle(laps, load.workers):
        words = f"{reason}: the others waited for longer than a lap, so response times at full load are not known"
        return RowFlag("littles-law", words, invalidates=False)
    why = ": some responses take about as long as a lap (fix: a larger budget allows longer laps)" if off < 0 else ""
    return RowFlag("littles-law", reason + why, invalidates=True)


def is_never_idle(laps: Sequence[Sample], cpus: int) -> bool:
    """Return whether a contestant is known to have used nearly all of the time of so many CPUs."""
    used = _cpus_used(laps)
    return used is not None and used >= MIN_SERVER_CPU * cpus


def generator_bound(score: Interval | None) -> RowFlag | None:
    """Trip above 70 % of the reference's throughput, where the generator may be the limit."""
    if score is None or score.value <= MAX_SHARE_OF_REFERENCE:
        return None
    reason = f"{score.value:.1%} of the reference: the generator, not the server, may be the limit"
    return RowFlag("generator-bound", reason, invalidates=False)


def generator_busy(laps: Sequence[Sample], load: ClosedLoop | None) -> RowFlag | None:
    """Trip when the generator used > 85 % of its CPU while the server's CPUs were > 10 % idle."""
    timed = [lap for lap in laps if lap.server_cpu_us is not None]
    cpus = _cpus_used(timed)
    mean = _mean_share(timed, lambda lap: _share_of_lap(lap, lap.generator_cpu_us))
    if load is None or cpus is None or mean is None:
        return None
    generator, server = mean[0], cpus / load.workers
    if generator <= MAX_GENERATOR_CPU or server >= MIN_SERVER_CPU:
        return None
    reason = f"generator CPU {generator:.0%} busy while the server's was at {server:.0%}"
    return RowFlag("generator-busy", reason, invalidates=False)


def steal(laps: Sequence[Sample]) -> RowFlag | None:
    """Trip when the hypervisor took more than 0.5 % of the CPU time of the laps."""
    mean = _mean_share(laps, lambda lap: lap.steal_share)
    if mean is None or mean[0] <= MAX_STEAL:
        return None
    return RowFlag("steal", f"the hypervisor took {mean[0]:.1%} of the CPU time", invalidates=False)


def foreign_cpu(laps: Sequence[Sample]) -> RowFlag | None:
    """Trip when other processes took more of the server CPUs' time than `MAX_FOREIGN`.

    Allows three standard errors of the clock in addition; independent errors add in squares.
    """
    mean = _mean_share(laps, lambda lap: lap.foreign_share)
    if mean is None:
        return None
    share, span_s, count = mean
    if share <= MAX_FOREIGN + 3 * CLOCK_ERROR_S * math.sqrt(count) / span_s:
        return None
    return RowFlag("foreign-cpu", f"other processes took {share:.0%} of the server CPUs' time", invalidates=False)


def beyond_its_cpus(laps: Sequence[Sample], load: ClosedLoop | None) -> RowFlag | None:
    """Trip when the contestant used more CPU time than its CPUs have, so that some threads ran on the generator's.

    Seen with the polling thread of io_uring (SQPOLL), which the kernel does not restrict to the cpuset.
    """
    cpus = _cpus_used(laps)
    if load is None or cpus is None or cpus <= MAX_CPUS_USED * load.workers:
        return None
    reason = f"it used {cpus:.2f} CPUs but has only {load.workers}: some of its threads run on other CPUs"
    return RowFlag("beyond-its-cpus", reason, invalidates=False)


def generator_starved(laps: Sequence[Sample], load: ClosedLoop | None) -> RowFlag | None:
    """Trip when the generator's threads waited for a CPU because other processes ran on the generator's CPUs.

    Delays are summed over threads, one or two for each worker.
    """
    mean = _mean_share(laps, _starved_share)
    if load is None or mean is None or mean[0] <= MAX_RUN_DELAY * load.workers:
        return None
    reason = f"the generator waited for a CPU {mean[0]:.1%} of the time"
    return RowFlag("generator-starved", reason, invalidates=False)


def throttled(laps: Sequence[Sample]) -> RowFlag | None:
    """Trip when a CPU quota (of a container, of a slice) throttled the contestant more than 0.1 % of the time."""
    mean = _mean_share(laps, lambda lap: _share_of_lap(lap, lap.throttled_us))
    if mean is None or mean[0] <= MAX_THROTTLED:
        return None
    return RowFlag("throttled", f"a CPU quota throttled it {mean[0]:.1%} of the time", invalidates=False)


def rate_not_achieved(laps: Sequence[RateLap]) -> RowFlag | None:
    """Trip when fewer than 99 % of the due requests at a rate got right answers; names each such rate.

    Disturbed laps count only where there are no others: what was not answered in these may be the machine's fault.
    """
    missed: list[str] = []
    for purpose, words in RATES.items():
        at_rate = [lap for lap in laps if lap.purpose == purpose]
        chosen = [lap for lap in at_rate if not is_disturbed(lap)] or at_rate
        due = sum(lap.due for lap in chosen)
        achieved = sum(lap.outcomes.ok for lap in chosen)
        if due and achieved / due < MIN_ACHIEVED:
            rate = median(lap.rate_per_s for lap in chosen)
            missed.append(f"{achieved / due:.1%} of {rate:,.0f}/s ({words})")
    if not missed:
        return None
    return RowFlag("rate-not-achieved", f"achieved only {', '.join(missed)}", invalidates=False)


def restless(laps: Sequence[RateLap]) -> RowFlag | None:
    """Trip when so many laps at half load were disturbed that there are no percentiles."""
    chosen = [is_disturbed(lap) for lap in laps if lap.purpose == "share-50"]
    if sum(chosen) <= MOST_DISTURBED * len(chosen):
        return None
    disturbed = f"disturbed {sum(chosen)} of {len(chosen)} laps"
    reason = f"the machine is too restless for response times at half load: {disturbed}"
    return RowFlag("restless", reason, invalidates=False)


def no_steady_state(turns: Sequence[tuple[int, ContestantRound]]) -> RowFlag | None:
    """Trip when warm-up ended without a steady throughput in any round."""
    unsteady = {number for number, turn in turns if turn.steady is False}
    if not unsteady:
        return None
    return RowFlag("no-steady-state", f"still changing after warm-up {_in_rounds(unsteady, turns)}", invalidates=False)


def still_warming(rises: Mapping[int, float]) -> RowFlag | None:
    """Trip when throughput relative to the reference still rose within rounds; `rises` are logs by round."""
    found = warmings(rises)
    if not found:
        return None
    reasons: list[str] = []
    for each in found:
        low, high = (math.expm1(bound) for bound in each.rise.interval or (math.nan, math.nan))
        reasons.append(f"by {math.expm1(each.rise.mean):.1%} [{low:.1%}, {high:.1%}] in {each.rounds} rounds")
    return RowFlag("still-warming", f"throughput rose within its rounds {', '.join(reasons)}", invalidates=False)


def process_count(turns: Sequence[ContestantRound]) -> RowFlag | None:
    """Trip when the number of processes differed between rounds."""
    counts = sorted({turn.processes for turn in turns if turn.processes is not None})
    if len(counts) < 2:
        return None
    reason = f"between {counts[0]} and {counts[-1]} processes, depending on the round"
    return RowFlag("process-count", reason, invalidates=False)


def seen_by_runner(turns: Sequence[tuple[int, ContestantRound]]) -> tuple[RowFlag, ...]:
    """Return the flags of the race, each kind once with its first reason.

    A wrong answer invalidates the row: it may come from the warm-up, where no gate counts it.
    """
    notes: dict[str, dict[int, str]] = {}
    for number, turn in turns:
        for flag in turn.flags:
            notes.setdefault(flag.kind, {}).setdefault(number, flag.reason)
    flags = []
    for kind, by_round in notes.items():
        reason = f"{next(iter(by_round.values()))} ({_in_rounds(by_round, turns)})".lstrip()
        flags.append(RowFlag(kind, reason, invalidates=kind in INVALIDATING_NOTES))
    return tuple(flags)


def _share_of_lap(lap: Sample, spent_us: int | None) -> float | None:
    return None if spent_us is None else spent_us / lap.lap_elapsed_s / 1e6


def _cpus_used(laps: Sequence[Sample]) -> float | None:
    """Return how many CPUs the contestant used on average; `None` when unknown."""
    mean = _mean_share(laps, lambda lap: _share_of_lap(lap, lap.server_cpu_us))
    return None if mean is None else mean[0]


def _starved_share(lap: Sample) -> float | None:
    delay_us = lap.generator_run_delay_us
    return None if delay_us is None else _share_of_lap(lap, delay_us - HANDOVER_US)


def _mean_share(laps: Sequence[Sample], share: Callable[[Sample], float | None]) -> tuple[float, float, int] | None:
    """Return the mean over time of a share, and the seconds and number of laps for which it is known."""
    known = [(value, lap.lap_elapsed_s) for lap in laps if (value := share(lap)) is not None]
    span_s = math.fsum(seconds for _, seconds in known)
    if span_s == 0:
        return None
    return math.fsum(value * seconds for value, seconds in known) / span_s, span_s, len(known)


def _requests(laps: Sequence[Sample]) -> int:
    return sum(lap.outcomes.total + lap.skipped_outcomes.total for lap in laps)


def _in_rounds(numbers: Collection[int], turns: Sequence[tuple[int, ContestantRound]]) -> str:
    return f"in {len(numbers)} of {len({number for number, _ in turns})} rounds"
