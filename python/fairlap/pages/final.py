"""The final table of a scenario: ranks, how sure they are, costs and doubts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fairlap.pages.pairs import Scale, ranked
from fairlap.pages.paths import history_page
from fairlap.pages.site import Place
from fairlap.render.cells import (
    MIB,
    NOTHING,
    UNDETERMINED,
    change,
    changes,
    clean,
    determined,
    digits,
    place_of,
    plus_minus,
    whole,
    with_fix,
)
from fairlap.render.sheets import CONTESTANT, Cell, Chip, Column, Filled, Sheet, Tone, status_cell
from fairlap.render.verdicts import VERDICTS
from fairlap.report import Interval, PairRow, Row, RunReport
from fairlap.report.models import pair_of
from fairlap.samples import OWN_GENERATOR


@dataclass(frozen=True, slots=True)
class _Field:
    """The first contestant of a scenario, and the others relative to it."""

    first: str | None
    against: dict[str, PairRow]
    scale: Scale

    def relative(self, row: Row) -> Cell:
        """Return the row's ratio to the first contestant, with its interval as a bar."""
        if row.name == self.first:
            return Cell("base", key=1.0, bar=self.scale.bar(1.0, None, None), tone="quiet")
        found = self.against.get(row.name)
        if found is None or found.ratio is None:
            return Cell(NOTHING)
        interval, (verdict, _) = changes(found.low, found.high), VERDICTS[found.verdict]
        note = verdict if interval == NOTHING else f"{interval}, {verdict}"
        bar = self.scale.bar(found.ratio, found.low, found.high)
        return Cell(change(found.ratio), key=found.ratio, note=note, bar=bar)


def final_table(report: RunReport, scenario: str, name: str, place: Place) -> Sheet:
    """Return a table with a line for each contestant that raced, linked to its history unless the page stands alone."""
    rows = sorted((row for row in report.rows_of(scenario) if row.status != "skipped"), key=_place)
    field = _field(rows, report)
    table = Sheet.of(
        "final table" if len(report.scenarios) == 1 else f"final table of {scenario}",
        rows,
        (Column(("", "rank")), _rank),
        (CONTESTANT, lambda row: Cell(row.name, note=clean(row.version or ""), href=_history(row, report, place))),
        (
            Column(("", "requests / s"), down=True, hint="right answers per second"),
            lambda row: _value(row.throughput_per_s, whole),
        ),
        *([(Column(("", f"against {field.first}"), down=True), field.relative)] if field.against else []),
        (
            Column(("", "score"), down=True, hint="throughput relative to the reference in the same cycle"),
            lambda row: Cell("1", key=1.0) if row.is_reference else _value(row.score, digits),
        ),
        *_response_columns(rows),
        (Column(("", "CPU µs / request")), lambda row: _value(row.cpu_us_per_request, digits)),
        (
            Column(("", "memory MiB"), hint="peak"),
            lambda row: _value(row.memory_peak_bytes_estimate, lambda value: digits(value / MIB)),
        ),
        (Column(("", "start-up ms")), lambda row: _value(row.startup_ms_estimate, digits)),
        (Column(("", "status and flags"), numeric=False), _status),
        caption=_how_to_read(rows, field),
        name=name,
        filtered=True,
    )
    return replace(table, tones=tuple(map(_tone, rows)))


def _history(row: Row, report: RunReport, place: Place) -> str | None:
    """Every contestant except the reference has a history when fairload was the generator."""
    if place.alone or row.is_reference or report.versions.generator != OWN_GENERATOR:
        return None
    return f"{place.root}{history_page(row.name)}"


def _place(row: Row) -> int:
    """Ranked rows first, then the reference, then rows without a rank."""
    return 0 if row.rank is not None else 1 if row.is_reference else 2


def _field(rows: Sequence[Row], report: RunReport) -> _Field:
    order = ranked(rows)
    if len(order) < 2:
        return _Field(None, {}, Scale(1.0))
    pairs = report.pairs_of(order[0].scenario)
    found = {row.name: one for row in order[1:] if (one := pair_of(row.name, order[0].name, pairs)) and one.ratio}
    return _Field(order[0].name, found, Scale.of(tuple(found.values())))


def _rank(row: Row) -> Cell:
    if row.is_reference or row.rank is None:
        return Cell(place_of(row))
    return Cell(place_of(row), key=row.rank, note=row.letters or "")


def _value(found: Interval | None, text: Callable[[float], str]) -> Cell:
    """A value with half the width of its interval as a note."""
    if found is None:
        return Cell(NOTHING)
    return Cell(text(found.value), key=found.value, note=plus_minus(found))


def _response_columns(rows: Sequence[Row]) -> list[Filled[Row]]:
    """Response times at half of each contestant's own throughput, or in the closed loop if rates were not measured."""
    half = any(row.rate("share-50") for row in rows)

    def at(row: Row, percentile: str) -> Cell:
        rate = row.rate("share-50")
        found = (rate.response_us if rate else None) if half else row.latency_us_estimate
        estimate: Interval | None = getattr(found, percentile) if found is not None else None
        if estimate is not None and not determined(estimate):
            return Cell(UNDETERMINED, note="not determined")
        return _value(estimate, lambda us: digits(us / 1000))

    load = "half load" if half else "full load"
    hint = "from when a request was due, at half of its own throughput" if half else "from sending, all connections"
    return [
        (Column(("", f"{load} p50 ms"), hint=hint), lambda row: at(row, "p50")),
        (Column(("", f"{load} p99 ms"), hint=hint), lambda row: at(row, "p99")),
    ]


def _status(row: Row) -> Cell:
    """The status with its reason, and the names of the flags, which are explained below the table."""
    chips = [Chip(clean(flag.name), "bad" if flag.invalidates else "warn") for flag in row.flags]
    note = "" if row.reason is None else with_fix(row.reason, row.hint)
    status = "ok, flagged" if row.status == "ok" and row.flags else row.status
    return replace(status_cell(row.status), note=note, chips=tuple(chips), status=status)


def _tone(row: Row) -> Tone:
    return "quiet" if row.is_reference or row.rank is None else "ok" if row.rank == 1 else ""


def _how_to_read(rows: Sequence[Row], field: _Field) -> str:
    parts = []
    if field.against:
        parts.append(
            "Rank: = tied with another, ? not decided yet; contestants that share a letter are not shown to differ."
        )
        parts.append(
            f"Against {field.first}: compared cycle by cycle, so that changes of the machine cancel; the bar is the 95 "
            f"% interval, the dashed line is {field.first}."
        )
    if any(row.is_reference for row in rows):
        parts.append("The reference (ref) answers without doing any work: scores are relative to this ceiling.")
    parts.append("± is half the 95 % interval over the rounds, ±? if there is none. A dash: not observed.")
    return " ".join(parts)
