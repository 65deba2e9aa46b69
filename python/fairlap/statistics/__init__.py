"""From facts to findings: samples in, estimates and comparisons out. Pure: no clock, no files, no randomness.

    RoundRecord -> laps (one number per round) -> Estimate, Comparison, Flag -> Analysis

The replicate is the round, never the lap and never the request: laps of one start are not independent.
"""

from fairlap.statistics.analysis import Analysis, ContestantAnalysis, analyse
from fairlap.statistics.comparison import Comparison, Verdict
from fairlap.statistics.estimate import CONFIDENCE, Estimate, estimate, holm
from fairlap.statistics.gates import ClosedLoop, Flag

__all__ = [
    "CONFIDENCE",
    "Analysis",
    "ClosedLoop",
    "Comparison",
    "ContestantAnalysis",
    "Estimate",
    "Flag",
    "Verdict",
    "analyse",
    "estimate",
    "holm",
]
