"""Renders a running race as lines for a terminal; their number stays the same during a race, so nothing jumps."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import set_cell_size
from rich.text import Text

from fairlap.live.models import LiveBoard, LiveRow
from fairlap.render.cells import NOTHING, clean, digits, percent, plus_minus, whole
from fairlap.report import Interval

WIDEST = 110
"""Widest output in columns: longer rows are hard to follow."""

_AROUND = 7
"""Lines around the rows: headline, stage, bar, machine, blank line, heading, note."""

_LEAST_NAME, _MOST_NAME = 10, 30
_COLUMNS = ((12, "requests/s"), (8, "score"), (9, "95 %"), (8, "laps"))
_MARK, _RANK = 2, 5

_PROVISIONAL = "provisional until the race ends; the score is relative to the reference in the same cycle"

_NOISE_WORDS = ((0.01, "calm"), (0.03, "a little restless"), (0.10, "restless"), (float("inf"), "very restless"))
"""Upper bounds of the reference's standard deviation between cycles, and what the machine is then called."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The size of the terminal, and the most rows of any scenario."""

    width: int
    height: int
    most_rows: int


def lines(board: LiveBoard, elapsed_s: float, screen: Screen) -> list[Text]:
    """Return the current state of the race: headline, stage, bar, noise of the machine, provisional table."""
    width = min(screen.width, WIDEST)
    shown = [
        _headline(board, width),
        _cut(clean(board.stage), width),
        bar(board.done_share, elapsed_s, board.left_s, width),
        _cut(noise_text(board), width, "dim"),
    ]
    room = screen.height - 1 - _AROUND
    if room < 1:
        return shown[: max(1, screen.height - 1)]
    return [*shown, Text(), *_table(board, width, screen, room), _cut(_PROVISIONAL, width, "dim")]


def bar(done_share: float | None, elapsed_s: float, left_s: float | None, width: int) -> Text:
    """Return a progress bar with the share that is done, the elapsed time and the estimated rest."""
    left = "" if left_s is None else f", about {_clock(left_s)} left"
    share = "" if done_share is None else f" {done_share:4.0%} \N{MIDDLE DOT}"
    text = f"{share} {_clock(elapsed_s)}{left}"
    length = max(4, width - max(36, len(text)))
    filled = round(length * (done_share or 0.0))
    line = Text.assemble(
        ("\N{BOX DRAWINGS HEAVY HORIZONTAL}" * filled, "green"),
        ("\N{BOX DRAWINGS LIGHT HORIZONTAL}" * (length - filled), "dim"),
        text,
        no_wrap=True,
    )
    line.truncate(width)
    return line


def noise_text(board: LiveBoard) -> str:
    """Return how much the machine's speed varies, in words and as a number."""
    if board.noise is None:
        return "machine: noise not known yet"
    word = next(word for bound, word in _NOISE_WORDS if board.noise < bound)
    return f"machine: {word} (the reference varies by {percent(board.noise)} from cycle to cycle)"


def _headline(board: LiveBoard, width: int) -> Text:
    place = ""
    if board.scenario is not None:
        many = board.scenarios is not None and board.scenarios > 1
        place = " \N{MIDDLE DOT} " + (f"scenario {board.scenario_number} of {board.scenarios}, " if many else "")
        place += board.scenario
    return _cut(clean(f"{board.suite}: {board.title}{place}"), width, "bold")


def _table(board: LiveBoard, width: int, screen: Screen, room: int) -> Iterator[Text]:
    """The heading and as many lines as the largest scenario needs, at most `room`."""
    height = min(room, screen.most_rows)
    rows = board.rows if len(board.rows) <= height else board.rows[: height - 1]
    name = _name_width(board, width)
    heading = " " * _MARK + "rank".rjust(_RANK - 1) + " " + set_cell_size("contestant", name)
    yield _cut(heading + "".join(title.rjust(size) for size, title in _COLUMNS), width, "dim")
    for row in rows:
        yield _row(row, board, name, width)
    more = len(board.rows) - len(rows)
    if more:
        yield _cut(" " * (_MARK + _RANK) + f"and {more} more", width, "dim")
    for _ in range(height - len(rows) - bool(more)):
        yield Text()


def _name_width(board: LiveBoard, width: int) -> int:
    longest = max((len(clean(row.name)) for row in board.rows), default=0)
    left = width - _MARK - _RANK - sum(size for size, _ in _COLUMNS)
    return max(_LEAST_NAME, min(longest, left, _MOST_NAME))


def _row(row: LiveRow, board: LiveBoard, name_width: int, width: int) -> Text:
    rank = "ref" if row.is_reference else NOTHING if row.rank is None else str(row.rank)
    mark = "\N{BLACK RIGHT-POINTING TRIANGLE}" if row.name == board.contestant else ""
    head = mark.ljust(_MARK) + rank.rjust(_RANK - 1) + " " + set_cell_size(clean(row.name), name_width)
    if row.trouble is not None:
        return _cut(f"{head}  {clean(row.trouble)}", width, "yellow")
    cells = (whole(row.throughput_per_s), *_score(row), f"{row.laps:,}")
    return _cut(head + "".join(cell.rjust(size) for cell, (size, _) in zip(cells, _COLUMNS, strict=True)), width)


def _score(row: LiveRow) -> tuple[str, str]:
    """The score and half the width of its interval, as two cells."""
    if row.is_reference or row.score is None:
        return ("1" if row.is_reference else NOTHING), ""
    if row.score_low is None or row.score_high is None:
        return digits(row.score), ""
    return digits(row.score), plus_minus(
        Interval(value=row.score, low=row.score_low, high=row.score_high, n=row.rounds)
    )


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _cut(text: str, width: int, style: str = "") -> Text:
    """One line; text that is too long ends in an ellipsis."""
    line = Text(text, style=style, no_wrap=True, overflow="ellipsis", end="\n")
    line.truncate(width, overflow="ellipsis")
    return line
