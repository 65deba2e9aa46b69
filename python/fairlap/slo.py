"""A service level objective, as people write it: `p99<10ms`."""

import re
from dataclasses import dataclass
from typing import Literal, Self

from fairlap.errors import UsageError

Percentile = Literal["p50", "p90", "p95", "p99", "p999"]

_SHARES: dict[Percentile, float] = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999}
_SPELLED: dict[str, Percentile] = {
    "p50": "p50",
    "p90": "p90",
    "p95": "p95",
    "p99": "p99",
    "p99.9": "p999",
    "p999": "p999",
}
_UNITS_US = {"us": 1.0, "ms": 1e3, "s": 1e6}
_TEXT = re.compile(r"\s*(?P<percentile>p[0-9.]+)\s*<\s*(?P<limit>[0-9]+(?:\.[0-9]+)?)\s*(?P<unit>us|ms|s)\s*")

LEAST_LIMIT_US = 1.0
GREATEST_LIMIT_US = 60e6
"""No probe waits longer than this."""


@dataclass(frozen=True, slots=True)
class Slo:
    """The share of requests that must get a right answer within `limit_us` of their due time."""

    percentile: Percentile
    limit_us: float

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `p99<10ms`. Raises UsageError."""
        found = _TEXT.fullmatch(text)
        if found is None:
            raise _wrong(text, "does not have the form PERCENTILE<TIME")
        percentile = _SPELLED.get(found["percentile"])
        if percentile is None:
            raise _wrong(text, f"{found['percentile']} is not one of p50, p90, p95, p99, p99.9")
        limit_us = float(found["limit"]) * _UNITS_US[found["unit"]]
        if not LEAST_LIMIT_US <= limit_us <= GREATEST_LIMIT_US:
            raise _wrong(text, "the time must lie between 1us and 60s")
        return cls(percentile, limit_us)

    @property
    def share(self) -> float:
        """The share of requests that must be answered in time, 0 to 1."""
        return _SHARES[self.percentile]

    def __str__(self) -> str:
        unit, size_us = next((unit, size) for unit, size in reversed(_UNITS_US.items()) if self.limit_us >= size)
        name = "p99.9" if self.percentile == "p999" else self.percentile
        return f"{name}<{self.limit_us / size_us:.12g}{unit}"


def _wrong(text: str, why: str) -> UsageError:
    return UsageError(f"{text!r}: {why}", where="--slo", hint='write it like "p99<10ms", with us, ms or s')
