"""Commands of `fairlap` in processes that have imported what they need: that costs 0.8 s of CPU time for each new one.

multiprocessing's fork server has only one thread and no test's state, so a fork of it is like a new process.
"""

import gc
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from unittest.mock import patch

from scipy import special

from fairlap.cli import formats, main, progress
from fairlap.race import race

SERVER = get_context("forkserver")
# What a race, its report and its pages import. The server ignores a name that does not exist, so these are no strings.
SERVER.set_forkserver_preload([module.__name__ for module in (special, formats, progress, race)])


@contextmanager
def drawing_all() -> Iterator[None]:
    """Draw each change of a race; otherwise a busy machine may leave out the one that a test waits for."""
    with patch.object(progress, "REFRESH_S", 0.0), patch.object(progress, "LARGEST_SHARE", math.inf):
        yield


def main_drawing_all() -> None:
    """Run `fairlap` with each change of a race drawn."""
    with drawing_all():
        main()


class Running:
    """A command of `fairlap` in a process of its own, with what tests need of `subprocess.Popen`."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        folder: Path | None = None,
        environment: Mapping[str, str] = os.environ,
        terminal: int | None = None,
        main: Callable[[], None] = main,
    ) -> None:
        """Start it as `main` runs it, in the current folder unless another is given.

        Its stderr is the descriptor `terminal`; without one it leads a session of its own, and both outputs are kept.
        """
        self._arguments = arguments
        self._outputs = [os.memfd_create(name) for name in ("out", "err")]
        descriptors = (self._outputs[0], self._outputs[1] if terminal is None else terminal)
        outputs = [Connection(os.dup(descriptor)) for descriptor in descriptors]  # only these go to another process
        own = (arguments, folder or Path.cwd(), dict(environment), outputs, terminal is None, main)
        self._process = SERVER.Process(target=_command, args=own)
        self._process.start()
        for output in outputs:
            output.close()
        assert self._process.pid is not None
        self.pid = self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status, or a signal below zero; `None` while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Return what `returncode` is."""
        return self.returncode

    def send_signal(self, signal: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.returncode is None:
            os.kill(self.pid, signal)

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Wait for its end, and return what it printed.

        Raises:
            subprocess.TimeoutExpired: it did not end in time, and was killed.
        """
        self._process.join(timeout)
        if self.returncode is None:
            self.kill()
            self._process.join()
            raise subprocess.TimeoutExpired(self._arguments, timeout or 0.0)
        out, err = map(_read_whole, self._outputs)
        return out, err


def _read_whole(descriptor: int) -> str:
    with open(descriptor) as file:
        file.seek(0)
        return file.read()


def run_warm(
    arguments: Sequence[str],
    bound_s: float,
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    main: Callable[[], None] = main,
) -> subprocess.CompletedProcess[str]:
    """Run `fairlap` with these arguments to its end.

    Raises:
        subprocess.TimeoutExpired: it did not end within `bound_s`, and was killed.
    """
    running = Running(arguments, folder=folder, environment=environment, main=main)
    out, err = running.communicate(bound_s)
    assert running.returncode is not None
    return subprocess.CompletedProcess(arguments, running.returncode, out, err)


def _command(
    arguments: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    outputs: Sequence[Connection],
    session: bool,
    main: Callable[[], None],
) -> None:
    if session:
        os.setsid()
    for output, stream in zip(outputs, (sys.stdout, sys.stderr), strict=True):
        os.dup2(output.fileno(), stream.fileno())
        output.close()
    gc.freeze()  # what was there before the fork is not looked through again and again
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["fairlap", *arguments]
    main()
