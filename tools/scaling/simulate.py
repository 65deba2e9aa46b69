"""Simulates a race on pairs of machines: Fairlap's own planning and scheduling on a virtual clock."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast

from tools.rehearsal.machine import CALM
from tools.rehearsal.players import Player
from tools.rehearsal.race import InMemory, order_of, planning_of, rehearse_round, request_for
from tools.rehearsal.site import RehearsalSite
from tools.scaling.costs import Costs, MeasuredCosts
from tools.scaling.virtual import VirtualPool

from fairlap.catalog import REFERENCE, Expect, LoadProfile, Scenario
from fairlap.cluster.pool import Built
from fairlap.cluster.rounds import ClusterRounds
from fairlap.plan.course import Course
from fairlap.plan.goal import Goal, LatencyPrecision
from fairlap.plan.heats import Heat, PlannedRound
from fairlap.plan.rates import OTHERS_EVERY, rates_of_round
from fairlap.plan.warmup import Needs
from fairlap.race.heat import HeatOrder
from fairlap.race.race import make_courses
from fairlap.race.rounds import Planning
from fairlap.samples import RoundRecord
from fairlap.statistics.blocks import blocked_centre

REHEARSED = 3
"""Rehearsing a heat takes as long as simulating many."""

STEADY = replace(CALM, noise_at_1_ms=0.0)
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


@dataclass(frozen=True, slots=True)
class HeatCosts:
    """The seconds of one heat, and its bytes in the results file."""

    heat_s: float
    stored_bytes: float


class Work:
    """The cost of each heat: that of one of `REHEARSED` heats of its size, drawn at random."""

    def __init__(self, shape: Shape, costs: Costs) -> None:
        self.names = tuple(f"c{index:04}" for index in range(1, shape.contestants + 1))
        self._rates, self._costs = shape.rates, costs

    def of(self, planned: PlannedRound) -> HeatCosts:
        """Return the cost of one heat."""
        size = replace(
            planned,
            heat=Heat("", 1, planned.heat.reference, self.names[: len(planned.heat.contestants)]),
            # After the first round, one in so many has laps at the other rates.
            number=planned.number if planned.number == 1 else 2 + (planned.number - 2) % OTHERS_EVERY,
            seed=random.Random(f"{planned.key}/costs").randrange(REHEARSED),
        )
        return rehearsed(size, self._costs.measured, self._costs.cluster.lap_overhead_ms, self._rates)


@cache
def rehearsed(planned: PlannedRound, measured: MeasuredCosts, lap_overhead_ms: float, rates: bool) -> HeatCosts:
    """Rehearse a heat of contestants drawn from the measured ones, and return what it costs."""
    dice = random.Random(f"{planned.key}/contestants")
    of = {each.name: each for each in measured.contestants}
    rivals = [of[name] for name in sorted(of) if name != REFERENCE]
    drawn = {name: dice.choice(rivals) for name in planned.heat.contestants} | {REFERENCE: of[REFERENCE]}
    site = RehearsalSite(
        [Player(name, startup_s=each.startup_s + measured.rest_s) for name, each in drawn.items()],
        machine=STEADY,
        latencies=False,
        open_points=0,
        overhead_ms=measured.lap_gap_ms + lap_overhead_ms,
    )
    order = replace(
        order_of(planned),
        needs={name: Needs(least_s=each.warmup_s) for name, each in drawn.items()},
        rates=rates_of_round(
            (), planned.heat.everyone, REFERENCE, LatencyPrecision(), number=planned.number, rounds_left=1
        )
        if rates
        else (),
    )
    record = rehearse_round(site, order, _ignore).record
    turns = record.contestants
    laps, rate_laps = sum(len(turn.samples) for turn in turns), sum(len(turn.rate_laps) for turn in turns)
    rows = laps + rate_laps + sum(len(turn.warmup) for turn in turns)
    histograms = laps * measured.lap_histogram_bytes + rate_laps * measured.rate_lap_histogram_bytes
    assert record.duration_s is not None, "a heat that ends has a duration"
    return HeatCosts(record.duration_s, rows * measured.row_bytes + histograms)


class Plan(Planning):
    """Plans heats without earlier rounds: `Work` knows what heats cost."""

    def order(self, course: Course, planned: PlannedRound) -> HeatOrder:
        """Order only cycles, without earlier rounds: copying these would take longer than everything else."""
        return HeatOrder(planned, self.request.suite.load, planned.start_order, planned.key)

    def work_left_ms(self, course: Course, heats: Sequence[PlannedRound]) -> int:
        """Return nothing of use: nobody watches, and the sum over all heats would take half of the time."""
        return 0


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
        return work.of(order.planned).heat_s

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
        work_s=sum(work.of(planned).heat_s for planned in heats.values()),
        losses=pool.losses,
        store_mib=sum(work.of(planned).stored_bytes for planned in heats.values()) / MIB,
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
