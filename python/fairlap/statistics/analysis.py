"""The findings of one scenario: a row for each contestant, and every pair compared."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp
from statistics import median

from fairlap.histograms import Percentiles, decode, merge, percentiles
from fairlap.samples import ContestantRound, RoundRecord, RowStatus
from fairlap.statistics import gates
from fairlap.statistics.comparison import Comparison, compare_all, rank_of, tied_with
from fairlap.statistics.estimate import Estimate, estimate
from fairlap.statistics.gates import ClosedLoop, Flag
from fairlap.statistics.laps import cpu_us_per_request, log_ratios, throughput_of_round, turns_of


@dataclass(frozen=True, slots=True)
class ContestantAnalysis:
    """What was found about one contestant, in its finished rounds; `None` is what could not be observed.

    `score` is the throughput relative to the reference of the same cycle. `startup_ms` and `warmup_s` are
    medians over rounds, `memory_peak_bytes` is the highest of any round, `reconnects` the sum of all laps.
    `rank` is `None` for the reference (the yardstick, no competitor) and for every status but ok. `reason`
    says why the status is not ok.
    """

    contestant: str
    is_reference: bool
    version: str | None
    status: RowStatus
    reason: str | None
    rounds: int
    rounds_failed: int
    throughput_per_s: Estimate | None
    score: Estimate | None
    latency: Percentiles | None
    cpu_us_per_request: Estimate | None
    memory_peak_bytes: int | None
    startup_ms: float | None
    startup_ms_estimate: Estimate | None
    warmup_s: float | None
    reconnects: int
    rank: int | None
    tied_with: tuple[str, ...]
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The findings of one scenario. Rows in the order of first appearance; pairs only of rows that are ok."""

    scenario: str
    reference: str
    minimum_effect: float
    contestants: tuple[ContestantAnalysis, ...]
    comparisons: tuple[Comparison, ...]


def analyse(rounds: Sequence[RoundRecord], minimum_effect: float = 0.02, load: ClosedLoop | None = None) -> Analysis:
    """Analyse the rounds of one scenario.

    Args:
        rounds: of any number of heats, in any order; one scenario and one reference contestant.
        minimum_effect: the smallest difference that matters, as a share.
        load: without it, the gates that need the number of connections or workers are not applied.

    Raises:
        ValueError: no rounds, or of more than one scenario or reference.
        StoreError: a latency histogram is damaged.
    """
    scenarios, references = {record.scenario for record in rounds}, {record.reference for record in rounds}
    if len(scenarios) != 1 or len(references) != 1:
        raise ValueError(f"one scenario and one reference are needed, got {scenarios or '{}'} and {references or '{}'}")
    scenario, reference = scenarios.pop(), references.pop()
    ordered = sorted(rounds, key=lambda record: (record.round, record.heat))
    names = dict.fromkeys(turn.contestant for record in ordered for turn in record.contestants)
    rows = [_row(name, ordered, reference, load) for name in names]
    ranked = [row.contestant for row in rows if row.status == "ok" and not row.is_reference]
    comparisons = compare_all(ordered, ranked, reference, minimum_effect)
    return Analysis(
        scenario=scenario,
        reference=reference,
        minimum_effect=minimum_effect,
        contestants=tuple(_ranked(row, comparisons) if row.contestant in ranked else row for row in rows),
        comparisons=comparisons,
    )


def _ranked(row: ContestantAnalysis, comparisons: Sequence[Comparison]) -> ContestantAnalysis:
    return replace(row, rank=rank_of(row.contestant, comparisons), tied_with=tied_with(row.contestant, comparisons))


def _row(name: str, rounds: Sequence[RoundRecord], reference: str, load: ClosedLoop | None) -> ContestantAnalysis:
    turns = turns_of(rounds, name)
    done = [(number, turn) for number, turn in turns if turn.failure is None]
    throughputs = _present([throughput_of_round(turn) for _, turn in done])
    score = estimate([exp(ratio) for ratio in log_ratios(rounds, name, reference)])
    latency = _latency(done, f"{rounds[0].scenario}/{name}")
    flags = _flags([turn for _, turn in done], latency, load)
    if name != reference:
        flags += _limit_flags([turn for _, turn in done], score, load)
    flags += gates.seen_by_runner([turn for _, turn in turns])
    status, reason = _status(turns, flags, usable=bool(throughputs))
    startups = _present([turn.startup_ms for _, turn in done])
    warmups = _present([turn.warmup_s for _, turn in done])
    memory = [turn.memory_peak_bytes for _, turn in done if turn.memory_peak_bytes is not None]
    return ContestantAnalysis(
        contestant=name,
        is_reference=name == reference,
        version=", ".join(dict.fromkeys(turn.version for _, turn in turns if turn.version)) or None,
        status=status,
        reason=reason,
        rounds=len(done),
        rounds_failed=len(turns) - len(done),
        throughput_per_s=estimate(throughputs),
        score=score,
        latency=latency,
        cpu_us_per_request=estimate(_present([cpu_us_per_request(turn) for _, turn in done])),
        memory_peak_bytes=max(memory, default=None),
        startup_ms=median(startups) if startups else None,
        startup_ms_estimate=estimate(startups),
        warmup_s=median(warmups) if warmups else None,
        reconnects=sum(lap.reconnects for _, turn in done for lap in turn.samples),
        rank=None,
        tied_with=(),
        flags=flags,
    )


def _latency(turns: Sequence[tuple[int, ContestantRound]], where: str) -> Percentiles | None:
    """Of all laps of all `turns` (with the numbers of their rounds), merged."""
    return percentiles(
        merge(
            decode(lap.histogram, f"{where}, round {number}, cycle {lap.cycle}")
            for number, turn in turns
            for lap in turn.samples
            if lap.histogram is not None
        )
    )


def _flags(turns: Sequence[ContestantRound], latency: Percentiles | None, load: ClosedLoop | None) -> tuple[Flag, ...]:
    """The gates that apply to everyone; what invalidates comes first."""
    laps = [lap for turn in turns for lap in turn.samples]
    tripped = (
        gates.wrong_answers(laps),
        gates.errors(laps),
        gates.percentile_order(latency),
        gates.littles_law(laps, load),
        gates.steal(laps),
        gates.no_steady_state(turns),
        gates.process_count(turns),
    )
    return tuple(flag for flag in tripped if flag)


def _limit_flags(turns: Sequence[ContestantRound], score: Estimate | None, load: ClosedLoop | None) -> tuple[Flag, ...]:
    """Was the generator the limit? Not asked of the reference: it is meant to be the ceiling."""
    laps = [lap for turn in turns for lap in turn.samples]
    tripped = (gates.generator_bound(score), gates.generator_busy(laps, load))
    return tuple(flag for flag in tripped if flag)


def _status(
    turns: Sequence[tuple[int, ContestantRound]], flags: Sequence[Flag], *, usable: bool
) -> tuple[RowStatus, str | None]:
    """Failed (with the first failure) before invalid (with every reason) before ok."""
    for number, turn in turns:
        if turn.failure is not None:
            at = f" at {turn.stage}" if turn.stage else ""
            return "failed", f"round {number}{at}: {turn.failure}"
    invalid = "; ".join(flag.reason for flag in flags if flag.invalidates)
    if not usable:
        return "failed", f"no lap got a right answer ({invalid})" if invalid else "no lap got a right answer"
    return ("invalid", invalid) if invalid else ("ok", None)


def _present(values: Sequence[float | None]) -> list[float]:
    return [value for value in values if value is not None]
