"""`fairlap run SUITE --method classic`, and the report of such a run."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.catalog import Catalog, Suite


def refuse_options_of_laps(given: Mapping[str, object]) -> None:
    """Options that only laps have are refused, never ignored. Raises UsageError."""
    for option, value in given.items():
        if value is not None:
            raise UsageError(
                f"{option} belongs to laps, not to the classic method", hint=f"leave out {option}, or --method classic"
            )


def classic_suite(catalog: "Catalog", suite: "Suite", scale: float) -> "Suite":
    """The suite as its seed ran it, scaled. Raises UsageError when it has no procedure of a seed."""
    if suite.classic is None:
        known = ", ".join(sorted(item.name for item in catalog.suites if item.classic is not None))
        raise UsageError(
            "has no procedure of a seed to repeat", where=f"suite {suite.name}", hint=f"these have: {known}"
        )
    classic = suite.classic.scaled(scale)
    load = suite.load.model_copy(update={"connections": max(classic.connections), "keepalive": classic.keepalive})
    return suite.model_copy(update={"classic": classic, "load": load})
