"""The reference server beside the runs: started on a CPU of its own, ended by its process id."""

import contextlib
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairlap.errors import GeneratorError
from fairlap.hosting.ports import free_ports

START_BOUND_S = 5.0
END_BOUND_S = 10.0
SETTLE_BOUND_S, AT_ONCE_S = 3.0, 0.02

BODY = "Hello, world!\n"
"""What `fairload reference` answers, and what fairload checks in every answer."""


@dataclass(frozen=True, slots=True)
class Daemon:
    """A server that listens."""

    url: str
    process: subprocess.Popen[bytes]

    def end(self) -> None:
        """End it, and wait until it has written what it has to write. Safe to call twice."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=END_BOUND_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def settle(self) -> None:
        """Until it answers at once, or for so long as is sane: it may still be closing what the last run left open."""
        host, port = self.url.removeprefix("http://").removesuffix("/").split(":")
        request = f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        deadline_s = time.monotonic() + SETTLE_BOUND_S
        while (began_s := time.monotonic()) < deadline_s:
            with contextlib.suppress(OSError), socket.create_connection((host, int(port)), timeout=1) as asking:
                asking.sendall(request)
                if asking.recv(4096) and time.monotonic() - began_s < AT_ONCE_S:
                    return
            time.sleep(AT_ONCE_S)

    def cpu_us(self) -> int:
        """CPU time so far, in microseconds: of its one thread, by the scheduler's own account."""
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[0]) // 1000

    def check(self) -> None:
        """Raise GeneratorError when it is gone."""
        if self.process.poll() is not None:
            raise GeneratorError(f"the reference server ended with status {self.process.returncode}")


@contextlib.contextmanager
def reference(fairload: Path, cpu: int, options: Sequence[str] = ()) -> Iterator[Daemon]:
    """`fairload reference` on one CPU, for as long as the block lasts.

    Raises:
        GeneratorError: it does not start.
    """
    (port,) = free_ports(1)
    daemon = Daemon(
        f"http://127.0.0.1:{port}/",
        subprocess.Popen(
            ["taskset", "--cpu-list", str(cpu), str(fairload), "reference", "--port", str(port), *options],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ),
    )
    try:
        _wait_for(port, daemon)
        yield daemon
    finally:
        daemon.end()
        if daemon.process.stderr is not None:
            daemon.process.stderr.close()


def _wait_for(port: int, daemon: Daemon) -> None:
    deadline_s = time.monotonic() + START_BOUND_S
    while time.monotonic() < deadline_s:
        if daemon.process.poll() is not None and daemon.process.stderr is not None:
            raise GeneratorError(f"the reference server: {daemon.process.stderr.read().decode(errors='replace')}")
        with contextlib.suppress(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        time.sleep(0.01)
    raise GeneratorError(f"the reference server did not listen within {START_BOUND_S:.0f} s")
