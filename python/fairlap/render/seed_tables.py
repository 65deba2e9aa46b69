"""Renders a report as Markdown in the style of a seed's README, so that its author can use it there.

The shapes are those of the five seeds (docs/suites.md): `ab-columns` is Spdy's table, a column for each contestant;
`ab-blocks` is Tuft's, ab's output below a heading; `ab-list` the list of the Swoole seed; `plow-blocks` the Laravel
seed's, plow's output; `qps-table` the two columns of spf.

The wording is the tool's, the numbers are Fairlap's. Numbers that laps do not measure are dashes.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fairlap.catalog import Shape
from fairlap.render.cells import NOTHING, digits, plus_minus
from fairlap.render.markdown import escaped
from fairlap.render.sentences import findings, interruption, notes, provenance, skipped
from fairlap.report import Interval, Row, RunReport
from fairlap.report.totals import PERCENTS, LapTotals

_KIB, _MIB = 2**10, 2**20
_TOOLS: dict[Shape, str] = {
    "ab-columns": "ab",
    "ab-blocks": "ab",
    "ab-list": "ab",
    "plow-blocks": "plow",
    "qps-table": "webbench",
}


@dataclass(frozen=True, slots=True)
class _Entry:
    """A contestant with a valid result: its row, and the sums over its laps."""

    row: Row
    totals: LapTotals
    connections: int

    @property
    def per_s(self) -> Interval:
        """The throughput, which every valid row has."""
        assert self.row.throughput_per_s is not None
        return self.row.throughput_per_s

    @property
    def mean_ms(self) -> float | None:
        """The mean latency at full load, measured (ab derives it from the throughput)."""
        return self.row.latency_us.mean / 1000 if self.row.latency_us else None

    @property
    def max_ms(self) -> float | None:
        return self.row.latency_us.max / 1000 if self.row.latency_us else None

    @property
    def spread(self) -> str:
        """Half the width of the interval after a space; empty without an interval."""
        found = plus_minus(self.per_s)
        return f" {found}" if found else ""

    def percentile_ms(self, percent: int) -> float | None:
        """Return one of ab's percentiles."""
        found = self.totals.percentiles_us[PERCENTS.index(percent)]
        return None if found is None else found / 1000


def render_seed(report: RunReport, totals: Sequence[LapTotals], shape: Shape) -> str:
    """Return Markdown for the seed's README, without the reference. `totals` must come from the same run."""
    several = len(report.scenarios) > 1
    parts = []
    for number, scenario in enumerate(report.scenarios, start=1):
        entries = _entries(report, totals, scenario)
        if several and shape != "ab-list":
            parts.append(f"### {escaped(scenario)}")
        parts += _SHAPES[shape](entries, f"[{number}] {escaped(scenario)}")
    shown = "\n".join(parts) if shape == "ab-list" else "\n\n".join(parts)
    return "\n\n".join([*filter(None, [shown]), *_below(report, shape)]) + "\n"


def _entries(report: RunReport, totals: Sequence[LapTotals], scenario: str) -> list[_Entry]:
    known = {found.contestant: found for found in totals if found.scenario == scenario}
    return [
        _Entry(row, known[row.name], report.load.connections)
        for row in report.rows_of(scenario)
        if row.status == "ok" and not row.is_reference and row.throughput_per_s and row.name in known
    ]


def _below(report: RunReport, shape: Shape) -> list[str]:
    """Notes: who is fastest and how sure, who is missing and why, and what these numbers are."""
    blocks = [f"**{escaped(warning)}**"] if (warning := interruption(report)) else []
    for scenario in report.scenarios:
        sentences = " ".join(findings(report, scenario))
        blocks.append(escaped(sentences if len(report.scenarios) == 1 else f"{scenario}: {sentences}"))
    if lines := list(_doubts(report)):
        blocks.append("\n".join(f"- {escaped(line)}" for line in lines))
    versions = dict.fromkeys(f"{row.name}: {row.version}" for row in report.contestants if row.version)
    if versions:
        blocks.append(escaped(f"versions · {' · '.join(versions)}"))
    tool = _TOOLS[shape]
    blank = "" if shape in ("qps-table", "ab-list") else f" {NOTHING}: not measured by laps."
    blocks.append(
        escaped(
            f"Measured by laps of Fairlap, not by {tool}: the wording is {tool}'s, the numbers are sums and means over "
            f"the laps of all rounds.{blank} ±: half of the 95 % interval over rounds. Do not compare these numbers "
            f"with those of {tool} or another machine; compare ratios. {provenance(report)}"
        )
    )
    return blocks


def _doubts(report: RunReport) -> Iterator[str]:
    """Contestants without a number, and flags: explained for one scenario, only named for several."""
    if len(report.scenarios) == 1:
        yield from notes(report, report.scenarios[0], wide=True)
        for name, reason in skipped(report, report.scenarios[0]):
            yield f"{name} skipped: {reason}"
        return
    for row in report.contestants:
        if row.reason is not None:
            yield f"{row.scenario}: {row.name} {row.status}: {row.reason}"
    flagged: dict[str, dict[str, None]] = {}
    for row in report.contestants:
        for flag in row.flags:
            if not flag.invalidates:
                flagged.setdefault(flag.name, {})[row.scenario] = None
    for name, scenarios in flagged.items():
        yield f"{name}, explained by fairlap report {report.run}: {', '.join(scenarios)}"


def _ab_columns(entries: Sequence[_Entry], _: str) -> list[str]:
    """Spdy: metrics in ab's words, a column for each contestant."""
    rows: tuple[tuple[str, Callable[[_Entry], str]], ...] = (
        ("Time taken for tests", lambda entry: f"{entry.totals.elapsed_s:.3f} seconds"),
        ("Complete requests", lambda entry: str(entry.totals.completed)),
        ("Failed requests", lambda entry: str(entry.totals.failed)),
        ("Requests per second (mean)", lambda entry: f"{entry.per_s.value:.2f}{entry.spread}"),
        ("Time per request (mean)", lambda entry: _with(_three(entry.mean_ms), " [ms]")),
        ("Transfer rate", lambda entry: _with(_transfer_kib(entry), " [Kbytes/sec]")),
        ("Percentage of requests served in milliseconds", _percentages),
    )
    lines = [
        "| | " + " | ".join(escaped(entry.row.name) for entry in entries) + " |",
        "|---" * (len(entries) + 1) + "|",
        *(f"| {words} | " + " | ".join(cell(entry) for entry in entries) + " |" for words, cell in rows),
    ]
    return ["\n".join(lines)] if entries else []


def _percentages(entry: _Entry) -> str:
    shown = [f"{percent}% {digits(entry.percentile_ms(percent))}" for percent in PERCENTS]
    return "<br>".join([*shown, f"100% {digits(entry.max_ms)} (longest request)"])


def _ab_blocks(entries: Sequence[_Entry], _: str) -> list[str]:
    """Tuft: a heading and ab's output for each contestant."""
    return [
        block
        for entry in entries
        for block in (
            f"### {escaped(entry.row.name)}: {entry.per_s.value:,.0f} req/s{entry.spread}",
            f"```\n{_ab_output(entry)}\n```",
        )
    ]


def _ab_output(entry: _Entry) -> str:
    per_s = entry.per_s.value
    lines = [
        f"Concurrency Level:      {entry.connections}",
        f"Time taken for tests:   {entry.totals.elapsed_s:.3f} seconds",
        f"Complete requests:      {entry.totals.completed}",
        f"Failed requests:        {entry.totals.failed}",
        f"Keep-Alive requests:    {NOTHING}",
        f"Total transferred:      {NOTHING}",
        f"HTML transferred:       {NOTHING}",
        f"Requests per second:    {per_s:.2f} [#/sec] (mean)",
        f"Time per request:       {_with(_three(entry.mean_ms), ' [ms] (mean)')}",
        f"Time per request:       {1000 / per_s:.3f} [ms] (mean, across all concurrent requests)",
        f"Transfer rate:          {_with(_transfer_kib(entry), ' [Kbytes/sec] received')}",
        "",
        "Connection Times (ms)",
        "              min  mean[+/-sd] median   max",
        *(_connection_times(name, None) for name in ("Connect:", "Processing:", "Waiting:")),
        _connection_times("Total:", entry),
        "",
        "Percentage of the requests served within a certain time (ms)",
        *(f"{percent:4d}% {digits(entry.percentile_ms(percent)):>6}" for percent in PERCENTS),
        f" 100% {digits(entry.max_ms):>6} (longest request)",
    ]
    return "\n".join(lines)


def _connection_times(name: str, entry: _Entry | None) -> str:
    """Laps measure the total time of a request, not its parts or its standard deviation."""
    found = entry.row.latency_us if entry else None
    least, mean, most = (found.min / 1000, found.mean / 1000, found.max / 1000) if found else (None, None, None)
    middle = entry.percentile_ms(50) if entry else None
    return f"{name:<12}{digits(least):>5} {digits(mean):>5} {NOTHING:>5} {digits(middle):>6} {digits(most):>7}"


def _ab_list(entries: Sequence[_Entry], heading: str) -> list[str]:
    """The Swoole seed: a list of its steps, the contestants below each."""
    lines = [f"- {heading}"]
    for entry in entries:
        load = f"{_spaced(entry.connections)} / {_spaced(entry.totals.completed)}"
        failed = f" with {_spaced(entry.totals.failed)} failed requests" if entry.totals.failed else ""
        per_s = f"{entry.per_s.value:.2f}{entry.spread} \\[#/sec\\] (mean)"
        lines.append(f"  - {escaped(entry.row.name)} {load} - Requests per second: {per_s}{failed}")
    return ["\n".join(lines)]


def _plow_blocks(entries: Sequence[_Entry], _: str) -> list[str]:
    """The Laravel seed: a heading and plow's output for each contestant."""
    return [
        block
        for entry in entries
        for block in (f"### {escaped(entry.row.name)}", f"Results:\n```\n{_plow_output(entry)}\n```")
    ]


def _plow_output(entry: _Entry) -> str:
    known, totals = entry.row.latency_us, entry.totals
    reads = NOTHING if totals.bytes_per_s is None else f"{totals.bytes_per_s / _MIB:.3f}MB/s"
    latency = [known.min, known.mean, None, known.max] if known else [None] * 4
    names = ("P50", "P75", "P90", "P95", "P99", "P99.9", "P99.99")
    values = [known.p50, known.p75, known.p90, known.p95, known.p99, known.p999, known.p9999] if known else [None] * 7
    return "\n".join(
        [
            "Summary:",
            f"  Elapsed  {totals.elapsed_s:>12.1f}s",
            f"  Count    {totals.completed + totals.failed:>12}",
            f"    2xx    {NOTHING:>12}",
            f"  RPS      {entry.per_s.value:>12.3f}",
            f"  Reads    {reads:>12}",
            f"  Writes   {NOTHING:>12}",
            "",
            _plow_line("Statistics", ("Min", "Mean", "StdDev", "Max")),
            _plow_line("  Latency", [_plow_time(value) for value in latency]),
            _plow_line("  RPS", [f"{value:.2f}" for value in totals.lap_per_s]),
            "",
            "Latency Percentile:",
            _plow_line("", names),
            _plow_line("", [_plow_time(value) for value in values]),
        ]
    )


def _plow_line(first: str, cells: Sequence[str]) -> str:
    start = f"{first:<10}" if first else " "
    return (start + "".join(f" {cell:>11}" for cell in cells)).rstrip()


def _plow_time(value_us: float | None) -> str:
    """A time in plow's format: microseconds, milliseconds or seconds."""
    if value_us is None:
        return NOTHING
    if value_us < 1000:
        return f"{value_us:.0f}µs"
    return f"{value_us / 1000:.3f}ms" if value_us < 1_000_000 else f"{value_us / 1_000_000:.6f}s"


def _qps_table(entries: Sequence[_Entry], _: str) -> list[str]:
    """spf: software and queries per second."""
    lines = ["| 软件 | QPS |", "| -- | -- |"]
    lines += [f"| {escaped(entry.row.name)} | {entry.per_s.value:.2f}{entry.spread} |" for entry in entries]
    return ["\n".join(lines)] if entries else []


def _transfer_kib(entry: _Entry) -> str:
    found = entry.totals.bytes_per_s
    return NOTHING if found is None else f"{found / _KIB:.2f}"


def _three(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"


def _with(value: str, unit: str) -> str:
    return value if value == NOTHING else f"{value}{unit}"


def _spaced(number: int) -> str:
    """Thousands separated as in the Swoole seed: `10 000`."""
    return f"{number:,}".replace(",", " ")


_SHAPES: dict[Shape, Callable[[Sequence[_Entry], str], list[str]]] = {
    "ab-columns": _ab_columns,
    "ab-blocks": _ab_blocks,
    "ab-list": _ab_list,
    "plow-blocks": _plow_blocks,
    "qps-table": _qps_table,
}
