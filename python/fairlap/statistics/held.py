"""Decides whether a contestant holds answers back until a lap counts. Pure.

Answers count when they arrive in the window of a lap, which begins a while after the contestant was thawed. One that
notices the thaw, and holds its first answers until the window has begun, gains up to an answer for each connection.
Progress counts each answer by the share of its time that lies in the window, so holding answers gains nothing there.
When the window begins and when it ends, each connection waits for an answer. An honest contestant gains as much by the
first of these answers, on average, as it loses by the last ones.
"""

import math
import statistics
from collections.abc import Sequence

MATTERS = 0.25
"""The smallest gain that counts, in answers per connection; holding all first answers gains half an answer."""

LEAST_LAPS = 10
STANDARD_ERRORS = 5.0

_ERROR_OF_MEDIAN = math.sqrt(math.pi / 2) / statistics.NormalDist().inv_cdf(0.75)
"""The standard error of the median, relative to the median absolute deviation / sqrt(n), of normal values: robust, so
that a few laps without held answers hide nothing."""


def held_answers(gains: Sequence[float]) -> float | None:
    """Return the median gain if it is no chance and matters; otherwise `None`.

    Args:
        gains: answers that counted beyond the progress of each lap of a round, per connection.
    """
    if len(gains) < LEAST_LAPS:
        return None
    median = statistics.median(gains)
    deviation = statistics.median(abs(gain - median) for gain in gains)
    error = _ERROR_OF_MEDIAN * deviation / math.sqrt(len(gains))
    return median if median - STANDARD_ERRORS * error > MATTERS else None
