"""Builds the report of a stored run."""

import math
from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import JsonValue, TypeAdapter

from fairlap.report.ladder import ladders
from fairlap.report.models import (
    Course,
    ImageRow,
    Load,
    MachineOfRun,
    Method,
    PairOnMachine,
    PairRow,
    ResponsePairRow,
    Row,
    RunReport,
    ServiceRow,
    Versions,
)
from fairlap.report.published import StoredSuite, then_and_now
from fairlap.samples import OWN_GENERATOR, ContestantRound, RoundRecord, RunRecord, ServiceUse, Skip
from fairlap.statistics import CONFIDENCE, Analysis, ClosedLoop, Comparison, ContestantAnalysis, analyse
from fairlap.statistics.laps import bytes_per_answer, finished, is_valid
from fairlap.statistics.latency import capacity, latency_at_rates
from fairlap.statistics.scaling import scaling
from fairlap.store import StoredRun

METHOD_NAME: Literal["laps"] = "laps"
NOT_REACHED = "the run ended before its first round"


def build_report(stored: StoredRun) -> RunReport:
    """Analyse a stored run with the precision and the looks it was planned with, and return its report.

    Raises:
        StoreError: a latency histogram is damaged.
    """
    run = stored.run
    suite = StoredSuite.model_validate_json(run.suite_json)
    interrupted = stored.interrupted or stored.ended_at is None
    rows: list[Row] = []
    comparisons: list[PairRow] = []
    responses: list[ResponsePairRow] = []
    scenarios = _scenarios(stored, suite)
    for scenario in scenarios:
        rounds = [record for record in stored.rounds if record.scenario == scenario]
        analysis = _analysis(scenario, rounds, stored) if rounds else None
        rows += _rows(scenario, rounds, analysis, stored, alone=len(suite.scenarios) < 2 and interrupted)
        if analysis is not None:
            comparisons += [_pair(scenario, pair) for pair in analysis.comparisons]
            responses += [
                ResponsePairRow(percentile=found.percentile, **dict(_pair(scenario, pair)))
                for found in analysis.responses
                for pair in found.comparisons
            ]
    return RunReport(
        run=run.run,
        suite=run.suite_name,
        title=suite.title or run.suite_name,
        started_at=run.started_at,
        ended_at=stored.ended_at,
        interrupted=interrupted,
        method=_method(stored, scenarios),
        versions=Versions.of(run),
        host=TypeAdapter(dict[str, JsonValue]).validate_json(run.host_json),
        isolation=TypeAdapter[JsonValue](JsonValue).validate_json(run.isolation_json),
        seed=run.seed,
        reference=run.reference,
        rounds=run.rounds,
        cycles=run.cycles,
        command=run.command,
        load=Load(
            connections=run.connections,
            keepalive=run.keepalive,
            pipeline=run.pipeline,
            pipelines=run.pipelines,
            requests_per_connection=run.requests_per_connection,
            engine=run.engine if run.generator == OWN_GENERATOR else None,
            lap_ms=run.lap_ms,
            workers=run.workers,
        ),
        contestants=tuple(rows),
        comparisons=tuple(comparisons),
        response_comparisons=tuple(responses),
        published=then_and_now(suite.published, rows, comparisons, run.connections) if suite.published else None,
        ladders=ladders(suite.ladder, scenarios, rows, stored.rounds),
        machines=tuple(MachineOfRun.model_validate(one, from_attributes=True) for one in stored.machines),
        start_skew_us_max=_start_skew_us_max(stored.rounds),
    )


def _analysis(scenario: str, rounds: Sequence[RoundRecord], stored: StoredRun) -> Analysis:
    """While a run goes on, verdicts are those of its last planned look: extra looks would raise the error rate."""
    run = stored.run
    load = ClosedLoop(run.connections, run.keepalive, run.workers, run.pipeline_of(scenario))
    ended = stored.ended_at is not None
    return analyse(rounds, run.precision, load, _looks(run), ended=ended, machines=stored.machines)


def _looks(run: RunRecord) -> tuple[int, ...]:
    """Runs stored without looks had a fixed number of rounds and one look at the end."""
    return run.looks or (run.rounds,)


def _method(stored: StoredRun, scenarios: Sequence[str]) -> Method:
    run = stored.run
    return Method(
        name=METHOD_NAME,
        version=run.method_version,
        confidence=CONFIDENCE,
        minimum_effect=run.precision,
        looks=_looks(run),
        budget_s=run.budget_s,
        slo=run.slo,
        decisions=stored.decisions,
        courses=tuple(_course(scenario, stored) for scenario in scenarios),
    )


def _course(scenario: str, stored: StoredRun) -> Course:
    """What was run of a scenario, as laps, cycles and rounds adapt during a run, and why it ended."""
    rounds = [record for record in stored.rounds if record.scenario == scenario]
    times = [record.duration_s for record in rounds if record.duration_s is not None]
    turns = [turn for record in rounds for turn in record.contestants]
    warmups = [turn.warmup_s for turn in turns if turn.warmup_s is not None]
    ends = [decision.reason for decision in stored.decisions if decision.scenario == scenario and decision.ends]
    interruption = "it was interrupted" if stored.interrupted else None
    return Course(
        scenario=scenario,
        rounds=len({record.round for record in rounds}),
        lap_ms=_span([record.lap_ms or stored.run.lap_ms for record in rounds]),
        cycles=_span([number for record in rounds if (number := _cycles(record))]),
        measured_s=sum(times) if times and len(times) == len(rounds) else None,
        warm_up_s=sum(warmups) if warmups else None,
        stopped=ends[-1] if ends else interruption,
    )


def _cycles(record: RoundRecord) -> int:
    """The most cycles of any contestant that did not fail; the reference may lap in fewer."""
    return max((lap.cycle for turn in record.contestants if turn.failure is None for lap in turn.samples), default=0)


def _span(values: Sequence[int]) -> tuple[int, int] | None:
    return (min(values), max(values)) if values else None


def _start_skew_us_max(rounds: Sequence[RoundRecord]) -> float | None:
    """The largest start skew of all valid laps, in microseconds; `None` without several generators."""
    turns = [turn for record in rounds for turn in record.contestants if finished(turn)]
    skews = [lap.start_skew_us for turn in turns for lap in turn.samples if is_valid(lap)]
    return max((skew for skew in skews if skew is not None), default=None)


def _scenarios(stored: StoredRun, suite: StoredSuite) -> list[str]:
    """Scenarios with rounds or skips, in the suite's order; the suite's first if there are none."""
    traces: Sequence[RoundRecord | Skip] = (*stored.rounds, *stored.skips)
    seen = dict.fromkeys(trace.scenario for trace in traces) or dict.fromkeys(suite.scenarios[:1])
    known = [name for name in suite.scenarios if name in seen]
    return known + [name for name in seen if name not in known]


def _rows(
    scenario: str, rounds: Sequence[RoundRecord], analysis: Analysis | None, stored: StoredRun, *, alone: bool
) -> list[Row]:
    """The reference, ranked rows by rank, then invalid, failed and skipped ones.

    `alone`: an interrupted run of a single scenario, in which contestants without a row were not reached.
    """
    rows = [_row(scenario, found, rounds, stored.run.slo) for found in analysis.contestants] if analysis else []
    skips = [skip for skip in stored.skips if skip.scenario == scenario]
    if alone:
        known = {row.name for row in rows} | {skip.contestant for skip in skips}
        missing = [name for name in stored.run.contestants if name not in known]
        skips += [Skip(name, scenario, "skipped", NOT_REACHED, None) for name in missing]
    measured = {row.name for row in rows}
    rows += [Row.of_skip(skip, stored.run.reference) for skip in skips if skip.contestant not in measured]
    return sorted(rows, key=_order)


def _order(row: Row) -> tuple[bool, int, int, float, str]:
    after = ("ok", "invalid", "failed", "skipped").index(row.status)
    return not row.is_reference, after, row.rank or 0, -row.score.value if row.score else 0.0, row.name


def _row(scenario: str, found: ContestantAnalysis, rounds: Sequence[RoundRecord], slo: str | None) -> Row:
    memory, name = found.memory_peak_bytes, found.contestant
    turns = [turn for record in rounds for turn in record.contestants if turn.contestant == name]
    return Row(
        name=name,
        scenario=scenario,
        is_reference=found.is_reference,
        version=found.version,
        status=found.status,
        reason=found.reason,
        hint=None,
        rank=found.rank,
        letters=found.letters or None,
        letters_p50=found.letters_p50,
        letters_p99=found.letters_p99,
        tied_with=found.tied_with,
        not_decided_with=found.not_decided_with,
        throughput_per_s=found.throughput_per_s,
        score=found.score,
        latency_us=found.latency,
        latency_us_estimate=found.latency_us,
        cpu_us_per_request=found.cpu_us_per_request,
        bytes_per_answer=bytes_per_answer(turns),
        memory_peak_bytes=None if memory is None else round(memory.value),
        memory_peak_bytes_estimate=memory,
        startup_ms=None if found.startup_ms is None else found.startup_ms.value,
        startup_ms_estimate=found.startup_ms,
        warmup_s=None if found.warmup_s is None else found.warmup_s.value,
        warmup_s_estimate=found.warmup_s,
        steady_after_s=found.steady_after_s,
        rounds_unsteady=sum(turn.steady is False for turn in turns if turn.failure is None),
        rates=latency_at_rates(rounds, name),
        capacity=None if slo is None else capacity(rounds, name, slo),
        scaling=scaling(rounds, name),
        services=_services(turns),
        services_cpu_us_per_request=found.services_cpu_us_per_request,
        image=_image(turns),
        reconnects=found.reconnects,
        rounds=found.rounds,
        rounds_failed=found.rounds_failed,
        flags=found.flags,
        machines=found.machines,
    )


def _services(turns: Iterable[ContestantRound]) -> tuple[ServiceRow, ...]:
    """One row for each service over all rounds, including failed ones, whose numbers may show why."""
    uses: dict[str, list[ServiceUse]] = {}
    for turn in turns:
        for use in turn.services:
            uses.setdefault(use.service, []).append(use)
    return tuple(_service(name, items) for name, items in uses.items())


def _service(name: str, uses: Sequence[ServiceUse]) -> ServiceRow:
    answers = sum(use.answers for use in uses)

    def each(counts: Sequence[int | None]) -> float | None:
        known = [count for count in counts if count is not None]
        return sum(known) / answers if answers and len(known) == len(counts) else None

    return ServiceRow(
        name=name,
        answers=answers,
        statements_per_answer=each([use.statements for use in uses]),
        rows_per_answer=each([use.rows for use in uses]),
        connections_per_answer=each([use.connections for use in uses]),
        memory_bytes=max((use.memory_bytes for use in uses if use.memory_bytes is not None), default=None),
    )


def _image(turns: Sequence[ContestantRound]) -> ImageRow | None:
    """The image of the last round that had one."""
    for turn in reversed(turns):
        if turn.image_id is not None and turn.image_bytes is not None and turn.image_base is not None:
            return ImageRow(id=turn.image_id, size_bytes=turn.image_bytes, base=turn.image_base)
    return None


def _pair(scenario: str, pair: Comparison) -> PairRow:
    return PairRow(
        a=pair.a,
        b=pair.b,
        scenario=scenario,
        ratio=pair.ratio,
        low=pair.low,
        high=pair.high,
        p_adjusted=pair.p_adjusted,
        verdict=pair.verdict,
        rounds=pair.n,
        direct_rounds=pair.direct_rounds,
        by_machine=tuple(
            PairOnMachine(machine_a=str(on.a), machine_b=str(on.b), ratio=math.exp(on.mean), rounds=on.rounds)
            for on in pair.by_machine
        ),
        machines_p_adjusted=pair.machines_p,
    )
