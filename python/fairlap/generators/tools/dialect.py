"""fairload's dialects of tools (docs/dialects.md): what takes the place of a tool that is not installed."""

from collections.abc import Sequence
from dataclasses import replace

from fairlap.generators.tools.tool import Ask, Commands, Tool
from fairlap.hosting.programs import find_fairload

DIALECTS = frozenset({"ab", "plow", "webbench", "wrk"})


def dialect_of(tool: Tool) -> Tool:
    """Return `fairload NAME`, which takes the tool's arguments and prints its words.

    Raises UsageError when there is no fairload.
    """
    program = (str(find_fairload()), tool.name)

    def commands(ask: Ask) -> Commands:
        return tuple(_spoken(command, tool.name, program) for command in tool.commands(ask))

    return replace(tool, name=f"fairload {tool.name}", program=program, commands=commands)


def _spoken(command: Sequence[str], name: str, program: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command with `program` in the place of the tool's name, which other words may precede."""
    at = command.index(name)
    return (*command[:at], *program, *command[at + 1 :])
