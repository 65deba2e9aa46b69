"""The tables of docs/accuracy.md and the terminal, in Markdown, and the page itself."""

import statistics
from collections.abc import Sequence
from functools import partial

from tools.bench.bars import bars, verdict
from tools.bench.plan import BAR_CELLS, CASES, MODES, PROTOCOL_CELLS, Case, Cell, Mode, cells_named, whole_plan
from tools.bench.results import Results, Summary
from tools.bench.truth import NAMES
from tools.pages import FOLDER, ROOT, Page, percent, table

from fairlap.render.cells import NOTHING, digits

STORED = FOLDER / "bench.jsonl"
"""The runs that the page shows."""


def bar_table(results: Results) -> str:
    """Show every bar: value, bound, met or not."""
    rows = [[bar.what, bar.value, bar.bound, verdict(bar), bar.note] for bar in bars(results)]
    return table(["bar", "value", "bound", "", ""], rows)


def disturbance_note(results: Results) -> str:
    """Warn that a busy machine gives no results; nothing on a quiet one."""
    taken = results.disturbance
    if taken is None:
        return ""
    share = percent(taken)
    return f"**Others took {share} of the machine meanwhile: what follows shows what the page looks like. No results.**"


def machine_table(results: Results) -> str:
    """Show the machine, the date and how much others disturbed the runs."""
    about: list[tuple[str, str | None]] = [*results.surroundings.machine.items()]
    about.append(("measured", results.surroundings.started_at[:10]))
    for title, shares in results.disturbances().items():
        median, highest = percent(statistics.median(shares), ".1%"), percent(max(shares), ".1%")
        about.append((title, f"median {median}, highest {highest} of a run"))
    return table(["", ""], [[name, value or NOTHING] for name, value in about])


def version_table(results: Results) -> str:
    """Show the version and the start-up cost of each generator."""
    rows = []
    for name in results.generators:
        startup_us = results.surroundings.startup_us.get(name)
        version = results.surroundings.versions[name] or "does not tell"
        rows.append([name, version, NOTHING if startup_us is None else f"{startup_us / 1000:.1f} ms"])
    return table(["generator", "version", "CPU to start"], rows)


def cell_table(results: Results, cell: Cell) -> str:
    """Show all measurements of one cell, the cheapest generator first."""
    base = results.baseline(cell.name)
    if base is None:
        return "Not measured."
    rows = [
        [
            name,
            _number(results.median(cell.name, lambda run: run.answers_per_s, name), "{:,.0f}"),
            _number(results.median(cell.name, results.client_us, name), "{:.2f}"),
            with_interval(results.ratio(cell.name, name, base)),
            _number(results.median(cell.name, results.machine_us, name), "{:.2f}"),
            with_interval(results.ratio(cell.name, name, base, results.machine_us)),
            _number(results.median(cell.name, lambda run: run.memory_mib, name), "{:.1f}"),
            _number(results.median(cell.name, lambda run: run.wrong, name), "{:,.0f}"),
        ]
        for name in by_cost(results, cell)
    ]
    relative = f"relative to {base}"
    costs = ["client CPU, us", relative, "machine CPU, us", relative]
    return table(["generator", "requests/s", *costs, "memory, MiB", "not right"], rows)


def by_cost(results: Results, cell: Cell) -> list[str]:
    """Return the generators with a cost in a cell, the cheapest first."""
    costs = {name: results.median(cell.name, results.client_us, name) for name in results.generators}
    known = {name: cost for name, cost in costs.items() if cost is not None}
    return sorted(known, key=lambda name: known[name])


def connections_table(results: Results, mode: Mode) -> str:
    """Show client CPU per request and requests per second by number of connections."""
    cells = [cell for cell in whole_plan().cells if cell.mode == mode]
    rows = []
    for name in results.generators:
        row = [_cost_and_rate(results, cell, name) for cell in cells]
        if any(text != NOTHING for text in row):
            rows.append([name, *row])
    return table(["generator", *(f"{cell.connections:,}" for cell in cells)], rows)


def _cost_and_rate(results: Results, cell: Cell, name: str) -> str:
    cost = results.median(cell.name, results.client_us, name)
    per_s = results.median(cell.name, lambda run: run.answers_per_s, name)
    bad = results.median(cell.name, lambda run: run.wrong, name)
    if cost is None or per_s is None:
        return NOTHING if results.reason(cell.name, name) is None else "no"
    text = f"{digits(cost)} us, {per_s:,.0f}/s"
    return f"{text}, {bad:,.0f} not right" if bad else text


def memory_table(results: Results) -> str:
    """Show peak memory by number of keep-alive connections."""
    cells = [cell for cell in whole_plan().cells if cell.mode == "keepalive"]
    rows = []
    for name in results.generators:
        used = [results.median(cell.name, lambda run: run.memory_mib, name) for cell in cells]
        rows.append([name, *(_number(mib, "{:.1f}") for mib in used)])
    return table(["generator, MiB", *(f"{cell.connections:,}" for cell in cells)], rows)


def reason_table(results: Results) -> str:
    """Show what has no number and why; each reason once."""
    found: dict[tuple[str, str], list[str]] = {}
    cells = cells_named(run.cell for run in results.runs)
    titles = {cell.name: cell.title for cell in cells} | {case.name: case.title for case in CASES}
    for name in results.generators:
        for cell, title in titles.items():
            if (reason := results.reason(cell, name)) is not None:
                found.setdefault((name, reason), []).append(title)
    if not found:
        return "Everything that was asked for was measured."
    rows = [[name, "; ".join(where), _escaped(reason)] for (name, reason), where in found.items()]
    return table(["generator", "where", "why not"], rows)


def accuracy_table(results: Results, case: Case) -> str:
    """Show what each generator printed, what was true, and the error."""
    rows = []
    for name in results.generators:
        if any(results.printed_us(case.name, name, key) is not None for key in NAMES):
            share = results.median(case.name, lambda run: run.reached_share, name)
            reached = [NOTHING if share is None else percent(share, ".1%")] if case.rate_per_s else []
            rows.append([name, *(_figure(results, case, name, key) for key in NAMES), *reached])
    if not rows:
        return "Not measured."
    rate_head = ["of the rate"] if case.rate_per_s else []
    return table(["generator", *(f"{key}, ms" for key in NAMES), *rate_head], rows)


def _figure(results: Results, case: Case, name: str, key: str) -> str:
    """Format as `35.0 / 0.62: x 56.5`, with `?` if the true value is not known."""
    found, printed_us = results.deviations(case.name, name).get(key), results.printed_us(case.name, name, key)
    if found is None:
        return NOTHING if printed_us is None else f"{digits(printed_us / 1000)} / ?"
    return f"{digits(found.printed_us / 1000)} / {digits(found.true_us / 1000)}: {off(found.error)}"


def off(error: float) -> str:
    """Format a relative error as `+0.4 %`, or as a factor if it is large."""
    if error >= 2:
        return f"**x {digits(error + 1)}**"
    text = percent(error, "+.1%")
    return f"**{text}**" if abs(error) >= 0.1 else text


def with_interval(found: Summary | None) -> str:
    """Format as `1.24 (1.21 to 1.27)`; too few turns have no interval."""
    if found is None:
        return NOTHING
    if found.low is None or found.high is None:
        return digits(found.median)
    return f"{digits(found.median)} ({digits(found.low)} to {digits(found.high)})"


def _number(value: float | None, form: str) -> str:
    return NOTHING if value is None else form.format(value)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def bar_cells() -> tuple[Cell, ...]:
    """Return the cells that have a table of their own."""
    by_connections = (cell for cell in whole_plan().cells if (cell.mode, cell.connections) in BAR_CELLS)
    return (*by_connections, *PROTOCOL_CELLS)


def all_tables(results: Results) -> Sequence[tuple[str, str]]:
    """Return titles and tables for a terminal."""
    cells = cells_named(run.cell for run in results.runs)
    found = [(cell.title, cell_table(results, cell)) for cell in cells]
    found += [(case.title, accuracy_table(results, case)) for case in CASES if results.of(case.name)]
    found += [("No number", reason_table(results)), ("Bars", bar_table(results))]
    return found


PAGE = Page(
    ROOT / "docs" / "accuracy.md",
    "bench",
    {
        "disturbance": disturbance_note,
        "machine": machine_table,
        "versions": version_table,
        "bars": bar_table,
        "memory": memory_table,
        "reasons": reason_table,
        **{f"connections-{mode}": partial(connections_table, mode=mode) for mode in MODES},
        **{cell.name: partial(cell_table, cell=cell) for cell in bar_cells()},
        **{case.name: partial(accuracy_table, case=case) for case in CASES},
    },
)
