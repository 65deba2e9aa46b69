"""Broken files of the catalog: told on stderr, one line each, while everything else goes on."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairlap.catalog import Broken


def say_broken(broken: "Iterable[Broken]") -> None:
    """Say what is left out, and why."""
    for one in broken:
        print(f"fairlap: {one.line()}", file=sys.stderr)
