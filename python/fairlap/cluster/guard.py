"""Ensures that no contestant outlives its site: another process waits for the end of the site and clears up.

Ray ends workers with KILL: when their driver is gone, on request, or to free a machine. Contestants of a killed worker
would keep running in their control groups until the next race on that machine.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fairlap.hosting import procfs
from fairlap.hosting.leftovers import clear_leftovers

OWNER_BOUND_S = 10.0
"""How long a killed site may take to end after its files were closed."""


@contextmanager
def guard(state: Path) -> Iterator[None]:
    """End all contestants in the state files if this process dies within the context."""
    # `setsid --fork` puts the guard into a new session, so it is not killed together with this process.
    started = subprocess.Popen(
        ["setsid", "--fork", sys.executable, "-m", "fairlap.cluster.guard", str(state), str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    started.wait()
    assert started.stdin is not None
    try:
        yield
    finally:
        with suppress(BrokenPipeError):  # somebody killed the guard
            started.stdin.write(b"in order")
            started.stdin.close()


def main() -> None:
    """Wait until the other end of standard input is closed, which the kernel also does for a killed process."""
    owner = procfs.read_process(int(sys.argv[2]))
    in_order = sys.stdin.buffer.read()
    if owner is not None and not in_order:
        # The kernel closes files before the process counts as ended, and contestants of living sites are left alone.
        procfs.wait_ended([owner.key], OWNER_BOUND_S)
    clear_leftovers(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
