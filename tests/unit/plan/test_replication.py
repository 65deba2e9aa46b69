"""The length of laps and the number of cycles: known variances are recovered, and the choice is optimal."""

import math
import random
from dataclasses import replace
from statistics import median

import pytest

from fairlap.plan.replication import (
    Components,
    LengthTrial,
    choose_cycles,
    choose_lap_ms,
    components,
    cycle_differences,
)
from fairlap.samples import RoundRecord
from sample_factory import REFERENCE, Machine, Racer, alter, simulate
from statistics_helpers import drawn, race

JUMPY = Machine(drift=0.05, jump=0.3, jump_chance=0.3)


def trial(lap_ms: int, spread: float, pairs: int = 5, cycles: int = 200, seed: int = 1) -> LengthTrial:
    dice = random.Random(f"{seed}/{lap_ms}")
    return LengthTrial(lap_ms, tuple(tuple(dice.gauss(0.1, spread) for _ in range(cycles)) for _ in range(pairs)))


# --- the length of a lap -----------------------------------------------------------------------------------------


def test_with_independent_noise_the_length_is_a_matter_of_overhead():
    # noise halves with four times the length: only the overhead matters, so short laps are expensive
    fair = [trial(lap_ms, 0.1 * math.sqrt(100 / lap_ms)) for lap_ms in (25, 50, 100, 200)]
    assert choose_lap_ms(fair, overhead_ms=0, shortest_ms=1).lap_ms == 25
    assert choose_lap_ms(fair, overhead_ms=100, shortest_ms=1).lap_ms == 100


def test_when_longer_laps_are_no_calmer_short_ones_are_taken():
    # 30 % jumps of the machine between laps: the length does not help
    jumpy = [trial(lap_ms, 0.1) for lap_ms in (25, 50, 100, 200)]
    chosen = choose_lap_ms(jumpy, overhead_ms=4, shortest_ms=1)
    assert chosen.lap_ms == 25
    assert "4.0 ms beyond each lap, 25 ms is the shortest lap" in chosen.reason
    assert choose_lap_ms(jumpy, overhead_ms=4, shortest_ms=50).lap_ms == 50


@pytest.mark.parametrize(("factor", "lap_ms"), [(1.4, 50), (1.6, 100)])
def test_the_shorter_length_is_preferred_up_to_half_as_dear_again(factor: float, lap_ms: int):
    short = LengthTrial(50, ((-0.1, 0.0, 0.1),))
    wide = 0.1 * math.sqrt(50 / 100 / factor)
    assert choose_lap_ms([short, LengthTrial(100, ((-wide, 0.0, wide),))], 0.0, 1).lap_ms == lap_ms


def test_one_cycle_in_which_the_machine_jumped_does_not_decide():
    calm, jumped = (0.0, 0.01, -0.01, 0.02, -0.02), (0.0, 0.01, -0.01, 0.02, 5.0)
    for differences in (calm, jumped):
        trials = [LengthTrial(25, (differences,)), LengthTrial(100, ((0.0, 0.04, -0.04, 0.05, -0.05),))]
        assert choose_lap_ms(trials, 4.0, 1).lap_ms == 25


def test_lengths_that_are_not_allowed_or_say_nothing_are_left_out():
    empty = LengthTrial(25, ((0.1, 0.1), ()))
    chosen = choose_lap_ms([empty, trial(100, 0.1), trial(50, 0.1)], 4.0, 100)
    assert chosen.lap_ms == 100
    assert "the only length that could be tried" in chosen.reason
    nothing = choose_lap_ms([empty, LengthTrial(50, ())], 4.0, 1)
    assert (nothing.lap_ms, nothing.reason) == (50, "laps of 50 ms, as no other length could be tried")
    with pytest.raises(ValueError, match="no lap lengths"):
        choose_lap_ms([], 4.0, 1)


def test_cycle_differences_are_those_of_common_cycles():
    (record,) = race(50_000, 40_000, rounds=1, cycles=6)
    holed = replace(
        record,
        contestants=tuple(
            replace(start, samples=start.samples[2:]) if start.contestant == "a" else start
            for start in record.contestants
        ),
    )
    laps = {start.contestant: {lap.cycle: lap.throughput_per_s for lap in start.samples} for start in holed.contestants}
    ((*found,),) = cycle_differences(holed, "ab")
    assert found == pytest.approx([math.log(laps["a"][cycle] / laps["b"][cycle]) for cycle in (3, 4, 5, 6)])
    assert [len(values) for values in cycle_differences(holed, ("a", "b", "reference"))] == [4, 4, 6]
    assert cycle_differences(alter([holed], "a", samples=())[0], "ab") == ((),)
    assert cycle_differences(holed, ("a", "nobody")) == ()


# --- components of the variance ----------------------------------------------------------------------------------


def board(starts: float, laps: float, *, seed: int = 7, rounds: int = 12, cycles: int = 15) -> tuple[RoundRecord, ...]:
    racers = [Racer(name, 40_000, start_spread=starts, lap_spread=laps) for name in "abcdef"]
    return simulate(random.Random(seed), racers, rounds=rounds, cycles=cycles, machine=JUMPY)


@pytest.mark.parametrize(("starts", "laps"), [(0.02, 0.02), (0.03, 0.1), (0.01, 0.02)])
def test_known_variances_are_found_again(starts: float, laps: float):
    boards = [components(board(starts, laps, seed=seed), "abcdef") for seed in range(12)]
    found = [one for one in boards if one is not None]
    assert len(found) == 12
    # a pair has both sides' noise; the median over pairs of a variance over 12 rounds lies a little below the truth
    assert math.sqrt(median(one.cycle_variance for one in found) / 2) == pytest.approx(laps, rel=0.06)
    assert math.sqrt(median(one.round_variance for one in found) / 2) == pytest.approx(starts, rel=0.25)
    assert found[0].rounds == 12


def test_what_the_cycles_explain_is_not_blamed_on_the_rounds():
    found = [components(board(0.0, 0.1, rounds=30, seed=seed), "abcdef") for seed in range(6)]
    shares = [one.round_variance / one.cycle_variance for one in found if one is not None]
    # medians of 15 cycles vary by a tenth of what single cycles do: hardly any of it may be left over
    assert len(shares) == 6
    assert 0 <= median(shares) < 0.02


def test_pairs_are_followed_through_redrawn_heats():
    racers = [Racer(name, 40_000, start_spread=0.03, lap_spread=0.02) for name in "abcdef"]
    rounds = drawn(random.Random(11), racers, rounds=30, size=3, cycles=8, machine=JUMPY)
    found = components(rounds, "abcdef")
    assert found is not None
    assert math.sqrt(found.cycle_variance / 2) == pytest.approx(0.02, rel=0.2)
    assert math.sqrt(found.round_variance / 2) == pytest.approx(0.03, rel=0.3)
    assert found.rounds < 30


def test_without_a_pair_that_shared_two_rounds_nothing_is_known():
    rounds = race(50_000, 40_000, rounds=2)
    assert components(rounds[:1], "ab") is None
    assert components(rounds, "a") is None
    assert components(race(50_000, 40_000, cycles=2), "ab") is None
    assert components(rounds, ("a", REFERENCE.name)) is not None


# --- cycles a round ----------------------------------------------------------------------------------------------


def cost(found: Components, cycles: int, round_s: float, cycle_s: float) -> float:
    """Variance of a round's number for each second: what the choice is meant to make small."""
    return (found.round_variance + math.pi / 2 * found.cycle_variance / cycles) * (round_s + cycles * cycle_s)


@pytest.mark.parametrize("round_s", [0.5, 2.0, 10.0])
@pytest.mark.parametrize(("cycles", "rounds"), [(0.09, 0.008), (0.02, 0.01), (0.05, 0.05)])
def test_no_other_number_of_cycles_is_cheaper(cycles: float, rounds: float, round_s: float):
    found = Components(cycles**2, rounds**2, 10)
    chosen = choose_cycles(found, round_s, 0.2, None, 1, 1000).cycles
    best = min(cost(found, number, round_s, 0.2) for number in range(1, 1000))
    assert cost(found, chosen, round_s, 0.2) <= best * 1.02


def test_the_formula_by_hand():
    # sqrt(2.4 / 0.2 x pi/2 x 0.09^2 / 0.01^2) = sqrt(12 x 1.5708 x 81) = 39.07
    chosen = choose_cycles(Components(0.09**2, 0.01**2, 10), 2.4, 0.2, None, 1, 100)
    assert chosen.cycles == 40
    assert chosen.reason == (
        "cycles vary by 9.0%, rounds by 1.0%; a start takes as long as 12 cycles, so 40 cycles per round are best"
    )


def test_ten_rounds_fit_into_the_budget():
    found = Components(0.09**2, 0.01**2, 10)
    chosen = choose_cycles(found, 2.4, 0.2, 72.0, 5, 100)
    # 72 s / 10 = 7.2 s a round, of which 4.8 s are left for cycles of 0.2 s
    assert chosen.cycles == 24
    assert chosen.reason.endswith("40 cycles per round are best; limited to 24: so that 10 rounds fit into 72 s")
    assert choose_cycles(found, 2.4, 0.2, 180.0, 5, 100).cycles == 40


def test_the_least_is_kept_when_the_budget_is_too_small():
    chosen = choose_cycles(Components(0.09**2, 0.01**2, 10), 2.4, 0.2, 20.0, 5, 100)
    assert chosen.cycles == 5
    assert chosen.reason.endswith("limited to 5: the minimum; 10 rounds do not fit into the budget")


@pytest.mark.parametrize(
    ("found", "cycles", "said"),
    [
        (Components(0.09**2, 0.0, 4), 30, "the maximum of 30 cycles per round is best"),
        (Components(0.0, 0.01**2, 4), 5, "1 cycles per round are best; 5 is the minimum"),
        (Components(0.001**2, 0.1**2, 4), 5, "5 is the minimum"),
        (Components(0.09**2, 0.01**2, 4), 30, "limited to 30: at most 30 are allowed"),
    ],
)
def test_the_choice_is_bounded(found: Components, cycles: int, said: str):
    chosen = choose_cycles(found, 2.4, 0.2, None, 5, 30)
    assert chosen.cycles == cycles
    assert said in chosen.reason


@pytest.mark.parametrize(
    ("round_s", "cycle_s", "least", "most"), [(0, 1, 1, 2), (1, 0, 1, 2), (1, 1, 0, 2), (1, 1, 3, 2)]
)
def test_costs_and_bounds_must_make_sense(round_s: float, cycle_s: float, least: int, most: int):
    with pytest.raises(ValueError, match="cycles"):
        choose_cycles(Components(0.01, 0.01, 4), round_s, cycle_s, None, least, most)


def test_differences_of_machines_are_no_spread_of_rounds():
    calm = race(50_000, 40_000, rounds=12, spread=0.0)
    liked = race(54_000, 40_000, rounds=12, spread=0.0)
    rounds = [
        replace(calm[index] if index % 2 else liked[index], machine="x" if index % 2 else "y") for index in range(12)
    ]
    found, together = components(rounds, "ab"), components([replace(record, machine=None) for record in rounds], "ab")
    assert found is not None
    assert together is not None
    assert math.sqrt(found.round_variance) < 0.01 < 0.03 < math.sqrt(together.round_variance)
    assert (found.rounds, together.rounds) == (6, 12)
