"""The interface of all tools: the settings of a run, the description of a tool, and the result of a run."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fairlap.errors import GeneratorError, UsageError


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


@dataclass(frozen=True, slots=True)
class LoadSpec:
    """The settings of a run: exactly one of `duration_s` (most tools need whole seconds) and `requests`.

    Each connection has `pipeline` requests on their way. `folder` is for the files that a tool needs (a script, a list
    of targets).
    """

    url: str
    connections: int
    keepalive: bool
    folder: Path
    duration_s: int | None = None
    requests: int | None = None
    method: str = "GET"
    headers: tuple[tuple[str, str], ...] = ()
    body: str | None = None
    timeout_s: int = 5
    pipeline: int = 1

    def __post_init__(self) -> None:
        if (self.duration_s is None) == (self.requests is None):
            raise ValueError("exactly one of duration_s and requests")

    @property
    def bound_s(self) -> int:
        """The longest that a run may take, in seconds (ten minutes for a run by count)."""
        return (self.duration_s if self.duration_s is not None else 600) + 2 * self.timeout_s + 10


Commands = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. The functions are pure, except that `commands` may write files into the folder of the run.

    Attributes:
        name: the name of the program; `fairload ab` for a dialect.
        program: the start of its command line; empty when that is its name.
        version_arguments: arguments that print its version; `None` when it has none (hey).
        version_pattern: finds the version in that output, as the first group.
        install: the command that installs it.
        commands: returns the commands to run one after another; the output of the last one is parsed. Raises
            UsageError for what the tool cannot do.
        parse: parses standard output and standard error of the last command. Raises ToolOutputError.
        http10: whether it supports only HTTP/1.0.
        pipelines: whether it can have several requests on their way on a connection.
        exit_codes: exit codes of a successful run; `None` when they mean nothing (webbench).
    """

    name: str
    version_arguments: tuple[str, ...] | None
    version_pattern: str
    install: str
    commands: Callable[[LoadSpec], Commands]
    parse: Callable[[str, str, LoadSpec], ToolResult]
    exit_codes: tuple[int, ...] | None = (0,)
    program: tuple[str, ...] = ()
    http10: bool = False
    pipelines: bool = False

    def version_in(self, output: str) -> str:
        """Find the version in the tool's output. Raises ToolOutputError."""
        found = re.search(self.version_pattern, output)
        if found is None:
            raise ToolOutputError(f"{self.name} did not report its version: {output[:200]!r}")
        return found[1]


def refuse(tool: str, what: str, instead: str) -> UsageError:
    """Return the error for a feature that a tool does not have."""
    return UsageError(f"{tool} cannot {what}", hint=instead)
