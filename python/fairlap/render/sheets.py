"""The data of a table, for every renderer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A heading in two lines; `numeric` columns are right-aligned and never wrapped."""

    heading: tuple[str, str]
    numeric: bool = True
    status: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: each row has a cell for each column; `caption` says how to read it and may be empty."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str


CONTESTANT = Column(("", "contestant"), numeric=False)
