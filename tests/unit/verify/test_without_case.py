"""How other suites read a body: in lower case, and of members that have one name then, the last."""

import pytest

from fairlap.catalog import Expect
from fairlap.verify import without_case

JSON, TEXT = Expect.model_validate({"json": {}}), Expect(text="")


@pytest.mark.parametrize(
    ("body", "expect", "seen"),
    [
        ('{"id":1,"randomnumber":2,"randomNumber":3}', JSON, '{"id":1,"randomnumber":3}'),
        ('{"A": 1}', TEXT, '{"a": 1}'),
        ("{Not JSON", JSON, "{not json"),
        ("[" * 100_000, JSON, "[" * 100_000),
    ],
)
def test_a_body_in_lower_case(body: str, expect: Expect, seen: str) -> None:
    assert without_case(body.encode(), expect) == seen.encode()
