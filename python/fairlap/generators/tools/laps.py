"""Laps with somebody else's tool: started anew for each lap, on the generator's CPUs, and read when it has ended."""

import math
import os
import resource
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fairlap.errors import ContestantError, GeneratorError, UsageError
from fairlap.generators.fairload import Target
from fairlap.generators.tools.dialect import DIALECTS, dialect_of
from fairlap.generators.tools.registry import TOOLS
from fairlap.generators.tools.result import ToolResult
from fairlap.generators.tools.sanity import doubts
from fairlap.generators.tools.tool import Ask, Tool
from fairlap.hosting.programs import find_program

LAP_MS = 1000
"""The shortest lap: most tools know whole seconds only."""

VERSION_BOUND_S = 20.0
SAID = 300


@dataclass(frozen=True, slots=True)
class ToolLap:
    """One lap: what the tool said, its CPU time, and how long it was there, its start and its end included.

    `doubts` are reasons why what it said cannot be true; usually there is none. `command` is what was run, `block` what
    it printed: the last part of it, where it took several.
    """

    found: ToolResult
    command: str
    block: str
    cpu_us: int
    elapsed_s: float
    doubts: tuple[str, ...]


class ToolLaps:
    """One tool that laps contestants. Not thread-safe: one lap at a time.

    Attributes:
        name: of the tool.
        version: as it says itself; `None` when it does not tell.
        http10: it knows HTTP/1.0 only.
    """

    def __init__(self, tool: Tool, cpus: Sequence[int], folder: Path) -> None:
        """Ask for its version.

        Args:
            tool: that is installed.
            cpus: to run on.
            folder: for its scripts and its last output; made when missing.

        Raises:
            GeneratorError: it does not say its version.
        """
        self._tool = tool
        self._pinned = ("taskset", "--cpu-list", ",".join(map(str, cpus)))
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.name = tool.name
        self.version = version_of(tool)
        self.http10 = tool.http10

    def lap(self, target: Target, connections: int, duration_s: int, body_bytes: int | None) -> ToolLap:
        """One run of the tool by time.

        Args:
            target: whom to ask what.
            connections: of the closed loop.
            duration_s: in whole seconds.
            body_bytes: of a right answer; `None` when answers differ in size.

        Raises:
            ContestantError: the tool ended with an error, as tools do when nobody answers.
            GeneratorError: it did not end, or its output cannot be understood.
        """
        return self.run(ask_for(target, connections, self._folder, duration_s=duration_s), body_bytes)

    def ask(
        self, target: Target, connections: int, *, duration_s: int | None = None, requests: int | None = None
    ) -> Ask:
        """A run of this tool by time or by count."""
        return ask_for(target, connections, self._folder, duration_s=duration_s, requests=requests)

    def run(self, ask: Ask, body_bytes: int | None) -> ToolLap:
        """One run. Raises as `lap` does."""
        commands = self._tool.commands(ask)
        before, began_s = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        out, err = "", ""
        for command in commands:
            out, err = self._run(command, ask.bound_s)
        elapsed_s, after = time.monotonic() - began_s, resource.getrusage(resource.RUSAGE_CHILDREN)
        found = self._tool.parse(out, err, ask)
        cpu_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        why = doubts(
            found,
            connections=ask.connections,
            keepalive=ask.keepalive,
            body_bytes=body_bytes,
            by_count=ask.requests is not None,
        )
        return ToolLap(
            found=found,
            command=" && ".join(map(shlex.join, commands)),
            block=out,
            cpu_us=round(cpu_s * 1e6),
            elapsed_s=elapsed_s,
            doubts=why,
        )

    def _run(self, command: Sequence[str], bound_s: float) -> tuple[str, str]:
        """In a session of its own: a Ctrl-C is for fairlap, which then ends it and whatever it started."""
        process = subprocess.Popen(
            [*self._pinned, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._folder,
            start_new_session=True,
            text=True,
            errors="replace",
        )
        try:
            out, err = process.communicate(timeout=bound_s)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            if isinstance(error, subprocess.TimeoutExpired):
                raise GeneratorError(f"{self.name} did not end within {bound_s:.0f} s") from error
            raise
        (self._folder / "output.txt").write_text(f"{out}\n{err}", encoding="utf-8")
        if self._tool.exit_codes is not None and process.returncode not in self._tool.exit_codes:
            said = " ".join((err.strip() or out.strip()).split())[-SAID:]
            raise ContestantError(f"{self.name} ended with status {process.returncode}: {said}")
        return out, err


def find_tool(name: str, *, dialects: bool = False) -> Tool:
    """Return a tool that is installed, or fairload's dialect of it where `dialects` will do. Raises UsageError."""
    if name not in TOOLS:
        raise UsageError(f"no generator {name!r}", hint=f"known are fairload, {', '.join(sorted(TOOLS))}")
    tool = TOOLS[name]
    if find_program(name) is None:
        if dialects and name in DIALECTS:
            return dialect_of(tool)
        raise UsageError(f"{name} is not installed", hint=tool.install)
    return tool


def refuse_what_it_cannot(tool: Tool, target: Target, connections: int, folder: Path) -> None:
    """Raise UsageError when this tool cannot ask this, before any lap."""
    if not 200 <= target.expect.status < 300:
        hint = "use fairload, which knows what a right answer is"
        raise UsageError(f"{tool.name} takes an answer of status {target.expect.status} for a failure", hint=hint)
    tool.commands(ask_for(target, connections, folder, duration_s=LAP_MS // 1000))


def ask_for(
    target: Target, connections: int, folder: Path, *, duration_s: int | None = None, requests: int | None = None
) -> Ask:
    """A run in a tool's terms: by time or by count."""
    return Ask(
        url=f"http://{target.address}{target.request.path}",
        connections=connections,
        keepalive=target.keepalive,
        folder=folder,
        duration_s=duration_s,
        requests=requests,
        method=target.request.method,
        headers=tuple(target.request.headers.items()),
        body=target.request.body,
        timeout_s=max(1, math.ceil(target.timeout_ms / 1000)),
    )


def version_of(tool: Tool) -> str | None:
    """As it says itself; `None` when it does not tell. Raises GeneratorError when it is not understood."""
    if tool.version_arguments is None:
        return None
    done = subprocess.run(
        [*(tool.program or (tool.name,)), *tool.version_arguments],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=VERSION_BOUND_S,
        check=False,  # wrk and others end with 1 when they are asked for their version
    )
    return tool.version_in(done.stdout + done.stderr)
