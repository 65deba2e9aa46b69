"""Nothing outlives its site: a process beside it waits for its end, however that comes, and clears up.

Ray ends workers with KILL: when their driver is gone, when it is told to, when a machine is to be free. What a worker
has started would go on, in control groups of its own, until the next race on that machine.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fairlap.hosting.leavings import clear_leavings


@contextmanager
def guard(state: Path) -> Iterator[None]:
    """While the context lasts: should this process die, whatever its state files name is ended."""
    # `setsid --fork`: it is nobody's child and in nobody's session, so it is not killed along with this process.
    started = subprocess.Popen(
        ["setsid", "--fork", sys.executable, "-m", "fairlap.cluster.guard", str(state)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    started.wait()
    assert started.stdin is not None
    try:
        yield
    finally:
        started.stdin.close()


def main() -> None:
    """Wait until the other end of standard input is closed, which the kernel does for whoever is killed."""
    sys.stdin.buffer.read()
    clear_leavings(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
