"""The command line on a rehearsal site: everything of a race but processes and load is real."""

import io
import os
import signal
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from tools.rehearsal.machine import CALM, Machine
from tools.rehearsal.players import Player
from tools.rehearsal.race import opened
from tools.rehearsal.services import SimulatedServices
from tools.rehearsal.site import RehearsalSite

from fairlap.generators.tools.laps import ToolLaps
from fairlap.generators.tools.tool import Tool
from fairlap.hosting.launch import INTERRUPTS
from fairlap.race.field import Field
from fairlap.race.request import RaceRequest
from fairlap.race.venue import Opened
from support import Fairlap, Finished
from warm import drawing_all

BODY_BYTES = 26
"""The size of the answers that a fake load generator reports."""


def install_wrk(folder: Path, does: str) -> Path:
    """Write a fake wrk, a shell script that `does` something instead of a lap, and return its folder."""
    program = folder / "bin" / "wrk"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'wrk 4.2.0 [epoll]'; exit 1; fi\n{does}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program.parent


def press_ctrl_c() -> None:
    """Interrupt this process, as a terminal does; for `at_lap`."""
    signal.raise_signal(signal.SIGINT)


class Screen(io.StringIO):
    """What was written to a terminal."""

    def isatty(self) -> bool:
        return True


@dataclass
class RehearsedFairlap:
    """Runs commands of `fairlap` in this process; their races run on simulated time.

    Manifests, requirements and builds are those of the real catalog; no contestant is started. A race by another load
    generator does start that program, so it must be a fake one that contacts nobody (`install_wrk`).

    Attributes:
        players: contestants that are not plain players of 10,000/s.
        at_lap: called before the lap with that number of the next race.
        sites: the sites of all races so far.
    """

    fairlap: Fairlap
    players: Mapping[str, Player] = field(default_factory=dict)
    machine: Machine = CALM
    services: SimulatedServices | None = None
    at_lap: Mapping[int, Callable[[], None]] = field(default_factory=dict)
    sites: list[RehearsalSite] = field(default_factory=list)

    def on_terminal(self, *arguments: str, **environment: str) -> Finished:
        """Run one command with a terminal of 100 columns as stderr, which is drawn as often as possible."""
        variables = {"TERM": "xterm-256color", "COLUMNS": "100"} | environment
        with patch.dict(os.environ, variables), drawing_all():
            return self(*arguments, screen=Screen())

    def __call__(self, *arguments: str, screen: Screen | None = None) -> Finished:
        """Run one command; signal handlers are as before when it returns."""
        before = {number: signal.getsignal(number) for number in INTERRUPTS}
        try:
            with self.rehearsing():
                return self.fairlap.in_process(*arguments, screen=screen)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def rehearsing(self) -> Iterator[None]:
        """Let the races of this process run on simulated time."""
        with (
            patch("fairlap.race.venue._opened", self._opened),
            patch("fairlap.race.tool_lap.check_as", return_value=BODY_BYTES),
        ):
            yield

    @contextmanager
    def _opened(self, run: str, request: RaceRequest, field: Field, tool: Tool | None) -> Iterator[Opened]:
        players = [self.players.get(name, Player(name)) for name in field.prepared]
        site = RehearsalSite(players, seed=request.seed, machine=self.machine, services=self.services)
        site.at_lap, self.at_lap = self.at_lap, {}
        if tool is not None:
            site.tool = ToolLaps(tool, sorted(os.sched_getaffinity(0))[:1], request.results / tool.name)
        self.sites.append(site)
        yield opened(site)
