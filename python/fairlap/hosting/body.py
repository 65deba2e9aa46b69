"""All processes of one contestant: found, frozen, measured and ended together."""

import math
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, Self

from fairlap.errors import ContestantError
from fairlap.hosting import procfs
from fairlap.hosting.groups import FREEZE_TIMEOUT_S, REMOVE_TIMEOUT_S, Group, pause
from fairlap.hosting.procfs import ProcessInfo, ProcessKey
from fairlap.hosting.records import Entry

_SETTLE_S = 0.5
"""How long children may outlive their parent after TERM."""
_SHOWN = 5
"""How many processes an error names."""
_LOOKS = 10
"""How many searches in a row must find nothing."""
_SEARCH_S = 2.0
"""How long to search for the members of a process group that still exists."""


@dataclass(frozen=True)
class ProcessCount:
    """Number of living processes and threads. `members` shows whether they are still the same."""

    processes: int
    threads: int
    members: frozenset[ProcessKey] = frozenset()


@dataclass(frozen=True)
class StopOutcome:
    """How the main process ended, and how many others had to be killed."""

    how: Literal["TERM", "KILL", "already ended"]
    left_behind: int


@dataclass(frozen=True)
class Body:
    """The processes of one contestant.

    With a cgroup they are its members. Without, they are the session of `leader`, its descendants, and all processes
    with `marker` in their environment: a process escapes if it overwrites its environment, leaves the session *and*
    outlives its parent.
    """

    name: str
    marker: str
    leader: ProcessKey | None
    group: Group | None
    freeze_by_signal: bool
    account_by_procfs: bool
    owns_group: bool = True
    """False for a container: the engine creates and removes its group."""
    counts_leader: bool = True
    """False for a container: its first process belongs to the engine, only waits, and is not measured."""

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """Return the processes of a recorded contestant."""
        return cls(
            name=entry.name,
            marker=entry.marker,
            leader=entry.process,
            group=entry.sandbox.group,
            freeze_by_signal=entry.sandbox.freeze_by_signal,
            account_by_procfs=entry.sandbox.account_by_procfs,
            owns_group=entry.container is None,
            counts_leader=entry.container is None,
        )

    def members(self) -> tuple[ProcessInfo, ...]:
        """Return the living processes, from the cgroup if there is one."""
        if self.group is None:
            return self._search()
        found = (procfs.read_process(pid) for pid in self.group.pids())
        return tuple(info for info in found if info is not None and info.alive)

    def _measured(self) -> tuple[ProcessInfo, ...]:
        return tuple(info for info in self.members() if self.counts_leader or info.key != self.leader)

    def everything(self) -> tuple[ProcessInfo, ...]:
        """Return the living processes found by cgroup, session, descent or environment."""
        found = {info.key: info for info in self._search()}
        if self.group is not None:
            found |= {info.key: info for info in self.members()}
        return tuple(found.values())

    def freeze(self) -> None:
        """Stop every process, and wait until all are stopped.

        Raises:
            ContestantError: they do not stop within 5 s.
        """
        try:
            if self.group is not None and not self.freeze_by_signal:
                self.group.freeze()
            else:
                self._stop_by_signal(time.monotonic() + FREEZE_TIMEOUT_S)
        except FileNotFoundError:
            # The engine removes the group of a container that ended; another Fairlap removes groups that stay empty.
            if self.everything():
                raise
        except TimeoutError as error:
            raise ContestantError(f"could not be frozen: {error}", where=self.name) from error

    def thaw(self) -> None:
        """Let every process run again."""
        if self.group is not None and not self.freeze_by_signal:
            self.group.thaw()
            return
        for info in self.members():
            procfs.send(info.key, signal.SIGCONT)

    def cpu_usage_us(self) -> int | None:
        """Return CPU time in microseconds; with procfs a lower bound that omits ended children nobody waited for."""
        if self.group is not None and not self.account_by_procfs:
            return self.group.cpu_usage_us()
        usages = [(procfs.cpu_time_us(info.pid), info.children_us) for info in self.members()]
        known = [own + children for own, children in usages if own is not None]
        return sum(known) if known else None

    def memory_bytes(self) -> int | None:
        """Return the sum of PSS in bytes (own pages and a share of shared ones); `None` when it may not be read.

        Equally defined at every level of isolation: a cgroup would also count page cache.
        """
        known = [procfs.proportional_memory_bytes(info.pid) for info in self._measured()]
        if None in known:
            return None
        return sum(each for each in known if each is not None) or None  # all have ended

    def oom_kills(self) -> int | None:
        """Return how many processes were killed for exceeding the memory limit; `None` when not counted."""
        return None if self.group is None else self.group.oom_kills()

    def keep_on(self, cpus: Sequence[int]) -> None:
        """Put every thread back on `cpus`: the kernel may start some outside the cpuset (io_uring's polling thread)."""
        for info in self.members():
            procfs.keep_on(info.pid, cpus)

    def counts(self) -> ProcessCount:
        """Count the living processes and threads."""
        members = self._measured()
        return ProcessCount(
            len(members), sum(info.threads for info in members), frozenset(info.key for info in members)
        )

    def kill(self, timeout_s: float = REMOVE_TIMEOUT_S) -> int:
        """Kill every process, frozen or not; return how many there were in addition to the main one.

        Raises:
            ContestantError: for `timeout_s`, no fewer are left than before: some survive.
        """
        killed: set[ProcessKey] = set()
        fewest, deadline = math.inf, 0.0
        while alive := self._search_well():
            killed |= {info.key for info in alive}
            if len(alive) < fewest:  # the kernel takes its time for thousands of them
                fewest, deadline = len(alive), time.monotonic() + timeout_s
            if self.group is not None:
                with suppress(TimeoutError):
                    self.group.kill_all(timeout_s=0.5)
            self._kill_process_group(alive)
            for info in alive:
                procfs.send(info.key, signal.SIGKILL)
            if not procfs.wait_ended([info.key for info in alive], 0.5) and time.monotonic() > deadline:
                pids = ", ".join(str(info.pid) for info in alive[:_SHOWN])
                more = f" and {len(alive) - _SHOWN} more" if len(alive) > _SHOWN else ""
                raise ContestantError(f"cannot kill processes {pids}{more}", where=self.name)
        return len(killed - {self.leader})

    def _search_well(self) -> tuple[ProcessInfo, ...]:
        """Return `everything`; without a cgroup, search /proc repeatedly before concluding that nothing is left.

        A chain of short-lived processes may escape any number of searches, but it stays in its process group: while the
        group has members, the search goes on. A signal to the group reaches the chain even in the middle of a fork.
        """
        deadline = time.monotonic() + _SEARCH_S
        looks = 0
        while not (found := self.everything()) and self.group is None:
            looks += 1
            if looks >= _LOOKS and not (self._process_group_exists() and time.monotonic() < deadline):
                break
        return found

    def end(self, wait_leader: Callable[[float], bool], grace_s: float) -> StopOutcome:
        """Thaw, send TERM to the process group, wait, KILL the rest, remove the cgroup.

        Args:
            wait_leader: waits for the end of the main process, with a timeout in seconds (0: only checks).
            grace_s: how long the main process has after TERM.
        """
        self.thaw()
        how: Literal["TERM", "KILL", "already ended"] = "already ended"
        if self.leader is not None and not wait_leader(0):
            # The leader lives, so the number of its group cannot have been reused.
            with suppress(ProcessLookupError):
                os.killpg(self.leader.pid, signal.SIGTERM)
            how = "TERM" if wait_leader(grace_s) else "KILL"
        if how == "TERM":
            procfs.wait_ended([info.key for info in self.members()], min(_SETTLE_S, grace_s))
        left_behind = self.kill()
        wait_leader(REMOVE_TIMEOUT_S)
        self.remove_group()
        return StopOutcome(how, left_behind)

    def remove_group(self) -> None:
        """Kill what is left in the cgroup and remove it, unless the engine owns it.

        Raises:
            ContestantError: it still contains processes.
        """
        if self.group is not None and self.owns_group:
            try:
                self.group.kill_and_remove()
            except TimeoutError as error:
                raise ContestantError(str(error), where=self.name) from error

    def _kill_process_group(self, alive: tuple[ProcessInfo, ...]) -> None:
        """Kill the group with one signal, which also reaches processes that fork faster than /proc can be searched."""
        # Only while a living member prevents reuse of the group's number.
        if self.leader is not None and any(info.group == info.session == self.leader.pid for info in alive):
            with suppress(ProcessLookupError):
                os.killpg(self.leader.pid, signal.SIGKILL)

    def _process_group_exists(self) -> bool:
        """Return whether members have outlived the leader, whose number is not reused before the last has ended."""
        if self.leader is None or procfs.read_process(self.leader.pid) is not None:
            return False
        try:
            os.killpg(self.leader.pid, 0)
        except (ProcessLookupError, PermissionError):  # nobody, or another user's processes under a reused number
            return False
        return True

    def _search(self) -> tuple[ProcessInfo, ...]:
        infos = [info for info in procfs.all_processes() if info.alive and info.pid != os.getpid()]
        members = {info.key: info for info in infos if self._in_session(info, infos) or self._marked(info)}
        children: list[ProcessInfo] = list(members.values())
        while children:
            parents = {info.pid for info in children}
            children = [info for info in infos if info.parent in parents and info.key not in members]
            members |= {info.key: info for info in children}
        return tuple(members.values())

    def _in_session(self, info: ProcessInfo, infos: list[ProcessInfo]) -> bool:
        if self.leader is None or info.session != self.leader.pid or info.key.start_ticks < self.leader.start_ticks:
            return False
        # The number of a session is not reused while it has members: another start time means another session.
        return all(other.key == self.leader for other in infos if other.pid == self.leader.pid)

    def _marked(self, info: ProcessInfo) -> bool:
        if self.leader is not None and info.key.start_ticks < self.leader.start_ticks:
            return False
        return procfs.has_marker(info.pid, self.marker)

    def _stop_by_signal(self, deadline: float) -> None:
        stopped: set[ProcessKey] = set()
        # Stopped processes cannot fork: a search that finds no new ones has found all.
        while fresh := {info.key for info in self.members()} - stopped:
            for key in fresh:
                procfs.send(key, signal.SIGSTOP)
            for key in fresh:
                while not procfs.all_stopped(key.pid):
                    pause(deadline, f"stopping process {key.pid}")
            stopped |= fresh
