"""True response times: from the server's own stamps, or from the formula of a stall."""

import csv
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tools.bench.plan import Case

from fairlap.errors import GeneratorError
from fairlap.generators.tools.tool import ToolLatency

SHARES = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p99.9": 99.9}
MEAN = "mean"
NAMES = (*SHARES, MEAN)

LUCK = 0.25
"""A percentile whose 95 % interval is wider than this share of it depends on luck and is left out."""


def printed_by(latency: ToolLatency | None) -> dict[str, float]:
    """Return what a generator printed, in microseconds, without the percentiles that it did not print."""
    if latency is None:
        return {}
    values = {name: latency.percentile_us(share) for name, share in SHARES.items()} | {MEAN: latency.mean_us}
    return {name: value for name, value in values.items() if value is not None}


def read_stamps(path: Path) -> NDArray[np.float64]:
    """Return the service times in a file of `fairload reference --stamps`, in microseconds.

    `fairload stamps` could read it, too, but fairload should not compute what it is judged by.

    Raises GeneratorError if it is not such a file.
    """
    try:
        with path.open(encoding="ascii", newline="") as file:
            rows = [(int(row["in_ns"]), int(row["out_ns"])) for row in csv.DictReader(file) if row["out_ns"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise GeneratorError(f"{path}: cannot read the server's stamps: {error}") from error
    if not rows:
        raise GeneratorError(f"{path} has no stamps: the server answered nothing")
    stamps = np.array(rows, dtype=np.int64)
    return (stamps[:, 1] - stamps[:, 0]) / 1e3


def true_values(times_us: NDArray[np.float64]) -> dict[str, float]:
    """Return percentiles by nearest rank, and the mean.

    Percentiles that the next run would not repeat are left out: too few values lie above them, or they lie between two
    modes, as p99 does if one answer in a hundred is slow. Their 95 % interval has the ranks
    n q +- 1.96 sqrt(n q (1 - q)).
    """
    ordered, n = np.sort(times_us), len(times_us)
    found: dict[str, float] = {}
    for name, share in SHARES.items():
        q = share / 100
        half = 1.96 * math.sqrt(n * q * (1 - q))
        low, rank, high = (math.ceil(place) - 1 for place in (n * q - half, n * q, n * q + half))
        if low >= 0 and high < n and ordered[high] - ordered[low] <= LUCK * ordered[rank]:
            found[name] = float(ordered[rank])
    return found | {MEAN: float(ordered.mean())}


def stalled_values(case: Case) -> dict[str, float]:
    """Return the response times of a server that answers at once but stops once, in microseconds.

    W_q = S - (1 - q) T (1 - L / M), with a stall of S in T seconds, requests arriving at rate L and a capacity of M:
    requests pile up during the stall and are answered afterwards. The mean is S^2 / (2 T (1 - L / M)). The formula
    does not cover percentiles below the stall's share; they are left out.

    Raises ValueError if the case has no stall.
    """
    if case.stall_s is None or case.rate_per_s is None or case.capacity_per_s is None:
        raise ValueError(f"{case.name} has no stall")
    free = 1 - case.rate_per_s / case.capacity_per_s
    waits = {name: case.stall_s - (1 - share / 100) * case.seconds * free for name, share in SHARES.items()}
    mean = case.stall_s**2 / (2 * case.seconds * free)
    return {name: wait * 1e6 for name, wait in waits.items() if wait > 0} | {MEAN: mean * 1e6}


def within(printed_us: float, true_us: float, share: float, margin_us: float) -> bool:
    """Whether a figure is right within a share or a margin, whichever is larger."""
    return abs(printed_us - true_us) <= max(share * true_us, margin_us)
