"""Pages that compare two runs or two contestants of a run, and the page to choose them."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairlap.comparing import Change, CompareReport
from fairlap.pages.paths import history_page, run_page
from fairlap.pages.runs import RunLine, when
from fairlap.pages.site import Place, render
from fairlap.render.cells import NOTHING, changes, clean, digits, p_value
from fairlap.render.cells import change as change_text
from fairlap.render.comparison import NOT_INTERLEAVED, failure, origin, remarks, sentence, side_by_side
from fairlap.render.sheets import CONTESTANT, Bar, Cell, Column, Filled, Sheet, Tone
from fairlap.render.verdicts import VERDICTS, verdict_cell
from fairlap.report import Row

_WIDEST = math.log(4)
"""Largest logarithm shown by a bar, so that one wide interval does not shrink the others to points."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link relative to the index; `note` describes its target."""

    href: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Links:
    """Links under a heading."""

    title: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The options of the forms and the current choice; empty strings where nothing is chosen.

    `contestants` are those of `run`; `trouble` says what was wrong with the previous choice.
    """

    runs: tuple[RunLine, ...]
    base: str = ""
    new: str = ""
    run: str = ""
    contestants: tuple[str, ...] = ()
    a: str = ""
    b: str = ""
    trouble: str = ""

    @property
    def suites(self) -> tuple[str, ...]:
        """The suites in the order of the runs."""
        return tuple(dict.fromkeys(line.suite for line in self.runs))


def choice_page(choice: Choice, place: Place) -> str:
    """Return the page with two forms, for two runs and for two contestants; they need a server but no script."""
    return render("compare.html", place, choice=choice, links=(), bound="", when=when, clean=clean)


def links_page(links: Sequence[Links], bound: str, place: Place) -> str:
    """Return the page for a static site: links to comparisons made when it was written, limited as `bound` says."""
    return render("compare.html", place, choice=None, links=links, bound=bound, when=when, clean=clean)


def runs_compared_page(report: CompareReport, base: RunLine, new: RunLine, place: Place) -> str:
    """Return the page on which contestants got faster or slower from one run to another."""
    return _page(
        report,
        place,
        title=f"{clean(base.suite)}: {when(base.started_at)} → {when(new.started_at)}",
        facts=tuple((name, _side(line)) for name, line in (("base", base), ("new", new))),
        note=NOT_INTERLEAVED,
        by_contestant=True,
    )


def contestants_compared_page(report: CompareReport, run: RunLine, place: Place) -> str:
    """Return the page that compares two contestants of a run."""
    base, new = clean(report.base.typed), clean(report.new.typed)
    return _page(
        report,
        place,
        title=f"{new} against {base}",
        facts=(("run", _side(run)),),
        note="Both were measured in the same run; in shared heats, in the same cycles.",
        by_contestant=False,
    )


def refused_page(reason: str, links: Sequence[Link], place: Place) -> str:
    """Return the page that says why two sides cannot be compared."""
    return render("refused.html", place, reason=clean(reason), links=links)


def _page(
    report: CompareReport,
    place: Place,
    *,
    title: str,
    facts: tuple[tuple[str, Link], ...],
    note: str,
    by_contestant: bool,
) -> str:
    return render(
        "compared.html",
        place,
        title=title,
        answers=tuple(_answers(report)),
        facts=facts,
        note=note,
        interrupted=report.interrupted,
        table=_table(report, place, by_contestant=by_contestant),
        sheets=() if by_contestant else tuple(side_by_side(change) for change in report.changes),
        remarks=tuple(dict.fromkeys(remarks(report))),
        origin=" · ".join(origin(report)),
    )


def _side(line: RunLine) -> Link:
    return Link(run_page(line.run), f"{clean(line.suite)}, {when(line.started_at)} UTC", f"run {clean(line.run)}")


def _answers(report: CompareReport) -> Iterator[str]:
    """Counts of verdicts, then a sentence for each change that differs; of a single change the sentence alone."""
    changes = report.changes
    if len(changes) > 1:
        found = Counter(map(_kind, changes))
        counts = [f"{found[kind]} {words}" for kind, (words, _) in VERDICTS.items() if found[kind]]
        yield f"Of {len(changes)} comparisons: {', '.join(counts)}."
    for change in changes:
        if len(changes) == 1 or _kind(change) in ("faster", "slower"):
            yield clean(sentence(report, change, gate=False)) + "."


def _kind(change: Change) -> str:
    return "failed" if change.conclusion == "failed" else change.verdict


def _table(report: CompareReport, place: Place, *, by_contestant: bool) -> Sheet:
    extent = _extent(report)
    contestant: tuple[Filled[Change], ...] = ((CONTESTANT, lambda change: _contestant(change, place)),)
    return Sheet.of(
        "from base to new" if by_contestant else f"from {clean(report.base.typed)} to {clean(report.new.typed)}",
        report.changes,
        *(contestant if by_contestant else ()),
        (Column(("", "scenario"), numeric=False), lambda change: change.scenario),
        (Column(("", "change"), down=True), lambda change: _change_cell(change, extent)),
        (
            Column(("", "95 % interval")),
            lambda change: Cell(changes(change.low, change.high), key=change.low) if _usable(change) else NOTHING,
        ),
        (
            Column(("", "verdict"), numeric=False),
            lambda change: verdict_cell(_kind(change), clean(failure(change)) if _kind(change) == "failed" else ""),
        ),
        (Column(("", "score, base"), down=True), lambda change: _score(change.base)),
        (Column(("", "score, new"), down=True), lambda change: _score(change.new)),
        (Column(("", "rounds")), lambda change: str(change.rounds)),
        (Column(("", "p")), lambda change: Cell(p_value(change.p_adjusted), key=change.p_adjusted)),
        caption="Change: requests per second relative to the reference, new against base. The dot is the change, the "
        "line its interval, the mark in the middle means no change.",
        name="changes",
        filtered=by_contestant and len(report.changes) > 5,
    )


def _extent(report: CompareReport) -> float:
    """The largest logarithm that the bars show."""
    bounds = [bound for change in report.changes for bound in (change.low, change.high, change.ratio) if bound]
    return min(_WIDEST, max((abs(math.log(bound)) for bound in bounds), default=0.0)) or 0.01


def _contestant(change: Change, place: Place) -> Cell:
    return Cell(clean(change.new.name), href=f"{place.root}{history_page(change.new.name)}")


def _score(row: Row) -> str:
    return digits(row.score.value if row.score else None)


def _usable(change: Change) -> bool:
    return change.ratio is not None and change.conclusion != "failed"


def _change_cell(change: Change, extent: float) -> Cell | str:
    if change.ratio is None or not _usable(change):
        return NOTHING
    bar = None
    if change.low and change.high:
        low, value, high = (_spot(bound, extent) for bound in (change.low, change.ratio, change.high))
        tone: Tone = "" if change.verdict in ("faster", "slower") else "quiet"
        bar = Bar(low, value, high, zero=50.0, tone=tone)
    return Cell(change_text(change.ratio), key=change.ratio, bar=bar)


def _spot(ratio: float, extent: float) -> float:
    """The position of a ratio on a bar whose middle is 1, in percent of its length."""
    return round(50 + 48 * max(-1.0, min(1.0, math.log(ratio) / extent)), 1)
