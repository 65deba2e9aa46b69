"""The user a contestant runs as, the command that switches to it, and the only folder it may write to."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fairlap.hosting.programs import find_program

User = Literal["nobody", "nobody, may read all files", "caller"]
_PROBE_TIMEOUT_S = 10.0
_PREFIX = "fairlap-scratch-"
_NO_CAPABILITIES = ("--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all")
_READ_ALL = tuple(f"{option}=-all,+dac_read_search" for option in ("--inh-caps", "--ambient-caps", "--bounding-set"))


@dataclass(frozen=True)
class UserFound:
    """The user, and why no better one is available."""

    user: User
    reasons: tuple[str, ...]


def find_user(paths: Sequence[Path]) -> UserFound:
    """Return the least privileged user that is available and can read all of `paths`, by trying."""
    if find_program("setpriv") is None:
        reason = (
            "contestants run as the caller and may gain privileges: setpriv is not installed (fix: install util-linux)"
        )
        return UserFound("caller", (reason,))
    if os.geteuid() != 0:
        return UserFound("caller", ("contestants run as the caller: only root can become nobody (fix: run as root)",))
    refusal = _try("nobody", ())
    if refusal is not None:
        return UserFound(
            "caller", (f"contestants run as the caller: {refusal} (fix: run with CAP_SETUID and CAP_SETPCAP)",)
        )
    unreadable = _try("nobody", paths)
    if unreadable is None:
        return UserFound("nobody", ())
    if _try("nobody, may read all files", paths) is None:
        move = "move programs and builds to where all users may read"
        return UserFound("nobody, may read all files", (f"user nobody cannot read {unreadable} (fix: {move})",))
    return UserFound("caller", (f"contestants run as the caller: user nobody cannot read {unreadable}",))


def become(user: User) -> list[str]:
    """Return the start of a command line that runs the rest as `user`, without privileges or a way to gain any."""
    found = find_program("setpriv")
    if found is None:
        return []
    setpriv = str(found)
    if user == "caller":
        return [setpriv, "--no-new-privs"]
    entry = pwd.getpwnam("nobody")
    limits = _NO_CAPABILITIES if user == "nobody" else _READ_ALL
    return [setpriv, f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups", "--no-new-privs", *limits]


def _try(user: User, paths: Sequence[Path]) -> str | None:
    """Return the first path that `user` cannot read, or the error of setpriv; `None` when all is well."""
    script = 'for path; do [ -r "$path" ] || { echo "$path" >&2; exit 1; }; done'
    command = [*become(user), "/bin/sh", "-c", script, "sh", *map(str, paths)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_PROBE_TIMEOUT_S)
    return None if done.returncode == 0 else done.stderr.strip() or f"exit status {done.returncode}"


def make_scratch(name: str, user: User) -> Path:
    """Create the only folder that a contestant may write to, its HOME and TMPDIR, empty; it belongs to `user`."""
    scratch = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{name}-"))
    if user != "caller":
        entry = pwd.getpwnam("nobody")
        os.chown(scratch, entry.pw_uid, entry.pw_gid)
    return scratch


def remove_scratch(scratch: Path) -> None:
    """Remove a scratch folder with its content, and never another folder, even if a state file names one.

    A file that cannot be removed (because it has another owner) stays.
    """
    if scratch.name.startswith(_PREFIX) and scratch.parent == Path(tempfile.gettempdir()):
        shutil.rmtree(scratch, ignore_errors=True)
