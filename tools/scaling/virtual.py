"""A pool for `fairlap.cluster.rounds` whose machines exist only on a simulated clock."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from types import SimpleNamespace
from typing import Literal

from tools.scaling.costs import ClusterCosts

from fairlap.cluster.models import SiteLostError
from fairlap.race.heat import HeatDone, HeatOrder
from fairlap.samples import ContestantRound, RoundRecord

Role = Literal["server", "generator"]


@dataclass(eq=False)
class VirtualHeat:
    """A running heat, when it ends, and the machine that it lost."""

    ends_s: float
    done: HeatDone
    lost: str | None = None

    def result(self, timeout_s: float) -> HeatDone:
        """Return the result like a `RayPending`. Raises SiteLostError."""
        if self.lost is not None:
            raise SiteLostError("is gone", where=self.lost)
        return self.done


class VirtualGroup:
    """A pair of machines, a server site and a generator."""

    def __init__(self, pool: "VirtualPool", server: str) -> None:
        self.group = SimpleNamespace(server=server)
        self.lost: Role | None = None
        self.heat: VirtualHeat | None = None
        self._pool = pool

    def run(self, order: HeatOrder) -> VirtualHeat:
        """Start a heat."""
        pool, planned = self._pool, order.planned
        took_s = pool.work_s(order)
        record = RoundRecord(
            scenario=planned.heat.scenario,
            heat=planned.heat.number,
            round=planned.number,
            started_at="",
            reference=planned.heat.reference,
            contestants=tuple(_finished(name, planned.heat.number) for name in order.racing),
            lap_ms=planned.lap_ms,
            duration_s=took_s,
            machine=self.group.server,
        )
        self.heat = VirtualHeat(pool.now_s + took_s, HeatDone(record))
        if self.lost is not None:
            self.heat.ends_s, self.heat.lost = pool.now_s, self.group.server
        return self.heat


class VirtualPool:
    """A `Pool` with so many groups, all ready at time 0; heats take the simulated time `work_s`.

    A new group is ready after `prepare_s`. A machine in use is lost every `loss_every_s` on average (`None`: never);
    the seed draws which and when.
    """

    def __init__(
        self,
        groups: int,
        work_s: Callable[[HeatOrder], float],
        costs: ClusterCosts,
        seed: int,
        *,
        prepare_s: float,
        loss_every_s: float | None = None,
    ) -> None:
        self.work_s = work_s
        self.now_s = 0.0
        self.losses = 0
        self._costs, self._prepare_s, self._loss_every_s = costs, prepare_s, loss_every_s
        self._dice = random.Random(f"{seed}/losses")
        self._names = count(1)
        self._spare: dict[Role, int] = {"server": 0, "generator": 0}
        self.groups = [self._new() for _ in range(groups)]
        self._next_loss_s = self._draw_loss(0.0)

    def wait(self, pending: Sequence[VirtualHeat]) -> tuple[VirtualHeat, ...]:
        """Advance the clock until a heat ends; machines are lost on the way."""
        while True:
            ended_s = min(heat.ends_s for heat in pending)
            if self._next_loss_s is None or self._next_loss_s >= ended_s:
                # If the driver was busy meanwhile, several heats may have ended.
                self.now_s = max(self.now_s, ended_s)
                return tuple(heat for heat in pending if heat.ends_s <= self.now_s)
            self._lose(self._next_loss_s)

    def drop(self, group: VirtualGroup) -> None:
        """Drop a group; its other machine becomes available."""
        self.groups.remove(group)
        self._spare["generator" if group.lost == "server" else "server"] += 1

    def replace(self, built: object) -> VirtualGroup | None:
        """Form a group of spare machines; if no group is left, start a machine for it."""
        if min(self._spare.values()) < 1:
            if self.groups:
                return None
            missing = min(self._spare, key=lambda role: self._spare[role])
            self._spare[missing] += 1
            self.now_s += self._costs.machine_back_s
        for role in self._spare:
            self._spare[role] -= 1
        self.now_s += self._prepare_s
        self.groups.append(self._new())
        if self._next_loss_s is None:  # no machine was in use
            self._next_loss_s = self._draw_loss(self.now_s)
        return self.groups[-1]

    def grow(self, built: object) -> None:
        """Lost machines do not come back by themselves: the worst case."""

    def _new(self) -> VirtualGroup:
        return VirtualGroup(self, f"s{next(self._names)}")

    def _draw_loss(self, after_s: float) -> float | None:
        """Draw when the next machine is lost; all machines in use are equally likely."""
        machines = 2 * sum(group.lost is None for group in self.groups)
        if self._loss_every_s is None or not machines:
            return None
        return after_s + self._dice.expovariate(machines / self._loss_every_s)

    def _lose(self, at_s: float) -> None:
        """Lose one machine. Its heat ends when the loss is noticed; without a heat, the next one notices it."""
        group = self._dice.choice([group for group in self.groups if group.lost is None])
        group.lost = self._dice.choice(("server", "generator"))
        self.losses += 1
        if group.heat is not None and group.heat.ends_s > at_s:
            group.heat.ends_s, group.heat.lost = at_s + self._costs.loss_seen_s, group.group.server
        self._next_loss_s = self._draw_loss(at_s)


def _finished(name: str, heat: int) -> ContestantRound:
    return ContestantRound(
        contestant=name,
        heat=heat,
        version=None,
        startup_ms=None,
        warmup_s=None,
        steady=None,
        memory_peak_bytes=None,
        processes=None,
        threads=None,
        stage=None,
        failure=None,
        flags=(),
        samples=(),
    )
