"""Builds the report of a classic run: the tool's numbers next to the published ones and those of laps.

A single pass has no interval and no rank. Only ratios to one common contestant are compared.
"""

from collections.abc import Sequence
from itertools import product

from pydantic import JsonValue, TypeAdapter

from fairlap.catalog import Published
from fairlap.report.agreement import agreement
from fairlap.report.classic_models import ClassicReport, ClassicRow, Procedure
from fairlap.report.models import ClassicBeside, ClassicRatio, RunReport, Versions
from fairlap.report.published import StoredSuite, ratio_of
from fairlap.samples import ClassicPass, Purpose, RowStatus, Skip
from fairlap.statistics import Interval
from fairlap.store import StoredRun


def build_classic(stored: StoredRun, laps: RunReport | None) -> ClassicReport:
    """Return the report of a classic run, compared with published numbers and with `laps`, a run of the same suite."""
    run = stored.run
    suite = StoredSuite.model_validate_json(run.suite_json)
    assert suite.classic is not None, "a classic run has a procedure"
    procedure = Procedure.model_validate({key: suite.classic.get(key) for key in Procedure.model_fields})
    common = _common(stored.passes, suite.published)
    rows = [
        _row(found, stored.passes, suite.published, common, laps)
        for found in stored.passes
        if found.purpose == "result"
    ]
    rows += _absent(stored, suite.published, procedure, common, rows)
    return ClassicReport(
        run=run.run,
        suite=run.suite_name,
        title=suite.title or run.suite_name,
        started_at=run.started_at,
        ended_at=stored.ended_at,
        interrupted=stored.interrupted or stored.ended_at is None,
        versions=Versions.of(run),
        host=TypeAdapter(dict[str, JsonValue]).validate_json(run.host_json),
        isolation=TypeAdapter[JsonValue](JsonValue).validate_json(run.isolation_json),
        procedure=procedure,
        workers=run.workers,
        command=run.command,
        source=suite.published.source if suite.published else None,
        setup=suite.published.setup if suite.published else None,
        common=common,
        laps_run=None if laps is None else laps.run,
        rows=tuple(rows),
        agreement=agreement(rows, laps, procedure.keepalive, suite.published.differs if suite.published else ()),
    )


def with_classic(laps: RunReport, stored: StoredRun) -> RunReport:
    """Return the report of laps with the ratios of a classic run of the same suite added."""
    classic = build_classic(stored, laps)
    rows = tuple(
        ClassicRatio(
            name=row.name,
            scenario=row.scenario,
            connections=row.connections,
            ratio_then=row.ratio_then,
            ratio_classic=row.ratio,
            ratio_laps=row.ratio_laps,
        )
        for row in classic.rows
    )
    return laps.model_copy(
        update={
            "classic": ClassicBeside(
                run=classic.run,
                generator=classic.versions.generator,
                common=classic.common,
                contestants=rows,
                agreement=classic.agreement,
            )
        }
    )


def _then(published: Published | None, scenario: str, connections: int) -> dict[str, float]:
    """Published requests per second by contestant."""
    return published.of(scenario, connections) if published else {}


def _common(passes: Sequence[ClassicPass], published: Published | None) -> str | None:
    """Of the contestants measured now, the one published as fastest; without a published table, the fastest now."""
    then: dict[str, float] = {}
    now: dict[str, float] = {}
    for found in passes:
        if found.purpose != "result" or not found.answers_per_s or found.doubts:
            continue
        name = found.contestant
        now[name] = max(found.answers_per_s, now.get(name, 0.0))
        own = _then(published, found.scenario, found.connections).get(name)
        if own is not None:
            then[name] = max(own, then.get(name, 0.0))
    fastest = then or now
    return max(fastest, key=lambda name: fastest[name], default=None)


def _row(
    found: ClassicPass,
    passes: Sequence[ClassicPass],
    published: Published | None,
    common: str | None,
    laps: RunReport | None,
) -> ClassicRow:
    then = _then(published, found.scenario, found.connections)
    warmup = _of(passes, found.contestant, found, "warm-up")
    base = None if common is None else _of(passes, common, found, "result")
    status, reason = _status(found)
    own, per_s = then.get(found.contestant), found.answers_per_s if status == "ok" else None
    return ClassicRow(
        name=found.contestant,
        scenario=found.scenario,
        connections=found.connections,
        version=found.version,
        status=status,
        reason=reason,
        command=found.command,
        block=found.block,
        answers=found.answers,
        elapsed_s=found.elapsed_s,
        answers_per_s=found.answers_per_s,
        warmup_per_s=None if warmup is None else warmup.answers_per_s,
        not_2xx=found.not_2xx,
        failed=found.failed,
        doubts=found.doubts,
        then_per_s=own,
        ratio_then=own / then[common] if own is not None and common in then else None,
        ratio=per_s / base.answers_per_s if per_s and base is not None and base.answers_per_s else None,
        ratio_laps=_laps_ratio(found, common, laps),
    )


def _of(passes: Sequence[ClassicPass], contestant: str, like: ClassicPass, purpose: Purpose) -> ClassicPass | None:
    for found in passes:
        where = (found.contestant, found.scenario, found.connections, found.purpose)
        if where == (contestant, like.scenario, like.connections, purpose):
            return found
    return None


def _status(found: ClassicPass) -> tuple[RowStatus, str | None]:
    if found.failure is not None:
        return "failed", found.failure
    if found.doubts:
        return "invalid", f"the tool's output cannot be true: {found.doubts[0]}"
    if found.not_2xx or found.failed:
        counts = [(found.not_2xx, "answers with a status other than 2xx"), (found.failed, "failed requests")]
        return "invalid", ", ".join(f"{count:,} {words}" for count, words in counts if count)
    return "ok", None


def _laps_ratio(found: ClassicPass, common: str | None, laps: RunReport | None) -> Interval | None:
    if common is None or laps is None:
        return None
    return ratio_of(found.contestant, common, [pair for pair in laps.comparisons if pair.scenario == found.scenario])


def _absent(
    stored: StoredRun,
    published: Published | None,
    procedure: Procedure,
    common: str | None,
    rows: Sequence[ClassicRow],
) -> list[ClassicRow]:
    """Rows of contestants that were skipped, or published but not part of this run."""
    skips = {(skip.scenario, skip.contestant): skip for skip in stored.skips}
    scenarios = dict.fromkeys([*(row.scenario for row in rows), *(scenario for scenario, _ in skips)])
    there = {(row.scenario, row.connections, row.name) for row in rows}
    absent: list[ClassicRow] = []
    for scenario, connections in product(scenarios, procedure.connections):
        then = _then(published, scenario, connections)
        skipped = [name for where, name in skips if where == scenario]
        for name in dict.fromkeys([*skipped, *sorted(then, key=lambda name: -then[name])]):
            if (scenario, connections, name) not in there:
                skip = skips.get((scenario, name))
                absent.append(_without_passes(scenario, connections, name, skip, published, common))
    return absent


def _without_passes(
    scenario: str, connections: int, name: str, skip: Skip | None, published: Published | None, common: str | None
) -> ClassicRow:
    empty = ClassicPass(scenario, name, None, connections, "result", started_at="")
    reason = "published, but not part of this run"
    if skip is not None:
        reason = f"{skip.reason} (fix: {skip.hint})" if skip.hint else skip.reason
    changes = {"status": "skipped" if skip is None else skip.status, "reason": reason}
    return _row(empty, (), published, common, laps=None).model_copy(update=changes)
