"""When verdicts are computed: few times, fixed before the first round."""

from itertools import pairwise

import pytest

from fairlap.plan.stopping import looks_up_to


def test_looks_are_few_one_early_and_the_others_spread_over_the_rounds():
    assert looks_up_to(12) == (4, 6, 12)
    assert looks_up_to(20) == (4, 10, 20)
    assert looks_up_to(60) == (4, 30, 60)


@pytest.mark.parametrize(
    ("most", "looks"),
    [(1, (1,)), (3, (3,)), (4, (4,)), (5, (5,)), (6, (4, 6)), (8, (4, 8)), (10, (4, 10))],
)
def test_the_last_look_is_at_the_last_round_and_not_just_after_another_one(most: int, looks: tuple[int, ...]):
    assert looks_up_to(most) == looks


@pytest.mark.parametrize("first", [2, 4, 10])
def test_looks_grow_from_the_first_to_the_last(first: int):
    for most in range(1, 200):
        looks = looks_up_to(most, first)
        assert looks[0] == min(first, most) or len(looks) == 1
        assert looks[-1] == most
        assert all(before < after for before, after in pairwise(looks))
        assert len(looks) < 2 or looks[-1] >= looks[-2] * 1.3


def test_no_round_has_no_look():
    with pytest.raises(ValueError, match="no looks in 0 rounds"):
        looks_up_to(0)
