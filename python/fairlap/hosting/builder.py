"""Who runs the build commands of contestants: a user of its own, which sees its folder, its home and the toolchains."""

import functools
import os
from dataclasses import dataclass
from pathlib import Path

from fairlap.hosting.namespaces import as_caller, first_unreadable, why_no_other_users, why_not_root
from fairlap.hosting.programs import find_program
from fairlap.hosting.user import become, builder_uid, confine, limit, why_not_confined
from fairlap.hosting.view import enter_own_view, to_show

_CACHES = Path("/var/cache")
HOME = (_CACHES if os.access(_CACHES, os.W_OK) else Path.home() / ".cache") / "fairlap" / "builds"
"""The home of builds, where their tools keep caches from build to build."""

_TOOLCHAINS = ("RUSTUP_HOME", "PYENV_ROOT", "JAVA_HOME", "NVM_DIR", "GOROOT")
"""Variables that name folders of compilers, which may lie in the caller's home."""

_OF_THE_CALLER = frozenset(
    {"HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CACHE_HOME", "PIP_CACHE_DIR", "UV_CACHE_DIR", "NPM_CONFIG_CACHE"}
    | {"npm_config_cache", "COMPOSER_HOME", "GOPATH", "GOCACHE", "GOMODCACHE", "CARGO_HOME"}
)
"""Variables that name folders into which only the caller may write."""


@dataclass(frozen=True)
class Builder:
    """Who runs build commands.

    Attributes:
        uid: the user and group id; `None` for the caller's.
        start: of a command line that becomes that user.
        path: where its programs are.
        reason: why it is the caller, with the fix; `None` if it is not.
    """

    uid: int | None
    start: tuple[str, ...]
    path: str
    reason: str | None

    def environment(self, kept: dict[str, str]) -> dict[str, str]:
        """Return what remains of the caller's variables, and those of the user's own folders.

        Java asks the list of users for its home, where the user of builds is not.
        """
        kept = {**kept, "PATH": self.path}
        if self.uid is None:
            return kept
        left = {name: value for name, value in kept.items() if name not in _OF_THE_CALLER}
        own = {
            "HOME": str(HOME),
            "TMPDIR": str(HOME / "tmp"),
            "USER": "fairlap-build",
            "MAVEN_OPTS": f"-Duser.home={HOME}",
        }
        return {**left, **_toolchains(), **own}


def find_builder(folder: Path, path: str) -> Builder:
    """Return the least privileged user that can run the programs of `path` in `folder`, by trying.

    The folder must belong to that user while it runs (`give`).
    """
    why = _why_the_caller(folder, path)
    if why is not None:
        return Builder(None, (*end_with_us(), *as_caller()), path, f"builds run as the caller: {why}")
    return Builder(builder_uid(), _start(folder, path), path, None)


def _why_the_caller(folder: Path, path: str) -> str | None:
    """Return why builds in this folder cannot have a user of their own; `None` if they can."""
    if os.geteuid() != 0:
        return why_not_root()
    no_others = why_no_other_users()
    if no_others is not None:
        return no_others
    if not end_with_us():
        return "processes cannot be listed apart (fix: install util-linux, allow PID namespaces)"
    no_home = _make_home()
    if no_home is not None:
        return no_home
    unreadable = first_unreadable(_start(folder, path), [folder, HOME])
    return None if unreadable is None else f"{unreadable} (fix: allow mounts, overlayfs and user ids)"


def _start(folder: Path, path: str) -> tuple[str, ...]:
    """Return the start of a command line that becomes the user of builds, in a view with `folder` and the home."""
    shown = to_show([*map(Path, _toolchains().values()), folder], path)
    unshare, script = enter_own_view(tuple(sorted({*shown, folder, HOME})))
    setpriv, *options = become("own user", builder_uid())
    # The kernel forgets that it is to end with its parent when it becomes another user.
    filtered = confine() if why_not_confined() is None else []
    return (*end_with_us(), *unshare, *script, *limit("own user"), setpriv, "--pdeathsig=KILL", *options, *filtered)


def _toolchains() -> dict[str, str]:
    """Return the folders of compilers: those that variables name, and rustup's, which is in the caller's home."""
    named = {name: value for name in _TOOLCHAINS if (value := os.environ.get(name)) and _can_enter(value)}
    rustup = Path.home() / ".rustup"
    return {"RUSTUP_HOME": str(rustup), **named} if _can_enter(rustup) else named


def _can_enter(folder: str | Path) -> bool:
    return os.access(folder, os.R_OK | os.X_OK)


def _make_home() -> str | None:
    """Make the home of builds; return why that is impossible."""
    try:
        (HOME / "tmp").mkdir(parents=True, exist_ok=True)
        for folder in (HOME, HOME / "tmp"):
            os.chown(folder, builder_uid(), builder_uid())
        HOME.chmod(0o700)
    except OSError as error:
        return f"{error} (fix: make {HOME.parent} writable)"
    return None


def give(folder: Path, uid: int | None) -> None:
    """Give a folder and all that is in it to a user; nothing to do for the caller's (`None`)."""
    if uid is None:
        return
    os.chown(folder, uid, uid)
    for root, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.chown(Path(root, name), uid, uid, follow_symlinks=False)


@functools.cache
def end_with_us() -> tuple[str, ...]:
    """Return the start of a command line after which nothing survives: neither the command's end, nor Fairlap's.

    The command has a list of processes of its own, which the kernel ends with its first one. Empty where that is not
    permitted; then only the command's process group is ended.
    """
    setpriv, unshare = find_program("setpriv"), find_program("unshare")
    if setpriv is None or unshare is None:
        return ()
    start = (str(setpriv), "--pdeathsig=KILL", str(unshare), "--pid", "--fork", "--kill-child=KILL", "--mount-proc")
    return start if first_unreadable(start, ()) is None else ()
