"""Runs for the tests of pictures: ordinary ones and difficult ones."""

import random
from collections.abc import Iterator

from fairlap.charts.figure import Figure
from fairlap.samples import RoundRecord, Skip
from fairlap.store import StoredRun
from sample_factory import Machine, Racer, alter, at_rates, run_record, simulate, swept

SCRIPT = "<script>alert(1)</script>"
LONG = "a-contestant-with-a-name-of-sixty-characters-up-to-the-last1"


def stored(rounds: tuple[RoundRecord, ...], *skips: Skip) -> StoredRun:
    """A finished run of these rounds."""
    return StoredRun(run_record(), skips, (), rounds, "2026-08-01T12:09:00Z", False)


def raced(*racers: Racer, rounds: int = 5, cycles: int = 10, rates: bool = True) -> tuple[RoundRecord, ...]:
    """Rounds with drift, histograms, and laps at rates."""
    found = simulate(random.Random(3), racers, rounds=rounds, cycles=cycles, machine=Machine(), histograms=True)
    return at_rates(random.Random(4), found, 2000.0) if rates else found


def _all_failed() -> StoredRun:
    rounds = raced(Racer("a", 1000.0), Racer("b", 2000.0))
    for name in ("a", "b"):
        rounds = alter(rounds, name, stage="lap", failure="exited with code 139")
    return stored(rounds)


def _named() -> StoredRun:
    racers = (Racer(SCRIPT, 50_000.0), Racer(LONG, 49_500.0), Racer("q'\"&|*`\x1b[31m", 20_000.0))
    skip = Skip("x" * 80, "hello-json", "skipped", "because\n" * 40, None)
    return stored(swept(random.Random(5), raced(*racers)), skip)


NASTY = {
    "one contestant": stored(raced(Racer("gin", 48_000.0))),
    "all failed": _all_failed(),
    "names": _named(),
    "many": stored(
        raced(*(Racer(f"contestant-{i}", 50_000 * 0.93 ** (i // 2), start_spread=0.02) for i in range(25)), cycles=20)
    ),
    "one round": stored(raced(Racer("a", 40_000.0), Racer("b", 41_000.0), rounds=1)),
    "four orders": stored(raced(Racer("slow", 5.0), Racer("middle", 700.0), Racer("fast", 90_000.0))),
    "no latency": stored(simulate(random.Random(3), [Racer("a", 40_000.0), Racer("b", 30_000.0)])),
    "nothing": stored(()),
}


def drawn(figure: Figure, *fields: str) -> Iterator[tuple[object, ...]]:
    """The rows of the picture's data that have all these fields, in the order of its layers."""
    for _, rows in data_of(figure):
        yield from (tuple(row[field] for field in fields) for row in rows if all(field in row for field in fields))


def data_of(figure: Figure) -> Iterator[tuple[int, list[dict[str, object]]]]:
    """(number of the panel, rows) of each layer of the picture."""
    for number, panel in enumerate(figure.view.get("vconcat", [figure.view])):
        for layer in panel["layer"]:
            yield number, layer["data"]["values"]
