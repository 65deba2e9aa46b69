"""The history of a contestant from run to run: scores, change points and breaks."""

from fairlap.history.build import build_history
from fairlap.history.models import ChangePoint, History, LeftOut, Level, Point, Segment, Series

__all__ = [
    "ChangePoint",
    "History",
    "LeftOut",
    "Level",
    "Point",
    "Segment",
    "Series",
    "build_history",
]
