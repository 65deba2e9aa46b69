"""Renders a report as Prometheus text, for node_exporter's textfile collector or a Pushgateway.

The format: https://prometheus.io/docs/instrumenting/exposition_formats (version 0.0.4); names and units:
https://prometheus.io/docs/practices/naming. Base units: seconds, bytes, ratios. There are no timestamps, because the
textfile collector rejects them; `fairlap_run_started_timestamp_seconds` says how old the numbers are.

`X_low` and `X_high` are the bounds of the 95 % interval over rounds. A value that was not observed has no sample, and a
contestant without a valid result has only `fairlap_result_valid` 0.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from fairlap.render.cells import clean
from fairlap.report import Interval, LatencyIntervals, Row, RunReport

_US, _MS = 1e6, 1e3
"""Per second; used as divisors, because 1e-6 is not exact in floating point."""

_QUANTILES = (("p50", "0.5"), ("p90", "0.9"), ("p99", "0.99"), ("p999", "0.999"))
_LOADS = (("share-20", "20%"), ("share-50", "50%"), ("share-80", "80%"), ("absolute", "common rate"))

Labels = tuple[tuple[str, str], ...]
Sample = tuple[Labels, float]


@dataclass(frozen=True, slots=True)
class _Family:
    """A metric with its bounds: `samples` yields extra labels and an interval for each value of a row."""

    name: str
    unit: str
    help: str
    divisor: float
    samples: Callable[[Row], Iterator[tuple[Labels, Interval]]]


def _one(key: str) -> Callable[[Row], Iterator[tuple[Labels, Interval]]]:
    """Samples of a metric that a row has once."""

    def samples(row: Row) -> Iterator[tuple[Labels, Interval]]:
        found: Interval | None = getattr(row, key)
        if found is not None:
            yield (), found

    return samples


def _closed(row: Row) -> Iterator[tuple[Labels, Interval]]:
    if row.latency_us_estimate is not None:
        yield from _quantiles(row.latency_us_estimate)


def _open(row: Row) -> Iterator[tuple[Labels, Interval]]:
    for purpose, words in _LOADS:
        if found := row.rate(purpose):  # type: ignore[arg-type]
            for labels, interval in _quantiles(found.response_us):
                yield (("load", words), *labels), interval


def _quantiles(found: LatencyIntervals) -> Iterator[tuple[Labels, Interval]]:
    for key, quantile in _QUANTILES:
        interval: Interval | None = getattr(found, key)
        if interval is not None:
            yield (("quantile", quantile),), interval


_FAMILIES = (
    _Family(
        "throughput",
        "requests_per_second",
        "Right answers per second in a closed loop at full load.",
        1.0,
        _one("throughput_per_s"),
    ),
    _Family(
        "score",
        "ratio",
        "Throughput relative to that of the reference contestant in the same cycle.",
        1.0,
        _one("score"),
    ),
    _Family(
        "latency",
        "seconds",
        "Time from sending to the whole answer in a closed loop at full load.",
        _US,
        _closed,
    ),
    _Family(
        "response_time",
        "seconds",
        "Time from when a request was due, open loop, at a share of the contestant's throughput or at a common rate.",
        _US,
        _open,
    ),
    _Family(
        "cpu_per_request",
        "seconds",
        "CPU time of the contestant for each answer.",
        _US,
        _one("cpu_us_per_request"),
    ),
    _Family(
        "services_cpu_per_request",
        "seconds",
        "CPU time of databases and caches for each answer.",
        _US,
        _one("services_cpu_us_per_request"),
    ),
    _Family(
        "memory_peak", "bytes", "Largest memory of a round, mean over rounds.", 1.0, _one("memory_peak_bytes_estimate")
    ),
    _Family(
        "startup",
        "seconds",
        "From start to the first right answer.",
        _MS,
        _one("startup_ms_estimate"),
    ),
)


def render_prometheus(report: RunReport) -> str:
    """Return all metrics as gauges, each with its HELP and TYPE."""
    lines: list[str] = []
    lines += _metric("run_started_timestamp_seconds", "When the run began.", _moment(report, report.started_at))
    lines += _metric("run_ended_timestamp_seconds", "When the run ended.", _moment(report, report.ended_at))
    lines += _metric(
        "run_interrupted",
        "1 when the run was interrupted or is still running, so that rounds are missing.",
        [(_of_run(report), float(report.interrupted))],
    )
    lines += _metric(
        "run_info",
        "Versions that measured the run; results of different method versions are not comparable.",
        [((*_of_run(report), *_provenance(report)), 1.0)],
    )
    lines += _metric(
        "result_valid",
        "1 when the contestant has a valid result, 0 when it failed, is invalid or was skipped.",
        [(_of_row(report, row), float(row.status == "ok")) for row in report.contestants],
    )
    valid = [row for row in report.contestants if row.status == "ok"]
    lines += _metric(
        "rank",
        "One more than the number of contestants that are faster, beyond chance.",
        [(_of_row(report, row), float(row.rank)) for row in valid if row.rank is not None],
    )
    lines += _metric(
        "flags",
        "Doubts about the result, explained in the report.",
        [(_of_row(report, row), float(len(row.flags))) for row in valid],
    )
    for family in _FAMILIES:
        lines += _family(report, family, valid)
    return "\n".join(lines) + "\n"


def _family(report: RunReport, family: _Family, rows: list[Row]) -> Iterator[str]:
    found = [((*_of_row(report, row), *own), interval) for row in rows for own, interval in family.samples(row)]
    bounds: tuple[tuple[str, str, list[tuple[Labels, float | None]]], ...] = (
        ("", "", [(labels, interval.value) for labels, interval in found]),
        ("_low", " Lower bound of the 95 % interval.", [(labels, interval.low) for labels, interval in found]),
        ("_high", " Upper bound of the 95 % interval.", [(labels, interval.high) for labels, interval in found]),
    )
    for suffix, words, samples in bounds:
        known = [(labels, value / family.divisor) for labels, value in samples if value is not None]
        yield from _metric(f"{family.name}{suffix}_{family.unit}", family.help + words, known)


def _metric(name: str, words: str, samples: list[Sample]) -> Iterator[str]:
    """A metric with its header; nothing without samples."""
    if not samples:
        return
    yield f"# HELP fairlap_{name} {words}"
    yield f"# TYPE fairlap_{name} gauge"
    for labels, value in samples:
        shown = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels)
        yield f"fairlap_{name}{{{shown}}} {value!r}"


def _escaped(text: str) -> str:
    """A label's value; `clean` has removed line feeds."""
    return clean(text).replace("\\", r"\\").replace('"', r"\"")


def _of_run(report: RunReport) -> Labels:
    return (("suite", report.suite), ("run", report.run))


def _of_row(report: RunReport, row: Row) -> Labels:
    return (("suite", report.suite), ("scenario", row.scenario), ("contestant", row.name), ("run", report.run))


def _provenance(report: RunReport) -> Labels:
    return (
        ("method_version", str(report.method.version)),
        ("fairlap_version", report.versions.fairlap),
        ("generator", report.versions.generator),
    )


def _moment(report: RunReport, moment: str | None) -> list[Sample]:
    """Seconds since 1970; no sample without a moment."""
    if moment is None:
        return []
    return [(_of_run(report), datetime.fromisoformat(moment).timestamp())]
