"""The machines of a contestant's rounds, and flags about differences between them."""

from collections import Counter
from collections.abc import Sequence
from math import exp

from pydantic.dataclasses import dataclass as document

from fairlap.samples import DOCUMENT, Machine, RoundRecord
from fairlap.statistics.blocks import DISAGREE, BlockMean
from fairlap.statistics.comparison import Comparison
from fairlap.statistics.gates import RowFlag
from fairlap.statistics.laps import finished

UNKNOWN_KIND = "an unknown machine"
NAMES_SHOWN = 3

LEAST_ROUNDS = 2
"""With this many rounds, a pair has an interval if they ran on one machine."""


@document(frozen=True, slots=True, config=DOCUMENT)
class MachineOfRow:
    """The number of a contestant's finished rounds on a machine of a cluster."""

    name: str
    kind: str
    rounds: int


def machines_of(
    rounds: Sequence[RoundRecord], contestant: str, machines: Sequence[Machine]
) -> tuple[MachineOfRow, ...]:
    """Return the server machines of the contestant's finished rounds, in order of first use.

    Empty when the run used a single machine. `machines` are those of the run.
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
    """Trip when the rounds of a contestant ran on more than one kind of machine."""
    kinds: Counter[str] = Counter()
    for machine in found:
        kinds[machine.kind] += machine.rounds
    if len(kinds) < 2:
        return None
    counts = "; ".join(f"{count} round{'s' if count != 1 else ''} on {kind}" for kind, count in kinds.items())
    reason = f"{counts}: absolute numbers mix them, scores are relative to the reference on the same machine"
    return RowFlag("mixed-machines", reason, invalidates=False)


def of_machines(contestant: str, comparisons: Sequence[Comparison]) -> tuple[RowFlag, ...]:
    """Return the flags of a contestant's comparisons about machines."""
    tripped = (machines_disagree(contestant, comparisons), scattered_rounds(contestant, comparisons))
    return tuple(flag for flag in tripped if flag)


def machines_disagree(contestant: str, comparisons: Sequence[Comparison]) -> RowFlag | None:
    """Trip when a ratio of the contestant differs between machines beyond chance; shows the clearest one."""
    found = sorted(
        (pair.machines_p, pair.b if pair.a == contestant else pair.a, pair)
        for pair in comparisons
        if contestant in (pair.a, pair.b) and pair.machines_p is not None and pair.machines_p < DISAGREE
    )
    if not found:
        return None
    _, other, clearest = found[0]
    sign = -1 if clearest.b == contestant else 1
    others = [name for _, name, _ in found[1:]]
    more = f"; also on that to {_listed(others)}" if others else ""
    reason = f"machines disagree on its ratio to {other}: {_ratios(clearest.by_machine, sign)}{more}"
    return RowFlag("machines-disagree", reason, invalidates=False)


def scattered_rounds(contestant: str, comparisons: Sequence[Comparison]) -> RowFlag | None:
    """Trip when machines and contestants are confounded: several rounds of a pair, but no interval."""
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


def _ratios(means: Sequence[BlockMean], sign: int) -> str:
    """List all blocks, or the lowest and the highest of many."""
    shown = [f"{exp(sign * block.mean):.3f} on {_names(block, sign)}" for block in means]
    if len(means) <= NAMES_SHOWN:
        return ", ".join(shown)
    in_order = sorted(range(len(means)), key=lambda index: sign * means[index].mean)
    return f"from {shown[in_order[0]]} to {shown[in_order[-1]]}"


def _names(block: BlockMean, sign: int) -> str:
    if block.a == block.b:
        return str(block.a)
    own, others = (block.a, block.b) if sign > 0 else (block.b, block.a)
    return f"{own} (the other on {others})"
