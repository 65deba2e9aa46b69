"""What pictures draw beyond the numbers of a report: percentile curves, warm-up, the laps cycle by cycle."""

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean, median

from fairlap.histograms import curve, decode, merge
from fairlap.report.parts import ReportModel
from fairlap.samples import ContestantRound, RatePurpose, RoundRecord
from fairlap.statistics.laps import finished, log_speeds, turns_of
from fairlap.store import StoredRun

HALF: RatePurpose = "share-50"

_FIRST = (50_000, 100_000, 200_000, 300_000, 400_000, 500_000, 600_000, 700_000, 750_000, 800_000, 850_000)
_TAILS = (100_000, 75_000, 50_000, 40_000, 30_000, 20_000, 15_000)
CURVE_PER_MILLION = _FIRST + tuple(1_000_000 - tail // 10**decade for decade in range(5) for tail in _TAILS)
"""Where curves have points: the same number in each power of ten of the samples above, as their axis is drawn."""


class CurvePoint(ReportModel):
    """A percentile (0 to 100) and its time in microseconds; at least 100 samples lie above it."""

    percentile: float
    value_us: float


class WarmupMedian(ReportModel):
    """The n-th warm-up lap: medians over the `rounds` that had one. `ratio` is to the reference in the same cycle."""

    at_s: float
    ratio: float
    rounds: int


class CyclePoint(ReportModel):
    """One lap, and its ratios to laps of the same cycle and heat; null where there were none.

    `ratio` is to the reference; `ratio_to_others` to the geometric mean of everyone else, the reference included: two
    contestants relative to each other are the same either way, and no single lap of the reference moves it.
    """

    round: int
    heat: int
    cycle: int
    throughput_per_s: float
    ratio: float | None
    ratio_to_others: float | None


class ContestantDetail(ReportModel):
    """One contestant in one scenario, its finished rounds only.

    `half_load` is response time from due at half of its own throughput, `full_load` from sending in the closed loop:
    each of the merged histograms of all laps. A lap of the warm-up is there when at least half of the rounds had it.
    """

    name: str
    scenario: str
    half_load: tuple[CurvePoint, ...] = ()
    full_load: tuple[CurvePoint, ...] = ()
    warmup: tuple[WarmupMedian, ...] = ()
    cycles: tuple[CyclePoint, ...] = ()


class RunDetail(ReportModel):
    """The detail of a run, contestant by contestant in every scenario, in the order in which they were run."""

    run: str
    contestants: tuple[ContestantDetail, ...]

    def of_scenario(self, scenario: str) -> dict[str, ContestantDetail]:
        """By name, those of one scenario."""
        return {found.name: found for found in self.contestants if found.scenario == scenario}


def build_detail(stored: StoredRun) -> RunDetail:
    """The detail of a stored run.

    Raises:
        StoreError: a latency histogram is damaged.
    """
    by_scenario: dict[str, list[RoundRecord]] = defaultdict(list)
    for record in stored.rounds:
        by_scenario[record.scenario].append(record)
    return RunDetail(
        run=stored.run.run,
        contestants=tuple(
            _contestant(scenario, name, rounds)
            for scenario, rounds in by_scenario.items()
            for name in dict.fromkeys(turn.contestant for record in rounds for turn in record.contestants)
        ),
    )


def _contestant(scenario: str, name: str, rounds: Sequence[RoundRecord]) -> ContestantDetail:
    turns = [turn for _, turn in turns_of(rounds, name) if finished(turn)]
    where = f"{scenario}/{name}"
    half = [lap.response_histogram for turn in turns for lap in turn.rate_laps if lap.purpose == HALF]
    full = [lap.histogram for turn in turns for lap in turn.samples]
    return ContestantDetail(
        name=name,
        scenario=scenario,
        half_load=_curve(half, where),
        full_load=_curve(full, where),
        warmup=_warmup(turns),
        cycles=tuple(point for record in rounds for point in _cycles(record, name)),
    )


def _curve(blobs: Sequence[str | None], where: str) -> tuple[CurvePoint, ...]:
    merged = merge(decode(blob, where) for blob in blobs if blob is not None)
    found = curve(merged, CURVE_PER_MILLION)
    return tuple(CurvePoint(percentile=share / 10_000, value_us=value_us) for share, value_us in found)


def _warmup(turns: Sequence[ContestantRound]) -> tuple[WarmupMedian, ...]:
    laps: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for turn in turns:
        for lap in turn.warmup:
            if lap.ratio is not None:
                laps[lap.cycle].append((lap.at_s, lap.ratio))
    rounds = sum(bool(turn.warmup) for turn in turns)
    points = [
        WarmupMedian(
            at_s=median(at_s for at_s, _ in found), ratio=median(ratio for _, ratio in found), rounds=len(found)
        )
        for _, found in sorted(laps.items())
        if 2 * len(found) >= rounds
    ]
    return tuple(sorted(points, key=lambda point: point.at_s))


def _cycles(record: RoundRecord, name: str) -> list[CyclePoint]:
    logs = {turn.contestant: log_speeds(turn) for turn in record.contestants}
    own, yardstick = logs.pop(name, {}), logs.get(record.reference, {})
    others = {cycle: [speeds[cycle] for speeds in logs.values() if cycle in speeds] for cycle in own}
    if name == record.reference:
        yardstick = own
    return [
        CyclePoint(
            round=record.round,
            heat=record.heat,
            cycle=cycle,
            throughput_per_s=math.exp(speed),
            ratio=math.exp(speed - yardstick[cycle]) if cycle in yardstick else None,
            ratio_to_others=math.exp(speed - fmean(others[cycle])) if others[cycle] else None,
        )
        for cycle, speed in own.items()
    ]
