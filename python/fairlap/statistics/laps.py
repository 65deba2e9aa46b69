"""One number per contestant and round, out of its laps. In a cycle the machine is nearly constant: compare there."""

import math
from collections.abc import Iterable, Sequence
from statistics import median

from fairlap.samples import ContestantRound, RoundRecord, Sample


def finished(turn: ContestantRound) -> bool:
    """Whether this start went through to its end: only then do its laps count."""
    return turn.failure is None


def is_valid(lap: Sample) -> bool:
    """Whether a lap says anything about speed: a right answer arrived."""
    return math.isfinite(lap.throughput_per_s) and lap.throughput_per_s > 0


def throughput_of_round(turn: ContestantRound) -> float | None:
    """Median over cycles, in right answers per second; `None` without a finished round and a valid lap."""
    laps = [lap.throughput_per_s for lap in turn.samples if is_valid(lap)]
    return median(laps) if laps and finished(turn) else None


def log_speeds(turn: ContestantRound) -> dict[int, float]:
    """The logarithm of the throughput of each cycle with a valid lap; nothing of an unfinished round."""
    if not finished(turn):
        return {}
    return {lap.cycle: math.log(lap.throughput_per_s) for lap in turn.samples if is_valid(lap)}


def median_difference(a: dict[int, float], b: dict[int, float]) -> float | None:
    """Median over cycles of a - b, over the cycles that have both; `None` when there is no such cycle."""
    common = a.keys() & b.keys()
    return median(a[cycle] - b[cycle] for cycle in common) if common else None


def log_ratios(rounds: Iterable[RoundRecord], a: str, b: str) -> tuple[float, ...]:
    """One log ratio a : b for each round in whose heat both ran, in the order of the rounds (0 for a : a)."""
    ratios: list[float] = []
    for record in rounds:
        speeds = {turn.contestant: log_speeds(turn) for turn in record.contestants if turn.contestant in (a, b)}
        if len(speeds) == len({a, b}) and (ratio := median_difference(speeds[a], speeds[b])) is not None:
            ratios.append(ratio)
    return tuple(ratios)


def cpu_us_per_request(turn: ContestantRound) -> float | None:
    """Server CPU of the whole laps per answer, in microseconds; laps whose CPU was not read are left out."""
    laps = [lap for lap in turn.samples if lap.server_cpu_us is not None]
    responses = sum(lap.responses for lap in laps)
    if not responses or not finished(turn):
        return None
    return sum(lap.server_cpu_us or 0 for lap in laps) / responses


def turns_of(rounds: Sequence[RoundRecord], contestant: str) -> tuple[tuple[int, ContestantRound], ...]:
    """All starts of a contestant, each with the number of its round, in the order of the rounds."""
    return tuple(
        (record.round, turn) for record in rounds for turn in record.contestants if turn.contestant == contestant
    )
