"""Commands of `fairlap` in processes that have imported what they need: that costs 0.8 s of CPU time for each new one.

multiprocessing's fork server has only one thread and no test's state, so a fork of it is like a new process.
"""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from scipy import special

from fairlap.cli import formats, main, progress
from fairlap.race import race

SERVER = get_context("forkserver")
# What a race, its report and its pages import. The server ignores a name that does not exist, so these are no strings.
SERVER.set_forkserver_preload([module.__name__ for module in (special, formats, progress, race)])


def run_warm(
    arguments: Sequence[str],
    bound_s: float,
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    main: Callable[[], None] = main,
) -> subprocess.CompletedProcess[str]:
    """Run `fairlap` with these arguments, in the current folder unless another is given, as `main` runs it.

    Raises:
        subprocess.TimeoutExpired: it did not end within `bound_s`, and was killed.
    """
    with TemporaryDirectory() as written:
        out, err = Path(written, "out"), Path(written, "err")
        process = SERVER.Process(
            target=_command, args=(arguments, folder or Path.cwd(), dict(environment), out, err, main)
        )
        process.start()
        process.join(bound_s)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(arguments, bound_s)
        return subprocess.CompletedProcess(arguments, process.exitcode, out.read_text(), err.read_text())


def _command(
    arguments: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    out: Path,
    err: Path,
    main: Callable[[], None],
) -> None:
    for path, stream in ((out, sys.stdout), (err, sys.stderr)):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(descriptor, stream.fileno())
        os.close(descriptor)
    gc.freeze()  # what was there before the fork is not looked through again and again
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["fairlap", *arguments]
    main()
