"""Which generators are here, of which versions, and what each one can."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.bench import gcannon
from tools.bench.own import BARE, ENGINES, bare_loop_tool, fairload_name, fairload_tool, knows
from tools.bench.rates import PACED, Paced, fairload_paced
from tools.proof.documents import ROOT

from fairlap.errors import FairlapError, UsageError
from fairlap.generators.tools.laps import version_of
from fairlap.generators.tools.registry import TOOLS
from fairlap.generators.tools.tool import Tool
from fairlap.hosting.programs import find_program

KNOWN = {**TOOLS, gcannon.NAME: gcannon.TOOL}


@dataclass(frozen=True, slots=True)
class Generator:
    """One that is measured. `paced` is `None` for one that has no fixed rate, `version` for one that does not tell."""

    name: str
    tool: Tool
    version: str | None
    paced: Paced | None


@dataclass(frozen=True, slots=True)
class Found:
    """All that are here, and by name why others are not."""

    generators: tuple[Generator, ...]
    absent: dict[str, str]


def find_generators(fairload: Path, bare_loop: Path | None, only: Sequence[str] = ()) -> Found:
    """fairload with each of its engines, the bare loop, and whatever is on PATH.

    Raises:
        UsageError: one of `only` is not known, or is not here.
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
    """`fairload` stands for all its engines."""
    return name in only or name.split()[0] in only


def _own(fairload: Path) -> list[Generator]:
    engines = ENGINES if knows(fairload, "--engine") else (None,)
    paced = knows(fairload, "--rate")
    made = []
    for engine in engines:
        tool = fairload_tool(fairload, engine)
        version = f"{_own_version(fairload, tool)}{_commit()}"
        made.append(
            Generator(fairload_name(engine), tool, version, fairload_paced(fairload, engine) if paced else None)
        )
    return made


def _own_version(fairload: Path, tool: Tool) -> str:
    done = subprocess.run([fairload, "--version"], capture_output=True, text=True, check=True)
    return tool.version_in(done.stdout)


def _commit() -> str:
    """The last one that touched fairload, as ` (abcdef0)`, or ` (abcdef0, changed)`; nothing outside a checkout."""
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
        version = None  # the table says that it does not tell; whether it works is seen when it runs
    return Generator(tool.name, tool, version, PACED.get(tool.name))
