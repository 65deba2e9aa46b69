"""Estimates how much of a race is done and how long the rest will take."""

from collections import deque

WINDOW_S = 120.0
"""Window of the speed estimate: long, so that the estimate does not jump."""

STEP_S = 0.5
"""Shortest time between two points of the window."""


class Work:
    """Counts work in milliseconds of laps. `now_s` is the time of any monotonic clock."""

    def __init__(self) -> None:
        self._done_ms = 0
        self._total_ms: int | None = None
        self._points: deque[tuple[float, int]] = deque()

    def set_left(self, work_ms: int, now_s: float) -> None:
        """Set the work that is left; the first call restarts the count, as earlier work had no known length."""
        if self._total_ms is None:
            self._done_ms = 0
            self._points.append((now_s, 0))
        self._total_ms = self._done_ms + work_ms

    def advance(self, work_ms: int, now_s: float) -> None:
        """Count work as done or no longer needed."""
        self._done_ms += work_ms
        if self._points and now_s - self._points[-1][0] >= STEP_S:
            self._points.append((now_s, self._done_ms))
            while len(self._points) > 2 and now_s - self._points[1][0] > WINDOW_S:
                self._points.popleft()

    @property
    def done_share(self) -> float | None:
        """The share of the work that is done, from 0 to 1; `None` while the total is unknown."""
        if self._total_ms is None:
            return None
        return min(1.0, self._done_ms / self._total_ms) if self._total_ms else 1.0

    def left_s(self, now_s: float) -> float | None:
        """Return the seconds left at the speed of the last two minutes, `None` while it is unknown."""
        if self._total_ms is None or not self._points:
            return None
        since_s, done_ms = self._points[0]
        if now_s <= since_s or self._done_ms <= done_ms:
            return None
        return max(0, self._total_ms - self._done_ms) * (now_s - since_s) / (self._done_ms - done_ms)
