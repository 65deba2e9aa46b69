"""Pure: when has a contestant warmed up? When its throughput, relative to the reference's, no longer rises.

The machine itself may change its speed by half from one second to the next, so single laps say little: medians over
short laps are compared, and only a rise counts. To wait until the noise of both sides agrees would be to wait for luck.
"""

import statistics
from collections.abc import Sequence

from fairlap.catalog import LoadProfile

LAP_MS = 100
"""Longest warm-up lap: short, so that a contestant and the reference meet the same mood of the machine."""

WINDOW = 4
"""Warm-up laps on each side of the comparison."""

RISE = 0.05
"""Relative rise from one window to the next up to which a contestant counts as steady."""

MAX_LAPS = 20
"""Bound: a contestant that still gets faster after so many laps is measured all the same, and flagged."""


def lap_ms(load: LoadProfile) -> int:
    """Length of a warm-up lap under this load."""
    return min(LAP_MS, load.lap_ms)


def is_steady(ratios: Sequence[float]) -> bool:
    """Whether the median of the last `WINDOW` ratios is at most `RISE` above that of the `WINDOW` before them."""
    if len(ratios) < 2 * WINDOW:
        return False
    before = statistics.median(ratios[-2 * WINDOW : -WINDOW])
    now = statistics.median(ratios[-WINDOW:])
    return now <= before * (1 + RISE)
