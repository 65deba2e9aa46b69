"""Starts a server on a CPU of its own for the runs, and ends it."""

import contextlib
import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from fairlap.errors import GeneratorError
from fairlap.hosting.ports import free_ports

START_BOUND_S = 5.0
END_BOUND_S = 10.0
SETTLE_BOUND_S, AT_ONCE_S = 3.0, 0.02

BODY = "Hello, world!\n"
"""The answer of `fairload reference`, which fairload checks."""


@dataclass(frozen=True, slots=True)
class Daemon:
    """A running server."""

    url: str
    process: subprocess.Popen[bytes]

    def end(self) -> None:
        """End it and wait until it has written its files. Safe to call twice."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=END_BOUND_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def settle(self) -> None:
        """Wait, up to a bound, until it answers at once: it may still be closing connections of the last run."""
        host, port = address_of(self.url).split(":")
        request = f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        deadline_s = time.monotonic() + SETTLE_BOUND_S
        while (began_s := time.monotonic()) < deadline_s:
            with contextlib.suppress(OSError), socket.create_connection((host, int(port)), timeout=1) as asking:
                asking.sendall(request)
                if asking.recv(4096) and time.monotonic() - began_s < AT_ONCE_S:
                    return
            time.sleep(AT_ONCE_S)

    def cpu_us(self) -> int:
        """Return the CPU time of its single thread so far, in microseconds, as the scheduler counts it."""
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[0]) // 1000

    def check(self) -> None:
        """Raise GeneratorError if it has ended."""
        if self.process.poll() is not None:
            raise GeneratorError(f"the reference server ended with status {self.process.returncode}")


def address_of(url: str) -> str:
    """Return host:port of an HTTP URL without a path."""
    return url.removeprefix("http://").removesuffix("/")


def reference(fairload: Path, cpu: int, options: Sequence[str] = ()) -> contextlib.AbstractContextManager[Daemon]:
    """Run `fairload reference` on one CPU during the block. Raises GeneratorError if it does not start."""
    return daemon([str(fairload), "reference", "--port", "{port}", *options], cpu)


@contextlib.contextmanager
def daemon(command: Sequence[str], cpu: int) -> Iterator[Daemon]:
    """Run a server, whose arguments name its `{port}`, on one CPU during the block.

    Raises GeneratorError if it does not start.
    """
    (port,) = free_ports(1)
    pinned = ["taskset", "--cpu-list", str(cpu), *(part.replace("{port}", str(port)) for part in command)]
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            pinned,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env=os.environ | {"NODE_ENV": "production"},
            start_new_session=True,
        )
        started = Daemon(f"http://127.0.0.1:{port}/", process)
        try:
            _wait_for(port, process, errors)
            yield started
        finally:
            started.end()


def _wait_for(port: int, process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
    deadline_s = time.monotonic() + START_BOUND_S
    while time.monotonic() < deadline_s:
        if process.poll() is not None:
            errors.seek(0)
            raise GeneratorError(f"the server ended at its start: {errors.read().decode(errors='replace')}")
        with contextlib.suppress(ConnectionRefusedError, TimeoutError):
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        time.sleep(0.01)
    raise GeneratorError(f"the server does not listen after {START_BOUND_S:.0f} s")
