"""Which machines a contestant's rounds were lapped on, and what must be said of it beside its numbers."""

from collections import Counter
from collections.abc import Sequence
from math import exp

from pydantic.dataclasses import dataclass as document

from fairlap.samples import DOCUMENT, Machine, RoundRecord
from fairlap.statistics.blocks import DISAGREE, BlockMean
from fairlap.statistics.comparison import Comparison
from fairlap.statistics.gates import RowFlag
from fairlap.statistics.laps import finished

UNKNOWN_KIND = "a machine that was not noted"
NAMES_SHOWN = 3

LEAST_ROUNDS = 2
"""Of a pair that must have an interval on one machine."""


@document(frozen=True, slots=True, config=DOCUMENT)
class MachineOfRow:
    """How many finished rounds of a contestant a machine of a cluster had."""

    name: str
    kind: str
    rounds: int


def machines_of(
    rounds: Sequence[RoundRecord], contestant: str, machines: Sequence[Machine]
) -> tuple[MachineOfRow, ...]:
    """The server machines that the contestant finished rounds on, in the order in which they first had one.

    Empty when the run had one machine only. `machines` are those of the run.
    """
    kinds = {machine.name: machine.kind for machine in machines if machine.site == "server"}
    counts = Counter(
        record.machine
        for record in rounds
        for turn in record.contestants
        if turn.contestant == contestant and finished(turn) and record.machine is not None
    )
    return tuple(MachineOfRow(name, kinds.get(name, UNKNOWN_KIND), count) for name, count in counts.items())


def mixed_machines(found: Sequence[MachineOfRow]) -> RowFlag | None:
    """Trips when the rounds of a contestant are of more than one kind of machine."""
    kinds: Counter[str] = Counter()
    for machine in found:
        kinds[machine.kind] += machine.rounds
    if len(kinds) < 2:
        return None
    told = "; ".join(f"{count} round{'s' if count != 1 else ''} on {kind}" for kind, count in kinds.items())
    reason = f"{told}: absolute numbers are of all of them, a score is relative to the reference on the same machine"
    return RowFlag("mixed-machines", reason, invalidates=False)


def of_machines(contestant: str, comparisons: Sequence[Comparison]) -> tuple[RowFlag, ...]:
    """What a contestant's comparisons say of the machines."""
    tripped = (machines_disagree(contestant, comparisons), scattered_rounds(contestant, comparisons))
    return tuple(flag for flag in tripped if flag)


def machines_disagree(contestant: str, comparisons: Sequence[Comparison]) -> RowFlag | None:
    """Trips when a ratio of the contestant differs from machine to machine beyond chance; tells the clearest one."""
    found = sorted(
        (pair.machines_p, pair.b if pair.a == contestant else pair.a, pair)
        for pair in comparisons
        if contestant in (pair.a, pair.b) and pair.machines_p is not None and pair.machines_p < DISAGREE
    )
    if not found:
        return None
    _, other, clearest = found[0]
    turned = -1 if clearest.b == contestant else 1
    told = _told(clearest.by_machine, turned)
    others = [name for _, name, _ in found[1:]]
    likewise = f"; nor on that to {_listed(others)}" if others else ""
    reason = f"machines do not agree on its ratio to {other}: {told}{likewise}"
    return RowFlag("machines-disagree", reason, invalidates=False)


def scattered_rounds(contestant: str, comparisons: Sequence[Comparison]) -> RowFlag | None:
    """Trips when machines and contestants cannot be told apart: several rounds of a pair, and yet no interval."""
    others = [
        pair.b if pair.a == contestant else pair.a
        for pair in comparisons
        if contestant in (pair.a, pair.b) and pair.by_machine and pair.n >= LEAST_ROUNDS and pair.low is None
    ]
    if not others:
        return None
    reason = f"too few rounds on the same machine for an interval of its ratio to {_listed(others)}"
    return RowFlag("scattered-rounds", reason, invalidates=False)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    return f"{', '.join(names[:NAMES_SHOWN])}{more}"


def _told(means: Sequence[BlockMean], turned: int) -> str:
    """Every block; of many the lowest and the highest."""
    shown = [f"{exp(turned * of.mean):.3f} on {_names(of, turned)}" for of in means]
    if len(means) <= NAMES_SHOWN:
        return ", ".join(shown)
    in_order = sorted(range(len(means)), key=lambda index: turned * means[index].mean)
    return f"from {shown[in_order[0]]} to {shown[in_order[-1]]}"


def _names(of: BlockMean, turned: int) -> str:
    if of.a == of.b:
        return str(of.a)
    own, others = (of.a, of.b) if turned > 0 else (of.b, of.a)
    return f"{own} (the other on {others})"
