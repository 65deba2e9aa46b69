"""Runs a program on one CPU: its output, and what it cost including threads and children."""

import contextlib
import os
import re
import resource
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fairlap.errors import GeneratorError
from fairlap.host import CpuUse, read_cpu_times

LOOK_S = 0.02
"""Between two readings of its memory, each of which takes about 30 us of the server's CPU."""

OUTPUT_IN_REASON = 200
"""Characters of its output that a reason quotes."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A program that ended by itself.

    `cpu_us` is user and system time from wait4(2), including ended children. `memory_bytes` is the largest VmHWM
    seen, not ru_maxrss, which starts from the memory of the forking process (fs/exec.c).
    """

    out: str
    err: str
    status: int
    cpu_us: int
    memory_bytes: int | None
    elapsed_s: float
    machine: CpuUse


def run_pinned(command: Sequence[str], cpu: int, folder: Path, bound_s: float) -> Ended:
    """Run `command` on one CPU in `folder`; its output goes to files, so that reading it takes no CPU meanwhile.

    Raises GeneratorError if it does not end within `bound_s`; it is then killed with its children.
    """
    out_path, err_path = folder / "stdout", folder / "stderr"
    with out_path.open("wb") as out, err_path.open("wb") as err:
        before, began_s = read_cpu_times(), time.monotonic()
        process = subprocess.Popen(
            ["taskset", "--cpu-list", str(cpu), *command],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd=folder,
            start_new_session=True,  # Ctrl-C goes to the bench, which kills the whole group
        )
        try:
            status, usage, memory = _waited(process, began_s + bound_s)
        except BaseException:
            with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
    elapsed_s = time.monotonic() - began_s
    return Ended(
        out=out_path.read_text(encoding="utf-8", errors="replace"),
        err=err_path.read_text(encoding="utf-8", errors="replace"),
        status=status,
        cpu_us=round((usage.ru_utime + usage.ru_stime) * 1e6),
        memory_bytes=memory,
        elapsed_s=elapsed_s,
        machine=read_cpu_times().since(before),
    )


def _waited(process: subprocess.Popen[bytes], deadline_s: float) -> tuple[int, resource.struct_rusage, int | None]:
    memory: int | None = None
    while True:
        memory = max(filter(None, (memory, resident_bytes(process.pid))), default=None)
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage, memory
        if time.monotonic() > deadline_s:
            raise GeneratorError("it did not end by itself")
        time.sleep(LOOK_S)


def resident_bytes(pid: int) -> int | None:
    """Return the peak resident memory of a process so far (VmHWM); `None` if it is gone."""
    try:
        found = re.search(r"^VmHWM:\s+(\d+) kB$", Path(f"/proc/{pid}/status").read_text(), re.M)
    except (FileNotFoundError, ProcessLookupError):
        return None
    return int(found[1]) * 1024 if found else None


def output_end(ended: Ended) -> str:
    """Return the end of its output, on one line, for a reason."""
    return " ".join((ended.err.strip() or ended.out.strip()).split())[-OUTPUT_IN_REASON:]
