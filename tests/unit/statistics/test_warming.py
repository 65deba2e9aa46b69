"""One that was still warming up while its laps counted is seen after them, and its next rounds warm up for longer."""

import math
import random
from dataclasses import replace

import pytest
from tools.rehearsal.machine import MEASURED
from tools.rehearsal.players import Player
from tools.rehearsal.race import InMemory, planning_of, request_for, run_race
from tools.rehearsal.site import RehearsalSite

from fairlap.catalog import REFERENCE
from fairlap.plan.course import Course
from fairlap.plan.goal import Goal
from fairlap.plan.warmup import start_of
from fairlap.race.race import make_courses
from fairlap.samples import ContestantRound
from fairlap.statistics import ClosedLoop, analyse
from fairlap.statistics.laps import log_ratios, turns_of
from fairlap.statistics.warming import FEWEST_CYCLES, LEAST_RISE, load_s, rise_of_round, warmings
from sample_factory import Racer, simulate
from support import ignore

LOAD = ClosedLoop(connections=16, keepalive=True, workers=1)
WARM = Player("warm")
SLOW = Player("slow", cold_share=0.85, warm_after_s=6.0)
"""It gains 2.5 % in a second: too little to be seen within a warm-up of 0.6 s."""


class Tiered(Player):
    """Very slow at first, then evenly slow until a compiler's last tier, which nothing foretells."""

    def warmth(self, load_s: float) -> float:
        return 0.1 if load_s < 0.05 else self.cold_share if load_s < self.warm_after_s else 1.0


TIERED = Tiered("tiered", cold_share=0.5, warm_after_s=6.0)


def raced(*players: Player, seed: int = 1, rounds: int = 10, cycles: int = 100, goal: Goal | None = None) -> Course:
    site = RehearsalSite((Player(REFERENCE, 50_000.0), *players), seed, MEASURED, latencies=False)
    names = [player.name for player in players]
    request = request_for(names, seed, goal or Goal(budget_s=None, rates=False), rounds=rounds, cycles=cycles)
    planning = planning_of(request, InMemory(), ignore)
    (course,) = make_courses(request, planning.field)
    run_race(site, planning, (course,))
    return course


def flags(course: Course, name: str) -> list[str]:
    rows = analyse(course.rounds, load=LOAD).contestants
    return [flag.name for row in rows if row.contestant == name for flag in row.flags]


def test_one_that_still_rises_is_flagged_and_warms_up_for_longer_in_later_rounds() -> None:
    course = raced(WARM, SLOW)
    assert "still-warming" in flags(course, "slow")
    assert "still-warming" not in flags(course, "warm")
    warmups_s = [
        turn.warmup_s or 0.0 for record in course.rounds for turn in record.contestants if turn.contestant == "slow"
    ]
    assert warmups_s[0] < 1.0
    longer = next(number for number, warmup_s in enumerate(warmups_s) if warmup_s > 3.0)
    assert min(warmups_s[longer:]) > 3.0, "it is not forgotten"


def test_the_users_bound_holds() -> None:
    course = raced(SLOW, goal=Goal(budget_s=None, rates=False, warm_up_s=2.0))
    assert max(turn.warmup_s or 0.0 for record in course.rounds for turn in record.contestants) == pytest.approx(2.0)


def test_what_comes_before_a_late_tier_is_part_of_the_warm_up_also_in_the_first_round() -> None:
    course = raced(WARM, TIERED, rounds=2)
    first, second = (turn for _, turn in turns_of(course.rounds, "tiered"))
    assert first.warmup_s is not None and first.warmup_s < TIERED.warm_after_s
    assert first.steady_after_s == pytest.approx(TIERED.warm_after_s, abs=0.5)
    assert len(first.samples) + len(first.warmup) > 100, "no lap is lost"
    assert first.warmup[-1].at_s < TIERED.warm_after_s + 0.5 < load_s(first)
    assert second.warmup_s is not None and second.warmup_s > 1.2 * TIERED.warm_after_s, "the second knows it"
    assert len(second.samples) == 100
    for ratio in log_ratios(course.rounds, "tiered", "warm"):
        assert ratio == pytest.approx(0.0, abs=0.05)


def test_what_a_start_missed_is_learned_from_an_earlier_one_with_more_load() -> None:
    begun: list[float] = []

    class LaterThanAtFirst(Tiered):
        def warmth(self, load_s: float) -> float:
            begun.extend([load_s] * (load_s == 0))
            return super().warmth(load_s if len(begun) > 1 else 2 * load_s)

    course = raced(LaterThanAtFirst("later", cold_share=0.5, warm_after_s=3.6), rounds=5, cycles=10)
    turns, references = ([turn for _, turn in turns_of(course.rounds, name)] for name in ("later", REFERENCE))
    starts = [start_of(turn, reference) for turn, reference in zip(turns, references, strict=True)]
    first, second, *later = [start.level_ratio for start in starts if start is not None]
    assert second < 0.6 * first, "it had needed 1.8 s, and now it needs twice that"
    assert len(later) == 3 and min(later) > 0.8 * first
    warmups_s = [turn.warmup[-1].at_s for turn in turns]
    assert warmups_s[1] < 3.6 < warmups_s[0]
    assert min(warmups_s[2:]) >= warmups_s[0], "the third warms up for as long as the first, and it is not forgotten"


def test_warm_contestants_are_seldom_taken_for_others() -> None:
    courses = [raced(WARM, seed=seed, rounds=8) for seed in range(60)]
    wrong = sum("still-warming" in flags(course, "warm") for course in courses)
    assert wrong <= 2, "1 % of all, and most rises by chance are too small to matter"
    shortened = sum(
        len(turn.samples) < 100 for course in courses for record in course.rounds for turn in record.contestants
    )
    assert shortened == 0, "no cycle looks like warm-up by chance, of 480 starts"
    longer = sum(course.needs["warm"].least_s > 0 for course in courses)
    assert longer <= wrong, "none looks cold beside another start by chance"


def test_a_rise_is_that_from_the_first_half_of_the_cycles_to_the_second() -> None:
    (record,) = simulate(random.Random(1), [Racer("a", 10_000.0)], rounds=1, cycles=FEWEST_CYCLES)

    def lapped(contestant: str, step: float) -> ContestantRound:
        one = next(one for one in record.contestants if one.contestant == contestant)
        later = FEWEST_CYCLES / 2
        speeds = [(lap, 100.0 * (1 + step * (lap.cycle > later))) for lap in one.samples]
        return replace(one, samples=tuple(replace(lap, throughput_per_s=per_s) for lap, per_s in speeds))

    stepped = replace(record, contestants=(lapped("a", 0.1), lapped("reference", 0.0)))
    assert rise_of_round(stepped, "a", "reference") == pytest.approx(math.log(1.1))
    assert rise_of_round(stepped, "b", "reference") is None


def test_a_rise_is_shown_by_rounds_and_then_looked_for_anew() -> None:
    def found(*rises: float) -> list[tuple[int, int]]:
        return [(one.rounds, one.until) for one in warmings(dict(enumerate(rises, start=1)))]

    assert found(0.02) == [], "one round proves nothing"
    assert found(0.02, 0.021) == [], "they differ too much for two"
    assert found(0.02, 0.0201) == [(2, 2)]
    assert found(0.02, 0.021, 0.0205, 0.001, -0.002, 0.02, 0.021, 0.02, 0.019, 0.02, 0.02) == [(3, 3), (8, 11)]
    assert found(*[LEAST_RISE * 0.9] * 5) == [], "too small to matter"
    assert found(0.2, -0.1, 0.1, -0.05) == [], "by chance"
    assert found(-0.2, -0.21, -0.2) == [], "a fall"


def test_the_load_of_a_start_is_all_of_its_laps() -> None:
    (record,) = simulate(random.Random(1), [Racer("a", 10_000.0)], rounds=1, cycles=4)
    one = next(one for one in record.contestants if one.contestant == "a")
    assert load_s(replace(one, warmup_s=2.0)) == pytest.approx(2.0 + sum(lap.lap_elapsed_s for lap in one.samples))
