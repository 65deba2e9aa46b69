"""How far a bench is, on one line of standard error: what is being done, how much is done, how long it still takes."""

import sys
import time
from typing import TextIO

from fairlap.render.cells import span


class Progress:
    """Counts runs. On a terminal the line is written over, else one line is written for each tenth part."""

    def __init__(self, runs: int, expected_s: float, stream: TextIO = sys.stderr) -> None:
        """`runs` are to come, and take about `expected_s` seconds all together."""
        self._runs, self._expected_s, self._stream = runs, expected_s, stream
        self._done = 0
        self._began_s = time.monotonic()
        self._terminal = stream.isatty()

    def show(self, what: str) -> None:
        """Say what is being done now."""
        line = f"{self._done} of {self._runs} runs, about {span(self.left_s())} left: {what}"
        if self._terminal:
            self._stream.write(f"\r\x1b[K{line[:118]}")
        elif self._done % max(1, self._runs // 20) == 0:
            self._stream.write(f"{line}\n")
        self._stream.flush()

    def say(self, what: str) -> None:
        """A line that stays."""
        self._stream.write(f"\r\x1b[K{what}\n" if self._terminal else f"{what}\n")

    def done(self) -> None:
        """One run more."""
        self._done += 1
        if self._terminal and self._done == self._runs:
            self._stream.write("\r\x1b[K")

    def left_s(self) -> float:
        """By the pace so far; before there is one, by the plan."""
        if self._done < 5 or not self._runs:
            return self._expected_s * (1 - self._done / max(1, self._runs))
        return (time.monotonic() - self._began_s) / self._done * (self._runs - self._done)
