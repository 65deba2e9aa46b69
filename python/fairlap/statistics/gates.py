"""Gates: checks that make a row invalid, or flag it, each with its reason. Pure functions; `None` is passed.

A gate that cannot be decided from the facts (a clock that was not read, a lap without answers) passes. `for_everyone`
and `for_competitors` are all that a row needs; the single gates are public for their tests.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
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
from fairlap.statistics.laps import is_valid

MAX_ERROR_SHARE = 0.001
MAX_LITTLE_ERROR = 0.10
MAX_SHARE_OF_REFERENCE = 0.70
MAX_GENERATOR_CPU = 0.85
MIN_SERVER_CPU = 0.90
MAX_STEAL = 0.005
MIN_ACHIEVED = 0.99

MAX_FOREIGN = 0.03
"""Of the server CPUs' time. On an idle machine 0.1 to 0.4 % were seen (kernel threads), by cpuacct's exact count."""

MAX_RUN_DELAY = 0.01
"""Of the time of the laps, for each worker. On an idle machine 0.20 to 0.35 % were seen, whether the generator used 50
or 100 % of its CPU; 1 % is half of the smallest difference that matters by default."""

HANDOVER_US = 200
"""Of run delay in each lap that is not anybody else's: the order to lap is written on the same CPU. 0.07 ms in half of
the laps of 20 ms on an idle machine, 4 ms (a tick of the scheduler) in one of a hundred, 0.2 ms on average."""

MAX_CPUS_USED = 1.05
"""Relative to the CPUs it was given. A saturated contestant uses 1.00."""

CLOCK_ERROR_S = 0.0041
"""Standard deviation of a lap's idle time: both ends are rounded to steps of 10 ms (10 / sqrt 6)."""

MAX_THROTTLED = 0.001
"""Of the time of the laps. Without a quota it is exactly 0; one that never bites is let pass."""

RATES: tuple[tuple[RatePurpose, str], ...] = (
    ("share-20", "20 % of its throughput"),
    ("share-50", "50 % of its throughput"),
    ("share-80", "80 % of its throughput"),
    ("absolute", "the rate common to all"),
)
"""The offered rates that a contestant is meant to carry, as a reader knows them; the SLO search goes beyond."""


@document(frozen=True, slots=True, config=DOCUMENT)
class RowFlag:
    """A gate that tripped; one that invalidates takes the rank."""

    name: str
    reason: str
    invalidates: bool


@dataclass(frozen=True, slots=True)
class ClosedLoop:
    """The load, as far as gates need it. `workers` is the number of server CPUs."""

    connections: int
    keepalive: bool
    workers: int


def for_everyone(
    turns: Sequence[ContestantRound], latency: Latency | None, load: ClosedLoop | None
) -> tuple[RowFlag, ...]:
    """The gates that apply to everyone, the reference too; what invalidates comes first.

    Args:
        turns: the finished starts of one contestant.
        latency: of all their laps.
        load: `None` when it is not known: then what needs it passes.

    Raises:
        StoreError: a response time histogram is damaged.
    """
    laps = [lap for turn in turns for lap in turn.samples]
    rate_laps = [lap for turn in turns for lap in turn.rate_laps]
    sweep_laps = [lap for turn in turns for lap in turn.sweep_laps]
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
        no_steady_state(turns),
        process_count(turns),
    )
    return tuple(flag for flag in tripped if flag)


def for_competitors(
    turns: Sequence[ContestantRound], score: Interval | None, load: ClosedLoop | None
) -> tuple[RowFlag, ...]:
    """Was the generator the limit? Not to be asked of the reference: it is meant to be the ceiling."""
    laps = [lap for turn in turns for lap in turn.samples]
    tripped = (generator_bound(score), generator_busy(laps, load))
    return tuple(flag for flag in tripped if flag)


def wrong_answers(laps: Sequence[Sample], others: Sequence[RateLap | SweepLap] = ()) -> RowFlag | None:
    """Trips at a single answer that is not the right one, the part of a lap that is not counted included.

    `others` are the laps beside the cycles: a wrong answer under any load is one.
    """
    wrong = sum(lap.outcomes.wrong + lap.skipped_outcomes.wrong for lap in laps)
    wrong += sum(lap.outcomes.wrong for lap in others)
    if wrong == 0:
        return None
    requests = _requests(laps) + sum(lap.outcomes.total for lap in others)
    return RowFlag("wrong-answers", f"{wrong:,} of {requests:,} answers were wrong", invalidates=True)


def errors(laps: Sequence[Sample]) -> RowFlag | None:
    """Trips when more than 0.1 % of the requests did not end in a right answer."""
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
    """Trips unless min <= p50 <= ... <= p99.99 <= max and min <= mean <= max: the recording is broken.

    `at` says of which load these are, behind the reason.
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
    """`percentile_order` of the response times at every offered rate. Raises StoreError on a damaged histogram."""
    for purpose, words in RATES:
        blobs = [lap.response_histogram for lap in laps if lap.purpose == purpose]
        response = percentiles(merge(decode(blob, f"response times at {words}") for blob in blobs if blob is not None))
        if flag := percentile_order(response, f" at {words}"):
            return flag
    return None


def littles_law(laps: Sequence[Sample], load: ClosedLoop | None) -> RowFlag | None:
    """Trips when throughput x mean latency is off the number of connections by more than 10 %.

    J. D. C. Little, Operations Research 9, 1961: L = lambda W. Only a closed loop with keep-alive keeps L at
    the number of connections. A window that holds few answers per connection cannot hold a whole number of
    them, so one latency per window length is allowed on top. The median over laps decides.
    """
    if load is None or not load.keepalive:
        return None
    timed = [(lap, lap.latency_mean_us / 1e6) for lap in laps if lap.latency_mean_us is not None and is_valid(lap)]
    if not timed:
        return None
    in_flight = median(lap.throughput_per_s * mean_s for lap, mean_s in timed)
    allowed = MAX_LITTLE_ERROR + median(mean_s / lap.elapsed_s for lap, mean_s in timed)
    off = in_flight / load.connections - 1
    if abs(off) <= allowed:
        return None
    reason = f"throughput x mean latency is {in_flight:.1f} with {load.connections} connections ({off:+.0%})"
    return RowFlag("littles-law", reason, invalidates=True)


def generator_bound(score: Interval | None) -> RowFlag | None:
    """Trips above 70 % of the reference's throughput: the generator may be what was measured."""
    if score is None or score.value <= MAX_SHARE_OF_REFERENCE:
        return None
    reason = f"{score.value:.1%} of the reference: the generator, not the server, may be the limit"
    return RowFlag("generator-bound", reason, invalidates=False)


def generator_busy(laps: Sequence[Sample], load: ClosedLoop | None) -> RowFlag | None:
    """Trips when the generator used > 85 % of its CPU while the server's CPUs were > 10 % idle."""
    timed = [lap for lap in laps if lap.server_cpu_us is not None]
    span_us = sum(lap.lap_elapsed_s for lap in timed) * 1e6
    if load is None or span_us == 0:
        return None
    generator = sum(lap.generator_cpu_us for lap in timed) / span_us
    server = sum(lap.server_cpu_us or 0 for lap in timed) / span_us / load.workers
    if generator <= MAX_GENERATOR_CPU or server >= MIN_SERVER_CPU:
        return None
    reason = f"generator CPU {generator:.0%} busy while the server's was at {server:.0%}"
    return RowFlag("generator-busy", reason, invalidates=False)


def steal(laps: Sequence[Sample]) -> RowFlag | None:
    """Trips when the hypervisor took more than 0.5 % of the CPU time of the laps."""
    told = _mean_share(laps, lambda lap: lap.steal_share)
    if told is None or told[0] <= MAX_STEAL:
        return None
    return RowFlag("steal", f"the hypervisor took {told[0]:.1%} of the CPU time", invalidates=False)


def foreign_cpu(laps: Sequence[Sample]) -> RowFlag | None:
    """Trips when other processes took a part of the server CPUs' time that mattered, as far as the clock can tell.

    Three standard errors of the clock are allowed on top of `MAX_FOREIGN`: independent ones add up as their squares.
    """
    told = _mean_share(laps, lambda lap: lap.foreign_share)
    if told is None:
        return None
    share, span_s, count = told
    if share <= MAX_FOREIGN + 3 * CLOCK_ERROR_S * math.sqrt(count) / span_s:
        return None
    return RowFlag("foreign-cpu", f"other processes took {share:.0%} of the server CPUs' time", invalidates=False)


def beyond_its_cpus(laps: Sequence[Sample], load: ClosedLoop | None) -> RowFlag | None:
    """Trips when the contestant used more CPU time than its CPUs have: some of its threads ran on the generator's.

    Seen with the polling thread of an io_uring (SQPOLL), which the kernel lets run outside of the cpuset.
    """
    told = _mean_share(laps, lambda lap: _share_of_lap(lap, lap.server_cpu_us))
    if load is None or told is None or told[0] <= MAX_CPUS_USED * load.workers:
        return None
    reason = f"it used {told[0]:.2f} CPUs and was given {load.workers}: some of its threads run outside of them"
    return RowFlag("beyond-its-cpus", reason, invalidates=False)


def generator_starved(laps: Sequence[Sample], load: ClosedLoop | None) -> RowFlag | None:
    """Trips when the generator's threads were ready to run and did not: something else ran on the generator's CPUs.

    Their delays are summed; there are one or two threads for each worker.
    """
    told = _mean_share(laps, _starved_share)
    if load is None or told is None or told[0] <= MAX_RUN_DELAY * load.workers:
        return None
    reason = f"the generator had to wait for a CPU {told[0]:.1%} of the time"
    return RowFlag("generator-starved", reason, invalidates=False)


def throttled(laps: Sequence[Sample]) -> RowFlag | None:
    """Trips when a CPU quota (of a container, of a slice) held the contestant back for more than 0.1 % of the time."""
    told = _mean_share(laps, lambda lap: _share_of_lap(lap, lap.throttled_us))
    if told is None or told[0] <= MAX_THROTTLED:
        return None
    return RowFlag("throttled", f"a CPU quota held it back {told[0]:.1%} of the time", invalidates=False)


def rate_not_achieved(laps: Sequence[RateLap]) -> RowFlag | None:
    """Trips when fewer than 99 % of the requests that fell due at some rate got a right answer; names each rate."""
    missed: list[str] = []
    for purpose, words in RATES:
        chosen = [lap for lap in laps if lap.purpose == purpose]
        due = sum(lap.due for lap in chosen)
        achieved = sum(lap.outcomes.ok for lap in chosen)
        if due and achieved / due < MIN_ACHIEVED:
            rate = median(lap.rate_per_s for lap in chosen)
            missed.append(f"{achieved / due:.1%} of {rate:,.0f}/s ({words})")
    if not missed:
        return None
    return RowFlag("rate-not-achieved", f"achieved only {', '.join(missed)}", invalidates=False)


def no_steady_state(turns: Sequence[ContestantRound]) -> RowFlag | None:
    """Trips when warm-up ended without a steady throughput in any round."""
    unsteady = sum(turn.steady is False for turn in turns)
    if unsteady == 0:
        return None
    return RowFlag("no-steady-state", f"still changing after warm-up {_in_rounds(unsteady, turns)}", invalidates=False)


def process_count(turns: Sequence[ContestantRound]) -> RowFlag | None:
    """Trips when the number of processes was not the same in all rounds."""
    counts = sorted({turn.processes for turn in turns if turn.processes is not None})
    if len(counts) < 2:
        return None
    reason = f"between {counts[0]} and {counts[-1]} processes, depending on the round"
    return RowFlag("process-count", reason, invalidates=False)


def seen_by_runner(turns: Sequence[ContestantRound]) -> tuple[RowFlag, ...]:
    """What was noted while it ran (`name: reason`, or a bare name), each name once, with its first reason.

    The example of a wrong answer invalidates: it may be of the warm-up, where nothing else counts it.
    """
    notes: dict[str, list[str]] = {}
    for turn in turns:
        for text in dict.fromkeys(turn.flags):
            name, _, reason = text.partition(": ")
            notes.setdefault(name, []).append(reason)
    return tuple(
        RowFlag(
            name, f"{reasons[0]} ({_in_rounds(len(reasons), turns)})".lstrip(), invalidates=name in INVALIDATING_NOTES
        )
        for name, reasons in notes.items()
    )


def _share_of_lap(lap: Sample, spent_us: int | None) -> float | None:
    return None if spent_us is None else spent_us / lap.lap_elapsed_s / 1e6


def _starved_share(lap: Sample) -> float | None:
    delay_us = lap.generator_run_delay_us
    return None if delay_us is None else _share_of_lap(lap, delay_us - HANDOVER_US)


def _mean_share(laps: Sequence[Sample], share: Callable[[Sample], float | None]) -> tuple[float, float, int] | None:
    """Mean over time of a share of the laps that tell it, how many seconds these took, and how many they are."""
    told = [(value, lap.lap_elapsed_s) for lap in laps if (value := share(lap)) is not None]
    span_s = math.fsum(seconds for _, seconds in told)
    if span_s == 0:
        return None
    return math.fsum(value * seconds for value, seconds in told) / span_s, span_s, len(told)


def _requests(laps: Sequence[Sample]) -> int:
    return sum(lap.outcomes.total + lap.skipped_outcomes.total for lap in laps)


def _in_rounds(count: int, turns: Sequence[ContestantRound]) -> str:
    return f"in {count} of {len(turns)} rounds"
