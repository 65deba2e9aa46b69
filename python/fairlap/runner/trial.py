"""Pure: what a trial of lap lengths saw, as the statistics of replication want it."""

import math
from collections.abc import Sequence
from itertools import combinations


def log_ratios_of_cycles(cycles: Sequence[dict[str, float]], names: Sequence[str]) -> tuple[tuple[float, ...], ...]:
    """For each pair of `names`: the log ratio of throughputs in every cycle in which both gave right answers."""
    return tuple(
        tuple(math.log(cycle[a] / cycle[b]) for cycle in cycles if cycle.get(a, 0.0) > 0 and cycle.get(b, 0.0) > 0)
        for a, b in combinations(names, 2)
    )
