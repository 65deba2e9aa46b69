"""The concurrency sweep: closed-loop laps at several numbers of connections."""

import random
from collections.abc import Sequence
from functools import partial

from fairlap.errors import UsageError
from fairlap.runner.entry import Entry
from fairlap.runner.events import Advance, Observer, StageBegan
from fairlap.runner.offering import Fail, attempt, sweep_lap
from fairlap.runner.site import Site

LAP_MS = 250
REPEATS = 2

MOST_CONNECTIONS = 4096
"""Beyond it a lap of this length would tell of connecting rather than of serving."""

FEWEST_NUMBERS = 4
"""The scaling law has three unknowns: fewer numbers would fit anything."""


def parse_sweep(text: str) -> tuple[int, ...]:
    """Read `1,2,4,8`: distinct numbers of connections, in rising order. Raises UsageError."""
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if not (part.isascii() and part.isdigit() and 1 <= int(part) <= MOST_CONNECTIONS):
            raise UsageError(
                f"sweep {text!r}: {part!r} is not a number of connections from 1 to {MOST_CONNECTIONS}",
                hint="write it like 1,4,16,64,256",
            )
    numbers = tuple(sorted({int(part) for part in parts}))
    if len(numbers) < FEWEST_NUMBERS:
        raise UsageError(
            f"sweep {text!r}: a curve needs at least {FEWEST_NUMBERS} different numbers of connections",
            hint="write it like 1,4,16,64,256",
        )
    return numbers


def work_ms(sweep: Sequence[int], contestants: int) -> int:
    """The work of one round of so many contestants, in milliseconds of laps."""
    return REPEATS * len(sweep) * LAP_MS * contestants


def run_sweep(
    entries: Sequence[Entry],
    sweep: Sequence[int],
    site: Site,
    dice: random.Random,
    observer: Observer,
    label: str,
    fail: Fail,
) -> None:
    """The laps of one round: everyone at every number of connections, in random order, `REPEATS` times.

    They are appended to `entry.sweep_laps`. One that ends meanwhile is handed to `fail`.
    """
    for repeat in range(1, REPEATS + 1):
        planned = [(entry, connections) for entry in entries for connections in sweep]
        dice.shuffle(planned)
        for entry, connections in planned:
            observer(StageBegan(f"{label}: {entry.name} over {connections} connections", contestant=entry.name))
            lap = attempt(entry, "sweep", fail, partial(sweep_lap, entry, site, connections, LAP_MS, repeat))
            if lap is not None:
                entry.sweep_laps.append(lap)
            observer(Advance(LAP_MS))
