"""Simulates a race on pairs of machines: Fairlap's own planning and scheduling on a virtual clock."""

import random
from dataclasses import dataclass
from typing import Any, cast

from tools.rehearsal.race import InMemory, planning_of, request_for
from tools.scaling.costs import ContestantCosts, Costs
from tools.scaling.virtual import VirtualPool

from fairlap.catalog import REFERENCE, Expect, LoadProfile, Scenario
from fairlap.cluster.pool import Built
from fairlap.cluster.rounds import ClusterRounds
from fairlap.plan.course import Course
from fairlap.plan.goal import Goal
from fairlap.plan.heats import PlannedRound
from fairlap.race.heat import HeatOrder
from fairlap.race.race import make_courses
from fairlap.race.rounds import Planning
from fairlap.samples import RoundRecord
from fairlap.statistics.blocks import blocked_centre

FIRST_WITH_RATES = 2
"""The first round chooses the rates, so laps at fixed rates start in the second."""

SAMPLED_PAIRS = 100
HOUR_S = 3600.0
MIB = 2.0**20


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a race. A round has `cycles` laps of `lap_ms` each; with `rates` also laps at fixed rates."""

    contestants: int = 100
    scenarios: int = 10
    rounds: int = 5
    cycles: int = 15
    lap_ms: int = 100
    rates: bool = True
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Simulated:
    """How a race ended. `prepare_s` passes before the first heat; `race_s` is the time of all heats.

    `work_s` is the sum of all heats, each counted once: what one pair takes without losses. `losses` are lost machines,
    `records` the stored heats.
    """

    pairs: int
    race_s: float
    prepare_s: float
    work_s: float
    losses: int
    store_mib: float
    records: tuple[RoundRecord, ...]

    @property
    def hours(self) -> float:
        """All hours, including preparation."""
        return (self.race_s + self.prepare_s) / HOUR_S

    @property
    def machine_hours(self) -> float:
        """Machine-hours of two machines for each pair, and of the head."""
        return (2 * self.pairs + 1) * self.hours

    @property
    def machines_of_scenario(self) -> int:
        """The largest number of server machines of any scenario."""
        found: dict[str, set[str | None]] = {}
        for record in self.records:
            found.setdefault(record.scenario, set()).add(record.machine)
        return max(map(len, found.values()))

    @property
    def efficiency(self) -> float:
        """The share of the pairs' racing time spent on heats that count."""
        return self.work_s / (self.pairs * self.race_s)


class Work:
    """The cost of each heat: contestants have the costs of randomly drawn measured ones."""

    def __init__(self, shape: Shape, costs: Costs) -> None:
        dice = random.Random(f"{shape.seed}/contestants")
        measured = {each.name: each for each in costs.measured.contestants}
        rivals = [each for name, each in sorted(measured.items()) if name != REFERENCE]
        self.names = tuple(f"c{index:04}" for index in range(1, shape.contestants + 1))
        self._of: dict[str, ContestantCosts] = {name: dice.choice(rivals) for name in self.names}
        self._of[REFERENCE] = measured[REFERENCE]
        self._shape, self._costs = shape, costs

    def heat_s(self, planned: PlannedRound) -> float:
        """Return the seconds of one heat: its starts and its laps, one after another."""
        measured = self._costs.measured
        overhead_s = (measured.lap_gap_ms + self._costs.cluster.lap_overhead_ms) / 1000
        names = planned.heat.everyone
        starts_s = sum(self._of[name].startup_s + self._of[name].warmup_s + measured.rest_s for name in names)
        warmup_laps = sum(self._of[name].warmup_laps for name in names)
        cycles_s = planned.cycles * len(names) * (planned.lap_ms / 1000 + overhead_s)
        rates_s = self._rate_laps(planned) * (measured.rate_lap_s + overhead_s)
        return starts_s + warmup_laps * overhead_s + cycles_s + rates_s

    def heat_bytes(self, planned: PlannedRound) -> float:
        """Return the bytes of one heat in the results file."""
        measured = self._costs.measured
        warmup_laps = sum(self._of[name].warmup_laps for name in planned.heat.everyone)
        laps, rate_laps = planned.cycles * len(planned.heat.everyone), self._rate_laps(planned)
        rows = (warmup_laps + laps + rate_laps) * measured.row_bytes
        return rows + laps * measured.lap_histogram_bytes + rate_laps * measured.rate_lap_histogram_bytes

    def _rate_laps(self, planned: PlannedRound) -> float:
        if not self._shape.rates or planned.number < FIRST_WITH_RATES:
            return 0.0
        return len(planned.heat.everyone) * self._costs.measured.rate_laps


class Plan(Planning):
    """Plans heats without earlier rounds: `Work` knows what heats cost."""

    def order(self, course: Course, planned: PlannedRound) -> HeatOrder:
        """Order only cycles, without earlier rounds: copying these would take longer than everything else."""
        return HeatOrder(planned, self.request.suite.load, planned.start_order, planned.key)


def simulate(
    shape: Shape, costs: Costs, pairs: int, *, loss_every_h: float | None = None, cold: bool = False
) -> Simulated:
    """Simulate a race on `pairs` of a server and a generator.

    One machine is lost every `loss_every_h` machine-hours on average; with `cold`, new machines have empty
    package caches. Raises SiteLostError if one heat was lost too often.
    """
    work = Work(shape, costs)
    prepare_s = preparing_s(shape, costs, cold=cold)
    loss_every_s = None if loss_every_h is None else loss_every_h * HOUR_S
    heats: dict[str, PlannedRound] = {}

    def work_s(order: HeatOrder) -> float:
        heats[order.planned.key] = order.planned
        return work.heat_s(order.planned)

    # no rates: Fairlap would choose them from laps that do not exist
    request = request_for(
        work.names,
        shape.seed,
        Goal(rates=False),
        rounds=shape.rounds,
        cycles=shape.cycles,
        scenarios=tuple(
            Scenario(name=f"scenario-{n}", title="", expect=Expect()) for n in range(1, shape.scenarios + 1)
        ),
        load=LoadProfile(connections=64, lap_ms=shape.lap_ms),
    )
    store = InMemory()
    planning = planning_of(request, store, _ignore)
    courses = make_courses(request, planning.field)
    pool = VirtualPool(pairs, work_s, costs.cluster, shape.seed, prepare_s=prepare_s, loss_every_s=loss_every_s)
    plan = Plan(planning.run_id, request, planning.field, store, planning.observer)
    ClusterRounds(plan, cast(Any, pool), Built({}, {}, {}), _ignore).run(courses)
    return Simulated(
        pairs=pairs,
        race_s=pool.now_s,
        prepare_s=prepare_s,
        work_s=sum(map(work.heat_s, heats.values())),
        losses=pool.losses,
        store_mib=sum(map(work.heat_bytes, heats.values())) / MIB,
        records=tuple(store.rounds),
    )


def preparing_s(shape: Shape, costs: Costs, *, cold: bool) -> float:
    """Return the seconds until a new group is ready: its server site builds all contestants one after another."""
    build_s = costs.cluster.cold_build_s if cold else costs.cluster.build_s
    return costs.cluster.group_start_s + (shape.contestants + 1) * build_s


def share_with_interval(found: Simulated, seed: int, sample: int = SAMPLED_PAIRS) -> float:
    """Return the share of pairs of contestants whose rounds give an interval; machines are blocks (decision 13).

    Draws `sample` pairs of each scenario. Only who ran where matters, not the numbers themselves.
    """
    where: dict[str, dict[str, dict[int, str | None]]] = {}
    for record in found.records:
        for turn in record.contestants:
            where.setdefault(record.scenario, {}).setdefault(turn.contestant, {})[record.round] = record.machine
    dice = random.Random(f"{seed}/pairs")
    with_interval = 0
    for by_name in where.values():
        rivals = sorted(set(by_name) - {REFERENCE})
        for _ in range(sample):
            a, b = (by_name[name] for name in dice.sample(rivals, 2))
            blocks = [(a[number], b[number]) for number in sorted(a)]
            with_interval += blocked_centre([dice.random() for _ in blocks], blocks).error is not None
    return with_interval / (sample * len(where))


def _ignore(*_: object) -> None:
    pass
