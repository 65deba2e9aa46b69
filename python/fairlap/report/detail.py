"""The data of pictures beyond the report: percentile curves, warm-up, laps by cycle."""

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from fairlap.histograms import Histogram, curve, decode, merge
from fairlap.report.models import ReportModel
from fairlap.samples import ContestantRound, RoundRecord
from fairlap.statistics.laps import finished, log_speeds, turns_of
from fairlap.statistics.latency import responses_by_start, starts_at_rate
from fairlap.store import StoredRun

_FIRST = (50_000, 100_000, 200_000, 300_000, 400_000, 500_000, 600_000, 700_000, 750_000, 800_000, 850_000)
_TAILS = (100_000, 75_000, 50_000, 40_000, 30_000, 20_000, 15_000)
CURVE_PER_MILLION = _FIRST + tuple(1_000_000 - tail // 10**decade for decade in range(5) for tail in _TAILS)
"""Percentiles of a curve's points: equally many for each power of ten of the share above, as the axis is drawn."""


class CurvePoint(ReportModel):
    """A percentile (0 to 100) and its time in microseconds; at least 100 samples lie above it."""

    percentile: float
    value_us: float


class WarmupMedian(ReportModel):
    """The n-th warm-up lap: medians over the `rounds` that had it. `ratio` is to the reference in the same cycle."""

    at_s: float
    ratio: float
    rounds: int


class CyclePoint(ReportModel):
    """One lap, and its ratios to laps of the same cycle and heat; null if there were none.

    `ratio` is to the reference. `ratio_to_others` is the lap relative to the contestant's median in this heat, divided
    by the median of the same of all others including the reference: a single restless contestant moves nobody else.
    """

    round: int
    heat: int
    cycle: int
    throughput_per_s: float
    ratio: float | None
    ratio_to_others: float | None


class ContestantDetail(ReportModel):
    """One contestant in one scenario; finished rounds only.

    `half_load` is the response time at half of its own throughput, from the merged histograms of undisturbed laps;
    empty when too many were disturbed. `full_load` is the latency in the closed loop, of all laps. `warmup` has the
    laps that at least half of the rounds had.
    """

    name: str
    scenario: str
    half_load: tuple[CurvePoint, ...] = ()
    full_load: tuple[CurvePoint, ...] = ()
    warmup: tuple[WarmupMedian, ...] = ()
    cycles: tuple[CyclePoint, ...] = ()


class RunDetail(ReportModel):
    """The detail of a run: one entry per scenario and contestant, in the order in which they were run."""

    run: str
    contestants: tuple[ContestantDetail, ...]

    def of_scenario(self, scenario: str) -> dict[str, ContestantDetail]:
        """Return the entries of one scenario by contestant."""
        return {entry.name: entry for entry in self.contestants if entry.scenario == scenario}


def build_detail(stored: StoredRun) -> RunDetail:
    """Return the detail of a stored run.

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
    half = responses_by_start(starts_at_rate(rounds, name, "share-50"), where)
    full = (lap.histogram for turn in turns for lap in turn.samples)
    return ContestantDetail(
        name=name,
        scenario=scenario,
        half_load=_curve(merge(half)),
        full_load=_curve(merge(decode(blob, where) for blob in full if blob is not None)),
        warmup=_warmup(turns),
        cycles=tuple(point for record in rounds for point in _cycles(record, name)),
    )


def _curve(merged: Histogram) -> tuple[CurvePoint, ...]:
    points = curve(merged, CURVE_PER_MILLION)
    return tuple(CurvePoint(percentile=share / 10_000, value_us=value_us) for share, value_us in points)


def _warmup(turns: Sequence[ContestantRound]) -> tuple[WarmupMedian, ...]:
    laps: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for turn in turns:
        for lap in turn.warmup:
            if lap.ratio is not None:
                laps[lap.cycle].append((lap.at_s, lap.ratio))
    rounds = sum(bool(turn.warmup) for turn in turns)
    points = [
        WarmupMedian(
            at_s=median(at_s for at_s, _ in values), ratio=median(ratio for _, ratio in values), rounds=len(values)
        )
        for _, values in sorted(laps.items())
        if 2 * len(values) >= rounds
    ]
    return tuple(sorted(points, key=lambda point: point.at_s))


def _cycles(record: RoundRecord, name: str) -> list[CyclePoint]:
    logs = {turn.contestant: log_speeds(turn) for turn in record.contestants}
    own, reference = logs.pop(name, {}), logs.get(record.reference, {})
    changes = [_changes(speeds) for speeds in logs.values()]
    others = {cycle: [change[cycle] for change in changes if cycle in change] for cycle in own}
    own_changes = _changes(own)
    if name == record.reference:
        reference = own
    return [
        CyclePoint(
            round=record.round,
            heat=record.heat,
            cycle=cycle,
            throughput_per_s=math.exp(speed),
            ratio=math.exp(speed - reference[cycle]) if cycle in reference else None,
            ratio_to_others=math.exp(own_changes[cycle] - median(others[cycle])) if others[cycle] else None,
        )
        for cycle, speed in own.items()
    ]


def _changes(speeds: dict[int, float]) -> dict[int, float]:
    """Return what each cycle differs from the median of the heat, as logs."""
    middle = median(speeds.values()) if speeds else 0.0
    return {cycle: speed - middle for cycle, speed in speeds.items()}
