"""Renders a report as CSV (RFC 4180, but with line feeds, as shell tools expect them).

Columns are named like the keys of the JSON, with their units; the bounds of an interval follow its value as `X_low` and
`X_high`. A value that was not observed is an empty cell. The columns are the same for every run.

Foreign text is one line without control characters. Text that a spreadsheet would take for a formula is prefixed with
an apostrophe (https://owasp.org/www-community/attacks/CSV_Injection), which programs must remove. Numbers are never
changed.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import get_args

from fairlap.catalog import ServiceName
from fairlap.render.cells import clean
from fairlap.report import Interval, Ladder, LadderStep, PublishedTable, Row, RunReport, ThenAndNow
from fairlap.report.classic_models import ClassicReport
from fairlap.samples import OUTCOMES, ContestantRound, RatePurpose, RoundRecord, Sample
from fairlap.store import StoredRun

Cell = str | int | float | bool | None
Cells = Iterator[tuple[str, Cell]]

FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # noqa: RUF001 Excel accepts the wide ones, too
"""First characters of a formula; tabs and other control characters have been removed before."""

_RATES: tuple[RatePurpose, ...] = ("share-20", "share-50", "share-80", "absolute")
_PERCENTILES = ("p50±", "p90±", "p99±", "p999±")
_CLASSIC = (
    *("scenario", "name", "connections", "version", "status", "reason", "command", "answers", "elapsed_s"),
    *("answers_per_s", "warmup_per_s", "not_2xx", "failed", "then_per_s", "ratio_then", "ratio", "ratio_laps±"),
)
_EMPTY_ROW = Row(name="", scenario="", is_reference=False, version=None, status="ok", reason=None, hint=None)


def render_csv(report: RunReport) -> str:
    """Return a header and one line for each contestant and scenario, in the order of the report."""
    header = [name for name, _ in _cells(report, _EMPTY_ROW)]
    return _written(header, ([value for _, value in _cells(report, row)] for row in report.contestants))


def render_samples_csv(stored: StoredRun) -> str:
    """Return one line of raw numbers for each lap of each contestant; histograms are only in the store."""
    rounds = (
        (record, turn, sample) for record in stored.rounds for turn in record.contestants for sample in turn.samples
    )
    header = ["run", "scenario", "round", "heat", "contestant", *_sample_columns(), "machine"]
    return _written(header, (_sample(stored.run.run, *found) for found in rounds))


def render_classic_csv(report: ClassicReport) -> str:
    """Return one line for each contestant, scenario and number of connections of a classic run."""
    header = ["run", "suite", *(name for name, _ in _of(None, "", *_CLASSIC)), "doubts"]
    rows = ([value for _, value in _of(row, "", *_CLASSIC)] + [_names(row.doubts)] for row in report.rows)
    return _written(header, ([report.run, report.suite, *row] for row in rows))


def _written(header: Sequence[str], lines: Iterable[Sequence[Cell]]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_shown(value) for value in line] for line in lines)
    return out.getvalue()


def _shown(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        text = clean(value)
        return f"'{text}" if text.startswith(FORMULA_STARTS) else text
    return repr(value)


def _cells(report: RunReport, row: Row) -> Cells:
    yield from _of(report, "", "run", "suite")
    yield from _of(
        row,
        "",
        *("scenario", "name", "is_reference", "version", "status", "reason", "hint"),
        *("rank", "letters", "letters_p50", "letters_p99"),
    )
    yield "tied_with", _names(row.tied_with)
    yield "not_decided_with", _names(row.not_decided_with)
    yield "flags", _names([flag.name for flag in row.flags])
    yield from _of(row, "", "throughput_per_s±", "score±")
    yield from _of(row.latency_us_estimate, "latency_us_", *_PERCENTILES)
    yield from _of(row.latency_us, "latency_us_", "p75", "p95", "p9999", "min", "mean", "max", "count")
    yield from _of(row, "", "cpu_us_per_request±", "bytes_per_answer")
    yield from _interval("memory_peak_bytes", row.memory_peak_bytes_estimate)
    yield from _interval("startup_ms", row.startup_ms_estimate)
    yield from _interval("warmup_s", row.warmup_s_estimate)
    yield from _of(row, "", "steady_after_s", "rounds_unsteady")
    for purpose in _RATES:
        found, start = row.rate(purpose), f"rates_{purpose.replace('-', '_')}_"
        yield from _of(found, start, "rate_per_s")
        yield from _of(found.response_us if found else None, f"{start}response_us_", *_PERCENTILES)
        yield from _of(found, start, "achieved_share", "due", "unsent", "laps", "disturbed", "cpu_us_per_request±")
    yield from _of(row.capacity, "capacity_", "slo", "per_s±", "rounds_found", "rounds_searched")
    law = ("rate_per_s±", "contention±", "coherency±", "peak_connections±", "peak_per_s±")
    yield from _of(row.scaling, "scaling_", *law)
    yield from _of(row, "", "services_cpu_us_per_request±")
    for service in get_args(ServiceName):
        used = next((used for used in row.services if used.name == service), None)
        names = ("statements_per_answer", "rows_per_answer", "connections_per_answer", "memory_bytes")
        yield from _of(used, f"services_{service}_", *names)
    yield from _of(_step(report.ladders, row), "ladder_", "adds_to", "answer_us±", "added_us±")
    then = _published(report.published, row)
    yield from _of(then, "published_", "throughput_per_s", "ratio_then", "ratio_now±")
    yield from _of(row, "", "reconnects", "rounds", "rounds_failed")
    yield "machines", _names([f"{machine.name}: {machine.rounds}" for machine in row.machines])
    yield "machine_kinds", _names(list(dict.fromkeys(machine.kind for machine in row.machines)))


def _of(found: object | None, start: str, *names: str) -> Cells:
    """The values that `found` has under these names; a name that ends in ± is that of an interval."""
    for name in names:
        key = name.removesuffix("±")
        value = None if found is None else getattr(found, key)
        yield from [(f"{start}{key}", value)] if key == name else _interval(f"{start}{key}", value)


def _names(names: Sequence[str]) -> str | None:
    return "; ".join(names) or None


def _interval(name: str, found: Interval | None) -> Cells:
    yield name, None if found is None else found.value
    yield f"{name}_low", None if found is None else found.low
    yield f"{name}_high", None if found is None else found.high


def _step(ladders: Sequence[Ladder], row: Row) -> LadderStep | None:
    steps = (step for ladder in ladders if ladder.contestant == row.name for step in ladder.steps)
    return next((step for step in steps if step.scenario == row.scenario), None)


def _published(published: PublishedTable | None, row: Row) -> ThenAndNow | None:
    entries = published.contestants if published else ()
    return next((entry for entry in entries if (entry.name, entry.scenario) == (row.name, row.scenario)), None)


def _sample_columns() -> list[str]:
    """The plain numbers of a lap, then the outcomes of the requests that count."""
    names = [field.name for field in fields(Sample) if field.name not in ("outcomes", "skipped_outcomes", "histogram")]
    return [*names, *OUTCOMES]


def _sample(run: str, record: RoundRecord, turn: ContestantRound, sample: Sample) -> list[Cell]:
    found: list[Cell] = [run, record.scenario, record.round, record.heat, turn.contestant]
    for name in _sample_columns():
        found.append(getattr(sample.outcomes if name in OUTCOMES else sample, name))
    return [*found, record.machine]
