"""The cluster part of a report; empty for a run on one machine."""

import math
from collections.abc import Sequence

from fairlap.report.models import MachineOfRun, PairOnMachine
from fairlap.samples import Machine, RoundRecord
from fairlap.statistics import Comparison
from fairlap.statistics.laps import finished, is_valid


def machines_of_run(machines: Sequence[Machine]) -> tuple[MachineOfRun, ...]:
    """Return the machines in the order in which they were stored."""
    return tuple(MachineOfRun(name=machine.name, site=machine.site, kind=machine.kind) for machine in machines)


def pair_by_machine(pair: Comparison) -> tuple[PairOnMachine, ...]:
    """Return the ratio of a pair in each block."""
    return tuple(
        PairOnMachine(machine_a=str(block.a), machine_b=str(block.b), ratio=math.exp(block.mean), rounds=block.rounds)
        for block in pair.by_machine
    )


def start_skew_us_max(rounds: Sequence[RoundRecord]) -> float | None:
    """Return the largest start skew of all valid laps, in microseconds; `None` without several generators."""
    skews = [
        lap.start_skew_us
        for record in rounds
        for turn in record.contestants
        if finished(turn)
        for lap in turn.samples
        if is_valid(lap) and lap.start_skew_us is not None
    ]
    return max(skews) if skews else None
