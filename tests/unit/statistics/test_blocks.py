"""Machines as blocks: by hand, and on simulated races of two machines that treat contestants differently."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from statistics import mean, variance

import pytest
from scipy import stats

from fairlap.samples import RoundRecord
from fairlap.statistics import analyse
from fairlap.statistics.blocks import Block, blocked_centre, disagreements, means_by_block, spread
from fairlap.statistics.comparison import compare_all, judge
from fairlap.statistics.estimate import Centre, centre
from fairlap.statistics.laps import pair_numbers
from fairlap.statistics.looks import sequential
from fairlap.statistics.moderation import Prior, moderated, prior_of
from sample_factory import REFERENCE, Racer, simulate
from statistics_helpers import pair, race

X, Y = ("x", "x"), ("y", "y")
RUNS = 1500
NOISE = 0.005
LIKES = {"x": 0.03, "y": -0.03}
"""By how much (a log) each machine speeds up a contestant relative to the reference: an interaction of 6 %."""


def at_most(share: float, runs: int) -> int:
    """With that true rate, only one simulation in a thousand would give more than this many."""
    return int(stats.binom.ppf(0.999, runs, share))


def at_least(share: float, runs: int) -> int:
    return int(stats.binom.ppf(0.001, runs, share))


# --- by hand -----------------------------------------------------------------------------------------------------


def test_the_mean_stays_and_its_error_is_the_spread_within_machines():
    values, blocks = [0.10, 0.12, 0.11, 0.02, 0.04], [X, X, X, Y, Y]
    within = (variance(values[:3]) * 2 + variance(values[3:])) / 3
    found = blocked_centre(values, blocks)
    assert found.mean == pytest.approx(mean(values))
    assert found.error == pytest.approx(math.sqrt(within / 5))
    assert (found.freedom, found.n) == (3, 5)
    own = spread(values, blocks)
    assert own is not None
    assert (own.variance, own.freedom) == (pytest.approx(within), 3)


def test_a_machine_with_one_round_adds_to_the_mean_but_no_freedom():
    found = blocked_centre([0.10, 0.12, 0.50], [X, X, Y])
    assert found.mean == pytest.approx(0.24)
    assert (found.freedom, found.error) == (1, pytest.approx(math.sqrt(0.0002 / 3)))


def test_a_round_for_each_machine_leaves_no_interval_and_is_not_looked_at():
    found = blocked_centre([0.1, 0.2], [X, Y])
    assert (found.mean, found.error, found.freedom, found.interval) == (pytest.approx(0.15), None, None, None)
    looked = sequential([0.1, 0.2, 0.1], (2, 3), ended=True, blocks=[X, Y, X])
    assert [look.n for look in looked.reached] == [3]
    assert looked.looks == 2
    assert sequential([0.1, 0.2], (2, 3), ended=True, blocks=[X, Y]).p_value is None


@pytest.mark.parametrize("name", [None, "x"])
def test_with_one_machine_everything_is_as_without_any(name: str | None):
    rounds = race(50_000, 49_000, 48_000, 47_000, 47_100, rounds=6)
    named = tuple(replace(record, machine=name) for record in rounds)
    for looks in ((), (4, 6)):
        before, after = (analyse(found, looks=looks) for found in (rounds, named))
        assert after.comparisons == before.comparisons
        assert [replace(row, machines=()) for row in after.contestants] == list(before.contestants)
    values = [0.1, 0.3, 0.25]
    assert blocked_centre(values) == blocked_centre(values, [X, X, X]) == centre(values)
    assert means_by_block(values, [X, X, X]) == ()


def test_in_different_heats_each_machine_counts_as_much_for_a_as_for_b():
    # a on x and b on y in three rounds, swapped in one: a plain mean would contain half of the difference
    blocks: list[Block] = [("x", "y"), ("x", "y"), ("x", "y"), ("y", "x")]
    found = blocked_centre([0.16, 0.17, 0.18, -0.05], blocks)
    assert found.mean == pytest.approx((0.17 - 0.05) / 2)
    within = variance([0.16, 0.17, 0.18])
    assert found.error == pytest.approx(math.sqrt(within * (1 / 3 + 1) / 4))
    assert (found.freedom, found.n, found.worth) == (2, 4, pytest.approx(3.0))
    shifted = moderated(found, Prior(within, 5.0))
    assert shifted.error == pytest.approx(found.error), "the same variance gives the same error"


def test_what_no_weights_can_balance_has_no_interval():
    found = blocked_centre([0.16, 0.17, 0.18, 0.02], [("x", "y"), ("x", "y"), ("x", "y"), ("x", "z")])
    assert (found.mean, found.error) == (pytest.approx(0.1325), None)
    # one round on the same machine says what it can, alone
    found = blocked_centre([0.16, 0.17, 0.18, 0.02], [("x", "y"), ("x", "y"), ("x", "y"), X])
    assert found.mean == pytest.approx(0.02)
    assert found.worth == pytest.approx(1.0)


def test_the_block_of_a_number_is_where_both_were_lapped():
    dice = random.Random(3)
    a, b = Racer("a", 50_000.0), Racer("b", 40_000.0)
    (both,) = simulate(dice, [a, b], rounds=1)
    (alone,) = simulate(dice, [a], rounds=1)
    (other,) = simulate(dice, [b], rounds=1, heat=2)
    rounds = (
        replace(both, round=1, machine="x"),
        replace(alone, round=2, machine="x"),
        replace(other, round=2, machine="y"),
        replace(alone, round=3, machine="y"),
        replace(other, round=3, machine="y"),
    )
    (found,) = pair_numbers(rounds, ("a", "b"), REFERENCE.name)
    assert found.blocks == (X, ("x", "y"), Y)
    assert (found.direct, len(found.values)) == (1, 3)


# --- two machines that like contestants differently, in one heat -------------------------------------------------


def together(dice: random.Random, rounds: int = 8, ratio: float = 0.0) -> tuple[list[float], list[Block]]:
    """Numbers of a pair of which x likes a, and y likes b; each machine has half of the rounds."""
    blocks = [X if number % 2 else Y for number in range(rounds)]
    return [ratio + LIKES[block[0]] + dice.gauss(0, NOISE) for block in blocks], blocks


def holds(found: Centre, truth: float) -> bool:
    assert found.interval is not None
    return found.interval[0] <= truth <= found.interval[1]


def test_the_interval_holds_the_mean_over_these_machines_in_95_percent():
    dice = random.Random(101)
    with_blocks, without = 0, 0
    for _ in range(RUNS):
        values, blocks = together(dice)
        with_blocks += holds(blocked_centre(values, blocks), 0.0)
        without += holds(centre(values), 0.0)
    assert at_least(0.95, RUNS) <= with_blocks <= at_most(0.95, RUNS)
    # without blocks the machines' effects count as noise: the interval is so wide that it never misses
    assert without == RUNS


def test_machines_with_unequal_shares_of_the_rounds_do_no_harm():
    dice = random.Random(103)
    blocks = [X, X, X, X, X, Y, Y, ("z", "z")]
    truth = (5 * LIKES["x"] + 2 * LIKES["y"] + 0.01) / 8
    held = 0
    for _ in range(RUNS):
        values = [{"z": 0.01, **LIKES}[block[0]] + dice.gauss(0, NOISE) for block in blocks]
        held += holds(blocked_centre(values, blocks), truth)
    assert at_least(0.95, RUNS) <= held <= at_most(0.95, RUNS)


def test_3_percent_are_found_that_would_drown_in_what_the_machines_do():
    dice = random.Random(107)
    found: dict[bool, int] = {True: 0, False: 0}
    for _ in range(300):
        values, blocks = together(dice, ratio=math.log1p(0.03))
        for use in found:
            (judged,) = judge([sequential(values, (4, 8), ended=True, blocks=blocks if use else ())], 0.02)
            found[use] += judged.verdict == "faster"
    assert found[True] >= 0.95 * 300
    assert found[False] <= 0.20 * 300


# --- equals that meet through the reference, each on another machine --------------------------------------------


def apart(dice: random.Random, blocks: Sequence[Block]) -> list[float]:
    """Numbers of two equal contestants: all that they differ by is where they ran, and noise."""
    return [LIKES[a or ""] - LIKES[b or ""] + dice.gauss(0, NOISE) for a, b in blocks]


def alarm(found: Centre) -> bool:
    p_value = found.p_value
    return p_value is not None and p_value < 0.05


def each_block_for_itself(values: Sequence[float], blocks: Sequence[Block]) -> Centre:
    """The plain mean with the spread within blocks: right in one heat, wrong across heats."""
    within = spread(values, blocks)
    return Centre(mean(values), within and math.sqrt(within.variance / len(values)), within and within.freedom, 0)


def by_chance(dice: random.Random, rounds: int) -> list[Block]:
    return [(dice.choice("xy"), dice.choice("xy")) for _ in range(rounds)]


def mostly_apart(dice: random.Random, rounds: int) -> list[Block]:
    """A scheduler with habits: a is on x in three rounds of four, b on y."""
    del dice
    return [("y", "x") if number % 4 == 0 else ("x", "y") for number in range(rounds)]


@pytest.mark.parametrize("heats", [by_chance, mostly_apart])
def test_equals_on_different_machines_raise_a_false_alarm_in_5_percent(
    heats: Callable[[random.Random, int], list[Block]],
):
    dice = random.Random(109)
    balanced, unbalanced = 0, 0
    for _ in range(RUNS):
        blocks = heats(dice, 12)
        values = apart(dice, blocks)
        balanced += alarm(blocked_centre(values, blocks))
        unbalanced += alarm(each_block_for_itself(values, blocks))
    assert at_least(0.05, RUNS) <= balanced <= at_most(0.05, RUNS)
    # the mean over rounds holds what the machines do as soon as one of them had more rounds of a than of b
    assert unbalanced > RUNS / 2


def test_equals_that_are_never_on_the_same_machine_are_not_judged():
    dice = random.Random(113)
    blocks: list[Block] = [("x", "y")] * 8
    values = apart(dice, blocks)
    looked = sequential(values, (4, 8), ended=True, blocks=blocks)
    assert alarm(centre(values)), "without the block, what the machines do is a difference"
    assert (looked.p_value, looked.reached) == (None, ())
    assert judge([looked], 0.02)[0].verdict == "undecided"


def test_a_board_of_equals_looked_at_twice_raises_any_false_alarm_in_5_percent():
    """8 contestants in two redrawn heats, each on one of two machines: some pairs direct, others through scores."""
    dice = random.Random(127)
    runs, rounds, names = 300, 10, range(8)
    alarms, blind = 0, 0
    for _ in range(runs):
        places, scores = [], []
        for _ in range(rounds):
            order = list(names)
            dice.shuffle(order)
            places.append({name: "x" if order.index(name) < 4 else "y" for name in names})
            scores.append({name: LIKES[places[-1][name]] + dice.gauss(0, NOISE) for name in names})
        pairs = list(combinations(names, 2))
        series = [[score[a] - score[b] for score in scores] for a, b in pairs]
        blocks: list[list[Block]] = [[(place[a], place[b]) for place in places] for a, b in pairs]
        prior = prior_of([values[:5] for values in series], 8, [of[:5] for of in blocks])
        family = [
            sequential(values, (5, 10), ended=True, prior=prior, blocks=of)
            for values, of in zip(series, blocks, strict=True)
        ]
        alarms += any(found.verdict in ("faster", "slower") for found in judge(family, 0.0))
        blind += any(alarm(each_block_for_itself(*found)) for found in zip(series, blocks, strict=True))
    assert alarms <= at_most(0.05, runs)
    assert blind > runs / 2


def test_copies_in_real_heats_of_two_machines_do_not_differ():
    """From laps on: one machine speeds up all contestants but the reference."""
    dice = random.Random(131)
    runs, alarms, decided = 120, 0, 0
    for _ in range(runs):
        rounds: list[RoundRecord] = []
        for number in range(1, 9):
            order = list("abcd")
            dice.shuffle(order)
            for heat, machine in ((1, "x"), (2, "y")):
                speed = 40_000 * math.exp(LIKES[machine])
                field = [Racer(name, speed, start_spread=0.004) for name in order[heat * 2 - 2 : heat * 2]]
                (record,) = simulate(dice, field, rounds=1, cycles=5, heat=heat)
                rounds.append(replace(record, round=number, machine=machine))
        pairs = compare_all(rounds, tuple("abcd"), REFERENCE.name, 0.0)
        alarms += any(found.verdict in ("faster", "slower") for found in pairs)
        decided += sum(found.p_adjusted is not None for found in pairs)
    assert alarms <= at_most(0.05, runs)
    assert decided > 0.9 * 6 * runs, "and that is not because nothing is looked at"


# --- do the machines agree? --------------------------------------------------------------------------------------


def test_the_f_test_is_that_of_the_book_and_holm_is_over_the_pairs():
    values, blocks = [0.10, 0.12, 0.11, 0.02, 0.04], [X, X, X, Y, Y]
    other = [0.10, 0.12, 0.11, 0.11, 0.13]
    first, second = (float(stats.f_oneway(found[:3], found[3:]).pvalue) for found in (values, other))
    found = disagreements([(values, blocks), ([0.1, 0.2], [X, X]), (other, blocks), ([0.1, 0.2], [X, Y])])
    assert found == (pytest.approx(2 * first), None, pytest.approx(second), None)
    assert disagreements([([0.1, 0.1, 0.2, 0.2], [X, X, Y, Y])]) == (0.0,)
    assert disagreements([([0.1] * 4, [X, X, Y, Y])]) == (1.0,)


def test_machines_that_agree_are_said_to_disagree_at_the_level_and_others_are_found():
    dice = random.Random(137)
    blocks = [X if number % 2 else Y for number in range(8)]
    small = 0
    for _ in range(RUNS):
        (p_value,) = disagreements([([dice.gauss(0.1, NOISE) for _ in blocks], blocks)])
        assert p_value is not None
        small += p_value < 0.05
    assert at_least(0.05, RUNS) <= small <= at_most(0.05, RUNS)
    found = [disagreements([together(dice)])[0] for _ in range(200)]
    assert sum(p_value is not None and p_value < 0.001 for p_value in found) >= 190


def test_a_comparison_tells_each_machine():
    dice = random.Random(139)
    rounds = [
        replace(record, machine=machine, round=record.round + 4 * later)
        for later, machine in enumerate("xy")
        for record in simulate(
            dice,
            [Racer("a", 40_000 * math.exp(LIKES[machine]), start_spread=0.002), Racer("b", 40_000.0, 0.002)],
            rounds=4,
        )
    ]
    found = pair(analyse(rounds), "a", "b")
    assert [(of.a, of.b, of.rounds) for of in found.by_machine] == [("x", "x", 4), ("y", "y", 4)]
    assert [of.mean for of in found.by_machine] == pytest.approx([0.03, -0.03], abs=0.01)
    assert found.machines_p is not None
    assert found.machines_p < 0.001
    assert found.ratio == pytest.approx(1.0, abs=0.01)
