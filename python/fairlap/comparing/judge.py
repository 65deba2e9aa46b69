"""Judges the change between two sides that raced together."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.comparing.models import WORST_FIRST, Change, CompareReport, Conclusion, Ground, SideDocument
from fairlap.report import PairRow, Row, RunReport
from fairlap.report.models import pair_of
from fairlap.samples import Skip


@dataclass(frozen=True, slots=True)
class Question:
    """What to compare; `threshold` (of a slowdown) and `precision` are shares above 0."""

    base: SideDocument
    new: SideDocument
    threshold: float
    precision: float
    notes: tuple[str, ...] = ()


def compare_interleaved(question: Question, report: RunReport, base: str, new: str) -> CompareReport:
    """Compare two contestants of one race.

    Args:
        question: what to compare.
        report: of the race.
        base: the base's name in it.
        new: the new side's name in it.
    """
    changes = []
    for scenario in report.scenarios:
        rows = {row.name: row for row in report.contestants if row.scenario == scenario}
        if base in rows and new in rows:
            pair = pair_of(new, base, report.pairs_of(scenario))
            changes.append(change_of(rows[base], rows[new], pair, question.threshold))
    return document_of(question, changes, report, interleaved=True)


def compare_unraced(question: Question, scenario: str, base: Skip | str, new: Skip | str) -> CompareReport:
    """Return the result when a side could not be built; a side that could is given by its name."""
    reason = "not raced, because the other side cannot take part"
    skips = [side if isinstance(side, Skip) else Skip(side, scenario, "skipped", reason, None) for side in (base, new)]
    before, after = (Row.of_skip(skip, reference="") for skip in skips)
    return document_of(question, [change_of(before, after, None, question.threshold)], None, interleaved=True)


def document_of(
    question: Question,
    changes: Sequence[Change],
    report: RunReport | None,
    *,
    interleaved: bool,
) -> CompareReport:
    """Return the whole result, with the worst of the changes as its conclusion."""
    courses = report.method.courses if report is not None and interleaved else ()
    times = [course.measured_s for course in courses if course.measured_s is not None]
    conclusions = {change.conclusion for change in changes} or {"undecided"}
    return CompareReport(
        base=question.base,
        new=question.new,
        interleaved=interleaved,
        threshold=question.threshold,
        precision=question.precision,
        changes=tuple(changes),
        conclusion=next(conclusion for conclusion in WORST_FIRST if conclusion in conclusions),
        interrupted=interleaved and report is not None and report.interrupted,
        stopped=" ".join(dict.fromkeys(course.stopped for course in courses if course.stopped)) or None,
        duration_s=sum(times) if times and len(times) == len(courses) else None,
        notes=question.notes,
        ground=None if report is None else Ground.model_validate(report, from_attributes=True),
    )


def change_of(base: Row, new: Row, pair: PairRow | None, threshold: float) -> Change:
    """Return the change of one contestant in one scenario; `pair` is `None` if both sides never shared a round."""
    usable = base.status == "ok" and new.status == "ok"
    return Change(
        scenario=base.scenario,
        base=base,
        new=new,
        ratio=pair.ratio if pair else None,
        low=pair.low if pair else None,
        high=pair.high if pair else None,
        p_adjusted=pair.p_adjusted if pair else None,
        verdict=pair.verdict if pair else "undecided",
        rounds=pair.rounds if pair else 0,
        conclusion=_conclude(pair, threshold) if usable else "failed",
    )


def _conclude(pair: PairRow | None, threshold: float) -> Conclusion:
    if pair is None:
        return "undecided"
    if pair.verdict == "slower" and pair.ratio is not None and pair.ratio < 1 / (1 + threshold):
        return "regression"
    return pair.verdict
