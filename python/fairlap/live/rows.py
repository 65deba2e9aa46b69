"""The provisional numbers of a scenario's contestants; after each round, those of the report."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from fairlap.live.models import LiveRow
from fairlap.race.events import LapSeen, PassSeen, ScenarioField
from fairlap.samples import RoundRecord
from fairlap.statistics.estimate import Interval, estimate
from fairlap.statistics.laps import log_ratios, median_difference, throughput_of_round

LEAST_CYCLES = 5
"""Cycles from which the running round counts in addition to finished ones: a median over fewer is mostly noise."""


@dataclass
class _Racer:
    """`ratios` (logarithms) and `throughputs` have one value per finished round, `now` log throughputs by cycle."""

    name: str
    trouble: str | None = None
    laps: int = 0
    rank: int | None = None
    ratios: list[float] = field(default_factory=list)
    throughputs: list[float] = field(default_factory=list)
    now: dict[int, float] = field(default_factory=dict)

    def fail(self, reason: str) -> None:
        """Record a failure and drop the running round."""
        self.trouble = self.trouble or reason
        self.now.clear()

    def throughput(self) -> Interval | None:
        """Estimate the throughput from the finished rounds, and the running one once it counts."""
        counts = len(self.now) >= (LEAST_CYCLES if self.throughputs else 1)
        return estimate([*self.throughputs, *([math.exp(median(self.now.values()))] if counts else [])])

    def score(self, reference: dict[int, float]) -> Interval | None:
        """Estimate the ratio to the reference in the same cycle from the same rounds."""
        common = len(self.now.keys() & reference.keys())
        counts = common >= (LEAST_CYCLES if self.ratios else 1)
        running = median_difference(self.now, reference) if counts else None
        return estimate([math.exp(ratio) for ratio in (*self.ratios, *([] if running is None else [running]))])


class LiveRows:
    """The rows of a scenario. Their order changes only in `rank`."""

    def __init__(self, racing: ScenarioField) -> None:
        names = (*(() if racing.reference is None else (racing.reference,)), *racing.contestants)
        self._reference = racing.reference
        self._racers = {name: _Racer(name) for name in names}
        self._order = list(names)
        self._freedom, self._squares = 0, 0.0

    def __len__(self) -> int:
        return len(self._order)

    @property
    def in_first_round(self) -> bool:
        """Whether no contestant has finished a round yet."""
        return not any(racer.throughputs for racer in self._racers.values())

    def fail(self, contestant: str, reason: str) -> None:
        """Record that a contestant failed, possibly before the race began."""
        if contestant not in self._racers:
            self._order.append(contestant)
        self._racers.setdefault(contestant, _Racer(contestant)).fail(reason)

    def add_lap(self, seen: LapSeen | PassSeen) -> None:
        """Add a lap, whose speed counts if it had a right answer, or a pass, which replaces the previous one."""
        racer = self._racers[seen.contestant]
        racer.laps += 1
        if isinstance(seen, PassSeen):
            racer.throughputs = [] if seen.answers_per_s is None else [seen.answers_per_s]
        elif seen.throughput_per_s > 0:
            racer.now[seen.cycle] = math.log(seen.throughput_per_s)

    def end_round(self, record: RoundRecord) -> None:
        """Replace the provisional numbers of the round by those of the report, and rank the rows."""
        freedom, squares = self._running_spread()
        self._freedom, self._squares = self._freedom + freedom, self._squares + squares
        for turn in record.contestants:
            racer = self._racers[turn.contestant]
            if turn.failure is not None:
                racer.fail(turn.failure)
            racer.now.clear()
            racer.ratios += log_ratios([record], racer.name, record.reference)
            throughput = throughput_of_round(turn)
            racer.throughputs += [] if throughput is None else [throughput]
        self.rank()

    def rank(self) -> None:
        """Order the rows: the reference, then by score, then those without a score, then failed ones."""
        scores = {row.name: row.score for row in self.rows() if row.score is not None and not row.is_reference}
        ranked = sorted(
            (name for name in scores if self._racers[name].trouble is None), key=lambda name: (-scores[name], name)
        )
        for racer in self._racers.values():
            racer.rank = None
        for rank, name in enumerate(ranked, start=1):
            self._racers[name].rank = rank
        self._order.sort(key=self._place)

    def rows(self) -> tuple[LiveRow, ...]:
        return tuple(self._row(self._racers[name]) for name in self._order)

    def noise(self) -> float | None:
        """Return the standard deviation of the reference's log throughput within rounds; `None` for a single lap."""
        freedom, squares = self._running_spread()
        freedom += self._freedom
        return math.sqrt((self._squares + squares) / freedom) if freedom else None

    def _running_spread(self) -> tuple[int, float]:
        """Degrees of freedom and sum of squares of the reference's laps in the running round."""
        return (0, 0.0) if self._reference is None else _spread(list(self._racers[self._reference].now.values()))

    def _place(self, name: str) -> tuple[bool, bool, float]:
        racer = self._racers[name]
        return name != self._reference, racer.trouble is not None, math.inf if racer.rank is None else racer.rank

    def _row(self, racer: _Racer) -> LiveRow:
        is_reference = racer.name == self._reference
        throughput = racer.throughput()
        reference = {} if self._reference is None else self._racers[self._reference].now
        score = racer.score(reference)
        bounded = score is not None and score.low is not None and score.high is not None and not is_reference
        return LiveRow(
            name=racer.name,
            is_reference=is_reference,
            laps=racer.laps,
            rounds=len(racer.throughputs),
            throughput_per_s=None if throughput is None else throughput.value,
            score=None if score is None else score.value,
            score_low=score.low if score is not None and bounded else None,
            score_high=score.high if score is not None and bounded else None,
            rank=racer.rank,
            trouble=racer.trouble,
        )


def _spread(values: Sequence[float]) -> tuple[int, float]:
    if len(values) < 2:
        return 0, 0.0
    mean = math.fsum(values) / len(values)
    return len(values) - 1, math.fsum((value - mean) ** 2 for value in values)
