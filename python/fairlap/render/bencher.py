"""Renders a report in Bencher Metric Format, the JSON that `bencher run --adapter json` reads.

The format: https://bencher.dev/docs/reference/bencher-metric-format (benchmark -> measure -> `value`, with optional
`lower_value` and `upper_value`); names: https://bencher.dev/docs/how-to/track-custom-benchmarks.

A benchmark is called `suite/scenario/contestant`, so that its name stays the same from run to run. `throughput` is
Bencher's own measure (requests per second), and request times are in nanoseconds, like its own `latency`. Missing
values and rows without a valid result are left out.
"""

import json
from collections.abc import Iterator

from fairlap.render.cells import clean
from fairlap.report import Interval, Row, RunReport

MAX_NAME = 1024
"""Longest name that Bencher accepts, in characters."""

_NS_PER_US = 1000.0
_S_PER_MS = 0.001

Metric = dict[str, float]


def render_bencher(report: RunReport) -> str:
    """Return a JSON document, empty without valid rows. Bounds are those of 95 % intervals over rounds."""
    benchmarks = {
        clean(f"{report.suite}/{row.scenario}/{row.name}")[:MAX_NAME]: measures
        for row in report.contestants
        if row.status == "ok" and (measures := dict(_measures(row)))
    }
    return json.dumps(benchmarks, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _measures(row: Row) -> Iterator[tuple[str, Metric]]:
    half = row.rate("share-50")
    known: tuple[tuple[str, Interval | None, float], ...] = (
        ("throughput", row.throughput_per_s, 1.0),
        # The reference's own score is always 1.
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
