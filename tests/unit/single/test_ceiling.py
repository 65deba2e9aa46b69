"""What the doctor says about the limit of generator and reference."""

from dataclasses import replace

from fairlap.single.ceiling import _judge
from sample_factory import lap


def test_laps_of_a_calm_machine_have_a_value() -> None:
    check = _judge([lap(40_000.0), lap(50_000.0)])
    assert check.verdict == "good"
    assert check.value.startswith("45,000 requests/s, ") and "laps within 25%" in check.value


def test_a_lap_without_a_right_answer_is_a_finding() -> None:
    check = _judge([lap(40_000.0), replace(lap(), completed=0)])
    assert (check.value, check.verdict) == ("unknown", "bad")
    assert "no right answer in a lap" in check.meaning
