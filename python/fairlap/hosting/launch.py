"""Starting a command inside a sandbox: a chain of small programs that each hand on to the next, keeping the pid.

    sh (enters cgroups, sets limits) -> unshare, sh (its own view of the machine) -> prlimit (processes, size of files)
    -> setpriv (becomes its user) -> fairload confine (filters its system calls) -> env (sets exactly this environment)
    -> command

With a view of its own, its list of processes is also its own: it is the second process there (namespaces.py).

A chain, and not a preexec_fn: Python code between fork and exec is not safe once there are threads.
"""

import os
import resource
import signal
import subprocess
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import IO

from fairlap.errors import StartError
from fairlap.hosting import cgroup
from fairlap.hosting.groups import Group
from fairlap.hosting.namespaces import Child, start_apart
from fairlap.hosting.procfs import command_line, watching_end
from fairlap.hosting.records import Sandbox
from fairlap.hosting.user import MOST_FILE_BYTES, become, confine, limit
from fairlap.hosting.view import enter_own_view

OPEN_FILES = 65_536
_EXEC_TIMEOUT_S = 10.0
_LOOK_AGAIN_MS = 1
_SHIM = """
files=$1; limit=$2; shift 2
while [ "$files" -gt 0 ]; do
    echo $$ > "$1" || { echo "fairlap: cannot enter $1" >&2; exit 125; }
    files=$((files - 1)); shift
done
ulimit -c 0; ulimit -n "$limit" || exit 125
umask 022
exec "$@"
"""
_SHIM_NAME = "fairlap"

INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end Fairlap as Ctrl-C does."""

_Handler = Callable[[int, FrameType | None], object]


@dataclass(frozen=True)
class Chain:
    """The command line to start, and how it reads at every step before the command itself runs."""

    argv: tuple[str, ...]
    steps: tuple[tuple[str, ...], ...]


def chain(sandbox: Sandbox, command: Sequence[str], *, beside: int | None = None) -> Chain:
    """Return the command line that runs `command` in the sandbox; beside a process means in its network and view."""
    shim = _enter_group(sandbox.group, sandbox.open_files)
    own_view = enter_own_view(sandbox.shown, sandbox.covered) if sandbox.view == "own" else ()
    enter = own_view if beside is None else (_enter_that_of(beside, sandbox),)
    # GNU env's "-" is "-i"; what follows is exactly the contestant's environment.
    clean = ["/usr/bin/env", "-i", *(f"{name}={value}" for name, value in sandbox.env.items())]
    limits = limit(sandbox.user, f"--fsize={MOST_FILE_BYTES}")
    filtered = confine() if sandbox.syscalls == "filtered" else []
    parts = [shim, *enter, limits, become(sandbox.user, sandbox.uid), filtered, clean]
    steps = []
    rest = list(command)
    for part in reversed([part for part in parts if part]):
        rest = [*part, *rest]
        steps.append(tuple(rest))
    return Chain(tuple(rest), tuple(steps))


def _enter_group(group: Group | None, open_files: int) -> list[str]:
    """Return the step that enters a control group and sets the limit of open files."""
    files = [] if group is None else [str(file) for file in group.enter_files]
    return ["/bin/sh", "-c", _SHIM, _SHIM_NAME, str(len(files)), str(open_files), *files]


def _enter_that_of(pid: int, sandbox: Sandbox) -> list[str]:
    """Return the step that enters the network of a process, and its view of the machine if that is its own."""
    own = ["--mount", "--ipc", "--uts", "--cgroup", "--pid", f"--wd={sandbox.cwd}"] if sandbox.view == "own" else []
    network = [] if _same_network(pid) else ["--net"]
    return ["/usr/bin/nsenter", f"--target={pid}", *own, *network, "--"] if own or network else []


def open_file_limit(wanted: int) -> int:
    """Return `wanted`, or the limit of this process if that is lower."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C, TERM and HUP until the end of the context, in which a contestant or a build is started.

    Between fork and exec a child has no marker and is in no cgroup, and until its `Popen` is known it cannot be ended,
    so an interrupt would leave it behind. A signal mask would not do: the child would inherit it.
    """
    came: list[int] = []
    before: dict[int, _Handler] = {}
    if threading.current_thread() is threading.main_thread():  # other threads are not interrupted
        for number in INTERRUPTS:
            handler = signal.getsignal(number)
            if callable(handler):
                before[number] = handler
                signal.signal(number, lambda arrived, _frame: came.append(arrived))
    try:
        yield
    finally:
        for held, handler in before.items():
            signal.signal(held, handler)
        if came:
            signal.raise_signal(came[0])


def spawn(sandbox: Sandbox, command: Sequence[str], log: IO[bytes]) -> Child:
    """Start a contestant: own session, no input, output to `log`.

    Raises:
        StartError: the working directory is missing, or the command could not be executed (one clear line).
    """
    links = chain(sandbox, command)

    def start() -> Child:
        return Child(
            links.argv,
            cwd=sandbox.cwd,
            env=sandbox.env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    with _affinity(sandbox.affinity):
        child = start_apart(start) if sandbox.view == "own" else start()
    try:
        _await_command(child, links)
    except StartError:
        child.kill()
        child.wait()
        child.end_list()
        raise
    return child


def run_inside(sandbox: Sandbox, command: Sequence[str], *, beside: int) -> int:
    """Run a command beside a process on the caller's terminal; return its exit status (128 + number after a signal)."""
    links = chain(sandbox, command, beside=beside)
    with _affinity(sandbox.affinity):
        child = Child(links.argv, cwd=sandbox.cwd, env=sandbox.env)
    # While the command runs, Ctrl-C is for the command.
    in_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if in_main else None
    try:
        status = child.wait()
    finally:
        if in_main:
            signal.signal(signal.SIGINT, before)
    return status if status >= 0 else 128 - status


def _same_network(pid: int) -> bool:
    """Return whether the network of `pid` is the caller's, or cannot be entered."""
    try:
        return Path(f"/proc/{pid}/ns/net").readlink() == Path("/proc/self/ns/net").readlink()
    except (FileNotFoundError, PermissionError):
        return True


@contextmanager
def _affinity(cpus: tuple[int, ...] | None) -> Iterator[None]:
    """Give this *thread* the child's CPUs while the child starts and inherits them; other threads keep theirs."""
    if cpus is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _await_command(child: Child, links: Chain) -> None:
    """Wait until the process is the command and no longer a step before it, or has ended."""
    steps = {os.fsencode("\0".join(step) + "\0") for step in links.steps}
    with watching_end(child.pid) as poller:
        for _ in range(int(_EXEC_TIMEOUT_S * 1000 / _LOOK_AGAIN_MS)):
            # There is an event for the end but none for exec: wait for the end, and look in between.
            if poller.poll(_LOOK_AGAIN_MS):
                return
            shown = command_line(child.pid)
            # It is empty during an exec.
            if shown and shown not in steps:
                return
    raise StartError(f"its command did not begin within {_EXEC_TIMEOUT_S:.0f} s")


def run_to_end(
    command: Sequence[str], cwd: Path, env: Mapping[str, str], log: IO[bytes], timeout_s: float
) -> int | None:
    """Run a command in its own process group, and control group if it can have one; return its exit status.

    The rest of both is killed at the end, at the timeout (then `None` is returned), and on Ctrl-C. Raises OSError.
    """
    with ExitStack() as undo:
        with interrupts_held():
            group = undo.enter_context(_own_group())
            child = subprocess.Popen(
                [*_enter_group(group, open_file_limit(OPEN_FILES)), *command],
                cwd=cwd,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            undo.callback(_kill_all, child)
        with watching_end(child.pid) as poller:
            ended = bool(poller.poll(max(0.0, timeout_s) * 1000))
    return child.returncode if ended else None


@contextmanager
def _own_group() -> Iterator[Group | None]:
    """Make a control group, and kill what is in it at the end; `None` where there are none. Raises OSError."""
    layout = cgroup.find().layout
    if layout is None:
        yield None
        return
    group = layout.create(f"{os.getpid()}-commands", uuid.uuid4().hex)
    try:
        yield group
    finally:
        group.kill_and_remove()


def _kill_all(child: subprocess.Popen[bytes]) -> None:
    # Not waited for yet, so the number of the group cannot have been reused.
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def how_ended(status: int | None) -> str:
    """Describe the result of `run_to_end` in words."""
    return "took too long" if status is None else f"ended with status {status}"
