"""What a run of somebody else's tool says, in one shape; missing is missing."""

from dataclasses import dataclass

from fairlap.errors import GeneratorError


class ToolOutputError(GeneratorError):
    """The output of a tool is not what that tool writes: cut off, garbled, or of a version that nobody has seen."""


@dataclass(frozen=True, slots=True)
class ToolLatency:
    """Response times in microseconds as the tool printed them, which may be rounded to whole milliseconds.

    `percentiles` are (percent, microseconds), growing in percent. `step_us` is what they are rounded to. `corrected`:
    the tool put samples in that it never took, for those that it believes to have missed. `with_pauses`: between an
    answer and the next request a connection rests while the tool does other work, which these times leave out.
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
        """One of the percentiles that the tool printed; never one between two of them."""
        return dict(self.percentiles).get(percent)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """One run of one tool.

    `answers` are complete answers of any status, as far as the tool tells (webbench calls anything that ended one).
    `not_2xx` of them had another status, `other_length` of them a body of another length than the first one;
    `failed` requests got no complete answer. `answers_per_s` is the tool's own
    figure. `bytes_received` may be rounded to three digits, and leave the headers out (`with_headers` is False).
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
