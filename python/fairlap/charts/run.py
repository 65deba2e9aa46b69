"""All pictures of one scenario of a run, in the order in which a reader wants them."""

from fairlap.charts.bars import capacity, cpu, memory, startup
from fairlap.charts.figure import Figure
from fairlap.charts.latency import percentile_curves, throughput_against_latency
from fairlap.charts.published import then_and_now
from fairlap.charts.ranking import ranking
from fairlap.charts.scaling import scaling
from fairlap.charts.traces import cycles, warmup
from fairlap.report import RunReport
from fairlap.report.detail import RunDetail


def run_figures(report: RunReport, detail: RunDetail, scenario: str) -> tuple[Figure, ...]:
    """Those that have data. The first is always the ranking; names are unique among all scenarios of the run."""
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
