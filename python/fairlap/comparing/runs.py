"""Compares two stored runs, which were not interleaved, by the scores of the contestants that are in both."""

import math
from collections.abc import Sequence
from dataclasses import replace

from fairlap.comparing.judge import Question, change_of, document_of
from fairlap.comparing.models import CompareReport
from fairlap.errors import UsageError
from fairlap.report import PairRow, Row, RunReport, build_report
from fairlap.statistics import CONFIDENCE, Verdict
from fairlap.statistics.estimate import Centre, centre, difference, from_logarithms, holm
from fairlap.statistics.ground import same_ground
from fairlap.statistics.laps import log_ratios
from fairlap.store import StoredRun

SIGNIFICANCE = 1 - CONFIDENCE
_FIX = "race both sides together: fairlap compare NAME@REVISION NAME"


def compare_runs(
    question: Question,
    base: StoredRun,
    new: StoredRun,
    scenarios: Sequence[str] | None = None,
    reports: tuple[RunReport, RunReport] | None = None,
) -> CompareReport:
    """Compare two stored runs by the scores of the contestants that are in both.

    The scores of a run are independent, one per round: Welch's difference of the mean logs, with Holm's correction over
    all comparisons. A change of the machine between the runs cancels only if it affects the reference equally.

    Args:
        question: what to compare.
        base: the run to compare with.
        new: the run to judge.
        scenarios: only these; `None`: all that both have.
        reports: of both runs, if already built.

    Raises:
        UsageError: the runs are not comparable, or have nothing in common.
        StoreError: a latency histogram is damaged.
    """
    if differences := same_ground(base.run, new.run, (base.machines, new.machines)):
        raise UsageError(
            f"these runs cannot be compared: {'; '.join(map(str, differences))}",
            where=f"{base.run.run}, {new.run.run}",
            hint=_FIX,
        )
    before, after = reports or (build_report(base), build_report(new))
    _check_reference(before, after)
    both, notes = _common_rows(before, after, scenarios)
    moves = [_move(base, new, first.scenario, first.name) for first, _ in both]
    verdicts = _judge(moves, question.precision)
    changes = [
        change_of(first, second, _welch_pair(second, move, verdict, p_adjusted), question.threshold)
        for (first, second), move, (verdict, p_adjusted) in zip(both, moves, verdicts, strict=True)
    ]
    cut = [f"run {report.run} was interrupted or is still running" for report in (before, after) if report.interrupted]
    noted = replace(question, notes=(*question.notes, *cut, *notes))
    return document_of(noted, changes, after, interleaved=False)


def _check_reference(before: RunReport, after: RunReport) -> None:
    """Raise UsageError when the references differ, as scores are then not comparable."""
    versions = [{row.version for row in report.contestants if row.is_reference} for report in (before, after)]
    if versions[0] != versions[1]:
        texts = " and ".join(", ".join(sorted(filter(None, names))) or "unknown" for names in versions)
        raise UsageError(
            f"these runs cannot be compared: their reference contestants differ ({texts})",
            where=f"{before.run}, {after.run}",
            hint=_FIX,
        )


def _common_rows(
    before: RunReport, after: RunReport, scenarios: Sequence[str] | None
) -> tuple[list[tuple[Row, Row]], list[str]]:
    """The rows of contestants in both runs, and notes on those left out. Raises UsageError when there are none."""
    new_rows = {(row.scenario, row.name): row for row in after.contestants if not row.is_reference}
    both = [
        (row, new_rows[row.scenario, row.name])
        for row in before.contestants
        if (row.scenario, row.name) in new_rows and (scenarios is None or row.scenario in scenarios)
    ]
    never = [(a, b) for a, b in both if a.status == b.status == "skipped"]
    raced = [pair for pair in both if pair not in never]
    if not raced:
        within = f" in {', '.join(scenarios)}" if scenarios else ""
        raise UsageError(
            f"these runs have no contestant in common{within}",
            where=f"{before.run}, {after.run}",
            hint="fairlap report RUN shows the contestants of a run",
        )
    notes = [f"{row.name} ({row.scenario}) was skipped in both runs and is left out" for row, _ in never]
    return raced, notes


def _move(base: StoredRun, new: StoredRun, scenario: str, name: str) -> Centre | None:
    """The difference of the mean log scores, new minus base; `None` if either has no round."""
    scores = []
    for stored in (base, new):
        rounds = [record for record in stored.rounds if record.scenario == scenario]
        scores.append(log_ratios(rounds, name, stored.run.reference))
    return difference(centre(scores[1]), centre(scores[0])) if all(scores) else None


def _judge(moves: Sequence[Centre | None], precision: float) -> list[tuple[Verdict, float | None]]:
    """Verdict and Holm-adjusted p of each, in the order given."""
    p_values = [move.p_value if move else None for move in moves]
    known = iter(holm([p_value for p_value in p_values if p_value is not None]))
    adjusted = [None if p_value is None else next(known) for p_value in p_values]
    return [(_verdict(move, p_value, precision), p_value) for move, p_value in zip(moves, adjusted, strict=True)]


def _verdict(move: Centre | None, p_adjusted: float | None, precision: float) -> Verdict:
    if move is None or p_adjusted is None or move.interval is None:
        return "undecided"
    effect = math.log1p(precision)
    if p_adjusted < SIGNIFICANCE and abs(move.mean) >= effect:
        return "faster" if move.mean > 0 else "slower"
    low, high = move.interval
    return "tie" if -effect <= low and high <= effect else "undecided"


def _welch_pair(new: Row, move: Centre | None, verdict: Verdict, p_adjusted: float | None) -> PairRow | None:
    """The new row relative to the base row of the same contestant; `None` without scores in both."""
    if move is None:
        return None
    ratio = from_logarithms(move)
    return PairRow(
        a=new.name,
        b=new.name,
        scenario=new.scenario,
        ratio=ratio.value,
        low=ratio.low,
        high=ratio.high,
        p_adjusted=p_adjusted,
        verdict=verdict,
        rounds=move.n,
        direct_rounds=0,
    )
