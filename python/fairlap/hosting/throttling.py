"""CPU quotas: how long a process was held back for the quota of any cgroup around it (a container's, a slice's).

Fairlap sets no quota. Whoever runs it inside of one measures the quota and not the server.
"""

from collections.abc import Iterable
from pathlib import Path

from fairlap.hosting.cgroup import read_mounts
from fairlap.hosting.groups import parse_flat

_UNITS_US = {"throttled_time": 1e-3, "throttled_usec": 1.0}
"""The key that tells, of version 1 (nanoseconds) and 2, and how many microseconds one of its units is."""


def quota_files(pid: int) -> tuple[Path, ...]:
    """The `cpu.stat` that count throttling, of the process's own cgroup and every one above; none when it is gone."""
    try:
        own = Path(f"/proc/{pid}/cgroup").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ()
    mounts = read_mounts(Path("/proc/self/mountinfo").read_text(), own, wanted=("cpu",))
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
    """Their sum, in microseconds; `None` when no file tells. It grows when a quota's next period begins."""
    told = [us for us in map(_throttled_us, files) if us is not None]
    return round(sum(told)) if told else None


def _throttled_us(file: Path) -> float | None:
    try:
        values = parse_flat(file.read_text())
    except OSError:  # missing, removed just now, or forbidden: it does not tell
        return None
    told = [int(values[key]) * unit for key, unit in _UNITS_US.items() if key in values]
    return told[0] if told else None
