"""Finds the installed generators and their versions, and how to ask each for a fixed rate."""

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.bench.own import BARE, ENGINES, GCANNON, GCANNON_TOOL, bare_loop_tool, fairload_paced, fairload_tool
from tools.bench.plan import PROTOCOLS, Case, Cell, Mode
from tools.bench.protocols import GHZ, GHZ_TOOL, SPOKEN, Ask, fairload_spoken
from tools.pages import ROOT

from fairlap.errors import FairlapError, UsageError
from fairlap.generators.tools import k6, vegeta
from fairlap.generators.tools.laps import version_of
from fairlap.generators.tools.registry import TOOLS
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool
from fairlap.hosting.programs import find_program

Paced = Callable[[LoadSpec, int], Commands]
"""Commands that offer so many requests per second, the best way that the manual of a generator has."""

MOST_USERS = 1000
"""Virtual users that k6 may add when all others wait."""

KNOWN = {**TOOLS, GCANNON: GCANNON_TOOL, GHZ: GHZ_TOOL}


@dataclass(frozen=True, slots=True)
class Generator:
    """A generator to measure. `paced` is `None` if it has no fixed rate, `version` if it does not report one.

    `spoken` is how to ask it for what is not HTTP/1.1 without TLS.
    """

    name: str
    tool: Tool
    version: str | None
    paced: Paced | None
    spoken: Mapping[Mode, Ask] = field(default_factory=dict)

    def commands(self, ask: LoadSpec, rate_per_s: int | None, mode: Mode) -> Commands:
        """Return its commands. Raises UsageError if it cannot do this."""
        if mode in PROTOCOLS:
            return self.spoken[mode](ask)
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

    def asked(self, of: Cell | Case) -> list[str]:
        """Return the names of those that are asked for a load: of a protocol, the ones that speak it."""
        mode: Mode = of.mode if isinstance(of, Cell) else "keepalive"
        return [each.name for each in self.generators if mode not in PROTOCOLS or mode in each.spoken]


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
    return [
        Generator(tool.name, tool, version, fairload_paced(fairload, engine), fairload_spoken(fairload, engine))
        for engine, tool in tools
    ]


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
    return Generator(tool.name, tool, version, PACED.get(tool.name), SPOKEN.get(tool.name, {}))


def _with(name: str, option: Callable[[LoadSpec, int], tuple[str, ...]]) -> Paced:
    """Insert options before the URL, the last argument of the usual command."""

    def paced(ask: LoadSpec, rate_per_s: int) -> Commands:
        (command,) = TOOLS[name].commands(ask)
        return ((*command[:-1], *option(ask, rate_per_s), command[-1]),)

    return paced


def _each(ask: LoadSpec, rate_per_s: int) -> str:
    """Return the rate of each connection."""
    return f"{rate_per_s / ask.connections:g}"


def _k6(ask: LoadSpec, rate_per_s: int) -> Commands:
    """LoadSpec for a constant arrival rate with a virtual user for each connection, and more if they do not suffice."""
    commands = k6.commands(ask)
    scenario = {
        "executor": "constant-arrival-rate",
        "rate": rate_per_s,
        "timeUnit": "1s",
        "duration": f"{ask.duration_s}s",
        "preAllocatedVUs": ask.connections,
        "maxVUs": max(MOST_USERS, ask.connections),
    }
    options = {"scenarios": {"paced": scenario}, "discardResponseBodies": True, "maxRedirects": 0}
    request = {"method": "GET", "url": ask.url, "body": None, "headers": {}, "timeout": f"{ask.timeout_s}s"}
    text = k6.SCRIPT % {"options": json.dumps(options), "request": json.dumps(request)}
    (ask.folder / "request.js").write_text(text, encoding="utf-8")
    return commands


def _vegeta(ask: LoadSpec, rate_per_s: int) -> Commands:
    """Replace the unlimited rate, and allow any number of workers."""
    attack, report = vegeta.commands(ask)
    kept = [part for number, part in enumerate(attack) if "-max-workers" not in (part, attack[number - 1])]
    return (tuple(f"-rate={rate_per_s}/1s" if part == "-rate=0" else part for part in kept), report)


PACED: dict[str, Paced] = {
    "h2load": _with("h2load", lambda ask, rate: ("--rps", _each(ask, rate))),
    "oha": _with("oha", lambda _, rate: ("-q", str(rate), "--latency-correction")),
    "hey": _with("hey", lambda ask, rate: ("-q", _each(ask, rate))),
    "autocannon": _with("autocannon", lambda _, rate: ("-R", str(rate))),
    "plow": _with("plow", lambda _, rate: ("--rate", str(rate))),
    "bombardier": _with("bombardier", lambda _, rate: ("-r", str(rate))),
    "k6": _k6,
    "vegeta": _vegeta,
}
"""Generators without an entry (ab, wrk, webbench, gcannon) have no rate."""
