"""A stored run as a report: rows, ranks, comparisons. The published JSON contract; no formatting.

A key that could not be observed is null, never 0. The schema is schemas/run.json (generated).
"""

from fairlap.report.build import NOT_REACHED, build_report
from fairlap.report.models import (
    ClassicBeside,
    ClassicRatio,
    Course,
    Ladder,
    LadderStep,
    Load,
    Method,
    PairRow,
    PlanDecision,
    PublishedTable,
    Row,
    RunReport,
    ThenAndNow,
    Versions,
)
from fairlap.report.parts import (
    Capacity,
    Interval,
    Latency,
    LatencyIntervals,
    RateRow,
    RowFlag,
    Scaling,
    ScalingPoint,
    ServiceRow,
)

__all__ = [
    "NOT_REACHED",
    "Capacity",
    "ClassicBeside",
    "ClassicRatio",
    "Course",
    "Interval",
    "Ladder",
    "LadderStep",
    "Latency",
    "LatencyIntervals",
    "Load",
    "Method",
    "PairRow",
    "PlanDecision",
    "PublishedTable",
    "RateRow",
    "Row",
    "RowFlag",
    "RunReport",
    "Scaling",
    "ScalingPoint",
    "ServiceRow",
    "ThenAndNow",
    "Versions",
    "build_report",
]
