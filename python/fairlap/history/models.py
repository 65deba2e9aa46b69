"""The JSON contract of `fairlap history`: scores of one contestant over its runs, changes, and breaks.

The schema is schemas/history.json (generated); a value that was not observed is null.
"""

from typing import Annotated

from pydantic import Field, PlainSerializer

from fairlap.report import Interval, RowFlag
from fairlap.report.models import ReportModel
from fairlap.samples import RowStatus
from fairlap.statistics.ground import Difference

HISTORY_FORMAT = 1
"""Incremented when a key is removed or changes its meaning, not for new keys."""


class Point(ReportModel):
    """What one run says of the contestant.

    `score` is throughput relative to the reference of the same cycle, with its interval over the `rounds` of that run
    alone: the mood of the run is not in it. It is null unless the status is ok; `reason` then says why. `change` is the
    score relative to the last one before it in the segment, null where there is none.
    """

    run: str
    started_at: str
    interrupted: bool
    version: str | None
    status: RowStatus
    reason: str | None
    score: Interval | None
    rounds: int
    change: float | None
    flags: tuple[RowFlag, ...]


class ChangePoint(ReportModel):
    """From the level of `runs_before` runs to that of `runs_after` runs, in the same segment.

    It happened after run `before` and not later than run `after`. `ratio` is the new level relative to the old one,
    with a 95 % interval over runs (null where runs do not vary); `p_adjusted` is the chance that runs in random order
    show such a change anywhere.
    """

    before: str
    after: str
    runs_before: int
    runs_after: int
    ratio: float
    low: float | None
    high: float | None
    p_adjusted: float


class Level(ReportModel):
    """Runs between two changes: the mean score, with its interval over `score.n` runs."""

    first: str
    last: str
    score: Interval


BreakReason = Annotated[Difference, PlainSerializer(str, return_type=str)]
"""In JSON as people read it."""


class Segment(ReportModel):
    """Runs on the same ground, oldest first. `break_reasons` say why it does not join the segment before it.

    There is one level more than there are changes; none where no run has a score. `enough` says whether there are
    runs enough to look for changes.
    """

    points: tuple[Point, ...]
    changes: tuple[ChangePoint, ...]
    levels: tuple[Level, ...]
    enough: bool
    break_reasons: tuple[BreakReason, ...]


class Series(ReportModel):
    """One scenario as one suite asks it; segments oldest first, at least one."""

    scenario: str
    suite: str
    segments: tuple[Segment, ...]

    @property
    def points(self) -> tuple[Point, ...]:
        """The points of all segments, oldest first."""
        return tuple(point for segment in self.segments for point in segment.points)


class LeftOut(ReportModel):
    """Runs that were measured in another way."""

    runs: int
    reason: str


class History(ReportModel):
    """What became of a contestant from run to run: the series with the newest run first.

    A change is shown when it is at least `minimum_effect` (a share) and `p_adjusted` is at most `significance`; it is
    looked for in segments with at least `runs_needed` scores. `left_out` are runs that have it, but cannot be shown
    here, each with the reason.
    """

    history_format: int = Field(default=HISTORY_FORMAT)
    contestant: str
    minimum_effect: float
    significance: float
    runs_needed: int
    series: tuple[Series, ...]
    left_out: tuple[LeftOut, ...] = ()
