"""What was actually run of a scenario, as laps, cycles and rounds adapt during a run."""

from collections.abc import Iterable

from fairlap.report.models import Course
from fairlap.samples import RoundRecord
from fairlap.store import StoredRun


def course_of(scenario: str, stored: StoredRun) -> Course:
    """Return rounds, laps and cycles of one scenario, and why it ended."""
    rounds = [record for record in stored.rounds if record.scenario == scenario]
    durations = [record.duration_s for record in rounds]
    lap_lengths = (stored.run.lap_ms if record.lap_ms is None else record.lap_ms for record in rounds)
    cycles = (number for record in rounds if (number := _cycles(record)))
    return Course(
        scenario=scenario,
        rounds=len({record.round for record in rounds}),
        lap_ms=_span(lap_lengths),
        cycles=_span(cycles),
        measured_s=sum(duration for duration in durations if duration is not None) if _all_known(durations) else None,
        stopped=_stopped(scenario, stored),
    )


def _cycles(record: RoundRecord) -> int:
    """The most cycles of any contestant that did not fail; the reference may lap in fewer."""
    return max((lap.cycle for turn in record.contestants if turn.failure is None for lap in turn.samples), default=0)


def _span(values: Iterable[int]) -> tuple[int, int] | None:
    known = sorted(values)
    return (known[0], known[-1]) if known else None


def _all_known(durations: list[float | None]) -> bool:
    return bool(durations) and None not in durations


def _stopped(scenario: str, stored: StoredRun) -> str | None:
    for decision in reversed(stored.decisions):
        if decision.scenario == scenario and decision.why_stopped is not None:
            return decision.why_stopped
    return "it was interrupted" if stored.interrupted else None
