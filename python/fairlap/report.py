"""A stored run as a report: rows, ranks, comparisons. The published JSON contract; no formatting.

A key that could not be observed is null, never 0. The schema is schemas/run.json (generated).
"""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from fairlap.histograms import Percentiles
from fairlap.samples import RoundRecord, RowStatus, Skip
from fairlap.statistics import (
    CONFIDENCE,
    Analysis,
    ClosedLoop,
    Comparison,
    ContestantAnalysis,
    Estimate,
    Verdict,
    analyse,
)
from fairlap.store import StoredRun

REPORT_FORMAT = 1
"""Grows when a key goes away or changes its meaning; new keys do not count."""

METHOD_NAME: Literal["laps"] = "laps"
NOT_REACHED = "the run ended before its first round"


class ReportModel(BaseModel):
    """A frozen part of the report; numbers are finite."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Interval(ReportModel):
    """A value with its 95 % interval over `n` rounds; one round gives no interval."""

    value: float
    low: float | None
    high: float | None
    n: int


class Latency(ReportModel):
    """Microseconds, of the merged histograms of all laps; a percentile with too few samples above it is null."""

    p50: float | None
    p75: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    p999: float | None
    p9999: float | None
    min: float
    mean: float
    max: float
    count: int


class RowFlag(ReportModel):
    """A gate that tripped; one that invalidates takes the rank."""

    name: str
    reason: str
    invalidates: bool


class Row(ReportModel):
    """One contestant in one scenario.

    `rank` is null for the reference (the yardstick) and whenever the status is not ok. `startup_ms` and `warmup_s` are
    medians over rounds, `memory_peak_bytes` is the highest of any round, `hint` is what mends a skip.
    """

    name: str
    scenario: str
    is_reference: bool
    version: str | None
    status: RowStatus
    reason: str | None
    hint: str | None
    rank: int | None
    tied_with: tuple[str, ...]
    throughput_per_s: Interval | None
    score: Interval | None
    latency_us: Latency | None
    cpu_us_per_request: Interval | None
    memory_peak_bytes: int | None
    startup_ms: float | None
    startup_ms_estimate: Interval | None
    warmup_s: float | None
    reconnects: int | None
    rounds: int
    rounds_failed: int
    flags: tuple[RowFlag, ...]


class PairRow(ReportModel):
    """`a` relative to `b`: ratio of throughputs with its plain 95 % interval; the verdict rests on `p_adjusted` (Holm).

    `direct` is false when they ran in different heats and met only through the reference.
    """

    a: str
    b: str
    scenario: str
    ratio: float | None
    low: float | None
    high: float | None
    p_value: float | None
    p_adjusted: float | None
    verdict: Verdict
    direct: bool
    rounds: int


class Method(ReportModel):
    """How it was measured; results of different versions are not compared."""

    name: Literal["laps"]
    version: int
    confidence: float
    minimum_effect: float


class Versions(ReportModel):
    """Of the programs that measured."""

    fairlap: str
    fairload: str


class Load(ReportModel):
    """A closed loop."""

    connections: int
    keepalive: bool
    lap_ms: int
    workers: int


class ThenAndNow(ReportModel):
    """One contestant, published and measured: requests per second, and ratios to the common contestant."""

    name: str
    scenario: str
    throughput_per_s: float
    ratio_then: float | None
    ratio_now: Interval | None


class PublishedTable(ReportModel):
    """The numbers that were published for this suite, by another method on another machine: only ratios compare.

    `common` is the contestant that ratios refer to: of those ranked now, the one that was fastest then.
    """

    source: str
    setup: str
    common: str | None
    contestants: tuple[ThenAndNow, ...]


class RunReport(ReportModel):
    """Everything about a run. `interrupted` is also true while a run goes on, and when it was killed."""

    report_format: int = Field(default=REPORT_FORMAT)
    run: str
    suite: str
    title: str
    started_at: str
    ended_at: str | None
    interrupted: bool
    method: Method
    versions: Versions
    host: dict[str, JsonValue]
    isolation: JsonValue
    seed: int
    reference: str
    rounds: int
    cycles: int
    load: Load
    contestants: tuple[Row, ...]
    comparisons: tuple[PairRow, ...]
    published: PublishedTable | None

    @property
    def unusable(self) -> tuple[Row, ...]:
        """Rows that are failed, invalid or skipped."""
        return tuple(row for row in self.contestants if row.status != "ok")

    @property
    def scenarios(self) -> tuple[str, ...]:
        """In the order of the rows."""
        return tuple(dict.fromkeys(row.scenario for row in self.contestants))


class _Published(BaseModel):
    source: str
    setup: str
    throughput_per_s: dict[str, float]


class _SuiteDocument(BaseModel):
    """What a report needs of a suite as it was stored, be it by an older Fairlap."""

    title: str | None = None
    scenarios: tuple[str, ...] = ()
    published: _Published | None = None


def build_report(stored: StoredRun, minimum_effect: float = 0.02) -> RunReport:
    """Analyse a stored run.

    Args:
        stored: the facts.
        minimum_effect: the smallest difference that matters, as a share.

    Raises:
        StoreError: a latency histogram is damaged.
    """
    run = stored.run
    suite = _SuiteDocument.model_validate_json(run.suite_json)
    load = ClosedLoop(run.connections, run.keepalive, run.workers)
    interrupted = stored.interrupted or stored.ended_at is None
    rows: list[Row] = []
    comparisons: list[PairRow] = []
    for scenario in _scenarios(stored, suite):
        rounds = [record for record in stored.rounds if record.scenario == scenario]
        analysis = analyse(rounds, minimum_effect, load) if rounds else None
        rows += _rows(scenario, analysis, stored, alone=len(suite.scenarios) < 2 and interrupted)
        comparisons += [_pair(scenario, pair) for pair in analysis.comparisons] if analysis else []
    return RunReport(
        run=run.run,
        suite=run.suite_name,
        title=suite.title or run.suite_name,
        started_at=run.started_at,
        ended_at=stored.ended_at,
        interrupted=interrupted,
        method=Method(
            name=METHOD_NAME, version=run.method_version, confidence=CONFIDENCE, minimum_effect=minimum_effect
        ),
        versions=Versions(fairlap=run.fairlap_version, fairload=run.fairload_version),
        host=TypeAdapter(dict[str, JsonValue]).validate_json(run.host_json),
        isolation=TypeAdapter[JsonValue](JsonValue).validate_json(run.isolation_json),
        seed=run.seed,
        reference=run.reference,
        rounds=run.rounds,
        cycles=run.cycles,
        load=Load(connections=run.connections, keepalive=run.keepalive, lap_ms=run.lap_ms, workers=run.workers),
        contestants=tuple(rows),
        comparisons=tuple(comparisons),
        published=_then_and_now(suite.published, rows, comparisons) if suite.published else None,
    )


def _scenarios(stored: StoredRun, suite: _SuiteDocument) -> list[str]:
    """Those that left any trace, in the order of the suite; of a run without any trace, the suite's first."""
    traces: Sequence[RoundRecord | Skip] = (*stored.rounds, *stored.skips)
    seen = dict.fromkeys(trace.scenario for trace in traces) or dict.fromkeys(suite.scenarios[:1])
    known = [name for name in suite.scenarios if name in seen]
    return known + [name for name in seen if name not in known]


def _rows(scenario: str, analysis: Analysis | None, stored: StoredRun, *, alone: bool) -> list[Row]:
    """The reference, the ranked by rank, then invalid, failed and skipped ones.

    `alone`: an interrupted run of a single scenario, so that whoever has no row was not reached.
    """
    rows = [_row(scenario, found) for found in analysis.contestants] if analysis else []
    skips = [skip for skip in stored.skips if skip.scenario == scenario]
    if alone:
        known = {row.name for row in rows} | {skip.contestant for skip in skips}
        missing = [name for name in stored.run.contestants if name not in known]
        skips += [Skip(name, scenario, "skipped", NOT_REACHED, None) for name in missing]
    measured = {row.name for row in rows}
    rows += [_skipped(skip, stored.run.reference) for skip in skips if skip.contestant not in measured]
    return sorted(rows, key=_order)


def _order(row: Row) -> tuple[bool, int, int, float, str]:
    after = ("ok", "invalid", "failed", "skipped").index(row.status)
    return not row.is_reference, after, row.rank or 0, -row.score.value if row.score else 0.0, row.name


def _row(scenario: str, found: ContestantAnalysis) -> Row:
    return Row(
        name=found.contestant,
        scenario=scenario,
        is_reference=found.is_reference,
        version=found.version,
        status=found.status,
        reason=found.reason,
        hint=None,
        rank=found.rank,
        tied_with=found.tied_with,
        throughput_per_s=_interval(found.throughput_per_s),
        score=_interval(found.score),
        latency_us=_latency(found.latency),
        cpu_us_per_request=_interval(found.cpu_us_per_request),
        memory_peak_bytes=found.memory_peak_bytes,
        startup_ms=found.startup_ms,
        startup_ms_estimate=_interval(found.startup_ms_estimate),
        warmup_s=found.warmup_s,
        reconnects=found.reconnects,
        rounds=found.rounds,
        rounds_failed=found.rounds_failed,
        flags=tuple(RowFlag(name=flag.name, reason=flag.reason, invalidates=flag.invalidates) for flag in found.flags),
    )


def _skipped(skip: Skip, reference: str) -> Row:
    return Row(
        name=skip.contestant,
        scenario=skip.scenario,
        is_reference=skip.contestant == reference,
        version=None,
        status=skip.status,
        reason=skip.reason,
        hint=skip.hint,
        rank=None,
        tied_with=(),
        throughput_per_s=None,
        score=None,
        latency_us=None,
        cpu_us_per_request=None,
        memory_peak_bytes=None,
        startup_ms=None,
        startup_ms_estimate=None,
        warmup_s=None,
        reconnects=None,
        rounds=0,
        rounds_failed=0,
        flags=(),
    )


def _pair(scenario: str, pair: Comparison) -> PairRow:
    return PairRow(
        a=pair.a,
        b=pair.b,
        scenario=scenario,
        ratio=pair.ratio,
        low=pair.low,
        high=pair.high,
        p_value=pair.p_value,
        p_adjusted=pair.p_adjusted,
        verdict=pair.verdict,
        direct=pair.direct,
        rounds=pair.n,
    )


def _interval(found: Estimate | None) -> Interval | None:
    return None if found is None else Interval(value=found.value, low=found.low, high=found.high, n=found.n)


def _latency(found: Percentiles | None) -> Latency | None:
    return None if found is None else Latency.model_validate(found, from_attributes=True)


def _then_and_now(published: _Published, rows: Sequence[Row], comparisons: Sequence[PairRow]) -> PublishedTable:
    then = published.throughput_per_s
    ranked = [row.name for row in rows if row.rank is not None and row.name in then]
    common = max(ranked, key=lambda name: then[name], default=None)
    scenarios = dict.fromkeys(row.scenario for row in rows)
    return PublishedTable(
        source=published.source,
        setup=published.setup,
        common=common,
        contestants=tuple(
            ThenAndNow(
                name=name,
                scenario=scenario,
                throughput_per_s=per_s,
                ratio_then=per_s / then[common] if common else None,
                ratio_now=_ratio_now(name, common, [pair for pair in comparisons if pair.scenario == scenario]),
            )
            for scenario in scenarios
            for name, per_s in sorted(then.items(), key=lambda item: -item[1])
        ),
    )


def _ratio_now(name: str, common: str | None, comparisons: Sequence[PairRow]) -> Interval | None:
    for pair in comparisons:
        if pair.ratio is None:
            continue
        if (pair.a, pair.b) == (name, common):
            return Interval(value=pair.ratio, low=pair.low, high=pair.high, n=pair.rounds)
        if (pair.b, pair.a) == (name, common):
            low = None if pair.high is None else 1 / pair.high
            return Interval(value=1 / pair.ratio, low=low, high=1 / pair.low if pair.low else None, n=pair.rounds)
    return None
