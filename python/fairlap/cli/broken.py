"""Warnings about broken files of the catalog, which are left out."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairlap.catalog import Broken


def warn_broken(broken: "Iterable[Broken]") -> None:
    """Print one line for each broken file on stderr."""
    for file in broken:
        print(f"fairlap: {file.line()}", file=sys.stderr)
