"""A handshake with another machine's clock: by how much it is ahead of ours, and how well that is known."""

import time
from collections.abc import Callable
from dataclasses import dataclass

FIRST_PINGS = 20
PINGS = 5

GOOD_FOR_S = 2.0
"""After that the clock is asked again."""

DRIFT = 50e-6
"""Clocks that nobody disciplines part by up to 50 us in a second, disciplined ones by less than 1 us."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """Their CLOCK_MONOTONIC minus ours lies between `low_ns` and `high_ns`, at `at_ns` of ours."""

    low_ns: int
    high_ns: int
    at_ns: int

    def theirs(self, ours_ns: int) -> int:
        """Their clock at an instant of ours, about."""
        return ours_ns + (self.low_ns + self.high_ns) // 2

    def error_us_at(self, ours_ns: int) -> float:
        """By how much `theirs` may be wrong at an instant, in microseconds."""
        return (self.high_ns - self.low_ns) / 2000 + self._drift_ns(ours_ns) / 1000

    def joined(self, later: "ClockReading") -> "ClockReading":
        """What both say together, as of the later one; that one alone where they contradict: the clock was set."""
        drift_ns = self._drift_ns(later.at_ns)
        low_ns = max(later.low_ns, self.low_ns - drift_ns)
        high_ns = min(later.high_ns, self.high_ns + drift_ns)
        return ClockReading(low_ns, high_ns, later.at_ns) if low_ns <= high_ns else later

    def _drift_ns(self, ours_ns: int) -> int:
        return round(abs(ours_ns - self.at_ns) * DRIFT)


def read_clock(ask: Callable[[], int], now: Callable[[], int] = time.monotonic_ns, pings: int = PINGS) -> ClockReading:
    """Ask for their clock a few times. An answer was made after it was asked for and before it came: each one bounds
    the difference from both sides, and all of them together more closely (Marzullo and Owicki 1983).

    Args:
        ask: returns their CLOCK_MONOTONIC in nanoseconds.
        now: ours.
        pings: how often.
    """
    readings = [_ping(ask, now) for _ in range(pings)]
    found = readings[0]
    for reading in readings[1:]:
        found = found.joined(reading)
    return found


def _ping(ask: Callable[[], int], now: Callable[[], int]) -> ClockReading:
    sent_ns = now()
    theirs_ns = ask()
    received_ns = now()
    return ClockReading(theirs_ns - received_ns, theirs_ns - sent_ns, received_ns)
