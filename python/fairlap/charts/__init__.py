"""Pictures of a report, drawn as SVG without a browser.

A `Figure` says what is shown; `drawing` makes SVG or PNG of it. Nothing here reads a store or serves a page.
Pictures of a history are in `trend`: the page of a run needs none, and what they import.
"""

from fairlap.charts.figure import Figure
from fairlap.charts.picture import picture
from fairlap.charts.run import run_figures
from fairlap.charts.steps import ladder_figures

__all__ = ["Figure", "ladder_figures", "picture", "run_figures"]
