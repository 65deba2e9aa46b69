"""A whole race without a server: the product's own plan, statistics and stopping rule on laps of a simulated machine.

What is simulated is a lap's throughput and the time that things take. Everything else is the code of a real race:
`Course` (rounds, heats, lap lengths, cycles, looks, when to stop) and `compare_all` (the verdicts of the stored run).
"""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from tools.proof.machine import Lap, Machine, heat_laps

from fairlap.catalog import LoadProfile, Suite, skipped_ms
from fairlap.plan import warmup
from fairlap.plan.course import Course
from fairlap.plan.goal import Goal
from fairlap.plan.heats import PlannedRound
from fairlap.plan.pace import LAP_OVERHEAD_MS, after_trial, trial_cycles, trial_lengths_ms
from fairlap.plan.replication import LengthTrial, log_ratios_of_cycles
from fairlap.samples import ContestantRound, Outcomes, RoundRecord, Sample
from fairlap.statistics.comparison import Comparison, compare_all

REFERENCE = "reference"
REFERENCE_AHEAD = math.log(2.5)
"""The reference is faster than what is raced, as it is in reality."""

PER_S = 20_000.0
"""Throughput of a contestant whose log speed is 0, on a machine at full speed."""

TURN_S = 0.4
"""A start, its verification and its end, of one contestant, without the warm-up."""

WARMUP_LAPS = 18
"""Laps until a contestant with a JIT is taken for warm: node has 40 in the first round of a race, 18 in later ones."""

OUTCOMES = Outcomes(1000, 0, 0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Rules:
    """How the race is asked for. Without `budget_s`: `rounds` rounds of `cycles` cycles, one look at the end.

    `lap_ms` is the length of lap that the suite names.
    """

    budget_s: float | None = 180.0
    precision: float = 0.02
    rounds: int = 12
    cycles: int = 60
    lap_ms: int = 100
    reference_every: int = 4


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """How a simulated race ended: the verdicts, rounds, and the time that it would have taken."""

    comparisons: tuple[Comparison, ...]
    rounds: int
    seconds: float
    records: tuple[RoundRecord, ...] = field(repr=False)


def rehearse(machine: Machine, log_speeds: Mapping[str, float], rules: Rules, seed: int) -> Rehearsal:
    """One race of contestants with these true log speeds; the same seed gives the same race."""
    dice = np.random.default_rng(seed)
    suite = Suite(
        name="rehearsal",
        title="simulated",
        scenarios=["simulated"],
        contestants=list(log_speeds),
        rounds=rules.rounds,
        cycles=rules.cycles,
        load=LoadProfile(connections=64, lap_ms=rules.lap_ms),
    )
    goal = Goal(rules.precision, rules.budget_s, rules.reference_every, rates=False)
    course = Course("simulated", tuple(log_speeds), suite, goal, rules.budget_s, seed)
    speeds = {**log_speeds, REFERENCE: REFERENCE_AHEAD}
    while heats := course.next_round():
        for planned in heats:
            course.add(*_run(dice, machine, speeds, course, course.at_current_pace(planned)))
    comparisons = compare_all(
        course.rounds, course.names, REFERENCE, rules.precision, course.looks if rules.budget_s else (), ended=True
    )
    return Rehearsal(comparisons, course.done, course.elapsed_s, tuple(course.rounds))


def _run(
    dice: np.random.Generator, machine: Machine, speeds: Mapping[str, float], course: Course, planned: PlannedRound
) -> tuple[RoundRecord, list[LengthTrial]]:
    """One round of one heat, as `HeatRunner.run` does it, and what it would have taken; with its trials of lengths."""
    trials: list[LengthTrial] = []
    warmup_ms = WARMUP_LAPS * (warmup.lap_ms(course.suite.load) + LAP_OVERHEAD_MS)
    seconds = len(planned.heat.everyone) * (TURN_S + warmup_ms / 1000)
    if planned.trial_s:
        lengths = trial_lengths_ms(planned, PER_S, course.suite.load.connections)
        cycles = trial_cycles(planned, lengths)
        trials = [_trial(dice, machine, speeds, planned, length, cycles) for length in lengths]
        choice, chosen_cycles = after_trial(planned.lap_ms, planned.cycles, trials)
        planned = planned.with_laps(choice.lap_ms, chosen_cycles)
        seconds += sum(length + LAP_OVERHEAD_MS for length in lengths) / 1000 * cycles * len(planned.heat.everyone)
    orders = planned.orders()
    laps = heat_laps(dice, machine, orders, planned.lap_ms, skipped_ms(planned.lap_ms), LAP_OVERHEAD_MS)
    seconds += sum(map(len, orders)) * (planned.lap_ms + LAP_OVERHEAD_MS) / 1000
    record = RoundRecord(
        scenario=course.scenario,
        heat=planned.heat.number,
        round=planned.number,
        started_at="2026-11-21T12:00:00Z",
        reference=REFERENCE,
        contestants=tuple(_turn(name, planned, speeds[name], own) for name, own in laps.items()),
        lap_ms=planned.lap_ms,
        duration_s=seconds,
    )
    return record, trials


def _trial(
    dice: np.random.Generator,
    machine: Machine,
    speeds: Mapping[str, float],
    planned: PlannedRound,
    lap_ms: int,
    cycles: int,
) -> LengthTrial:
    """Laps of one length. In reality the lengths alternate; here each has its own stretch of the same machine."""
    shuffler = random.Random(f"{planned.key}/{lap_ms}")
    everyone = planned.heat.everyone
    orders = [shuffler.sample(everyone, len(everyone)) for _ in range(cycles)]
    laps = heat_laps(dice, machine, orders, lap_ms, skipped_ms(lap_ms), LAP_OVERHEAD_MS)
    seen = [{name: _per_s(own[cycle], speeds[name]) for name, own in laps.items()} for cycle in range(cycles)]
    rivals = [name for name in everyone if len(everyone) < 3 or name != REFERENCE]
    return LengthTrial(lap_ms, log_ratios_of_cycles(seen, rivals))


def _turn(name: str, planned: PlannedRound, log_speed: float, laps: list[Lap]) -> ContestantRound:
    return ContestantRound(
        contestant=name,
        heat=planned.heat.number,
        version=None,
        startup_ms=50.0,
        warmup_s=1.0,
        steady=True,
        memory_peak_bytes=None,
        processes=1,
        threads=1,
        stage=None,
        failure=None,
        flags=(),
        samples=tuple(_sample(lap, _per_s(lap, log_speed), planned.lap_ms) for lap in laps),
    )


def _sample(lap: Lap, per_s: float, lap_ms: int) -> Sample:
    # positional: hundreds of thousands of them are made
    window_s = (lap_ms - skipped_ms(lap_ms)) / 1000
    return Sample(
        lap.cycle,
        lap.position,
        per_s,
        requests=1000,
        completed=1000,
        elapsed_s=window_s,
        outcomes=OUTCOMES,
        skipped_outcomes=OUTCOMES,
        responses=1000,
        bytes_received=0,
        reconnects=0,
        histogram=None,
        latency_mean_us=None,
        server_cpu_us=None,
        generator_cpu_us=0,
        lap_elapsed_s=lap_ms / 1000,
        steal_share=None,
    )


def _per_s(lap: Lap, log_speed: float) -> float:
    return PER_S * math.exp(lap.log_speed + log_speed)
