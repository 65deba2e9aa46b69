"""The laps beside the cycles: open loop at a rate, and closed loop at other numbers of connections."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from fairlap.catalog import skipped_ms
from fairlap.errors import ContestantError
from fairlap.generators.models import LapSpec
from fairlap.runner.entry import Entry, Stage, outcomes_of
from fairlap.runner.events import Observer, StageBegan
from fairlap.runner.site import Site
from fairlap.samples import RateLap, RatePurpose, SweepLap

Lap = TypeVar("Lap", RateLap, SweepLap)


@dataclass(frozen=True, slots=True)
class RoundContext:
    """A round as the stages after its cycles see it. `fail` marks the row, says so and ends the contestant."""

    entries: Sequence[Entry]
    site: Site
    dice: random.Random
    observer: Observer
    label: str
    fail: Callable[[Entry, Stage, str], None]

    def say(self, entry: Entry, text: str) -> None:
        """What is done to a contestant now."""
        self.observer(StageBegan(f"{self.label}: {text}", contestant=entry.name))

    def attempt(self, entry: Entry, stage: Stage, lap: Callable[[], Lap | None]) -> Lap | None:
        """A lap of a contestant that is still in the round; `None` when there is nothing to keep of it.

        One that cannot be frozen, or has ended, is taken out. One that gave no right answer stays: at that rate, or
        with so many connections, that is what there is to say of it.
        """
        if not entry.alive:
            return None
        assert entry.hosted is not None
        try:
            done = lap()
        except ContestantError as error:  # it cannot be frozen
            self.fail(entry, stage, error.line())
            return None
        ended = entry.hosted.exit_reason()
        if ended is None:
            return done
        self.fail(entry, stage, ended)
        return None


def offer(
    entry: Entry,
    site: Site,
    purpose: RatePurpose,
    rate_per_s: float,
    duration_ms: int,
    repeat: int,
    seed: int,
) -> RateLap | None:
    """One open-loop lap with Poisson arrivals, over the suite's connections; its first part is not counted.

    `None` when no request fell due in the window, or a generator spoiled it: then nothing was observed. Raises
    ContestantError when the contestant cannot be frozen.
    """
    metered = entry.run(
        site,
        LapSpec(
            target=entry.name,
            connections=entry.load.connections,
            duration_ms=duration_ms,
            skip_ms=skipped_ms(duration_ms),
            rate_per_s=rate_per_s,
            arrivals="poisson",
            seed=seed,
        ),
    )
    if metered is None:
        return None
    result, open_loop = metered.result, metered.result.open_loop
    assert open_loop is not None, "the session checks that an open loop was run"
    if open_loop.due == 0:
        return None
    return RateLap(
        purpose=purpose,
        repeat=repeat,
        rate_per_s=rate_per_s,
        due=open_loop.due,
        sent=open_loop.sent,
        unsent=open_loop.unsent,
        completed=result.completed,
        elapsed_s=result.elapsed_s,
        outcomes=outcomes_of(result.outcomes),
        backlog_max=open_loop.backlog_max,
        response_histogram=open_loop.response_histogram,
        service_histogram=result.histogram,
        blocked_p99_us=None if open_loop.blocked_us is None else open_loop.blocked_us.p99,
        own_p99_us=None if open_loop.own_us is None else open_loop.own_us.p99,
        responses=result.responses,
        server_cpu_us=metered.server_cpu_us,
        generator_cpu_us=result.cpu.busy_us,
    )


def sweep_lap(entry: Entry, site: Site, connections: int, duration_ms: int, repeat: int) -> SweepLap | None:
    """One closed-loop lap over so many connections; its first part is not counted. `None`: a generator spoiled it.

    Raises ContestantError when the contestant cannot be frozen.
    """
    spec = LapSpec(
        target=entry.name,
        connections=connections,
        duration_ms=duration_ms,
        skip_ms=skipped_ms(duration_ms),
    )
    metered = entry.run(site, spec)
    if metered is None:
        return None
    result = metered.result
    return SweepLap(
        connections=connections,
        repeat=repeat,
        throughput_per_s=result.throughput_per_s,
        outcomes=outcomes_of(result.outcomes),
        latency_mean_us=None if result.latency_us is None else result.latency_us.mean,
    )
