"""`fairlap run SUITE --method classic`, and the report of such a run."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from fairlap.cli.files import STDOUT, write_text
from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.catalog import Catalog, Suite
    from fairlap.report.classic_models import ClassicReport
    from fairlap.samples import MethodName
    from fairlap.store import Store, StoredRun


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


def deliver_classic(
    store: "Store", stored: "StoredRun", json_file: Path | None, markdown_file: Path | None
) -> "ClassicReport":
    """Write and print the report of a classic run, beside the newest run by laps of the same suite."""
    from fairlap.render.classic import render_classic_json, render_classic_markdown, render_classic_terminal
    from fairlap.report import build_report
    from fairlap.report.classic import build_classic

    laps = newest(store, stored, "laps")
    built = build_classic(stored, None if laps is None else build_report(laps))
    if json_file is not None:
        write_text(json_file, render_classic_json(built))
    if markdown_file is not None:
        write_text(markdown_file, render_classic_markdown(built))
    if STDOUT not in (json_file, markdown_file):
        from rich.console import Console

        Console().print(render_classic_terminal(built))
    return built


def newest(store: "Store", like: "StoredRun", method: "MethodName") -> "StoredRun | None":
    """The newest run of the same suite by that method that has anything in it; of laps, by our own generator."""
    from fairlap.samples import OWN_GENERATOR

    for summary in store.runs():
        if (summary.suite_name, summary.method) != (like.run.suite_name, method):
            continue
        found = store.load(summary.run)
        if found.passes or (found.rounds and found.run.generator == OWN_GENERATOR):
            return found
    return None
