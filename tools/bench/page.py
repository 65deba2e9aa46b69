"""Writes the tables of docs/accuracy.md, between `<!-- bench:begin NAME -->` and `<!-- bench:end -->`."""

import re
from collections.abc import Callable
from functools import partial

from tools.bench import tables
from tools.bench.plan import CASES, MODES
from tools.bench.results import Results
from tools.bench.runs import read_runs
from tools.proof.documents import FOLDER, ROOT

PAGE = ROOT / "docs" / "accuracy.md"
STORED = FOLDER / "bench.jsonl"
"""The runs that the page is about."""

_BLOCK = re.compile(r"(<!-- bench:begin ([a-z0-9-]+) -->\n).*?(<!-- bench:end -->)", re.DOTALL)

Maker = Callable[[Results], str]

TABLES: dict[str, Maker] = {
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


def stored_results() -> Results:
    """Those of the page. Raises UsageError when the file is another one."""
    return Results(*read_runs(STORED))


def filled(text: str, results: Results) -> str:
    """The page with every table made anew. Raises KeyError for a table that nobody makes."""
    return _BLOCK.sub(lambda found: f"{found[1]}{TABLES[found[2]](results)}\n{found[3]}", text)


def write_page(results: Results) -> None:
    """Bring docs/accuracy.md up to date."""
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), results), encoding="utf-8")
