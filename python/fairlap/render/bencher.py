"""A report as Bencher Metric Format: JSON that `bencher run --adapter json` takes.

The format: https://bencher.dev/docs/reference/bencher-metric-format (benchmark -> measure -> `value`, and
`lower_value` and `upper_value` where there are some); what a name may be:
https://bencher.dev/docs/how-to/track-custom-benchmarks.

A benchmark is `suite/scenario/contestant`, so that its name stays the same from run to run. `throughput` is Bencher's
own measure (requests per second), and times of requests are in nanoseconds, as its own `latency` is. What was not
observed is left out, and so is every row that has no valid result: a missing number is no number.
"""

import json
from collections.abc import Iterator

from fairlap.render.cells import clean
from fairlap.report import Interval, Row, RunReport

MAX_NAME = 1024
"""Characters of a benchmark's name that Bencher takes."""

_NS_PER_US = 1000.0
_S_PER_MS = 0.001

Metric = dict[str, float]


def render_bencher(report: RunReport) -> str:
    """One JSON document; an empty one when no row has a valid result. Bounds are of 95 % intervals over rounds."""
    found = {
        _benchmark(report, row): measures
        for row in report.contestants
        if row.status == "ok" and (measures := dict(_measures(row)))
    }
    return json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _benchmark(report: RunReport, row: Row) -> str:
    return clean(f"{report.suite}/{row.scenario}/{row.name}")[:MAX_NAME]


def _measures(row: Row) -> Iterator[tuple[str, Metric]]:
    half = row.rate("share-50")
    known: tuple[tuple[str, Interval | None, float], ...] = (
        ("throughput", row.throughput_per_s, 1.0),
        # The reference is the yardstick: its own score is 1, whatever happens.
        ("score", None if row.is_reference else row.score, 1.0),
        ("latency-p50-full-load", row.latency_us_estimate.p50 if row.latency_us_estimate else None, _NS_PER_US),
        ("latency-p99-full-load", row.latency_us_estimate.p99 if row.latency_us_estimate else None, _NS_PER_US),
        ("latency-p50-half-load", half.response_us.p50 if half else None, _NS_PER_US),
        ("latency-p99-half-load", half.response_us.p99 if half else None, _NS_PER_US),
        ("cpu-per-request", row.cpu_us_per_request, _NS_PER_US),
        ("memory", row.memory_peak_bytes_estimate, 1.0),
        ("start-up", row.startup_ms_estimate, _S_PER_MS),
    )
    for slug, found, factor in known:
        if found is not None:
            yield slug, _metric(found, factor)


def _metric(found: Interval, factor: float) -> Metric:
    metric = {"value": found.value * factor}
    if found.low is not None:
        metric["lower_value"] = found.low * factor
    if found.high is not None:
        metric["upper_value"] = found.high * factor
    return metric
