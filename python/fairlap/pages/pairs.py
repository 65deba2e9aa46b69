"""The comparisons of a report as tables, and the bars that show their intervals."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.render.cells import NOTHING, change, changes, listed, p_value, percent
from fairlap.render.sheets import CONTESTANT, Bar, Cell, Column, Sheet
from fairlap.render.verdicts import VERDICTS, Standing, first_place, verdict_cell
from fairlap.report import PairRow, Row, RunReport
from fairlap.report.models import pair_of

_SHOWN = 2.0
"""Bars end at this multiple of the largest value, however wide an interval is."""

_INTERVAL = Column(("", "95 % interval"), down=True, hint="of this pair alone; sorted by its lower end")


def ranked(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.rank is not None]


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps ratios to positions on a bar: 0 on the left, the largest bound on the right."""

    most: float

    @classmethod
    def of(cls, pairs: Sequence[PairRow]) -> "Scale":
        """Return a common scale for all, which includes 1."""
        largest = max([1.0, *(pair.ratio or 0.0 for pair in pairs)])
        return cls(min(_SHOWN * largest, max([largest, *(pair.high or 0.0 for pair in pairs)])))

    def bar(self, ratio: float, low: float | None, high: float | None) -> Bar:
        low, high = (ratio if bound is None else bound for bound in (low, high))
        return Bar(self._at(low), self._at(ratio), self._at(high), zero=self._at(1.0))

    def _at(self, ratio: float) -> float:
        return round(3 + 94 * min(ratio / self.most, 1.0), 1)


def pairs_table(report: RunReport, scenario: str, name: str) -> Sheet | None:
    """Return every comparison of a scenario, with the faster contestant first; `None` if there is none."""
    found = [pair.reversed() if pair.ratio and pair.ratio < 1 else pair for pair in report.pairs_of(scenario)]
    if not found:
        return None
    heats = "rounds in a shared heat; the others compare through the reference"
    return Sheet.of(
        f"all {len(found)} comparisons" if len(found) > 1 else "the comparison",
        found,
        (CONTESTANT, lambda pair: pair.a),
        (Column(("", "against"), numeric=False), lambda pair: pair.b),
        (
            Column(("", "throughput"), down=True),
            lambda pair: Cell(change(pair.ratio), key=pair.ratio) if pair.ratio else NOTHING,
        ),
        (_INTERVAL, lambda pair: Cell(changes(pair.low, pair.high), key=pair.low)),
        (Column(("", "verdict"), numeric=False), lambda pair: verdict_cell(pair.verdict)),
        (
            Column(("", "p"), hint="corrected for the number of pairs (Holm) and for looks during the run"),
            lambda pair: Cell(p_value(pair.p_adjusted), key=pair.p_adjusted),
        ),
        (Column(("", "rounds"), down=True), lambda pair: str(pair.rounds)),
        (Column(("", "in one heat"), down=True, hint=heats), lambda pair: str(pair.direct_rounds)),
        caption=_how_to_read(report),
        name=name,
        filtered=True,
    )


def _how_to_read(report: RunReport) -> str:
    effect = percent(report.method.minimum_effect)
    return (
        f"Faster: beyond chance, and by at least {effect}. Tie: shown to be within {effect}. Not decided: neither, so "
        "far. The interval is that of the pair alone; the verdict rests on p, which is corrected for all pairs."
    )


def overview_table(report: RunReport, anchors: dict[str, str]) -> Sheet:
    """Return a line for each scenario: who won, by how much, and who is tied; `anchors` are links to the scenarios."""
    columns = (
        Column(("", "scenario"), numeric=False),
        Column(("", "fastest"), numeric=False),
        Column(("", "lead over the next"), down=True),
        _INTERVAL,
        Column(("", "tied"), numeric=False),
        Column(("", "without a rank"), numeric=False),
    )
    return Sheet(
        name="overview",
        title="fastest in each scenario",
        columns=columns,
        rows=tuple(_overview_row(report, scenario, anchors[scenario]) for scenario in report.scenarios),
        filtered=len(report.scenarios) > 4,
    )


def _overview_row(report: RunReport, scenario: str, anchor: str) -> tuple[str | Cell, ...]:
    rows, pairs = report.rows_of(scenario), report.pairs_of(scenario)
    order = ranked(rows)
    standing, names = first_place(order, pairs)
    lead = pair_of(order[0].name, order[1].name, pairs) if len(order) > 1 else None
    without = [f"{row.name} ({row.status})" for row in rows if row.status != "ok"]
    return (
        Cell(scenario, href=f"#{anchor}"),
        _fastest(standing, names),
        Cell(change(lead.ratio), key=lead.ratio, note=f"over {lead.b}") if lead and lead.ratio else NOTHING,
        Cell(changes(lead.low, lead.high), key=lead.low, note=VERDICTS[lead.verdict][0]) if lead else NOTHING,
        _ties(order),
        ", ".join(without),
    )


def _fastest(standing: Standing, names: Sequence[str]) -> Cell:
    """The contestants that are, share, or may have first place."""
    if standing == "unranked":
        return Cell("no ranks", tone="quiet", status="no ranks")
    if standing == "open":
        return Cell(listed(names, "or"), note="not decided", status="not decided")
    return Cell(listed(names), tone="ok", note="tied" if standing == "tied" else "", status="decided")


def _ties(order: Sequence[Row]) -> str:
    """Each tied pair, once."""
    place = {row.name: number for number, row in enumerate(order)}
    found = [f"{row.name} = {name}" for row in order for name in row.tied_with if place.get(name, -1) > place[row.name]]
    return ", ".join(found)
