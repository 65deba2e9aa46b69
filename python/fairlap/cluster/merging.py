"""Splits a lap for several generators and merges their results. Histograms are added, percentiles never averaged."""

import math
from collections.abc import Callable, Iterable, Sequence

from fairlap import histograms
from fairlap.errors import GeneratorError
from fairlap.generators.models import (
    GeneratorCpu,
    GeneratorPart,
    LapResult,
    LapSpec,
    LatencySummary,
    OpenLoop,
    OutcomeCounts,
    SkippedPart,
)
from fairlap.histograms import Histogram

_SEEDS = 1 << 64
_SEED_STEP = 0x9E3779B97F4A7C15
"""Keeps seeds far apart (the golden ratio in 64 bits, as in SplitMix64)."""


def split(spec: LapSpec, generators: int) -> tuple[LapSpec, ...]:
    """Split a lap: connections as equally as possible, the rate in proportion to them.

    Returns fewer laps than generators if there are fewer connections. The sum of independent Poisson arrivals is
    Poisson again, so each part has its own seed.

    Raises:
        GeneratorError: constant arrivals, which several generators together would not have.
    """
    count = min(generators, spec.connections)
    if count == 1:
        return (spec,)
    if spec.rate_per_s is not None and spec.arrivals == "constant":
        raise GeneratorError("constant arrivals cannot be split over several generators")
    each, more = divmod(spec.connections, count)
    return tuple(_share(spec, each + (index < more), index) for index in range(count))


def _share(spec: LapSpec, connections: int, index: int) -> LapSpec:
    values: dict[str, object] = {"connections": connections}
    if spec.rate_per_s is not None:
        values["rate_per_s"] = spec.rate_per_s * connections / spec.connections
        values["seed"] = ((spec.seed or 0) + index * _SEED_STEP) % _SEEDS
    return spec.model_copy(update=values)


def join(spec: LapSpec, results: Sequence[LapResult], parts: Sequence[GeneratorPart]) -> LapResult:
    """Merge the results of laps from `split` into one.

    Counts and rates are sums; times are maxima.

    Raises:
        StoreError: a histogram is damaged.
    """
    if len(results) == 1:
        return results[0].model_copy(update={"parts": tuple(parts)})
    histogram, blob = _merged([result.histogram for result in results])
    progress = [result.progress_per_s for result in results]
    gaps_us = [result.longest_gap_us for result in results]
    return LapResult(
        connections=sum(result.connections for result in results),
        requests=sum(result.requests for result in results),
        ok=sum(result.ok for result in results),
        outcomes=_outcomes([result.outcomes for result in results]),
        completed=sum(result.completed for result in results),
        elapsed_s=max(result.elapsed_s for result in results),
        throughput_per_s=math.fsum(result.throughput_per_s for result in results),
        progress_per_s=None if None in progress else math.fsum(each for each in progress if each is not None),
        latency_us=_summary(histogram, [result.latency_us for result in results], [result.ok for result in results]),
        histogram=blob,
        skipped=SkippedPart(
            requests=sum(result.skipped.requests for result in results),
            outcomes=_outcomes([result.skipped.outcomes for result in results]),
        ),
        responses=sum(result.responses for result in results),
        bytes_received=sum(result.bytes_received for result in results),
        reconnects=sum(result.reconnects for result in results),
        cpu=_cpu([result.cpu for result in results]),
        started_ns=min(result.started_ns for result in results),
        ended_ns=max(result.ended_ns for result in results),
        lap_elapsed_s=max(result.lap_elapsed_s for result in results),
        longest_gap_us=None if None in gaps_us else max(gap_us for gap_us in gaps_us if gap_us is not None),
        first_failure=next((result.first_failure for result in results if result.first_failure), None),
        open_loop=_open_loops(spec, [result.open_loop for result in results], results),
        parts=tuple(parts),
    )


def _open_loops(spec: LapSpec, loops: Sequence[OpenLoop | None], results: Sequence[LapResult]) -> OpenLoop | None:
    each = [loop for loop in loops if loop is not None]
    if spec.rate_per_s is None or len(each) < len(loops):
        return None
    due = sum(loop.due for loop in each)
    right = [result.ok for result in results]
    sent = [loop.sent for loop in each]
    response, blob = _merged([loop.response_histogram for loop in each])
    blocked, blocked_blob = _merged([loop.blocked_histogram for loop in each])
    own, own_blob = _merged([loop.own_histogram for loop in each])
    return OpenLoop(
        rate_per_s=math.fsum(loop.rate_per_s for loop in each),
        arrivals=each[0].arrivals,
        seed=spec.seed or 0,
        due=due,
        sent=sum(sent),
        unsent=sum(loop.unsent for loop in each),
        dropped=sum(loop.dropped for loop in each),
        achieved_share=sum(right) / due if due else None,
        backlog_max=sum(loop.backlog_max for loop in each),
        response_us=_summary(response, [loop.response_us for loop in each], right),
        response_histogram=blob,
        blocked_us=_summary(blocked, [loop.blocked_us for loop in each], sent),
        blocked_histogram=blocked_blob,
        own_us=_summary(own, [loop.own_us for loop in each], sent),
        own_histogram=own_blob,
    )


def _merged(blobs: Sequence[str | None]) -> tuple[Histogram | None, str | None]:
    found = [histograms.decode(blob) for blob in blobs if blob is not None]
    if not found:
        return None, None
    merged = histograms.merge(found)
    return merged, histograms.encode(merged)


def _summary(
    histogram: Histogram | None, summaries: Sequence[LatencySummary | None], counts: Sequence[int]
) -> LatencySummary | None:
    """Take percentiles from the merged histogram, and min, mean and max, which are exact, from the parts."""
    known = [(summary, count) for summary, count in zip(summaries, counts, strict=True) if summary is not None]
    if histogram is None or not histogram.count or not known:
        return None

    def at(per_million: int) -> float:
        return histograms.nearest_rank_us(histogram, per_million)

    return LatencySummary(
        min=min(summary.min for summary, _ in known),
        mean=math.fsum(summary.mean * count for summary, count in known) / sum(count for _, count in known),
        p50=at(500_000),
        p75=at(750_000),
        p90=at(900_000),
        p95=at(950_000),
        p99=at(990_000),
        p999=at(999_000),
        p9999=at(999_900),
        max=max(summary.max for summary, _ in known),
    )


def _outcomes(counts: Sequence[OutcomeCounts]) -> OutcomeCounts:
    return OutcomeCounts(**{name: sum(getattr(each, name) for each in counts) for name in OutcomeCounts.model_fields})


def _cpu(each: Sequence[GeneratorCpu]) -> GeneratorCpu:
    return GeneratorCpu(
        user_s=_sum(each, lambda cpu: cpu.user_s),
        system_s=_sum(each, lambda cpu: cpu.system_s),
        idle_s=_sum(each, lambda cpu: cpu.idle_s),
        run_delay_s=None
        if any(cpu.run_delay_s is None for cpu in each)
        else _sum(each, lambda cpu: cpu.run_delay_s or 0.0),
    )


def _sum(each: Iterable[GeneratorCpu], part: Callable[[GeneratorCpu], float]) -> float:
    return math.fsum(part(cpu) for cpu in each)
