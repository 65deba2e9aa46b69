"""Ensures that nothing outlives a site that is killed: another process waits for its end and clears up.

Contestants of a killed Fairlap would keep computing in their control groups until the next race on that machine. On a
cluster that is usual: Ray ends workers with KILL when their driver is gone, on request, or to free a machine.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fairlap.hosting import procfs

OWNER_BOUND_S = 10.0
"""How long a killed site may take to end after its files were closed."""


@contextmanager
def guard(state: Path) -> Iterator[None]:
    """End all contestants in the state files if this process dies within the context."""
    # `setsid --fork` puts the guard into a new session, so it is not killed together with this process.
    started = subprocess.Popen(
        ["setsid", "--fork", sys.executable, "-m", "fairlap.hosting.guard", str(state), str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    started.wait()
    assert started.stdin is not None and started.stdout is not None
    try:
        yield
    finally:
        with suppress(BrokenPipeError):  # somebody killed the guard
            started.stdin.write(b"in order")
            started.stdin.close()
        started.stdout.read()  # nothing: until it has ended
        started.stdout.close()


def main() -> None:
    """Wait until the other end of standard input is closed, which the kernel also does for a killed process."""
    owner = procfs.read_process(int(sys.argv[2]))
    if sys.stdin.buffer.read():
        return
    from fairlap.hosting.leftovers import clear_leftovers  # only now: few sites are killed, and all have a guard

    if owner is not None:
        # The kernel closes files before the process counts as ended, and contestants of living sites are left alone.
        procfs.wait_ended([owner.key], OWNER_BOUND_S)
    clear_leftovers(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
