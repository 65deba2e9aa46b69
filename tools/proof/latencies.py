"""(d) Simulated response times: how often an interval holds the true percentile, false alarms between equals, power.

A contestant is a queue with one server and Poisson arrivals at half of what it carries now. The machine changes its
speed as `tools.rehearsal.machine` says, and stalls; laps in which it stalled for longer than the bound are left out, as
in a race. Statistics are those of a report.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, get_args
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from tools.proof.simulate import SEED, in_parallel
from tools.rehearsal.machine import MEASURED, Weather

from fairlap import histograms
from fairlap.plan.rates import LAP_MS
from fairlap.samples import ContestantRound, Outcomes, RateLap, RoundRecord
from fairlap.statistics.latency import rate_row
from fairlap.statistics.responses import LEAST_EFFECT, PER_MILLION, Percentile, compare_responses

Floats = NDArray[np.float64]
Service = Literal["exponential", "two groups", "pauses", "rare pauses"]

WITHOUT_DRIFT = replace(MEASURED, drift_sd=0.0)
"""A race is too short to see how a machine wanders over minutes, and no interval over its rounds can allow for it."""

MEAN_US = 100.0
PAUSE_US = 20_000.0
PAUSE_EVERY_S: Mapping[Service, float] = {"pauses": 0.5, "rare pauses": 4.0}
"""Contestants that stop by themselves, as garbage collectors do. Of rare pauses about one answer in a hundred waits for
the end, so that its p99 jumps."""

START_SD = 0.02
SKIPPED_S, ROUND_S = 0.025, 20.0
TRUTH_LAPS = 3000


@dataclass(frozen=True, slots=True)
class LatencyCell:
    """Many simulated races of two contestants, `b` slower by `effect` (a share of its time for a request).

    `covered_p50` and `covered_p99` count intervals of `a` that hold the truth; `found_*` count races whose verdict says
    that a is faster, `wrong_*` that b is. `half_width_p99` is the median half width of the interval, as a share;
    `disturbed` the share of laps that were left out.
    """

    service: str
    rounds: int
    laps: int
    effect: float
    races: int
    covered_p50: int
    covered_p99: int
    found_p50: int
    found_p99: int
    wrong_p50: int
    wrong_p99: int
    half_width_p50: float
    half_width_p99: float
    disturbed: float


def service_us(service: Service, dice: np.random.Generator, count: int) -> Floats:
    """Draw times for requests with the mean `MEAN_US`, on a machine at full speed."""
    if service == "exponential":
        return dice.exponential(MEAN_US, count)
    if service == "two groups":
        return np.where(dice.random(count) < 0.1, 5.0, 5.0 / 9) * MEAN_US * dice.uniform(0.95, 1.05, count)
    return dice.uniform(0.8, 1.2, count) * MEAN_US


def responses_us(
    service: Service, dice: np.random.Generator, speed: float, window_s: float, stalls_us: Floats, own_per_s: float
) -> Floats:
    """Return the response times of one lap at half load.

    The waiting time of a request is that of the one before it plus its service less the gap between them, at least 0
    (D. V. Lindley, Mathematical Proceedings of the Cambridge Philosophical Society 48, 1952). A stall, or a pause of
    the contestant, lengthens the service of the request that it hits. What comes before the window has an effect on it.
    """
    whole_s = SKIPPED_S + window_s
    count = int(whole_s * own_per_s) + 64
    gaps_us = dice.exponential(2e6 / own_per_s, count)
    due_us = np.cumsum(gaps_us)
    served_us = service_us(service, dice, count) / speed
    pauses = dice.poisson(whole_s / PAUSE_EVERY_S[service]) if service in PAUSE_EVERY_S else 0
    for lasted_us in (*stalls_us, *[PAUSE_US] * pauses):
        hit = int(np.searchsorted(due_us, dice.uniform(0, whole_s * 1e6)))
        if hit < count:
            served_us[hit] += lasted_us
    walk = np.concatenate([[0.0], np.cumsum(served_us[:-1] - gaps_us[1:])])
    waited_us = walk - np.minimum.accumulate(walk)
    times: Floats = (waited_us + served_us)[(due_us >= SKIPPED_S * 1e6) & (due_us < whole_s * 1e6)]
    return times


def lap(service: Service, dice: np.random.Generator, log_speed: float, noisy_per_s: float) -> tuple[Floats, float]:
    """Return the response times of one lap and how long the machine stalled in it, in microseconds."""
    lasted_s = LAP_MS / 1000
    stalls_us = dice.exponential(MEASURED.stall_ms * 1000, dice.poisson(lasted_s / MEASURED.stall_every_s))
    times_us = responses_us(service, dice, math.exp(log_speed), lasted_s - SKIPPED_S, stalls_us, noisy_per_s)
    return times_us, float(stalls_us.sum())


def carried_per_s(service: Service, log_speed: float) -> float:
    """Return the throughput of a contestant that is always busy."""
    busy = 1 - PAUSE_US / 1e6 / PAUSE_EVERY_S.get(service, math.inf)
    return busy * 1e6 / MEAN_US * math.exp(log_speed)


def record(times_us: Floats, stall_us: float) -> RateLap:
    """Return the lap as a race stores it."""
    count = len(times_us)
    ok = Outcomes(count, 0, 0, 0, 0, 0, 0, 0)
    blob = histograms.encode(histograms.of_nanoseconds((times_us * 1000).astype(np.int64)))
    due, window_s = max(1, count), LAP_MS / 1000 - SKIPPED_S
    return RateLap(
        "share-50", 1, 1.0, due, count, 0, count, window_s, ok, 0, blob, None, None, None, count, None, 0, stall_us
    )


def race(service: Service, rounds: int, laps: int, effect: float, seed: int) -> tuple[RoundRecord, ...]:
    """Simulate the laps at half load of two contestants."""
    dice, weather = np.random.default_rng(seed), Weather(WITHOUT_DRIFT, seed)
    records = []
    for number in range(1, rounds + 1):
        clock_s = number * ROUND_S
        slower = {"a": 0.0, "b": math.log1p(effect)}
        luck = {name: dice.normal(0.0, START_SD) for name in slower}
        found: dict[str, list[RateLap]] = {name: [] for name in slower}
        for _ in range(laps):
            for name in dice.permutation(list(slower)):
                speed = weather.log_speed(clock_s, clock_s + LAP_MS / 1000) + luck[name] - slower[name]
                known = carried_per_s(service, speed) * math.exp(dice.normal(0.0, 0.02))
                found[name].append(record(*lap(service, dice, speed, known)))
                clock_s += LAP_MS / 1000 + 0.3
        turns = tuple(_turn(name, tuple(kept)) for name, kept in found.items())
        records.append(RoundRecord("simulated", 1, number, "", "reference", turns))
    return tuple(records)


def _turn(name: str, laps: tuple[RateLap, ...]) -> ContestantRound:
    return ContestantRound(
        name, 1, None, None, None, None, None, None, None, None, None, flags=(), samples=(), rate_laps=laps
    )


@cache
def truth_us(service: Service) -> Mapping[Percentile, float]:
    """Return the true percentiles: of a machine that has the same moods, and never stalls."""
    dice, weather = np.random.default_rng(SEED), Weather(WITHOUT_DRIFT, SEED)
    times = []
    for number in range(TRUTH_LAPS):
        speed = weather.log_speed(number * 3.0, number * 3.0 + LAP_MS / 1000) + dice.normal(0.0, START_SD)
        known = carried_per_s(service, speed) * math.exp(dice.normal(0.0, 0.02))
        times.append(responses_us(service, dice, math.exp(speed), 0.25, np.empty(0), known))
    merged = np.concatenate(times)
    return {name: float(np.quantile(merged, per_million / 1e6)) for name, per_million in PER_MILLION.items()}


@dataclass(frozen=True, slots=True)
class LatencyResult:
    """One race: for p50 and p99 whether the truth is covered, the half width, and the verdict."""

    covered: tuple[bool, bool]
    half_widths: tuple[float, float]
    verdicts: tuple[str, str]
    disturbed: float


def judge(service: Service, rounds: int, laps: int, effect: float, seed: int) -> LatencyResult:
    """Simulate one race and read its report."""
    records = race(service, rounds, laps, effect, seed)
    row = rate_row(records, "a", "share-50")
    assert row is not None
    truth, found = truth_us(service), {"p50": row.response_us.p50, "p99": row.response_us.p99}
    bounds = {name: (one.low, one.high) if one and one.low and one.high else None for name, one in found.items()}
    pairs = {one.percentile: one.comparisons for one in compare_responses(records, ("a", "b"))}
    covered = {name: at is not None and at[0] <= truth[name] <= at[1] for name, at in bounds.items()}
    widths = {name: math.inf if at is None else math.log(at[1] / at[0]) / 2 for name, at in bounds.items()}
    verdicts = {name: pairs[name][0].verdict if pairs[name] else "undecided" for name in LEAST_EFFECT}
    return LatencyResult(
        (covered["p50"], covered["p99"]),
        (widths["p50"], widths["p99"]),
        (verdicts["p50"], verdicts["p99"]),
        row.disturbed / row.laps,
    )


def cell(service: Service, rounds: int, laps: int, effect: float, races: int) -> LatencyCell:
    """Simulate `races` races of one kind, each kind with its own seeds."""
    truth_us(service)  # before the processes begin
    first = SEED + crc32(f"{service}/{rounds}/{laps}/{effect}".encode())
    ended = in_parallel(judge, [(service, rounds, laps, effect, first + number) for number in range(races)])
    verdicts = [[result.verdicts[at] for result in ended] for at in (0, 1)]
    widths = [float(np.median([result.half_widths[at] for result in ended])) for at in (0, 1)]
    return LatencyCell(
        service=service,
        rounds=rounds,
        laps=laps,
        effect=effect,
        races=races,
        covered_p50=sum(result.covered[0] for result in ended),
        covered_p99=sum(result.covered[1] for result in ended),
        found_p50=verdicts[0].count("faster"),
        found_p99=verdicts[1].count("faster"),
        wrong_p50=verdicts[0].count("slower"),
        wrong_p99=verdicts[1].count("slower"),
        half_width_p50=round(widths[0], 4),
        half_width_p99=round(widths[1], 4),
        disturbed=round(float(np.mean([result.disturbed for result in ended])), 4),
    )


def cells(races: int) -> Iterable[LatencyCell]:
    """Simulate equals and a difference of 20 %: short races of every kind of service, and one of 5 minutes."""
    kinds: tuple[tuple[Service, int, int], ...] = (
        *((service, rounds, laps) for service in get_args(Service) for rounds, laps in ((4, 24), (12, 12))),
        ("exponential", 18, 24),
    )
    for service, rounds, laps in kinds:
        for effect in (0.0, 0.2):
            yield cell(service, rounds, laps, effect, races)
