"""One scenario of a run of several: what it observed, and its report."""

from dataclasses import replace

from fairlap.errors import UsageError
from fairlap.report.models import Ladder, RunReport
from fairlap.store import StoredRun


def only(report: RunReport, scenario: str) -> RunReport:
    """The report with nothing but that scenario; all of its numbers stay what they were.

    Of a ladder its step is left, and the one that it adds to.

    Raises:
        UsageError: the run has no such scenario.
    """
    if scenario not in report.scenarios:
        raise UsageError(
            f"has no scenario {scenario!r}", where=f"run {report.run}", hint=f"it has {', '.join(report.scenarios)}"
        )
    method = report.method.model_copy(
        update={
            "decisions": tuple(found for found in report.method.decisions if found.scenario == scenario),
            "courses": tuple(found for found in report.method.courses if found.scenario == scenario),
        }
    )
    changes: dict[str, object] = {
        "method": method,
        "contestants": report.rows_of(scenario),
        "comparisons": report.pairs_of(scenario),
        "ladders": tuple(_steps(ladder, scenario) for ladder in report.ladders),
    }
    if report.published is not None:
        told = tuple(entry for entry in report.published.contestants if entry.scenario == scenario)
        changes["published"] = report.published.model_copy(update={"contestants": told})
    if report.classic is not None:
        ratios = tuple(entry for entry in report.classic.contestants if entry.scenario == scenario)
        changes["classic"] = report.classic.model_copy(update={"contestants": ratios})
    return report.model_copy(update=changes)


def _steps(ladder: Ladder, scenario: str) -> Ladder:
    below = next((step.adds_to for step in ladder.steps if step.scenario == scenario), None)
    kept = tuple(step for step in ladder.steps if step.scenario in (scenario, below))
    return ladder.model_copy(update={"steps": kept})


def only_stored(stored: StoredRun, scenario: str) -> StoredRun:
    """The facts of that scenario, and what the run says of itself."""
    return replace(
        stored,
        skips=tuple(skip for skip in stored.skips if skip.scenario == scenario),
        decisions=tuple(decision for decision in stored.decisions if decision.scenario == scenario),
        rounds=tuple(record for record in stored.rounds if record.scenario == scenario),
    )
