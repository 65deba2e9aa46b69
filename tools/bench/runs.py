"""Runs of generators, and the file that stores each as it ends: JSON lines after a first line about the machine."""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from fairlap.errors import UsageError

FORMAT = 1

State = Literal["ok", "failed", "cannot"]


@dataclass(frozen=True, slots=True)
class Key:
    """Identifies the `turn`-th run of a generator in a cell; a run of another length is another run."""

    cell: str
    generator: str
    turn: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Run:
    """How a run ended. `None` means not observed or not printed.

    Attributes:
        cell: a cell or case of the plan, such as `keepalive-64` or `bimodal`.
        turn: counted from 0.
        seconds: the length asked for.
        state: "cannot" if the generator has no way to do this and was not started.
        reason: why the state is not "ok".
        wrong: answers with a status other than 2xx, and failures.
        answers_per_s: the generator's own figure.
        client_us: user and system CPU time of its process.
        machine_us: busy time of all CPUs beyond that of the idle machine; `None` if the machine was never idle.
        steal_share: share of the machine's time that the hypervisor gave to others.
        foreign_share: share of the machine's time spent in neither generator nor server; about 0 on a quiet machine.
        memory_bytes: peak resident memory.
        printed: microseconds by name: `p50`, `p90`, `p99`, `p99.9`, `mean`.
        true: the same from the server's stamps or a formula.
        offered_per_s: the rate of an open loop.
    """

    cell: str
    generator: str
    turn: int
    seconds: int
    state: State
    reason: str | None = None
    answers: int | None = None
    wrong: int | None = None
    answers_per_s: float | None = None
    client_us: int | None = None
    machine_us: int | None = None
    steal_share: float | None = None
    foreign_share: float | None = None
    memory_bytes: int | None = None
    offered_per_s: float | None = None
    printed: Mapping[str, float] = field(default_factory=dict)
    true: Mapping[str, float] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        return Key(self.cell, self.generator, self.turn, self.seconds)

    @property
    def reached_share(self) -> float | None:
        """The share of the offered rate that was reached; `None` for a closed loop."""
        return None if self.answers_per_s is None or not self.offered_per_s else self.answers_per_s / self.offered_per_s

    @property
    def memory_mib(self) -> float | None:
        return None if self.memory_bytes is None else self.memory_bytes / 2**20


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What must be the same for runs to be compared.

    `machine` has the facts of `fairlap doctor` by name; `versions` is by generator, `None` if it does not report one.
    `startup_us` is a generator's CPU time before its first request, in microseconds.
    """

    machine: Mapping[str, str | None]
    versions: Mapping[str, str | None]
    started_at: str
    startup_us: Mapping[str, int | None] = field(default_factory=dict)

    def same_place(self, other: "Surroundings") -> bool:
        """Whether runs of both may share a file."""
        shared = self.versions.keys() & other.versions.keys()
        return self.machine == other.machine and all(self.versions[name] == other.versions[name] for name in shared)


class RunFile:
    """The runs so far. A run whose line was cut off does not count."""

    def __init__(self, path: Path, surroundings: Surroundings, *, fresh: bool) -> None:
        """Continue the file, or, if `fresh` or from other surroundings, rename it and start a new one."""
        self._path = path
        self.runs: dict[Key, Run] = {}
        self.surroundings = surroundings
        if path.exists():
            known, runs = read_runs(path)
            if not fresh and known.same_place(surroundings):
                self.runs = {run.key: run for run in runs}
                self.surroundings = replace(
                    known,
                    versions={**known.versions, **surroundings.versions},
                    startup_us={**known.startup_us, **surroundings.startup_us},
                )
            else:
                path.rename(path.with_name(f"{path.stem}-{known.started_at.replace(':', '')}{path.suffix}"))
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        write_runs(new, self.surroundings, self.runs.values())
        new.replace(path)

    def add(self, run: Run) -> None:
        """Store a run; it is on disk when this returns."""
        self.runs[run.key] = run
        with self._path.open("a", encoding="utf-8") as file:
            file.write(_line(run) + "\n")
            file.flush()
            os.fsync(file.fileno())


def write_runs(path: Path, surroundings: Surroundings, runs: Iterable[Run]) -> None:
    """Write a whole file of runs."""
    head = json.dumps({"format": FORMAT, **asdict(surroundings)})
    path.write_text("\n".join([head, *map(_line, runs)]) + "\n", encoding="utf-8")


def read_runs(path: Path) -> tuple[Surroundings, tuple[Run, ...]]:
    """Read a file of runs, without a last line that was cut off.

    Raises UsageError if it is missing or another kind of file.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        head = json.loads(lines[0])
        if head.pop("format") != FORMAT:
            raise UsageError(f"{path}: written by another version of the bench", hint="move it away")
        whole = [line for line in lines[1:] if line.endswith("\n")]
        return Surroundings(**head), tuple(Run(**json.loads(line)) for line in whole)
    except FileNotFoundError as error:
        raise UsageError(f"{path}: no such file", hint="measure first") from error
    except (json.JSONDecodeError, IndexError, KeyError, TypeError) as error:
        raise UsageError(f"{path}: not a file of runs: {error}", hint="move it away") from error


def now() -> str:
    """Return the time as files store it."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _line(run: Run) -> str:
    """Leave out what is not known: a file of a thousand runs stays small."""
    known: dict[str, Any] = {key: value for key, value in asdict(run).items() if value not in (None, {})}
    return json.dumps(known, separators=(",", ":"))
