"""Pictures of a report, drawn as SVG without a browser.

A `Figure` says what is shown; `drawing` makes SVG or PNG of it. Nothing here reads a store or serves a page.
Pictures of a history are in `trend`: the page of a run needs none, and what they import.
"""

from fairlap.charts.bars import capacity, cpu, memory, startup
from fairlap.charts.figure import Figure
from fairlap.charts.latency import percentile_curves, throughput_against_latency
from fairlap.charts.picture import picture
from fairlap.charts.published import then_and_now
from fairlap.charts.ranking import ranking
from fairlap.charts.scaling import scaling
from fairlap.charts.steps import ladder_figures
from fairlap.charts.traces import cycles, warmup
from fairlap.report import RunReport
from fairlap.report.detail import RunDetail

__all__ = ["Figure", "ladder_figures", "picture", "run_figures"]


def run_figures(report: RunReport, detail: RunDetail, scenario: str) -> tuple[Figure, ...]:
    """Return all pictures of a scenario that have data, in the order in which a reader wants them.

    The first is always the ranking; names are unique among all scenarios of the run.
    """
    own = f"s{report.scenarios.index(scenario) + 1 if scenario in report.scenarios else 1}"
    found = (
        ranking(report, scenario, f"{own}-ranking"),
        throughput_against_latency(report, scenario, f"{own}-latency"),
        percentile_curves(report, detail, scenario, f"{own}-percentiles"),
        cpu(report, scenario, f"{own}-cpu"),
        then_and_now(report, scenario, f"{own}-then"),
        capacity(report, scenario, f"{own}-capacity"),
        scaling(report, scenario, f"{own}-scaling"),
        cycles(report, detail, scenario, f"{own}-cycles"),
        warmup(report, detail, scenario, f"{own}-warmup"),
        memory(report, scenario, f"{own}-memory"),
        startup(report, scenario, f"{own}-startup"),
    )
    return tuple(figure for figure in found if figure is not None)
