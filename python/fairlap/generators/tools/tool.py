"""What all tools have in common: what they are asked, and how one is described."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fairlap.errors import UsageError
from fairlap.generators.tools.result import ToolOutputError, ToolResult


@dataclass(frozen=True, slots=True)
class Ask:
    """One run: exactly one of `duration_s` (whole seconds: most tools know no other) and `requests`.

    `folder` is where a tool that needs files (a script, a list of targets) may have them written.
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
        """The longest that a sane run may take, in seconds: a run by count has no better bound than ten minutes."""
        return (self.duration_s if self.duration_s is not None else 600) + 2 * self.timeout_s + 10


Commands = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. The functions are pure but for `commands`, which may write files into the folder of what is asked.

    Attributes:
        name: of the program, for readers too; `fairload ab` for a dialect.
        program: its first words; empty where that is its name.
        version_arguments: make it print its version; `None`: it does not tell (hey).
        version_pattern: finds it in there, as the first group.
        install: the command that gets it.
        commands: to be run one after another; what the last one prints is parsed. Raises UsageError for what the tool
            cannot do.
        parse: standard output and standard error of the last command. Raises ToolOutputError.
        http10: it knows HTTP/1.0 only.
        exit_codes: of a run whose output counts; `None`: its exit code says nothing (webbench).
    """

    name: str
    version_arguments: tuple[str, ...] | None
    version_pattern: str
    install: str
    commands: Callable[[Ask], Commands]
    parse: Callable[[str, str, Ask], ToolResult]
    exit_codes: tuple[int, ...] | None = (0,)
    program: tuple[str, ...] = ()
    http10: bool = False

    def version_in(self, said: str) -> str:
        """The version in what it said. Raises ToolOutputError."""
        found = re.search(self.version_pattern, said)
        if found is None:
            raise ToolOutputError(f"{self.name} did not say its version: {said[:200]!r}")
        return found[1]


def refuse(tool: str, what: str, instead: str) -> UsageError:
    """What a tool cannot do is refused, never left out."""
    return UsageError(f"{tool} cannot {what}", hint=instead)
