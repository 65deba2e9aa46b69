"""Builds the tables of a report."""

from collections.abc import Callable, Sequence
from typing import Literal

from fairlap.render.cells import (
    MIB,
    NOTHING,
    WHY_UNDETERMINED,
    determined,
    digits,
    milliseconds,
    place_of,
    rate,
    ratio,
    whole,
)
from fairlap.render.flags import Doubt, doubts
from fairlap.render.sheets import BREAK, CONTESTANT, Cell, Column, Filled, Sheet, status_cell
from fairlap.report import Capacity, ClassicBeside, Interval, LatencyIntervals, PublishedTable, RateRow, Row, RunReport
from fairlap.samples import RatePurpose

Percentile = Literal["p50", "p99", "p999"]
_TAIL: tuple[tuple[str, Percentile], ...] = (("p50", "p50"), ("p99", "p99"), ("p99.9", "p999"))

_ALIKE = (
    "Contestants that share a letter (alike) are not shown to differ. Rank: = tied with another, ? not decided yet."
)

_LONG_BYTES = 1024
_DIFFERENT = 1.02

_FROM_DUE = "From when a request was due."

_HALF = "At half: response times at half of each contestant's own throughput."


def sheets(report: RunReport, scenario: str, *, wide: bool, half: bool | None = None) -> tuple[Sheet, ...]:
    """Return the tables of a scenario, the main one first.

    `wide` adds names of flags and more intervals, `half` adds response times at half load to the main table (default:
    as `wide`).
    """
    tables = (
        _main(report, scenario, wide=wide, half=wide if half is None else half),
        _at_half(report, scenario),
        _responses(report, scenario, wide=wide),
        _scaling(report, scenario),
        _services(report, scenario),
    )
    return tuple(sheet for sheet in tables if sheet)


def _main(report: RunReport, scenario: str, *, wide: bool, half: bool) -> Sheet:
    """The table of those that raced."""
    rows = [row for row in report.rows_of(scenario) if row.status != "skipped"]
    half = half and any(row.rate("share-50") for row in rows)
    known = doubts(rows)
    ranked = sum(row.rank is not None for row in rows)
    return Sheet.of(
        scenario,
        rows,
        (Column(("", "rank")), place_of),
        (Column(("", "alike"), numeric=False), lambda row: row.letters or ""),
        (CONTESTANT, lambda row: row.name),
        (Column(("requests", "per second")), lambda row: rate(row.throughput_per_s)),
        (Column(("", "score")), lambda row: _score(row, wide=wide)),
        # Results come first, costs last.
        *(
            [_at_rate((f"{name} ms", "at half"), "share-50", key, spread=False) for name, key in _TAIL[:2]]
            if half
            else []
        ),
        (Column(("CPU µs", "/req.")), lambda row: digits(_value(row.cpu_us_per_request))),
        *([(Column(("bytes", "/req.")), lambda row: _whole(row.bytes_per_answer))] if _sizes_matter(rows) else []),
        (Column(("mem.", "MiB")), lambda row: _mebibytes(row.memory_peak_bytes)),
        (Column(("start-", "up ms")), lambda row: digits(row.startup_ms)),
        (Column(("steady", "s")), _steady),
        (Column(("", "status"), numeric=False, status=True), lambda row: _status(row, known, wide=wide)),
        caption=" ".join([*([_ALIKE] if ranked > 1 else []), *([_HALF] if half else [])]),
    )


def _sizes_matter(rows: Sequence[Row]) -> bool:
    """Return whether answers are long enough, and differ enough, to be a part of what is compared."""
    sizes = [row.bytes_per_answer for row in rows if row.bytes_per_answer is not None and not row.is_reference]
    return bool(sizes) and max(sizes) >= _LONG_BYTES and max(sizes) > _DIFFERENT * min(sizes)


def _whole(value: float | None) -> str:
    return NOTHING if value is None else whole(value)


def _score(row: Row, *, wide: bool) -> str:
    if row.is_reference:
        return "1"
    return ratio(row.score) if wide else digits(_value(row.score))


def _value(found: Interval | None) -> float | None:
    return found.value if found else None


def _mebibytes(size: int | None) -> str:
    return digits(None if size is None else size / MIB)


def _steady(row: Row) -> str:
    if row.steady_after_s is not None:
        return digits(row.steady_after_s)
    return "never" if row.rounds_unsteady * 2 >= max(row.rounds, 1) else NOTHING


def _status(row: Row, known: Sequence[Doubt], *, wide: bool) -> Cell:
    own = [doubt for doubt in known if row.name in doubt.contestants]
    if not own:
        return status_cell(row.status)
    if wide:
        return status_cell(row.status, f"{row.status}: {', '.join(doubt.name for doubt in own)}")
    return status_cell(row.status, f"{row.status} [{_in_runs([doubt.number for doubt in own])}]")


def _in_runs(numbers: Sequence[int]) -> str:
    """Rising numbers, with three or more consecutive ones as a range: `1-3 5`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs)


def _at_half(report: RunReport, scenario: str) -> Sheet | None:
    """Response times at half of each contestant's own throughput, with intervals and letters."""
    rows = [(row, found) for row in report.rows_of(scenario) if (found := row.rate("share-50"))]
    if not rows:
        return None
    laps, disturbed = sum(found.laps for _, found in rows), sum(found.disturbed for _, found in rows)
    left_out = [f"Left out: disturbed {disturbed} of {laps} laps."] if disturbed else []

    def percentile(key: Percentile) -> Callable[[tuple[Row, RateRow]], str]:
        return lambda one: _percentile(one[1].response_us, key, spread=True)

    return Sheet.of(
        "response time in ms at half of each contestant's own throughput",
        rows,
        (CONTESTANT, lambda one: one[0].name),
        (Column(("requests", "per second")), lambda one: whole(one[1].rate_per_s)),
        (Column(("", "p50")), percentile("p50")),
        (Column(("", "alike"), numeric=False), lambda one: one[0].letters_p50 or ""),
        (Column(("", "p99")), percentile("p99")),
        (Column(("", "alike"), numeric=False), lambda one: one[0].letters_p99 or ""),
        (Column(("", "p99.9")), percentile("p999")),
        caption=" ".join([_FROM_DUE, *left_out, *_undetermined([found.response_us for _, found in rows])]),
    )


def _responses(report: RunReport, scenario: str, *, wide: bool) -> Sheet | None:
    """Response times in the closed loop and at the common rate, and the capacity."""
    rows = [row for row in report.rows_of(scenario) if row.latency_us_estimate or row.rates or row.capacity]
    if not rows:
        return None
    at_common = [found for row in rows if (found := row.rate("absolute"))]
    known = [found.response_us for found in at_common]
    # A short race has too few answers at a low rate for high percentiles.
    tail = [(name, key) for name, key in _TAIL if any(getattr(found, key) for found in known)]
    common = {found.rate_per_s for found in at_common} if tail else set()
    searched = [row.capacity for row in rows if row.capacity]
    slo = searched[0].slo if searched else None

    return Sheet.of(
        "response time in ms",
        rows,
        (CONTESTANT, lambda row: row.name),
        (Column(("full", "p50")), lambda row: _percentile(row.latency_us_estimate, "p50", spread=wide)),
        (Column(("full", "p99")), lambda row: _percentile(row.latency_us_estimate, "p99", spread=wide)),
        *(_at_rate((_short(common), name), "absolute", key, spread=wide) for name, key in tail),
        *([(Column((slo, "req/s")), lambda row: _capacity(row, spread=wide))] if slo is not None else []),
        caption=" ".join(
            [*_how_to_read(common, searched), *_undetermined([*(row.latency_us_estimate for row in rows), *known])]
        ),
    )


def _at_rate(heading: tuple[str, str], purpose: RatePurpose, key: Percentile, *, spread: bool = False) -> Filled[Row]:
    """A column of response times at one of the rates."""

    def cell(row: Row) -> str:
        found = row.rate(purpose)
        return _percentile(found.response_us if found else None, key, spread=spread)

    return Column(heading), cell


def _percentile(found: LatencyIntervals | None, key: Percentile, *, spread: bool) -> str:
    return milliseconds(getattr(found, key) if found else None, spread=spread)


def _how_to_read(common: set[float], searched: Sequence[Capacity]) -> list[str]:
    parts = ["Full load: closed loop, from sending (queueing included)."]
    if common:
        parts.append(f"From when a request was due: at {_at(common)}, which all can carry.")
    if searched:
        partly = any(0 < one.rounds_found < one.rounds_searched for one in searched)
        marks = " (2 of 3: found in 2 of 3 rounds)" if partly else ""
        parts.append(f"{searched[0].slo}: the highest rate that keeps it{marks}.")
    return parts


def _undetermined(known: Sequence[LatencyIntervals | None]) -> list[str]:
    """Explain the cells that are not determined, if there are any."""
    values = [getattr(found, key) for found in known if found for _, key in _TAIL]
    if all(determined(value) for value in values if value):
        return []
    return [WHY_UNDETERMINED]


def _at(rates: set[float]) -> str:
    """The common rate; a resumed run may have several, which are in the JSON."""
    return f"{min(rates):,.0f}/s" if len(rates) == 1 else "common"


def _short(rates: set[float]) -> str:
    """The common rate for a narrow heading: `12k/s`."""
    return f"{min(rates) / 1000:,g}k/s" if len(rates) == 1 and min(rates) >= 1000 else _at(rates)


def _capacity(row: Row, *, spread: bool) -> str:
    if row.capacity is None:
        return NOTHING
    capacity, found, searched = row.capacity.per_s, row.capacity.rounds_found, row.capacity.rounds_searched
    if capacity is None:
        return "none"
    value = rate(capacity) if spread else whole(capacity.value)
    return value if found == searched else f"{value} ({found} of {searched})"


def _scaling(report: RunReport, scenario: str) -> Sheet | None:
    fitted = [(row.name, row.scaling) for row in report.rows_of(scenario) if row.scaling]
    if not fitted:
        return None
    tried = sorted({point.connections for _, law in fitted for point in law.points})
    return Sheet.of(
        "throughput over connections (Universal Scalability Law)",
        fitted,
        (CONTESTANT, lambda row: row[0]),
        (Column(("req/s at", "1 connection")), lambda row: rate(row[1].rate_per_s)),
        (Column(("", "contention")), lambda row: digits(row[1].contention.value)),
        (Column(("", "coherency")), lambda row: digits(row[1].coherency.value)),
        (Column(("peak at", "connections")), lambda row: ratio(row[1].peak_connections)),
        (Column(("peak", "req/s")), lambda row: rate(row[1].peak_per_s)),
        caption=f"Fitted to {', '.join(str(number) for number in tried)} connections; -: no peak in this range.",
    )


def _services(report: RunReport, scenario: str) -> Sheet | None:
    """A line for each contestant and service."""
    rows = [(row, service) for row in report.rows_of(scenario) for service in row.services]
    if not rows:
        return None
    return Sheet.of(
        "what the services did",
        rows,
        (CONTESTANT, lambda found: found[0].name),
        (Column(("CPU µs", "/req.")), lambda found: digits(_value(found[0].services_cpu_us_per_request))),
        (Column(("", "service"), numeric=False), lambda found: found[1].name),
        (Column(("statements", "/req.")), lambda found: digits(found[1].statements_per_answer)),
        (Column(("rows", "/req.")), lambda found: digits(found[1].rows_per_answer)),
        (Column(("connections", "/req.")), lambda found: digits(found[1].connections_per_answer)),
        (Column(("mem.", "MiB")), lambda found: _mebibytes(found[1].memory_bytes)),
        caption="CPU is that of all services together; the rest was counted by each service itself.",
    )


def published_sheet(published: PublishedTable, scenario: str) -> Sheet | None:
    """Return the published numbers next to the measured ones; `None` if there are none, or none was ranked."""
    common = published.common
    entries = [entry for entry in published.contestants if entry.scenario == scenario]
    if common is None or not entries:
        return None
    return Sheet.of(
        "then and now",
        entries,
        (CONTESTANT, lambda entry: entry.name),
        (Column(("then", "req/s")), lambda entry: f"{entry.throughput_per_s:,.0f}"),
        (Column(("then", "ratio")), lambda entry: "1" if entry.name == common else digits(entry.ratio_then)),
        (Column(("now", "ratio")), lambda entry: "1" if entry.name == common else ratio(entry.ratio_now)),
    )


def repeated_sheet(classic: ClassicBeside, scenario: str) -> Sheet:
    """Return the ratios as published, as repeated by the classic method, and by laps."""
    common = classic.common
    return Sheet.of(
        "then, repeated, and by laps",
        [row for row in classic.contestants if row.scenario == scenario],
        (CONTESTANT, lambda row: row.name),
        (Column((f"connec{BREAK}", "tions")), lambda row: str(row.connections)),
        (Column(("then", "ratio")), lambda row: "1" if row.name == common else digits(row.ratio_then)),
        (Column(("classic", "ratio")), lambda row: "1" if row.name == common else digits(row.ratio_classic)),
        (Column(("laps", "ratio")), lambda row: "1" if row.name == common else ratio(row.ratio_laps)),
        caption=f"Repeated: run {classic.run} with {classic.generator}, one pass each. Ratios to {common}.",
    )
