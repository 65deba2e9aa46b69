"""Removing a container, in whatever state a crash has left it."""

import signal
from contextlib import suppress

from fairlap.hosting import cgroup, procfs
from fairlap.hosting.container.engine import Engine, EngineError


def remove_container(engine: Engine, name: str) -> None:
    """Kill and remove it, frozen or not, with its anonymous volumes. There is none of that name: nothing to do.

    Raises:
        EngineError: it cannot be removed.
    """
    pid = main_pid(engine, name)
    if pid is not None:
        _kill(pid)
    try:
        engine.run("rm", "--force", "--volumes", name)
    except EngineError:
        if engine.inspect("container", name, "{{.Id}}") is not None:
            raise


def main_pid(engine: Engine, name: str) -> int | None:
    """Its first process, as this machine numbers it; `None` while it does not run."""
    told = engine.inspect("container", name, "{{.State.Pid}}")
    return int(told) if told and told.isdecimal() and told != "0" else None


def _kill(pid: int) -> None:
    """An engine does not know that we froze it: it would wait for the end of what cannot end."""
    info = procfs.read_process(pid)
    if info is None:
        return
    with suppress(FileNotFoundError, ProcessLookupError):  # it ended just now
        group = cgroup.of_process(pid)
        if group is not None:
            group.thaw()
    procfs.send(info.key, signal.SIGKILL)
