"""Estimates of the statistics as parts of the report, one to one."""

from typing import Protocol

from fairlap.histograms import Percentiles
from fairlap.report.parts import Capacity, Interval, Latency, LatencyIntervals, RateRow, Scaling, ScalingPoint
from fairlap.statistics import Estimate
from fairlap.statistics import capacity as capacities
from fairlap.statistics.latency import RateLatency
from fairlap.statistics.scaling import Scaling as ScalingLaw


class HasPercentiles(Protocol):
    """Percentiles in microseconds, each with its interval."""

    @property
    def p50(self) -> Estimate | None: ...
    @property
    def p90(self) -> Estimate | None: ...
    @property
    def p99(self) -> Estimate | None: ...
    @property
    def p999(self) -> Estimate | None: ...


def needed(found: Estimate) -> Interval:
    """A value that is there."""
    return Interval(value=found.value, low=found.low, high=found.high, n=found.n)


def interval(found: Estimate | None) -> Interval | None:
    """A value that may be missing."""
    return None if found is None else needed(found)


def latency(found: Percentiles | None) -> Latency | None:
    """The percentiles of merged histograms."""
    return None if found is None else Latency.model_validate(found, from_attributes=True)


def percentiles(found: HasPercentiles) -> LatencyIntervals:
    """Those percentiles that have intervals."""
    return LatencyIntervals(
        p50=interval(found.p50), p90=interval(found.p90), p99=interval(found.p99), p999=interval(found.p999)
    )


def rate_row(found: RateLatency) -> RateRow:
    """One contestant under one rate."""
    return RateRow(
        purpose=found.purpose,
        rate_per_s=found.rate_per_s,
        share=found.share,
        response_us=percentiles(found),
        due=found.due,
        unsent=found.unsent,
        achieved_share=found.achieved_share,
        blocked_p99_us=found.blocked_p99_us,
        own_p99_us=found.own_p99_us,
        cpu_us_per_request=interval(found.cpu_us_per_request),
        rounds=found.rounds,
    )


def capacity(found: capacities.Capacity | None, slo: str | None) -> Capacity | None:
    """The capacity under the objective that the run had."""
    if found is None or slo is None:
        return None
    return Capacity(
        slo=slo,
        per_s=interval(found.per_s),
        rounds_found=found.rounds_found,
        rounds_searched=found.rounds_searched,
    )


def scaling(found: ScalingLaw | None) -> Scaling | None:
    """The fitted law, and the points that it was fitted to."""
    if found is None:
        return None
    return Scaling(
        rate_per_s=needed(found.rate_per_s),
        contention=needed(found.contention),
        coherency=needed(found.coherency),
        peak_connections=interval(found.peak_connections),
        peak_per_s=interval(found.peak_per_s),
        misfit=found.misfit,
        points=tuple(
            ScalingPoint(connections=point.connections, throughput_per_s=needed(point.throughput_per_s))
            for point in found.points
        ),
        rounds=found.rounds,
    )
