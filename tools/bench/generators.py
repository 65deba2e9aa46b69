"""Finds the installed generators and their versions."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.bench import gcannon
from tools.bench.own import BARE, ENGINES, bare_loop_tool, fairload_paced, fairload_tool
from tools.bench.rates import PACED, Paced
from tools.pages import ROOT

from fairlap.errors import FairlapError, UsageError
from fairlap.generators.tools.laps import version_of
from fairlap.generators.tools.registry import TOOLS
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool
from fairlap.hosting.programs import find_program

KNOWN = {**TOOLS, gcannon.NAME: gcannon.TOOL}


@dataclass(frozen=True, slots=True)
class Generator:
    """A generator to measure. `paced` is `None` if it has no fixed rate, `version` if it does not report one."""

    name: str
    tool: Tool
    version: str | None
    paced: Paced | None

    def commands(self, ask: LoadSpec, rate_per_s: int | None) -> Commands:
        """Return its commands. Raises UsageError if it cannot do this."""
        if rate_per_s is None:
            return self.tool.commands(ask)
        if self.paced is None:
            raise UsageError("it has no fixed rate")
        return self.paced(ask, rate_per_s)


@dataclass(frozen=True, slots=True)
class Found:
    """The generators found, and for each missing one the reason."""

    generators: tuple[Generator, ...]
    absent: dict[str, str]


def find_generators(fairload: Path, bare_loop: Path | None, only: Sequence[str] = ()) -> Found:
    """Find fairload with each of its engines, the bare loop, and the tools on PATH.

    Raises UsageError if one of `only` is unknown or missing.
    """
    own = [*_own(fairload)]
    if bare_loop is not None:
        own.append(Generator(BARE, bare_loop_tool(bare_loop), own[0].version, None))
    here, absent = [*own], {}
    for name, tool in KNOWN.items():
        if find_program(name) is None:
            absent[name] = f"not installed: {tool.install}"
        else:
            here.append(_installed(tool))
    if bare_loop is None:
        absent[BARE] = "not built: cargo build --release --example bare_loop"
    if only:
        here = [generator for generator in here if _wanted(generator.name, only)]
        missing = [name for name in only if not any(_wanted(generator.name, [name]) for generator in here)]
        if missing:
            reasons = [f"{name}: {absent.get(name, 'no such generator')}" for name in missing]
            raise UsageError("; ".join(reasons), hint=f"known are fairload, {BARE}, {', '.join(KNOWN)}")
    return Found(tuple(here), absent)


def _wanted(name: str, only: Sequence[str]) -> bool:
    """`fairload` means all its engines."""
    return name in only or name.split()[0] in only


def _own(fairload: Path) -> list[Generator]:
    tools = [(engine, fairload_tool(fairload, engine)) for engine in ENGINES]
    done = subprocess.run([fairload, "--version"], capture_output=True, text=True, check=True)
    version = f"{tools[0][1].version_in(done.stdout)}{_commit()}"
    return [Generator(tool.name, tool, version, fairload_paced(fairload, engine)) for engine, tool in tools]


def _commit() -> str:
    """Return the last commit that touched fairload: ` (abcdef0)`, ` (abcdef0, changed)`, or nothing without git."""
    git, paths = ["git", "-C", str(ROOT)], ["--", "crates", "Cargo.lock"]
    last = subprocess.run([*git, "log", "-1", "--format=%h", *paths], capture_output=True, text=True, check=False)
    if last.returncode != 0 or not last.stdout.strip():
        return ""
    changed = subprocess.run([*git, "status", "--porcelain", *paths], capture_output=True, text=True, check=False)
    return f" ({last.stdout.strip()}{', changed' if changed.stdout.strip() else ''})"


def _installed(tool: Tool) -> Generator:
    try:
        version = version_of(tool)
    except (FairlapError, subprocess.TimeoutExpired):
        version = None  # the table says so; a run will show whether the tool works
    return Generator(tool.name, tool, version, PACED.get(tool.name))
