"""Sums over all laps of a contestant, for output in the style of other tools."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.catalog import Shape
from fairlap.histograms import curve, decode, merge
from fairlap.report.published import StoredSuite
from fairlap.samples import Sample
from fairlap.store import StoredRun

PERCENTS = (50, 66, 75, 80, 90, 95, 98, 99)
"""The percentiles that ab prints."""

_PER_MILLION = 10_000
"""Millionths per percent."""


@dataclass(frozen=True, slots=True)
class LapTotals:
    """Sums over all laps of the finished rounds of one contestant in one scenario.

    `elapsed_s` is the total length of the windows, `completed` their right answers, `failed` their other requests.
    `bytes_per_s` are received bytes over whole laps, headers included; `None` if the generator does not count them.
    `lap_per_s` are minimum, mean, standard deviation and maximum of the laps' throughputs. `percentiles_us` has a
    latency at full load for each of `PERCENTS`; `None` if too few answers took longer.
    """

    contestant: str
    scenario: str
    laps: int
    elapsed_s: float
    completed: int
    failed: int
    bytes_per_s: float | None
    lap_per_s: tuple[float, float, float, float]
    percentiles_us: tuple[float | None, ...]


def shape_of(stored: StoredRun) -> Shape | None:
    """Return the layout of the seed's table, `None` if the suite was stored without it."""
    published = StoredSuite.model_validate_json(stored.run.suite_json).published
    return published.shape if published else None


def lap_totals(stored: StoredRun) -> tuple[LapTotals, ...]:
    """Return one entry for each contestant and scenario with laps.

    Raises:
        StoreError: a latency histogram is damaged.
    """
    laps: dict[tuple[str, str], list[Sample]] = {}
    for record in stored.rounds:
        for turn in record.contestants:
            if turn.failure is None and turn.samples:
                laps.setdefault((record.scenario, turn.contestant), []).extend(turn.samples)
    return tuple(_totals(scenario, contestant, own) for (scenario, contestant), own in laps.items())


def _totals(scenario: str, contestant: str, laps: Sequence[Sample]) -> LapTotals:
    speeds = [lap.throughput_per_s for lap in laps]
    mean = statistics.fmean(speeds)
    merged = merge(decode(lap.histogram, f"{scenario}/{contestant}") for lap in laps if lap.histogram is not None)
    known = dict(curve(merged, (percent * _PER_MILLION for percent in PERCENTS)))
    return LapTotals(
        contestant=contestant,
        scenario=scenario,
        laps=len(laps),
        elapsed_s=math.fsum(lap.elapsed_s for lap in laps),
        completed=sum(lap.completed for lap in laps),
        failed=sum(lap.outcomes.errors for lap in laps),
        bytes_per_s=_bytes_per_s(laps),
        lap_per_s=(min(speeds), mean, statistics.pstdev(speeds, mean), max(speeds)),
        percentiles_us=tuple(known.get(percent * _PER_MILLION) for percent in PERCENTS),
    )


def _bytes_per_s(laps: Sequence[Sample]) -> float | None:
    counts = [lap.bytes_received for lap in laps if lap.bytes_received is not None]
    length_s = math.fsum(lap.lap_elapsed_s for lap in laps)
    return sum(counts) / length_s if len(counts) == len(laps) and length_s > 0 else None
