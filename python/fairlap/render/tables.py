"""Builds the tables of a report."""

from collections.abc import Sequence

from fairlap.render.cells import MIB, NOTHING, digits, milliseconds, place_of, rate, ratio, whole
from fairlap.render.flags import Doubt, doubts
from fairlap.render.sheets import BREAK, CONTESTANT, Cell, Column, Sheet, status_cell
from fairlap.report import ClassicBeside, PublishedTable, RateRow, Row, RunReport, ServiceRow

_MAIN = (
    Column(("", "rank")),
    Column(("", "alike"), numeric=False),
    CONTESTANT,
    Column(("requests", "per second")),
    Column(("", "score")),
    Column(("CPU µs", "/req.")),
    Column(("mem.", "MiB")),
    Column(("start-", "up ms")),
    Column(("steady", "s")),
    Column(("", "status"), numeric=False, status=True),
)
_AT_HALF = (Column(("p50 ms", "at half")), Column(("p99 ms", "at half")))
_BEFORE_HALF = 5
"""Columns of the main table before those at half load: results come first, costs last."""

_SCALING = (
    CONTESTANT,
    Column(("req/s at", "1 connection")),
    Column(("", "contention")),
    Column(("", "coherency")),
    Column(("peak at", "connections")),
    Column(("peak", "req/s")),
)
_SERVICES = (
    CONTESTANT,
    Column(("CPU µs", "/req.")),
    Column(("", "service"), numeric=False),
    Column(("statements", "/req.")),
    Column(("rows", "/req.")),
    Column(("connections", "/req.")),
    Column(("mem.", "MiB")),
)
_PUBLISHED = (CONTESTANT, Column(("then", "req/s")), Column(("then", "ratio")), Column(("now", "ratio")))

_REPEATED = (
    CONTESTANT,
    Column((f"connec{BREAK}", "tions")),
    Column(("then", "ratio")),
    Column(("classic", "ratio")),
    Column(("laps", "ratio")),
)

_ALIKE = (
    "Contestants that share a letter (alike) are not shown to differ. Rank: = tied with another, ? not decided yet."
)

_HALF = "At half: response times at half of each contestant's own throughput."


def sheets(report: RunReport, scenario: str, *, wide: bool, half: bool | None = None) -> tuple[Sheet, ...]:
    """Return the tables of a scenario, the main one first.

    `wide` adds names of flags and more intervals, `half` adds response times at half load to the main table (default:
    as `wide`).
    """
    tables = (
        _main(report, scenario, wide=wide, half=wide if half is None else half),
        _responses(report, scenario, wide=wide),
        _scaling(report, scenario),
        _services(report, scenario),
    )
    return tuple(sheet for sheet in tables if sheet)


def _main(report: RunReport, scenario: str, *, wide: bool, half: bool) -> Sheet:
    rows = report.rows_of(scenario)
    half = half and any(row.rate("share-50") for row in rows)
    known = doubts(rows)
    ranked = sum(row.rank is not None for row in rows)
    return Sheet(
        title=scenario,
        columns=(*_MAIN[:_BEFORE_HALF], *(_AT_HALF if half else ()), *_MAIN[_BEFORE_HALF:]),
        rows=tuple(
            (
                place_of(row),
                row.letters or "",
                row.name,
                rate(row.throughput_per_s),
                "1" if row.is_reference else _score(row, wide=wide),
                *(_percentiles(row.rate("share-50"), spread=False)[:2] if half else ()),
                digits(row.cpu_us_per_request.value if row.cpu_us_per_request else None),
                digits(None if row.memory_peak_bytes is None else row.memory_peak_bytes / MIB),
                digits(row.startup_ms),
                _steady(row),
                _status(row, known, wide=wide),
            )
            for row in rows
        ),
        caption=" ".join([*([_ALIKE] if ranked > 1 else []), *([_HALF] if half else [])]),
    )


def _score(row: Row, *, wide: bool) -> str:
    return ratio(row.score) if wide else digits(row.score.value if row.score else None)


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


def _responses(report: RunReport, scenario: str, *, wide: bool) -> Sheet | None:
    """Response times in the closed loop, at half of each contestant's throughput, and at the common rate."""
    rows = [row for row in report.rows_of(scenario) if row.latency_us_estimate or row.rates or row.capacity]
    if not rows:
        return None
    half = any(row.rate("share-50") for row in rows)
    common = {found.rate_per_s for row in rows if (found := row.rate("absolute"))}
    columns = [CONTESTANT, *_percentile_columns("full", "p50", "p99")]
    if half:
        columns += _percentile_columns("50 %", "p50", "p99", "p99.9")
    if common:
        columns += _percentile_columns(_short(common), "p50", "p99", "p99.9")
    slo = next((row.capacity.slo for row in rows if row.capacity), None)
    if slo is not None:
        columns.append(Column((slo, "req/s")))
    return Sheet(
        title="response time in ms",
        columns=tuple(columns),
        rows=tuple(
            (
                row.name,
                *_full_load(row, spread=wide),
                *(_percentiles(row.rate("share-50"), spread=wide) if half else ()),
                *(_percentiles(row.rate("absolute"), spread=wide) if common else ()),
                *((_capacity(row, spread=wide),) if slo is not None else ()),
            )
            for row in rows
        ),
        caption=_how_to_read(half=half, common=common, slo=slo),
    )


def _percentile_columns(load: str, *names: str) -> tuple[Column, ...]:
    return tuple(Column((load, name)) for name in names)


def _how_to_read(*, half: bool, common: set[float], slo: str | None) -> str:
    parts = ["Full load: closed loop, from sending (queueing included)."]
    if half or common:
        offers = [
            *(["at 50 % of the contestant's own throughput"] if half else []),
            *([f"at {_at(common)}, which all can carry"] if common else []),
        ]
        parts.append(f"From when a request was due: {', and '.join(offers)}.")
    if slo is not None:
        parts.append(f"{slo}: the highest rate that keeps it (2 of 3: found in 2 of 3 rounds).")
    return " ".join(parts)


def _at(rates: set[float]) -> str:
    """The common rate; a resumed run may have several, which are in the JSON."""
    return f"{min(rates):,.0f}/s" if len(rates) == 1 else "common"


def _short(rates: set[float]) -> str:
    """The common rate for a narrow heading: `12k/s`."""
    return f"{min(rates) / 1000:,g}k/s" if len(rates) == 1 and min(rates) >= 1000 else _at(rates)


def _full_load(row: Row, *, spread: bool) -> tuple[str, str]:
    found = row.latency_us_estimate
    if found is None:
        return NOTHING, NOTHING
    return milliseconds(found.p50, spread=spread), milliseconds(found.p99, spread=spread)


def _percentiles(found: RateRow | None, *, spread: bool) -> tuple[str, str, str]:
    if found is None:
        return NOTHING, NOTHING, NOTHING
    us = found.response_us
    return (
        milliseconds(us.p50, spread=spread),
        milliseconds(us.p99, spread=spread),
        milliseconds(us.p999, spread=spread),
    )


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
    return Sheet(
        title="throughput over connections (Universal Scalability Law)",
        columns=_SCALING,
        rows=tuple(
            (
                name,
                rate(law.rate_per_s),
                digits(law.contention.value),
                digits(law.coherency.value),
                ratio(law.peak_connections),
                rate(law.peak_per_s),
            )
            for name, law in fitted
        ),
        caption=f"Fitted to {', '.join(str(number) for number in tried)} connections; -: no peak in this range.",
    )


def _services(report: RunReport, scenario: str) -> Sheet | None:
    """A line for each contestant and service."""
    rows = [(row, service) for row in report.rows_of(scenario) for service in row.services]
    if not rows:
        return None
    return Sheet(
        title="what the services did",
        columns=_SERVICES,
        rows=tuple(_service(row, service) for row, service in rows),
        caption="CPU is that of all services together; the rest was counted by each service itself.",
    )


def _service(row: Row, service: ServiceRow) -> tuple[str, ...]:
    cpu = row.services_cpu_us_per_request
    return (
        row.name,
        digits(cpu.value) if cpu else NOTHING,
        service.name,
        digits(service.statements_per_answer),
        digits(service.rows_per_answer),
        digits(service.connections_per_answer),
        digits(None if service.memory_bytes is None else service.memory_bytes / MIB),
    )


def published_sheet(published: PublishedTable, scenario: str) -> Sheet:
    """Return the published numbers next to the measured ones."""
    common = published.common
    return Sheet(
        title="then and now",
        columns=_PUBLISHED,
        rows=tuple(
            (
                entry.name,
                f"{entry.throughput_per_s:,.0f}",
                "1" if entry.name == common else digits(entry.ratio_then),
                "1" if entry.name == common else ratio(entry.ratio_now),
            )
            for entry in published.contestants
            if entry.scenario == scenario
        ),
    )


def repeated_sheet(classic: ClassicBeside, scenario: str) -> Sheet:
    """Return the ratios as published, as repeated by the classic method, and by laps."""
    return Sheet(
        title="then, repeated, and by laps",
        columns=_REPEATED,
        rows=tuple(
            (
                row.name,
                str(row.connections),
                "1" if row.name == classic.common else digits(row.ratio_then),
                "1" if row.name == classic.common else digits(row.ratio_classic),
                "1" if row.name == classic.common else ratio(row.ratio_laps),
            )
            for row in classic.contestants
            if row.scenario == scenario
        ),
        caption=f"Repeated: run {classic.run} with {classic.generator}, one pass each. Ratios to {classic.common}.",
    )
