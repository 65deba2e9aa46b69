"""The common result of all external tools; numbers that a tool does not report are `None`."""

from dataclasses import dataclass

from fairlap.errors import GeneratorError


class ToolOutputError(GeneratorError):
    """The output of a tool is unreadable: truncated, garbled, or of an unknown version."""


@dataclass(frozen=True, slots=True)
class ToolLatency:
    """Response times in microseconds as the tool printed them, perhaps rounded to whole milliseconds.

    `percentiles` are (percent, microseconds), sorted by percent. `step_us` is their resolution. `corrected`: the tool
    added samples that it never took to compensate for missed ones. `with_pauses`: connections pause between an answer
    and the next request while the tool does other work, which these times do not include.
    """

    min_us: float | None = None
    mean_us: float | None = None
    deviation_us: float | None = None
    max_us: float | None = None
    percentiles: tuple[tuple[float, float], ...] = ()
    step_us: float = 0.0
    corrected: bool = False
    with_pauses: bool = False

    def percentile_us(self, percent: float) -> float | None:
        """Return a percentile that the tool printed; `None` for any other."""
        return dict(self.percentiles).get(percent)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """One run of one tool.

    `answers` are complete answers of any status according to the tool (webbench counts anything that ended). `not_2xx`
    of them had another status, `other_length` a body of another length than the first; `failed` requests got no
    complete answer. `answers_per_s` is the tool's own number. `bytes_received` may be rounded to three digits, and
    exclude headers (`with_headers` is False).
    """

    tool: str
    answers: int
    elapsed_s: float
    answers_per_s: float
    not_2xx: int | None = None
    other_length: int | None = None
    failed: int | None = None
    bytes_received: float | None = None
    with_headers: bool = True
    latency: ToolLatency | None = None
