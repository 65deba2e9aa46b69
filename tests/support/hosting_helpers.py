"""Contestants that misbehave, hosts for every kind of isolation, and bounded waiting: shared by the hosting tests."""

import os
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from fairlap.hosting import cgroup, procfs
from fairlap.hosting.certificate import Certificate
from fairlap.hosting.cgroup_v1 import V1Layout
from fairlap.hosting.cgroup_v2 import V2Layout
from fairlap.hosting.hosts import Place
from fairlap.hosting.isolation import Isolation
from fairlap.hosting.process import HostedProcess, ProcessHost
from fairlap.hosting.records import Kind
from fairlap.hosting.view import why_no_own_view

PYTHON = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable
"""A Python that user nobody may execute; the one that runs the tests may lie in a private home."""

UNIFIED = Path("/sys/fs/cgroup/unified")
IS_ROOT = os.geteuid() == 0
NO_OWN_VIEW = why_no_own_view(())
needs_own_view = pytest.mark.skipif(NO_OWN_VIEW is not None, reason=str(NO_OWN_VIEW))
needs_root = pytest.mark.skipif(not IS_ROOT, reason="only root can do this")

BY_SIGNAL = Isolation("affinity", "SIGSTOP", "procfs", "none", "host loopback", "nobody" if IS_ROOT else "caller")
BY_CGROUP_V1 = Isolation("cgroup v1 cpuset", "cgroup v1", "cgroup v1 cpuacct", "cgroup v1", "host loopback", "nobody")
BY_CGROUP_V2 = Isolation("affinity", "cgroup v2", "cgroup v2", "none", "host loopback", "nobody")

MOST_LOG_BYTES = 192 << 20
"""What a flood of 1 to 3 GB/s may have on the disk until Fairlap looks again, also on a busy machine."""

COUNTS = """
import os, sys
number = 0
with open(sys.argv[1], "r+b", buffering=0) as file:
    while True:
        number += 1
        os.pwrite(file.fileno(), b"%020d" % number, 0)
"""
"""Counts into a file as fast as it can."""

IGNORES_TERM = """
import signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
while True:
    signal.pause()
"""

WAITS = """
import signal
print("ready", flush=True)
signal.pause()
"""

DAEMONIZES = """
import os, signal, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        print("daemon", os.getpid(), flush=True)
        while True:
            signal.pause()
    os._exit(0)
os.wait()
print("ready", flush=True)
while True:
    signal.pause()
"""
"""Leaves a process in a session of its own, without a parent, that ignores TERM."""

FORKS = """
import os, signal, threading
for _ in range(2):
    if os.fork() == 0:
        signal.pause()
threading.Thread(target=signal.sigwait, args=({signal.SIGUSR1},), daemon=True).start()
print("ready", flush=True)
signal.pause()
"""

FORK_STORM = """
import os, signal
count = 0
try:
    while count < 10_000:
        if os.fork() == 0:
            signal.pause()
        count += 1
    print("made", count, flush=True)
except OSError as error:
    print("refused", count, error.strerror, flush=True)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.pause()
"""
"""Makes 10,000 processes, or says how many it could."""


@dataclass(frozen=True)
class Mode:
    """One kind of isolation to test under."""

    name: str
    isolation: Isolation
    layout: cgroup.Layout | None

    def host(
        self,
        folder: Path,
        run_id: str | None = None,
        *,
        server_cpus: tuple[int, ...] = (),
        memory_limit_bytes: int | None = None,
        kind: Kind = "run",
        certificate: Certificate | None = None,
        logs: Path | None = None,
        **options,
    ) -> ProcessHost:
        """Return a host in this mode on CPU 0 that writes only below `folder`."""
        place = Place(
            f"test-{uuid.uuid4().hex[:8]}" if run_id is None else run_id,
            server_cpus or (min(os.sched_getaffinity(0)),),
            memory_limit_bytes,
            logs or folder / "logs",
            folder / "state",
            kind,
            certificate,
        )
        return ProcessHost(self.isolation, place, layout=self.layout, **options)


def modes() -> list[Mode]:
    """Return the modes that work here: signals always, cgroups if they are available."""
    found = [Mode("by signal", BY_SIGNAL, None)]
    if not IS_ROOT:
        return found
    layout = cgroup.find().layout
    if isinstance(layout, V1Layout):
        found.append(Mode("by cgroup v1", BY_CGROUP_V1, layout))
    if UNIFIED.is_dir() and cgroup.find_v2(UNIFIED, UNIFIED).layout is not None:
        # Mounted without controllers: freezing, killing and accounting work nevertheless.
        found.append(Mode("by cgroup v2", BY_CGROUP_V2, V2Layout(UNIFIED)))
    return found


needs_groups = pytest.mark.skipif(modes()[-1].layout is None, reason="no control groups here")


def as_caller(isolation: Isolation) -> Isolation:
    """Return the same isolation without a change of user."""
    return replace(isolation, user="caller")


def wait_until(condition: Callable[[], bool], timeout_s: float = 60.0) -> None:
    """Wait for something that happens in another process."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def start(host: ProcessHost, folder: Path, source: str, *arguments: str, name: str = "subject") -> HostedProcess:
    """Start a Python script as a contestant."""
    script = folder / f"{name}.py"
    script.write_text(source)
    return host.start(name, [PYTHON, str(script), *arguments], folder, {}, 12345)


def start_ready(host: ProcessHost, folder: Path, source: str, name: str = "subject") -> HostedProcess:
    """Start a script and wait until it says "ready"."""
    hosted = start(host, folder, source, name=name)
    wait_until(lambda: "ready" in hosted.log_tail())
    return hosted


def status_of(pid: int, key: str) -> str:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{key}:"):
            return line.split(":", 1)[1].strip()
    raise KeyError(key)


def marked(run_id: str) -> list[int]:
    """Return the living processes of a run, found by their environment."""
    wanted = f"FAIRLAP_RUN={run_id}/".encode()
    found = []
    for info in procfs.all_processes():
        try:
            environment = Path(f"/proc/{info.pid}/environ").read_bytes()
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        if info.alive and any(part.startswith(wanted) for part in environment.split(b"\0")):
            found.append(info.pid)
    return found


def cgroups_of(run_id: str) -> list[Path]:
    """The cgroup directories of a run that exist."""
    return list(Path("/sys/fs/cgroup").glob(f"*/fairlap/{run_id}")) + list(
        Path("/sys/fs/cgroup").glob(f"fairlap/{run_id}")
    )


def scratches(run_id: str) -> list[Path]:
    """Scratch folders of a run that exist."""
    return list(Path(tempfile.gettempdir()).glob(f"fairlap-scratch-{run_id}-*"))


@contextmanager
def open_folder(tmp_path: Path) -> Iterator[Path]:
    """`tmp_path`, readable for user nobody (pytest's folders are private)."""
    for parent in (tmp_path, *tmp_path.parents):
        if parent == Path("/tmp") or parent.owner() != tmp_path.owner():
            break
        parent.chmod(0o755)
    yield tmp_path
