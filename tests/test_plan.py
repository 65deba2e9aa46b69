"""The plan is pure: everybody laps in every cycle, the seed decides every order, nobody is forgotten."""

from collections import Counter

import pytest

from fairlap.plan import HEAT_SIZE, make_plan

NAMES = [f"c{number}" for number in range(10)]


def plan(seed: int = 7, names: list[str] = NAMES, rounds: int = 4, cycles: int = 6):
    return make_plan([("hello", names)], reference="ref", rounds=rounds, cycles=cycles, seed=seed)


def test_the_same_seed_gives_the_same_plan_and_another_seed_another() -> None:
    assert plan(seed=7) == plan(seed=7)
    assert plan(seed=7) != plan(seed=8)


def test_every_cycle_laps_everyone_of_the_heat_exactly_once() -> None:
    for planned in plan().rounds:
        assert sorted(planned.start_order) == sorted(planned.heat.everyone)
        assert all(sorted(cycle) == sorted(planned.heat.everyone) for cycle in planned.cycles)


def test_the_orders_of_cycles_differ() -> None:
    orders = {cycle for planned in plan().rounds for cycle in planned.cycles}
    assert len(orders) > 20


@pytest.mark.parametrize("count", [1, 2, 6, 7, 8, 14, 15, 25])
def test_heats_are_as_few_and_as_even_as_can_be(count: int) -> None:
    names = [f"c{number}" for number in range(count)]
    heats = {planned.heat for planned in plan(names=names).rounds}
    sizes = [len(heat.everyone) for heat in heats]
    assert max(sizes) <= HEAT_SIZE
    assert max(sizes) - min(sizes) <= 1
    assert len(heats) == -(-count // (HEAT_SIZE - 1))
    assert sorted(name for heat in heats for name in heat.contestants) == sorted(names)
    assert all(heat.reference == "ref" for heat in heats)


def test_every_heat_has_every_round_and_rounds_of_heats_interleave() -> None:
    rounds = plan(rounds=5).rounds
    assert Counter(planned.number for planned in rounds) == dict.fromkeys(range(1, 6), 2)
    assert [planned.number for planned in rounds] == sorted(planned.number for planned in rounds)
    assert len({planned.heat.number for planned in rounds[:2]}) == 2


def test_the_order_of_names_in_the_call_does_not_matter() -> None:
    assert plan(names=NAMES) == plan(names=NAMES[::-1])


def test_the_reference_alone_can_be_raced() -> None:
    only = plan(names=[])
    assert {planned.heat.everyone for planned in only.rounds} == {("ref",)}


def test_laps_are_counted_over_all_scenarios() -> None:
    both = make_plan([("a", ["x"]), ("b", ["x", "y"])], reference="ref", rounds=2, cycles=3, seed=1)
    assert both.laps == 2 * 3 * (2 + 3)
