"""When a contestant counts as warmed up."""

import random

from fairlap.runner.warmup import MAX_LAPS, RISE, WINDOW, is_steady


def laps_until_steady(ratios: list[float]) -> int | None:
    return next((count for count in range(1, len(ratios) + 1) if is_steady(ratios[:count])), None)


def test_too_few_laps_are_never_steady() -> None:
    assert not is_steady([])
    assert not is_steady([1.0] * (2 * WINDOW - 1))


def test_a_flat_series_is_steady_as_soon_as_it_can_be() -> None:
    assert laps_until_steady([0.5] * MAX_LAPS) == 2 * WINDOW


def test_a_rising_series_is_not_steady_until_it_flattens() -> None:
    rising = [0.1 * 1.2**lap for lap in range(10)]
    flat = [rising[-1]] * (2 * WINDOW)
    assert laps_until_steady(rising) is None
    steady_after = laps_until_steady(rising + flat)
    assert steady_after is not None
    assert len(rising) + 1 < steady_after <= len(rising) + 2 * WINDOW


def test_a_single_wild_lap_decides_nothing() -> None:
    assert is_steady([1.0, 1.0, 0.2, 1.0, 1.0, 5.0, 1.0, 1.0])


def test_the_permitted_rise_is_the_boundary() -> None:
    assert is_steady([1.0] * WINDOW + [1 + RISE * 0.99] * WINDOW)
    assert not is_steady([1.0] * WINDOW + [1 + RISE * 1.01] * WINDOW)


def test_a_noisy_but_flat_contestant_is_almost_always_found_steady_within_the_bound() -> None:
    dice = random.Random(1)
    found = [laps_until_steady([dice.lognormvariate(0, 0.25) for _ in range(MAX_LAPS)]) for _ in range(1000)]
    assert sum(laps is not None for laps in found) > 980


def test_a_noisy_contestant_that_doubles_its_speed_is_seldom_taken_for_steady_before() -> None:
    dice = random.Random(2)
    speeds = [min(1.0, 0.3 + 0.07 * lap) for lap in range(MAX_LAPS)]
    found = [laps_until_steady([speed * dice.lognormvariate(0, 0.1) for speed in speeds]) for _ in range(1000)]
    too_early = sum(laps is not None and speeds[laps - 1] < 0.9 for laps in found)
    assert too_early < 20
