"""Laps with an external tool: started for each lap on the generator's CPUs, and parsed when it has ended."""

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

from fairlap.catalog import LoadProfile
from fairlap.errors import ContestantError, GeneratorError, UsageError
from fairlap.generators.fairload import Target
from fairlap.generators.tools.registry import DIALECTS, TOOLS, dialect_of
from fairlap.generators.tools.sanity import doubts
from fairlap.generators.tools.tool import LoadSpec, Tool, ToolResult
from fairlap.hosting.programs import find_program

LAP_MS = 1000
"""The shortest lap: most tools support only whole seconds."""

VERSION_BOUND_S = 20.0
LAST_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class ToolLap:
    """One lap: the result and CPU time of the tool, and how long it ran, including its start and end.

    `doubts` are reasons why the result cannot be true, usually none. `command` is the command line, `block` its output
    (of the last command, if there were several).
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
        name: the tool's name.
        version: as the tool reports it; `None` when it does not.
        http10: whether it supports only HTTP/1.0.
    """

    def __init__(self, tool: Tool, cpus: Sequence[int], folder: Path) -> None:
        """Read the tool's version.

        Args:
            tool: an installed tool.
            cpus: the CPUs to run it on.
            folder: for its scripts and its last output; created if missing.

        Raises:
            GeneratorError: it does not report its version.
        """
        self._tool = tool
        self._pinned = ("taskset", "--cpu-list", ",".join(map(str, cpus)))
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.name = tool.name
        self.version = version_of(tool)
        self.http10 = tool.http10

    def lap(self, target: Target, load: LoadProfile, duration_s: int, body_bytes: int | None) -> ToolLap:
        """Run the tool for a duration.

        Args:
            target: the contestant and the request.
            load: the connections of the closed loop, and the requests on their way on each.
            duration_s: in whole seconds.
            body_bytes: size of a right answer; `None` when answers differ in size.

        Raises:
            ContestantError: the tool failed, as tools do when nobody answers.
            GeneratorError: it did not end, or its output is unreadable.
        """
        return self.run(self.spec(target, load.connections, load.pipeline, duration_s=duration_s), body_bytes)

    def spec(
        self,
        target: Target,
        connections: int,
        pipeline: int,
        *,
        duration_s: int | None = None,
        requests: int | None = None,
    ) -> LoadSpec:
        """Return the settings of a run of this tool by time or by count."""
        return spec_for(target, connections, pipeline, self._folder, duration_s=duration_s, requests=requests)

    def run(self, spec: LoadSpec, body_bytes: int | None) -> ToolLap:
        """Run the tool once. Raises as `lap` does."""
        commands = self._tool.commands(spec)
        before, began_s = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        out, err = "", ""
        for command in commands:
            out, err = self._run(command, spec.bound_s)
        elapsed_s, after = time.monotonic() - began_s, resource.getrusage(resource.RUSAGE_CHILDREN)
        found = self._tool.parse(out, err, spec)
        cpu_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        why = doubts(
            found,
            connections=spec.connections,
            keepalive=spec.keepalive,
            body_bytes=body_bytes,
            by_count=spec.requests is not None,
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
        """Run a command in a new session: Ctrl-C is for fairlap, which then ends all its processes."""
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
            last = " ".join((err.strip() or out.strip()).split())[-LAST_CHARACTERS:]
            raise ContestantError(f"{self.name} ended with status {process.returncode}: {last}")
        return out, err


def find_tool(name: str, *, dialects: bool = False) -> Tool:
    """Return an installed tool, or fairload's dialect of it if `dialects` is set. Raises UsageError."""
    if name not in TOOLS:
        raise UsageError(f"unknown generator {name!r}", hint=f"use one of fairload, {', '.join(sorted(TOOLS))}")
    tool = TOOLS[name]
    if find_program(name) is None:
        if dialects and name in DIALECTS:
            return dialect_of(tool)
        raise UsageError(f"{name} is not installed", hint=tool.install)
    return tool


def require_support(tool: Tool, target: Target, connections: int, pipeline: int, folder: Path) -> None:
    """Raise UsageError before any lap when this tool cannot send the request."""
    if pipeline > 1 and not tool.pipelines:
        raise UsageError(f"{tool.name} sends one request at a time on a connection", hint="use fairload or wrk")
    if target.varies:
        hint = "use fairload, which mixes requests and fills parameters in"
        raise UsageError(f"{tool.name} sends one request again and again, and this scenario has several", hint=hint)
    if target.request.protocol != "http/1.1":
        raise UsageError(f"{tool.name} is asked for HTTP/1.1 only, and this scenario is not", hint="use fairload")
    if target.request.hex is not None or target.request.size_bytes is not None:
        raise UsageError(f"{tool.name} is asked for bodies of text only", hint="use fairload")
    if not 200 <= target.expect.status < 300:
        hint = "use fairload, which checks answers"
        raise UsageError(f"{tool.name} counts an answer with status {target.expect.status} as a failure", hint=hint)
    tool.commands(spec_for(target, connections, pipeline, folder, duration_s=LAP_MS // 1000))


def spec_for(
    target: Target,
    connections: int,
    pipeline: int,
    folder: Path,
    *,
    duration_s: int | None = None,
    requests: int | None = None,
) -> LoadSpec:
    """Return the settings of a run by time or by count."""
    return LoadSpec(
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
        pipeline=pipeline,
    )


def version_of(tool: Tool) -> str | None:
    """Return the version that the tool reports; `None` if it cannot. Raises GeneratorError when it is unreadable."""
    if tool.version_arguments is None:
        return None
    done = subprocess.run(
        [*(tool.program or (tool.name,)), *tool.version_arguments],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=VERSION_BOUND_S,
        check=False,  # wrk and others exit with 1 after printing their version
    )
    return tool.version_in(done.stdout + done.stderr)
