"""The user a contestant runs as, the command that switches to it, and the only folder it may write to."""

import functools
import os
import pwd
import secrets
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fairlap.errors import StartError, UsageError
from fairlap.hosting.namespaces import as_caller, as_root, first_unreadable, why_no_other_users, why_not_root
from fairlap.hosting.programs import find_fairload, find_program

User = Literal["own user", "own user, may read all files", "nobody", "nobody, may read all files", "caller"]
"""`own user`: a user id that no other process has. Then contestants cannot stop, trace or kill each other. Services
share `nobody`, because databases want a user with an entry in /etc/passwd."""

Syscalls = Literal["filtered", "all"]
"""Which system calls a contestant can make: those that servers need, or all that the kernel has."""

UIDS = range(58_000, 59_000)
"""The user ids of builds (the first) and of contestants: on Debian they are nobody's unless there are tens of thousands
of users."""

MOST_PROCESSES = 4096
"""Processes and threads of a contestant: far above the needs of a server with a process for each connection."""

MOST_FILE_BYTES = 1 << 30
"""Of a file that a contestant writes, its log included: far above what fits into its /tmp."""

MOST_UIDS = 100_000
OTHER_UIDS = "FAIRLAP_UIDS"
"""The environment variable with another range, `FIRST-LAST`."""

_PREFIX = "fairlap-scratch-"
_NO_CAPABILITIES = ("--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all")
_READ_ALL = tuple(f"{option}=-all,+dac_read_search" for option in ("--inh-caps", "--ambient-caps", "--bounding-set"))


@dataclass(frozen=True)
class UserFound:
    """The user, and why no better one is available."""

    user: User
    reasons: tuple[str, ...]


def find_user(paths: Sequence[Path], view: Sequence[str] = ()) -> UserFound:
    """Return the least privileged user that is available and can read all of `paths`, by trying.

    `view` is the start of a command line that enters the view of contestants, if they have one.
    """
    if find_program("setpriv") is None:
        reason = (
            "contestants run as the caller and may gain privileges: setpriv is not installed (fix: install util-linux)"
        )
        return UserFound("caller", (reason,))
    if os.geteuid() != 0:
        return UserFound("caller", (f"contestants run as the caller: {why_not_root()}",))
    alone = why_no_other_users()
    if alone is not None:
        return UserFound("caller", (f"contestants run as the caller, and may write to its files: {alone}",))
    alone = _try("own user", ())
    if alone is None:
        return _reading("own user", "own user, may read all files", "a user of its own", paths, view)
    refusal = _try("nobody", ())
    if refusal is not None:
        return UserFound(
            "caller", (f"contestants run as the caller: {refusal} (fix: run with CAP_SETUID and CAP_SETPCAP)",)
        )
    found = _reading("nobody", "nobody, may read all files", "user nobody", paths, view)
    reason = (
        f"contestants share the user nobody, and can stop each other: {alone} (fix: allow user ids {_range_text()})"
    )
    return UserFound(found.user, (reason, *found.reasons))


def _reading(user: User, reads_all: User, words: str, paths: Sequence[Path], view: Sequence[str]) -> UserFound:
    """Return the first of two users that can read all of `paths`; the second one needs nothing to be shown."""
    unreadable = _try(user, paths, view)
    if unreadable is None:
        return UserFound(user, ())
    if _try(reads_all, paths) is None:
        move = "move programs and builds to where all users may read"
        return UserFound(reads_all, (f"{words} cannot read {unreadable} (fix: {move})",))
    return UserFound("caller", (f"contestants run as the caller: {words} cannot read {unreadable}",))


def shared(user: User) -> User:
    """Return the user of services where contestants have this one."""
    if user == "own user":
        return "nobody"
    return "nobody, may read all files" if user == "own user, may read all files" else user


def uid_for(user: User) -> int | None:
    """Return the user id for one more contestant, which is also its group id; `None` for the caller's.

    Raises UsageError for a range that is none, or has no free user id.
    """
    if user == "caller":
        return None
    if user.startswith("nobody"):
        return pwd.getpwnam("nobody").pw_uid
    taken = {entry.pw_uid for entry in pwd.getpwall()} | _uids_in_use()
    free = [uid for uid in _uids()[1:] if uid not in taken]
    if not free:
        raise UsageError(f"no user id is free in {_range_text()}", hint=f"set {OTHER_UIDS}, e.g. to 200000-200999")
    return secrets.choice(free)  # another Fairlap may look at the same moment


def builder_uid() -> int:
    """Return the user id of builds, which no contestant gets: what they cache is theirs from build to build."""
    return _uids()[0]


def _uids() -> range:
    text = os.environ.get(OTHER_UIDS)
    if text is None:
        return UIDS
    first, _, last = text.partition("-")
    if not (first.isdecimal() and last.isdecimal() and 0 < int(first) <= int(last) < 2**32 - 1):
        raise UsageError(f"{OTHER_UIDS} is {text!r}, not a range of user ids", hint="write it as 200000-200999")
    if int(last) - int(first) >= MOST_UIDS:
        raise UsageError(f"{OTHER_UIDS} is {text!r}, more than {MOST_UIDS:,} user ids", hint="e.g. 200000-200999")
    return range(int(first), int(last) + 1)


def _range_text() -> str:
    uids = _uids()
    return f"{uids[0]}-{uids[-1]}"


def _uids_in_use() -> set[int]:
    found: set[int] = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                found.add(folder.stat().st_uid)
            except FileNotFoundError:  # it has ended
                continue
    return found


def become(user: User, uid: int | None) -> list[str]:
    """Return the start of a command line that runs the rest as `user`, without privileges or a way to gain any.

    `uid` is that of `uid_for`.
    """
    found = find_program("setpriv")
    if found is None:
        return []
    setpriv = str(found)
    if uid is None:
        return [*as_caller(), setpriv, "--no-new-privs"]
    limits = _READ_ALL if user.endswith("may read all files") else _NO_CAPABILITIES
    return [setpriv, f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--no-new-privs", *limits]


def confine() -> list[str]:
    """Return the start of a command line that can make no system calls but those that servers need."""
    return [str(find_fairload()), "confine", "--"]


@functools.cache
def why_not_confined() -> str | None:
    """Return why system calls cannot be filtered, by trying; `None` if they can."""
    return first_unreadable(confine(), ())


def limit(user: User, *limits: str) -> list[str]:
    """Return the start of a command line that limits the processes of `user`, if it is nobody else's, and more."""
    found = find_program("prlimit")
    if not user.startswith("own user") or found is None:
        return []
    return [str(found), f"--nproc={MOST_PROCESSES}", *limits]


def _try(user: User, paths: Sequence[Path], view: Sequence[str] = ()) -> str | None:
    """Return the first path that `user` cannot read, or the error of setpriv; `None` when all is well."""
    return first_unreadable([*view, *become(user, uid_for(user))], paths)


def name_scratch(name: str) -> Path:
    """Return the path of a new scratch folder, so that it can be recorded before it is made."""
    return Path(tempfile.gettempdir()) / f"{_PREFIX}{name}-{secrets.token_hex(8)}"


def make_scratch(scratch: Path, uid: int | None) -> None:
    """Create the only folder that a contestant may write to, its HOME and TMPDIR, empty; it belongs to that user.

    Raises StartError.
    """
    try:
        scratch.mkdir(mode=0o700)
        if uid is not None:
            os.chown(scratch, uid, uid)
    except OSError as error:
        raise StartError(f"no folder can be made for it: {error}") from error


def remove_scratch(scratch: Path) -> None:
    """Remove a scratch folder with its content, and never another folder, even if a state file names one.

    A file that cannot be removed (because it has another owner) stays. `rm` does it, as Python fails with trees deeper
    than its stack.
    """
    if scratch.name.startswith(_PREFIX) and scratch.parent == Path(tempfile.gettempdir()):
        command = [*as_root(), "/bin/rm", "-rf", "--one-file-system", "--", str(scratch)]
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
