"""Builds the report of a stored run: rows, ranks, comparisons. The published JSON contract; no formatting.

A value that was not observed is null, never 0. The schema is schemas/run.json (generated).
"""

from fairlap.histograms import Latency
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
    PublishedTable,
    Row,
    RunReport,
    ServiceRow,
    ThenAndNow,
    Versions,
)
from fairlap.statistics import Interval, LatencyIntervals, RowFlag
from fairlap.statistics.latency import Capacity, RateRow
from fairlap.statistics.scaling import Scaling, ScalingPoint

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
