"""Parses quantities: `2%` or `0.02`, `90s`, `3m` or `1h30m`."""

import re

from fairlap.errors import UsageError

LONGEST_S = 7 * 86_400.0

_NUMBER = r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})"
_SHARE = re.compile(rf"{_NUMBER}\s*(%?)")
_DURATION = re.compile(rf"(?:{_NUMBER}\s*h)?\s*(?:{_NUMBER}\s*m)?\s*(?:{_NUMBER}\s*s)?")


def parse_share(option: str, text: str) -> float:
    """Return a share above 0 and below 1 from `2%`, `2 %` or `0.02`. Raises UsageError, which names the option.

    A bare `2` is refused: it could mean 2 % or 200 %.
    """
    found = _SHARE.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"{text!r} is not a share", where=option, hint="write it as 2% or 0.02")
    number, percent = float(found[1]), bool(found[2])
    share = number / 100 if percent else number
    if not percent and number >= 1:
        raise UsageError(
            f"{text!r} is not below 1", where=option, hint=f"for {text.strip()} percent write {text.strip()}%"
        )
    if not 0 < share < 1:
        raise UsageError(f"{text!r} is not above 0 % and below 100 %", where=option, hint="write it as 2% or 0.02")
    return share


def parse_duration_s(option: str, text: str) -> float:
    """Return seconds, above 0 and at most 7 days, from `90s`, `3m`, `1h`, `1h30m` or `1.5m`.

    Raises UsageError, which names the option.

    A bare `3` is refused: it could mean seconds or minutes.
    """
    found = _DURATION.fullmatch(text.strip())
    parts = (found[1], found[2], found[3]) if found else (None, None, None)
    if parts == (None, None, None):
        raise UsageError(f"{text!r} is not a time with a unit", where=option, hint="write it as 90s, 3m, 1h or 1h30m")
    hours, minutes, seconds = (float(part or 0) for part in parts)
    duration_s = hours * 3600 + minutes * 60 + seconds
    if duration_s == 0:
        raise UsageError(f"{text!r} is zero", where=option, hint="write it as 90s, 3m, 1h or 1h30m")
    if duration_s > LONGEST_S:
        raise UsageError(f"{text!r} is more than 7 days", where=option, hint="choose a shorter time, e.g. 3m")
    return duration_s
