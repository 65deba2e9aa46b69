"""Letters of contestants, against random tables of who differs from whom."""

import random
import re
from collections.abc import Sequence
from itertools import combinations

import pytest

from fairlap.statistics.comparison import compact_letters


def pairs(*names: str) -> set[frozenset[str]]:
    return {frozenset(both) for both in names}


def split(text: str) -> set[str]:
    return set(re.findall(r"[a-z]\d*", text))


def shares(letters: Sequence[set[str]], i: int, j: int) -> bool:
    return bool(letters[i] & letters[j])


@pytest.mark.parametrize(
    ("differ", "letters"),
    [
        (pairs(), ("a", "a", "a", "a")),
        (pairs("wz"), ("a", "ab", "ab", "b")),
        (pairs("wx", "wy", "wz", "xy", "xz", "yz"), ("a", "b", "c", "d")),
        (pairs("wy", "wz", "xz"), ("a", "ab", "bc", "c")),
        (pairs("wx", "wy", "wz"), ("a", "b", "b", "b")),
    ],
)
def test_examples_by_hand(differ: set[frozenset[str]], letters: tuple[str, ...]):
    assert compact_letters("wxyz", differ) == letters


def test_no_contestant_and_a_single_one():
    assert compact_letters([], set()) == ()
    assert compact_letters(["gin"], set()) == ("a",)


def test_two_share_a_letter_if_and_only_if_they_do_not_differ_and_no_letter_could_be_left_out():
    dice = random.Random(61)
    for _ in range(300):
        names = [f"n{position}" for position in range(dice.randint(1, 9))]
        chance = dice.random()
        differ = {frozenset(both) for both in combinations(names, 2) if dice.random() < chance}
        letters = [split(text) for text in compact_letters(names, differ)]
        alike = {(i, j): frozenset((names[i], names[j])) not in differ for i, j in combinations(range(len(names)), 2)}
        assert all(letters)
        assert {both: shares(letters, *both) for both in alike} == alike
        for letter in set().union(*letters):
            without = [own - {letter} for own in letters]
            assert not all(without) or {both: shares(without, *both) for both in alike} != alike


def test_the_order_in_which_differences_are_given_does_not_matter():
    dice = random.Random(67)
    names = "abcdefgh"
    differ = [frozenset(both) for both in combinations(names, 2) if dice.random() < 0.4]
    expected = compact_letters(names, differ)
    for _ in range(20):
        dice.shuffle(differ)
        assert compact_letters(names, differ) == expected


def test_after_z_comes_a1():
    names = [f"n{position:02}" for position in range(30)]
    everyone = {frozenset(both) for both in combinations(names, 2)}
    letters = compact_letters(names, everyone)
    assert letters[25:28] == ("z", "a1", "b1")
    assert len(set(letters)) == 30
