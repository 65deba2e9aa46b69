"""The comparisons of a report as tables, and the bars that show their intervals."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.render.cells import NOTHING, VERDICTS, change, listed, p_value, percent
from fairlap.render.sheets import CONTESTANT, Bar, Cell, Column, Sheet, Tone
from fairlap.render.verdicts import Standing, first_place
from fairlap.report import PairRow, Row, RunReport
from fairlap.report.pairs import pair_of

_SHOWN = 2.0
"""Bars end at this multiple of the largest value, however wide an interval is."""

_INTERVAL = Column(("", "95 % interval"), down=True, hint="of this pair alone; sorted by its lower end")
_TONES: dict[str, Tone] = {"faster": "ok", "slower": "bad", "tie": "", "not decided": "warn"}


@dataclass(frozen=True, slots=True)
class Relation:
    """The throughput of `name` relative to that of `other`, and the verdict on `name`."""

    name: str
    other: str
    ratio: float
    low: float | None
    high: float | None
    verdict: str
    pair: PairRow

    @property
    def interval(self) -> str:
        """The interval as two changes."""
        if not self.low or not self.high:
            return NOTHING
        return f"{change(self.low)} to {change(self.high)}"

    @property
    def words(self) -> str:
        """The interval, if there is one, and the verdict."""
        return f"{self.interval}, {self.verdict}" if self.low and self.high else self.verdict


def relation_of(name: str, other: str, pairs: Sequence[PairRow]) -> Relation | None:
    """Return `name` relative to `other`, `None` if there is no ratio."""
    pair = pair_of(name, other, pairs)
    if pair is None or not pair.ratio:
        return None
    return Relation(name, other, pair.ratio, pair.low, pair.high, VERDICTS[pair.verdict], pair)


def ranked(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with a rank."""
    return [row for row in rows if row.rank is not None]


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps ratios to positions on a bar: 0 on the left, the largest bound on the right."""

    most: float

    @classmethod
    def of(cls, found: Sequence[Relation]) -> "Scale":
        """Return a common scale for all, which includes 1."""
        largest = max([1.0, *(one.ratio for one in found)])
        return cls(min(_SHOWN * largest, max([largest, *(one.high or 0.0 for one in found)])))

    def bar(self, ratio: float, low: float | None, high: float | None, tone: Tone = "") -> Bar:
        low, high = (ratio if bound is None else bound for bound in (low, high))
        return Bar(self._at(low), self._at(ratio), self._at(high), zero=self._at(1.0), tone=tone)

    def _at(self, ratio: float) -> float:
        return round(3 + 94 * min(ratio / self.most, 1.0), 1)


def pairs_table(report: RunReport, scenario: str, name: str) -> Sheet | None:
    """Return every comparison of a scenario, with the faster contestant first; `None` if there is none."""
    found = [_forward(pair) for pair in report.pairs_of(scenario)]
    if not found:
        return None
    columns = (
        CONTESTANT,
        Column(("", "against"), numeric=False),
        Column(("", "throughput"), down=True),
        _INTERVAL,
        Column(("", "verdict"), numeric=False),
        Column(("", "p"), hint="corrected for the number of pairs (Holm) and for looks during the run"),
        Column(("", "rounds"), down=True),
        Column(
            ("", "in one heat"), down=True, hint="rounds in a shared heat; the others compare through the reference"
        ),
    )
    return Sheet(
        name=name,
        title=f"all {len(found)} comparisons" if len(found) > 1 else "the comparison",
        columns=columns,
        rows=tuple(_pair_row(pair, one) for pair, one in found),
        caption=_how_to_read(report),
        filtered=True,
    )


def _how_to_read(report: RunReport) -> str:
    effect = percent(report.method.minimum_effect)
    return (
        f"Faster: beyond chance, and by at least {effect}. Tie: shown to be within {effect}. Not decided: neither, so "
        "far. The interval is that of the pair alone; the verdict rests on p, which is corrected for all pairs."
    )


def _forward(pair: PairRow) -> tuple[PairRow, Relation | None]:
    """The comparison from the view of the faster contestant."""
    one = relation_of(pair.a, pair.b, [pair])
    return pair, relation_of(pair.b, pair.a, [pair]) if one is not None and one.ratio < 1 else one


def _pair_row(pair: PairRow, one: Relation | None) -> tuple[str | Cell, ...]:
    verdict = one.verdict if one else VERDICTS[pair.verdict]
    return (
        one.name if one else pair.a,
        one.other if one else pair.b,
        Cell(change(one.ratio), key=one.ratio) if one else NOTHING,
        Cell(one.interval, key=one.low) if one else NOTHING,
        Cell(verdict, tone=_TONES[verdict], status=verdict),
        Cell(p_value(pair.p_adjusted), key=pair.p_adjusted),
        str(pair.rounds),
        str(pair.direct_rounds),
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
    lead = relation_of(order[0].name, order[1].name, pairs) if len(order) > 1 else None
    without = [f"{row.name} ({row.status})" for row in rows if row.status != "ok"]
    return (
        Cell(scenario, href=f"#{anchor}"),
        _fastest(standing, names),
        Cell(change(lead.ratio), key=lead.ratio, note=f"over {lead.other}") if lead else NOTHING,
        Cell(lead.interval, key=lead.low, note=lead.verdict) if lead else NOTHING,
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
