"""Builds the report of a classic run: the tool's numbers next to the published ones and those of laps.

A single pass has no interval and no rank. Only ratios to one common contestant are compared.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from pydantic import JsonValue, TypeAdapter

from fairlap.catalog import Published
from fairlap.report.agreement import agreement
from fairlap.report.classic_models import ClassicReport, ClassicRow, Procedure
from fairlap.report.models import ClassicBeside, ClassicRatio, RunReport, Versions
from fairlap.report.published import StoredSuite, ratio_of
from fairlap.samples import ClassicPass, RowStatus, Skip
from fairlap.store import StoredRun

NOT_IN_THIS_RUN = "published, but not part of this run"


def build_classic(stored: StoredRun, laps: RunReport | None) -> ClassicReport:
    """Return the report of a classic run, compared with published numbers and with `laps`, a run of the same suite."""
    run = stored.run
    suite = StoredSuite.model_validate_json(run.suite_json)
    assert suite.classic is not None, "a classic run has a procedure"
    own = Procedure.model_validate(suite.classic, extra="ignore")
    procedure = own.model_copy(update={"pipeline": run.pipeline, "pipelines": run.pipelines})
    beside = _Beside(stored.passes, suite.published, laps)
    rows = [beside.row(found) for found in stored.passes if found.purpose == "result"]
    rows += _absent(stored, procedure, beside, rows)
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
        common=beside.common,
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


class _Beside:
    """What the rows of a classic run are set beside: published numbers, the common contestant, a run by laps."""

    def __init__(self, passes: Sequence[ClassicPass], published: Published | None, laps: RunReport | None) -> None:
        self._passes = {(one.purpose, one.contestant, one.scenario, one.connections): one for one in reversed(passes)}
        self._published, self._laps = published, laps
        self.common = self._common(passes)

    def then(self, scenario: str, connections: int) -> dict[str, float]:
        """Return the published requests per second by contestant."""
        return self._published.of(scenario, connections) if self._published else {}

    def _common(self, passes: Sequence[ClassicPass]) -> str | None:
        """Of the contestants measured now, the one published as fastest; without a published table, the fastest now."""
        then: dict[str, float] = {}
        now: dict[str, float] = {}
        for found in passes:
            if found.purpose != "result" or not found.answers_per_s or found.doubts:
                continue
            name = found.contestant
            now[name] = max(found.answers_per_s, now.get(name, 0.0))
            own = self.then(found.scenario, found.connections).get(name)
            if own is not None:
                then[name] = max(own, then.get(name, 0.0))
        fastest = then or now
        return max(fastest, key=lambda name: fastest[name], default=None)

    def row(self, found: ClassicPass) -> ClassicRow:
        """Return the row of a pass with a result."""
        name, load, common = found.contestant, (found.scenario, found.connections), self.common
        warmup = self._passes.get(("warm-up", name, *load))
        base = None if common is None else self._passes.get(("result", common, *load))
        pairs = self._laps.pairs_of(found.scenario) if self._laps else ()
        status, reason = _status(found)
        then = self.then(*load)
        own, per_s = then.get(name), found.answers_per_s if status == "ok" else None
        return ClassicRow(
            name=name,
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
            ratio_laps=ratio_of(name, common, pairs),
        )


def _status(found: ClassicPass) -> tuple[RowStatus, str | None]:
    if found.failure is not None:
        return "failed", found.failure
    if found.doubts:
        return "invalid", f"the tool's output cannot be true: {found.doubts[0]}"
    if found.not_2xx or found.failed:
        counts = [(found.not_2xx, "answers with a status other than 2xx"), (found.failed, "failed requests")]
        return "invalid", ", ".join(f"{count:,} {words}" for count, words in counts if count)
    return "ok", None


def _absent(
    stored: StoredRun, procedure: Procedure, beside: _Beside, rows: Sequence[ClassicRow]
) -> Iterator[ClassicRow]:
    """Rows of contestants that were skipped, or published but not part of this run: nothing of theirs was measured."""
    skips = {(skip.scenario, skip.contestant): skip for skip in stored.skips}
    scenarios = dict.fromkeys([*(row.scenario for row in rows), *(scenario for scenario, _ in skips)])
    there = {(row.scenario, row.connections, row.name) for row in rows}
    for scenario, connections in product(scenarios, procedure.connections):
        then = beside.then(scenario, connections)
        skipped = [name for where, name in skips if where == scenario]
        for name in dict.fromkeys([*skipped, *sorted(then, key=lambda name: -then[name])]):
            if (scenario, connections, name) not in there:
                skip = skips.get((scenario, name), Skip(name, scenario, "skipped", NOT_IN_THIS_RUN, None))
                empty = ClassicPass(scenario, name, None, connections, "result", started_at="")
                reason = f"{skip.reason} (fix: {skip.hint})" if skip.hint else skip.reason
                changes = {"status": skip.status, "reason": reason, "warmup_per_s": None, "ratio_laps": None}
                yield beside.row(empty).model_copy(update=changes)
