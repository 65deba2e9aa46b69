"""Leftovers of a crashed Fairlap (ended at the next start), and contestants that `fairlap start` left running.

A process is identified by cgroup, pid *with* start time, session or marker; never by its name.
"""

import errno
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog.models import slug_of
from fairlap.errors import UsageError
from fairlap.hosting import cgroup, procfs
from fairlap.hosting.body import Body, StopOutcome
from fairlap.hosting.container import hosted as containers
from fairlap.hosting.container.engine import Engine
from fairlap.hosting.container.labels import remove_container
from fairlap.hosting.groups import TOP, read_pids
from fairlap.hosting.launch import run_inside
from fairlap.hosting.logs import SHOWN_LINES, tail
from fairlap.hosting.records import BrokenState, Entry, State, read_states, set_aside
from fairlap.hosting.user import remove_scratch

_EMPTY_AGE_S = 60.0
"""A younger empty cgroup may belong to a Fairlap that is just starting."""


@dataclass(frozen=True)
class Leftover:
    """A contestant that its Fairlap did not end. `processes`: how many live (or lived, when cleared)."""

    run_id: str
    name: str
    processes: int

    @property
    def text(self) -> str:
        """A one-line description."""
        return f"{self.name} of run {self.run_id}: {self.processes} processes"


@dataclass(frozen=True)
class Served:
    """A contestant of `fairlap start`, possibly of another Fairlap process."""

    state_path: Path
    run_id: str
    entry: Entry
    same_boot: bool

    @property
    def name(self) -> str:
        """The contestant's name."""
        return self.entry.name

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self.entry.port

    @property
    def pid(self) -> int | None:
        """The main process; `None` when it never started."""
        return None if self.entry.process is None else self.entry.process.pid

    @property
    def log_path(self) -> Path:
        """The file of its output."""
        return self.entry.log_path

    @property
    def alive(self) -> bool:
        """Whether its main process lives."""
        return self.same_boot and self.entry.process is not None and procfs.is_alive(self.entry.process)

    def log_tail(self, lines: int = SHOWN_LINES) -> tuple[str, ...]:
        """Return the last lines of its output since its start."""
        return tail(self.entry.log_path, lines, self.entry.log_offset)

    def run_inside(self, command: Sequence[str]) -> int:
        """Run a command in the same sandbox on the caller's terminal; return its exit status.

        Raises:
            UsageError: it is not running.
        """
        if not self.alive:
            raise UsageError("is no longer running", where=self.name, hint=f"fairlap start {self.name}")
        container = self.entry.container
        if container is not None:
            return containers.run_inside(Engine.of_command(container.engine), container.name, command)
        assert self.pid is not None, "it is alive"
        return run_inside(self.entry.sandbox, command, beside=self.pid)

    def stop(self, grace_s: float = 5.0) -> StopOutcome:
        """Stop it as `HostedProcess.stop` does, and remove its state file.

        Raises:
            ContestantError: a process cannot be killed.
        """
        outcome = _end(self.entry, grace_s) if self.same_boot else StopOutcome("already ended", 0)
        _remove_files(self.entry)
        self.state_path.unlink(missing_ok=True)
        return outcome


def find_leftovers(state_dir: Path) -> tuple[Leftover, ...]:
    """Return the leftovers of crashed Fairlaps without touching them."""
    return tuple(
        Leftover(state.run_id, entry.name, len(Body.of(entry).everything()) if state.same_boot else 0)
        for _, state in _abandoned(state_dir)
        for entry in state.entries
    )


def clear_leftovers(state_dir: Path) -> tuple[Leftover | BrokenState, ...]:
    """End contestants of crashed Fairlaps and remove their cgroups and state files; `fairlap start`'s keep running.

    Old empty cgroups that are in no state file are removed, too, and state files that cannot be used are set aside.

    Raises:
        ContestantError: a process cannot be killed; its state file stays.
    """
    cleared: list[Leftover | BrokenState] = [*set_aside(state_dir)]
    for path, state in list(_abandoned(state_dir)):
        for entry in state.entries:
            processes = 0
            if state.same_boot:
                body = Body.of(entry)
                processes = len(body.everything())
                _kill(body)
            _remove_container(entry)
            _remove_files(entry)
            cleared.append(Leftover(state.run_id, entry.name, processes))
        path.unlink(missing_ok=True)
    known = {
        path for _, state in read_states(state_dir) for entry in state.entries for path in entry.sandbox.cgroup_paths
    }
    _remove_empty_groups(known)
    return tuple(cleared)


def current_runs(state_dir: Path) -> tuple[str, ...]:
    """Return the run ids of other Fairlaps that currently host contestants on this machine."""
    return tuple(
        state.run_id
        for _, state in read_states(state_dir)
        if state.kind == "run" and state.here and not state.abandoned
    )


def served(state_dir: Path) -> tuple[Served, ...]:
    """Return the contestants of `fairlap start` on this machine, including those that have ended."""
    return tuple(
        Served(path, state.run_id, entry, state.same_boot)
        for path, state in read_states(state_dir)
        if state.kind == "manual" and state.here
        for entry in state.entries
    )


def find_served(state_dir: Path, name: str) -> Served:
    """Return the contestant of `fairlap start` with that name.

    Raises:
        UsageError: there is none.
    """
    everything = served(state_dir)
    for candidate in everything:
        if candidate.name == slug_of(name):
            return candidate
    names = ", ".join(candidate.name for candidate in everything) or "none"
    raise UsageError(f"{name} is not being served", hint=f"being served: {names}")


def stop_served(state_dir: Path, name: str) -> StopOutcome:
    """Stop a contestant of `fairlap start`, then the services that were started for it.

    Raises:
        UsageError: there is none.
        ContestantError: a process cannot be killed.
    """
    contestant = find_served(state_dir, name)
    outcome = contestant.stop()
    for candidate in served(state_dir):
        if candidate.run_id.startswith(f"{contestant.run_id}."):
            candidate.stop()
    return outcome


def _abandoned(state_dir: Path) -> Iterator[tuple[Path, State]]:
    return ((path, state) for path, state in read_states(state_dir) if state.kind == "run" and state.abandoned)


def _remove_files(entry: Entry) -> None:
    remove_scratch(entry.sandbox.scratch)
    if entry.certificate is not None:
        shutil.rmtree(entry.certificate, ignore_errors=True)


def _end(entry: Entry, grace_s: float) -> StopOutcome:
    process = entry.process

    def wait_leader(timeout_s: float) -> bool:
        return process is None or procfs.wait_ended([process], timeout_s)

    outcome = Body.of(entry).end(wait_leader, grace_s)
    _remove_container(entry)
    return outcome


def _kill(body: Body) -> None:
    """Kill without TERM: nobody needs an orderly end."""
    body.thaw()
    body.kill()
    body.remove_group()


def _remove_container(entry: Entry) -> None:
    if entry.container is not None:
        remove_container(Engine.of_command(entry.container.engine), entry.container.name)


def _remove_empty_groups(known: set[Path]) -> None:
    for base in cgroup.possible_bases():
        for run in _directories(base / TOP):
            for group in _directories(run):
                if group not in known and not read_pids(group):
                    _remove_if_old(group)
            _remove_if_old(run)
        _remove_if_old(base / TOP)


def _directories(path: Path) -> list[Path]:
    try:
        return [child for child in path.iterdir() if child.is_dir()]
    except FileNotFoundError:
        return []


def _remove_if_old(path: Path) -> None:
    """Remove an empty cgroup; leave one that is in use or may not be removed."""
    with suppress(FileNotFoundError):
        if time.time() - path.stat().st_mtime < _EMPTY_AGE_S:
            return
        try:
            path.rmdir()
        except OSError as error:
            if error.errno not in (errno.EBUSY, errno.ENOTEMPTY, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT):
                raise
