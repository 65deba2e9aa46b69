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
from fairlap.report import Interval, Ladder, PublishedTable, Row, RunReport
from fairlap.report.classic_models import ClassicReport, ClassicRow
from fairlap.samples import OUTCOMES, ContestantRound, RatePurpose, RoundRecord, Sample
from fairlap.store import StoredRun

Cell = str | int | float | bool | None
Cells = Iterator[tuple[str, Cell]]

FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # noqa: RUF001 Excel accepts the wide ones, too
"""First characters of a formula; tabs and other control characters have been removed before."""

_RATES: tuple[RatePurpose, ...] = ("share-20", "share-50", "share-80", "absolute")
_CLASSIC = (
    *("scenario", "name", "connections", "version", "status", "reason", "command", "answers", "elapsed_s"),
    *("answers_per_s", "warmup_per_s", "not_2xx", "failed", "then_per_s", "ratio_then", "ratio"),
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
    header = ["run", "suite", *_CLASSIC, "ratio_laps", "ratio_laps_low", "ratio_laps_high", "doubts"]
    return _written(header, ([report.run, report.suite, *_classic(row)] for row in report.rows))


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
    yield "run", report.run
    yield "suite", report.suite
    yield "scenario", row.scenario
    yield "name", row.name
    yield "is_reference", row.is_reference
    yield "version", row.version
    yield "status", row.status
    yield "reason", row.reason
    yield "hint", row.hint
    yield "rank", row.rank
    yield "letters", row.letters
    yield "tied_with", _names(row.tied_with)
    yield "not_decided_with", _names(row.not_decided_with)
    yield "flags", _names([flag.name for flag in row.flags])
    yield from _interval("throughput_per_s", row.throughput_per_s)
    yield from _interval("score", row.score)
    yield from _latency(row)
    yield from _interval("cpu_us_per_request", row.cpu_us_per_request)
    yield from _interval("memory_peak_bytes", row.memory_peak_bytes_estimate)
    yield from _interval("startup_ms", row.startup_ms_estimate)
    yield from _interval("warmup_s", row.warmup_s_estimate)
    yield "steady_after_s", row.steady_after_s
    yield "rounds_unsteady", row.rounds_unsteady
    for purpose in _RATES:
        yield from _at_rate(row, purpose)
    yield from _capacity(row)
    yield from _scaling(row)
    yield from _services(row)
    yield from _ladder(report.ladders, row)
    yield from _published(report.published, row)
    yield "reconnects", row.reconnects
    yield "rounds", row.rounds
    yield "rounds_failed", row.rounds_failed
    yield "machines", _names([f"{machine.name}: {machine.rounds}" for machine in row.machines])
    yield "machine_kinds", _names(list(dict.fromkeys(machine.kind for machine in row.machines)))


def _names(names: Sequence[str]) -> str | None:
    return "; ".join(names) or None


def _interval(name: str, found: Interval | None) -> Cells:
    yield name, None if found is None else found.value
    yield f"{name}_low", None if found is None else found.low
    yield f"{name}_high", None if found is None else found.high


def _latency(row: Row) -> Cells:
    """Latency in the closed loop: percentiles of all rounds, with bounds where the report has them."""
    whole, bounded = row.latency_us, row.latency_us_estimate
    for name in ("p50", "p90", "p99", "p999"):
        found: Interval | None = getattr(bounded, name) if bounded else None
        yield from _interval(f"latency_us_{name}", found)
    for name in ("p75", "p95", "p9999", "min", "mean", "max", "count"):
        yield f"latency_us_{name}", getattr(whole, name) if whole else None


def _at_rate(row: Row, purpose: RatePurpose) -> Cells:
    found, start = row.rate(purpose), f"rates_{purpose.replace('-', '_')}"
    yield f"{start}_rate_per_s", found.rate_per_s if found else None
    for name in ("p50", "p90", "p99", "p999"):
        yield from _interval(f"{start}_response_us_{name}", getattr(found.response_us, name) if found else None)
    yield f"{start}_achieved_share", found.achieved_share if found else None
    yield f"{start}_due", found.due if found else None
    yield f"{start}_unsent", found.unsent if found else None
    yield from _interval(f"{start}_cpu_us_per_request", found.cpu_us_per_request if found else None)


def _capacity(row: Row) -> Cells:
    found = row.capacity
    yield "capacity_slo", found.slo if found else None
    yield from _interval("capacity_per_s", found.per_s if found else None)
    yield "capacity_rounds_found", found.rounds_found if found else None
    yield "capacity_rounds_searched", found.rounds_searched if found else None


def _scaling(row: Row) -> Cells:
    for name in ("rate_per_s", "contention", "coherency", "peak_connections", "peak_per_s"):
        yield from _interval(f"scaling_{name}", getattr(row.scaling, name) if row.scaling else None)


def _services(row: Row) -> Cells:
    yield from _interval("services_cpu_us_per_request", row.services_cpu_us_per_request)
    for service in get_args(ServiceName):
        found = next((used for used in row.services if used.name == service), None)
        for name in ("statements_per_answer", "rows_per_answer", "connections_per_answer", "memory_bytes"):
            yield f"services_{service}_{name}", getattr(found, name) if found else None


def _ladder(ladders: Sequence[Ladder], row: Row) -> Cells:
    steps = (step for ladder in ladders if ladder.contestant == row.name for step in ladder.steps)
    found = next((step for step in steps if step.scenario == row.scenario), None)
    yield "ladder_adds_to", found.adds_to if found else None
    yield from _interval("ladder_answer_us", found.answer_us if found else None)
    yield from _interval("ladder_added_us", found.added_us if found else None)


def _published(published: PublishedTable | None, row: Row) -> Cells:
    entries = published.contestants if published else ()
    found = next((entry for entry in entries if (entry.name, entry.scenario) == (row.name, row.scenario)), None)
    yield "published_throughput_per_s", found.throughput_per_s if found else None
    yield "published_ratio_then", found.ratio_then if found else None
    yield from _interval("published_ratio_now", found.ratio_now if found else None)


def _sample_columns() -> list[str]:
    """The plain numbers of a lap, then the outcomes of the requests that count."""
    names = [field.name for field in fields(Sample) if field.name not in ("outcomes", "skipped_outcomes", "histogram")]
    return [*names, *OUTCOMES]


def _sample(run: str, record: RoundRecord, turn: ContestantRound, sample: Sample) -> list[Cell]:
    found: list[Cell] = [run, record.scenario, record.round, record.heat, turn.contestant]
    for name in _sample_columns():
        found.append(getattr(sample.outcomes if name in OUTCOMES else sample, name))
    return [*found, record.machine]


def _classic(row: ClassicRow) -> Iterator[Cell]:
    yield from (getattr(row, name) for name in _CLASSIC)
    yield from (value for _, value in _interval("ratio_laps", row.ratio_laps))
    yield _names(row.doubts)
