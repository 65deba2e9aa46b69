"""The interface of all tools: the settings of a run, and the description of a tool."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fairlap.errors import UsageError
from fairlap.generators.tools.result import ToolOutputError, ToolResult


@dataclass(frozen=True, slots=True)
class LoadSpec:
    """The settings of a run: exactly one of `duration_s` (most tools need whole seconds) and `requests`.

    `folder` is for the files that a tool needs (a script, a list of targets).
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

    def version_in(self, output: str) -> str:
        """Find the version in the tool's output. Raises ToolOutputError."""
        found = re.search(self.version_pattern, output)
        if found is None:
            raise ToolOutputError(f"{self.name} did not report its version: {output[:200]!r}")
        return found[1]


def refuse(tool: str, what: str, instead: str) -> UsageError:
    """Return the error for a feature that a tool does not have."""
    return UsageError(f"{tool} cannot {what}", hint=instead)
