"""What a whole bench has: cells of load, cases of accuracy, and how long all that takes."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

Mode = Literal["keepalive", "connect"]
Part = Literal["cost", "accuracy"]

MODES: dict[Mode, str] = {"keepalive": "keep-alive", "connect": "a connection for each request"}
CONNECTIONS = (1, 64, 256, 1000, 10_000)
BAR_CELLS = frozenset({("keepalive", 64), ("keepalive", 256), ("connect", 64)})
"""Those that the bars of fairload are about: more turns, and longer ones."""

BAR_TURNS, BAR_SECONDS = 7, 2
TURNS, SECONDS = 3, 1
MANY, MANY_SECONDS = 10_000, {"keepalive": 3, "connect": 2}
"""From so many connections on, opening all of them takes a good part of a second."""

PASSES = 3
"""Turns of each case of accuracy."""

OVERHEAD_S = 0.45
"""Of a run beyond its seconds: starting and ending a generator, on average over those known."""

SERVER_S = 2.5
"""Of a cell: its server, a look at the idle machine, a run of warm-up."""

ABLE = 0.75
"""Of all generators can open a connection for each request; about as many have a fixed rate."""


@dataclass(frozen=True, slots=True)
class Cell:
    """So many connections at once against the bare reference server; `turns` runs of each generator."""

    mode: Mode
    connections: int
    turns: int
    seconds: int

    @property
    def name(self) -> str:
        """As it stands in files."""
        return f"{self.mode}-{self.connections}"

    @property
    def title(self) -> str:
        """As it stands in tables."""
        return f"{MODES[self.mode]}, {self.connections:,} connection{'' if self.connections == 1 else 's'}"

    @property
    def keepalive(self) -> bool:
        """Whether a connection carries many requests."""
        return self.mode == "keepalive"


@dataclass(frozen=True, slots=True)
class Case:
    """One server whose truth is known, and one way to load it.

    `server` are options of `fairload reference`; `rate_per_s` makes it an open loop. With `stall_s` the truth is not in
    the server's stamps, as requests that wait for a stopped server are not seen by it: it is computed.
    """

    name: str
    title: str
    server: tuple[str, ...]
    connections: int
    seconds: int
    turns: int = PASSES
    rate_per_s: int | None = None
    stall_s: float | None = None
    capacity_per_s: float | None = None


STALL_AFTER = "3s"
"""From the start of the server: every generator has begun before, and ends before the next one."""

CASES = (
    Case("bimodal", "99 % in 0.5 ms, 1 % in 50.5 ms", ("--service", "bimodal:0.5ms,50.5ms,0.01"), 32, 2),
    Case("exponential", "exponential, mean 2.05 ms", ("--service", "exponential:2.05ms"), 32, 2),
    Case(
        "half-load",
        "exponential, mean 1 ms, at half load",
        ("--service", "exponential:1ms", "--spin"),
        connections=32,
        seconds=3,
        rate_per_s=15_000,
    ),
    Case(
        "stall",
        "the server stands still for 0.3 s",
        ("--stall-every", STALL_AFTER, "--stall-for", "300ms"),
        connections=16,
        seconds=4,
        rate_per_s=1000,
        stall_s=0.3,
        capacity_per_s=50_000,
    ),
)
"""Half load: 32 connections reach at most 32,000 requests/s where an answer takes 1 ms."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured."""

    cells: tuple[Cell, ...]
    cases: tuple[Case, ...]

    def seconds(self, generators: int) -> float:
        """About how long it takes with so many generators."""
        of_cells = (
            cell.turns * (cell.seconds + OVERHEAD_S) * generators * (1 if cell.keepalive else ABLE) + SERVER_S
            for cell in self.cells
        )
        of_cases = (
            case.turns * (case.seconds + OVERHEAD_S) * generators * (1 if case.rate_per_s is None else ABLE)
            for case in self.cases
        )
        return sum(of_cells) + sum(of_cases)


def cells_named(names: Iterable[str]) -> tuple[Cell, ...]:
    """The cells that have these names; those of a whole bench in its order, and others behind them."""
    wanted = dict.fromkeys(names)
    known = [cell for cell in whole_plan().cells if cell.name in wanted]
    others = [name.split("-") for name in wanted if name not in {cell.name for cell in known}]
    made = [
        Cell(mode, int(parts[1]), TURNS, SECONDS)
        for mode in MODES
        for parts in others
        if parts[0] == mode and parts[1:] and parts[1].isdigit()
    ]
    return (*known, *sorted(made, key=lambda cell: (list(MODES).index(cell.mode), cell.connections)))


def whole_plan() -> Plan:
    """All of `make bench`."""
    cells = []
    for mode in MODES:
        for connections in CONNECTIONS:
            seconds = MANY_SECONDS[mode] if connections >= MANY else SECONDS
            cells.append(
                Cell(mode, connections, BAR_TURNS, BAR_SECONDS)
                if (mode, connections) in BAR_CELLS
                else Cell(mode, connections, TURNS, seconds)
            )
    return Plan(tuple(cells), CASES)


def quick_plan() -> Plan:
    """A few minutes: enough to see that everything works, and too little for any number to be believed."""
    whole = whole_plan()
    cells = [replace(cell, turns=1, seconds=1) for cell in whole.cells if cell.connections in (1, 64)]
    return Plan(tuple(cells), tuple(replace(case, turns=1) for case in CASES))


def less(
    plan: Plan,
    *,
    parts: Collection[str] = (),
    modes: Collection[str] = (),
    connections: Collection[int] = (),
    cases: Collection[str] = (),
    turns: int | None = None,
) -> Plan:
    """Only what was chosen; an empty choice is everything. `connections` other than the usual ones are added."""
    cells = list(plan.cells) if not parts or "cost" in parts else []
    chosen = list(plan.cases) if not parts or "accuracy" in parts else []
    if connections:
        known = {(cell.mode, cell.connections): cell for cell in cells}
        made = [
            Cell(cell.mode, count, cell.turns, cell.seconds) for cell in _one_of_each(cells) for count in connections
        ]
        cells = [known.get((cell.mode, cell.connections), cell) for cell in made]
    cells = [cell for cell in cells if not modes or cell.mode in modes]
    chosen = [case for case in chosen if not cases or case.name in cases]
    if turns is not None:
        cells = [replace(cell, turns=turns) for cell in cells]
        chosen = [replace(case, turns=turns) for case in chosen]
    return Plan(tuple(cells), tuple(chosen))


def _one_of_each(cells: Sequence[Cell]) -> list[Cell]:
    return list({cell.mode: cell for cell in reversed(cells)}.values())[::-1]
