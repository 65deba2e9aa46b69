"""From facts to findings: samples in, estimates and comparisons out. Pure: no clock, no files, no randomness.

    RoundRecord -> laps (one number per round, and its block) -> Estimate, Sequential -> Comparison, Flag -> Analysis

The replicate is the round, never the lap and never the request: laps of one start are not independent.
"""

from fairlap.statistics.analysis import Analysis, analyse
from fairlap.statistics.comparison import Comparison, Verdict
from fairlap.statistics.estimate import CONFIDENCE, Estimate, estimate, holm
from fairlap.statistics.gates import ClosedLoop, Flag
from fairlap.statistics.latency import PercentileEstimates
from fairlap.statistics.rows import ContestantAnalysis

__all__ = [
    "CONFIDENCE",
    "Analysis",
    "ClosedLoop",
    "Comparison",
    "ContestantAnalysis",
    "Estimate",
    "Flag",
    "PercentileEstimates",
    "Verdict",
    "analyse",
    "estimate",
    "holm",
]
