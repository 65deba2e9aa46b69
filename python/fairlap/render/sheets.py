"""What a table is, wherever it is shown."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A heading in two lines; `numeric` columns are aligned to the right and never broken."""

    heading: tuple[str, str]
    numeric: bool = True
    status: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table: its rows have a cell for each column. `caption` says how to read it; it may be empty."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str


CONTESTANT = Column(("", "contestant"), numeric=False)
