"""Analyses one scenario: a row for each contestant, comparisons of all pairs, ranks and letters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairlap.samples import Machine, RoundRecord
from fairlap.statistics.comparison import Comparison, compare_all, not_decided_with, rank_of, tied_with
from fairlap.statistics.gates import ClosedLoop
from fairlap.statistics.letters import compact_letters
from fairlap.statistics.machines import of_machines
from fairlap.statistics.rows import ContestantAnalysis, row_of


@dataclass(frozen=True, slots=True)
class Analysis:
    """The results of one scenario. Rows are in order of first appearance; pairs contain only rows with status ok."""

    scenario: str
    reference: str
    minimum_effect: float
    contestants: tuple[ContestantAnalysis, ...]
    comparisons: tuple[Comparison, ...]


def analyse(
    rounds: Sequence[RoundRecord],
    minimum_effect: float = 0.02,
    load: ClosedLoop | None = None,
    looks: Sequence[int] = (),
    *,
    ended: bool = True,
    machines: Sequence[Machine] = (),
) -> Analysis:
    """Analyse the rounds of one scenario.

    Args:
        rounds: any number of heats in any order, with one scenario and one reference contestant.
        minimum_effect: the smallest difference that matters, as a share.
        load: if missing, the gates that need the number of connections or workers are not applied.
        looks: the numbers of rounds with a look, fixed before the first round; empty: only at the end (a fixed number
            of rounds).
        ended: no further round will follow.
        machines: those of the cluster, if any.

    Raises:
        ValueError: no rounds, more than one scenario or reference, or looks that do not increase.
        StoreError: a latency histogram is damaged.
    """
    scenarios, references = {record.scenario for record in rounds}, {record.reference for record in rounds}
    if len(scenarios) != 1 or len(references) != 1:
        raise ValueError(f"expected one scenario and one reference, got {scenarios or '{}'} and {references or '{}'}")
    scenario, reference = scenarios.pop(), references.pop()
    ordered = sorted(rounds, key=lambda record: (record.round, record.heat))
    names = dict.fromkeys(turn.contestant for record in ordered for turn in record.contestants)
    rows = [row_of(name, ordered, reference, load, machines) for name in names]
    rivals = [row.contestant for row in rows if row.status == "ok" and not row.is_reference]
    comparisons = compare_all(ordered, rivals, reference, minimum_effect, looks, ended=ended)
    rows = [replace(row, flags=(*row.flags, *of_machines(row.contestant, comparisons))) for row in rows]
    return Analysis(
        scenario=scenario,
        reference=reference,
        minimum_effect=minimum_effect,
        contestants=_ranked(rows, rivals, comparisons),
        comparisons=comparisons,
    )


def _ranked(
    rows: Sequence[ContestantAnalysis], rivals: Sequence[str], comparisons: Sequence[Comparison]
) -> tuple[ContestantAnalysis, ...]:
    """Add ranks and letters to the rows of the `rivals`. The best one has the first letter."""
    speeds = {row.contestant: speed.value for row in rows if (speed := row.score or row.throughput_per_s)}
    ranks = {name: rank_of(name, comparisons) for name in rivals}
    best_first = sorted(rivals, key=lambda name: (ranks[name], -speeds[name], name))
    differ = {frozenset((pair.a, pair.b)) for pair in comparisons if pair.verdict in ("faster", "slower")}
    letters = dict(zip(best_first, compact_letters(best_first, differ), strict=True))
    return tuple(
        replace(
            row,
            rank=ranks[row.contestant],
            letters=letters[row.contestant],
            tied_with=tied_with(row.contestant, comparisons),
            not_decided_with=not_decided_with(row.contestant, comparisons),
        )
        if row.contestant in ranks
        else row
        for row in rows
    )
