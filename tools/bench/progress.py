"""The progress of the bench on one line of standard error."""

import sys
import time
from typing import TextIO

from fairlap.render.cells import span


class Progress:
    """Counts runs. On a terminal it rewrites one line; elsewhere it writes about 20 lines."""

    def __init__(self, runs: int, expected_s: float, stream: TextIO = sys.stderr) -> None:
        """Expect so many runs, which take about `expected_s` seconds in all."""
        self._runs, self._expected_s, self._stream = runs, expected_s, stream
        self._done = 0
        self._began_s = time.monotonic()
        self._terminal = stream.isatty()

    def show(self, what: str) -> None:
        """Show the current run."""
        line = f"{self._done} of {self._runs} runs, about {span(self.left_s())} left: {what}"
        if self._terminal:
            self._stream.write(f"\r\x1b[K{line[:118]}")
        elif self._done % max(1, self._runs // 20) == 0:
            self._stream.write(f"{line}\n")
        self._stream.flush()

    def say(self, what: str) -> None:
        """Write a line that stays."""
        self._stream.write(f"\r\x1b[K{what}\n" if self._terminal else f"{what}\n")

    def done(self) -> None:
        """Count one more run."""
        self._done += 1
        if self._terminal and self._done == self._runs:
            self._stream.write("\r\x1b[K")

    def left_s(self) -> float:
        """Estimate the remaining time from the pace so far; from the plan before the fifth run."""
        if self._done < 5 or not self._runs:
            return self._expected_s * (1 - self._done / max(1, self._runs))
        return (time.monotonic() - self._began_s) / self._done * (self._runs - self._done)
