"""What a heat is given, and what it gives back: plain data, as it may run on another machine than its plan was made."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairlap.catalog import LoadProfile
from fairlap.plan.heats import PlannedRound
from fairlap.plan.rates import Rates
from fairlap.plan.replication import LengthTrial
from fairlap.samples import RoundRecord
from fairlap.slo import Slo


@dataclass(frozen=True, slots=True)
class HeatOrder:
    """One round of one heat.

    `racing` are in the order of their start; `label` says for people which round it is. `rates`, `slo` and `sweep` are
    what it does beside its cycles. Earlier rounds say of contestants how long they took to be steady (`steady_after_s`,
    seconds of load) and what they carried within the SLO (`capacity_shares`, relative to their throughput).
    """

    planned: PlannedRound
    load: LoadProfile
    racing: tuple[str, ...]
    label: str
    rates: Rates | None = None
    slo: Slo | None = None
    sweep: tuple[int, ...] = ()
    steady_after_s: Mapping[str, float] = field(default_factory=dict)
    capacity_shares: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HeatDone:
    """How it went; `trials` of lap lengths, if the plan asked for any."""

    record: RoundRecord
    trials: tuple[LengthTrial, ...] = ()
