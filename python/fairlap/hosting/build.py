"""Builds contestants: copies their folders and runs their build commands there, again only after changes."""

import fcntl
import hashlib
import json
import os
import shutil
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from fairlap.catalog.models import Contestant
from fairlap.catalog.project import FAIRLAP_FOLDER
from fairlap.catalog.revisions import files_of_project, replace_link
from fairlap.errors import BuildError
from fairlap.hosting.builder import Builder, find_builder, give
from fairlap.hosting.launch import how_ended, run_to_end
from fairlap.hosting.logs import last_lines
from fairlap.hosting.programs import contestant_path, find_program
from fairlap.hosting.requirements import program_versions
from fairlap.hosting.variables import Variables, expand

BUILD_TIMEOUT_S = 600.0
_FORMAT = 2
"""Raised when this module builds differently, which invalidates old builds."""

_STAMP = ".fairlap-built"
_SKIPPED = frozenset(
    {FAIRLAP_FOLDER, "node_modules", ".git", ".venv", "venv", "__pycache__", "target", ".mypy_cache", ".pytest_cache"}
)
_LOG_LINES = 8
_VERSION_TIMEOUT_S = 20.0
_VERSION_BYTES = 64 << 10
_BOUNDED = ("/bin/sh", "-c", 'ulimit -f 32768; exec "$@" 2>/dev/null', "sh")
"""Start of a command that may write 16 MiB to a file (32,768 blocks of 512 bytes), and has no error output."""
_NON_INTERACTIVE = {
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
_KEPT = frozenset(
    {"HOME", "USER", "LOGNAME", "LANG", "TZ", "TMPDIR", "SHELL", "JAVA_HOME", "NVM_DIR", "XDG_CACHE_HOME"}
    | {"CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS", "PKG_CONFIG_PATH"}
    | {"SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO"}
    | {"PIP_CERT", "PIP_INDEX_URL", "PIP_FIND_LINKS", "PIP_CACHE_DIR", "PIP_DEFAULT_TIMEOUT", "UV_CACHE_DIR"}
    | {"NPM_CONFIG_REGISTRY", "NPM_CONFIG_CACHE", "npm_config_registry", "npm_config_cache", "COMPOSER_HOME"}
    | {"GOPATH", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GOFLAGS", "GOROOT", "GOTOOLCHAIN"}
    | {"CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "RUSTUP_AUTO_INSTALL", "PYENV_ROOT", "PYENV_VERSION"}
    | {name for proxy in ("http_proxy", "https_proxy", "no_proxy", "all_proxy") for name in (proxy, proxy.upper())}
)
"""What a build gets of the caller's environment, besides LC_*: where tools, caches, proxies and certificates are. All
else, such as tokens, is none of its business."""


@dataclass(frozen=True)
class BuildResult:
    """A finished build. `skipped`: an earlier one is still valid. `seconds`: how long this call took."""

    folder: Path
    log_path: Path
    skipped: bool
    seconds: float


def prepare(
    contestant: Contestant, build_root: Path, *, timeout_s: float = BUILD_TIMEOUT_S, path: str | None = None
) -> BuildResult:
    """Copy the contestant's folder to <build_root>/<name> and run its build commands there.

    Skipped when files, commands, location and versions of the required programs have not changed since the last build.
    Needs the network, so call it before `enter_private_network`. Waits while another Fairlap builds the contestant.

    Args:
        contestant: with its `folder`.
        build_root: the folder of builds; made readable for everybody, as contestants run as other users.
        timeout_s: for all build commands together.
        path: where to search programs.

    Raises:
        BuildError: a command failed or took too long; contains the last lines of its log.
        CatalogError: a build command uses a variable that has no value yet.
    """
    began = time.monotonic()
    where = contestant_path() if path is None else path
    folder = build_root.absolute() / contestant.name
    log_path = folder.with_name(f"{contestant.name}.build.log")
    commands = [expand(command, Variables(build=folder)) for command in contestant.build]
    folder.parent.mkdir(parents=True, exist_ok=True)
    with hold_lock(folder.with_name(f".{contestant.name}.lock")):
        digest = _digest(contestant, commands, program_versions(contestant, where))
        stamp = folder / _STAMP
        if stamp.is_file() and stamp.read_text() == digest:
            return BuildResult(folder, log_path, skipped=True, seconds=time.monotonic() - began)
        try:
            copy_folder(contestant.folder, folder)
            if commands:
                builder = find_builder(folder, where)
                give(folder, builder.uid)
                _run_all(contestant.name, commands, folder, log_path, began + timeout_s, builder)
                give(folder, None if builder.uid is None else os.geteuid())
            _let_everybody_read(folder)
            # Written last and atomically: without it, a failed or interrupted build starts again.
            fresh = stamp.with_suffix(".new")
            fresh.write_text(digest)
            fresh.replace(stamp)
        except OSError as error:
            raise BuildError(f"no files can be written: {_cause(error)}", where=contestant.name) from error
    return BuildResult(folder, log_path, skipped=False, seconds=time.monotonic() - began)


def write_answers(contestant: Contestant, build_root: Path) -> Path:
    """Write the answers of the built-in reference contestant into a folder of its own, which is returned."""
    text = json.dumps([answer.model_dump() for answer in contestant.answers])
    digest = hashlib.sha256(text.encode()).hexdigest()
    # Races at the same time may ask different things.
    folder = build_root.absolute() / f"{contestant.name}-{digest[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in (("answers.json", text), (_STAMP, digest)):
        fresh = folder / f"{name}.new"
        fresh.write_text(content)
        fresh.replace(folder / name)
    _let_everybody_read(folder)
    return folder


def run_version(contestant: Contestant, folder: Path, *, path: str | None = None) -> str | None:
    """Return the first line that the contestant's `version` command prints; `None` without one, or if it fails.

    Args:
        contestant: whose version to return.
        folder: its finished build.
        path: where to search programs.
    """
    if contestant.version is None:
        return None
    where = contestant_path() if path is None else path
    command = expand(contestant.version, Variables(build=folder))
    program = find_program(command[0], folder=folder, path=where)
    if program is None:
        return None
    builder = find_builder(folder, where)
    argv = [*builder.start, *_BOUNDED, str(program), *command[1:]]
    with TemporaryFile() as said:
        try:
            status = run_to_end(argv, folder, _environment(builder), said, _VERSION_TIMEOUT_S)
        except OSError:
            return None
        said.seek(0)
        lines = (line.strip() for line in said.read(_VERSION_BYTES).decode(errors="replace").splitlines())
        return next(filter(None, lines), None) if status == 0 else None


def is_build(folder: Path) -> bool:
    """Return whether a folder is a finished build."""
    return (folder / _STAMP).is_file()


def digest_of_build(folder: Path) -> str:
    """Return the digest of a build's inputs: files, commands, location, versions of the required programs."""
    return (folder / _STAMP).read_text()


def _cause(error: OSError) -> str:
    """Return what went wrong, of `copytree` the first of all."""
    if isinstance(error, shutil.Error) and isinstance(error.args[0], list):
        return str(error.args[0][0][-1])
    return str(error)


@contextmanager
def hold_lock(lock_path: Path) -> Iterator[None]:
    """Hold an exclusive lock on a file; the kernel releases it when this process ends, even in a crash."""
    with lock_path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _digest(contestant: Contestant, commands: Sequence[Sequence[str]], versions: Sequence[str]) -> str:
    """Hash everything a build depends on; the commands contain its location, which virtual environments store."""
    return digest_of(contestant.folder, (_FORMAT, commands, versions))


def digest_of(folder: Path, facts: object) -> str:
    """Hash the files of a contestant's folder and the `repr` of some facts."""
    digest = hashlib.sha256(repr(facts).encode())
    for path in _files(folder):
        shared = _is_shared(path, folder)
        for file in sorted(filter(Path.is_file, path.rglob("*"))) if shared and path.is_dir() else (path,):
            content = str(path.readlink()).encode() if path.is_symlink() and not shared else file.read_bytes()
            executable = bool((file.stat() if shared else file.lstat()).st_mode & stat.S_IXUSR)
            digest.update(repr((str(file.relative_to(folder)), executable, len(content))).encode())
            digest.update(content)
    return digest.hexdigest()


def _is_shared(path: Path, folder: Path) -> bool:
    """Return whether it is a link to something of the same catalog outside of the folder, which is copied instead."""
    if not path.is_symlink() or path.readlink().is_absolute() or not path.exists():
        return False
    origin, here = path.resolve(), folder.resolve()
    return origin.is_relative_to(here.parent.parent) and not origin.is_relative_to(here)


def _files(folder: Path) -> list[Path]:
    listed = files_of_project(folder)
    if listed is not None:
        return listed
    found = []
    for root, directories, names in os.walk(folder):
        directories[:] = [name for name in directories if name not in _SKIPPED]
        links = [name for name in directories if (Path(root) / name).is_symlink()]
        found += [Path(root) / name for name in (*names, *links)]
    return sorted(found)


def copy_folder(source: Path, target: Path) -> None:
    """Replace `target` by a copy of a contestant's folder without build results."""
    if target.exists():
        # Remove the stamp first: a half-removed build must not look finished.
        (target / _STAMP).unlink(missing_ok=True)
        shutil.rmtree(target)
    listed = files_of_project(source)
    if listed is None:
        shutil.copytree(source, target, symlinks=True, ignore=lambda _, names: _SKIPPED.intersection(names))
    else:
        target.mkdir(parents=True)
        for path in listed:
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy, follow_symlinks=False)
    for path in _files(source):
        if _is_shared(path, source):
            replace_link(target / path.relative_to(source), path)
    _let_everybody_read(target)


def _let_everybody_read(folder: Path) -> None:
    """Set the modes that a umask of 022 gives: sources and unpacked archives may have others."""
    for root, directories, names in os.walk(folder):
        for path in (Path(root), *(Path(root) / name for name in (*directories, *names))):
            if path.is_symlink():
                continue
            mode = path.stat().st_mode
            readable = mode | 0o444 | (0o111 if mode & stat.S_IXUSR or path.is_dir() else 0)
            if readable != mode and not stat.S_ISSOCK(mode):
                path.chmod(readable)


def _run_all(
    name: str, commands: Sequence[Sequence[str]], folder: Path, log_path: Path, deadline: float, builder: Builder
) -> None:
    log_path.unlink(missing_ok=True)
    for command in commands:
        shown = " ".join(command)
        program = find_program(command[0], folder=folder, path=builder.path)
        if program is None:
            raise BuildError(f"`{shown}`: program '{command[0]}' not found", where=name)
        with log_path.open("ab") as log:
            log.write(f"$ {shown}\n".encode())
            log.flush()
            argv = [*builder.start, str(program), *command[1:]]
            try:
                status = run_to_end(argv, folder, _environment(builder), log, deadline - time.monotonic())
            except OSError as error:
                raise BuildError(f"`{shown}` cannot be executed: {error.strerror}", where=name) from error
        if status == 0:
            continue
        last = last_lines(log_path, _LOG_LINES) or "no output"
        raise BuildError(f"`{shown}` {how_ended(status)}: {last}", where=name, hint=f"see the log: {log_path}")


def _environment(builder: Builder) -> dict[str, str]:
    """Return the environment of builds, with variables that make programs non-interactive."""
    kept = {name: value for name, value in os.environ.items() if name in _KEPT or name.startswith("LC_")}
    return {**builder.environment(kept), **_NON_INTERACTIVE}
