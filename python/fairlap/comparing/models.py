"""The JSON contract of `fairlap compare`: two sides, the changes, and the conclusion.

The schema is schemas/compare.json (generated); a value that was not observed is null.
"""

from typing import Literal

from pydantic import Field, JsonValue

from fairlap.report import Load, Method, Row, Versions
from fairlap.report.models import MachineOfRun, ReportModel
from fairlap.statistics import Verdict

COMPARE_FORMAT = 1
"""Incremented when a key is removed or changes its meaning, not for new keys."""

Conclusion = Literal["regression", "failed", "undecided", "slower", "tie", "faster"]
"""`regression`: slower beyond chance and by more than the threshold; `slower`: beyond chance, but by less than that;
`failed`: a side failed, is invalid or was skipped, so that no comparison was possible."""

WORST_FIRST: tuple[Conclusion, ...] = ("regression", "failed", "undecided", "slower", "tie", "faster")


class SideDocument(ReportModel):
    """One side as it was asked for.

    `commit` is that of a revision, or the one that was checked out; `changed` says whether the files as they lie differ
    from it (null where there is no git). `run` holds its numbers; null when nothing was raced.
    """

    typed: str
    kind: Literal["contestant", "revision", "run"]
    commit: str | None
    changed: bool | None
    run: str | None


class Change(ReportModel):
    """`new` relative to `base`: the ratio of throughputs with its 95 % interval; the verdict rests on `p_adjusted`.

    Both rows have the shape of a row of a run (schemas/run.json).
    """

    scenario: str
    base: Row
    new: Row
    ratio: float | None
    low: float | None
    high: float | None
    p_adjusted: float | None
    verdict: Verdict
    rounds: int
    conclusion: Conclusion


class Ground(ReportModel):
    """How and where it was measured; `machines` of a cluster, none for a single machine."""

    method: Method
    versions: Versions
    load: Load
    host: dict[str, JsonValue]
    isolation: JsonValue
    machines: tuple[MachineOfRun, ...] = ()


class CompareReport(ReportModel):
    """The whole answer. `interleaved`: both took turns in one heat; else they are from two stored runs.

    `duration_s` is the time of the rounds, null when it was not recorded; `stopped` says why there was no further one.
    `notes` are what a reader must know beside the numbers. `ground` is null when nothing was raced.
    """

    compare_format: int = Field(default=COMPARE_FORMAT)
    base: SideDocument
    new: SideDocument
    interleaved: bool
    threshold: float
    precision: float
    changes: tuple[Change, ...]
    conclusion: Conclusion
    interrupted: bool
    stopped: str | None
    duration_s: float | None
    notes: tuple[str, ...]
    ground: Ground | None

    @property
    def of_one(self) -> bool:
        """Whether both sides are the same contestant, or runs: then a slower one is a regression."""
        names = {side.typed.partition("@")[0] for side in (self.base, self.new) if side.kind != "run"}
        return len(names) < 2

    @property
    def passed(self) -> bool:
        """Whether there is neither a regression nor a failed side."""
        return self.conclusion not in ("regression", "failed")
