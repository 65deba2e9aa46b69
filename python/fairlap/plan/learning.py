"""What the rounds of a race have shown of how much load contestants need to get warm. Pure."""

from dataclasses import dataclass, field

from fairlap.plan.warmup import Needs, Start, bound_s, known_s, start_of
from fairlap.samples import RoundRecord
from fairlap.statistics.warming import load_s, rise_of_round, warmings


@dataclass
class Learned:
    """Of one contestant: its starts, and the rise within each round by its number.

    `warming_s`: its load at the end of the last round in which it was shown to be still warming.
    """

    starts: list[Start] = field(default_factory=list)
    rises: dict[int, float] = field(default_factory=dict)
    warming_s: float = 0.0

    def needs(self, at_most_s: float | None) -> Needs:
        """Return what it needs in the next round, whose bound is `at_most_s`.

        A start that ended below the one with the most load was too short: what it needed is not learned. At least as
        much load is needed as the shortest of the others had that is no shorter than any of those.
        """
        if not self.starts:
            return Needs(None, min(bound_s(at_most_s), self.warming_s), at_most_s)
        longest = max(self.starts, key=lambda start: start.warm_up_s)
        cold = [start for start in self.starts if start.is_below(longest)]
        warm = [start for start in self.starts if start not in cold]
        too_short_s = max((start.warm_up_s for start in cold), default=0.0)
        enough_s = min(start.warm_up_s for start in warm if start.warm_up_s >= too_short_s) if cold else 0.0
        least_s = min(bound_s(at_most_s), max(self.warming_s, enough_s))
        return Needs(known_s([start.needed_s for start in warm]), least_s, at_most_s)


@dataclass
class WarmupHistory:
    """What is known of each contestant of a race."""

    reference: str
    _by_name: dict[str, Learned] = field(default_factory=dict)

    def needs(self, name: str, at_most_s: float | None) -> Needs:
        """Return what a contestant needs in the next round, whose bound is `at_most_s`."""
        return self._by_name.get(name, Learned()).needs(at_most_s)

    def add(self, record: RoundRecord) -> None:
        """Learn from a heat what its contestants need, and which of them were not warm."""
        by_name = {turn.contestant: turn for turn in record.contestants if turn.failure is None}
        reference = by_name.pop(self.reference, None)
        if reference is None:
            return
        for name, turn in by_name.items():
            learned = self._by_name.setdefault(name, Learned())
            start = start_of(turn, reference)
            if start is not None:
                learned.starts.append(start)
            rise = rise_of_round(record, name, self.reference)
            if rise is None:
                continue
            learned.rises[record.round] = rise
            found = warmings(learned.rises)
            if found and found[-1].until == record.round:
                learned.warming_s = load_s(turn)
