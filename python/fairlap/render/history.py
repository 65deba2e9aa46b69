"""Renders the history of a contestant for a terminal and as Markdown."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from fairlap.history import ChangePoint, History, Point, Segment, Series
from fairlap.render.cells import NOTHING, change, clean, counted, digits, percent, ratio
from fairlap.render.markdown import escaped
from fairlap.render.markdown import table_of_sheet as markdown_table
from fairlap.render.sheets import Cell, Column, Sheet, status_cell
from fairlap.render.terminal import table_of_sheet as terminal_table

COLUMNS = (
    Column(("date", "(UTC)")),
    Column(("run", "")),
    Column(("version", ""), numeric=False),
    Column(("score", "± 95 %")),
    Column(("change", "from last")),
    Column(("status", ""), numeric=False, status=True),
)
UP, DOWN = "▲", "▼"
"""Marks of change points; the text below a table repeats them in words."""

_BARS = "▁▂▃▄▅▆▇█"
_GAP, _BREAK = "·", "│"
_LEAST_SWING = math.log(1.1)
"""Smallest range of a sparkline, from middle to top, so that noise of 1 % does not look large."""

_TROUBLES_SHOWN = 5
_CAPTION = (
    "score: throughput relative to the reference of the same cycle, with its interval over the rounds of the run; "
    "change: relative to the previous score"
)


def render_history_terminal(history: History) -> Group:
    """Return the history for `rich.console.Console.print`."""
    parts: list[RenderableType] = []
    for series in history.series:
        parts += [_Shown(history, series), ""]
    parts += [Text(line, style="dim") for line in notes(history)]
    return Group(*parts)


def render_history_markdown(history: History) -> str:
    blocks = [f"# History of {escaped(history.contestant)}"]
    for series in history.series:
        blocks.append(f"## {escaped(title_of(series))}")
        blocks += [f"**{escaped(line)}**" for line in headlines(history, series)]
        for segment in series.segments:
            if segment.break_reasons:
                blocks.append(f"**break: {escaped(break_text(segment))}**")
            blocks.append(markdown_table(segment_sheet(segment)))
        if lines := list(remarks(series)):
            blocks.append("\n".join(f"- {escaped(line)}" for line in lines))
    blocks += [escaped(line) for line in notes(history)]
    return "\n\n".join(blocks) + "\n"


@dataclass(frozen=True, slots=True)
class _Shown:
    """One series, with a sparkline if the terminal can show it."""

    history: History
    series: Series

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(f"{clean(self.history.contestant)}: {title_of(self.series)}", style="bold")
        for segment in self.series.segments:
            if segment.break_reasons:
                yield Text(f"-- break: {break_text(segment)} --", style="yellow")
            yield terminal_table(segment_sheet(segment))
        yield from (Text(line) for line in remarks(self.series))
        line = sparkline(self.series)
        if len(line) > 2 and options.encoding.lower().startswith("utf"):
            yield Text(f"{line[-options.max_width :]}", style="cyan")
        yield from (Text(line, style="bold") for line in headlines(self.history, self.series))


def title_of(series: Series) -> str:
    return clean(f"{series.scenario} of suite {series.suite}")


def break_text(segment: Segment) -> str:
    """Return why a segment is not comparable with the one before it."""
    return clean("; ".join(map(str, segment.break_reasons)))


def headlines(history: History, series: Series) -> tuple[str, ...]:
    """Return sentences on the newest segment: its changes, newest first, or why there are none."""
    segment = series.segments[-1]
    sentences = [_change_sentence(segment, index) for index in reversed(range(len(segment.changes)))]
    if not sentences:
        sentences = [_no_change(history, segment)]
    if segment.break_reasons:
        since = segment.points[0]
        sentences.append(f"Runs before {clean(since.run)} are not comparable: {break_text(segment)}.")
    return tuple(sentences)


def segment_sheet(segment: Segment) -> Sheet:
    """Return the runs of one segment as a table, oldest first."""
    return Sheet("", COLUMNS, tuple(_rows(segment)))


def series_sheet(series: Series) -> Sheet:
    """Return all runs of a series as a table, oldest first, with a row for each break."""
    rows: list[tuple[str | Cell, ...]] = []
    for segment in series.segments:
        if segment.break_reasons:
            rows.append((day(segment.points[0]), "break", "", "", "", break_text(segment)))
        rows += _rows(segment)
    return Sheet(title_of(series), COLUMNS, tuple(rows), _CAPTION, ordered=False)


def day(point: Point) -> str:
    """Return the date of a run (UTC)."""
    return clean(point.started_at[:10])


def step_text(found: ChangePoint) -> str:
    """Format the new level relative to the old one: `7.3 % lower (5.1 to 9.4 %)`."""
    lower = found.ratio < 1
    size = f"{percent(abs(found.ratio - 1))} {'lower' if lower else 'higher'}"
    if found.low is None or found.high is None:
        return size
    bounds = (1 - found.high, 1 - found.low) if lower else (found.low - 1, found.high - 1)
    return f"{size} ({percent(bounds[0]).removesuffix(' %')} to {percent(bounds[1])})"


def remarks(series: Series) -> Iterator[str]:
    """Yield change points before the newest segment (`headlines` has those in it), runs without a score, flags."""
    for segment in series.segments[:-1]:
        for index, found in enumerate(segment.changes):
            yield f"{DOWN if found.ratio < 1 else UP} {_change_sentence(segment, index)}"
    troubled = [point for point in series.points if point.score is None]
    if len(troubled) > _TROUBLES_SHOWN:
        yield f"{len(troubled)} runs have no score; the newest:"
    for point in troubled[-_TROUBLES_SHOWN:]:
        reason = f": {clean(point.reason)}" if point.reason else ""
        yield f"{clean(point.run)} {point.status}{reason}"
    flags = Counter(flag.name for point in series.points if point.score for flag in point.flags)
    if flags:
        counts = ", ".join(f"{clean(name)} in {counted(count, 'run')}" for name, count in flags.most_common())
        yield f"* flagged: {counts} (fairlap report RUN explains)"


def notes(history: History) -> tuple[str, ...]:
    """Return how to read the history, and which runs are left out."""
    lines = [
        f"{_CAPTION[0].upper()}{_CAPTION[1:]}.",
        f"A change point is a change of {percent(history.minimum_effect)} or more that is unlikely among the same runs "
        f"in random order (p at most {history.significance:g}); detection needs {history.runs_needed} scores. The "
        "interval of a change is over runs, so it includes variation between runs. Changes never span a break.",
    ]
    lines += [f"Left out: {counted(group.runs, 'run')}, {clean(group.reason)}." for group in history.left_out]
    return tuple(lines)


def sparkline(series: Series) -> str:
    """Return a bar for each run, relative to the mean of its segment; `·` is a run without a score, `│` a break."""
    by_segment = [[None if point.score is None else point.score.value for point in s.points] for s in series.segments]
    swings = [_swings(scores) for scores in by_segment]
    widest = max((abs(swing) for found in swings for swing in found if swing is not None), default=0.0)
    return _BREAK.join("".join(_bar(swing, max(widest, _LEAST_SWING)) for swing in found) for found in swings)


def _swings(scores: Sequence[float | None]) -> list[float | None]:
    """Logarithms of the scores relative to their mean."""
    known = [math.log(score) for score in scores if score]
    middle = math.fsum(known) / len(known) if known else 0.0
    return [math.log(score) - middle if score else None for score in scores]


def _bar(swing: float | None, widest: float) -> str:
    if swing is None:
        return _GAP
    return _BARS[min(len(_BARS) - 1, math.floor((swing / widest + 1) / 2 * len(_BARS)))]


def _rows(segment: Segment) -> Iterator[tuple[str | Cell, ...]]:
    marks = {found.after: DOWN if found.ratio < 1 else UP for found in segment.changes}
    for point in segment.points:
        step = NOTHING if point.change is None else change(point.change)
        yield (
            day(point),
            clean(point.run),
            clean(point.version) if point.version else NOTHING,
            ratio(point.score),
            f"{marks[point.run]} {step}" if point.run in marks else step,
            _status(point),
        )


def _status(point: Point) -> Cell:
    status = point.status if point.score or point.status != "ok" else "no score"
    words = [status, *(["*"] if point.score and point.flags else []), *(["(interrupted)"] if point.interrupted else [])]
    return status_cell(status, " ".join(words))


def _change_sentence(segment: Segment, index: int) -> str:
    found = segment.changes[index]
    old, new = segment.levels[index], segment.levels[index + 1]
    since = "Since" if index == len(segment.changes) - 1 else "From"
    return (
        f"{since} run {clean(found.after)} {'on ' if since == 'From' else ''}the score is {step_text(found)}: "
        f"{digits(old.score.value)} before ({counted(found.runs_before, 'run')}), {digits(new.score.value)} after "
        f"({counted(found.runs_after, 'run')}), p = {found.p_adjusted:.3f}."
    )


def _no_change(history: History, segment: Segment) -> str:
    scored = sum(point.score is not None for point in segment.points)
    if not scored:
        return "No comparable run has a score."
    if not segment.enough:
        return (
            f"Only {counted(scored, 'comparable run')} with a score: detecting changes needs {history.runs_needed}. "
            "fairlap compare needs no history."
        )
    return (
        f"No change of {percent(history.minimum_effect)} or more is shown over {counted(scored, 'run')}: "
        f"score {ratio(segment.levels[0].score)}."
    )
