"""The model of a table: terminals and Markdown show the text of its cells, pages also their notes, links and bars."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeVar

Tone = Literal["", "ok", "warn", "bad", "quiet"]
"""The colour of a cell; its text says the same."""

_TONES: dict[str, Tone] = {"ok": "ok", "failed": "bad", "invalid": "bad", "skipped": "warn"}
BREAK = "\N{SOFT HYPHEN}"
"""At the end of a heading's first line: a hyphen that is there only while the heading has two lines."""


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
    """A cell that is more than its text. `key` sorts the column if the text does not (cells without a value go last).

    `note` is a second, smaller line; `href` makes the text a link; readers can filter the row by `status`.
    """

    text: str
    key: float | None = None
    note: str = ""
    href: str | None = None
    bar: Bar | None = None
    tone: Tone = ""
    chips: tuple[Chip, ...] = ()
    status: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Column:
    """A heading in two lines; `numeric` columns are right-aligned and never wrapped, `status` wraps before others.

    `down`: the first click sorts in descending order.
    """

    heading: tuple[str, str]
    numeric: bool = True
    status: bool = False
    down: bool = False
    hint: str = ""

    @property
    def text(self) -> str:
        """The heading in one line."""
        return " ".join(part for part in self.heading if part).replace("- ", "-").replace(f"{BREAK} ", "")


Row = TypeVar("Row")
Filled = tuple[Column, Callable[[Row], "str | Cell"]]
"""A column, and its cell of a row."""

CONTESTANT = Column(("", "contestant"), numeric=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: each row has a cell for each column; `caption` says how to read it and may be empty.

    On a page, `name` is unique (letters, digits, hyphens), readers can filter a `filtered` table by words and status
    and sort an `ordered` one by columns, and `tones` are the colours of whole rows.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str | Cell, ...], ...]
    caption: str = ""
    name: str = ""
    filtered: bool = False
    ordered: bool = True
    tones: tuple[Tone, ...] = ()

    @classmethod
    def of(
        cls,
        title: str,
        rows: Iterable[Row],
        *columns: Filled[Row],
        caption: str = "",
        name: str = "",
        filtered: bool = False,
    ) -> "Sheet":
        """Return a table whose columns say what is in their cells."""
        cells = tuple(tuple(cell(row) for _, cell in columns) for row in rows)
        return cls(title, tuple(column for column, _ in columns), cells, caption, name, filtered)

    @property
    def named_by(self) -> int:
        """The index of the column that names the row and stays visible when the table scrolls."""
        return self.columns.index(CONTESTANT) if CONTESTANT in self.columns else 0


def status_cell(status: str, text: str | None = None) -> Cell:
    """Return the cell of a status in its colour; `text`: what it says, if that is more than the status."""
    return Cell(text or status, tone=_TONES.get(status, ""), status=status)
