"""Selects one scenario of a run."""

from dataclasses import replace

from fairlap.errors import UsageError
from fairlap.report.models import Ladder, RunReport
from fairlap.store import StoredRun


def report_of_scenario(report: RunReport, scenario: str) -> RunReport:
    """Return the report reduced to one scenario, with unchanged numbers.

    A ladder keeps the scenario's step and the one below it.

    Raises:
        UsageError: the run has no such scenario.
    """
    if scenario not in report.scenarios:
        raise UsageError(
            f"has no scenario {scenario!r}",
            where=f"run {report.run}",
            hint=f"use one of: {', '.join(report.scenarios)}",
        )
    method = report.method.model_copy(
        update={
            "decisions": tuple(item for item in report.method.decisions if item.scenario == scenario),
            "courses": tuple(item for item in report.method.courses if item.scenario == scenario),
        }
    )
    changes: dict[str, object] = {
        "method": method,
        "contestants": report.rows_of(scenario),
        "comparisons": report.pairs_of(scenario),
        "response_comparisons": tuple(pair for pair in report.response_comparisons if pair.scenario == scenario),
        "ladders": tuple(_steps(ladder, scenario) for ladder in report.ladders),
    }
    if report.published is not None:
        entries = tuple(entry for entry in report.published.contestants if entry.scenario == scenario)
        changes["published"] = report.published.model_copy(update={"contestants": entries})
    if report.classic is not None:
        ratios = tuple(entry for entry in report.classic.contestants if entry.scenario == scenario)
        changes["classic"] = report.classic.model_copy(update={"contestants": ratios})
    return report.model_copy(update=changes)


def _steps(ladder: Ladder, scenario: str) -> Ladder:
    below = next((step.adds_to for step in ladder.steps if step.scenario == scenario), None)
    kept = tuple(step for step in ladder.steps if step.scenario in (scenario, below))
    return ladder.model_copy(update={"steps": kept})


def stored_of_scenario(stored: StoredRun, scenario: str) -> StoredRun:
    """Return the stored run reduced to the records of one scenario."""
    return replace(
        stored,
        skips=tuple(skip for skip in stored.skips if skip.scenario == scenario),
        decisions=tuple(decision for decision in stored.decisions if decision.scenario == scenario),
        rounds=tuple(record for record in stored.rounds if record.scenario == scenario),
    )
