"""Capacity under an SLO: an estimate over the rounds that found one, and how many did."""

import random
from dataclasses import replace

import pytest

from fairlap.samples import RoundRecord
from fairlap.statistics.estimate import estimate
from fairlap.statistics.latency import capacity
from sample_factory import Racer, alter, simulate
from statistics_helpers import rate_lap

PROBE = rate_lap([100.0] * 10, "slo")


def race_with(*found: float | None) -> tuple[RoundRecord, ...]:
    """Rounds in which contestant `a` was searched, with these results."""
    rounds = simulate(random.Random(1), [Racer("a", 40_000.0)], rounds=len(found))
    for number, per_s in enumerate(found, start=1):
        rounds = alter(rounds, "a", numbers=[number], rate_laps=(PROBE,), capacity_per_s=per_s)
    return rounds


def test_rounds_are_the_replicates() -> None:
    found = capacity(race_with(900.0, 1000.0, 1100.0), "a", "p99<10ms")
    assert found is not None
    assert found.per_s == estimate([900.0, 1000.0, 1100.0])
    assert (found.rounds_found, found.rounds_searched) == (3, 3)


def test_rounds_that_found_none_are_counted_and_not_taken_for_zero() -> None:
    found = capacity(race_with(900.0, None, 1100.0), "a", "p99<10ms")
    assert found is not None
    assert found.per_s == estimate([900.0, 1100.0])
    assert (found.rounds_found, found.rounds_searched) == (2, 3)


def test_when_no_round_found_one_there_is_no_capacity() -> None:
    found = capacity(race_with(None, None), "a", "p99<10ms")
    assert found is not None
    assert (found.per_s, found.rounds_found, found.rounds_searched) == (None, 0, 2)


def test_one_that_was_never_searched_has_nothing_to_say() -> None:
    assert capacity(race_with(900.0), "reference", "p99<10ms") is None
    assert capacity(race_with(900.0), "nobody", "p99<10ms") is None
    only_rates = alter(race_with(900.0), "a", rate_laps=(replace(PROBE, purpose="share-20"),), capacity_per_s=None)
    assert capacity(only_rates, "a", "p99<10ms") is None


def test_a_failed_round_does_not_count() -> None:
    found = capacity(alter(race_with(900.0, 5.0), "a", numbers=[2], failure="it ended"), "a", "p99<10ms")
    assert found is not None
    assert found.per_s is not None
    assert found.per_s.value == pytest.approx(900.0)
    assert found.rounds_searched == 1
