"""Which runs a plan still needs, in the order in which the bench makes them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tools.bench.plan import Case, Cell, Plan
from tools.bench.runs import Key, Run

FAILURES = 2
"""A generator with so many failed runs in a cell is not run there again: a hung one takes all its time."""

Runs = Mapping[Key, Run]


def alternating(of: Cell | Case, generators: Sequence[str]) -> Iterator[Key]:
    """Run every generator once in each turn, in alternating order, so that a slow minute does not hit only one."""
    for turn in range(of.turns):
        for generator in generators if turn % 2 == 0 else reversed(generators):
            yield Key(of.name, generator, turn, of.seconds)


def missing(of: Cell | Case, generators: Sequence[str], runs: Runs) -> list[Key]:
    """Return the runs of a cell or a case still to be made."""
    return [key for key in alternating(of, generators) if not settled(key, runs)]


def all_missing(plan: Plan, generators: Sequence[str], runs: Runs) -> list[Key]:
    """Return the runs of a whole plan still to be made."""
    return [key for of in (*plan.cells, *plan.cases) for key in missing(of, generators, runs)]


def settled(key: Key, runs: Runs) -> bool:
    """Whether a run was made or will not be: one \"cannot\" is enough, and so are `FAILURES` failures."""
    if key in runs:
        return True
    before = [runs.get(replace(key, turn=turn)) for turn in range(key.turn)]
    states = [run.state for run in before if run is not None]
    return "cannot" in states or states.count("failed") >= FAILURES
