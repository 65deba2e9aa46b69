"""Stores with many runs of `gin` and `echo`, for tests of histories."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from fairlap.samples import RoundRecord, Skip
from fairlap.store import Store
from sample_factory import Racer, run_record, simulate

Change = Callable[[tuple[RoundRecord, ...]], tuple[RoundRecord, ...]]


@dataclass(frozen=True)
class Run:
    """One run: the speed of gin, fields of the run, changes to its rounds."""

    speed: float = 1.0
    record: dict[str, object] = field(default_factory=dict)
    change: Change = tuple
    version: str | None = "1.0"
    skips: tuple[Skip, ...] = ()
    rounds: int = 4
    ended: bool = True


def name_of(number: int) -> str:
    """Return the name of a run by its number from 0."""
    return f"{date(2026, 3, 1) + timedelta(days=number):%Y%m%d}-120000-{number:04x}"


def filled(path: Path, runs: Sequence[Run], *, seed: int = 1, mood: float = 0.01) -> Store:
    """An open store with these runs, a day apart; moods of gin vary by `mood` from run to run."""
    dice = random.Random(seed)
    store = Store.open(path)
    for number, run in enumerate(runs):
        name = name_of(number)
        started_at = f"{date(2026, 3, 1) + timedelta(days=number)}T12:00:00Z"
        record = run_record(name, started_at=started_at, **run.record)
        store.begin_run(record)
        for skip in run.skips:
            store.add(name, skip)
        speed = 40_000 * run.speed * math.exp(dice.gauss(0, mood))
        racers = [Racer("gin", speed, version=run.version), Racer("echo", 30_000)]
        for found in run.change(simulate(dice, racers, rounds=run.rounds, cycles=4) if run.rounds else ()):
            store.add_round(name, found)
        if run.ended:
            store.finish_run(name, started_at, False)
    return store
