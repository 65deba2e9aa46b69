"""What a report says of the machines of a cluster; nothing when the run had one machine only."""

import math
from collections.abc import Sequence

from fairlap.report.models import MachineOfRun, PairOnMachine
from fairlap.samples import Machine, RoundRecord
from fairlap.statistics import Comparison
from fairlap.statistics.laps import finished, is_valid


def machines_of_run(machines: Sequence[Machine]) -> tuple[MachineOfRun, ...]:
    """In the order in which they were stored."""
    return tuple(MachineOfRun(name=machine.name, site=machine.site, kind=machine.kind) for machine in machines)


def pair_by_machine(pair: Comparison) -> tuple[PairOnMachine, ...]:
    """Each block of a pair; a run that names its machines names them in every round."""
    return tuple(
        PairOnMachine(machine_a=str(of.a), machine_b=str(of.b), ratio=math.exp(of.mean), rounds=of.rounds)
        for of in pair.by_machine
    )


def start_skew_us_max(rounds: Sequence[RoundRecord]) -> float | None:
    """The largest of all laps that count, in microseconds; `None` when none of them had several generators."""
    skews = [
        lap.start_skew_us
        for record in rounds
        for turn in record.contestants
        if finished(turn)
        for lap in turn.samples
        if is_valid(lap) and lap.start_skew_us is not None
    ]
    return max(skews) if skews else None
