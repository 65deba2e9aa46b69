"""Reduces laps to one number per contestant and round. Compares within cycles, where the machine is nearly constant."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from fairlap.histograms import decode, nearest_rank_us
from fairlap.samples import ContestantRound, RateLap, RoundRecord, Sample
from fairlap.statistics.blocks import Block

DISTURBED_US = 2000.0
"""A lap at a fixed rate with a longer stall of the machine is disturbed: it does not count."""

DISTURBED_SHARE, DISTURBED_TIMES = 0.02, 4
"""The laps of slow contestants are longer, and every machine takes a little of any second. So there a stall may take
this share of the window, and as long as so many median response times of the lap, which hardly moves its p99."""

MOST_DISTURBED = 0.3
"""With a larger share of disturbed laps there are no percentiles, as the choice of laps would decide them."""


Speeds = dict[str, dict[int, float]]
"""Log throughput by contestant and cycle in one heat of one round."""


@dataclass(frozen=True, slots=True)
class _Heat:
    """One heat of one round. `machine` is that of the server, `None` in a run with one machine."""

    machine: str | None
    speeds: Speeds


@dataclass(frozen=True, slots=True)
class _Number:
    """One log ratio, and the machines of its contestants."""

    value: float
    block: Block
    direct: bool


def finished(turn: ContestantRound) -> bool:
    """Return whether this start finished: otherwise its laps do not count."""
    return turn.failure is None


def is_valid(lap: Sample) -> bool:
    """Return whether a lap had a right answer."""
    return math.isfinite(lap.throughput_per_s) and lap.throughput_per_s > 0


def is_disturbed(lap: RateLap) -> bool:
    """Return whether the machine stalled during a lap, by its own clocks; an unknown stall is none.

    Raises StoreError if the histogram of a lap with a long stall is damaged.
    """
    if lap.stall_us is None or lap.stall_us <= DISTURBED_US:
        return False
    if lap.response_histogram is None or lap.stall_us > DISTURBED_SHARE * lap.elapsed_s * 1e6:
        return True
    median_us = nearest_rank_us(decode(lap.response_histogram, "response times"), 500_000)
    return lap.stall_us > DISTURBED_TIMES * median_us


def throughput_of_round(turn: ContestantRound) -> float | None:
    """Return the median over cycles, in right answers per second; `None` if unfinished or without a valid lap."""
    laps = [lap.throughput_per_s for lap in turn.samples if is_valid(lap)]
    return median(laps) if laps and finished(turn) else None


def log_speeds(turn: ContestantRound) -> dict[int, float]:
    """Return the log throughput of each cycle with a valid lap; empty for an unfinished round."""
    if not finished(turn):
        return {}
    return {lap.cycle: math.log(lap.throughput_per_s) for lap in turn.samples if is_valid(lap)}


def median_difference(a: dict[int, float], b: dict[int, float]) -> float | None:
    """Return the median of a - b over common cycles; `None` when there are none."""
    common = a.keys() & b.keys()
    return median(a[cycle] - b[cycle] for cycle in common) if common else None


def log_ratios(rounds: Iterable[RoundRecord], a: str, b: str) -> tuple[float, ...]:
    """Return the log ratio a : b of each round in which both shared a heat, in order (0 for a : a)."""
    ratios: list[float] = []
    for record in rounds:
        speeds = {turn.contestant: log_speeds(turn) for turn in record.contestants if turn.contestant in (a, b)}
        if len(speeds) == len({a, b}) and (ratio := median_difference(speeds[a], speeds[b])) is not None:
            ratios.append(ratio)
    return tuple(ratios)


@dataclass(frozen=True, slots=True)
class PairNumbers:
    """The log ratios of a : b, one for each usable round, in order.

    `direct` of them come from a shared heat, the others are differences of scores. `blocks` are the machines of each.
    """

    a: str
    b: str
    values: tuple[float, ...]
    direct: int
    blocks: tuple[Block, ...]


def pair_numbers(rounds: Iterable[RoundRecord], contestants: Sequence[str], reference: str) -> tuple[PairNumbers, ...]:
    """Return the numbers of all pairs of `contestants`.

    If both shared a heat, the number of a round is the median over common cycles of log a - log b, which cancels the
    noise of the cycle; otherwise it is the difference of their log scores, each relative to the reference in its heat.
    """
    heats: dict[int, list[_Heat]] = {}
    for record in rounds:
        speeds = {turn.contestant: log_speeds(turn) for turn in record.contestants}
        heats.setdefault(record.round, []).append(_Heat(record.machine, speeds))
    in_order = [(heats[number], _log_scores(heats[number], reference)) for number in sorted(heats)]
    pairs = []
    for a, b in combinations(contestants, 2):
        found = [_direct(of_round, a, b) or _indirect(scores, a, b) for of_round, scores in in_order]
        numbers = [number for number in found if number is not None]
        pairs.append(
            PairNumbers(
                a,
                b,
                values=tuple(number.value for number in numbers),
                direct=sum(number.direct for number in numbers),
                blocks=tuple(number.block for number in numbers),
            )
        )
    return tuple(pairs)


def _direct(heats: Iterable[_Heat], a: str, b: str) -> _Number | None:
    for heat in heats:
        if (found := _difference(heat.speeds, a, b)) is not None:
            return _Number(found, (heat.machine, heat.machine), direct=True)
    return None


def _indirect(scores: dict[str, tuple[float, str | None]], a: str, b: str) -> _Number | None:
    if a not in scores or b not in scores:
        return None
    (score_a, machine_a), (score_b, machine_b) = scores[a], scores[b]
    return _Number(score_a - score_b, (machine_a, machine_b), direct=False)


def _log_scores(heats: Iterable[_Heat], reference: str) -> dict[str, tuple[float, str | None]]:
    """Return log score and machine of each contestant in this round."""
    scores: dict[str, tuple[float, str | None]] = {}
    for heat in heats:
        for name in heat.speeds:
            if (score := _difference(heat.speeds, name, reference)) is not None:
                scores[name] = score, heat.machine
    return scores


def _difference(speeds: Speeds, a: str, b: str) -> float | None:
    return median_difference(speeds[a], speeds[b]) if a in speeds and b in speeds else None


def cpu_us_per_request(turn: ContestantRound) -> float | None:
    """Return server CPU per answer over whole laps, in microseconds; ignores laps without a reading."""
    return _per_answer(turn, [(lap.server_cpu_us, lap.responses) for lap in turn.samples])


def services_cpu_us_per_request(turn: ContestantRound) -> float | None:
    """Return CPU of databases and caches per answer, in microseconds; `None` without services."""
    return _per_answer(turn, [(lap.services_cpu_us, lap.responses) for lap in turn.samples])


def _per_answer(turn: ContestantRound, laps: Iterable[tuple[int | None, int]]) -> float | None:
    read = [(cpu_us, responses) for cpu_us, responses in laps if cpu_us is not None]
    responses = sum(count for _, count in read)
    if not responses or not finished(turn):
        return None
    return sum(cpu_us for cpu_us, _ in read) / responses


def bytes_per_answer(turns: Iterable[ContestantRound]) -> float | None:
    """Return what came from a server per answer in all rounds, in bytes; ignores laps without a number."""
    laps = [lap for turn in turns if finished(turn) for lap in turn.samples if lap.bytes_received is not None]
    responses = sum(lap.responses for lap in laps)
    return sum(lap.bytes_received or 0 for lap in laps) / responses if responses else None


def turns_of(rounds: Sequence[RoundRecord], contestant: str) -> tuple[tuple[int, ContestantRound], ...]:
    """Return all starts of a contestant with their round numbers, in order."""
    return tuple(
        (record.round, turn) for record in rounds for turn in record.contestants if turn.contestant == contestant
    )
