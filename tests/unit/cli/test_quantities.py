"""Shares and times as they are typed on the command line."""

import pytest

from fairlap.cli.quantities import parse_duration_s, parse_share
from fairlap.errors import UsageError


@pytest.mark.parametrize(
    ("text", "share"),
    [("2%", 0.02), ("2 %", 0.02), (" 2.5% ", 0.025), ("0.02", 0.02), (".02", 0.02), ("0.5%", 0.005), ("99%", 0.99)],
)
def test_a_share_is_read(text: str, share: float) -> None:
    assert parse_share("--precision", text) == pytest.approx(share)


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("2", "2%"),
        ("100%", "2%"),
        ("1", "1%"),
        ("0", "0.02"),
        ("0%", "0.02"),
        ("-2%", "0.02"),
        ("", "0.02"),
        ("%", "0.02"),
        ("2%%", "0.02"),
        ("two", "0.02"),
        ("nan", "0.02"),
        ("inf", "0.02"),
        ("1e-2", "0.02"),
        ("2,5%", "0.02"),
    ],
)
def test_what_is_not_a_share_is_refused_with_a_fix(text: str, fix: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_share("--precision", text)
    assert refused.value.line().startswith(f"--precision: {text!r} is not ")
    assert fix in (refused.value.hint or "")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90s", 90.0),
        ("3m", 180.0),
        ("1h", 3600.0),
        ("1h30m", 5400.0),
        ("1h 30m 5s", 5405.0),
        ("1.5m", 90.0),
        ("0.5s", 0.5),
        (" 3 m ", 180.0),
    ],
)
def test_a_time_is_read(text: str, seconds: float) -> None:
    assert parse_duration_s("--budget", text) == pytest.approx(seconds)


@pytest.mark.parametrize(
    "text", ["3", "", "m", "3d", "3m90", "30m1h", "0s", "0h0m", "-3m", "inf", "1e3s", "3 min", "169h"]
)
def test_what_is_not_a_time_is_refused_with_a_fix(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_duration_s("--budget", text)
    assert refused.value.line().startswith(f"--budget: {text!r} is ")
    assert "3m" in (refused.value.hint or "")
