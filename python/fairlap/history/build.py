"""Builds the history of a contestant from all stored runs."""

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fairlap.errors import UsageError
from fairlap.history.models import ChangePoint, History, LeftOut, Level, Point, Segment, Series
from fairlap.report import NOT_REACHED, Interval
from fairlap.report.published import StoredSuite
from fairlap.samples import Machine, RoundRecord, RunRecord
from fairlap.statistics import ClosedLoop
from fairlap.statistics.analysis import row_of
from fairlap.statistics.changes import RUNS_NEEDED, SIGNIFICANCE, Change, Stretch, find_changes
from fairlap.statistics.estimate import from_logarithms
from fairlap.statistics.ground import Difference, same_ground
from fairlap.statistics.laps import log_ratios
from fairlap.store import Store
from fairlap.store.slices import OtherRuns, RunSlice

MINIMUM_EFFECT = 0.02
"""The smallest change that matters, as a share."""

NO_REFERENCE = "no score: the reference finished no round together with it"
_NAMES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class _ScenarioRun:
    """A run in one scenario: its point, the log scores of its rounds, and the reference's versions."""

    run: RunRecord
    point: Point
    scores: tuple[float, ...]
    reference_versions: frozenset[str]
    machines: tuple[Machine, ...]


def build_history(store: Store, contestant: str, scenario: str | None = None, suite: str | None = None) -> History:
    """Return the history of a contestant over all stored runs by laps of fairload.

    Args:
        store: open.
        contestant: its name.
        scenario: only this one; `None`: all.
        suite: only runs of this one; `None`: of all.

    Raises:
        UsageError: no run has such a contestant with a score, or not in that scenario or suite.
        StoreError: the results file cannot be read.
    """
    slices = store.slices(contestant)
    others = store.measured_otherwise(contestant)
    if not slices or all(contestant == found.run.reference for found in slices):
        raise _unknown(store, contestant, others, is_reference=bool(slices))
    entries: dict[tuple[str, str], list[_ScenarioRun]] = {}
    for found in slices:
        for name in _scenarios(found, contestant):
            entries.setdefault((name, found.run.suite_name), []).append(_entry(found, name, contestant))
    chosen = {key: entries[key] for key in entries if scenario in (None, key[0]) and suite in (None, key[1])}
    if not chosen:
        raise _no_such_run(contestant, entries, scenario, suite)
    newest_first = sorted(chosen, key=lambda key: chosen[key][-1].run.started_at, reverse=True)
    return History(
        contestant=contestant,
        minimum_effect=MINIMUM_EFFECT,
        significance=SIGNIFICANCE,
        runs_needed=RUNS_NEEDED,
        series=tuple(
            Series(scenario=name, suite=suite_name, segments=tuple(_segments(chosen[name, suite_name])))
            for name, suite_name in newest_first
        ),
        left_out=tuple(LeftOut(runs=other.runs, reason=_method(other)) for other in others),
    )


def _scenarios(found: RunSlice, contestant: str) -> Iterator[str]:
    """The scenarios in which the contestant was raced or skipped.

    In an interrupted run of a single scenario, a contestant without either was not reached; for several scenarios it is
    unknown which ones it would have had.
    """
    raced = [record.scenario for record in found.rounds if _has(record, contestant)]
    traces = dict.fromkeys([*raced, *(skip.scenario for skip in found.skips)])
    if not traces and (found.interrupted or found.ended_at is None):
        planned = StoredSuite.model_validate_json(found.run.suite_json).scenarios
        traces = dict.fromkeys(planned if len(planned) == 1 else ())
    yield from traces


def _has(record: RoundRecord, contestant: str) -> bool:
    return any(turn.contestant == contestant for turn in record.contestants)


def _entry(found: RunSlice, scenario: str, contestant: str) -> _ScenarioRun:
    run = found.run
    rounds = [record for record in found.rounds if record.scenario == scenario]
    versions = {
        turn.version
        for record in rounds
        for turn in record.contestants
        if turn.contestant == run.reference and turn.version is not None
    }
    raced = any(_has(record, contestant) for record in rounds)
    point, scores = _raced(found, rounds, contestant) if raced else (_unraced(found, scenario), ())
    return _ScenarioRun(run, point, scores, frozenset(versions), found.machines)


def _raced(found: RunSlice, rounds: Sequence[RoundRecord], contestant: str) -> tuple[Point, tuple[float, ...]]:
    """The point as in a report, except for checks that need histograms, and the log scores."""
    run = found.run
    ordered = sorted(rounds, key=lambda record: (record.round, record.heat))
    load = ClosedLoop(run.connections, run.keepalive, run.workers, run.pipeline_of(rounds[0].scenario))
    row = row_of(contestant, ordered, run.reference, load, found.machines)
    scored = row.status == "ok" and row.score is not None
    point = Point(
        run=run.run,
        started_at=run.started_at,
        interrupted=_cut_short(found),
        version=row.version,
        status=row.status,
        reason=NO_REFERENCE if row.status == "ok" and not scored else row.reason,
        score=row.score if scored else None,
        rounds=row.rounds,
        change=None,
        flags=row.flags,
    )
    return point, log_ratios(ordered, contestant, run.reference) if scored else ()


def _unraced(found: RunSlice, scenario: str) -> Point:
    skip = next((skip for skip in found.skips if skip.scenario == scenario), None)
    return Point(
        run=found.run.run,
        started_at=found.run.started_at,
        interrupted=_cut_short(found),
        version=None,
        status="skipped" if skip is None else skip.status,
        reason=NOT_REACHED if skip is None else skip.reason,
        score=None,
        rounds=0,
        change=None,
        flags=(),
    )


def _cut_short(found: RunSlice) -> bool:
    return found.interrupted or found.ended_at is None


def _segments(entries: Sequence[_ScenarioRun]) -> Iterator[Segment]:
    """Groups of consecutive comparable runs; runs that become comparable again later start a new segment."""
    together: list[_ScenarioRun] = []
    changed: tuple[Difference, ...] = ()
    versions: frozenset[str] = frozenset()
    for entry in entries:
        if together and (differences := _differences(together[-1], versions, entry)):
            yield _segment(together, changed)
            together, changed = [], differences
            versions = frozenset()
        together.append(entry)
        # A run in which the reference never started has no version of it.
        versions = entry.reference_versions or versions
    yield _segment(together, changed)


def _differences(before: _ScenarioRun, versions: frozenset[str], entry: _ScenarioRun) -> tuple[Difference, ...]:
    found = same_ground(before.run, entry.run, (before.machines, entry.machines))
    if before.run.reference != entry.run.reference:
        found += (Difference("reference", before.run.reference, entry.run.reference),)
    elif versions and entry.reference_versions and versions != entry.reference_versions:
        texts = [", ".join(sorted(names)) for names in (versions, entry.reference_versions)]
        found += (Difference("version of the reference", texts[0], texts[1]),)
    return found


def _segment(entries: Sequence[_ScenarioRun], changed: Sequence[Difference]) -> Segment:
    scored = [entry for entry in entries if entry.point.score is not None]
    found = find_changes([entry.scores for entry in scored], MINIMUM_EFFECT)
    names = [entry.run.run for entry in scored]
    return Segment(
        points=tuple(_with_changes(entry.point for entry in entries)),
        changes=tuple(
            _change_point(change, names, before, after)
            for change, before, after in zip(found.changes, found.stretches, found.stretches[1:], strict=False)
        ),
        levels=tuple(
            Level(first=names[one.first], last=names[one.end - 1], score=from_logarithms(one.level))
            for one in found.stretches
        ),
        enough=len(scored) >= RUNS_NEEDED,
        break_reasons=tuple(changed),
    )


def _with_changes(points: Iterable[Point]) -> Iterator[Point]:
    last: Interval | None = None
    for point in points:
        if point.score is None or last is None:
            yield point
        else:
            yield point.model_copy(update={"change": point.score.value / last.value})
        last = point.score or last


def _change_point(change: Change, names: Sequence[str], before: Stretch, after: Stretch) -> ChangePoint:
    ratio = from_logarithms(change.step)
    return ChangePoint(
        before=names[change.at - 1],
        after=names[change.at],
        runs_before=before.end - before.first,
        runs_after=after.end - after.first,
        ratio=ratio.value,
        low=ratio.low,
        high=ratio.high,
        p_adjusted=change.p_adjusted,
    )


def _method(other: OtherRuns) -> str:
    return f"classic method ({other.generator})" if other.method == "classic" else f"lapped by {other.generator}"


def _unknown(store: Store, contestant: str, others: Sequence[OtherRuns], *, is_reference: bool) -> UsageError:
    if is_reference:
        return UsageError(
            f"{contestant!r} is the reference: its score is 1 in every run",
            hint="name another contestant",
        )
    if others:
        ways = ", ".join(f"{other.runs} run{'s' if other.runs > 1 else ''}: {_method(other)}" for other in others)
        return UsageError(
            f"{contestant!r} has no score in any run: only laps by fairload give scores ({ways})",
            hint="fairlap run SUITE",
        )
    known = store.contestants()
    if not known:
        return UsageError("no stored run has a score", hint="race something first: fairlap run quick")
    near = difflib.get_close_matches(contestant, known, n=_NAMES_SHOWN, cutoff=0.5)
    more = "" if len(known) <= _NAMES_SHOWN else f" and {len(known) - _NAMES_SHOWN} more"
    hint = f"did you mean {_quoted(near)}?" if near else f"known contestants: {_quoted(known[:_NAMES_SHOWN])}{more}"
    return UsageError(f"no stored run has a contestant {contestant!r}", hint=hint)


def _no_such_run(
    contestant: str, known: Iterable[tuple[str, str]], scenario: str | None, suite: str | None
) -> UsageError:
    selection = f"scenario {scenario!r}" if scenario else "any scenario"
    selection += f" of suite {suite!r}" if suite else ""
    others = ", ".join(f"{name!r} of {suite_name!r}" for name, suite_name in sorted(known))
    hint = f"it has runs in {others}" if others else "fairlap report"
    return UsageError(f"{contestant!r} has no run in {selection}", hint=hint)


def _quoted(names: Iterable[str]) -> str:
    """Names from the store, quoted so that control characters in them are harmless in a terminal."""
    return ", ".join(map(repr, names))
