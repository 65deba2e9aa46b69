"""Answers that are held back until a lap counts: simulated laps of servers that do, and of servers that do not."""

import random

import pytest

from fairlap.statistics.held import LEAST_LAPS, held_answers


def gain(dice: random.Random, connections: int, *, held: bool, at_once: bool) -> float:
    """Of one lap: at both ends of the window each connection has a request that is partly done.

    Held answers arrive when the window begins, and hardly any of their time lies in it. `at_once`: all connections are
    answered together.
    """
    draws = 1 if at_once else connections
    before = 0.98 if held else sum(dice.random() for _ in range(draws)) / draws
    inside = sum(dice.random() for _ in range(draws)) / draws  # of the last requests, whose answers do not count
    return before - inside


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("connections", [1, 8, 64, 512])
def test_whoever_does_not_hold_answers_is_not_suspected(connections: int, at_once: bool) -> None:
    dice = random.Random(f"{connections}/{at_once}")
    rounds = [[gain(dice, connections, held=False, at_once=at_once) for _ in range(10)] for _ in range(3000)]
    assert [gains for gains in rounds if held_answers(gains) is not None] == []


@pytest.mark.parametrize("connections", [8, 64, 512])
def test_whoever_holds_answers_is_found_even_if_not_in_every_lap(connections: int) -> None:
    dice = random.Random(connections)
    found = 0
    for _ in range(500):
        held = [True] * 12 + [False] * 2
        found += held_answers([gain(dice, connections, held=each, at_once=False) for each in held]) is not None
    assert found >= (200 if connections == 8 else 500)  # each round is another chance


def test_little_is_let_pass_and_a_few_laps_say_nothing() -> None:
    assert held_answers([0.24] * 30) is None
    assert held_answers([0.26] * 30) == pytest.approx(0.26)
    assert held_answers([0.5] * (LEAST_LAPS - 1)) is None
    assert held_answers([]) is None
