"""Which runs a plan still needs, in the order in which they are made."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tools.bench.plan import Case, Cell, Plan
from tools.bench.runs import Key, Run

FAILURES = 2
"""After so many failed runs in a cell a generator is not asked again there: a hung one takes its whole bound."""

Runs = Mapping[Key, Run]


def alternating(of: Cell | Case, generators: Sequence[str]) -> Iterator[Key]:
    """Everybody once in each turn, the order reversed every time, so that a slow minute hits nobody alone."""
    for turn in range(of.turns):
        for generator in generators if turn % 2 == 0 else reversed(generators):
            yield Key(of.name, generator, turn, of.seconds)


def missing(of: Cell | Case, generators: Sequence[str], runs: Runs) -> list[Key]:
    """The runs of a cell or a case that are still to be made."""
    return [key for key in alternating(of, generators) if not settled(key, runs)]


def all_missing(plan: Plan, generators: Sequence[str], runs: Runs) -> list[Key]:
    """Those of a whole plan."""
    of_cells = [key for cell in plan.cells for key in missing(cell, generators, runs)]
    return of_cells + [key for case in plan.cases for key in missing(case, generators, runs)]


def settled(key: Key, runs: Runs) -> bool:
    """Whether a run was made, or never will be: what a generator cannot do it says once."""
    if key in runs:
        return True
    before = [runs.get(replace(key, turn=turn)) for turn in range(key.turn)]
    states = [run.state for run in before if run is not None]
    return "cannot" in states or states.count("failed") >= FAILURES
