"""CPU quotas: how long the quota of a surrounding cgroup (a container's, a slice's) throttled a process.

Fairlap sets no quota. Inside of one, it would measure the quota and not the server.
"""

from collections.abc import Iterable
from pathlib import Path

from fairlap.hosting.cgroup import mounts_of
from fairlap.hosting.groups import parse_flat

_UNITS_US = {"throttled_time": 1e-3, "throttled_usec": 1.0}
"""The key in version 1 (nanoseconds) and 2, and its unit in microseconds."""


def quota_files(pid: int) -> tuple[Path, ...]:
    """Return the `cpu.stat` files of the process's cgroup and its parents; none when the process is gone."""
    try:
        mounts = mounts_of(pid, wanted=("cpu",))
    except (FileNotFoundError, ProcessLookupError):
        return ()
    places = [(mount, directory) for _, mount, directory in mounts.v1]
    if mounts.v2 is not None:
        places.append(mounts.v2)
    found: list[Path] = []
    for mount, directory in places:
        for group in (directory, *directory.parents):
            if group.is_relative_to(mount) and _throttled_us(group / "cpu.stat") is not None:
                found.append(group / "cpu.stat")
    return tuple(found)


def throttled_us(files: Iterable[Path]) -> int | None:
    """Return the total throttled time in microseconds; `None` when no file has one. Updated once per quota period."""
    times_us = [us for us in map(_throttled_us, files) if us is not None]
    return round(sum(times_us)) if times_us else None


def _throttled_us(file: Path) -> float | None:
    try:
        values = parse_flat(file.read_text())
    except OSError:  # missing, removed just now, or forbidden
        return None
    times_us = [int(values[key]) * unit for key, unit in _UNITS_US.items() if key in values]
    return times_us[0] if times_us else None
