"""Checks which requirements of a contestant this machine does not meet."""

import functools
import operator
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog.models import Contestant
from fairlap.catalog.requirements import EXTENSION, FILE, PROGRAM, alternatives, install_key
from fairlap.hosting.programs import contestant_path, find_files, find_program, is_hidden

_VERSION = re.compile(r"\d+(?:\.\d+)+")
_WHOLE_NUMBER = re.compile(r"\d+")
_VERSION_OPTIONS = (("--version",), ("version",), ("-version",), ("-v",))
_SPECIAL_VERSION_OPTIONS = {"go": (("version",),), "php-fpm": (("-v",),), "nginx": (("-v",),), "java": (("-version",),)}
_TIMEOUT_S = 20.0
_RELATIONS: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}


@dataclass(frozen=True)
class Missing:
    """A requirement that is not met: why, and the command that fixes it."""

    requirement: str
    reason: str
    fix: str | None


def missing(contestant: Contestant, path: str | None = None) -> tuple[Missing, ...]:
    """Return the contestant's requirements that this machine does not meet. `path`: where to search programs."""
    where = contestant_path() if path is None else path
    found = []
    for requirement in contestant.requires:
        results = [_why_missing(one, contestant, where) for one in alternatives(requirement)]
        reasons = [reason for reason in results if reason is not None]
        if len(reasons) == len(results):  # none of the alternatives is met
            found.append(Missing(requirement, ", and ".join(reasons), contestant.install.get(install_key(requirement))))
    return tuple(found)


def program_versions(contestant: Contestant, path: str) -> tuple[str, ...]:
    """Return "NAME VERSION" of every required program: builds depend on them."""
    versions = []
    for one in (one for requirement in contestant.requires for one in alternatives(requirement)):
        match = PROGRAM.fullmatch(one)
        program = find_program(match["name"], folder=contestant.folder, path=path) if match else None
        if match and program:
            versions.append(f"{match['name']} {program_version(program)}")
    return tuple(versions)


def program_version(program: Path) -> str | None:
    """Return the version that the program prints with the usual options; `None` when it prints none within 20 s."""
    return _cached_version(program, program.stat().st_mtime_ns)


@functools.lru_cache(maxsize=256)
def _cached_version(program: Path, changed_ns: int) -> str | None:  # `changed_ns` invalidates the cache
    for arguments in _SPECIAL_VERSION_OPTIONS.get(program.name, _VERSION_OPTIONS):
        text = _output(program, arguments)
        match = None if text is None else _VERSION.search(text) or _WHOLE_NUMBER.search(text)
        if match is not None:
            return match[0]
    return None


def _output(program: Path, arguments: tuple[str, ...]) -> str | None:
    """Return the output, if the program succeeds in time."""
    try:
        done = subprocess.run(
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_TIMEOUT_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None


def _why_missing(requirement: str, contestant: Contestant, path: str) -> str | None:
    if file := FILE.fullmatch(requirement):
        return None if find_files(file["path"]) else f"{file['path']} does not exist"
    if extension := EXTENSION.fullmatch(requirement):
        return _why_no_extension(extension["name"], contestant, path)
    match = PROGRAM.fullmatch(requirement)
    assert match is not None, "the catalog refuses a malformed requirement"
    return _why_no_program(match, contestant.folder, path)


def _why_no_program(wanted: re.Match[str], folder: Path, path: str) -> str | None:
    name = wanted["name"]
    program = find_program(name, folder=folder, path=path)
    if program is None:
        return f"{name} is not installed"
    if wanted["relation"] is None:
        return None
    version = program_version(program)
    if version is None:
        return f"{program} does not print its version"
    if _holds(version, wanted["relation"], wanted["version"]):
        return None
    return f"{name} is {version} ({program})"


def _why_no_extension(extension: str, contestant: Contestant, path: str) -> str | None:
    """Check a PHP extension; if the start command loads it, it need not be enabled (see contestants/php)."""
    php = find_program("php", folder=contestant.folder, path=path)
    if php is None:
        return "php is not installed"
    if is_hidden(extension):
        return f"php has no extension {extension} ({php})"
    changed_ns, load = php.stat().st_mtime_ns, f"-dextension={extension}"
    loaded = _php_extensions(php, changed_ns)
    if loaded is not None and extension.lower() not in loaded and load in contestant.start:
        loaded = _php_extensions(php, changed_ns, load)
    if loaded is None:
        return f"`{php} -m` fails"
    return None if extension.lower() in loaded else f"php has no extension {extension} ({php})"


@functools.lru_cache(maxsize=64)
def _php_extensions(php: Path, changed_ns: int, *options: str) -> frozenset[str] | None:
    """Return the extensions loaded with these options, in lower case; `None` when `php -m` fails.

    Cached: starting PHP takes 50 ms, and dozens of contestants need this.
    """
    listing = _output(php, (*options, "-m"))
    return None if listing is None else frozenset(line.strip().lower() for line in listing.splitlines())


def _holds(version: str, relation: str, bound: str) -> bool:
    return _RELATIONS[relation](_numbers(version), _numbers(bound))


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version without zeros at the end, so that 1.22 == 1.22.0."""
    numbers = [int(part) for part in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)
