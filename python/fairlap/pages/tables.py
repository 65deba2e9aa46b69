"""The tables of pages: what a cell shows, what it is sorted by, and bars for intervals."""

from dataclasses import dataclass
from typing import Literal

from fairlap.render.cells import NOTHING, clean
from fairlap.render.sheets import CONTESTANT, Column, Sheet

Tone = Literal["", "ok", "warn", "bad", "quiet"]
"""The colour of a cell; its text says the same."""

_WHOLE_WORDS = {"connec-tions": "connections"}
"""Headings that are hyphenated for narrow terminals."""

STATUS_TONES: dict[str, Tone] = {"ok": "ok", "failed": "bad", "invalid": "bad", "skipped": "warn"}


@dataclass(frozen=True, slots=True)
class Bar:
    """An interval on the scale of its column, from 0 (left) to 100 (right). `zero` is a mark to compare with."""

    low: float
    value: float
    high: float
    zero: float | None = None
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """The name of a flag."""

    name: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows. `key` sorts the column if the text does not (cells without a value go last).

    `note` is a second, smaller line; `href` makes the text a link.
    """

    text: str
    key: float | None = None
    note: str = ""
    href: str | None = None
    bar: Bar | None = None
    tone: Tone = ""
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """The heading of a column. `down`: the first click sorts in descending order."""

    text: str
    numeric: bool = True
    down: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One row; readers can filter by `status`, and `tone` colours the whole row."""

    cells: tuple[Cell, ...]
    status: str = ""
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a page.

    `name` is unique on its page (letters, digits, hyphens). `named_by` is the column that names the row and stays
    visible when the table scrolls. `filtered`: readers can filter by words and status; `sorted`: and sort by columns.
    """

    name: str
    title: str
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    note: str = ""
    named_by: int = 0
    filtered: bool = False
    sorted: bool = True

    @property
    def statuses(self) -> tuple[str, ...]:
        """Each status of a row, once."""
        return tuple(dict.fromkeys(line.status for line in self.lines if line.status))


def table_of_sheet(sheet: Sheet, name: str, *, filtered: bool = False, ordered: bool = True) -> Table:
    """Return a sheet as the table of a page; `ordered`: readers can sort it."""
    return Table(
        name=name,
        title=sheet.title,
        heads=tuple(Head(heading(column), numeric=column.numeric) for column in sheet.columns),
        lines=tuple(_line(sheet, row) for row in sheet.rows),
        note=sheet.caption,
        named_by=sheet.columns.index(CONTESTANT) if CONTESTANT in sheet.columns else 0,
        filtered=filtered,
        sorted=ordered and len(sheet.rows) > 1,
    )


def heading(column: Column) -> str:
    """Return the two lines of a heading as one."""
    joined = " ".join(part for part in column.heading if part).replace("- ", "-")
    return _WHOLE_WORDS.get(joined, joined)


def _line(sheet: Sheet, row: tuple[str, ...]) -> Line:
    pairs = list(zip(sheet.columns, row, strict=True))
    cells = tuple(Cell(clean(text) or NOTHING, tone=_tone(column, text)) for column, text in pairs)
    status = next((text for column, text in pairs if column.status), "")
    return Line(cells, status=_status(status))


def _status(text: str) -> str:
    return text.split(" ")[0].removesuffix(":")


def _tone(column: Column, text: str) -> Tone:
    return STATUS_TONES.get(_status(text), "") if column.status else ""
