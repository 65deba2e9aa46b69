"""Analyses one scenario: a row for each contestant with its status and flags, comparisons of all pairs, ranks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from fairlap.histograms import Histogram, Latency, decode, merge, percentiles
from fairlap.samples import ContestantRound, Machine, RoundRecord, RowStatus
from fairlap.statistics import gates
from fairlap.statistics.comparison import Comparison, compare_all, letters_of, not_decided_with, rank_of, tied_with
from fairlap.statistics.estimate import Interval, estimate
from fairlap.statistics.gates import ClosedLoop, RowFlag
from fairlap.statistics.laps import (
    cpu_us_per_request,
    finished,
    log_ratios,
    services_cpu_us_per_request,
    throughput_of_round,
    turns_of,
)
from fairlap.statistics.latency import LatencyIntervals, merged_percentiles
from fairlap.statistics.machines import MachineOfRow, machines_of, mixed_machines, of_machines
from fairlap.statistics.pauses import losses_of, pauses
from fairlap.statistics.responses import ResponseComparisons, compare_responses
from fairlap.statistics.warming import rises_of


@dataclass(frozen=True, slots=True)
class ContestantAnalysis:
    """The results of one contestant over its finished rounds; `None` for what could not be observed.

    `score` is the throughput relative to the reference in the same cycle. Peak memory, start-up and warm-up have one
    value per round. `latency` covers all laps, `reconnects` is their sum. `steady_after_s` is the median over rounds of
    the load until a steady state; a round without one counts as infinite, so it is `None` when that is the median.
    `rank` is `None` for the reference and for every status except ok. Contestants that share one of the `letters` are
    not shown to differ, nor are the response times at half load of those that share one of `letters_p50` or
    `letters_p99` (`None`: not compared). `reason` explains a status other than ok. `machines` are those of its rounds;
    empty when the run used a single machine.
    """

    contestant: str
    is_reference: bool
    version: str | None
    status: RowStatus
    reason: str | None
    rounds: int
    rounds_failed: int
    throughput_per_s: Interval | None
    score: Interval | None
    latency: Latency | None
    latency_us: LatencyIntervals | None
    cpu_us_per_request: Interval | None
    services_cpu_us_per_request: Interval | None
    memory_peak_bytes: Interval | None
    startup_ms: Interval | None
    warmup_s: Interval | None
    steady_after_s: float | None
    reconnects: int | None
    rank: int | None
    letters: str
    letters_p50: str | None
    letters_p99: str | None
    tied_with: tuple[str, ...]
    not_decided_with: tuple[str, ...]
    flags: tuple[RowFlag, ...]
    machines: tuple[MachineOfRow, ...]


def row_of(
    name: str,
    rounds: Sequence[RoundRecord],
    reference: str,
    load: ClosedLoop | None,
    machines: Sequence[Machine] = (),
) -> ContestantAnalysis:
    """Return the row of one contestant without its rank, from the rounds of one scenario, in order.

    Raises:
        StoreError: a latency histogram is damaged.
    """
    turns = turns_of(rounds, name)
    numbered = [(number, turn) for number, turn in turns if finished(turn)]
    done = [turn for _, turn in numbered]
    throughputs = _present([throughput_of_round(turn) for turn in done])
    score = estimate([math.exp(ratio) for ratio in log_ratios(rounds, name, reference)])
    by_round = _histograms(turns, f"{rounds[0].scenario}/{name}")
    latency = percentiles(merge(by_round))
    flags = gates.for_everyone(numbered, latency, load)
    if any(flag.name == "littles-law" and not flag.invalidates for flag in flags):
        latency = None
    if name != reference:
        flags += gates.for_competitors(done, score, load, rises_of(rounds, name, reference))
        paused = pauses(losses_of(rounds, name, reference))
        flags += (paused,) if paused else ()
    flags += gates.seen_by_runner(turns)
    found = machines_of(rounds, name, machines)
    if mixed := mixed_machines(found):
        flags += (mixed,)
    status, reason = _status(turns, flags, usable=bool(throughputs))
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
        latency_us=None if latency is None else merged_percentiles(by_round),
        cpu_us_per_request=estimate(_present([cpu_us_per_request(turn) for turn in done])),
        services_cpu_us_per_request=estimate(_present([services_cpu_us_per_request(turn) for turn in done])),
        memory_peak_bytes=estimate(_present([turn.memory_peak_bytes for turn in done])),
        startup_ms=estimate(_present([turn.startup_ms for turn in done])),
        warmup_s=estimate(_present([turn.warmup_s for turn in done])),
        steady_after_s=_steady_after_s(done),
        reconnects=_reconnects(done),
        rank=None,
        letters="",
        letters_p50=None,
        letters_p99=None,
        tied_with=(),
        not_decided_with=(),
        flags=flags,
        machines=found,
    )


def _histograms(turns: Sequence[tuple[int, ContestantRound]], where: str) -> list[Histogram]:
    """Return the merged latencies of each finished round."""
    return [
        merge(
            decode(lap.histogram, f"{where}, round {number}, cycle {lap.cycle}")
            for lap in turn.samples
            if lap.histogram is not None
        )
        for number, turn in turns
        if turn.failure is None
    ]


def _reconnects(turns: Sequence[ContestantRound]) -> int | None:
    """Return the sum of reconnects; `None` when the generator does not count them."""
    counts = [lap.reconnects for turn in turns for lap in turn.samples]
    return None if None in counts else sum(count for count in counts if count is not None)


def _steady_after_s(turns: Sequence[ContestantRound]) -> float | None:
    known = [
        math.inf if turn.steady is False else turn.steady_after_s
        for turn in turns
        if turn.steady is False or (turn.steady and turn.steady_after_s is not None)
    ]
    middle = median(_present(known)) if known else math.inf
    return middle if math.isfinite(middle) else None


def _status(
    turns: Sequence[tuple[int, ContestantRound]], flags: Sequence[RowFlag], *, usable: bool
) -> tuple[RowStatus, str | None]:
    """Return failed (with the first failure), otherwise invalid (with every reason), otherwise ok."""
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


@dataclass(frozen=True, slots=True)
class Analysis:
    """The results of one scenario. Rows are in order of first appearance; pairs contain only rows with status ok."""

    scenario: str
    reference: str
    minimum_effect: float
    contestants: tuple[ContestantAnalysis, ...]
    comparisons: tuple[Comparison, ...]
    responses: tuple[ResponseComparisons, ResponseComparisons]


def analyse(
    rounds: Sequence[RoundRecord],
    minimum_effect: float = 0.02,
    load: ClosedLoop | None = None,
    looks: Sequence[int] = (),
    *,
    ended: bool = True,
    machines: Sequence[Machine] = (),
) -> Analysis:
    """Analyse the rounds of one scenario.

    Args:
        rounds: any number of heats in any order, with one scenario and one reference contestant.
        minimum_effect: the smallest difference that matters, as a share.
        load: if missing, the gates that need the number of connections or workers are not applied.
        looks: the numbers of rounds with a look, fixed before the first round; empty: only at the end (a fixed number
            of rounds).
        ended: no further round will follow.
        machines: those of the cluster, if any.

    Raises:
        ValueError: no rounds, more than one scenario or reference, or looks that do not increase.
        StoreError: a latency histogram is damaged.
    """
    scenarios, references = {record.scenario for record in rounds}, {record.reference for record in rounds}
    if len(scenarios) != 1 or len(references) != 1:
        raise ValueError(f"expected one scenario and one reference, got {scenarios or '{}'} and {references or '{}'}")
    scenario, reference = scenarios.pop(), references.pop()
    ordered = sorted(rounds, key=lambda record: (record.round, record.heat))
    names = dict.fromkeys(turn.contestant for record in ordered for turn in record.contestants)
    rows = [row_of(name, ordered, reference, load, machines) for name in names]
    rivals = [row.contestant for row in rows if row.status == "ok" and not row.is_reference]
    comparisons = compare_all(ordered, rivals, reference, minimum_effect, looks, ended=ended)
    responses = compare_responses(ordered, rivals)
    rows = [replace(row, flags=(*row.flags, *of_machines(row.contestant, comparisons))) for row in rows]
    return Analysis(
        scenario=scenario,
        reference=reference,
        minimum_effect=minimum_effect,
        contestants=_ranked(rows, rivals, comparisons, responses),
        comparisons=comparisons,
        responses=responses,
    )


def _ranked(
    rows: Sequence[ContestantAnalysis],
    rivals: Sequence[str],
    comparisons: Sequence[Comparison],
    responses: tuple[ResponseComparisons, ResponseComparisons],
) -> tuple[ContestantAnalysis, ...]:
    """Add ranks and letters to the rows of the `rivals`. The best one has the first letter."""
    speeds = {row.contestant: speed.value for row in rows if (speed := row.score or row.throughput_per_s)}
    ranks = {name: rank_of(name, comparisons) for name in rivals}
    best_first = sorted(rivals, key=lambda name: (ranks[name], -speeds[name], name))
    letters = letters_of(best_first, comparisons)
    letters_p50, letters_p99 = (found.letters for found in responses)
    return tuple(
        replace(
            row,
            rank=ranks[row.contestant],
            letters=letters[row.contestant],
            letters_p50=letters_p50.get(row.contestant),
            letters_p99=letters_p99.get(row.contestant),
            tied_with=tied_with(row.contestant, comparisons),
            not_decided_with=not_decided_with(row.contestant, comparisons),
        )
        if row.contestant in ranks
        else row
        for row in rows
    )
