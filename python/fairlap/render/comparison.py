"""Renders the result of `fairlap compare` for a terminal and as Markdown."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from fairlap.comparing import Change, CompareReport, Conclusion
from fairlap.render import markdown, terminal
from fairlap.render.cells import (
    MIB,
    NOTHING,
    UNDETERMINED,
    WHY_UNDETERMINED,
    changes,
    clean,
    counted,
    determined,
    digits,
    milliseconds,
    offered,
    percent,
    rate,
    ratio,
    scaled,
    span,
    with_fix,
)
from fairlap.render.cells import change as change_text
from fairlap.render.flags import doubts
from fairlap.render.markdown import escaped
from fairlap.render.sentences import machine_summary
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.render.verdicts import verdict_cell
from fairlap.report import Interval, Row

_STYLES: dict[Conclusion, str] = {
    "regression": "bold red",
    "failed": "bold red",
    "undecided": "bold yellow",
    "slower": "bold",
    "tie": "bold",
    "faster": "bold green",
}
NOT_INTERLEAVED = (
    "Two stored runs, not interleaved: compared by their scores, round by round. A change of the machine between the "
    "runs cancels only if it affected the reference equally; `fairlap compare NAME@REVISION NAME` races both sides "
    "together."
)


def render_comparison_terminal(report: CompareReport) -> Group:
    """Return the result for `rich.console.Console.print`."""
    parts: list[RenderableType] = [Text(f"compare: {_title(report)}", style="bold")]
    parts += [Text(line, style="bold yellow") for line in _warnings(report)]
    for sheet in _sheets(report):
        parts += ["", *terminal.captioned(sheet)]
    if lines := list(remarks(report)):
        parts += ["", *(Text(line) for line in lines)]
    parts.append("")
    parts += [Text(sentence(report, change), style=_STYLES[change.conclusion]) for change in report.changes]
    parts += ["", *(Text(line, style="dim") for line in _provenance(report))]
    return Group(*parts)


def render_comparison_markdown(report: CompareReport) -> str:
    """Return the result as Markdown, for a comment on a pull request or the summary of a job."""
    blocks = [f"### fairlap compare: {escaped(_title(report))}"]
    blocks += [f"**{escaped(line)}**" for line in _warnings(report)]
    blocks += [f"**{escaped(sentence(report, change))}**" for change in report.changes]
    blocks += [block for sheet in _sheets(report) for block in markdown.captioned(sheet)]
    if lines := list(remarks(report)):
        blocks.append("\n".join(f"- {escaped(line)}" for line in lines))
    blocks += [f"<sub>{escaped(line)}</sub>" for line in _provenance(report)]
    return "\n\n".join(blocks) + "\n"


def sentence(report: CompareReport, change: Change, *, gate: bool = True) -> str:
    """Return one sentence: who changed, by how much, how sure, and the conclusion.

    Without a `gate` it ends with the verdict, and the size is the change of new relative to base, as in tables.
    """
    who = change.new.name if change.base.name == change.new.name else f"{change.base.name} -> {change.new.name}"
    if len({item.scenario for item in report.changes}) > 1:
        who += f" ({change.scenario})"
    if change.conclusion == "failed":
        return f"{who}: FAILED: {failure(change)}; no comparison was possible"
    measured = "nothing was measured"
    if change.ratio is not None:
        size = (
            _size(change.ratio, change) if gate else f"{change_text(change.ratio)} [{changes(change.low, change.high)}]"
        )
        measured = f"{size}, {counted(change.rounds, 'round')}"
        measured += "" if report.duration_s is None else f" in {span(report.duration_s)}"
    return f"{who}: {measured}: {_verdict(report, change, gate=gate)}"


def _size(ratio: float, change: Change) -> str:
    """`3.1 % slower [2.2 %, 4.0 %]`: how much more the faster one does; a negative bound means the opposite."""
    slower = ratio < 1
    size = f"{_share(1 / ratio if slower else ratio)} {'slower' if slower else 'faster'}"
    if change.low is None or change.high is None:
        return size
    bounds = (1 / change.high, 1 / change.low) if slower else (change.low, change.high)
    return f"{size} [{_share(bounds[0])}, {_share(bounds[1])}]"


def _share(quotient: float) -> str:
    text = percent(quotient - 1)
    return text.removeprefix("-") if text == "-0.0 %" else text


def _verdict(report: CompareReport, change: Change, *, gate: bool) -> str:
    match change.conclusion:
        case "regression" if gate:
            word = "REGRESSION" if report.of_one else "SLOWER"
            return f"{word} beyond the threshold of {percent(report.threshold)}"
        case "slower" if gate:
            return f"slower, but within the threshold of {percent(report.threshold)}"
        case "tie":
            return f"tie, no difference beyond {percent(report.precision)}"
        case "undecided":
            return f"NOT DECIDED YET{_open(change, '--budget' if report.interleaved else 'fairlap run --rounds')}"
        case _:
            return change.verdict


def _open(change: Change, option: str) -> str:
    """The largest slowdown that is still possible."""
    if change.low is None or change.low >= 1:
        return ""
    return f": it may be up to {_share(1 / change.low)} slower; more rounds would decide ({option})"


def failure(change: Change) -> str:
    """Return why there is no comparison: each side that is not ok, with its reason."""
    parts = []
    for row in (change.base, change.new):
        if row.status != "ok" and row.reason is not None:
            parts.append(f"{row.name} {row.status}: {with_fix(row.reason, row.hint)}")
    return "; ".join(parts) or "a side has no result"


def _title(report: CompareReport) -> str:
    scenarios = list(dict.fromkeys(change.scenario for change in report.changes))
    return f"{report.base.typed} -> {report.new.typed}, {', '.join(scenarios) or 'nothing raced'}"


def _warnings(report: CompareReport) -> Iterator[str]:
    if report.interrupted:
        yield "Interrupted: only the finished rounds count."
    if not report.interleaved:
        yield NOT_INTERLEAVED


def _sheets(report: CompareReport) -> Iterator[Sheet]:
    if report.ground is None:
        return
    if report.interleaved:
        yield from (side_by_side(change) for change in report.changes)
    else:
        yield _one_line_each(report)


def side_by_side(change: Change) -> Sheet:
    """Return a table with one quantity per row: base, new, new relative to base."""
    base, new = change.base, change.new
    times = tuple(_at_rates(base, new))
    rows = [
        ("requests per second", rate(base.throughput_per_s), rate(new.throughput_per_s), _ratio(change)),
        _quantity("CPU µs per request", base.cpu_us_per_request, new.cpu_us_per_request),
        _quantity("memory MiB", base.memory_peak_bytes_estimate, new.memory_peak_bytes_estimate, MIB),
        _quantity("start-up ms", base.startup_ms_estimate, new.startup_ms_estimate),
        *times,
        ("status", _status(base), _status(new), ""),
    ]
    columns = (
        Column(("", ""), numeric=False),
        Column(("", base.name)),
        Column(("", new.name)),
        Column(("", "new / base")),
    )
    caption = WHY_UNDETERMINED if any(UNDETERMINED in cells for cells in times) else ""
    return Sheet(f"both sides in {change.scenario}", columns, tuple(rows), caption, ordered=False)


def _one_line_each(report: CompareReport) -> Sheet:
    return Sheet.of(
        "scores",
        report.changes,
        (CONTESTANT, lambda change: change.new.name),
        (Column(("", "scenario"), numeric=False), lambda change: change.scenario),
        (Column(("score", "base")), lambda change: ratio(change.base.score)),
        (Column(("score", "new")), lambda change: ratio(change.new.score)),
        (Column(("", "new / base")), _ratio),
        (Column(("", "conclusion"), numeric=False, status=True), lambda change: verdict_cell(change.conclusion)),
    )


def _ratio(change: Change) -> str:
    if change.ratio is None:
        return NOTHING
    if change.low is None or change.high is None:
        return f"{change.ratio:.3f}"
    return f"{change.ratio:.3f} [{change.low:.3f}, {change.high:.3f}]"


def _quantity(name: str, base: Interval | None, new: Interval | None, unit: float = 1.0) -> tuple[str, str, str, str]:
    """A row whose quotient has no interval: only throughput is judged."""
    cells = [ratio(scaled(found, unit)) for found in (base, new)]
    quotient = new.value / base.value if base and new and base.value > 0 else None
    return name, cells[0], cells[1], digits(quotient)


def _at_rates(base: Row, new: Row) -> Iterator[tuple[str, str, str, str]]:
    """Rows of response times at shares of each side's own throughput, and at a common rate, where both have them."""
    for row in base.rates:
        other = new.rate(row.purpose)
        if other is None:
            continue
        share = row.purpose.removeprefix("share-")
        at = f"{share} % load" if share.isdigit() else f"{row.rate_per_s:,.0f}/s"
        for name in ("p50", "p99"):
            before, after = (getattr(found.response_us, name) for found in (row, other))
            if before is not None and after is not None:
                yield _response(f"{name} ms at {at}", before, after)


def _response(name: str, base: Interval, new: Interval) -> tuple[str, str, str, str]:
    """A row of a response time in microseconds; those that are not determined have no quotient."""
    quotient = new.value / base.value if determined(base) and determined(new) and base.value > 0 else None
    return name, milliseconds(base, spread=True), milliseconds(new, spread=True), digits(quotient)


def _status(row: Row) -> str:
    return f"{row.status} *" if any(not flag.invalidates for flag in row.flags) else row.status


def remarks(report: CompareReport) -> Iterator[str]:
    """Yield the difference in other words, flags, versions that differ, and notes."""
    for change in report.changes:
        if change.conclusion in ("regression", "slower", "faster") and change.ratio is not None:
            yield _in_other_words(change.new.name, change.ratio)
        for doubt in doubts((change.base, change.new)):
            yield f"* {doubt.name}: {doubt.text}"
        before, after = change.base.version, change.new.version
        if before and after and before != after:
            yield f"versions · {change.base.name}: {clean(before)} · {change.new.name}: {clean(after)}"
    yield from map(clean, report.notes)


def _in_other_words(new: str, ratio_now: float) -> str:
    """The same difference as throughput and as time: 13 % fewer requests take 15 % more time each."""
    slower = ratio_now < 1
    requests, time = percent(abs(ratio_now - 1)), percent(abs(1 / ratio_now - 1))
    words = ("fewer", "more") if slower else ("more", "less")
    return f"{new} answers {requests} {words[0]} requests per second; each costs {time} {words[1]} time"


def _provenance(report: CompareReport) -> Iterator[str]:
    if report.ground is not None:
        yield " · ".join(("interleaved in one heat" if report.interleaved else "not interleaved", *origin(report)))


def origin(report: CompareReport) -> tuple[str, ...]:
    """Return the runs behind the comparison, and how and where they were measured; empty if nothing was raced."""
    ground = report.ground
    if ground is None:
        return ()
    load = ground.load
    runs = dict.fromkeys(side.run for side in (report.base, report.new) if side.run)
    parts = [
        f"run{'s' if len(runs) > 1 else ''} {', '.join(runs)}",
        offered(load),
        counted(load.workers, "worker"),
        f"{ground.method.name} method {ground.method.version}",
        ground.versions.text,
        *machine_summary(ground.machines, ground.host),
    ]
    if report.stopped:
        parts.append(f"ended: {report.stopped}")
    return tuple(map(clean, parts))
