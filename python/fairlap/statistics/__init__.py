"""Computes estimates and comparisons from samples. Pure: no clock, no files, no randomness.

    RoundRecord -> laps (one number per round, and its block) -> Interval, Sequential -> Comparison, RowFlag -> Analysis

The replicate is the round, never the lap and never the request: laps of one start are not independent.
"""

from fairlap.statistics.analysis import Analysis, ContestantAnalysis, analyse
from fairlap.statistics.comparison import Comparison, Verdict
from fairlap.statistics.estimate import CONFIDENCE, Interval, estimate, holm
from fairlap.statistics.gates import ClosedLoop, RowFlag
from fairlap.statistics.latency import LatencyIntervals

__all__ = [
    "CONFIDENCE",
    "Analysis",
    "ClosedLoop",
    "Comparison",
    "ContestantAnalysis",
    "Interval",
    "LatencyIntervals",
    "RowFlag",
    "Verdict",
    "analyse",
    "estimate",
    "holm",
]
