"""The plan of the bench: cells of load, cases of accuracy, how long they take, and which runs are still to be made."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tools.bench.runs import Key, Run

Mode = Literal["keepalive", "connect", "tls", "handshake", "http2", "grpc", "websocket"]

MODES: dict[Mode, str] = {"keepalive": "keep-alive", "connect": "a connection for each request"}
"""Of HTTP/1.1 without TLS, by the number of connections."""

PROTOCOLS: dict[Mode, str] = {
    "tls": "TLS, keep-alive",
    "handshake": "TLS, a connection for each request",
    "http2": "HTTP/2",
    "grpc": "gRPC",
    "websocket": "WebSocket",
}
CONNECTIONS = (1, 64, 256, 1000, 10_000)
BAR_CELLS = frozenset({("keepalive", 64), ("keepalive", 256), ("connect", 64)})
"""The cells of fairload's bars have more turns, and longer ones where a request costs more."""

BAR_TURNS, BAR_SECONDS = 7, {"keepalive": 1, "connect": 2}
TURNS, SECONDS = 3, 1
MANY, MANY_SECONDS = 10_000, {"keepalive": 3, "connect": 2}
"""Opening so many connections takes a good part of a second, so these runs are longer."""

PASSES = 3
"""Turns of each case of accuracy."""

OVERHEAD_S = 0.45
"""Of each run: starting and ending a generator, on average."""

SERVER_S = 2.5
"""Of each cell: starting its server, observing the idle machine, a warm-up run."""

ABLE = 0.75
"""The share of generators that can open a connection for each request; about as many have a fixed rate."""

SPEAKING = 0.35
"""The same of a protocol other than HTTP/1.1 without TLS."""

FAILURES = 2
"""A generator with so many failed runs in a cell is not run there again: a hung one takes all its time."""

Runs = Mapping[Key, Run]


@dataclass(frozen=True, slots=True)
class Cell:
    """A load on the bare reference server: `turns` runs of each generator with so many connections at once.

    Each connection has `at_once` requests, calls or messages on their way.
    """

    mode: Mode
    connections: int
    turns: int
    seconds: int
    at_once: int = 1

    @property
    def name(self) -> str:
        return f"{self.mode}-{self.connections}"

    @property
    def title(self) -> str:
        connections = f"{self.connections:,} connection{'' if self.connections == 1 else 's'}"
        at_once = "" if self.at_once == 1 else f", {self.at_once} at once on each"
        return f"{(MODES | PROTOCOLS)[self.mode]}, {connections}{at_once}"

    @property
    def keepalive(self) -> bool:
        return self.mode not in ("connect", "handshake")

    @property
    def able(self) -> float:
        """About how large a share of the generators can do it."""
        return SPEAKING if self.mode in PROTOCOLS else 1 if self.keepalive else ABLE


PROTOCOL_CELLS = (
    Cell("tls", 64, BAR_TURNS, SECONDS),
    Cell("handshake", 64, BAR_TURNS, SECONDS),
    Cell("http2", 64, BAR_TURNS, SECONDS, at_once=32),
    Cell("http2", 8, BAR_TURNS, SECONDS, at_once=100),
    Cell("grpc", 8, BAR_TURNS, SECONDS, at_once=8),
    Cell("websocket", 64, BAR_TURNS, SECONDS, at_once=16),
)


@dataclass(frozen=True, slots=True)
class Case:
    """A server with known response times, and a load on it.

    `server` are options of `fairload reference`; with `rate_per_s` the load is an open loop. With `stall_s` the true
    response times are computed, because a stopped server puts no stamps on the requests that wait for it.
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
"""After the server's start; every generator starts before the first stall and ends before the second."""

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
"""Half load: with answers that take 1 ms, 32 connections reach at most 32,000 requests/s."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The cells and cases to measure."""

    cells: tuple[Cell, ...]
    cases: tuple[Case, ...]

    def seconds(self, generators: int) -> float:
        """Estimate how long it takes with so many generators."""
        of_cells = (cell.turns * (cell.seconds + OVERHEAD_S) * generators * cell.able + SERVER_S for cell in self.cells)
        of_cases = (
            case.turns * (case.seconds + OVERHEAD_S) * generators * (1 if case.rate_per_s is None else ABLE)
            for case in self.cases
        )
        return sum(of_cells) + sum(of_cases)


def cells_named(names: Iterable[str]) -> tuple[Cell, ...]:
    """Return the cells with these names: those of the whole plan in its order, then others."""
    wanted = dict.fromkeys(names)
    known = [cell for cell in whole_plan().cells if cell.name in wanted]
    others = [name.partition("-") for name in wanted if name not in {cell.name for cell in known}]
    counts = sorted((int(count), mode) for mode, _, count in others if count.isdigit())
    return (*known, *(Cell(mode, count, TURNS, SECONDS) for mode in MODES for count, name in counts if name == mode))


def whole_plan() -> Plan:
    """Return the plan of `make bench`."""
    cells = []
    for mode in MODES:
        for connections in CONNECTIONS:
            turns, seconds = TURNS, MANY_SECONDS[mode] if connections >= MANY else SECONDS
            if (mode, connections) in BAR_CELLS:
                turns, seconds = BAR_TURNS, BAR_SECONDS[mode]
            cells.append(Cell(mode, connections, turns, seconds))
    return Plan((*cells, *PROTOCOL_CELLS), CASES)


def quick_plan() -> Plan:
    """Return a plan of a few minutes: it shows that everything works, but its numbers are not reliable."""
    whole = whole_plan()
    cells = [replace(cell, turns=1, seconds=1) for cell in whole.cells if cell.connections <= 64]
    return Plan(tuple(cells), tuple(replace(case, turns=1) for case in CASES))


def chosen(
    plan: Plan, *, modes: Collection[str] = (), connections: Collection[int] = (), cases: Collection[str] = ()
) -> Plan:
    """Return the chosen part of a plan; an empty choice means all. `connections` that the plan lacks are added."""
    cells = list(plan.cells)
    if connections:
        known = {(cell.mode, cell.connections): cell for cell in cells}
        firsts = {cell.mode: cell for cell in reversed(cells)}
        wanted = [(mode, count) for mode in MODES for count in connections]
        cells = [known.get((mode, count), replace(firsts[mode], connections=count)) for mode, count in wanted]
        cells += [cell for cell in plan.cells if cell.mode in PROTOCOLS and cell.connections in connections]
    return Plan(
        tuple(cell for cell in cells if not modes or cell.mode in modes),
        tuple(case for case in plan.cases if not cases or case.name in cases),
    )


def alternating(of: Cell | Case, generators: Sequence[str]) -> Iterator[Key]:
    """Run every generator once in each turn, in alternating order, so that a slow minute does not hit only one."""
    for turn in range(of.turns):
        for generator in generators if turn % 2 == 0 else reversed(generators):
            yield Key(of.name, generator, turn, of.seconds)


def missing(of: Cell | Case, generators: Sequence[str], runs: Runs) -> list[Key]:
    """Return the runs of a cell or a case still to be made."""
    return [key for key in alternating(of, generators) if not settled(key, runs)]


def all_missing(plan: Plan, asked: Callable[[Cell | Case], Sequence[str]], runs: Runs) -> list[Key]:
    """Return the runs of a whole plan still to be made; `asked`: the generators of a cell or a case."""
    return [key for of in (*plan.cells, *plan.cases) for key in missing(of, asked(of), runs)]


def settled(key: Key, runs: Runs) -> bool:
    """Whether a run was made or will not be: one \"cannot\" is enough, and so are `FAILURES` failures."""
    if key in runs:
        return True
    before = [runs.get(replace(key, turn=turn)) for turn in range(key.turn)]
    states = [run.state for run in before if run is not None]
    return "cannot" in states or states.count("failed") >= FAILURES
