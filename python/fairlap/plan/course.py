"""One scenario of a race: what the next round is, out of what was seen so far. Knows no clock and no process."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from fairlap.catalog import Suite
from fairlap.errors import UsageError
from fairlap.plan.goal import Goal
from fairlap.plan.heats import PlannedRound, draw_heats, turns_of_round
from fairlap.plan.looks import looks_up_to
from fairlap.plan.pace import (
    LAP_OVERHEAD_MS,
    LEAST_CYCLES,
    LEAST_TOOL_CYCLES,
    after_trial,
    bounded_cycles,
    pace,
    rounds_worth,
)
from fairlap.plan.rates import Rates, choose_rates
from fairlap.plan.replication import LengthTrial, choose_cycles, components
from fairlap.plan.stopping import Stop, next_step
from fairlap.samples import STOPPED, PlanDecision, RoundRecord
from fairlap.statistics.comparison import compare_all

TURN_S = 1.0
"""What a start, its verification and a warm-up cost one contestant, about: measured ones replace it."""

LEAST_START_S = 0.2
"""No start, verification and warm-up of a contestant takes less."""

RATES_S = 1.3
"""What laps at fixed rates cost one contestant, about."""

RATE_LAP_MS = 250

RATES_ROUNDS = 3
"""Rounds with laps at fixed rates, of a race with a budget: the rest of the time is for telling contestants apart."""

TRIAL_SHARE = 0.05
"""Share of the budget that may go into trying out lap lengths."""

SPREAD_AFTER = 2
"""Rounds after which their cost is known: how many rounds there will be, and their cycles."""

COMPONENTS_AFTER = 6
"""Rounds after which the variance between rounds can be told from that between cycles; after three it is chance."""


@dataclass
class Course:
    """The rounds of one scenario. `budget_s` is its share of the race's; `None` runs the suite's rounds.

    `fixed_length`: somebody else's tool laps, or answers take long: the length of laps stays what it is.
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
    rates: Rates | None = None
    stopped: str | None = None

    def __post_init__(self) -> None:
        self._lap_ms, self._cycles = self.suite.load.lap_ms, self.suite.cycles
        self._least_cycles = LEAST_TOOL_CYCLES if self.fixed_length else LEAST_CYCLES
        self._missing: tuple[PlannedRound, ...] = ()
        self._decided_after: frozenset[int] = frozenset()
        self.planned = self.suite.rounds
        self.looks: tuple[int, ...] = (self.planned,)
        if self.budget_s is None:
            return
        for_rates_s = RATES_ROUNDS * len(self.names) * RATES_S if self.goal.rates else 0.0
        first = pace(
            max(self.budget_s / 2, self.budget_s - for_rates_s),
            contestants=len(self.names),
            lap_ms=self._lap_ms,
            turn_s=TURN_S,
            reference_every=self.goal.reference_every,
            least_cycles=self._least_cycles,
        )
        self._cycles, self.planned = first.cycles, first.rounds
        # Close pairs get rounds of their own, in smaller heats: more of them fit into the same time.
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
        """Rounds that have been run."""
        return self.rounds[-1].round if self.rounds else 0

    @property
    def next_number(self) -> int:
        """The number of the round whose heats `next_round` gives."""
        return self.done if self._missing else self.done + 1

    @property
    def elapsed_s(self) -> float:
        """Time spent on this scenario."""
        return sum(record.duration_s or 0.0 for record in self.rounds)

    @property
    def steady_after_s(self) -> dict[str, float]:
        """Seconds of load until each contestant was steady, the longest of the rounds so far."""
        found: dict[str, float] = {}
        for record in self.rounds:
            for turn in record.contestants:
                if turn.steady_after_s is not None:
                    found[turn.contestant] = max(turn.steady_after_s, found.get(turn.contestant, 0.0))
        return found

    def add(self, record: RoundRecord, trials: Sequence[LengthTrial] = ()) -> None:
        """Count a heat that has been run; `trials` are those of lap lengths, if it made any."""
        if trials:
            choice, self._cycles = after_trial(self._lap_ms, self._cycles, trials)
            self._lap_ms = choice.lap_ms
            self._decide(choice.reason)
        self.rounds.append(record)
        self.out |= {turn.contestant for turn in record.contestants if turn.failure is not None}

    def replay(self, rounds: Iterable[RoundRecord], decisions: Iterable[PlanDecision]) -> None:
        """Take up a race that was cut: what was stored of it, in the order in which it was stored.

        Afterwards this course plans what that one would have planned next. What was decided stands, and is not decided
        again. Heats that the last round lacks come with the next `next_round`. `looks` must be set before, and nothing
        may have been run.

        Raises:
            UsageError: these are not the rounds that this course would have planned.
        """
        decided = [decision for decision in decisions if decision.scenario == self.scenario]
        self._decided_after = frozenset(decision.after_round for decision in decided if decision.why_stopped is None)
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
        stops = [why for decision in decided if (why := decision.why_stopped) is not None]
        if stops:
            self.stopped = stops[-1]

    def _pace_of(self, decided: Sequence[PlanDecision]) -> None:
        """Laps, cycles and rounds as the last of these decisions left them."""
        if not decided:
            return
        self._lap_ms, self._cycles = decided[-1].lap_ms, decided[-1].cycles
        if decided[-1].rounds_planned is not None:
            self.planned = decided[-1].rounds_planned

    def _must_be(self, planned: PlannedRound | None, record: RoundRecord) -> None:
        """Raises UsageError when this is no record of that plan."""
        raced = {turn.contestant for turn in record.contestants}
        if planned is None or planned.number != record.round or raced != set(planned.heat.everyone) - self.out:
            where = f"round {record.round}, heat {record.heat} of {self.scenario}"
            raise UsageError(f"{where} is not what this Fairlap would have planned")

    def next_round(self) -> tuple[PlannedRound, ...]:
        """The heats of the next round; none when this scenario is finished (`stopped` says why).

        After a `replay`, first those that are missing of a round that was cut.
        """
        if self._missing:
            missing, self._missing = self._missing, ()
            return missing
        if not self.racing and self.names:
            return self._stop("no contestant is left")
        if self.budget_s is not None and len(self.racing) < 2 <= len(self.names):
            return self._stop(f"only {self.racing[0]} is left, and there is nothing to compare it with")
        if self.budget_s is None:
            if self.done >= self.suite.rounds:
                return self._stop(f"the {self.suite.rounds} rounds that were asked for are done")
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
            self._turn_cost_s(),
        )
        if isinstance(step, Stop):
            return self._stop(step.reason)
        return self._plan(step.groups, only=step.contestants)

    def rates_in(self, planned: PlannedRound) -> Rates | None:
        """The fixed rates of a round, if it has any: with a budget, the first few rounds of everyone have."""
        return self.rates if self._has_rates(planned.number) and not planned.wanted else None

    def _has_rates(self, number: int) -> bool:
        return self.rates is not None and (self.budget_s is None or number <= 1 + RATES_ROUNDS)

    def _rates_s(self) -> float:
        """What the laps at fixed rates take in a round of everyone."""
        return 0.0 if self.rates is None else self.rates.work_ms((self.reference, *self.racing)) / 1000

    def _adapt_cycles(self) -> None:
        """Once costs are known, and again once variances are: more starts instead of cycles, where starts differ."""
        if self.budget_s is None or self.done not in (SPREAD_AFTER, COMPONENTS_AFTER):
            return
        if self.done in self._decided_after:
            return
        turns, racing = turns_of_round(len(self.racing)), len(self.racing)
        laps = racing + (turns - racing) / self.goal.reference_every
        cycle_s = laps * (self._lap_ms + LAP_OVERHEAD_MS) / 1000
        rates_s = self._rates_s()
        in_this_one = rates_s if self._has_rates(self.done) else 0.0
        start_s = max(turns * LEAST_START_S, turns * self._turn_cost_s() - self._cycles * cycle_s - in_this_one)
        still = sum(self._has_rates(number) for number in range(self.done + 1, self.planned + 1))
        left_s = max(0.0, self.budget_s - self.elapsed_s - still * rates_s)
        if self.done == SPREAD_AFTER:
            self.planned = min(self.planned, rounds_worth(left_s, start_s, done=self.done))
        filling = bounded_cycles((left_s / max(1, self.planned - self.done) - start_s) / cycle_s, self._least_cycles)
        if self.done == SPREAD_AFTER:
            self._cycles = filling
            self._decide(
                f"a round costs {start_s:.1f} s beside its cycles of {cycle_s:.2f} s: {filling} of them spread the "
                f"budget over {self.planned} rounds"
            )
            return
        found = components(self.rounds, self.racing)
        if found is not None:
            least = max(self._least_cycles, filling // 2)
            choice = choose_cycles(found, start_s, cycle_s, self.budget_s, least=least, most=max(least, filling))
            self._cycles = choice.cycles
            self._decide(choice.reason)

    def _turn_cost_s(self) -> float:
        """What one contestant costs in one round, as measured: the first round, with its trial, only if it is alone."""
        usual = [record for record in self.rounds if record.round > 1] or self.rounds
        return sum(record.duration_s or 0.0 for record in usual) / sum(len(record.contestants) for record in usual)

    def _plan(
        self, groups: Sequence[Sequence[str]], *, only: Sequence[str] | None = None, trial_s: float = 0.0
    ) -> tuple[PlannedRound, ...]:
        number = self.done + 1
        if number == 2 and self.goal.rates:
            turns = [turn for record in self.rounds for turn in record.contestants if turn.failure is None]
            self.rates = choose_rates(turns, self.reference, lap_ms=RATE_LAP_MS, repeats=1)
        heats = draw_heats(
            self.racing if only is None else only,
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
                wanted=bool(groups),
            )
            for heat in heats
        )

    def at_current_pace(self, planned: PlannedRound) -> PlannedRound:
        """The plan of a heat with what was decided since it was made."""
        return planned.with_laps(self._lap_ms, self._cycles)

    def take_decisions(self) -> tuple[PlanDecision, ...]:
        """Those since the last time, to be stored."""
        taken = tuple(self.decisions)
        self.decisions.clear()
        return taken

    def stop(self, reason: str) -> None:
        """No further round of this scenario: what it needs has gone."""
        self._stop(reason)

    def _stop(self, reason: str) -> tuple[PlannedRound, ...]:
        self.stopped = reason
        self._decide(f"{STOPPED}{reason}")
        return ()

    def _decide(self, reason: str) -> None:
        self.decisions.append(
            PlanDecision(
                scenario=self.scenario,
                after_round=self.done,
                lap_ms=self._lap_ms,
                cycles=self._cycles,
                rounds_planned=self.planned,
                reason=reason,
            )
        )
