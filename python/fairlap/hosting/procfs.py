"""Processes in /proc, identified by pid *and* start time, so that a reused pid is never mistaken for the old one."""

import os
import select
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_DEAD = frozenset("ZXx")
_STOPPED = frozenset("Tt") | _DEAD


@dataclass(frozen=True, slots=True)
class ProcessKey:
    """Identifies one process: its pid and its start time in clock ticks since boot."""

    pid: int
    start_ticks: int


@dataclass(frozen=True, slots=True)
class ProcessInfo:
    """One line of /proc/<pid>/stat. `children_us` is the CPU time of children that ended and were waited for."""

    key: ProcessKey
    parent: int
    group: int
    session: int
    state: str
    threads: int
    children_us: int

    @property
    def pid(self) -> int:
        """The process id."""
        return self.key.pid

    @property
    def alive(self) -> bool:
        """Whether it can still run (a zombie cannot)."""
        return self.state not in _DEAD


def read_process(pid: int) -> ProcessInfo | None:
    """Read /proc/<pid>/stat; `None` when there is no such process."""
    try:
        text = _read(f"/proc/{pid}/stat").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    # The name in parentheses may itself contain parentheses and spaces.
    fields = text[text.rindex(")") + 2 :].split()
    children_ticks = int(fields[13]) + int(fields[14])
    return ProcessInfo(
        key=ProcessKey(pid, int(fields[19])),
        parent=int(fields[1]),
        group=int(fields[2]),
        session=int(fields[3]),
        state=fields[0],
        threads=int(fields[17]),
        children_us=children_ticks * 1_000_000 // _TICKS_PER_SECOND,
    )


def all_processes() -> Iterator[ProcessInfo]:
    """Yield every process that is visible to this one, the newest first: those may end before they are read."""
    with os.scandir(PROC) as entries:
        pids = [int(entry.name) for entry in entries if entry.name.isdigit()]
    for pid in reversed(pids):
        info = read_process(pid)
        if info is not None:
            yield info


def own_key() -> ProcessKey:
    """Return the key of the calling process."""
    info = read_process(os.getpid())
    if info is None:
        raise RuntimeError("/proc does not show this process: is it mounted?")
    return info.key


def is_alive(key: ProcessKey) -> bool:
    """Return whether exactly this process still runs (the same pid with another start time is another process)."""
    info = read_process(key.pid)
    return info is not None and info.key == key and info.alive


def command_line(pid: int) -> bytes | None:
    """Return the arguments, each with a NUL after it: empty during an exec, `None` when there is no such process."""
    try:
        return _read(f"/proc/{pid}/cmdline")
    except (FileNotFoundError, ProcessLookupError):
        return None


def has_marker(pid: int, marker: str) -> bool:
    """Return whether `marker` ("NAME=value") is in the initial environment. False when unreadable."""
    try:
        environment = _read(f"/proc/{pid}/environ")
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return False
    return marker.encode() in environment.split(b"\0")


def all_stopped(pid: int) -> bool:
    """Return whether every thread of the process is stopped (or the process is gone)."""
    try:
        threads = list((PROC / str(pid) / "task").iterdir())
    except (FileNotFoundError, ProcessLookupError):
        return True
    for thread in threads:
        try:
            text = (thread / "stat").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if text[text.rindex(")") + 2] not in _STOPPED:
            return False
    return True


def cpu_time_us(pid: int) -> int | None:
    """Return the CPU time of the process, including ended threads, in microseconds; `None` when it is gone.

    Read from the CPU clock of the process (man clock_getcpuclockid), which is exact: /proc/<pid>/stat has 10 ms ticks.
    """
    try:
        return time.clock_gettime_ns((~pid << 3) | 2) // 1000
    except OSError:
        return None


def proportional_memory_bytes(pid: int) -> int | None:
    """Return the PSS of the process in bytes: own pages and a share of shared ones; `None` when that is forbidden.

    One that has ended, or is about to and has given its memory back, has 0.
    """
    try:
        with (PROC / str(pid) / "smaps_rollup").open() as lines:
            for line in lines:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) * 1024
    except (FileNotFoundError, ProcessLookupError):
        return 0
    except PermissionError:
        return None
    return None


def keep_on(pid: int, cpus: Iterable[int]) -> None:
    """Put the threads that may run elsewhere on `cpus`; leave a narrower affinity alone."""
    allowed = set(cpus)
    try:
        threads = [int(entry.name) for entry in Path(f"/proc/{pid}/task").iterdir()]
    except (FileNotFoundError, ProcessLookupError):  # it has ended
        return
    for thread in threads:
        # A thread that ends meanwhile does not matter; one that the kernel pins elsewhere shows in the CPU time.
        with suppress(ProcessLookupError, PermissionError):
            if not os.sched_getaffinity(thread) <= allowed:
                os.sched_setaffinity(thread, allowed)


def send(key: ProcessKey, number: signal.Signals) -> bool:
    """Send a signal to exactly this process. Return False when it is gone, or its pid was reused."""
    try:
        descriptor = os.pidfd_open(key.pid)
    except ProcessLookupError:
        return False
    try:
        # The descriptor pins the process: only now is the comparison free of races.
        if not is_alive(key):
            return False
        signal.pidfd_send_signal(descriptor, number)
    except ProcessLookupError:
        return False
    finally:
        os.close(descriptor)
    return True


@contextmanager
def watching_end(pid: int) -> Iterator[select.poll]:
    """Yield a poller that has an event when the process has ended. Raises ProcessLookupError if it was reaped."""
    descriptor = os.pidfd_open(pid)
    try:
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        yield poller
    finally:
        os.close(descriptor)


def wait_ended(keys: Iterable[ProcessKey], timeout_s: float) -> bool:
    """Wait until all these processes have ended; return False on a timeout."""
    deadline = time.monotonic() + timeout_s
    with ExitStack() as watched:
        pollers = []
        for key in keys:
            with suppress(ProcessLookupError):
                poller = watched.enter_context(watching_end(key.pid))
                if is_alive(key):  # only now that the descriptor pins the process
                    pollers.append(poller)
        return all(poller.poll(max(0.0, deadline - time.monotonic()) * 1000) for poller in pollers)


def _read(path: str) -> bytes:
    """Read a file of /proc. Uses plain system calls: a search reads hundreds of files between two laps."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        parts = [os.read(descriptor, 65_536)]
        while parts[-1]:
            parts.append(os.read(descriptor, 65_536))
        return b"".join(parts)
    finally:
        os.close(descriptor)
