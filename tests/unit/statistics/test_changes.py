"""Change points from run to run: what is found, what is not, and how often it is wrong (seeds are fixed)."""

import math
import random
import sys

import numpy as np
import pytest

from fairlap.statistics.changes import MIN_PART, RUNS_NEEDED, SIGNIFICANCE, find_changes
from support import ROOT

sys.path.insert(0, str(ROOT))

from tools.proof.changes import MOODS, ChangeCell, draw, simulate
from tools.proof.documents import Proportion, read_rows


def runs(*levels: tuple[int, float], sd: float = 0.01, seed: int = 1, rounds: int = 4) -> list[list[float]]:
    """(so many runs, at that log score) one after another; rounds share the mood of their run."""
    dice = random.Random(seed)
    moods = [level + dice.gauss(0, sd) for count, level in levels for _ in range(count)]
    return [[dice.gauss(mood, 0.005) for _ in range(rounds)] for mood in moods]


def places(*levels: tuple[int, float], **options: float) -> list[int]:
    return [change.at for change in find_changes(runs(*levels, **options)).changes]


def test_a_drop_is_found_where_it_is_and_as_large_as_it_is() -> None:
    found = find_changes(runs((10, 0.0), (10, math.log(0.9))))
    (change,) = found.changes
    assert change.at == 10
    low, high = change.step.interval or (0.0, 0.0)
    assert low < math.log(0.9) < high
    assert high - low < 0.04
    assert change.p_adjusted <= SIGNIFICANCE
    assert [(part.first, part.end) for part in found.stretches] == [(0, 10), (10, 20)]
    assert found.stretches[1].level.mean == pytest.approx(math.log(0.9), abs=0.01)


def test_a_rise_is_found_as_well() -> None:
    assert places((12, 0.0), (8, 0.08)) == [12]


def test_a_slowdown_that_was_fixed_does_not_hide_itself() -> None:
    """A single split sees almost nothing of it: the mean after either edge is nearly that before."""
    assert places((10, 0.0), (5, -0.1), (10, 0.0)) == [10, 15]


def test_steps_upon_steps_are_all_found() -> None:
    assert places((15, 0.0), (15, -0.08), (15, -0.2)) == [15, 30]


def test_a_step_below_the_minimum_effect_is_not_reported() -> None:
    levels = ((20, 0.0), (20, math.log(0.985)))
    assert find_changes(runs(*levels, sd=0.002), minimum_effect=0.02).changes == ()
    assert [c.at for c in find_changes(runs(*levels, sd=0.002), minimum_effect=0.01).changes] == [20]


def test_with_too_few_runs_nothing_is_claimed() -> None:
    clear = runs((5, 0.0), (RUNS_NEEDED - 6, -0.5), sd=0.001)
    assert len(clear) == RUNS_NEEDED - 1
    assert find_changes(clear).changes == ()
    assert len(find_changes(clear).stretches) == 1
    assert places((5, 0.0), (RUNS_NEEDED - 5, -0.5), sd=0.001) == [5]


def test_a_single_run_is_a_mood_and_not_a_change() -> None:
    assert places((30, 0.0), (1, -0.3)) == []
    assert places((15, 0.0), (1, -0.3), (15, 0.0)) == []
    assert MIN_PART == 2


def test_many_rounds_do_not_stand_in_for_many_runs() -> None:
    """Each run is known to a tenth of a percent, and runs vary by 3 %: treating rounds as runs would show changes."""
    alarms = sum(bool(find_changes(runs((20, 0.0), sd=0.03, seed=seed, rounds=40)).changes) for seed in range(60))
    assert alarms <= 3


def test_runs_of_one_round_are_runs() -> None:
    assert places((12, 0.0), (12, -0.1), rounds=1) == [12]


def test_a_run_of_one_bad_round_weighs_less_than_one_of_many() -> None:
    dice = random.Random(3)
    exact = [[dice.gauss(0.0, 0.5) for _ in range(400)] for _ in range(12)]
    vague = [[0.6], [0.4], [0.7]]
    found = find_changes([*exact, *vague])
    assert found.changes == (), "without weights the last three are a step"
    assert abs(found.stretches[0].level.mean) < 0.02


def test_no_runs_one_run_and_runs_that_are_all_alike() -> None:
    assert find_changes([]).stretches == ()
    (only,) = find_changes([[0.1, 0.2]]).stretches
    assert (only.level.mean, only.level.error) == (pytest.approx(0.15), None)
    assert find_changes([[0.5, 0.5]] * 30).changes == ()
    assert [change.at for change in find_changes([[0.0]] * 10 + [[1.0]] * 10).changes] == [10]
    with pytest.raises(ValueError, match="without rounds"):
        find_changes([[0.1], []])


def test_the_same_runs_give_the_same_answer_and_the_scale_does_not_matter() -> None:
    first = runs((9, 0.0), (9, -0.06), sd=0.02, seed=5)
    assert find_changes(first) == find_changes(first)
    moved = [[score + 3.0 for score in rounds] for rounds in first]
    assert [change.at for change in find_changes(moved).changes] == [
        change.at for change in find_changes(first).changes
    ]


def test_reversed_time_gives_the_same_changes_reversed() -> None:
    forth = runs((10, 0.0), (6, -0.09), (12, 0.0), sd=0.01, seed=8)
    assert [28 - change.at for change in reversed(find_changes(forth[::-1]).changes)] == [
        change.at for change in find_changes(forth).changes
    ]


def test_the_same_values_in_random_order_show_no_change() -> None:
    values = runs((15, 0.0), (15, -0.1))
    dice = random.Random(0)
    alarms = 0
    for _ in range(60):
        dice.shuffle(values)
        alarms += bool(find_changes(values).changes)
    assert alarms <= 3, "in expectation 0.6"


EQUAL = ChangeCell("normal", 0.03, 30, 0.0, 0, None, False, 300)
DROP = ChangeCell("normal", 0.02, 20, -0.10, 10, None, False, 100)


@pytest.mark.parametrize("mood", [mood for mood in MOODS if not mood.startswith("lasting")])
@pytest.mark.parametrize("length", [5, 10, 30])
@pytest.mark.parametrize("mood_sd", [0.01, 0.03])
def test_false_alarms_are_as_rare_as_promised(mood: str, length: int, mood_sd: float) -> None:
    cell = simulate(ChangeCell(mood, mood_sd, length, 0.0, 0, None, False, 200))
    # the chance of more than 8 in 200 is 0.0001 where each has 1 %
    assert cell.alarmed <= (8 if length >= RUNS_NEEDED else 0)


def test_a_drop_of_ten_percent_is_found_and_located() -> None:
    cell = simulate(DROP)
    assert cell.found >= 95
    assert cell.located >= 90


def test_stored_simulations_keep_what_the_page_promises() -> None:
    stored = read_rows("changes", ChangeCell)
    equal = [cell for cell in stored if cell.step == 0 and not cell.mood.startswith("lasting")]
    assert {cell.runs for cell in equal} >= {5, 30}
    for cell in equal:
        assert Proportion(cell.alarmed, cell.series).interval[0] <= (0.05 if cell.looks else SIGNIFICANCE), cell
    drops = [c for c in stored if (c.step, c.runs, c.at, c.back) == (-0.10, 20, 10, None)]
    assert len(drops) == 3
    assert all(c.found >= 0.9 * c.series and c.located >= 0.8 * c.series for c in drops)


def test_stored_simulations_are_those_of_this_method() -> None:
    """Simulating a stored cell again gives the stored counts, so the page is not of an older method."""
    stored = next(c for c in read_rows("changes", ChangeCell) if c.step == -0.05 and c.runs == 14 and c.mood_sd == 0.02)
    again = simulate(stored)
    assert (again.found, again.located, again.alarmed) == (stored.found, stored.located, stored.alarmed)


def test_simulated_runs_are_what_they_claim_to_be() -> None:
    dice = np.random.default_rng(1)
    for mood in MOODS:
        cell = ChangeCell(mood, 0.03, 4000, 0.0, 0, None, False, 1)
        means = [math.fsum(rounds) / len(rounds) for rounds in draw(dice, cell)]
        assert np.std(means) == pytest.approx(0.03, rel=0.12), mood
