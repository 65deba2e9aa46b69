"""The plan is pure: every contestant laps in every cycle, and the seed decides every order."""

from collections import Counter
from itertools import combinations

import pytest

from fairlap.plan.heats import HEAT_SIZE, MOST_RIVALS, Heat, PlannedRound, draw_heats, turns_of_round
from fairlap.plan.pace import (
    LEAST_CYCLES,
    LEAST_ROUNDS,
    LEAST_TRIAL_CYCLES,
    LONGEST_LAP_MS,
    MOST_CYCLES,
    MOST_ROUNDS,
    MOST_TRIAL_CYCLES,
    SHORTEST_LAP_MS,
    head_ms,
    pace,
    rounds_worth,
    trial_cycles,
    trial_lengths_ms,
)

NAMES = [f"c{number}" for number in range(10)]


def draw(names: list[str] = NAMES, number: int = 1, seed: int = 7, **more) -> tuple[Heat, ...]:
    return draw_heats(names, scenario="hello", reference="ref", number=number, seed=seed, **more)


def planned(number: int = 1, seed: int = 7, **changes) -> PlannedRound:
    values = {"lap_ms": 50, "cycles": 6, "reference_every": 1} | changes
    return PlannedRound(draw(number=number, seed=seed)[0], number, seed, **values)


def test_the_same_seed_gives_the_same_orders_and_another_seed_others() -> None:
    assert (planned().start_order, planned().orders()) == (planned().start_order, planned().orders())
    assert planned().orders() != planned(seed=8).orders()
    assert planned().orders() != planned(number=2).orders()
    assert draw(seed=7) == draw(seed=7)
    assert draw(seed=7) != draw(seed=8)


def test_every_cycle_laps_everyone_of_the_heat_exactly_once() -> None:
    turn = planned()
    assert sorted(turn.start_order) == sorted(turn.heat.everyone)
    assert len(turn.orders()) == 6
    assert all(sorted(cycle) == sorted(turn.heat.everyone) for cycle in turn.orders())
    assert len(set(turn.orders())) > 4


def test_the_reference_can_lap_in_some_cycles_only() -> None:
    orders = planned(cycles=9, reference_every=4).orders()
    assert [cycle for cycle, order in enumerate(orders) if "ref" in order] == [0, 4, 8]
    assert all(set(planned().heat.contestants) <= set(order) for order in orders)


@pytest.mark.parametrize("count", [0, 1, 2, 6, 7, 8, 14, 15, 25])
def test_heats_are_as_few_and_as_even_as_can_be(count: int) -> None:
    names = [f"c{number}" for number in range(count)]
    heats = draw(names)
    sizes = [len(heat.everyone) for heat in heats]
    assert max(sizes) <= HEAT_SIZE
    assert max(sizes) - min(sizes) <= 1
    assert len(heats) == max(1, -(-count // MOST_RIVALS))
    assert sorted(name for heat in heats for name in heat.contestants) == sorted(names)
    assert all(heat.reference == "ref" for heat in heats)
    assert sum(sizes) == turns_of_round(count)
    assert [heat.number for heat in heats] == list(range(1, len(heats) + 1))


def test_heats_are_redrawn_so_that_any_two_meet() -> None:
    met = Counter(
        frozenset(pair)
        for number in range(1, 25)
        for heat in draw(number=number)
        for pair in combinations(heat.contestants, 2)
    )
    assert set(met) == {frozenset(pair) for pair in combinations(NAMES, 2)}
    assert min(met.values()) >= 4


def test_wanted_heats_are_taken_as_they_are() -> None:
    heats = draw(["a", "b", "c", "d"], groups=[("a", "d"), ("c", "b")])
    assert [heat.contestants for heat in heats] == [("a", "d"), ("c", "b")]


def test_the_order_of_names_in_the_call_does_not_matter() -> None:
    assert draw(NAMES) == draw(NAMES[::-1])


def test_a_budget_holds_as_many_rounds_as_are_planned() -> None:
    found = pace(180, contestants=2, lap_ms=50, turn_s=1.0, reference_every=4)
    lap_s = 0.054
    round_s = 3 * 1.0 + found.cycles * (2 + 1 / 4) * lap_s
    assert found.rounds == MOST_ROUNDS
    assert found.rounds * round_s <= 180 < (found.rounds + 1) * round_s + lap_s * MOST_ROUNDS * 3


def test_rounds_are_fewer_where_starts_are_dear_but_never_fewer_than_the_least():
    assert rounds_worth(160, 3.5, done=2) == 2 + 16
    assert rounds_worth(160, 4.5, done=2) == 2 + 12
    assert rounds_worth(160, 7.0, done=2) == LEAST_ROUNDS


def test_half_of_the_time_is_for_laps_where_not_even_the_least_number_of_rounds_fits():
    assert rounds_worth(160, 20.0, done=2) == 2 + 4
    assert rounds_worth(0, 20.0, done=2) == 2


def test_half_of_the_time_is_for_laps_even_when_the_budget_is_small() -> None:
    found = pace(60, contestants=2, lap_ms=100, turn_s=2.0)
    assert found.cycles == pytest.approx(3 * 2.0 / (3 * 0.104), abs=1)
    assert found.rounds == 5


@pytest.mark.parametrize(("budget_s", "rounds", "cycles"), [(9.0, 1, 18), (9.5, 2, 10), (10.5, 2, 13), (13.0, 2, 18)])
def test_two_rounds_are_planned_as_soon_as_two_with_few_cycles_fit(budget_s: float, rounds: int, cycles: int) -> None:
    found = pace(budget_s, contestants=2, lap_ms=50, turn_s=1.0)
    assert (found.rounds, found.cycles) == (rounds, cycles), "3 s for starts, 0.162 s for a cycle"


def test_cycles_stay_within_bounds() -> None:
    assert pace(60, contestants=11, lap_ms=100, turn_s=0.1).cycles == LEAST_CYCLES
    assert pace(100_000, contestants=2, lap_ms=50, turn_s=2.0).cycles == MOST_CYCLES


def test_lap_lengths_to_try_are_long_enough_for_every_request_in_flight_to_be_answered_several_times() -> None:
    turn = planned(trial_s=60.0)
    assert trial_lengths_ms(turn, slowest_per_s=100_000, in_flight=64, longest_ms=9) == (SHORTEST_LAP_MS, 100)
    assert trial_lengths_ms(turn, slowest_per_s=5_000, in_flight=64, longest_ms=9) == (80, 160)
    assert trial_lengths_ms(turn, slowest_per_s=100, in_flight=64, longest_ms=9) == (LONGEST_LAP_MS,)


def test_laps_take_at_least_half_as_long_as_the_longest_responses() -> None:
    turn = planned(trial_s=60.0)
    assert trial_lengths_ms(turn, slowest_per_s=5_000, in_flight=64, longest_ms=159.0) == (80, 160)
    assert trial_lengths_ms(turn, slowest_per_s=5_000, in_flight=64, longest_ms=201.0) == (105, 210)
    assert trial_lengths_ms(turn, slowest_per_s=5_000, in_flight=64, longest_ms=900.0) == (LONGEST_LAP_MS,)
    assert (head_ms(LONGEST_LAP_MS), head_ms(2 * LONGEST_LAP_MS)) == (25, LONGEST_LAP_MS), "half of such a long one"


def test_no_more_lap_lengths_are_tried_than_there_is_time_for() -> None:
    everyone = len(planned().heat.everyone)
    two_s = everyone * 6 * (0.084 + 0.164)
    enough, less = planned(trial_s=two_s + 0.01), planned(trial_s=two_s - 0.01)
    assert trial_lengths_ms(enough, slowest_per_s=5_000, in_flight=64, longest_ms=9) == (80, 160)
    assert trial_lengths_ms(less, slowest_per_s=5_000, in_flight=64, longest_ms=9) == (80,)


def test_the_number_of_trial_cycles_follows_the_time_for_it() -> None:
    assert trial_cycles(planned(trial_s=0.1), (25, 50, 100)) == LEAST_TRIAL_CYCLES
    assert trial_cycles(planned(trial_s=1000.0), (25, 50, 100)) == MOST_TRIAL_CYCLES
    assert trial_cycles(planned(trial_s=1000.0), (50,)) == 0, "one length is no choice"
    everyone = len(planned().heat.everyone)
    assert trial_cycles(planned(trial_s=everyone * 0.187 * 10 + 0.01), (25, 50, 100)) == 10


def test_new_laps_keep_everything_else() -> None:
    turn = planned(trial_s=3.0).with_laps(25, 40)
    assert (turn.lap_ms, turn.cycles, len(turn.orders())) == (25, 40, 40)
    assert turn.start_order == planned().start_order
