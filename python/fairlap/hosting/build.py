"""Building a contestant: a copy of its folder, in which its build commands run, once as long as nothing changes."""

import fcntl
import hashlib
import os
import shutil
import stat
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog.models import Contestant
from fairlap.errors import BuildError
from fairlap.hosting.logs import last_words
from fairlap.hosting.programs import contestant_path, find_program
from fairlap.hosting.requirements import program_versions
from fairlap.hosting.session import how_ended, run_to_end
from fairlap.hosting.variables import Variables, expand

BUILD_TIMEOUT_S = 600.0
_FORMAT = 1
"""Grows when this file starts to build differently: old builds are then out of date."""

_STAMP = ".fairlap-built"
_SKIPPED = frozenset({"node_modules", ".git", ".venv", "venv", "__pycache__", "target", ".mypy_cache", ".pytest_cache"})
_LOG_LINES = 8
_VERSION_TIMEOUT_S = 20.0
_FRIENDLY = {
    "CI": "true",
    "NO_COLOR": "1",
    "DEBIAN_FRONTEND": "noninteractive",
    "PIP_NO_INPUT": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "COMPOSER_NO_INTERACTION": "1",
    "COMPOSER_ALLOW_SUPERUSER": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "NPM_CONFIG_UPDATE_NOTIFIER": "false",
}
_OURS = frozenset({"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"})
"""What describes Fairlap's own Python, and would mislead the contestant's."""


@dataclass(frozen=True)
class BuildResult:
    """A finished build. `skipped`: an earlier one is still good. `seconds`: how long it took now."""

    folder: Path
    log_path: Path
    skipped: bool
    seconds: float


def prepare(
    contestant: Contestant, build_root: Path, *, timeout_s: float = BUILD_TIMEOUT_S, path: str | None = None
) -> BuildResult:
    """Copy the contestant's folder to <build_root>/<name> and run its build commands there.

    Skipped when files, commands, place and versions of the required programs are those of the last finished build.
    Needs the network: comes before `enter_private_network`. Waits while another Fairlap builds the same.

    Args:
        contestant: with its `folder`.
        build_root: where builds are kept; made readable for everybody, as contestants run as nobody.
        timeout_s: for all build commands together.
        path: where programs are searched.

    Raises:
        BuildError: a command failed or took too long; with the last lines of its log.
        CatalogError: a build command uses a variable that has no value yet.
    """
    began = time.monotonic()
    where = contestant_path() if path is None else path
    folder = build_root.absolute() / contestant.name
    log_path = folder.with_name(f"{contestant.name}.build.log")
    commands = [expand(command, Variables(build=folder)) for command in contestant.build]
    folder.parent.mkdir(parents=True, exist_ok=True)
    with only_one(folder.with_name(f".{contestant.name}.lock")):
        digest = _digest(contestant, commands, program_versions(contestant, where))
        stamp = folder / _STAMP
        if stamp.is_file() and stamp.read_text() == digest:
            return BuildResult(folder, log_path, skipped=True, seconds=time.monotonic() - began)
        copy_folder(contestant.folder, folder)
        _run_all(contestant.name, commands, folder, log_path, began + timeout_s, where)
        _let_everybody_read(folder)
        # Written last, and whole: without it a build that failed or was interrupted is begun anew.
        fresh = stamp.with_suffix(".new")
        fresh.write_text(digest)
        fresh.replace(stamp)
    return BuildResult(folder, log_path, skipped=False, seconds=time.monotonic() - began)


def run_version(contestant: Contestant, folder: Path, *, path: str | None = None) -> str | None:
    """The first line that the contestant's `version` command prints in its build; `None` when it has or tells none.

    Args:
        contestant: whose version.
        folder: its finished build.
        path: where programs are searched.
    """
    if contestant.version is None:
        return None
    where = contestant_path() if path is None else path
    command = expand(contestant.version, Variables(build=folder))
    program = find_program(command[0], folder=folder, path=where)
    if program is None:
        return None
    try:
        done = subprocess.run(
            [str(program), *command[1:]],
            cwd=folder,
            env=_environment(where),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_VERSION_TIMEOUT_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = [line.strip() for line in done.stdout.decode(errors="replace").splitlines() if line.strip()]
    return lines[0] if done.returncode == 0 and lines else None


def digest_of_build(folder: Path) -> str:
    """Names all that a finished build came from: files, commands, place, versions of the required programs."""
    return (folder / _STAMP).read_text()


@contextmanager
def only_one(lock_path: Path) -> Iterator[None]:
    """Hold the lock; it goes with the process that holds it, so that a crash never blocks the next one."""
    with lock_path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _digest(contestant: Contestant, commands: Sequence[Sequence[str]], versions: Sequence[str]) -> str:
    """A hash over everything a build depends on; the commands hold the place, which virtual environments bake in."""
    return digest_of(contestant.folder, (_FORMAT, commands, versions))


def digest_of(folder: Path, facts: object) -> str:
    """A hash over the files of a contestant's folder, and over some facts by their `repr`."""
    digest = hashlib.sha256(repr(facts).encode())
    for path in _files(folder):
        content = str(path.readlink()).encode() if path.is_symlink() else path.read_bytes()
        executable = bool(path.lstat().st_mode & stat.S_IXUSR)
        digest.update(repr((str(path.relative_to(folder)), executable, len(content))).encode())
        digest.update(content)
    return digest.hexdigest()


def _files(folder: Path) -> list[Path]:
    found = []
    for root, directories, names in os.walk(folder):
        directories[:] = [name for name in directories if name not in _SKIPPED]
        links = [name for name in directories if (Path(root) / name).is_symlink()]
        found += [Path(root) / name for name in (*names, *links)]
    return sorted(found)


def copy_folder(source: Path, target: Path) -> None:
    """Copy a contestant's folder, without what was built in it; what was in `target` goes."""
    if target.exists():
        # The stamp first: a half-removed build must not look finished.
        (target / _STAMP).unlink(missing_ok=True)
        shutil.rmtree(target)
    shutil.copytree(source, target, symlinks=True, ignore=lambda _, names: _SKIPPED.intersection(names))
    _let_everybody_read(target)


def _let_everybody_read(folder: Path) -> None:
    """As a umask of 022 would have it, whatever the modes in the source and in archives that were unpacked."""
    for root, directories, names in os.walk(folder):
        for path in (Path(root), *(Path(root) / name for name in (*directories, *names))):
            if path.is_symlink():
                continue
            mode = path.stat().st_mode
            readable = mode | 0o444 | (0o111 if mode & stat.S_IXUSR or path.is_dir() else 0)
            if readable != mode and not stat.S_ISSOCK(mode):
                path.chmod(readable)


def _run_all(
    name: str, commands: Sequence[Sequence[str]], folder: Path, log_path: Path, deadline: float, path: str
) -> None:
    log_path.unlink(missing_ok=True)
    for command in commands:
        shown = " ".join(command)
        program = find_program(command[0], folder=folder, path=path)
        if program is None:
            raise BuildError(f"`{shown}`: program '{command[0]}' is not found", where=name)
        with log_path.open("ab") as log:
            log.write(f"$ {shown}\n".encode())
            log.flush()
            argv = [str(program), *command[1:]]
            try:
                status = run_to_end(argv, folder, _environment(path), log, deadline - time.monotonic())
            except OSError as error:
                raise BuildError(f"`{shown}` cannot be executed: {error.strerror}", where=name) from error
        if status == 0:
            continue
        last = last_words(log_path, _LOG_LINES) or "it said nothing"
        raise BuildError(f"`{shown}` {how_ended(status)}: {last}", where=name, hint=f"the whole log: {log_path}")


def _environment(path: str) -> dict[str, str]:
    """The user's environment, told that nobody sits in front of it."""
    kept = {name: value for name, value in os.environ.items() if name not in _OURS}
    return {**kept, **_FRIENDLY, "PATH": path}
