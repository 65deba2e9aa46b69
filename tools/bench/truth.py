"""What was true: from the server's own stamps, or from the closed formula of a stall."""

import csv
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tools.bench.plan import Case

from fairlap.errors import GeneratorError
from fairlap.generators.tools.result import ToolLatency

SHARES = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p99.9": 99.9}
MEAN = "mean"
NAMES = (*SHARES, MEAN)

LUCK = 0.25
"""A percentile whose own 95 % interval is wider than this share of it is a matter of luck, and no truth."""


def printed_by(latency: ToolLatency | None) -> dict[str, float]:
    """What a generator printed, in microseconds; a percentile that it did not print is missing."""
    if latency is None:
        return {}
    values = {name: latency.percentile_us(share) for name, share in SHARES.items()} | {MEAN: latency.mean_us}
    return {name: value for name, value in values.items() if value is not None}


def read_stamps(path: Path) -> NDArray[np.float64]:
    """Service times of the answered requests in a file of `fairload reference --stamps`, in microseconds.

    Read here, and not by `fairload stamps`, so that what fairload is judged by is not computed by fairload.

    Raises:
        GeneratorError: it is another file.
    """
    try:
        with path.open(encoding="ascii", newline="") as file:
            rows = [(int(row["in_ns"]), int(row["out_ns"])) for row in csv.DictReader(file) if row["out_ns"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise GeneratorError(f"the server's stamps in {path} are not understood: {error}") from error
    if not rows:
        raise GeneratorError(f"the server answered nothing: {path} has no stamps")
    stamps = np.array(rows, dtype=np.int64)
    return (stamps[:, 1] - stamps[:, 0]) / 1e3


def true_values(times_us: NDArray[np.float64]) -> dict[str, float]:
    """Percentiles by nearest rank, and the mean.

    A percentile is missing where the next run would have another one: too few values lie above it, or it stands on the
    edge between two modes, as p99 does where one answer of a hundred is slow. Ranks n q +- 1.96 sqrt(n q (1 - q)) hold
    it 95 times of 100.
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
    """Response times from due time, where a server that is otherwise instant stands still once, in microseconds.

    W_q = S - (1 - q) T (1 - L / M), with a stall S in T seconds at the rate L of a server that serves M: the requests
    of the stall come back as they pile up and are worked off. The mean is S^2 / (2 T (1 - L / M)). Percentiles below
    the stall's share are those of the undisturbed server, which the formula does not know: they are missing.

    Raises:
        ValueError: the case has no stall.
    """
    if case.stall_s is None or case.rate_per_s is None or case.capacity_per_s is None:
        raise ValueError(f"{case.name} has no stall")
    free = 1 - case.rate_per_s / case.capacity_per_s
    waits = {name: case.stall_s - (1 - share / 100) * case.seconds * free for name, share in SHARES.items()}
    mean = case.stall_s**2 / (2 * case.seconds * free)
    return {name: wait * 1e6 for name, wait in waits.items() if wait > 0} | {MEAN: mean * 1e6}


def errors_of(printed: Mapping[str, float], true: Mapping[str, float]) -> dict[str, float]:
    """What is printed relative to what is true, less 1, where both are known."""
    return {name: printed[name] / true[name] - 1 for name in NAMES if name in printed and true.get(name, 0) > 0}


def within(printed_us: float, true_us: float, share: float, margin_us: float) -> bool:
    """Whether a figure is right within a share or a margin, whichever is wider."""
    return abs(printed_us - true_us) <= max(share * true_us, margin_us)


def worst(errors: Sequence[float]) -> float | None:
    """The one that is farthest off."""
    return max(errors, key=abs, default=None)
