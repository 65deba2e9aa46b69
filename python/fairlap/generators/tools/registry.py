"""All external tools by name, and fairload's dialects of them, used instead of a tool that is not installed."""

from collections.abc import Sequence
from dataclasses import replace

from fairlap.generators.tools import ab, autocannon, bombardier, h2load, hey, k6, oha, plow, vegeta, webbench, wrk
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool
from fairlap.hosting.programs import find_fairload

TOOLS: dict[str, Tool] = {
    module.TOOL.name: module.TOOL
    for module in (ab, plow, webbench, wrk, oha, h2load, hey, k6, autocannon, bombardier, vegeta)
}


DIALECTS = frozenset({"ab", "plow", "webbench", "wrk"})


def dialect_of(tool: Tool) -> Tool:
    """Return `fairload NAME`, which takes the tool's arguments and prints the same output.

    Raises UsageError when there is no fairload.
    """
    program = (str(find_fairload()), tool.name)

    def commands(spec: LoadSpec) -> Commands:
        # Dialects read no scripts.
        own = (*program, "--pipeline", str(spec.pipeline)) if spec.pipeline > 1 else program
        return tuple(_replaced(command, tool.name, own) for command in tool.commands(replace(spec, pipeline=1)))

    return replace(tool, name=f"fairload {tool.name}", program=program, commands=commands)


def _replaced(command: Sequence[str], name: str, program: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command with `program` instead of the tool's name."""
    at = command.index(name)
    return (*command[:at], *program, *command[at + 1 :])
