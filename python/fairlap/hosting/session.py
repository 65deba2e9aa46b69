"""Runs a command to its end or to a timeout, and ends all its processes."""

import os
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

from fairlap.hosting.launch import interrupts_held


def run_to_end(
    command: Sequence[str], cwd: Path, env: Mapping[str, str], log: IO[bytes], timeout_s: float
) -> int | None:
    """Run a command in its own process group; return its exit status, `None` when it took too long.

    The rest of the group is killed at the end, at the timeout, and on Ctrl-C.
    """
    with ExitStack() as undo:
        with interrupts_held():
            child = subprocess.Popen(
                command,
                cwd=cwd,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                umask=0o022,
            )
            undo.callback(_kill_all, child)
        ended = _await_end(child.pid, timeout_s)
    return child.returncode if ended else None


def _kill_all(child: subprocess.Popen[bytes]) -> None:
    # Not waited for yet, so the number of the group cannot have been reused.
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def how_ended(status: int | None) -> str:
    """Describe the result of `run_to_end` in words."""
    return "took too long" if status is None else f"ended with status {status}"


def _await_end(pid: int, timeout_s: float) -> bool:
    descriptor = os.pidfd_open(pid)
    try:
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        return bool(poller.poll(max(0.0, timeout_s) * 1000))
    finally:
        os.close(descriptor)
