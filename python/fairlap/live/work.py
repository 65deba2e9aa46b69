"""How much of a race is done and how long the rest will take: one estimate, for the terminal and for the dashboard."""

from collections import deque

WINDOW_S = 120.0
"""Work is counted in laps of known length: a long window keeps the estimate from jumping."""

STEP_S = 0.5
"""Between two points of the window that are kept."""


class Work:
    """Counts work in milliseconds of laps. `now_s` is a reading of any clock that only goes forward."""

    def __init__(self) -> None:
        self._done_ms = 0
        self._total_ms: int | None = None
        self._points: deque[tuple[float, int]] = deque()

    def left(self, work_ms: int, now_s: float) -> None:
        """So much is left; the first time everything starts afresh: what came before was of unknown length."""
        if self._total_ms is None:
            self._done_ms = 0
            self._points.append((now_s, 0))
        self._total_ms = self._done_ms + work_ms

    def advance(self, work_ms: int, now_s: float) -> None:
        """So much is done, or will not be needed."""
        self._done_ms += work_ms
        if self._points and now_s - self._points[-1][0] >= STEP_S:
            self._points.append((now_s, self._done_ms))
            while len(self._points) > 2 and now_s - self._points[1][0] > WINDOW_S:
                self._points.popleft()

    @property
    def done_share(self) -> float | None:
        """From 0 to 1; `None` before anything is known of what is left."""
        if self._total_ms is None:
            return None
        return min(1.0, self._done_ms / self._total_ms) if self._total_ms else 1.0

    def left_s(self, now_s: float) -> float | None:
        """At the speed of the last two minutes; `None` before there is one."""
        if self._total_ms is None or not self._points:
            return None
        since_s, done_ms = self._points[0]
        if now_s <= since_s or self._done_ms <= done_ms:
            return None
        return max(0, self._total_ms - self._done_ms) * (now_s - since_s) / (self._done_ms - done_ms)
