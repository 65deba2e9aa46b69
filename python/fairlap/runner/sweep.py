"""The concurrency sweep: closed-loop laps at several numbers of connections."""

from collections.abc import Sequence
from functools import partial

from fairlap.errors import UsageError
from fairlap.runner.events import Advance
from fairlap.runner.offering import RoundContext, sweep_lap

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


def run_sweep(context: RoundContext, sweep: Sequence[int]) -> None:
    """The laps of one round: everyone at every number of connections, in random order, `REPEATS` times.

    They are appended to `entry.sweep_laps`. One that ends meanwhile is taken out of the round.
    """
    for repeat in range(1, REPEATS + 1):
        planned = [(entry, connections) for entry in context.entries for connections in sweep]
        context.dice.shuffle(planned)
        for entry, connections in planned:
            context.say(entry, f"{entry.name} over {connections} connections")
            lap = context.attempt(entry, "sweep", partial(sweep_lap, entry, context.site, connections, LAP_MS, repeat))
            if lap is not None:
                entry.sweep_laps.append(lap)
            context.observer(Advance(LAP_MS))
