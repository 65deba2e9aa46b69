"""The stages after the cycles: laps at fixed rates, the search for capacity, the sweep of connections."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import TypeVar

from fairlap.catalog import skipped_ms
from fairlap.errors import ContestantError
from fairlap.generators.models import LapSpec
from fairlap.plan.capacity import CEILING_SHARE, keeps_slo, probe_ms, search
from fairlap.plan.rates import Rates
from fairlap.runner.entry import Entry, Stage, outcomes_of
from fairlap.runner.events import Advance, Observer, StageBegan
from fairlap.runner.site import Site
from fairlap.samples import RateLap, RatePurpose, SweepLap
from fairlap.slo import Slo

SWEEP_LAP_MS, SWEEP_REPEATS = 250, 2

FEWEST_ABOVE = 5
"""With fewer the confirmation would be luck: then there is no result."""

LATE_SHARE = 0.5
"""Of the limit: when the generator was later than that in a probe that failed, the failure may be ours: flagged."""

MOST_PROBING_MS, MOST_MS = 12_000, 20_000
"""Laps of one search: without and with the confirmation. Then it goes on with what it has, or ends without a result."""

SEARCH_WORK_MS = 6000
"""What a search takes about, for the estimate of the time left."""

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


def run_rates(context: RoundContext, rates: Rates) -> None:
    """The laps of one round: everyone at all its rates, in random order, `rates.repeats` times.

    They are appended to `entry.rate_laps`. One that ends meanwhile is taken out of the round.
    """
    dice = context.dice
    for repeat in range(1, rates.repeats + 1):
        planned = [(entry, rate) for entry in context.entries for rate in rates.of(entry.name)]
        dice.shuffle(planned)
        for entry, rate in planned:
            context.say(entry, f"{entry.name} at {rate.rate_per_s:,.0f} requests/s")
            lap_ms, seed = rates.lap_ms_at(rate.rate_per_s), dice.getrandbits(32)
            offered = partial(offer, entry, context.site, rate.purpose, rate.rate_per_s, lap_ms, repeat, seed)
            lap = context.attempt(entry, "rates", offered)
            if lap is not None:
                entry.rate_laps.append(lap)
            context.observer(Advance(lap_ms))


def run_slo(context: RoundContext, slo: Slo, shares: Mapping[str, float]) -> None:
    """One search for each that is alive, in random order, after the cycles of the round.

    `shares` are what `guess_share` makes of earlier rounds, by contestant.

    Every probe is appended to `entry.rate_laps` (purpose "slo"); `entry.capacity_per_s` is the result. One that ends
    meanwhile is taken out of the round.
    """
    order = list(context.entries)
    context.dice.shuffle(order)
    for entry in order:
        laps = [lap.throughput_per_s for lap in entry.samples if lap.throughput_per_s > 0]
        if entry.alive and laps:
            context.say(entry, f"how much {entry.name} carries with {slo}")
            share = shares.get(entry.name)
            guess = None if share is None else share * median(laps)
            probing = _Probing(context, entry, slo)
            found = search(CEILING_SHARE * median(laps), guess, probing.keeps)
            # a search cut short by the contestant's end has found nothing
            entry.capacity_per_s = found if entry.alive else None
        context.observer(Advance(SEARCH_WORK_MS))


class _Probing:
    """The probes of one search, against the real contestant."""

    def __init__(self, context: RoundContext, entry: Entry, slo: Slo) -> None:
        self._context = context
        self._entry = entry
        self._slo = slo
        self._laps = 0
        self._spent_ms = 0

    def keeps(self, rate_per_s: float, confirm: bool) -> bool:
        """A lap that fails counts only when a second one does, too: it may have been the machine's pause."""
        lap_ms = probe_ms(rate_per_s, self._slo, self._entry.load.connections, confirm=confirm)
        above = rate_per_s * lap_ms / 1000 * (1 - self._slo.share)
        if confirm and above < FEWEST_ABOVE:
            self._note("slo-too-few-requests", f"{lap_ms / 1000:.1f} s at {rate_per_s:,.0f} requests/s cannot show it")
            return False
        for _ in range(2):
            if self._spent_ms + lap_ms > (MOST_MS if confirm else MOST_PROBING_MS):
                if confirm:
                    self._note("slo-search-too-long", f"nothing was confirmed within {MOST_MS / 1000:.0f} s of load")
                return False
            if self._lap_keeps(rate_per_s, lap_ms):
                return True
        return False

    def _lap_keeps(self, rate_per_s: float, lap_ms: int) -> bool:
        self._laps += 1
        self._spent_ms += lap_ms
        seed = self._context.dice.getrandbits(32)
        offered = partial(offer, self._entry, self._context.site, "slo", rate_per_s, lap_ms, self._laps, seed)
        lap = self._context.attempt(self._entry, "slo", offered)
        if lap is None:
            return False
        self._entry.rate_laps.append(lap)
        kept = keeps_slo(lap, self._slo, self._entry.load.connections)
        own_us = lap.own_p99_us
        if not kept and own_us is not None and own_us > LATE_SHARE * self._slo.limit_us:
            self._note(
                "slo-generator-late", f"a rate was refused while the generator itself was {own_us:,.0f} us late (p99)"
            )
        return kept

    def _note(self, name: str, reason: str) -> None:
        if not any(flag.startswith(f"{name}:") for flag in self._entry.flags):
            self._entry.flags.append(f"{name}: {self._slo}: {reason}")


def sweep_work_ms(sweep: Sequence[int], contestants: int) -> int:
    """The work of one round of so many contestants, in milliseconds of laps."""
    return SWEEP_REPEATS * len(sweep) * SWEEP_LAP_MS * contestants


def run_sweep(context: RoundContext, sweep: Sequence[int]) -> None:
    """The laps of one round: everyone at every number of connections, in random order, `SWEEP_REPEATS` times.

    They are appended to `entry.sweep_laps`. One that ends meanwhile is taken out of the round.
    """
    for repeat in range(1, SWEEP_REPEATS + 1):
        planned = [(entry, connections) for entry in context.entries for connections in sweep]
        context.dice.shuffle(planned)
        for entry, connections in planned:
            context.say(entry, f"{entry.name} over {connections} connections")
            lap = context.attempt(
                entry, "sweep", partial(sweep_lap, entry, context.site, connections, SWEEP_LAP_MS, repeat)
            )
            if lap is not None:
                entry.sweep_laps.append(lap)
            context.observer(Advance(SWEEP_LAP_MS))
