"""Sums up what databases and caches did for a contestant."""

from collections.abc import Iterable

from fairlap.report.models import ServiceRow
from fairlap.samples import ContestantRound, ServiceUse


def services_of(turns: Iterable[ContestantRound]) -> tuple[ServiceRow, ...]:
    """Return one row for each service over all rounds, including failed ones, whose numbers may show why."""
    uses: dict[str, list[ServiceUse]] = {}
    for turn in turns:
        for use in turn.services:
            uses.setdefault(use.service, []).append(use)
    return tuple(_row(name, items) for name, items in uses.items())


def _row(name: str, uses: list[ServiceUse]) -> ServiceRow:
    answers = sum(use.answers for use in uses)
    return ServiceRow(
        name=name,
        answers=answers,
        statements_per_answer=_each([use.statements for use in uses], answers),
        rows_per_answer=_each([use.rows for use in uses], answers),
        connections_per_answer=_each([use.connections for use in uses], answers),
        memory_bytes=max((use.memory_bytes for use in uses if use.memory_bytes is not None), default=None),
    )


def _each(counts: list[int | None], answers: int) -> float | None:
    known = [count for count in counts if count is not None]
    return sum(known) / answers if answers and len(known) == len(counts) else None
