"""One run of one generator, and the file in which runs are kept as they are made: JSON lines, the first says where."""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from fairlap.errors import UsageError

FORMAT = 1

State = Literal["ok", "failed", "cannot"]


@dataclass(frozen=True, slots=True)
class Key:
    """Which run: the `turn`-th one of a generator in a cell. Runs of other lengths are other runs."""

    cell: str
    generator: str
    turn: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Run:
    """How a run ended. `None` is what was not observed, or not printed; never 0.

    Attributes:
        cell: of `plan`, such as `keepalive-64` or `bimodal`.
        generator: its name.
        turn: from 0.
        seconds: that were asked for.
        state: "cannot": it has no way to do this, and was not started.
        reason: why not, unless "ok".
        answers: complete ones.
        wrong: of other status than 2xx, or failed.
        answers_per_s: its own figure.
        client_us: CPU time of its process, user and system, in microseconds.
        machine_us: of all CPUs together, neither idle nor stolen, in microseconds, less what the idle machine does;
            `None` on a machine that is not idle when nothing is measured.
        steal_share: of the machine's time that the hypervisor gave to others.
        foreign_share: of the machine's time that went into neither generator nor server: a quiet machine has about 0.
        memory_bytes: the most that was resident.
        printed: microseconds by name: `p50`, `p90`, `p99`, `p99.9`, `mean`.
        true: the same by the server's own stamps, or by formula.
        offered_per_s: the rate that was asked for, of an open loop.
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
        """Which run this is."""
        return Key(self.cell, self.generator, self.turn, self.seconds)

    @property
    def client_us_per_answer(self) -> float | None:
        """CPU time of the generator for each answer, in microseconds."""
        return _each(self.client_us, self.answers)

    @property
    def machine_us_per_answer(self) -> float | None:
        """CPU time of the whole machine for each answer, in microseconds."""
        return _each(self.machine_us, self.answers)


def _each(total: int | None, answers: int | None) -> float | None:
    return None if total is None or not answers else total / answers


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where runs were made: only runs of the same surroundings are put side by side.

    `machine` has text by name (as `fairlap doctor` knows them), `versions` has a version by generator; `None` is a
    generator that does not tell. `startup_us` is a generator's CPU time before its first request, in microseconds.
    """

    machine: Mapping[str, str | None]
    versions: Mapping[str, str | None]
    started_at: str
    startup_us: Mapping[str, int | None] = field(default_factory=dict)

    def same_place(self, other: "Surroundings") -> bool:
        """Whether runs of both may stand in one file."""
        shared = self.versions.keys() & other.versions.keys()
        return self.machine == other.machine and all(self.versions[name] == other.versions[name] for name in shared)


class RunFile:
    """The runs so far. A run that was cut off while it was written was not made."""

    def __init__(self, path: Path, surroundings: Surroundings, *, fresh: bool) -> None:
        """Go on with what the file has, or begin a new one beside it.

        Args:
            path: of the file; the old one is kept under another name where its runs must not be mixed with new ones.
            surroundings: of the runs to come.
            fresh: begin a new file in any case.
        """
        self._path = path
        self.runs: dict[Key, Run] = {}
        self.surroundings = surroundings
        if path.exists():
            known, runs = read_runs(path)
            if not fresh and known.same_place(surroundings):
                self.runs = {run.key: run for run in runs}
                self.surroundings = _joined(known, surroundings)
            else:
                path.rename(path.with_name(f"{path.stem}-{known.started_at.replace(':', '')}{path.suffix}"))
        path.parent.mkdir(parents=True, exist_ok=True)
        self._write_all()

    def add(self, run: Run) -> None:
        """Keep a run: it is on the disk when this returns."""
        self.runs[run.key] = run
        with self._path.open("a", encoding="utf-8") as file:
            file.write(_line(run) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _write_all(self) -> None:
        """Anew, as the head may have grown."""
        beside = self._path.with_suffix(".new")
        write_runs(beside, self.surroundings, self.runs.values())
        beside.replace(self._path)


def write_runs(path: Path, surroundings: Surroundings, runs: Iterable[Run]) -> None:
    """A whole file of runs."""
    head = json.dumps({"format": FORMAT, **asdict(surroundings)})
    path.write_text("\n".join([head, *map(_line, runs)]) + "\n", encoding="utf-8")


def read_runs(path: Path) -> tuple[Surroundings, tuple[Run, ...]]:
    """What such a file has. A last line that was cut off is left out.

    Raises:
        UsageError: it is another file, or none.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        head = json.loads(lines[0])
        if head.pop("format") != FORMAT:
            raise UsageError(f"{path} was written by another version of the bench", hint="move it away")
        whole = [line for line in lines[1:] if line.endswith("\n")]
        return Surroundings(**head), tuple(Run(**json.loads(line)) for line in whole)
    except FileNotFoundError as error:
        raise UsageError(f"there is no file {path}", hint="measure first") from error
    except (json.JSONDecodeError, IndexError, KeyError, TypeError) as error:
        raise UsageError(f"{path} is no file of runs: {error}", hint="move it away") from error


def now() -> str:
    """The time as it is written into files."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _line(run: Run) -> str:
    """What is not known is not written: a file of a thousand runs stays small."""
    known: dict[str, Any] = {key: value for key, value in asdict(run).items() if value not in (None, {})}
    return json.dumps(known, separators=(",", ":"))


def _joined(old: Surroundings, new: Surroundings) -> Surroundings:
    return Surroundings(
        machine=old.machine,
        versions={**old.versions, **new.versions},
        started_at=old.started_at,
        startup_us={**old.startup_us, **new.startup_us},
    )
