"""The concurrency sweep: its words."""

import pytest

from fairlap.errors import UsageError
from fairlap.plan.goal import MOST_CONNECTIONS, parse_sweep


def test_a_sweep_is_read_sorted_and_without_doubles() -> None:
    assert parse_sweep("16, 1,4,64,4") == (1, 4, 16, 64)


@pytest.mark.parametrize(
    "text", ["", "1,2,x,4", "0,1,2,3", "1,2,3,-4", f"1,2,3,{MOST_CONNECTIONS + 1}", "1,2,3", "1,,2,3,4", "1,2,3,²"]
)
def test_a_wrong_sweep_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_sweep(text)
    assert refused.value.line().startswith("--sweep: ")
    assert "1,4,16,64,256" in refused.value.line()
