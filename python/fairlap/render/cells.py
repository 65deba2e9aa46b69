"""Numbers and foreign text as short strings; nothing here knows where they are shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.report import Interval, RunReport, ThenAndNow

NOTHING = "-"
"""Stands for what was not observed."""

_MIB = 2**20


@dataclass(frozen=True, slots=True)
class Column:
    """A heading in two lines; `numeric` columns are aligned to the right and never broken."""

    heading: tuple[str, str]
    numeric: bool


COLUMNS = (
    Column(("", "rank"), numeric=True),
    Column(("", "contestant"), numeric=False),
    Column(("requests", "per second"), numeric=True),
    Column(("", "score"), numeric=True),
    Column(("p50", "ms"), numeric=True),
    Column(("p99", "ms"), numeric=True),
    Column(("CPU µs", "/req."), numeric=True),
    Column(("memory", "MiB"), numeric=True),
    Column(("start-", "up ms"), numeric=True),
    Column(("", "status"), numeric=False),
)

THEN_COLUMNS = (
    Column(("", "contestant"), numeric=False),
    Column(("then", "req/s"), numeric=True),
    Column(("then", "ratio"), numeric=True),
    Column(("now", "ratio"), numeric=True),
)


def table_rows(report: RunReport, scenario: str) -> list[tuple[str, ...]]:
    """The main table: one tuple of cells, in the order of `COLUMNS`, for each contestant."""
    rows = [row for row in report.contestants if row.scenario == scenario]
    open_names = {
        name
        for pair in report.comparisons
        if pair.scenario == scenario and pair.verdict == "undecided"
        for name in (pair.a, pair.b)
    }
    ranks = [row.rank for row in rows]
    cells: list[tuple[str, ...]] = []
    for row in rows:
        shared = bool(row.tied_with) or (row.rank is not None and ranks.count(row.rank) > 1)
        latency = row.latency_us
        doubts = any(not flag.invalidates for flag in row.flags)
        cells.append(
            (
                _rank(row.rank, yardstick=row.is_reference, shared=shared, undecided=row.name in open_names),
                row.name,
                rate(row.throughput_per_s),
                "1" if row.is_reference else _digits(row.score.value if row.score else None),
                _digits(latency.p50 / 1000 if latency and latency.p50 is not None else None),
                _digits(latency.p99 / 1000 if latency and latency.p99 is not None else None),
                _digits(row.cpu_us_per_request.value if row.cpu_us_per_request else None),
                _digits(None if row.memory_peak_bytes is None else row.memory_peak_bytes / _MIB),
                _digits(row.startup_ms),
                f"{row.status} *" if doubts else row.status,
            )
        )
    return cells


def then_rows(entries: Sequence[ThenAndNow], common: str | None) -> list[tuple[str, ...]]:
    """The table of published and measured numbers, in the order of `THEN_COLUMNS`."""
    return [
        (
            entry.name,
            f"{entry.throughput_per_s:,.0f}",
            "1" if entry.name == common else _digits(entry.ratio_then),
            "1" if entry.name == common else ratio(entry.ratio_now),
        )
        for entry in entries
    ]


def rate(found: Interval | None) -> str:
    """Requests per second with half the width of the interval: `48,213 ±0.9 %`."""
    if found is None:
        return NOTHING
    value = f"{found.value:,.0f}" if found.value >= 100 else _digits(found.value)
    return f"{value} {spread}" if (spread := plus_minus(found)) else value


def ratio(found: Interval | None) -> str:
    """A ratio with half the width of its interval: `0.482 ±0.7 %`."""
    if found is None:
        return NOTHING
    return f"{_digits(found.value)} {spread}" if (spread := plus_minus(found)) else _digits(found.value)


def plus_minus(found: Interval) -> str:
    """Half the width of the interval as a share of the value; nothing where there is no interval."""
    if found.n < 2:
        return ""
    if found.low is None or found.high is None or found.value <= 0:
        return "±? %"
    half = (found.high - found.low) / 2 / found.value
    return "±>100 %" if half > 1 else f"±{percent(half)}"


def percent(share: float) -> str:
    """A share as a percentage: one decimal below 10 %."""
    return f"{share:.1%}".replace("%", " %") if abs(share) < 0.0995 else f"{share:.0%}".replace("%", " %")


def clean(text: str) -> str:
    """Foreign text on one line: no control characters, no escape sequences, no line ends."""
    line = " ".join(text.split())
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)


def _rank(rank: int | None, *, yardstick: bool, shared: bool, undecided: bool) -> str:
    if yardstick:
        return "ref"
    if rank is None:
        return NOTHING
    if undecided:
        return f"{rank}?"
    return f"{rank}=" if shared else str(rank)


def _digits(value: float | None) -> str:
    """Three significant digits, or the whole number."""
    if value is None:
        return NOTHING
    if value >= 99.95:
        return f"{value:,.0f}"
    if value >= 9.995:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 0.9995 else f"{value:.3f}"
