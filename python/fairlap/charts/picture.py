"""One picture for a README: who won and how sure that is, and the conditions."""

from dataclasses import replace

from fairlap.charts import marks
from fairlap.charts.figure import Figure
from fairlap.charts.layout import text_width
from fairlap.charts.ranking import ranking, ranking_view
from fairlap.charts.theme import FONT_SIZE, SMALL_SIZE
from fairlap.render.cells import clean, counted
from fairlap.render.sentences import findings
from fairlap.report import RunReport

WIDTH = 800
_SENTENCES = 2
"""Who is fastest, and who is tied; the rest is in the picture itself."""


def picture(report: RunReport, scenario: str) -> Figure:
    """The ranking of a scenario with a title, the sentences of who won and is tied, and the conditions. 800 wide."""
    view = ranking_view(report, scenario, WIDTH - 12)
    said = findings(report, scenario)[:_SENTENCES]
    lines = [line for sentence in said for line in wrapped(sentence, WIDTH - 20, FONT_SIZE + 1)]
    below = [
        marks.words(-view.left, view.bottom + 14 + 16 * place, line, "muted", size=SMALL_SIZE)
        for place, line in enumerate(wrapped(conditions(report, scenario), WIDTH - 20, SMALL_SIZE))
    ]
    whole = replace(view, marks=(*view.marks, *below))
    title = wrapped(_title(report, scenario), WIDTH - 20, FONT_SIZE + 7)
    small = ranking(report, scenario, "picture")
    return Figure(
        name="picture",
        title=_title(report, scenario),
        description=f"{small.description} {conditions(report, scenario)}",
        view=whole.titled(title, lines, FONT_SIZE + 6, FONT_SIZE + 1),
        table=small.table,
    )


def conditions(report: RunReport, scenario: str) -> str:
    """Date, machine, connections and rounds in one line."""
    load = report.load
    rounds = max((course.rounds for course in report.method.courses if course.scenario == scenario), default=0)
    cpu, cpus = report.host.get("cpu_model"), report.host.get("cpus")
    parts = [
        report.started_at[:10],
        *([clean(cpu)] if isinstance(cpu, str) else []),
        *([f"{cpus} CPUs"] if isinstance(cpus, int) else []),
        f"{load.connections} connections{'' if load.keepalive else ', one for each request'}",
        counted(rounds, "round"),
        f"fairlap {report.versions.fairlap}",
    ]
    return " · ".join(parts)


def wrapped(text: str, pixels: float, size: float) -> list[str]:
    """The text in lines of at most so many pixels; a longer word has a line of its own."""
    lines: list[str] = []
    for word in text.replace(" %", "\N{NO-BREAK SPACE}%").split(" "):
        if lines and text_width(f"{lines[-1]} {word}", size) <= pixels:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def _title(report: RunReport, scenario: str) -> str:
    title = clean(report.title)
    return title if len(report.scenarios) < 2 else f"{title}: {scenario}"
