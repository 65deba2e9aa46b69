"""The tables of docs/scaling.md, and the page itself."""

import statistics
from collections.abc import Sequence
from dataclasses import replace

from tools.pages import ROOT, Page, table
from tools.scaling.costs import Costs
from tools.scaling.simulate import HOUR_S, Shape, Simulated, preparing_s, share_with_interval, simulate

PAIRS = (1, 2, 5, 10, 20)
LOSS_EVERY_H = 10.0
PRICE = 0.2
"""Of a machine-hour, in any currency; `--price` replaces it."""

SEEDS = 6
"""Races with losses are simulated so many times; the table shows their means."""


def growth(shape: Shape, costs: Costs, price: float) -> str:
    """Show a race on more and more pairs, without and with losses."""
    head = ["pairs", "racing h", "h in all", "on fresh machines", "machine-hours", "price", "store MiB", "efficiency"]
    head += ["machines of a scenario", "pairs with an interval"]
    head += ["with losses: lost", "h in all", "machine-hours", "price", "efficiency"]
    fresh_s = preparing_s(shape, costs, cold=True)
    rows = []
    for pairs in PAIRS:
        sure = simulate(shape, costs, pairs)
        unsure = [
            simulate(replace(shape, seed=shape.seed + index), costs, pairs, loss_every_h=LOSS_EVERY_H)
            for index in range(SEEDS)
        ]
        fresh_h = (sure.race_s + fresh_s) / HOUR_S
        rows.append([str(pairs), *_sure(sure, shape, fresh_h, price), *_unsure(unsure, price)])
    return _table(head, rows)


def shapes(costs: Costs) -> str:
    """Show what a race grows with, on one pair."""
    small = Shape(contestants=10, scenarios=1)
    races = {
        "10 contestants, 1 scenario, 5 rounds": small,
        "100 contestants": replace(small, contestants=100),
        "10 scenarios": replace(small, scenarios=10),
        "10 rounds": replace(small, rounds=10),
        "30 cycles": replace(small, cycles=30),
        "laps of 250 ms": replace(small, lap_ms=250),
        "no laps at fixed rates": replace(small, rates=False),
        "100 contestants, 10 scenarios": Shape(),
    }
    rows = []
    for title, shape in races.items():
        found = simulate(shape, costs, 1)
        each_s = found.work_s / (shape.contestants * shape.scenarios)
        figures = f"{found.race_s / 60:.1f}", f"{each_s:.1f}", str(len(found.records)), f"{found.store_mib:.1f}"
        rows.append([title, *figures])
    return _table(["race", "racing min", "s per contestant and scenario", "heats", "store MiB"], rows)


def costs_used(costs: Costs) -> str:
    """Show each cost with its source."""
    measured, cluster = costs.measured, costs.cluster
    starts_s = [each.startup_s for each in measured.contestants]
    warmups_s = [each.warmup_s for each in measured.contestants]
    stored_bytes = measured.row_bytes + measured.lap_histogram_bytes
    rows = [
        ["start-up of a contestant", f"{statistics.fmean(starts_s):.2f} s ({_span(starts_s)})", measured.source],
        ["its warm-up", f"{statistics.fmean(warmups_s):.2f} s ({_span(warmups_s)})", measured.source],
        ["verifying, closing, stopping", f"{measured.rest_s:.2f} s", measured.source],
        ["from lap to lap, on one machine", f"{measured.lap_gap_ms:.1f} ms", measured.source],
        ["a lap in the results file", f"{stored_bytes:.0f} bytes", measured.source],
    ]
    rows += [
        [f"`{name}`", f"{value:g} {'ms' if name.endswith('_ms') else 's'}", cluster.sources[name]]
        for name, value in cluster.model_dump(exclude={"sources"}).items()
    ]
    return _table(["cost", "value", "from"], rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Align all columns but the first to the right."""
    return table(head, rows, ruler=["---", *["---:"] * (len(head) - 1)])


def _sure(found: Simulated, shape: Shape, fresh_h: float, price: float) -> list[str]:
    return [
        f"{found.race_s / HOUR_S:.2f}",
        f"{found.hours:.2f}",
        f"{fresh_h:.2f}",
        f"{found.machine_hours:.1f}",
        f"{found.machine_hours * price:.2f}",
        f"{found.store_mib:.0f}",
        f"{found.efficiency:.0%}",
        str(found.machines_of_scenario),
        f"{share_with_interval(found, shape.seed):.0%}",
    ]


def _unsure(found: Sequence[Simulated], price: float) -> list[str]:
    machine_hours = statistics.fmean(each.machine_hours for each in found)
    return [
        f"{statistics.fmean(each.losses for each in found):.1f}",
        f"{statistics.fmean(each.hours for each in found):.2f}",
        f"{machine_hours:.1f}",
        f"{machine_hours * price:.2f}",
        f"{statistics.fmean(each.efficiency for each in found):.0%}",
    ]


def _span(values: Sequence[float]) -> str:
    return f"{min(values):.2f} to {max(values):.2f}"


PAGE = Page(
    ROOT / "docs" / "scaling.md",
    "scaling",
    {
        "growth": lambda costs: growth(Shape(), costs, PRICE),
        "shapes": shapes,
        "costs": costs_used,
    },
)
