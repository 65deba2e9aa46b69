"""The project's folders, a way to run `fairlap`, and a reference server, for tests of the real command line."""

import io
import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest
from typer.testing import CliRunner

from fairlap.cli import main
from fairlap.hosting.ports import free_ports
from fairlap.hosting.programs import find_fairload
from hosting_helpers import PYTHON
from warm import Running, main_drawing_all, run_warm

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
MISBEHAVING = ROOT / "tests" / "contestants"
BOUND_S = 600
"""Then a command hangs. To compile gin for the first time, beside other tests, takes more than 180 s on two CPUs."""


def copy_catalog(source: Path, catalog: Path) -> Path:
    """Copy a catalog of test contestants, so that builds do not land in the work tree.

    They run on an interpreter named by its path: `python3` may be a shim that takes more CPU time than the server.
    """
    shutil.copytree(source, catalog, ignore=shutil.ignore_patterns(".build", "results"))
    for manifest in (catalog / "contestants").glob("*/*.toml"):
        manifest.write_text(re.sub(r'(?m)^(start\s*= \[)"python3"', rf'\g<1>"{PYTHON}"', manifest.read_text()))
    return catalog


def copy_good(folder: Path) -> Path:
    """Copy `good` of the misbehaving contestants into a new folder."""
    folder.mkdir(parents=True)
    for file in ("good.toml", "server.py"):
        shutil.copy(MISBEHAVING / "contestants" / "server" / file, folder)
    return folder


@dataclass(frozen=True)
class Finished:
    """How a `fairlap` command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict:
        """stdout as JSON."""
        assert self.out.startswith(("{", "[")), f"no JSON, exit code {self.code}: {self.out[:200]} {self.err}"
        return json.loads(self.out)

    def row(self, name: str) -> dict:
        """Return the row of one contestant."""
        rows = [row for row in self.document["contestants"] if row["name"] == name]
        assert len(rows) == 1, f"{name}: {len(rows)} rows"
        return rows[0]

    def raced(self, name: str) -> dict:
        """Return the row of a contestant, and assert that it raced to the end (`assert_raced`)."""
        row = self.row(name)
        assert_raced(row)
        return row

    def all_raced(self) -> None:
        """Assert that every contestant raced to the end or was skipped, and that the exit code shows doubts."""
        rows = [row for row in self.document["contestants"] if row["status"] != "skipped"]
        for row in rows:
            assert_raced(row)
        assert rows and self.code == ("invalid" in {row["status"] for row in rows}), (self.code, self.err)


def assert_raced(row: dict) -> None:
    """Assert that it raced to the end, with no doubt other than Little's law.

    On a busy machine a few laps of 50 ms may violate that law, and the gate is right to flag them. Tests that do not
    need the numbers of a race use this instead of "ok".
    """
    doubted = row["status"] == "invalid" and row["reason"].startswith("throughput x mean latency is ")
    assert row["status"] == "ok" or doubted, row


NETWORK = Path("/proc/self/ns/net")
"""The network namespace of this process."""


@dataclass(frozen=True)
class Fairlap:
    """Runs the real command line on a catalog, with its own results folder."""

    catalog: Path
    results: Path
    prefix: tuple[str, ...] = ()

    def command(self, *arguments: str) -> list[str]:
        """Return the whole command line."""
        return [*self.prefix, sys.executable, "-m", "fairlap", *self._options(), *arguments]

    def _options(self) -> list[str]:
        return ["--catalog", str(self.catalog), "--results", str(self.results)]

    def __call__(self, *arguments: str) -> Finished:
        if self.prefix:
            done = subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=BOUND_S)
        else:
            done = run_warm([*self._options(), *arguments], BOUND_S)
        assert "Traceback" not in done.stderr, done.stderr
        return Finished(done.returncode, done.stdout, done.stderr)

    def in_process(self, *arguments: str, screen: io.StringIO | None = None) -> Finished:
        """Run it in this process, for commands that start nothing; its stderr is the `screen`, if there is one."""
        line = ["fairlap", *self._options(), *arguments]
        network = NETWORK.readlink()
        with CliRunner().isolation() as (out, err, _), patch.object(sys, "argv", line):
            with nullcontext() if screen is None else redirect_stderr(screen), pytest.raises(SystemExit) as ended:
                main()
            sys.stdout.flush()
            sys.stderr.flush()
            code = ended.value.code
            assert NETWORK.readlink() == network, "it moved this process, and with it all later tests"
            shown = err.getvalue().decode() if screen is None else screen.getvalue()
            return Finished(int(code) if isinstance(code, int) else 0, out.getvalue().decode(), shown)

    def on_terminal(
        self,
        *arguments: str,
        see: Callable[[str], None] = lambda shown: None,
        interrupt_at: str | None = None,
        by: signal.Signals = signal.SIGINT,
        **environment: str,
    ) -> Finished:
        """Run it with a terminal of 100 columns as stderr, on which each change is drawn.

        `see` gets everything shown so far whenever there is more.

        When `interrupt_at` is shown, it gets the signal `by`: Ctrl-C by default.
        """
        assert not self.prefix
        ours, theirs = pty.openpty()
        environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"} | environment
        line = [*self._options(), *arguments]
        running = Running(line, environment=environment, terminal=theirs, main=main_drawing_all)
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the last writer has closed it
                break
            if not part:
                break
            shown += part
            see(shown.decode(errors="replace"))
            if interrupt_at is not None and interrupt_at.encode() in shown:
                interrupt_at = None
                running.send_signal(by)
        os.close(ours)
        out, _ = running.communicate(timeout=BOUND_S)
        seen = shown.decode(errors="replace")
        assert "Traceback" not in seen
        return Finished(running.returncode, out, seen)

    def start(self, *arguments: str) -> Running:
        """Start it without waiting for its end."""
        assert not self.prefix
        return Running([*self._options(), *arguments])


def wait_for_port(port: int, bound_s: float = 10.0) -> None:
    """Wait until something listens on the port of the loopback."""
    deadline = time.monotonic() + bound_s
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except ConnectionRefusedError:
            assert time.monotonic() < deadline, f"nothing listens on port {port}"
            time.sleep(0.01)


@contextmanager
def reference(*arguments: str) -> Iterator[int]:
    """The port of a `fairload reference` with these options; without any it answers `Hello, world!`."""
    with serving([find_fairload(), "reference", *arguments, "--port"]) as port:
        yield port


@contextmanager
def serving(command: Sequence[str | Path], folder: Path | None = None) -> Iterator[int]:
    """The port of a server that is started in `folder`; its number is the last argument of `command`."""
    port = free_ports(1)[0]
    server = subprocess.Popen([*command, str(port)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_port(port)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=10)


def ignore(event: object) -> None:
    """An observer of races that does nothing."""
