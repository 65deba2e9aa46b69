"""Namespaces of the kernel (man 7 namespaces): a thread visits them, and a caller without root is root of one."""

import ctypes
import functools
import os
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal, TypeVar

from fairlap.hosting.programs import find_fairload, find_program

NEW_USER = 0x10000000
NEW_PROCESSES = 0x20000000
NEW_NETWORK = 0x40000000

_AS_ROOT = ("--user", "--map-root-user")
_WITH_OTHERS = (*_AS_ROOT, "--map-auto")
"""With the user ids that /etc/subuid and /etc/subgid give to the caller; needs newuidmap, and util-linux 2.38."""

_BOUND_S = 60.0
_Result = TypeVar("_Result")


def unshare(kind: int) -> None:
    """Move the calling thread (of processes: its next children) into a new namespace. Raises OSError."""
    _call(lambda libc: libc.unshare(kind))


def enter(file: int, kind: int) -> None:
    """Move the calling thread (of processes: its next children) into the namespace of an open file. Raises OSError."""
    _call(lambda libc: libc.setns(file, kind))


def open_namespace(process: int | str, kind: Literal["net", "pid", "user"]) -> int:
    """Open that of a process, or of the calling thread ("thread-self"). Raises OSError."""
    return os.open(f"/proc/{process}/ns/{kind}", os.O_RDONLY | os.O_CLOEXEC)


def _call(call: Callable[[ctypes.CDLL], int]) -> None:
    if call(ctypes.CDLL(None, use_errno=True)) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


class Child(subprocess.Popen[bytes]):
    """A Popen that may be left running on purpose, without a warning.

    Attributes:
        init: the first process of its list of processes, if that is its own.
    """

    init: "Child | None" = None

    def __del__(self) -> None:
        """Do nothing: the host reaps a contestant, or leaves it to init."""

    def end_list(self) -> None:
        """End its list of processes, in which nothing may be left but what has ended and was waited for."""
        if self.init is not None:
            self.init.kill()
            self.init.wait()


def apart(act: Callable[[], _Result]) -> _Result:
    """Run a function in a thread of its own, with which the namespaces end that it enters; raise what it raises."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(act).result()


def start_apart(start: Callable[[], Child]) -> Child:
    """Start a process as the second one of a new list of processes (a PID namespace), and return it with the first.

    The first one ends after the second and all that it leaves (`fairload init`). Raises OSError.
    """

    def both() -> Child:
        unshare(NEW_PROCESSES)
        init = Child(
            [str(find_fairload()), "init"],
            env={},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert init.stdin is not None
        try:
            with init.stdin:  # its end says that the second one has been started
                child = start()
        except OSError:
            init.wait()
            raise
        child.init = init
        return child

    return apart(both)


def first_unreadable(enter: Sequence[str], paths: Sequence[Path]) -> str | None:
    """Return the first path that cannot be read after the start `enter` of a command line; `None` when all can.

    If `enter` itself fails, its error is returned.
    """
    script = 'for path; do [ -r "$path" ] || { echo "$path" >&2; exit 1; }; done'
    command = [*enter, "/bin/sh", "-c", script, "sh", *map(str, paths)]
    return why_failed(command)


def why_failed(command: Sequence[str], told: str = "") -> str | None:
    """Run a short command with `told` as its input; return its error, and `None` if it succeeds."""
    try:
        done = subprocess.run(command, input=told, capture_output=True, text=True, timeout=_BOUND_S)
    except subprocess.TimeoutExpired:
        return f"{command[0]} did not end within {_BOUND_S:.0f} s"
    return None if done.returncode == 0 else done.stderr.strip() or f"exit status {done.returncode}"


def become_root() -> None:
    """Make this process root of a new user namespace if it is not root; leave it as it is where that is not permitted.

    It may then isolate contestants as root does, and its files go on belonging to the caller. Other users are those of
    the caller's in /etc/subuid; without any, it has no user but the caller's.
    """
    threads = list(Path("/proc/self/task").iterdir())
    if os.geteuid() == 0 or len(threads) > 1:  # all threads of a process are in the same one
        return
    for options in (_WITH_OTHERS, _AS_ROOT):
        if _why_not(options) is None:
            _join_new(options)
            return


def why_not_root() -> str:
    """Return why this process is not root, not even of a user namespace, by trying; with the fix."""
    refusal = _why_not(_AS_ROOT)
    if refusal is None:
        return "only root can change that (fix: run as root)"
    return f"only root can change that, and there is no user namespace: {refusal} (fix: run as root)"


def why_no_other_users() -> str | None:
    """Return why this user namespace has no user but the caller's; `None` if it has others."""
    only = _ids("uid_map")
    return None if only is None else "there are no other users (fix: apt-get install uidmap, a range in /etc/subuid)"


def as_caller() -> list[str]:
    """Return the start of a command line that is the caller again, where this process is root of only that user."""
    uid, gid = _ids("uid_map"), _ids("gid_map")
    if uid is None or gid is None:
        return []
    return [str(find_program("unshare")), "--user", f"--map-user={uid}", f"--map-group={gid}", "--"]


def caller_uid() -> int:
    """Return the user id of this process as processes of `as_caller` see it."""
    only = _ids("uid_map")
    return os.geteuid() if only is None else only


def as_root() -> list[str]:
    """Return the start of a command line that may remove what other users of `become_root` have made."""
    return [] if os.geteuid() == 0 or _why_not(_WITH_OTHERS) else [str(find_program("unshare")), *_WITH_OTHERS, "--"]


def _ids(name: Literal["uid_map", "gid_map"]) -> int | None:
    """Return what the only id of this user namespace is outside; `None` if it has more (man 7 user_namespaces)."""
    lines = Path(f"/proc/self/{name}").read_text().splitlines()
    _, outside, count = map(int, lines[0].split())
    return outside if len(lines) == 1 and count == 1 else None


@functools.cache
def _why_not(options: tuple[str, ...]) -> str | None:
    """Return why a user namespace cannot be made, by trying; `None` if it can."""
    program = find_program("unshare")
    if program is None:
        return "unshare is not installed"
    refusal = first_unreadable([str(program), *options, "--mount", "--net", "--pid", "--fork", "--"], ())
    return None if refusal is None else refusal.partition("\n")[0]


def _join_new(options: tuple[str, ...]) -> None:
    """Make a user namespace in a child, as only a parent may give it ids, and join it."""
    command = [str(find_program("unshare")), *options, "--", "/bin/sh", "-c", "echo; read -r _"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdout.readline()
        file = open_namespace(child.pid, "user")
        try:
            enter(file, NEW_USER)
        finally:
            os.close(file)
