"""(e) Real races of servers whose response times are known: how often an interval at half load holds the truth.

The truth is a simulation of requests with Poisson arrivals at the rate of the race, which wait for a connection and for
the reference server with the same service times and stalls. What the kernel and the clock add is measured beside it: by
how much the median of a server with one fixed service time exceeds that. One JSON line for each server of each race in
docs/proof/real-times.jsonl; can be continued.
"""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.pages import FOLDER
from tools.proof.documents import add_line, read_lines
from tools.proof.real import Bounds, at_half_load, bounds_of, document_of
from tools.proof.truth import WORK, catalog_of

from fairlap.race.run import now
from fairlap.samples import METHOD_VERSION
from fairlap.statistics.responses import PER_MILLION, Percentile

ROWS = FOLDER / "real-times.jsonl"
BUDGET_S = 100
CONNECTIONS = 64
REQUESTS = 400_000
SEED = 20_261_129

MEAN_MS, FAST_MS, SLOW_MS, SLOW_SHARE = 5.0, 4.0, 24.0, 0.05
STALL_EVERY_MS, STALL_FOR_MS = 25.0, 5.0
"""A lap has several stalls: a server that was frozen makes up for the last one as soon as it is thawed."""

FIXED = "fixed"
SERVERS: Mapping[str, tuple[str, ...]] = {
    FIXED: ("--service", f"fixed:{MEAN_MS}ms"),
    "exponential": ("--service", f"exponential:{MEAN_MS}ms"),
    "bimodal": ("--service", f"bimodal:{FAST_MS}ms,{SLOW_MS}ms,{SLOW_SHARE}"),
    "stalls": (
        *("--service", f"exponential:{MEAN_MS}ms"),
        *("--stall-every", f"{STALL_EVERY_MS}ms", "--stall-for", f"{STALL_FOR_MS}ms"),
    ),
}
SUITE = f"""title = "Known response times"
scenarios = ["hello-json"]
contestants = ["*"]
workers = 1
rounds = 4
cycles = 15
load = {{ connections = {CONNECTIONS}, lap_ms = 100 }}
"""


@dataclass(frozen=True, slots=True)
class KnownTimes:
    """One server in one race: p50 and p99 as they are, and the bounds of their intervals, in microseconds.

    Bounds are `None` where a percentile was withheld.
    """

    server: str
    started_at: str
    method_version: int
    rounds: int
    rate_per_s: float
    added_us: float
    truth_p50_us: float
    truth_p99_us: float
    p50_us: Bounds
    p99_us: Bounds
    flags: tuple[str, ...]


def race_known(races: int) -> None:
    """Race until there are so many races by this method. Raises SystemExit if `fairlap run` fails."""
    catalog = _catalog()
    begun = {row.started_at for row in read_known() if row.method_version == METHOD_VERSION}
    for _ in range(races - len(begun)):
        for row in _race(catalog):
            add_line(ROWS, row)
            print(row, flush=True)


def read_known() -> tuple[KnownTimes, ...]:
    """Read all rows so far."""
    return read_lines(ROWS, KnownTimes)


def known_us(server: str, rate_per_s: float) -> dict[Percentile, float]:
    """Return the percentiles of the response time from when a request was due, by simulation."""
    dice = np.random.default_rng(SEED)
    due_ms = np.cumsum(dice.exponential(1000 / rate_per_s, REQUESTS))
    stalled = server == "stalls"
    free_ms = [0.0] * CONNECTIONS
    times_ms = []
    for due, served in zip(due_ms.tolist(), _service_ms(server, dice).tolist(), strict=True):
        begins = _awake(max(due, heapq.heappop(free_ms)), stalled)
        ends = _awake(begins + served, stalled)
        heapq.heappush(free_ms, ends)
        times_ms.append(ends - due)
    return {name: 1000 * float(np.quantile(times_ms, share / 1e6)) for name, share in PER_MILLION.items()}


def _service_ms(server: str, dice: np.random.Generator) -> NDArray[np.float64]:
    if server == FIXED:
        return np.full(REQUESTS, MEAN_MS)
    if server == "bimodal":
        return np.where(dice.random(REQUESTS) < SLOW_SHARE, SLOW_MS, FAST_MS)
    return dice.exponential(MEAN_MS, REQUESTS)


def _awake(at_ms: float, stalled: bool) -> float:
    """Return when a server does what it should do at that time: after a stall, if it is in one."""
    return max(at_ms, at_ms // STALL_EVERY_MS * STALL_EVERY_MS + STALL_FOR_MS) if stalled else at_ms


def _catalog() -> Path:
    """Write a catalog of the servers. A port is another one in each start, and so are the draws."""
    servers = {name: (*options, "--seed", "{port}") for name, options in SERVERS.items()}
    catalog = catalog_of(servers, WORK / "times")
    (catalog / "suites" / "times.toml").write_text(SUITE, encoding="utf-8")
    return catalog


def _race(catalog: Path) -> tuple[KnownTimes, ...]:
    started_at = now()
    document = document_of(catalog, "run", "times", "--budget", f"{BUDGET_S}s", "--rates")
    rows = {row["name"]: row for row in document["contestants"]}
    rates = {name: at_half_load(rows[name]) for name in SERVERS}
    fixed = rates[FIXED]
    if fixed is None or fixed["response_us"]["p50"] is None:
        print(f"{started_at}: no response times", flush=True)
        return ()
    added_us = fixed["response_us"]["p50"]["value"] - 1000 * MEAN_MS
    return tuple(
        _row(name, rows[name], rate, added_us, started_at, document["method"]["version"])
        for name, rate in rates.items()
        if name != FIXED and rate is not None
    )


def _row(
    name: str, row: dict[str, Any], rate: dict[str, Any], added_us: float, started_at: str, version: int
) -> KnownTimes:
    truth = known_us(name, rate["rate_per_s"])
    return KnownTimes(
        server=name,
        started_at=started_at,
        method_version=version,
        rounds=row["rounds"],
        rate_per_s=rate["rate_per_s"],
        added_us=round(added_us, 1),
        truth_p50_us=round(truth["p50"] + added_us, 1),
        truth_p99_us=round(truth["p99"] + added_us, 1),
        p50_us=bounds_of(rate, "p50"),
        p99_us=bounds_of(rate, "p99"),
        flags=tuple(sorted(flag["name"] for flag in row["flags"])),
    )
