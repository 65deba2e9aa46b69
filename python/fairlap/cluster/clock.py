"""Measures the offset of another machine's clock, and the accuracy of that."""

import time
from collections.abc import Callable
from dataclasses import dataclass

FIRST_PINGS = 20
PINGS = 5

GOOD_FOR_S = 2.0
"""How long a reading is used."""

DRIFT = 50e-6
"""Clocks without synchronisation drift by up to 50 us per second, synchronised ones by less than 1 us."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """Their CLOCK_MONOTONIC minus ours lies between `low_ns` and `high_ns`, at `at_ns` of ours."""

    low_ns: int
    high_ns: int
    at_ns: int

    def theirs(self, ours_ns: int) -> int:
        """Estimate their clock at a time of ours."""
        return ours_ns + (self.low_ns + self.high_ns) // 2

    def error_us_at(self, ours_ns: int) -> float:
        """Return the maximum error of `theirs` at a time of ours, in microseconds."""
        return (self.high_ns - self.low_ns) / 2000 + self._drift_ns(ours_ns) / 1000

    def joined(self, later: "ClockReading") -> "ClockReading":
        """Combine two readings; return only the later one if they contradict because the clock was set."""
        drift_ns = self._drift_ns(later.at_ns)
        low_ns = max(later.low_ns, self.low_ns - drift_ns)
        high_ns = min(later.high_ns, self.high_ns + drift_ns)
        return ClockReading(low_ns, high_ns, later.at_ns) if low_ns <= high_ns else later

    def _drift_ns(self, ours_ns: int) -> int:
        return round(abs(ours_ns - self.at_ns) * DRIFT)


def read_clock(ask: Callable[[], int], now: Callable[[], int] = time.monotonic_ns, pings: int = PINGS) -> ClockReading:
    """Read their clock several times. Each answer was made between sending and receiving, which limits the offset on
    both sides; all together limit it more closely (Marzullo and Owicki 1983).

    Args:
        ask: returns their CLOCK_MONOTONIC in nanoseconds.
        now: returns ours.
        pings: number of readings.
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
