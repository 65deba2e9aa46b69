"""The container engine, docker or podman. No other module runs their command line.

A command takes 50 to 300 ms, so laps never wait for one. No command runs in the folder of the caller: podman's conmon
writes a file `oom` into its working directory when a container runs out of memory.
"""

import json
import os
import resource
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from fairlap.errors import FairlapError, UsageError
from fairlap.hosting import procfs
from fairlap.hosting.cgroup import version_name
from fairlap.hosting.launch import OPEN_FILES, open_file_limit
from fairlap.hosting.namespaces import Child
from fairlap.hosting.programs import find_program

EngineName = Literal["podman", "docker"]
ENGINES: tuple[EngineName, ...] = ("podman", "docker")
CHOICE = "FAIRLAP_ENGINE"
"""The environment variable that chooses the engine when both are installed."""

_BOUND_S = 60.0
_END_GRACE_S = 10.0
_LOOK_AGAIN_S = 0.1
"""A build may start its next step after one was killed."""
_INSTALL = "apt-get install podman (or docker), and run as root"


class EngineError(FairlapError):
    """A command of the engine failed; the message is its last line."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A working engine. `options` precede every command."""

    name: EngineName
    program: str
    version: str
    options: tuple[str, ...] = ()

    @classmethod
    def of_command(cls, command: Sequence[str]) -> "Engine":
        """Return the engine that a state file records by the start of its command line."""
        program, *options = command
        name: EngineName = "docker" if Path(program).name == "docker" else "podman"
        return cls(name, program, "", tuple(options))

    def command(self, *arguments: str) -> list[str]:
        """Return the full command line."""
        return [self.program, *self.options, *arguments]

    def run(self, *arguments: str, timeout_s: float = _BOUND_S) -> str:
        """Run a command and return its output.

        Raises:
            EngineError: the command failed, or took too long.
        """
        try:
            with _own_folder() as folder:
                done = subprocess.run(
                    self.command(*arguments),
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=timeout_s,
                )
        except subprocess.TimeoutExpired as error:
            raise EngineError(f"`{arguments[0]}` did not end within {timeout_s:.0f} s", where=self.name) from error
        if done.returncode != 0:
            lines = (done.stderr or done.stdout).strip().splitlines()
            message = lines[-1].strip() if lines else f"exit status {done.returncode}"
            raise EngineError(f"`{arguments[0]}`: {message}", where=self.name)
        return done.stdout

    def inspect(self, kind: Literal["container", "image", "network"], name: str, form: str) -> str | None:
        """Return one fact, given by a Go template; `None` when the object does not exist."""
        try:
            return self.run(kind, "inspect", "--format", form, name).strip()
        except EngineError:
            return None

    def labels(self, kind: Literal["container", "image", "network"], name: str) -> dict[str, str]:
        """Return the labels of an object; none when it does not exist."""
        path = "Labels" if kind == "network" else "Config.Labels"
        text = self.inspect(kind, name, f"{{{{json .{path}}}}}")
        labels = None if text is None else json.loads(text)
        return {str(key): str(value) for key, value in labels.items()} if isinstance(labels, dict) else {}

    def start(self, arguments: Sequence[str], log: IO[bytes]) -> Child:
        """Start a command that keeps running (an attached `run`) in a new session, with its output in `log`."""
        return Child(
            self.command(*arguments),
            cwd=Path(log.name).parent,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def start_piped(self, arguments: Sequence[str]) -> Child:
        """Start a command that keeps running in a new session, with pipes to and from it."""
        pipe = subprocess.PIPE
        return Child(self.command(*arguments), cwd="/", stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)

    def run_on_terminal(self, *arguments: str) -> int:
        """Run a command on the caller's terminal; return its exit status."""
        with _own_folder() as folder:
            return subprocess.run(self.command(*arguments), cwd=folder).returncode

    def run_logged(self, arguments: Sequence[str], log: IO[bytes], timeout_s: float, stop: int) -> int | None:
        """Run a long command (a build) with its output in `log`; return its exit status, `None` when it was ended.

        On a timeout, a write to `stop` (an eventfd) or an interrupt of this thread, its current step is killed: then
        the command cleans up and ends by itself, which it does not do on TERM.
        """
        with self._ended(self.start(arguments, log)) as child:
            with procfs.watching_end(child.pid) as poller:
                poller.register(stop, select.POLLIN)
                ready = {number for number, _ in poller.poll(timeout_s * 1000)}
            return child.wait() if ready - {stop} else None

    @contextmanager
    def _ended(self, child: Child) -> Iterator[Child]:
        try:
            yield child
        finally:
            deadline = time.monotonic() + _END_GRACE_S
            while child.poll() is None and time.monotonic() < deadline:
                kill_steps(child.pid)
                with suppress(subprocess.TimeoutExpired):
                    child.wait(_LOOK_AGAIN_S)
            if child.poll() is None:
                with suppress(ProcessLookupError):
                    os.killpg(child.pid, signal.SIGKILL)
                child.wait()


def _own_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="fairlap-engine-")


def kill_steps(pid: int) -> None:
    """Kill the descendants of a process that have their own pid namespace: the steps of a build."""
    own = Path("/proc/self/ns/pid").readlink()
    infos = list(procfs.all_processes())
    family = {pid}
    while grown := {info.pid for info in infos if info.parent in family} - family:
        family |= grown
    for info in infos:
        with suppress(FileNotFoundError, ProcessLookupError, PermissionError):  # it ended just now
            if info.pid in family - {pid} and Path(f"/proc/{info.pid}/ns/pid").readlink() != own:
                procfs.send(info.key, signal.SIGKILL)


_USER_PROCESSES = 32_768
"""podman cannot raise limits here; this one is per user, so for all contestants together."""


def ulimits() -> tuple[str, ...]:
    """Return options of `run`: soft and hard limits are equal, and the same for every contestant."""
    files = open_file_limit(OPEN_FILES)
    _, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    processes = _USER_PROCESSES if hard == resource.RLIM_INFINITY else min(_USER_PROCESSES, hard)
    return ("--ulimit", f"nofile={files}:{files}", "--ulimit", f"nproc={processes}:{processes}")


def find_engine(environment: Mapping[str, str] = os.environ) -> Engine:
    """Return the engine in FAIRLAP_ENGINE, otherwise the first of podman and docker that works.

    Raises:
        UsageError: none works here; contains the reasons.
    """
    wanted = environment.get(CHOICE)
    if wanted is not None and wanted not in ENGINES:
        raise UsageError(f"{CHOICE}={wanted}: unknown engine", hint=f"use one of {', '.join(ENGINES)}")
    reasons: list[str] = []
    for name in ENGINES if wanted is None else (wanted,):
        found = _try(name, environment.get("PATH"))
        if isinstance(found, Engine):
            return found
        reasons.append(found)
    raise UsageError(f"no usable container engine: {'; '.join(reasons)}", hint=_INSTALL)


def _try(name: str, path: str | None) -> Engine | str:
    """Return the engine, or why it is not usable."""
    found = find_program(name, path=path)
    if found is None:
        return f"{name} is not installed"
    program = str(found)
    if os.geteuid() != 0:
        return f"{name} needs root to freeze and measure containers"
    if name == "podman":
        return _podman(program)
    engine = Engine("docker", program, "")
    try:
        version = engine.run("version", "--format", "{{.Server.Version}}").strip()
    except EngineError as error:
        return error.line()
    return Engine("docker", program, version)


def _podman(program: str) -> Engine | str:
    engine = Engine("podman", program, "")
    try:
        facts = json.loads(engine.run("info", "--format", "json"))
    except EngineError as error:
        return error.line()
    version, runtime = str(facts["version"]["Version"]), str(facts["host"]["ociRuntime"]["name"])
    # crun refuses both versions of control groups together ("cgroups in hybrid mode not supported").
    if runtime == "crun" and version_name().startswith("hybrid"):
        if find_program("runc") is None:
            return "podman's crun does not support hybrid control groups (apt-get install runc)"
        return Engine("podman", program, version, ("--runtime", "runc"))
    return Engine("podman", program, version)
