"""Results of laps as fairload reports them, computed from the speed of the contestant."""

import math
from functools import cache
from typing import Literal

import numpy as np

from fairlap.generators.models import (
    FirstFailure,
    GeneratorCpu,
    LapResult,
    LapSpec,
    LatencySummary,
    OpenLoop,
    OutcomeCounts,
    SkippedPart,
)
from fairlap.histograms import encode, of_nanoseconds

CLOSED_POINTS, OPEN_POINTS = 20, 400
"""Points of a distribution of response times; so many in an open loop make its p99 exact to 3 %."""

GENERATOR_SHARE = 0.3
"""The share of its CPU that the generator uses."""

Wrong = Literal["one", "all"] | None
"""Which answers of a lap are wrong."""


def closed_lap(spec: LapSpec, per_s: float, began_s: float, wrong: Wrong, latencies: bool) -> LapResult:
    """Return a closed-loop lap of a contestant that answers `per_s` requests per second."""
    window_s = (spec.duration_ms - spec.skip_ms) / 1000
    answers = round(per_s * window_s)
    mean_us = spec.connections * (spec.pipeline or 1) / per_s * 1e6
    points = CLOSED_POINTS if latencies else 0
    return _result(spec, answers, mean_us, began_s, wrong, points, skipped=round(per_s * spec.skip_ms / 1000))


def with_late_answers(result: LapResult, spec: LapSpec) -> LapResult:
    """Return a lap some of whose answers take a second: the shorter it is, the more of the truth is not counted."""
    if result.latency_us is None or result.progress_per_s is None:
        return result
    share = 1 - 30 / spec.duration_ms
    late = {"throughput_per_s": share * result.throughput_per_s, "progress_per_s": share * result.progress_per_s}
    latency_us = result.latency_us.model_copy(update={"max": 1e6})
    return result.model_copy(update={**late, "latency_us": latency_us})


def open_lap(spec: LapSpec, per_s: float, began_s: float, wrong: Wrong, points: int) -> LapResult:
    """Return an open-loop lap of a contestant with the capacity `per_s`.

    Below that rate, response times are exponential with the mean of an M/M/1 queue; above it the queue grows, and
    what is left of it is unsent. Without `points` for its distribution, the lap has no latencies.
    """
    assert spec.rate_per_s is not None and spec.arrivals is not None and spec.seed is not None
    window_s = (spec.duration_ms - spec.skip_ms) / 1000
    due = round(spec.rate_per_s * window_s)
    sent = min(due, math.floor(per_s * window_s))
    if spec.rate_per_s < per_s:
        mean_us = 1e6 / (per_s - spec.rate_per_s)
    else:
        mean_us = 1e6 * ((spec.rate_per_s / per_s - 1) * window_s / 2 + spec.connections / per_s)
    skipped = round(sent * spec.skip_ms / 1000 / window_s)
    result = _result(spec, sent, mean_us, began_s, wrong, points, skipped=skipped)
    lateness = None if result.latency_us is None else summary(1.0)
    open_loop = OpenLoop(
        rate_per_s=spec.rate_per_s,
        arrivals=spec.arrivals,
        seed=spec.seed,
        due=due,
        sent=sent,
        unsent=due - sent,
        achieved_share=result.ok / due if due else None,
        backlog_max=due - sent,
        response_us=result.latency_us,
        response_histogram=result.histogram,
        blocked_us=lateness,
        blocked_histogram=None,
        own_us=lateness,
        own_histogram=None,
    )
    return result.model_copy(update={"open_loop": open_loop})


def histogram(count: int, mean_us: float, points: int) -> str:
    """Return `count` exponential response times, encoded like fairload's histograms."""
    middles = (np.arange(points) + 0.5) / points
    values_ns = np.rint(-mean_us * np.log(1 - middles) * 1000).astype(np.int64)
    shares = np.diff(count * np.arange(points + 1) // points)
    return encode(of_nanoseconds(np.repeat(values_ns, shares)))


def summary(mean_us: float) -> LatencySummary:
    """Return exponential response times as percentiles."""
    found = {name: quantile * mean_us for name, quantile in _QUANTILES.items()}
    return LatencySummary(min=0.0, mean=mean_us, max=found["p9999"], **found)


_SHARES = {"p50": 0.5, "p75": 0.75, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999, "p9999": 0.9999}
_QUANTILES = {name: -math.log(1 - share) for name, share in _SHARES.items()}


def _result(
    spec: LapSpec, answers: int, mean_us: float, began_s: float, wrong: Wrong, points: int, *, skipped: int
) -> LapResult:
    """Without `points` for its histogram, the lap has no latencies."""
    window_s, lap_s = (spec.duration_ms - spec.skip_ms) / 1000, spec.duration_ms / 1000
    bad = {"one": 1, "all": answers, None: 0}[wrong]
    right = answers - bad
    failure = FirstFailure(outcome="wrong_body", expected="Hello, world!", got="Hello Wurld!") if wrong else None
    return LapResult(
        connections=spec.connections,
        requests=answers,
        ok=right,
        outcomes=_outcomes(right, bad),
        completed=right,
        elapsed_s=window_s,
        throughput_per_s=right / window_s,
        progress_per_s=None if spec.rate_per_s else right / window_s,
        latency_us=summary(mean_us) if right and points else None,
        histogram=histogram(right, mean_us, points) if right and points else None,
        skipped=_skipped(skipped, right=wrong != "all"),
        responses=answers + skipped,
        bytes_received=(answers + skipped) * 128,
        reconnects=0,
        cpu=_cpu(lap_s),
        started_ns=round(began_s * 1e9),
        ended_ns=round((began_s + lap_s) * 1e9),
        lap_elapsed_s=lap_s,
        longest_gap_us=100.0,
        first_failure=failure,
        open_loop=None,
    )


# Thousands of races share the same few of these.


@cache
def _outcomes(right: int, wrong: int) -> OutcomeCounts:
    return OutcomeCounts(ok=right, wrong_status=0, wrong_body=wrong, connect=0, read=0, write=0, timeout=0, protocol=0)


@cache
def _skipped(answers: int, *, right: bool) -> SkippedPart:
    return SkippedPart(requests=answers, outcomes=_outcomes(answers, 0) if right else _outcomes(0, answers))


@cache
def _cpu(lap_s: float) -> GeneratorCpu:
    return GeneratorCpu(user_s=GENERATOR_SHARE * lap_s, system_s=0.0, idle_s=0.0, run_delay_s=0.0)
