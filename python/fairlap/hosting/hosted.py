"""A started contestant, to freeze, measure and stop."""

import signal
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from fairlap.catalog import Trust
from fairlap.errors import ContestantError
from fairlap.hosting import cgroup
from fairlap.hosting.body import Body, ProcessCount, StopOutcome
from fairlap.hosting.launch import run_inside
from fairlap.hosting.logs import KEPT_BYTES, SHOWN_LINES, free_middle, tail
from fairlap.hosting.namespaces import Child
from fairlap.hosting.network import OwnNetwork
from fairlap.hosting.ports import listening
from fairlap.hosting.procfs import watching_end
from fairlap.hosting.records import Entry

LOOPBACK = "127.0.0.1"

_DYING_S = 10.0
"""How long one that could not be frozen may take to end, as it may be filling memory up to its limit in one call."""


class HostedProcess:
    """A started contestant, which is stopped at the end of its `with` block.

    Attributes:
        host: the address it listens on.
        network: its own one; `None` if it shares one.
        trust: what is asked of its certificate, if it is asked over TLS; otherwise `None`.
        before_stop: what else is to be ended first.
    """

    def __init__(
        self,
        entry: Entry,
        child: Child,
        on_stopped: Callable[[str], None],
        host: str = LOOPBACK,
        network: OwnNetwork | None = None,
    ) -> None:
        self.host = host
        self.network = network
        self.trust: Trust | None = None
        self.before_stop: Callable[[], object] = lambda: None
        self.name = entry.name
        self.pid = child.pid
        self.port = entry.port
        self.log_path = entry.log_path
        self.scratch = entry.sandbox.scratch
        self._entry = entry
        self._child = child
        self._body = Body.of(entry)
        self._on_stopped = on_stopped
        self._cpu_floor_us = 0
        self._outcome: StopOutcome | None = None
        self._oom_kills: int | None = None
        self._quotas: tuple[Path, ...] | None = None
        self._log_freed = KEPT_BYTES
        self._reaping = threading.Lock()

    def freeze(self) -> None:
        """Stop all its processes, and wait until they are stopped. Does nothing if they are frozen already.

        Raises:
            ContestantError: they do not stop within 5 s, or the main process ended instead.
        """
        if self._outcome is not None:
            return
        try:
            self._body.freeze()
            self._log_freed = free_middle(self.log_path, self._log_freed)
        except ContestantError as error:
            reason = self.exit_reason() if self.wait_exit(_DYING_S) else None
            if reason is None:
                raise
            raise ContestantError(reason, where=self.name) from error

    def thaw(self) -> None:
        """Let its processes run again. Does nothing if they are not frozen."""
        if self._outcome is None:
            self._body.thaw()

    def exit_status(self) -> int | None:
        """Return the exit status of the main process, or minus the signal that killed it; `None` while it lives."""
        with self._reaping:
            return self._child.poll()

    def exit_reason(self) -> str | None:
        """Return how the main process ended ("ended with exit status 3"); `None` while it lives."""
        status = self.exit_status()
        if status is None:
            return None
        if status >= 0:
            return f"ended with exit status {status}"
        reason = f"was killed by {signal.Signals(-status).name}"
        for_memory = -status == signal.SIGKILL and self._was_out_of_memory()
        return f"{reason}: it reached its memory limit" if for_memory else reason

    def wait_exit(self, timeout_s: float) -> bool:
        """Wait for the end of the main process; return whether it ended within `timeout_s`."""
        if self.exit_reason() is not None:
            return True
        try:
            with watching_end(self.pid) as poller:
                poller.poll(timeout_s * 1000)
        except ProcessLookupError:  # reaped by another thread just now
            return True
        return self.exit_reason() is not None

    def cpu_usage_us(self) -> int | None:
        """Return its CPU time since the start in microseconds; never falls. `None` when unreadable."""
        usage = self._body.cpu_usage_us()
        if usage is None:
            return None
        # With procfs, the time of a child that nobody waited for is lost when it ends.
        self._cpu_floor_us = max(self._cpu_floor_us, usage)
        return self._cpu_floor_us

    def throttled_us(self) -> int | None:
        """Return how long a CPU quota has throttled its cgroup so far, in microseconds; `None` when not counted."""
        if self._quotas is None:
            self._quotas = cgroup.quota_files(self.pid)
        return cgroup.throttled_us(self._quotas)

    def memory_bytes(self) -> int | None:
        """Return the sum of its processes' PSS in bytes, with every kind of isolation; `None` when unreadable."""
        return self._body.memory_bytes()

    def counts(self) -> ProcessCount:
        """Count its living processes and threads."""
        return self._body.counts()

    def keep_on(self, cpus: Sequence[int]) -> None:
        """Put all its threads back on `cpus`: the kernel may have started some elsewhere."""
        self._body.keep_on(cpus)

    def listens_at(self) -> tuple[str, ...]:
        """Return the TCP addresses at which its processes listen, as host:port."""
        return listening(process.pid for process in self._body.members())

    def log_tail(self, lines: int = SHOWN_LINES) -> tuple[str, ...]:
        """Return the last lines of its output since this start."""
        return tail(self.log_path, lines, self._entry.log_offset)

    def run_inside(self, command: Sequence[str]) -> int:
        """Run a command in the same sandbox on the caller's terminal; return its exit status."""
        return run_inside(self._entry.sandbox, command, beside=self.pid)

    def inside(self, command: Sequence[str]) -> list[str]:
        """Return the command line that runs a command with the files and programs of this contestant."""
        return list(command)

    def stop(self, grace_s: float = 5.0) -> StopOutcome:
        """Thaw it, send TERM to its process group, after `grace_s` KILL everything; remove cgroup and scratch folder.

        A second call returns the same outcome.

        Raises:
            ContestantError: a process cannot be killed.
        """
        if self._outcome is None:
            self.before_stop()
            self._oom_kills = self._body.oom_kills()
            self._outcome = self._body.end(self.wait_exit, grace_s)
            self._child.end_list()
            self._on_stopped(self.name)
        return self._outcome

    def _was_out_of_memory(self) -> bool:
        kills = self._oom_kills if self._oom_kills is not None else self._body.oom_kills()
        return bool(kills)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
