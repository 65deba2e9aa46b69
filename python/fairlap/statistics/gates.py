"""Gates: checks that make a row invalid, or flag it, each with its reason. Pure functions; `None` is passed.

A gate that cannot be decided from the facts (a clock that was not read, a lap without answers) passes.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from fairlap.histograms import Percentiles
from fairlap.samples import OUTCOMES, WRONG_OUTCOMES, ContestantRound, Sample
from fairlap.statistics.estimate import Estimate
from fairlap.statistics.laps import is_valid

MAX_ERROR_SHARE = 0.001
MAX_LITTLE_ERROR = 0.10
MAX_SHARE_OF_REFERENCE = 0.70
MAX_GENERATOR_CPU = 0.85
MIN_SERVER_CPU = 0.90
MAX_STEAL = 0.005


@dataclass(frozen=True, slots=True)
class Flag:
    """A gate that tripped; `invalidates` says whether the row loses its rank."""

    name: str
    reason: str
    invalidates: bool


@dataclass(frozen=True, slots=True)
class ClosedLoop:
    """The load, as far as gates need it. `workers` is the number of server CPUs."""

    connections: int
    keepalive: bool
    workers: int


def wrong_answers(laps: Sequence[Sample]) -> Flag | None:
    """Trips at a single answer that is not the right one, the part of a lap that is not counted included."""
    wrong = sum(lap.outcomes.wrong + lap.skipped_outcomes.wrong for lap in laps)
    if wrong == 0:
        return None
    return Flag("wrong-answers", f"{wrong:,} of {_requests(laps):,} answers were wrong", invalidates=True)


def errors(laps: Sequence[Sample]) -> Flag | None:
    """Trips when more than 0.1 % of the requests did not end in a right answer."""
    requests = _requests(laps)
    failed = sum(lap.outcomes.errors + lap.skipped_outcomes.errors for lap in laps)
    if requests == 0 or failed / requests <= MAX_ERROR_SHARE:
        return None
    kinds: Counter[str] = Counter()
    for name in OUTCOMES[1:]:
        kinds[name] = sum(getattr(lap.outcomes, name) + getattr(lap.skipped_outcomes, name) for lap in laps)
    most = ", ".join(f"{name} {count:,}" for name, count in kinds.most_common(3) if count)
    return Flag("errors", f"{failed / requests:.2%} of {requests:,} requests failed ({most})", invalidates=True)


def percentile_order(latency: Percentiles | None) -> Flag | None:
    """Trips unless min <= p50 <= ... <= p99.99 <= max and min <= mean <= max: the recording is broken."""
    if latency is None:
        return None
    steps = ("min", "p50", "p75", "p90", "p95", "p99", "p999", "p9999", "max")
    known = [(name, value) for name in steps if (value := getattr(latency, name)) is not None]
    for (name, value), (next_name, next_value) in pairwise(known):
        if value > next_value:
            reason = f"{name} {value:.1f} us is above {next_name} {next_value:.1f} us"
            return Flag("percentile-order", reason, invalidates=True)
    if not latency.min <= latency.mean <= latency.max:
        reason = f"mean {latency.mean:.1f} us is not between min {latency.min:.1f} and max {latency.max:.1f} us"
        return Flag("percentile-order", reason, invalidates=True)
    return None


def littles_law(laps: Sequence[Sample], load: ClosedLoop | None) -> Flag | None:
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
    return Flag("littles-law", reason, invalidates=True)


def generator_bound(score: Estimate | None) -> Flag | None:
    """Trips above 70 % of the reference's throughput: the generator may be what was measured."""
    if score is None or score.value <= MAX_SHARE_OF_REFERENCE:
        return None
    reason = f"{score.value:.1%} of the reference: the generator, not the server, may be the limit"
    return Flag("generator-bound", reason, invalidates=False)


def generator_busy(laps: Sequence[Sample], load: ClosedLoop | None) -> Flag | None:
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
    return Flag("generator-busy", reason, invalidates=False)


def steal(laps: Sequence[Sample]) -> Flag | None:
    """Trips when the hypervisor took more than 0.5 % of the CPU time of the laps."""
    shares = [(lap.steal_share, lap.lap_elapsed_s) for lap in laps if lap.steal_share is not None]
    span_s = math.fsum(seconds for _, seconds in shares)
    if span_s == 0:
        return None
    share = math.fsum(share * seconds for share, seconds in shares) / span_s
    if share <= MAX_STEAL:
        return None
    return Flag("steal", f"the hypervisor took {share:.1%} of the CPU time", invalidates=False)


def no_steady_state(turns: Sequence[ContestantRound]) -> Flag | None:
    """Trips when warm-up ended without a steady throughput in any round."""
    unsteady = sum(turn.steady is False for turn in turns)
    if unsteady == 0:
        return None
    return Flag("no-steady-state", f"still changing after warm-up {_in_rounds(unsteady, turns)}", invalidates=False)


def process_count(turns: Sequence[ContestantRound]) -> Flag | None:
    """Trips when the number of processes was not the same in all rounds."""
    counts = sorted({turn.processes for turn in turns if turn.processes is not None})
    if len(counts) < 2:
        return None
    reason = f"between {counts[0]} and {counts[-1]} processes, depending on the round"
    return Flag("process-count", reason, invalidates=False)


def seen_by_runner(turns: Sequence[ContestantRound]) -> tuple[Flag, ...]:
    """What was noted while it ran (`name: reason`, or a bare name), each name once, with its first reason.

    The example of a wrong answer invalidates: it may be of the warm-up, where nothing else counts it.
    """
    notes: dict[str, list[str]] = {}
    for turn in turns:
        for text in dict.fromkeys(turn.flags):
            name, _, reason = text.partition(": ")
            notes.setdefault(name, []).append(reason)
    return tuple(
        Flag(name, f"{reasons[0]} ({_in_rounds(len(reasons), turns)})".lstrip(), invalidates=name in WRONG_OUTCOMES)
        for name, reasons in notes.items()
    )


def _requests(laps: Sequence[Sample]) -> int:
    return sum(lap.outcomes.total + lap.skipped_outcomes.total for lap in laps)


def _in_rounds(count: int, turns: Sequence[ContestantRound]) -> str:
    return f"in {count} of {len(turns)} rounds"
