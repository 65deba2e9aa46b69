"""Writes the tables of docs/accuracy.md, between `<!-- bench:begin NAME -->` and `<!-- bench:end -->`."""

from collections.abc import Callable
from functools import partial

from tools.bench import tables
from tools.bench.plan import CASES, MODES
from tools.bench.results import Results
from tools.proof.documents import FOLDER, ROOT, fill

PAGE = ROOT / "docs" / "accuracy.md"
STORED = FOLDER / "bench.jsonl"
"""The runs that the page shows."""

TABLES: dict[str, Callable[[Results], str]] = {
    "disturbance": tables.disturbance_note,
    "machine": tables.machine_table,
    "versions": tables.version_table,
    "bars": tables.bar_table,
    "memory": tables.memory_table,
    "reasons": tables.reason_table,
    **{f"connections-{mode}": partial(tables.connections_table, mode=mode) for mode in MODES},
    **{cell.name: partial(tables.cell_table, cell=cell) for cell in tables.bar_cells()},
    **{case.name: partial(tables.accuracy_table, case=case) for case in CASES},
}


def filled(text: str, results: Results) -> str:
    """Return the page with all its tables updated. Raises KeyError for an unknown table."""
    return fill(text, "bench", {name: partial(make, results) for name, make in TABLES.items()})


def write_page(results: Results) -> None:
    """Update docs/accuracy.md."""
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), results), encoding="utf-8")
