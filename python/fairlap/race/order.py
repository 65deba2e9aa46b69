"""Input and output of a heat: plain data, as it may run on another machine than the plan."""

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

    `racing` is in the order of starts; `label` describes the round for users. `rates`, `slo` and `sweep` are stages
    after the cycles. From earlier rounds, `steady_after_s` has the seconds of load until contestants were steady, and
    `capacity_shares` their capacity relative to throughput.
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
    """The result of a heat; `trials` of lap lengths, if the plan wanted them."""

    record: RoundRecord
    trials: tuple[LengthTrial, ...] = ()
