"""Plans the rounds of one scenario from its results so far. Has no clock and starts no process."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from fairlap.catalog import Suite
from fairlap.errors import UsageError
from fairlap.plan.cost import RoundCost, cost_of_round, turn_cost_s
from fairlap.plan.goal import Goal, LatencyPrecision
from fairlap.plan.heats import PlannedRound, draw_heats, turns_of_round
from fairlap.plan.learning import WarmupHistory
from fairlap.plan.pace import (
    LEAST_CYCLES,
    LEAST_TOOL_CYCLES,
    after_trial,
    bounded_cycles,
    pace,
    rounds_worth,
)
from fairlap.plan.rates import MOST_LAPS, Rate, imprecise, laps_at_half, rates_of_round
from fairlap.plan.replication import LengthTrial, choose_cycles, components
from fairlap.plan.stopping import Stop, looks_up_to, next_step
from fairlap.plan.warmup import FIRST_ROUND_S, LEAST_BOUND_S, Needs
from fairlap.samples import PlanDecision, RoundRecord
from fairlap.statistics.comparison import compare_all

TURN_S = 1.0
"""Estimated time of start, verification and warm-up of a contestant, until it is measured."""

RATES_BUDGET = 1 / 3
"""Estimated share of laps at fixed rates in the budget, until their time is measured."""

RATES_SHARE = 0.5
"""Largest share of laps at half load in the time of a round's laps."""

TRIAL_SHARE = 0.05
"""Maximum share of the budget for trying out lap lengths."""

FIRST_WARM_UP_SHARE = 0.1
"""Largest share of the budget for the warm-up of the first round; each may take `LEAST_BOUND_S` in any case."""

SPREAD_AFTER = 2
"""After this many rounds their cost is known, and their number and cycles are adapted."""

COMPONENTS_AFTER = 6
"""After this many rounds the variance between rounds can be separated from that between cycles (not after three)."""


@dataclass
class Course:
    """The rounds of one scenario. `budget_s` is its share of the race's budget; `None` runs the suite's rounds.

    `fixed_length`: lap length is not adapted, because an external tool laps or answers are slow.
    """

    scenario: str
    names: tuple[str, ...]
    suite: Suite
    goal: Goal
    budget_s: float | None
    seed: int
    fixed_length: bool = False
    rounds: list[RoundRecord] = field(default_factory=list)
    decisions: list[PlanDecision] = field(default_factory=list)
    out: set[str] = field(default_factory=set)
    stopped: str | None = None

    def __post_init__(self) -> None:
        self._lap_ms, self._cycles = self.suite.load.lap_ms, self.suite.cycles
        self._most_rate_laps = MOST_LAPS
        self._least_cycles = LEAST_TOOL_CYCLES if self.fixed_length else LEAST_CYCLES
        self._missing: tuple[PlannedRound, ...] = ()
        self._decided_after: frozenset[int] = frozenset()
        self._warmups = WarmupHistory(self.reference)
        self.planned = self.suite.rounds
        self.looks: tuple[int, ...] = (self.planned,)
        if self.budget_s is None:
            return
        first = pace(
            self.budget_s * (1 - RATES_BUDGET if self.goal.rates else 1),
            contestants=len(self.names),
            lap_ms=self._lap_ms,
            turn_s=TURN_S,
            reference_every=self.goal.reference_every,
            least_cycles=self._least_cycles,
        )
        self._cycles, self.planned = first.cycles, first.rounds
        # Close pairs get extra rounds in smaller heats: more of them fit into the same time.
        self.looks = looks_up_to(self.planned if len(self.names) <= 2 else 2 * self.planned)

    @property
    def reference(self) -> str:
        """The reference contestant."""
        return self.suite.reference

    @property
    def racing(self) -> tuple[str, ...]:
        """Contestants that have not failed."""
        return tuple(name for name in self.names if name not in self.out)

    @property
    def done(self) -> int:
        """Number of finished rounds."""
        return self.rounds[-1].round if self.rounds else 0

    @property
    def next_number(self) -> int:
        """The number of the round that `next_round` plans."""
        return self.done if self._missing else self.done + 1

    @property
    def elapsed_s(self) -> float:
        """Time spent on this scenario."""
        return sum(record.duration_s or 0.0 for record in self.rounds)

    @property
    def needs(self) -> dict[str, Needs]:
        """What each contestant needs to get warm, from the rounds so far."""
        at_most_s = self.goal.warm_up_s
        if at_most_s is None and self.budget_s is not None and self.done == 0:
            share_s = FIRST_WARM_UP_SHARE * self.budget_s / turns_of_round(len(self.racing))
            at_most_s = max(LEAST_BOUND_S, min(FIRST_ROUND_S, share_s))
        return {name: self._warmups.needs(name, at_most_s) for name in (self.reference, *self.racing)}

    def add(self, record: RoundRecord, trials: Sequence[LengthTrial] = ()) -> None:
        """Add a finished heat, and the trials of lap lengths that it made."""
        if trials:
            choice, self._cycles = after_trial(self._lap_ms, self._cycles, trials)
            self._lap_ms = choice.lap_ms
            self._decide(choice.reason)
        self.rounds.append(record)
        self._warmups.add(record)
        self.out |= {turn.contestant for turn in record.contestants if turn.failure is not None}

    def replay(self, rounds: Iterable[RoundRecord], decisions: Iterable[PlanDecision]) -> None:
        """Resume an interrupted race from its stored rounds and decisions, in stored order.

        Afterwards this course plans what the interrupted one would have planned. Earlier decisions are kept. Missing
        heats of the last round come from the next `next_round`. Set `looks` before, and call this before any round.

        Raises:
            UsageError: this course would have planned other rounds.
        """
        decided = [decision for decision in decisions if decision.scenario == self.scenario]
        self._decided_after = frozenset(decision.after_round for decision in decided if not decision.ends)
        own = (record for record in rounds if record.scenario == self.scenario)
        for number, records in groupby(own, key=lambda record: record.round):
            self._pace_of([decision for decision in decided if decision.after_round < number])
            planned = {heat.heat.number: heat for heat in self.next_round()}
            for record in records:
                self._must_be(planned.pop(record.heat, None), record)
                self.add(record)
            self._missing = tuple(planned.values())
        self._pace_of(decided)
        self.decisions.clear()
        stops = [decision.reason for decision in decided if decision.ends]
        if stops:
            self.stopped = stops[-1]

    def _pace_of(self, decided: Sequence[PlanDecision]) -> None:
        """Take laps, cycles and rounds from the last of these decisions."""
        if not decided:
            return
        self._lap_ms, self._cycles = decided[-1].lap_ms, decided[-1].cycles
        if decided[-1].rounds_planned is not None:
            self.planned = decided[-1].rounds_planned

    def _must_be(self, planned: PlannedRound | None, record: RoundRecord) -> None:
        """Raise UsageError when the record does not match the plan."""
        raced = {turn.contestant for turn in record.contestants}
        if planned is None or planned.number != record.round or raced != set(planned.heat.everyone) - self.out:
            where = f"round {record.round}, heat {record.heat} of {self.scenario}"
            raise UsageError(f"{where} differs from what this version of Fairlap would have planned")

    def next_round(self) -> tuple[PlannedRound, ...]:
        """Return the heats of the next round; none when this scenario is finished (`stopped` says why).

        After a `replay`, the missing heats of the interrupted round come first.
        """
        if self._missing:
            missing, self._missing = self._missing, ()
            return missing
        if not self.racing and self.names:
            return self._stop("no contestant is left")
        if self.budget_s is not None and len(self.racing) < 2 <= len(self.names):
            return self._stop(f"only {self.racing[0]} is left, with nothing to compare it to")
        if self.budget_s is None:
            if self.done >= self.suite.rounds:
                return self._stop(f"all {self.suite.rounds} rounds are done")
            return self._plan(())
        if self.done == 0:
            return self._plan((), trial_s=0.0 if self.fixed_length else TRIAL_SHARE * self.budget_s)
        self._adapt_cycles()
        step = next_step(
            self.racing,
            compare_all(self.rounds, self.racing, self.reference, self.goal.precision, self.looks, ended=False),
            self.done,
            self.looks,
            self.elapsed_s,
            self.budget_s,
            max(turn_cost_s(self.rounds), self._turn_s(self._cycles)),
            self._turn_s(self._fewest_cycles),
            self._imprecise(),
        )
        if isinstance(step, Stop):
            return self._stop(step.reason)
        self._fit_cycles(step.turns)
        return self._plan(step.groups, contestants=step.contestants, decided=step.decided)

    def rates_in(self, planned: PlannedRound) -> tuple[Rate, ...]:
        """Return the laps at fixed rates of a heat."""
        if not self.goal.rates:
            return ()
        return rates_of_round(
            self.rounds,
            planned.heat.everyone,
            self.reference,
            self._latency_precision,
            number=planned.number,
            rounds_left=self.planned - planned.number + 1,
            most_laps=self._most_rate_laps,
        )

    def _rate_laps_wanted(self) -> int:
        """Return how many laps at half load each contestant needs in the next round."""
        everyone, left = (self.reference, *self.racing), max(1, self.planned - self.done)
        return laps_at_half(self.rounds, everyone, self._latency_precision, left)

    @property
    def _latency_precision(self) -> LatencyPrecision:
        return self.goal.latency_precision or LatencyPrecision()

    def _imprecise(self) -> tuple[str, ...]:
        """Return the contestants that go on for their response times."""
        wanted = self.goal.latency_precision if self.goal.rates else None
        return () if wanted is None else imprecise(self.rounds, self.racing, wanted)

    def _rate_laps_that_fit(self) -> int:
        """Return how many laps at half load each contestant may have, so that the planned rounds fit the budget."""
        if self.budget_s is None or self.done < SPREAD_AFTER:
            return MOST_LAPS
        cost = self.cost_of_round()
        room_s = self._room_s(cost) - self._cycles * cost.cycle_s
        return MOST_LAPS if cost.rate_s is None else min(MOST_LAPS, max(1, math.floor(room_s / cost.rate_s)))

    def _room_s(self, cost: RoundCost) -> float:
        """Return the time for laps in each of the planned rounds; needs a budget."""
        assert self.budget_s is not None
        return max(0.0, self.budget_s - self.elapsed_s) / max(1, self.planned - self.done) - cost.start_s

    def _adapt_cycles(self) -> None:
        """Adapt the cycles once costs, and again once variances are known: the more starts differ, the fewer cycles."""
        if self.budget_s is None or self.done not in (SPREAD_AFTER, COMPONENTS_AFTER):
            return
        if self.done in self._decided_after:
            return
        cost = self.cost_of_round()
        start_s, cycle_s = cost.start_s, cost.cycle_s
        if self.done == SPREAD_AFTER:
            left_s = max(0.0, self.budget_s - self.elapsed_s)
            self.planned = min(self.planned, rounds_worth(left_s, start_s, done=self.done))
        room_s = self._room_s(cost)
        rates_s = 0.0 if cost.rate_s is None else min(RATES_SHARE * room_s, cost.rate_s * self._rate_laps_wanted())
        filling = bounded_cycles((room_s - rates_s) / cycle_s, self._least_cycles)
        if self.done == SPREAD_AFTER:
            self._cycles = filling
            self._decide(
                f"a round takes {start_s:.1f} s plus {cycle_s:.2f} s per cycle: {filling} cycles spread the budget "
                f"over {self.planned} rounds"
            )
            return
        found = components(self.rounds, self.racing)
        if found is not None:
            least = max(self._least_cycles, filling // 2)
            choice = choose_cycles(found, start_s, cycle_s, self.budget_s, least=least, most=max(least, filling))
            self._cycles = choice.cycles
            self._decide(choice.reason)

    def cost_of_round(self) -> RoundCost:
        """Return the cost of a round of everybody, as it is planned now."""
        return cost_of_round(self.rounds, len(self.racing), self._lap_ms, self.goal.reference_every)

    def _turn_s(self, cycles: int) -> float:
        """Return the time per contestant of a round of so many cycles, without laps at fixed rates."""
        cost = self.cost_of_round()
        return (cost.start_s + cycles * cost.cycle_s) / turns_of_round(len(self.racing))

    @property
    def _fewest_cycles(self) -> int:
        """The fewest cycles that a round may have for which the budget has no room otherwise."""
        return max(self._least_cycles, math.ceil(self._cycles / 2))

    def _fit_cycles(self, turns: int) -> None:
        """Take fewer cycles if a round of so many starts would otherwise not fit into the rest of the budget."""
        if self.budget_s is None:
            return
        left_s = (self.budget_s - self.elapsed_s) / turns
        if self._turn_s(self._cycles) <= left_s:
            return
        cost, everyone = self.cost_of_round(), turns_of_round(len(self.racing))
        room_s = left_s * everyone - cost.start_s
        fitting = math.floor((room_s - min(RATES_SHARE * room_s, cost.rates_s)) / cost.cycle_s)
        fewer = max(self._fewest_cycles, fitting)
        if fewer < self._cycles:
            self._cycles = fewer
            self._decide(f"{fewer} cycles, so that one more round fits into the budget")

    def _plan(
        self,
        groups: Sequence[Sequence[str]],
        *,
        contestants: Sequence[str] | None = None,
        trial_s: float = 0.0,
        decided: int = 0,
    ) -> tuple[PlannedRound, ...]:
        number, self._most_rate_laps = self.done + 1, self._rate_laps_that_fit()
        heats = draw_heats(
            self.racing if contestants is None else contestants,
            scenario=self.scenario,
            reference=self.reference,
            number=number,
            seed=self.seed,
            groups=groups,
        )
        return tuple(
            PlannedRound(
                heat,
                number,
                self.seed,
                self._lap_ms,
                self._cycles,
                self.goal.reference_every,
                trial_s if heat.number == 1 else 0.0,
                self._least_cycles if heat.number > len(heats) - decided else None,
            )
            for heat in heats
        )

    def at_current_pace(self, planned: PlannedRound) -> PlannedRound:
        """Return the plan of a heat with later decisions."""
        return planned.with_laps(self._lap_ms, self._cycles)

    def take_decisions(self) -> tuple[PlanDecision, ...]:
        """Return the decisions since the last call, to be stored."""
        taken = tuple(self.decisions)
        self.decisions.clear()
        return taken

    def stop(self, reason: str) -> None:
        """End this scenario, because something it needs is gone."""
        self._stop(reason)

    def _stop(self, reason: str) -> tuple[PlannedRound, ...]:
        self.stopped = reason
        self._decide(reason, ends=True)
        return ()

    def _decide(self, reason: str, *, ends: bool = False) -> None:
        self.decisions.append(
            PlanDecision(
                scenario=self.scenario,
                after_round=self.done,
                lap_ms=self._lap_ms,
                cycles=self._cycles,
                rounds_planned=self.planned,
                reason=reason,
                ends=ends,
            )
        )
