"""Compares two sides, base and new, and judges the change. No formatting, no I/O."""

from fairlap.comparing.judge import Question, compare_interleaved, compare_unraced
from fairlap.comparing.models import Change, CompareReport, Conclusion, Ground, SideDocument
from fairlap.comparing.runs import compare_runs

__all__ = [
    "Change",
    "CompareReport",
    "Conclusion",
    "Ground",
    "Question",
    "SideDocument",
    "compare_interleaved",
    "compare_runs",
    "compare_unraced",
]
