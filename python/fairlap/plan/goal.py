"""The goal of a race."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, ConfigDict, PlainSerializer

from fairlap.errors import UsageError
from fairlap.samples import DOCUMENT
from fairlap.slo import Slo

MOST_CONNECTIONS = 4096
"""With more, a lap would measure connecting rather than serving."""

FEWEST_NUMBERS = 4
"""The scaling law has three parameters: fewer points would fit anything."""


StoredSlo = Annotated[
    Slo,
    BeforeValidator(lambda stored: Slo.parse(stored) if isinstance(stored, str) else stored),
    PlainSerializer(str, return_type=str),
]
"""An objective, in JSON as people write it."""


@dataclass(frozen=True, slots=True)
class LatencyPrecision:
    """Half the width that the 95 % intervals of response times at half load should have, as shares."""

    __pydantic_config__: ClassVar[ConfigDict] = DOCUMENT

    p50: float = 0.10
    p99: float = 0.25


@dataclass(frozen=True, slots=True)
class Goal:
    """What a race should find out.

    `precision` is the smallest difference that matters, as a share: a tie is shown to be within it. `budget_s` is the
    time for measuring, without builds; `None` runs exactly the suite's rounds. The reference laps in every
    `reference_every`-th cycle. With `rates`, rounds go on until response times have `latency_precision` or the budget
    is spent (`None`: only until every pair is decided). `sweep` holds numbers of connections. `warm_up_s` is the
    longest warm-up of a start in seconds of load; `None`: 10 s in the first round, then what it takes. It is stored
    with the run as JSON.
    """

    __pydantic_config__: ClassVar[ConfigDict] = DOCUMENT

    precision: float = 0.02
    budget_s: float | None = None
    reference_every: int = 1
    rates: bool = True
    latency_precision: LatencyPrecision | None = LatencyPrecision()
    slo: StoredSlo | None = None
    sweep: tuple[int, ...] = ()
    warm_up_s: float | None = None


def parse_sweep(text: str) -> tuple[int, ...]:
    """Read `1,2,4,8`: distinct numbers of connections, in rising order. Raises UsageError."""
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if not (part.isascii() and part.isdigit() and 1 <= int(part) <= MOST_CONNECTIONS):
            raise UsageError(
                f"{part!r} is not a number of connections from 1 to {MOST_CONNECTIONS}",
                where="--sweep",
                hint="write it like 1,4,16,64,256",
            )
    numbers = tuple(sorted({int(part) for part in parts}))
    if len(numbers) < FEWEST_NUMBERS:
        raise UsageError(
            f"a curve needs at least {FEWEST_NUMBERS} different numbers of connections",
            where="--sweep",
            hint="write it like 1,4,16,64,256",
        )
    return numbers
