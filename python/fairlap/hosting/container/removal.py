"""Removes containers in any state, also after a crash."""

import signal
from contextlib import suppress

from fairlap.hosting import cgroup, procfs
from fairlap.hosting.container.engine import Engine, EngineError


def remove_container(engine: Engine, name: str) -> None:
    """Kill and remove a container, frozen or not, with its anonymous volumes, if it exists.

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
    """Return this machine's pid of a container's first process; `None` while it does not run."""
    text = engine.inspect("container", name, "{{.State.Pid}}")
    return int(text) if text and text.isdecimal() and text != "0" else None


def _kill(pid: int) -> None:
    """Thaw and kill: the engine does not know that we froze the container, and would wait forever."""
    info = procfs.read_process(pid)
    if info is None:
        return
    with suppress(FileNotFoundError, ProcessLookupError):  # it ended just now
        group = cgroup.of_process(pid)
        if group is not None:
            group.thaw()
    procfs.send(info.key, signal.SIGKILL)
