"""One race on so many pairs of machines: Fairlap's own plan and its own rule of who runs where, on a virtual clock."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from tools.scaling.costs import ContestantCosts, Costs
from tools.scaling.virtual import Times, VirtualPool

from fairlap.catalog import LoadProfile, Suite
from fairlap.cluster.pool import Built
from fairlap.cluster.rounds import ClusterRounds
from fairlap.plan.course import Course
from fairlap.plan.goal import Goal
from fairlap.plan.heats import PlannedRound
from fairlap.race.order import HeatDone, HeatOrder
from fairlap.samples import RoundRecord
from fairlap.statistics.blocks import blocked_centre

REFERENCE = "reference"
FIRST_WITH_RATES = 2
"""The round from which on there are laps at fixed rates: they are chosen from the first round's."""

PAIRS_LOOKED_AT = 100
HOUR_S = 3600.0
MIB = 2.0**20


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a race is. Laps of `lap_ms`, `cycles` of them in a round; `rates`: laps at fixed rates, too."""

    contestants: int = 100
    scenarios: int = 10
    rounds: int = 5
    cycles: int = 15
    lap_ms: int = 100
    rates: bool = True
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Simulated:
    """What a race came to. Times in seconds; `prepare_s` comes before the first heat, `race_s` ends with the last one.

    `work_s` is the sum of all heats, each once: what one pair takes without a loss. `losses` are machines lost,
    `records` the heats that were stored.
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
        """All of it, preparing included."""
        return (self.race_s + self.prepare_s) / HOUR_S

    @property
    def machine_hours(self) -> float:
        """Of two machines for each pair, and of the head."""
        return (2 * self.pairs + 1) * self.hours

    @property
    def machines_of_scenario(self) -> int:
        """Server machines that a scenario was raced on, at most."""
        found: dict[str, set[str | None]] = {}
        for record in self.records:
            found.setdefault(record.scenario, set()).add(record.machine)
        return max(map(len, found.values()))

    @property
    def efficiency(self) -> float:
        """Share of the pairs' time from the first heat to the last one that went into heats which count."""
        return self.work_s / (self.pairs * self.race_s)


class Work:
    """What each heat takes: contestants have the costs of measured ones, drawn by lot."""

    def __init__(self, shape: Shape, costs: Costs) -> None:
        dice = random.Random(f"{shape.seed}/contestants")
        measured = {each.name: each for each in costs.measured.contestants}
        rivals = [each for name, each in sorted(measured.items()) if name != REFERENCE]
        self.names = tuple(f"c{index:04}" for index in range(1, shape.contestants + 1))
        self._of: dict[str, ContestantCosts] = {name: dice.choice(rivals) for name in self.names}
        self._of[REFERENCE] = measured[REFERENCE]
        self._shape, self._costs = shape, costs

    def heat_s(self, planned: PlannedRound) -> float:
        """Seconds of one heat: its starts and its laps, one after another."""
        measured = self._costs.measured
        overhead_s = (measured.lap_gap_ms + self._costs.cluster.lap_overhead_ms) / 1000
        names = planned.heat.everyone
        starts_s = sum(self._of[name].startup_s + self._of[name].warmup_s + measured.rest_s for name in names)
        warmup_laps = sum(self._of[name].warmup_laps for name in names)
        cycles_s = planned.cycles * len(names) * (planned.lap_ms / 1000 + overhead_s)
        rates_s = self._rate_laps(planned) * (measured.rate_lap_s + overhead_s)
        return starts_s + warmup_laps * overhead_s + cycles_s + rates_s

    def heat_bytes(self, planned: PlannedRound) -> float:
        """What it takes in the results file."""
        measured = self._costs.measured
        warmup_laps = sum(self._of[name].warmup_laps for name in planned.heat.everyone)
        laps, rate_laps = planned.cycles * len(planned.heat.everyone), self._rate_laps(planned)
        rows = (warmup_laps + laps + rate_laps) * measured.row_bytes
        return rows + laps * measured.lap_histogram_bytes + rate_laps * measured.rate_lap_histogram_bytes

    def _rate_laps(self, planned: PlannedRound) -> float:
        if not self._shape.rates or planned.number < FIRST_WITH_RATES:
            return 0.0
        return len(planned.heat.everyone) * self._costs.measured.rate_laps


class Plan:
    """As `fairlap.race.rounds.Planning`, without a store: every round is kept here.

    `goal.rates` is off for the courses, as they would choose rates from laps that there are none of.
    """

    def __init__(self, shape: Shape, names: Sequence[str]) -> None:
        load = LoadProfile(connections=64, keepalive=True, lap_ms=shape.lap_ms)
        scenarios = [f"scenario-{index}" for index in range(1, shape.scenarios + 1)]
        self._suite = Suite(
            name="scaling",
            title="A race that is simulated",
            scenarios=scenarios,
            contestants=list(names),
            rounds=shape.rounds,
            cycles=shape.cycles,
            load=load,
        )
        goal = Goal(rates=False)
        self.courses = [Course(name, tuple(names), self._suite, goal, None, shape.seed) for name in scenarios]
        self.planned: list[PlannedRound] = []
        self.kept: list[RoundRecord] = []
        self.observer = _ignore

    def begin_round(self, course: Course, planned: PlannedRound) -> None:
        """Nobody looks."""

    def next_round(self, course: Course, courses: Sequence[Course]) -> tuple[PlannedRound, ...]:
        """The heats of a scenario's next round."""
        heats = course.next_round()
        course.take_decisions()
        self.planned += heats
        return heats

    def keep(self, course: Course, done: HeatDone) -> None:
        """Count it."""
        course.add(done.record)
        self.kept.append(done.record)

    def order(self, course: Course, planned: PlannedRound) -> HeatOrder:
        """What a round does beside its cycles is in `Work`."""
        return HeatOrder(planned, self._suite.load, planned.start_order, planned.key)


def simulate(
    shape: Shape, costs: Costs, pairs: int, *, loss_every_h: float | None = None, cold: bool = False
) -> Simulated:
    """One race.

    Args:
        shape: how large it is.
        costs: of its parts.
        pairs: of machines, a server and a generator each.
        loss_every_h: one machine is lost in so many machine-hours, on average; `None`: none.
        cold: package caches are empty on new machines.

    Raises:
        SiteLostError: one heat was lost too often.
    """
    work, cluster = Work(shape, costs), costs.cluster
    plan = Plan(shape, work.names)
    prepare_s = preparing_s(shape, costs, cold=cold)
    times = Times(
        prepare_s=prepare_s,
        loss_seen_s=cluster.loss_seen_s,
        machine_back_s=cluster.machine_back_s,
        loss_every_s=None if loss_every_h is None else loss_every_h * HOUR_S,
    )
    pool = VirtualPool(pairs, lambda order: work.heat_s(cast(HeatOrder, order).planned), times, shape.seed)
    rounds = ClusterRounds(cast(Any, plan), cast(Any, pool), Built({}, {}, {}), _ignore)
    rounds.run(plan.courses)
    return Simulated(
        pairs=pairs,
        race_s=pool.now_s,
        prepare_s=prepare_s,
        work_s=sum(work.heat_s(planned) for planned in plan.planned),
        losses=pool.losses,
        store_mib=sum(work.heat_bytes(planned) for planned in plan.planned) / MIB,
        records=tuple(plan.kept),
    )


def preparing_s(shape: Shape, costs: Costs, *, cold: bool) -> float:
    """Until a new group is ready for heats: its server site builds all contestants, one after another."""
    build_s = costs.cluster.cold_build_s if cold else costs.cluster.build_s
    return costs.cluster.group_start_s + (shape.contestants + 1) * build_s


def share_with_interval(found: Simulated, seed: int, sample: int = PAIRS_LOOKED_AT) -> float:
    """The share of a scenario's pairs whose rounds give an interval: machines are blocks (decision 13).

    Looks at `sample` pairs of each scenario, drawn by lot. The numbers themselves do not matter, only who ran where.
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


def _ignore(*told: object) -> None:
    """Nobody listens."""
