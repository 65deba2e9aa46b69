"""One number per contestant and round, out of its laps. In a cycle the machine is nearly constant: compare there."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from fairlap.samples import ContestantRound, RoundRecord, Sample
from fairlap.statistics.blocks import Block

Speeds = dict[str, dict[int, float]]
"""Log throughput by contestant and cycle, of one heat of one round."""


@dataclass(frozen=True, slots=True)
class _Heat:
    """One heat of one round. `machine` is the server site's, `None` in a run with one machine."""

    machine: str | None
    speeds: Speeds


@dataclass(frozen=True, slots=True)
class _Number:
    """One log ratio, and the machines of its contestants."""

    value: float
    block: Block
    direct: bool


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


@dataclass(frozen=True, slots=True)
class PairNumbers:
    """What the rounds say of a : b: one log ratio for each round that says anything, in the order of the rounds.

    `direct` of them come from a heat that both were in, the others meet through the reference of their heats. `blocks`
    are the machines of each.
    """

    a: str
    b: str
    values: tuple[float, ...]
    direct: int
    blocks: tuple[Block, ...]


def pair_numbers(rounds: Iterable[RoundRecord], contestants: Sequence[str], reference: str) -> tuple[PairNumbers, ...]:
    """The numbers of all pairs of `contestants`.

    In a round in which both shared a heat it is the median over common cycles of log a - log b, the noise of the cycle
    cancelling; otherwise the difference of their log scores, each against the reference of its own heat.
    """
    heats: dict[int, list[_Heat]] = {}
    for record in rounds:
        speeds = {turn.contestant: log_speeds(turn) for turn in record.contestants}
        heats.setdefault(record.round, []).append(_Heat(record.machine, speeds))
    in_order = [(heats[number], _log_scores(heats[number], reference)) for number in sorted(heats)]
    pairs = []
    for a, b in combinations(contestants, 2):
        found = [_together(of_round, a, b) or _apart(scores, a, b) for of_round, scores in in_order]
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


def _together(heats: Iterable[_Heat], a: str, b: str) -> _Number | None:
    for heat in heats:
        if (found := _difference(heat.speeds, a, b)) is not None:
            return _Number(found, (heat.machine, heat.machine), direct=True)
    return None


def _apart(scores: dict[str, tuple[float, str | None]], a: str, b: str) -> _Number | None:
    if a not in scores or b not in scores:
        return None
    (score_a, machine_a), (score_b, machine_b) = scores[a], scores[b]
    return _Number(score_a - score_b, (machine_a, machine_b), direct=False)


def _log_scores(heats: Iterable[_Heat], reference: str) -> dict[str, tuple[float, str | None]]:
    """By contestant: its log score of this round, and the machine that it is of."""
    scores: dict[str, tuple[float, str | None]] = {}
    for heat in heats:
        for name in heat.speeds:
            if (score := _difference(heat.speeds, name, reference)) is not None:
                scores[name] = score, heat.machine
    return scores


def _difference(speeds: Speeds, a: str, b: str) -> float | None:
    return median_difference(speeds[a], speeds[b]) if a in speeds and b in speeds else None


def cpu_us_per_request(turn: ContestantRound) -> float | None:
    """Server CPU of the whole laps per answer, in microseconds; laps whose CPU was not read are left out."""
    return _per_answer(turn, [(lap.server_cpu_us, lap.responses) for lap in turn.samples])


def services_cpu_us_per_request(turn: ContestantRound) -> float | None:
    """CPU of databases and caches for each answer, in microseconds; `None` where there are none."""
    return _per_answer(turn, [(lap.services_cpu_us, lap.responses) for lap in turn.samples])


def _per_answer(turn: ContestantRound, laps: Iterable[tuple[int | None, int]]) -> float | None:
    read = [(cpu_us, responses) for cpu_us, responses in laps if cpu_us is not None]
    responses = sum(count for _, count in read)
    if not responses or not finished(turn):
        return None
    return sum(cpu_us for cpu_us, _ in read) / responses


def turns_of(rounds: Sequence[RoundRecord], contestant: str) -> tuple[tuple[int, ContestantRound], ...]:
    """All starts of a contestant, each with the number of its round, in the order of the rounds."""
    return tuple(
        (record.round, turn) for record in rounds for turn in record.contestants if turn.contestant == contestant
    )
