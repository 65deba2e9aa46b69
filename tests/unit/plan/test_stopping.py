"""When to stop, and which contestants race on."""

import math
import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from fairlap.plan.heats import MOST_RIVALS, group_pairs
from fairlap.plan.stopping import More, Stop, next_step
from fairlap.statistics import Comparison, Verdict, analyse
from sample_factory import Racer, simulate

LOOKS = (4, 5, 7, 9)


def pair(a: str, b: str, percent: float = 0.0, verdict: Verdict = "undecided") -> Comparison:
    ratio = 1 + percent / 100
    return Comparison(a, b, ratio, ratio * 0.9, ratio * 1.1, 0.5, verdict, direct_rounds=5, n=5)


def step(comparisons, contestants="abc", rounds=5, elapsed_s=50.0, budget_s=None, looks=LOOKS) -> Stop | More:
    return next_step(contestants, comparisons, rounds, looks, elapsed_s, budget_s, 2.0, 2.0)


def test_until_the_first_look_all_contestants_race_on():
    found = step([pair("a", "b", verdict="faster")], rounds=3)
    assert found == More(("a", "b", "c"), ())
    assert isinstance(step([], rounds=0), More)


def test_when_every_pair_is_decided_it_is_over():
    found = step([pair("a", "b", verdict="tie"), pair("a", "c", verdict="slower")])
    assert found == Stop("every comparison is decided after 5 rounds")
    assert step([], contestants="a") == Stop("there is nothing to compare after 5 rounds")


def test_only_those_of_undecided_pairs_race_on():
    found = step([pair("a", "b"), pair("a", "c", verdict="faster"), pair("b", "c", verdict="faster")])
    assert found == More(("a", "b"), (("a", "b"),))


@pytest.mark.parametrize(("elapsed_s", "going_on"), [(50.0, "abdefghij"), (80.0, "ab"), (95.0, None)])
def test_those_whose_response_times_are_not_precise_go_on_where_there_is_time(
    elapsed_s: float, going_on: str | None
) -> None:
    open_pair, everyone = [pair("a", "b")], "abcdefghij"
    # The undecided pair takes 3 starts of 2 s, the 7 others 8.
    found = next_step(everyone, open_pair, 5, LOOKS, elapsed_s, 100.0, 2.0, 2.0, imprecise="defghij")
    assert (found.contestants if isinstance(found, More) else None) == (going_on and tuple(going_on))
    if isinstance(found, More):
        assert found.groups == (("a", "b"), tuple("defghij"))[: 1 + found.decided]


def test_when_every_pair_is_decided_those_that_are_not_precise_go_on_alone() -> None:
    decided = [pair("a", "b", 5.0, "faster")]
    assert next_step("ab", decided, 5, LOOKS, 50.0, 100.0, 2.0, 2.0, imprecise="b") == More(("b",), (("b",),), 1)
    assert isinstance(next_step("ab", decided, 5, LOOKS, 50.0, 100.0, 2.0, 2.0), Stop)


def test_the_last_look_ends_it_even_if_pairs_are_undecided():
    found = step([pair("a", "b"), pair("a", "c", verdict="faster")], rounds=9)
    assert found == Stop("the maximum of 9 rounds is reached; 1 of 2 comparisons are undecided")
    assert step([pair("a", "b", verdict="tie")], rounds=9) == Stop("every comparison is decided after 9 rounds")


@pytest.mark.parametrize(("elapsed_s", "over"), [(93.9, False), (94.1, True)])
def test_a_round_that_does_not_fit_into_the_budget_is_not_begun(elapsed_s: float, over: bool):
    # two contestants and the reference take 6 s
    found = step([pair("a", "b")], elapsed_s=elapsed_s, budget_s=100.0)
    assert isinstance(found, Stop) == over
    if isinstance(found, Stop):
        assert found.reason == "the budget of 100 s does not allow another round after 5 rounds"


@pytest.mark.parametrize(("elapsed_s", "over"), [(79.9, False), (80.1, True)])
def test_a_round_of_all_contestants_counts_a_reference_for_each_heat(elapsed_s: float, over: bool):
    # eight contestants in two heats are ten turns: 20 s
    found = step([], contestants="abcdefgh", rounds=1, elapsed_s=elapsed_s, budget_s=100.0)
    assert isinstance(found, Stop) == over


def test_failed_contestants_are_not_waited_for():
    found = step([pair("a", "b"), pair("a", "c", verdict="tie")], contestants="ac")
    assert found == Stop("1 comparisons stay undecided after 5 rounds: one side no longer races")
    assert step([], contestants="") == Stop("no contestant is left after 5 rounds")


def test_a_fixed_number_of_rounds_has_nothing_to_decide():
    with pytest.raises(ValueError, match="without looks"):
        step([], looks=())


# --- heats -------------------------------------------------------------------------------------------------------


def test_pairs_without_a_link_stay_apart_and_the_closest_comes_first():
    assert group_pairs([pair("a", "b", 5), pair("c", "d", -1)]) == (("c", "d"), ("a", "b"))


def test_pairs_that_hang_together_share_a_heat():
    assert group_pairs([pair("a", "b", 1), pair("b", "c", 2), pair("x", "y", 3)]) == (("a", "b", "c"), ("x", "y"))


def test_a_full_heat_takes_no_more_and_the_far_ones_meet_through_the_reference():
    names = "abcdefghi"
    close = [pair(a, b, percent) for percent, (a, b) in enumerate(pairwise(names), start=1)]
    assert group_pairs(close) == (tuple("abcdefg"), ("h", "i"))
    assert group_pairs(close[:-1]) == (tuple("abcdefg"), ("h",))


def test_two_groups_of_full_size_together_are_not_joined():
    first = [pair("a", name, 1) for name in "bcde"]
    second = [pair("v", name, 1) for name in "wxyz"]
    assert group_pairs([*first, *second, pair("a", "v", 9)]) == (tuple("abcde"), tuple("vwxyz"))


def test_every_contestant_of_an_undecided_pair_is_in_exactly_one_heat():
    dice = random.Random(97)
    for _ in range(200):
        names = [f"n{position:02}" for position in range(dice.randint(2, 20))]
        pairs = [pair(a, b, dice.uniform(-5, 5)) for a, b in combinations(names, 2) if dice.random() < dice.random()]
        groups = group_pairs(pairs)
        raced = [name for group in groups for name in group]
        assert sorted(raced) == sorted({name for one in pairs for name in (one.a, one.b)})
        assert all(len(group) <= MOST_RIVALS for group in groups)
        if pairs:
            closest = min(pairs, key=lambda one: abs(math.log(one.ratio or 1)))
            assert any({closest.a, closest.b} <= set(group) for group in groups)
        dice.shuffle(pairs)
        assert group_pairs(pairs) == groups


# --- together ----------------------------------------------------------------------------------------------------


def test_a_whole_race_is_decided_by_and_by_and_costs_less_than_all_rounds():
    dice = random.Random(101)
    field = [Racer(name, speed, start_spread=0.006) for name, speed in (("a", 60_000), ("b", 50_000), ("c", 50_300))]
    rounds, raced, looks = [], ["a", "b", "c"], (4, 5, 7, 9, 12, 16, 22, 30)
    turns = []
    while True:
        number = len(turns)
        comparisons = analyse(rounds, looks=looks, ended=False).comparisons if rounds else ()
        found = next_step("abc", comparisons, number, looks, 0.0, None, 1.0, 1.0)
        if isinstance(found, Stop):
            break
        raced = list(found.contestants)
        turns.append(len(raced))
        (record,) = simulate(dice, [racer for racer in field if racer.name in raced], rounds=1, cycles=20)
        rounds.append(replace(record, round=number + 1))
    assert found.reason.startswith("every comparison is decided")
    assert turns[:4] == [3, 3, 3, 3]
    assert set(turns[4:]) == {2}
    final = analyse(rounds, looks=looks)
    assert [one.rank for one in final.contestants if not one.is_reference] == [1, 2, 2]
