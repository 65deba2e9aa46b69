"""(a) Simulated races with Fairlap's method: false alarms, coverage of the intervals, power.

Only the machine is simulated: the throughput and the time of each lap. Heats, plan, statistics and stopping rule are
the code of a real race (`tools.rehearsal`).
"""

import math
import os
import random
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from multiprocessing import Pool
from typing import TypeVar
from zlib import crc32

import numpy as np
from tools.proof.documents import BoardCell, Calibration, PairCell
from tools.rehearsal.machine import MACHINES, MEASURED, Machine, Weather
from tools.rehearsal.players import Player
from tools.rehearsal.race import InMemory, planning_of, request_for, run_race
from tools.rehearsal.site import RehearsalSite

from fairlap.catalog import REFERENCE, LoadProfile, skipped_ms
from fairlap.plan.goal import Goal
from fairlap.plan.heats import shuffled
from fairlap.race.race import make_courses
from fairlap.samples import RoundRecord
from fairlap.statistics.comparison import Comparison, compare_all
from fairlap.statistics.laps import pair_numbers

SEED = 20261121
EFFECTS = (0.0, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.08, 0.1)

SEEN_LAPS = (
    (50, 0.232, 0.106, 0.022),
    (75, 0.177, 0.117, 0.037),
    (100, 0.135, 0.098, 0.038),
    (150, 0.144, 0.080, 0.062),
    (250, 0.122, 0.103, 0.043),
)
"""Two copies of node, November 2026: lap in ms; sd and 1.48 MAD of a cycle's log ratio; sd of the median of 3 s (8
values, four from each of two starts)."""

OVERHEAD_MS = 4.0
"""What a lap took there beyond its length."""

PER_S, REFERENCE_PER_S = 20_000.0, 50_000.0
"""Throughput at full speed of a contestant with log speed 0, and of the reference."""

STARTUP_S = 0.7
"""Starting, verifying and stopping take 0.4 s. The rest is warm-up: simulated contestants have 12 laps of it, node has
18 (40 in the first round of a race)."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a race. Without `budget_s` it has `rounds` rounds of `cycles` cycles and one look at the end."""

    budget_s: float | None = 180.0
    precision: float = 0.02
    rounds: int = 12
    cycles: int = 60
    lap_ms: int = 100
    reference_every: int = 4


@dataclass(frozen=True, slots=True)
class Ended:
    """How a simulated race ended: its verdicts, its rounds, and the simulated time."""

    comparisons: tuple[Comparison, ...]
    rounds: int
    seconds: float
    records: tuple[RoundRecord, ...] = field(repr=False)


def race(machine: Machine, log_speeds: Mapping[str, float], rules: Rules, seed: int) -> Ended:
    """Simulate a race of contestants with these true log speeds; the same seed gives the same race."""
    rivals = [Player(name, PER_S * math.exp(speed), STARTUP_S) for name, speed in log_speeds.items()]
    site = RehearsalSite((Player(REFERENCE, REFERENCE_PER_S, STARTUP_S), *rivals), seed, machine, latencies=False)
    goal = Goal(rules.precision, rules.budget_s, rules.reference_every, rates=False)
    load = LoadProfile(connections=64, lap_ms=rules.lap_ms)
    request = request_for(log_speeds, seed, goal, rounds=rules.rounds, cycles=rules.cycles, load=load)
    planning = planning_of(request, InMemory(), lambda _event: None)
    (course,) = make_courses(request, planning.field)
    run_race(site, planning, (course,))
    looks = course.looks if rules.budget_s else ()
    comparisons = compare_all(course.rounds, course.names, REFERENCE, rules.precision, looks, ended=True)
    return Ended(comparisons, course.done, course.elapsed_s, tuple(course.rounds))


@dataclass(frozen=True, slots=True)
class PairResult:
    """How a race of two ended. `log_error` is the log of the estimated ratio over the true one."""

    verdict: str
    log_error: float
    covered: bool
    seconds: float
    rounds: int


def race_pair(machine: Machine, rules: Rules, effect: float, seed: int) -> PairResult:
    """Simulate one race in which `b` is truly faster than `a` by `effect`."""
    ended = race(machine, {"a": 0.0, "b": math.log1p(effect)}, rules, seed)
    pair = ended.comparisons[0]
    if pair.ratio is None or pair.low is None or pair.high is None:
        raise ValueError(f"no interval after {ended.rounds} rounds")
    truth = 1 / (1 + effect)
    log_error, covered = math.log(pair.ratio / truth), pair.low <= truth <= pair.high
    return PairResult(pair.verdict, log_error, covered, ended.seconds, ended.rounds)


def pair_cell(machine: Machine, rules: Rules, effect: float, races: int) -> PairCell:
    """Simulate `races` races of one kind. Each kind has its own seeds, so that cells do not share their luck."""
    first = SEED + crc32(f"{machine.name}/{rules}/{effect}".encode())
    ended = in_parallel(race_pair, [(machine, rules, effect, first + number) for number in range(races)])
    verdicts = [result.verdict for result in ended]
    seconds = [result.seconds for result in ended]
    return PairCell(
        machine=machine.name,
        title=machine.title,
        rules="fixed" if rules.budget_s is None else "sequential",
        budget_s=rules.budget_s,
        precision=rules.precision,
        effect=effect,
        races=races,
        # verdicts compare a with b
        found=verdicts.count("slower"),
        wrong=verdicts.count("faster"),
        tie=verdicts.count("tie"),
        undecided=verdicts.count("undecided"),
        covered=sum(result.covered for result in ended),
        seconds_median=round(statistics.median(seconds), 1),
        seconds_p90=round(float(np.quantile(seconds, 0.9)), 1),
        rounds_median=statistics.median(result.rounds for result in ended),
        estimate_sd=round(statistics.stdev(result.log_error for result in ended), 5),
    )


def pair_cells(races: int) -> Iterable[PairCell]:
    """Simulate the cells: power on the measured machine, no effect and 3 % on all, fixed rounds, precision 0."""
    usual = Rules()
    strong = next(machine for machine in MACHINES if machine.name == "strong-start-effect")
    fixed = Rules(budget_s=None, rounds=10, cycles=60)
    # precision 0: only the sequential test prevents false alarms
    everything = replace(usual, precision=1e-6)
    kinds = [
        *((MEASURED, usual, effect) for effect in EFFECTS),
        *((MEASURED, replace(usual, budget_s=90.0), effect) for effect in (0.0, 0.03, 0.05)),
        *((machine, usual, effect) for machine in MACHINES[1:] for effect in (0.0, 0.03)),
        *((MEASURED, fixed, effect) for effect in (0.0, 0.03)),
        *((machine, everything, 0.0) for machine in (MEASURED, strong)),
    ]
    for machine, rules, effect in kinds:
        # false alarms are rare, so telling 4 % from 5 % takes more races
        yield pair_cell(machine, rules, effect, races * 4 if effect == 0 else races)


@dataclass(frozen=True, slots=True)
class BoardResult:
    """How a race of a board ended; `direct` and `joined` are log errors of pairs in single rounds."""

    alarmed: bool
    different_found: int
    equal_tie: int
    covered: int
    seconds: float
    direct: tuple[float, ...]
    joined: tuple[float, ...]


def race_board(machine: Machine, rules: Rules, speeds: tuple[float, ...], seed: int) -> BoardResult:
    """Simulate one race of a board with these true speeds, relative to the slowest."""
    truth = {f"c{number}": math.log(speed) for number, speed in enumerate(speeds)}
    ended = race(machine, truth, rules, seed)
    verdicts = [(pair, truth[pair.a] - truth[pair.b]) for pair in ended.comparisons]
    direct: list[float] = []
    joined: list[float] = []
    for number in range(1, 5):  # before the first look, every round has all contestants
        records = [record for record in ended.records if record.round == number]
        for pair in pair_numbers(records, tuple(truth), REFERENCE):
            errors = direct if pair.direct else joined
            errors += [value - (truth[pair.a] - truth[pair.b]) for value in pair.values]
    return BoardResult(
        alarmed=any(_wrong(pair, true_log) for pair, true_log in verdicts),
        different_found=sum(true_log != 0 and pair.verdict in ("faster", "slower") for pair, true_log in verdicts),
        equal_tie=sum(true_log == 0 and pair.verdict == "tie" for pair, true_log in verdicts),
        covered=sum(_covers(pair, true_log) for pair, true_log in verdicts),
        seconds=ended.seconds,
        direct=tuple(direct),
        joined=tuple(joined),
    )


def board_cell(title: str, machine: Machine, speeds: tuple[float, ...], budget_s: float, boards: int) -> BoardCell:
    """Simulate `boards` races of one board."""
    rules = Rules(budget_s=budget_s, reference_every=1)
    ended = in_parallel(race_board, [(machine, rules, speeds, SEED + number) for number in range(boards)])
    equal = sum(a == b for a, b in combinations(speeds, 2))
    return BoardCell(
        title=title,
        budget_s=budget_s,
        speeds=speeds,
        boards=boards,
        alarmed=sum(result.alarmed for result in ended),
        different_pairs=boards * (math.comb(len(speeds), 2) - equal),
        different_found=sum(result.different_found for result in ended),
        equal_pairs=boards * equal,
        equal_tie=sum(result.equal_tie for result in ended),
        pairs_covered=sum(result.covered for result in ended),
        seconds_median=round(statistics.median(result.seconds for result in ended), 1),
        sd_direct=round(_sd([error for result in ended for error in result.direct]), 5),
        sd_joined=round(_sd([error for result in ended for error in result.joined]), 5),
    )


def board_cells(boards: int) -> Iterable[BoardCell]:
    """Simulate eight equal contestants, four pairs of equals, and eight equal ones whose starts differ a lot."""
    equal, pairs = (1.0,) * 8, (1.0, 1.0, 1.03, 1.03, 1.08, 1.08, 1.2, 1.2)
    strong = next(machine for machine in MACHINES if machine.name == "strong-start-effect")
    yield board_cell("8 equal", MEASURED, equal, 360.0, boards)
    yield board_cell("4 pairs of equals, 3 to 20 % apart", MEASURED, pairs, 360.0, boards)
    yield board_cell("8 equal, starts differ by 3 %", strong, equal, 360.0, boards)


def calibrate(blocks: int = 400) -> tuple[Calibration, ...]:
    """Simulate the laps that were seen on the real machine."""
    calm = replace(MEASURED, start_sd=0.0)
    rows = []
    for lap_ms, *seen in SEEN_LAPS:
        dice, weather = random.Random(SEED), Weather(calm, SEED)
        cycles = int(3000 / (2 * (lap_ms + OVERHEAD_MS)))
        differences = np.array([_block(dice, weather, lap_ms, cycles) for _ in range(blocks)])
        medians = np.median(differences, axis=1, keepdims=True)
        mad = 1.4826 * np.median(np.abs(differences - medians), axis=1)
        model = (differences.std(axis=1, ddof=1).mean(), mad.mean(), medians.std(ddof=1))
        rows.append(Calibration(lap_ms, *seen, *(round(float(value), 4) for value in model)))
    return tuple(rows)


def _block(dice: random.Random, weather: Weather, lap_ms: int, cycles: int) -> list[float]:
    """Draw log ratios of two equal contestants in so many cycles, in weather not used before."""
    clock_s, differences = weather.until_s, []
    noise: dict[str, float | None] = {"a": None, "b": None}
    for _ in range(cycles):
        seen = {}
        for name in shuffled(tuple(noise), dice):
            begin_s, end_s = clock_s + skipped_ms(lap_ms) / 1000, clock_s + lap_ms / 1000
            noise[name] = weather.noise(noise[name], lap_ms - skipped_ms(lap_ms))
            seen[name] = weather.log_speed(begin_s, end_s) + noise[name]
            clock_s = end_s + OVERHEAD_MS / 1000
        differences.append(seen["a"] - seen["b"])
    return differences


def in_parallel(work: Callable[..., Result], arguments: Sequence[tuple[object, ...]]) -> list[Result]:
    """Call `work` with each of the arguments, in their order, on all CPUs; without processes if there are few."""
    if len(arguments) < 64:
        return [work(*each) for each in arguments]
    with Pool(os.cpu_count()) as pool:
        return pool.starmap(work, arguments, chunksize=16)


def _wrong(pair: Comparison, true_log: float) -> bool:
    return (pair.verdict == "faster" and true_log <= 0) or (pair.verdict == "slower" and true_log >= 0)


def _covers(pair: Comparison, true_log: float) -> bool:
    return pair.low is not None and pair.high is not None and pair.low <= math.exp(true_log) <= pair.high


def _sd(errors: Sequence[float]) -> float:
    return float(np.std(errors, ddof=1))
