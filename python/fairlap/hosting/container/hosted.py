"""A contestant in a container: frozen and measured by the container's control group."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from fairlap.errors import ContestantError
from fairlap.hosting import procfs
from fairlap.hosting.body import StopOutcome
from fairlap.hosting.container.engine import Engine, EngineError
from fairlap.hosting.container.labels import remove_container
from fairlap.hosting.hosted import LOOPBACK, HostedProcess
from fairlap.hosting.namespaces import Child
from fairlap.hosting.network import OwnNetwork
from fairlap.hosting.records import Entry

_STATUS_BOUND_S = 10.0
"""How long the engine may take to report the exit status after the end of the main process."""

_REMOVAL_BOUND_S = 1.0
"""How long the kernel may take to report that a control group was removed."""

_INIT_ERRORS = ("ERROR (catatonit", "[FATAL tini")
"""Prefixes of the error of the container's first process when it cannot execute the command."""

_BY_SIGNAL = 128
_SIGNALS = frozenset(int(number) for number in signal.Signals)


class MemoryWatch:
    """Counts how often one container reached its limit. Close it after use."""

    def __init__(self, directory: Path) -> None:
        """Start watching.

        Raises:
            OSError: this kernel has no such event, or the container has ended.
        """
        self._limit = directory / "memory.oom_control"
        self._events = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._count = 0
        self._waited = False
        try:
            limit = os.open(self._limit, os.O_RDONLY | os.O_CLOEXEC)
            try:
                (directory / "cgroup.event_control").write_text(f"{self._events} {limit}")
            finally:
                os.close(limit)
        except OSError:
            os.close(self._events)
            raise

    @classmethod
    def of(cls, directories: Sequence[Path]) -> Self | None:
        """Watch the first directory that limits memory; return `None` without kernel support."""
        for directory in directories:
            with suppress(OSError):
                return cls(directory)
        return None

    def reached(self) -> bool:
        """Return whether the limit has been reached so far."""
        self._count += self._read()
        if self._limit.exists():  # looked at afterwards, so the count is of nothing else
            return self._count > 0
        # The removal of the group is one more event, which the kernel may still owe.
        if self._count < 2 and not self._waited:
            self._waited = True
            with select.epoll() as poller:
                poller.register(self._events, select.EPOLLIN)
                while self._count < 2 and poller.poll(_REMOVAL_BOUND_S):
                    self._count += self._read()
        return self._count > 1

    def _read(self) -> int:
        """Return the number of events since the last call."""
        try:
            return os.eventfd_read(self._events)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Stop watching."""
        if self._events >= 0:
            os.close(self._events)
            self._events = -1


class HostedContainer(HostedProcess):
    """A started container. `child` is the engine's attached `run`, which ends with the container's status."""

    def __init__(
        self,
        entry: Entry,
        child: Child,
        on_stopped: Callable[[str], None],
        engine: Engine,
        address: str = LOOPBACK,
        network: OwnNetwork | None = None,
    ) -> None:
        super().__init__(entry, child, on_stopped, address, network)
        assert entry.container is not None
        self.container = entry.container.name
        self._engine = engine
        self._main = entry.process
        self._watch = MemoryWatch.of(entry.sandbox.cgroup_paths) if entry.sandbox.cgroup_version == 1 else None
        self._limit_reached = False
        if self._main is not None:
            self.pid = self._main.pid

    def exit_status(self) -> int | None:
        """Return the status of the contestant's main process, which the container's first process passes on."""
        if self._main is not None and procfs.is_alive(self._main):
            return None
        with self._reaping:
            try:
                status = self._child.wait(_STATUS_BOUND_S)
            except subprocess.TimeoutExpired:
                return None
        return _BY_SIGNAL - status if status - _BY_SIGNAL in _SIGNALS else status

    def exit_reason(self) -> str | None:
        """Return how the main process ended, `None` while it lives."""
        reason = super().exit_reason()
        if reason is None:
            ended = self._main is None or not procfs.is_alive(self._main)
            return f"has ended, but {self._engine.name} does not report how" if ended else None
        last = self.log_tail(1)
        if last and last[0].startswith(_INIT_ERRORS):  # the error does not name the command
            return f"cannot be executed: {self._entry.command[0]}: {last[0].rpartition(': ')[2]}"
        return reason

    def inside(self, command: Sequence[str]) -> list[str]:
        """Return a command line that enters the container by nsenter: the engine's `exec` takes 250 ms."""
        return ["nsenter", f"--target={self.pid}", "--mount", "--net", "--", *command]

    def run_inside(self, command: Sequence[str]) -> int:
        """Run a command in the container on the caller's terminal; return its exit status."""
        return run_inside(self._engine, self.container, command)

    def stop(self, grace_s: float = 5.0) -> StopOutcome:
        """Thaw it, send TERM to its first process (which passes it on), after `grace_s` KILL; remove the container."""
        if self._outcome is None:
            self.before_stop()
            # Asking how it ended also asks the watch; one that lives is asked before its group is removed.
            if self.exit_reason() is None and self._watch is not None:
                self._limit_reached = self._watch.reached()
            outcome = self._body.end(self.wait_exit, grace_s)
            if self._watch is not None:
                self._watch.close()
            self._remove()
            self._outcome = outcome
            self._on_stopped(self.name)
        return self._outcome

    def _remove(self) -> None:
        try:
            remove_container(self._engine, self.container)
        except EngineError as error:
            raise ContestantError(error.line(), where=self.name) from error
        try:
            self._child.wait(_STATUS_BOUND_S)
        except subprocess.TimeoutExpired:  # the container no longer exists
            self._child.kill()
            self._child.wait()

    def _was_out_of_memory(self) -> bool:
        if self._watch is not None and self._outcome is None:
            self._limit_reached = self._limit_reached or self._watch.reached()
        if self._limit_reached or super()._was_out_of_memory():
            return True
        return self._engine.inspect("container", self.container, "{{.State.OOMKilled}}") == "true"


def run_inside(engine: Engine, container: str, command: Sequence[str]) -> int:
    """Run a command in a container on the caller's terminal; return its exit status."""
    terminal = ("--tty",) if sys.stdin.isatty() else ()
    return engine.run_on_terminal("exec", "--interactive", *terminal, container, *command)


def pid_in(file: Path) -> int | None:
    """Return the process id that the engine wrote; `None` before that."""
    try:
        text = file.read_text().strip()
    except FileNotFoundError:
        return None
    return int(text) if text.isdecimal() else None
