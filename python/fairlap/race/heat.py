"""Runs one round of one heat: start, verify, warm up, cycles with laps at fixed rates between them, stop.

Its order and its result are plain data, as it may run on another machine than the plan.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from fairlap.catalog import LoadProfile, Scenario
from fairlap.errors import ContestantError, ContractError
from fairlap.hosting.prepared import Prepared
from fairlap.hosting.services.model import ServiceError
from fairlap.plan import warmup
from fairlap.plan.heats import PlannedRound
from fairlap.plan.pace import after_trial
from fairlap.plan.rates import LAP_MS, Rate, after_cycles
from fairlap.plan.replication import LengthTrial
from fairlap.race import tool_lap
from fairlap.race.events import Advance, Failed, LapSeen, Observer, StageBegan
from fairlap.race.lengths import try_lengths
from fairlap.race.offering import (
    ASKED_EVERY,
    SEARCH_WORK_MS,
    RoundContext,
    ask_probes,
    asked_after,
    ceiling_per_s,
    run_rates,
    run_slo,
    run_sweep,
    sweep_work_ms,
)
from fairlap.race.recorder import Stage
from fairlap.race.site import Site
from fairlap.race.turn import Turn
from fairlap.samples import BACKEND_DISAGREES, ContestantRound, RoundRecord, Sample, WarmupLap
from fairlap.slo import Slo
from fairlap.verify.backend import RoundCheck, begin_check, seed_again, why_gone


@dataclass(frozen=True, slots=True)
class HeatOrder:
    """One round of one heat.

    `racing` is in the order of starts; `label` describes the round for users. `rates` are laps between the cycles,
    `slo` and `sweep` are stages after them. `needs` has what contestants need to get warm, `capacity_shares` their
    capacity relative to throughput in earlier rounds.
    """

    planned: PlannedRound
    load: LoadProfile
    racing: tuple[str, ...]
    label: str
    rates: tuple[Rate, ...] = ()
    slo: Slo | None = None
    sweep: tuple[int, ...] = ()
    needs: Mapping[str, warmup.Needs] = field(default_factory=dict)
    capacity_shares: Mapping[str, float] = field(default_factory=dict)

    def needs_of(self, contestant: str) -> warmup.Needs:
        """Return what a contestant needs to get warm."""
        return self.needs.get(contestant, warmup.NOTHING_KNOWN)

    def most_warmup_laps(self, contestant: str) -> int:
        """Return the number of laps after which its warm-up ends in any case."""
        return warmup.most_laps(self.load, self.needs_of(contestant), first_round=self.planned.number == 1)


@dataclass(frozen=True, slots=True)
class HeatDone:
    """The result of a heat; `trials` of lap lengths, if the plan wanted them."""

    record: RoundRecord
    trials: tuple[LengthTrial, ...] = ()


START_WORK_MS = 600
"""Typical time of a start and its verification, for estimates of the time left."""

LOOK_EVERY = 10
"""Cycles between readings of memory and service counters, which take longer than a lap."""


def round_work_ms(order: HeatOrder) -> int:
    """Return an upper bound of the work of one round, in milliseconds (warm-up may end early)."""
    planned, names = order.planned, order.planned.heat.everyone
    each_ms = START_WORK_MS + planned.cycles * planned.lap_ms
    each_ms += SEARCH_WORK_MS if order.slo else 0
    rates_ms = LAP_MS * sum(rate.laps for rate in order.rates)
    stages_ms = sweep_work_ms(order.sweep, len(names)) + round(planned.trial_s * 1000)
    return len(names) * each_ms + warmup_work_ms(order, names) + rates_ms + stages_ms


def warmup_work_ms(order: HeatOrder, names: Sequence[str]) -> int:
    """Return the work if each of these contestants warms up for as long as it may, in milliseconds."""
    return warmup.lap_ms(order.load) * sum(order.most_warmup_laps(name) for name in names)


class HeatRunner:
    """Runs one round of a heat at a site. Failures of contestants are recorded; failures of Fairlap are raised.

    Args:
        site: where to run it.
        order: what to run.
        scenario: the scenario of the order.
        racing: the builds of the order's contestants.
        observer: gets an event for every step.
    """

    def __init__(
        self, site: Site, order: HeatOrder, scenario: Scenario, racing: Sequence[Prepared], observer: Observer
    ) -> None:
        self._site = site
        self._order = order
        self._scenario = scenario
        self._observer = observer
        self._reference = order.planned.heat.reference
        self._dice = random.Random(f"{order.planned.key}/warm-up")
        self._began_s = site.clock_s()
        self._turns = [
            Turn(prepared, scenario, order.load, order.planned.heat.number, round_began=self._began_s)
            for prepared in racing
        ]
        self._context = RoundContext(self._turns, site, self._dice, observer, order.label, self._fail)

    def run(self) -> HeatDone:
        """Start all contestants in their order, run all laps, and stop everything at the end."""
        started_at = self._site.now().isoformat(timespec="seconds")
        planned = self._order.planned
        try:
            seed_again(self._site.services, self._scenario)
            with self._site.bounding_logs():
                self._start()
                check = begin_check(self._site.services, self._scenario)  # caches are filled now
                self._warm_up()
            trials = try_lengths(self._context, planned, self._reference, self._lap)
            self._observer(Advance(round(planned.trial_s * 1000)))
            if trials:
                choice, cycles = after_trial(planned.lap_ms, planned.cycles, trials)
                planned = planned.with_laps(choice.lap_ms, cycles)
            self._measure(planned)
            self._offer(planned.lap_ms)
            self._check_backend(check)
            for turn in self._turns:
                self._close(turn)
        finally:
            self._stop(self._turns)
        record = RoundRecord(
            scenario=self._scenario.name,
            heat=planned.heat.number,
            round=planned.number,
            started_at=started_at,
            reference=self._reference,
            contestants=self._records(),
            lap_ms=planned.lap_ms,
            duration_s=self._site.clock_s() - self._began_s,
        )
        return HeatDone(record, trials)

    def _records(self) -> tuple[ContestantRound, ...]:
        """Return what is known of each; laps before a start was steady in hindsight do not count."""
        records = {turn.name: turn.record() for turn in self._turns}
        reference = records[self._reference]
        return tuple(warmup.in_hindsight(record, reference) for record in records.values())

    def _say(self, text: str, contestant: str | None = None, cycle: tuple[int, int] | None = None) -> None:
        self._observer(StageBegan(f"{self._order.label}: {text}", contestant, cycle))

    def _start(self) -> None:
        for turn, port in zip(self._turns, self._site.free_ports(len(self._turns)), strict=True):
            self._say(f"starting {turn.name}", turn.name)
            stage: Stage = "start"
            try:
                if turn.name != self._reference:
                    turn.watch(self._site.services)
                turn.start(self._site, port)
                stage = "verify"
                turn.verify(self._site, self._dice)
                stage = "start"
                turn.open(self._site)
            except (ContestantError, ServiceError) as error:
                # A wrong first answer breaks the contract, although it is found while waiting for the start.
                self._fail(turn, "verify" if isinstance(error, ContractError) else stage, error.line())
            self._observer(Advance(START_WORK_MS))

    def _warm_up(self) -> None:
        """Run uncounted cycles: the reference laps in each of them, the others until they are steady."""
        turns, order, lap_ms = self._turns, self._order, warmup.lap_ms(self._order.load)
        waiting = [turn for turn in turns if turn.alive]
        work_left_ms = warmup_work_ms(order, [turn.name for turn in turns])
        cycle = 0
        while waiting:
            cycle += 1
            lapping = [turn for turn in turns if turn in waiting or turn.name == self._reference]
            self._dice.shuffle(lapping)
            self._warmup_cycle(lapping, cycle, lap_ms)
            ask_probes(self._context, lapping if cycle % ASKED_EVERY == 1 else ())
            work_left_ms -= len(lapping) * lap_ms
            for turn in waiting:
                found = warmup.judge(turn.kept.warmup, order.needs_of(turn.name))
                turn.kept.steady, turn.kept.steady_after_s = found.steady, found.after_s
            waiting = [
                turn
                for turn in waiting
                if turn.alive and not turn.kept.steady and cycle < order.most_warmup_laps(turn.name)
            ]
        self._observer(Advance(work_left_ms))
        for turn in turns:
            trouble = turn.disagreement()
            if turn.alive and trouble is not None:
                self._fail(turn, "verify", trouble)
            if turn.alive and turn.hosted is not None:
                turn.hosted.keep_on(self._site.layout.server)
                turn.count_processes()

    def _warmup_cycle(self, lapping: list[Turn], cycle: int, lap_ms: int) -> None:
        """Run one warm-up lap of each, recorded relative to the reference's."""
        samples: dict[str, tuple[Turn, Sample]] = {}
        for position, turn in enumerate(lapping):
            self._say(f"warming up {turn.name}", turn.name)
            sample = self._watched(turn, "warm-up", partial(self._lap, turn, lap_ms, cycle, position, "warm-up"))
            if sample is not None:
                samples[turn.name] = turn, sample
                turn.kept.warmup_s = (turn.kept.warmup_s or 0.0) + sample.lap_elapsed_s
            self._observer(Advance(lap_ms))
        reference = samples.get(self._reference)
        reference_per_s = None if reference is None else reference[1].throughput_per_s
        for turn, sample in samples.values():
            ratio = sample.throughput_per_s / reference_per_s if reference_per_s else None
            turn.kept.warmup.append(WarmupLap(cycle, turn.load_s, sample.throughput_per_s, ratio))

    def _measure(self, planned: PlannedRound) -> None:
        turns = self._turns
        if self._site.tool is not None:
            for turn in turns:
                self._close(turn)  # a server with one process per connection needs them for the tool
        by_name = {turn.name: turn for turn in turns}
        ceiling = ceiling_per_s(self._context, by_name[self._reference]) if self._order.rates else None
        asked = asked_after(planned.heat.everyone, planned.cycles, planned.key)
        slots = after_cycles(self._order.rates, planned.cycles, planned.key)
        for cycle, order in enumerate(planned.orders(), start=1):
            gone = why_gone(self._site.services, self._scenario)
            if gone is not None:
                self._fail_all(gone)
                return
            looks = cycle % LOOK_EVERY == 1 or cycle == planned.cycles
            for position, name in enumerate(order):
                turn = by_name[name]
                self._say(f"cycle {cycle} of {planned.cycles}, {name}", name, (cycle, planned.cycles))
                lap = partial(self._counted_lap, turn, planned.lap_ms, cycle, position)
                sample = self._watched(turn, "lap", lap) if looks else lap()
                if sample is not None:
                    turn.kept.samples.append(sample)
                    self._observer(LapSeen(self._scenario.name, cycle, name, sample.throughput_per_s))
                self._observer(Advance(planned.lap_ms))
            run_rates(self._context, [(by_name[rate.contestant], rate) for rate in slots[cycle - 1]], cycle, ceiling)
            ask_probes(self._context, [turn for turn in turns if cycle in asked[turn.name]])
            for turn in turns:
                if looks and turn.alive:
                    turn.read_memory()
        for turn in turns:
            if turn.alive and not turn.kept.samples:
                self._fail(turn, "lap", f"no valid lap{turn.why_void()}")

    def _offer(self, least_ms: int) -> None:
        """Run the stages after the cycles: the search for capacity, the sweep. No lap is shorter than in the cycles."""
        order, context = self._order, self._context
        if order.slo is not None:
            run_slo(context, order.slo, order.capacity_shares, least_ms)
        run_sweep(context, order.sweep, least_ms)
        for turn in self._turns:
            if turn.alive:
                turn.count_processes()

    def _watched(self, turn: Turn, stage: Stage, lap: Callable[[], Sample | None]) -> Sample | None:
        """Run a lap, and read the counters of services before and after."""
        if not turn.alive:
            return lap()
        try:
            return turn.watched(lap, lambda sample: None if sample is None else sample.responses)
        except ServiceError as error:
            self._fail(turn, stage, error.line())
            return None

    def _check_backend(self, check: RoundCheck | None) -> None:
        """Compare service counters with answers, for each contestant and for all together."""
        for turn in self._turns:
            trouble = turn.disagreement()
            if turn.alive and trouble is not None:
                self._fail(turn, "lap", trouble)
        rivals = [turn for turn in self._turns if turn.name != self._reference]
        # A failed contestant may have sent queries without giving an answer.
        if check is None or not all(turn.alive for turn in rivals):
            return
        try:
            trouble = check.trouble(sum(turn.answers for turn in rivals), len(rivals))
        except ServiceError as error:
            trouble = error.line()
        if trouble is not None:
            for turn in rivals:
                turn.kept.flag(BACKEND_DISAGREES, trouble)

    def _counted_lap(self, turn: Turn, duration_ms: int, cycle: int, position: int) -> Sample | None:
        """Run a lap of the cycles with the generator of this race."""
        tool = self._site.tool
        if tool is None:
            return self._lap(turn, duration_ms, cycle, position)
        duration_s = duration_ms // 1000
        sample = self._attempt(
            turn,
            "lap",
            lambda: tool_lap.tool_lap(turn, self._site, tool, duration_s, cycle=cycle, position=position),
        )
        turn.answers += 0 if sample is None else sample.responses
        return sample

    def _lap(self, turn: Turn, duration_ms: int, cycle: int, position: int, stage: Stage = "lap") -> Sample | None:
        warmth = stage == "warm-up"
        lap = partial(turn.lap, self._site, duration_ms, cycle=cycle, position=position, for_warmth=warmth)
        return self._attempt(turn, stage, lap)

    def _attempt(self, turn: Turn, stage: Stage, lap: Callable[[], Sample | None]) -> Sample | None:
        """Run a lap of a contestant that is not out; return `None` and take it out when the lap is invalid.

        `None` without taking it out: a tool's result cannot be true.
        """
        if not turn.alive:
            return None
        try:
            sample = lap()
        except ContestantError as error:  # it cannot be frozen, or a tool failed
            self._fail(turn, stage, error.line())
            return None
        if sample is None:
            return None
        trouble = turn.trouble_after(sample)
        if trouble is None:
            return sample
        self._fail(turn, stage, trouble)
        return None

    def _fail_all(self, reason: str) -> None:
        """Fail all contestants except the reference, because a service is gone."""
        for turn in self._turns:
            if turn.alive and turn.name != self._reference:
                self._fail(turn, "lap", reason)

    def _fail(self, turn: Turn, stage: Stage, reason: str) -> None:
        """Record and report a failure, and stop the contestant so that it does not disturb others."""
        if turn.backend is not None:  # it is not to blame if its service is gone
            reason = why_gone(self._site.services, turn.scenario) or reason
        turn.kept.fail(stage, reason)
        self._observer(Failed(turn.scenario.name, turn.name, f"{stage}: {reason}"))
        self._close(turn)
        self._stop([turn])

    def _close(self, turn: Turn) -> None:
        """Close the generator's connections before TERM: some servers wait for that."""
        if turn.is_open:
            turn.note_full_backlog()
            self._site.session.close(turn.name)
            turn.is_open = False

    def _stop(self, turns: list[Turn]) -> None:
        for turn in turns:
            if turn.hosted is None:
                continue
            try:
                outcome = turn.hosted.stop()
            except ContestantError as error:  # the others must still be stopped
                turn.kept.flag("not-stopped", error.line())
                continue
            finally:
                turn.hosted = None
            if outcome.how == "KILL":
                turn.kept.flag("ignores-term", "ignored TERM and had to be killed")
            if outcome.left_behind:
                turn.kept.flag("left-behind", f"{outcome.left_behind} processes outlived it and had to be killed")
