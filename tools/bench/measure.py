"""Measures alternating runs against one server; each run is stored as soon as it ends."""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from tools.bench.child import Ended, output_end, run_pinned
from tools.bench.daemon import Daemon, reference
from tools.bench.generators import Found, Generator
from tools.bench.plan import Case, Cell, Mode, Plan, alternating, missing, settled
from tools.bench.protocols import server_of
from tools.bench.runs import Key, Run, RunFile, State
from tools.bench.truth import printed_by, read_stamps, stalled_values, true_values

from fairlap.errors import FairlapError, GeneratorError, UsageError
from fairlap.generators.tools.tool import Commands, LoadSpec, ToolResult
from fairlap.host import read_cpu_times
from fairlap.render.cells import span

SERVER_CPU, CLIENT_CPU = 0, 1
TIMEOUT_S = 5
MARGIN_S = 10
"""A generator that runs for so much longer than asked has hung."""

IDLE_S = 1.0
IDLE_MOST = 0.05
"""If an idle machine is busier than this share, its whole CPU time cannot be attributed to a generator."""


class Progress:
    """Counts runs. On a terminal it rewrites one line; elsewhere it writes about 20 lines."""

    def __init__(self, runs: int, expected_s: float, stream: TextIO = sys.stderr) -> None:
        """Expect so many runs, which take about `expected_s` seconds in all."""
        self._runs, self._expected_s, self._stream = runs, expected_s, stream
        self._done = 0
        self._began_s = time.monotonic()
        self._terminal = stream.isatty()

    def show(self, what: str) -> None:
        """Show the current run."""
        line = f"{self._done} of {self._runs} runs, about {span(self.left_s())} left: {what}"
        if self._terminal:
            self._stream.write(f"\r\x1b[K{line[:118]}")
        elif self._done % max(1, self._runs // 20) == 0:
            self._stream.write(f"{line}\n")
        self._stream.flush()

    def say(self, what: str) -> None:
        """Write a line that stays."""
        self._stream.write(f"\r\x1b[K{what}\n" if self._terminal else f"{what}\n")

    def done(self) -> None:
        """Count one more run."""
        self._done += 1
        if self._terminal and self._done == self._runs:
            self._stream.write("\r\x1b[K")

    def left_s(self) -> float:
        """Estimate the remaining time from the pace so far; from the plan before the fifth run."""
        if self._done < 5 or not self._runs:
            return self._expected_s * (1 - self._done / max(1, self._runs))
        return (time.monotonic() - self._began_s) / self._done * (self._runs - self._done)


@dataclass(frozen=True, slots=True)
class Bench:
    """The fairload that serves, the generators to measure, and the file for their runs."""

    fairload: Path
    found: Found
    file: RunFile
    progress: Progress

    def measure(self, plan: Plan) -> None:
        """Measure all runs that the file does not have."""
        with _on_cpu(SERVER_CPU):
            for cell in plan.cells:
                if missing(cell, self.found.asked(cell), self.file.runs):
                    self._measure_cell(cell)
            for case in plan.cases:
                self._measure_case(case)

    def _measure_cell(self, cell: Cell) -> None:
        """Use one server for all turns, after a discarded warm-up run."""
        with server_of(cell.mode, self.fairload, SERVER_CPU) as (server, url):
            idle_share = self._idle_share(cell)
            ask = LoadSpec(
                url,
                cell.connections,
                cell.keepalive,
                Path("/"),
                duration_s=1,
                timeout_s=TIMEOUT_S,
                pipeline=cell.at_once,
            )
            first = next(generator for generator in self.found.generators if generator.name in self.found.asked(cell))
            _run(Key(cell.name, first.name, 0, 1), first, server, ask, mode=cell.mode)
            for key, generator in self._alternating(cell):
                self.progress.show(f"{cell.title}, turn {key.turn + 1} of {cell.turns}: {generator.name}")
                server.settle()
                spec = replace(ask, duration_s=key.seconds)
                self.file.add(_run(key, generator, server, spec, idle_share, mode=cell.mode))
                server.check()
                self.progress.done()

    def _idle_share(self, cell: Cell) -> float | None:
        """Return how busy the idle machine is; `None`, with a message, if that is too much."""
        share = busy_share_when_idle()
        if share <= IDLE_MOST:
            return share
        self.progress.say(f"{cell.title}: others take {share:.0%} of the machine, so its whole CPU is not reported")
        return None

    def _measure_case(self, case: Case) -> None:
        """Start a server for each run: it writes stamps at its end, and a stall is counted from its start."""
        for key, generator in self._alternating(case):
            self.progress.show(f"{case.title}, turn {key.turn + 1} of {case.turns}: {generator.name}")
            self.file.add(self._case_run(case, key, generator))
            self.progress.done()

    def _alternating(self, of: Cell | Case) -> Iterator[tuple[Key, Generator]]:
        """Check again before each run, because the last one may have settled others."""
        by_name = {generator.name: generator for generator in self.found.generators}
        for key in alternating(of, self.found.asked(of)):
            if not settled(key, self.file.runs):
                yield key, by_name[key.generator]

    def _case_run(self, case: Case, key: Key, generator: Generator) -> Run:
        with tempfile.TemporaryDirectory() as folder:
            stamps = Path(folder) / "stamps.csv"
            options = [*case.server, *(["--stamps", str(stamps)] if case.stall_s is None else [])]
            with reference(self.fairload, SERVER_CPU, options) as server:
                ask = LoadSpec(
                    server.url, case.connections, True, Path("/"), duration_s=case.seconds, timeout_s=TIMEOUT_S
                )
                run = _run(key, generator, server, ask, rate_per_s=case.rate_per_s)
                server.end()
            if run.state != "ok":
                return run
            if not run.printed:
                return replace(run, state="cannot", reason="it prints no response times")
            true = stalled_values(case) if case.stall_s is not None else true_values(read_stamps(stamps))
            return replace(run, true=true)


def _blank(key: Key, state: State) -> Run:
    return Run(key.cell, key.generator, key.turn, key.seconds, state)


def _run(
    key: Key,
    generator: Generator,
    server: Daemon,
    ask: LoadSpec,
    idle_share: float | None = None,
    rate_per_s: int | None = None,
    mode: Mode = "keepalive",
) -> Run:
    """Run one generator once; failures are results, too."""
    with tempfile.TemporaryDirectory() as folder:
        ask = replace(ask, folder=Path(folder))
        try:
            commands = generator.commands(ask, rate_per_s, mode)
        except UsageError as error:
            return replace(_blank(key, "cannot"), reason=error.message)
        before_us = server.cpu_us()
        failed = replace(_blank(key, "failed"), offered_per_s=rate_per_s)
        try:
            ended = _run_all(commands, generator, ask)
            found = generator.tool.parse(ended[-1].out, ended[-1].err, ask)
        except FairlapError as error:
            return replace(failed, reason=error.line())
    if found.answers == 0:
        return replace(failed, reason="no answers")
    made = replace(_blank(key, "ok"), offered_per_s=rate_per_s)
    return _filled(made, ended, found, idle_share, server.cpu_us() - before_us)


def _run_all(commands: Commands, generator: Generator, ask: LoadSpec) -> list[Ended]:
    """Run commands one after another. Raises GeneratorError if one hangs or fails."""
    ended = []
    for command in commands:
        bound_s = (ask.duration_s or 0) + MARGIN_S
        one = run_pinned(command, CLIENT_CPU, ask.folder, bound_s)
        if generator.tool.exit_codes is not None and one.status not in generator.tool.exit_codes:
            raise GeneratorError(f"it ended with status {one.status}: {output_end(one)}")
        ended.append(one)
    return ended


def _filled(blank: Run, ended: Sequence[Ended], found: ToolResult, idle_share: float | None, server_us: int) -> Run:
    machine = [one.machine for one in ended]
    elapsed_us, stolen_us = sum(use.elapsed_us for use in machine), sum(use.steal_us for use in machine)
    busy_us = elapsed_us - sum(use.idle_us for use in machine) - stolen_us
    client_us = sum(one.cpu_us for one in ended)
    known = [one.memory_bytes for one in ended if one.memory_bytes is not None]
    return replace(
        blank,
        state="ok",
        answers=found.answers,
        wrong=None if found.not_2xx is None and found.failed is None else (found.not_2xx or 0) + (found.failed or 0),
        answers_per_s=found.answers_per_s,
        client_us=client_us,
        machine_us=None if idle_share is None else max(0, round(busy_us - idle_share * elapsed_us)),
        steal_share=round(stolen_us / elapsed_us, 5),
        foreign_share=round((busy_us - client_us - server_us) / elapsed_us, 5),
        memory_bytes=max(known, default=None),
        printed=printed_by(found.latency),
    )


def busy_share_when_idle() -> float:
    """Return the busy share of all CPUs while nothing is measured."""
    before = read_cpu_times()
    time.sleep(IDLE_S)
    use = read_cpu_times().since(before)
    return max(0.0, 1 - (use.idle_us + use.steal_us) / use.elapsed_us)


def startup_us(generator: Generator, fairload: Path) -> int | None:
    """Return the median CPU time of three runs of a single request, in microseconds; `None` if it is not known.

    A generator that cannot send a number of requests is asked for its version instead, which takes less.
    """
    taken = []
    with reference(fairload, SERVER_CPU) as server:
        for _ in range(3):
            with tempfile.TemporaryDirectory() as folder:
                taken.append(_one_start(generator, server.url, Path(folder)))
    known = [value for value in taken if value is not None]
    return round(statistics.median(known)) if known else None


def _one_start(generator: Generator, url: str, folder: Path) -> int | None:
    ask = LoadSpec(url, 1, True, folder, requests=1, timeout_s=TIMEOUT_S)
    try:
        commands: Commands = generator.tool.commands(ask)
    except UsageError:
        if generator.tool.version_arguments is None:
            return None
        commands = ((generator.tool.name, *generator.tool.version_arguments),)
    try:
        return sum(run_pinned(command, CLIENT_CPU, folder, TIMEOUT_S + MARGIN_S).cpu_us for command in commands)
    except FairlapError:
        return None


@contextmanager
def _on_cpu(cpu: int) -> Iterator[None]:
    """Keep the bench itself off the generator's CPU."""
    usable = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {cpu})
    try:
        yield
    finally:
        os.sched_setaffinity(0, usable)
