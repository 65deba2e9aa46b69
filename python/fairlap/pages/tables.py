"""Tables of pages: what a cell shows, what it is sorted by, and the small bar that an interval may have."""

from dataclasses import dataclass
from typing import Literal

from fairlap.render.cells import NOTHING, clean
from fairlap.render.sheets import CONTESTANT, Column, Sheet

Tone = Literal["", "ok", "warn", "bad", "quiet"]
"""How a cell is marked; its words say the same."""

_WHOLE_WORDS = {"connec-tions": "connections"}
"""Words that a narrow terminal must break."""

STATUS_TONES: dict[str, Tone] = {"ok": "ok", "failed": "bad", "invalid": "bad", "skipped": "warn"}


@dataclass(frozen=True, slots=True)
class Bar:
    """An interval on the scale of its column: places from 0 (left) to 100 (right). `zero` is a mark to compare with."""

    low: float
    value: float
    high: float
    zero: float | None = None
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """A flag: its name, and the one line that explains it."""

    name: str
    reason: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows. `key` is what the column is sorted by where the text does not say it (no key: last).

    `note` is a second, smaller line; `href` makes a link of the text.
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
    """The heading of a column. `down`: the first sorting puts the largest first."""

    text: str
    numeric: bool = True
    down: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One row; `status` is what a reader may filter by, `tone` marks the whole row."""

    cells: tuple[Cell, ...]
    status: str = ""
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a page.

    `name` is unique on its page (letters, digits, hyphens). `named_by` is the column that says whose row it is: it
    stays in sight when the table scrolls. `filtered`: a reader may narrow it down by words, and by status where rows
    have one; `sorted`: and sort it by any column.
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
        """Each status that a row has, once."""
        return tuple(dict.fromkeys(line.status for line in self.lines if line.status))


def table_of_sheet(sheet: Sheet, name: str, *, filtered: bool = False, ordered: bool = True) -> Table:
    """A sheet as the table of a page; `ordered`: its rows may be sorted."""
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
    """The two lines of a heading as one."""
    joined = " ".join(part for part in column.heading if part).replace("- ", "-")
    return _WHOLE_WORDS.get(joined, joined)


def _line(sheet: Sheet, row: tuple[str, ...]) -> Line:
    pairs = list(zip(sheet.columns, row, strict=True))
    cells = tuple(Cell(clean(text) or NOTHING, tone=_tone(column, text)) for column, text in pairs)
    said = next((text for column, text in pairs if column.status), "")
    return Line(cells, status=_status(said))


def _status(text: str) -> str:
    return text.split(" ")[0].removesuffix(":")


def _tone(column: Column, text: str) -> Tone:
    return STATUS_TONES.get(_status(text), "") if column.status else ""
