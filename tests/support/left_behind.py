"""Finds what a fairlap of these tests has left behind: processes and cgroups of the runs below a folder."""

import os
from contextlib import suppress
from pathlib import Path

import psutil

from fairlap.hosting.groups import TOP
from fairlap.hosting.records import MARKER

RESULTS_DEPTH = 3
"""The depth of a results folder below pytest's own one: <worker>/<test>/results."""


def left_behind(folder: Path) -> list[str]:
    """Return the processes and cgroups of fairlaps with results in this folder or a few levels below.

    Others do not count, because other tests run at the same time.
    """
    processes = []
    for process in marked_processes(folder):
        with suppress(psutil.NoSuchProcess):  # it has ended meanwhile
            processes.append(f"{process.pid} {' '.join(process.cmdline())}")
    runs = runs_of(folder)
    return [*processes, *(str(path) for path in fairlap_cgroups() if path.name in runs)]


def runs_of(folder: Path) -> set[str]:
    """Return the runs with logs below: a fairlap creates their folder before it starts anything, and keeps it."""
    found = set()
    for above, names, _ in os.walk(folder):
        logs = Path(above, "logs")
        if len(logs.relative_to(folder).parts) > RESULTS_DEPTH:
            names.clear()
        if "logs" not in names:
            continue
        runs = {path.name for path in logs.iterdir() if path.is_dir()}
        found |= runs | {f"{run}-services" for run in runs}
    return found


def marked_processes(folder: Path) -> list[psutil.Process]:
    """Return the processes that the fairlaps of these results started, without fairlap's own."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            run = process.environ().get(MARKER)
            if run is not None and process.status() != psutil.STATUS_ZOMBIE:
                found.append((run.partition("/")[0], process))
    # A process starts after the folder of its logs exists, so looking for the runs first could miss one.
    runs = runs_of(folder)
    return [process for run, process in found if run in runs]


def fairlap_cgroups() -> list[Path]:
    """Return the cgroups of runs, in any controller; `os.walk` tolerates that some disappear meanwhile."""
    walk = os.walk("/sys/fs/cgroup")
    return [Path(above, name) for above, names, _ in walk if Path(above).name == TOP for name in names]
