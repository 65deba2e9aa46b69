"""Pauses in fewer than half of the laps, which the median over laps leaves out, are seen and named."""

import math
import random
from dataclasses import replace

import pytest
from tools.proof.simulate import Rules, race
from tools.rehearsal.machine import MEASURED

from fairlap.catalog import REFERENCE
from fairlap.samples import ContestantRound, RoundRecord
from fairlap.statistics import analyse
from fairlap.statistics.pauses import losses_of, pauses
from sample_factory import Racer, simulate
from statistics_helpers import row


def pausing(every: int, left: float, rounds: int = 6, cycles: int = 20) -> tuple[RoundRecord, ...]:
    """Rounds in which `a` answers only the share `left` in each lap whose cycle is a multiple of `every`."""

    def paused(turn: ContestantRound) -> ContestantRound:
        laps = (
            replace(lap, throughput_per_s=lap.throughput_per_s * left) if lap.cycle % every == 0 else lap
            for lap in turn.samples
        )
        return replace(turn, samples=tuple(laps)) if turn.contestant == "a" else turn

    # Laps that differ by little, so that the median of the others is what they would have been without pauses.
    racers = [Racer(name, 40_000, lap_spread=0.001) for name in (REFERENCE, "a", "b")]
    raced = simulate(random.Random(3), racers, rounds=rounds, cycles=cycles)
    return tuple(replace(record, contestants=tuple(map(paused, record.contestants))) for record in raced)


def test_one_that_pauses_in_a_fifth_of_its_laps_is_flagged_with_what_that_takes_and_another_is_not() -> None:
    found = analyse(pausing(every=5, left=0.7))
    (flag,) = (flag for flag in row(found, "a").flags if flag.name == "pauses")
    assert "over all laps it answers 6.0% [" in flag.reason, "0.3 / 5"
    assert not flag.invalidates
    assert row(found, "a").status == "ok"
    assert [flag.name for name in ("b", REFERENCE) for flag in row(found, name).flags if flag.name == "pauses"] == []


def test_a_pause_longer_than_a_lap_counts_as_well() -> None:
    losses = losses_of(pausing(every=10, left=0.0), "a", REFERENCE)
    assert len(losses) == 6
    assert losses == pytest.approx([-math.log(0.9)] * 6, abs=0.002)


def test_a_loss_below_the_precision_of_verdicts_is_none() -> None:
    assert pauses(losses_of(pausing(every=5, left=0.95), "a", REFERENCE)) is None


def test_without_two_rounds_of_five_cycles_nothing_is_said() -> None:
    assert losses_of(pausing(every=4, left=0.1, cycles=4), "a", REFERENCE) == ()
    assert pauses(losses_of(pausing(every=5, left=0.1, rounds=1), "a", REFERENCE)) is None
    failed = [
        replace(record, contestants=tuple(replace(turn, failure="ended") for turn in record.contestants))
        for record in pausing(every=5, left=0.1)
    ]
    assert losses_of(failed, "a", REFERENCE) == ()


@pytest.mark.parametrize("reference_every", [1, 4])
def test_on_a_machine_that_stalls_and_changes_its_speed_hardly_anybody_is_blamed(reference_every: int) -> None:
    rules = Rules(budget_s=90.0, reference_every=reference_every)
    races = [race(MEASURED, {"a": 0.0, "b": 0.0}, rules, seed).records for seed in range(40)]
    blamed = sum(pauses(losses_of(records, name, REFERENCE)) is not None for records in races for name in "ab")
    assert blamed <= 3, "1 % of 80, and three times that by chance"
