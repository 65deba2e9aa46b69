"""What is offered between the cycles and after them: laps at fixed rates, probes, the search, the sweep."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import TypeVar

from fairlap.catalog import skipped_ms
from fairlap.errors import ContestantError
from fairlap.generators.models import MOST_PER_S, LapSpec
from fairlap.plan.capacity import CEILING_SHARE, keeps_slo, probe_ms, search
from fairlap.plan.pace import head_ms
from fairlap.plan.rates import LAP_MS, RECENT, Rate
from fairlap.race.events import Advance, Observer, StageBegan
from fairlap.race.meter import counted_per_s, outcomes_of
from fairlap.race.recorder import Stage
from fairlap.race.site import Site
from fairlap.race.turn import Turn
from fairlap.samples import RateLap, RatePurpose, SweepLap
from fairlap.slo import Slo
from fairlap.statistics.gates import RATES

SWEEP_LAP_MS, SWEEP_REPEATS = 250, 2

CEILING_LAP_MS = 100
OVERLOAD = 1.5
"""Relative to the reference's throughput: more than it carries."""

FEWEST_ABOVE = 5
"""With fewer requests above the percentile, a confirmation would be luck, so there is no result."""

LATE_SHARE = 0.5
"""Share of the limit: a failed probe is flagged if the generator itself was later than that."""

MOST_PROBING_MS, MOST_MS = 12_000, 20_000
"""Time limits of a search without and with the confirmation: it continues with the best rate, or has no result."""

SEARCH_WORK_MS = 6000
"""Typical time of a search, for estimates of the time left."""

ASKED = 3
"""Times in a round that a contestant is asked probes, at moments that it cannot foresee."""

ASKED_EVERY = 4
"""Cycles of warm-up from one lap with probes to the next, so that compilers have met them before laps count."""

Lap = TypeVar("Lap", RateLap, SweepLap)


@dataclass(frozen=True, slots=True)
class RoundContext:
    """The round, for everything but its cycles. `fail` records and reports a failure and stops the contestant."""

    turns: Sequence[Turn]
    site: Site
    dice: random.Random
    observer: Observer
    label: str
    fail: Callable[[Turn, Stage, str], None]

    def say(self, turn: Turn | None, text: str) -> None:
        """Report the current activity, of one contestant or of all."""
        self.observer(StageBegan(f"{self.label}: {text}", contestant=None if turn is None else turn.name))

    def attempt(self, turn: Turn, stage: Stage, lap: Callable[[], Lap | None]) -> Lap | None:
        """Run a lap of a contestant that is not out; return `None` when there is nothing to record.

        A contestant that ended or cannot be frozen is taken out. One without a right answer stays: this is its result
        at that rate or number of connections.
        """
        if not turn.alive:
            return None
        assert turn.hosted is not None
        try:
            done = lap()
        except ContestantError as error:  # it cannot be frozen
            self.fail(turn, stage, error.line())
            return None
        ended = turn.hosted.exit_reason()
        if ended is None:
            return done
        self.fail(turn, stage, ended)
        return None


def offer(
    turn: Turn,
    site: Site,
    purpose: RatePurpose,
    rate_per_s: float,
    duration_ms: int,
    repeat: int,
    seed: int,
) -> RateLap | None:
    """Run one open-loop lap with Poisson arrivals over the suite's connections.

    Returns `None` when no request fell due in the window, or a generator invalidated the lap. Raises ContestantError
    when the contestant cannot be frozen.
    """
    metered = turn.run(
        site,
        LapSpec(
            target=turn.name,
            connections=turn.load.connections,
            duration_ms=duration_ms,
            skip_ms=skipped_ms(duration_ms),
            rate_per_s=rate_per_s,
            arrivals="poisson",
            seed=seed,
            pipeline=turn.pipeline,
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
        stall_us=None if result.longest_gap_us is None else max(result.longest_gap_us, metered.server_lost_us),
    )


def sweep_lap(turn: Turn, site: Site, connections: int, duration_ms: int, repeat: int) -> SweepLap | None:
    """Run one closed-loop lap with a number of connections; return `None` when a generator invalidated it.

    Raises ContestantError when the contestant cannot be frozen.
    """
    spec = LapSpec(
        target=turn.name,
        connections=connections,
        duration_ms=duration_ms,
        skip_ms=head_ms(duration_ms),
        pipeline=turn.pipeline,
    )
    metered = turn.run(site, spec)
    if metered is None:
        return None
    result = metered.result
    return SweepLap(
        connections=connections,
        repeat=repeat,
        throughput_per_s=counted_per_s(result, connections * turn.load.pipeline),
        outcomes=outcomes_of(result.outcomes),
        latency_mean_us=None if result.latency_us is None else result.latency_us.mean,
    )


def ceiling_per_s(context: RoundContext, reference: Turn) -> float | None:
    """Return the rate that the generator can offer: what it sends when more is due than the reference carries.

    `None` when that cannot be measured.
    """
    context.say(reference, f"finding the highest rate for {reference.name}")
    known = [lap.throughput_per_s for lap in reference.kept.warmup[-RECENT:] if lap.throughput_per_s > 0]
    if not known:
        return None
    rate_per_s, seed = min(OVERLOAD * median(known), MOST_PER_S), context.dice.getrandbits(32)
    offered = partial(offer, reference, context.site, "absolute", rate_per_s, CEILING_LAP_MS, 0, seed)
    lap = context.attempt(reference, "rates", offered)
    return None if lap is None or not lap.completed else lap.completed / lap.elapsed_s


def asked_after(contestants: Sequence[str], cycles: int, key: str) -> dict[str, set[int]]:
    """Return the cycles of a round after which each contestant is asked probes, drawn at random."""
    dice = random.Random(f"{key}/unknown")
    return {name: set(dice.sample(range(1, cycles + 1), min(ASKED, cycles))) for name in contestants}


def ask_probes(context: RoundContext, turns: Sequence[Turn]) -> None:
    """Ask contestants that are not out what a server that reads no requests cannot answer."""
    for turn in turns:
        if not turn.alive:
            continue
        try:
            turn.ask_probes(context.site, context.dice)
        except ContestantError as error:  # it cannot be frozen again
            context.fail(turn, "lap", error.line())
            continue
        trouble = turn.why_too_slow()
        if trouble is not None:
            context.fail(turn, "lap", trouble)


def run_rates(
    context: RoundContext, planned: Sequence[tuple[Turn, Rate]], cycle: int, ceiling_per_s: float | None
) -> None:
    """Run laps at fixed rates after a cycle, at shares of what the contestants carry now.

    They are appended to `turn.kept.rate_laps`. A contestant that ends meanwhile is out.
    """
    for turn, rate in planned:
        recent = [lap.throughput_per_s for lap in turn.kept.samples]
        rate_per_s = rate.now_per_s(recent, ceiling_per_s)
        context.observer(Advance(LAP_MS))
        if rate_per_s is None:
            continue
        unlimited = rate.now_per_s(recent, None)
        if unlimited is not None and rate_per_s < unlimited:
            wanted = f"{RATES[rate.purpose]} is {unlimited:,.0f}/s"
            reason = f"{wanted}, and the generator offers at most {rate_per_s:,.0f}/s"
            turn.kept.flag("generator-limits-rate", reason, rate.purpose)
        context.say(turn, f"{turn.name} at {rate_per_s:,.0f} requests/s")
        lap_ms, seed = rate.lap_ms(rate_per_s), context.dice.getrandbits(32)
        offered = partial(offer, turn, context.site, rate.purpose, rate_per_s, lap_ms, cycle, seed)
        lap = context.attempt(turn, "rates", offered)
        if lap is not None:
            turn.kept.rate_laps.append(lap)


def run_slo(context: RoundContext, slo: Slo, shares: Mapping[str, float], least_ms: int) -> None:
    """Search the capacity of all living contestants in random order, in laps of at least that length.

    `shares` are guesses from earlier rounds (`guess_share`) by contestant. Probes are stored as rate laps (purpose
    "slo"), and the result as capacity. A contestant that ends meanwhile is out.
    """
    order = list(context.turns)
    context.dice.shuffle(order)
    for turn in order:
        laps = [lap.throughput_per_s for lap in turn.kept.samples if lap.throughput_per_s > 0]
        if turn.alive and laps:
            context.say(turn, f"searching the capacity of {turn.name} for {slo}")
            share = shares.get(turn.name)
            guess = None if share is None else share * median(laps)
            probing = _Probing(context, turn, slo, least_ms)
            found = search(CEILING_SHARE * median(laps), guess, probing.keeps)
            # A search that the contestant's end interrupted has no result.
            turn.kept.capacity_per_s = found if turn.alive else None
        context.observer(Advance(SEARCH_WORK_MS))


class _Probing:
    """The probes of one search."""

    def __init__(self, context: RoundContext, turn: Turn, slo: Slo, least_ms: int) -> None:
        self._context = context
        self._turn = turn
        self._slo = slo
        self._least_ms = least_ms
        self._laps = 0
        self._spent_ms = 0

    def keeps(self, rate_per_s: float, confirm: bool) -> bool:
        """Offer a rate; a failure counts only if a second lap also fails, as the machine may have paused."""
        enough_ms = probe_ms(rate_per_s, self._slo, self._turn.load.connections, confirm=confirm)
        lap_ms = max(enough_ms, self._least_ms)
        above = rate_per_s * lap_ms / 1000 * (1 - self._slo.share)
        if confirm and above < FEWEST_ABOVE:
            self._note("slo-too-few-requests", f"{lap_ms / 1000:.1f} s at {rate_per_s:,.0f} requests/s is too short")
            return False
        for _ in range(2):
            if self._spent_ms + lap_ms > (MOST_MS if confirm else MOST_PROBING_MS):
                if confirm:
                    self._note("slo-search-too-long", f"no rate was confirmed within {MOST_MS / 1000:.0f} s of load")
                return False
            if self._lap_keeps(rate_per_s, lap_ms):
                return True
        return False

    def _lap_keeps(self, rate_per_s: float, lap_ms: int) -> bool:
        self._laps += 1
        self._spent_ms += lap_ms
        seed = self._context.dice.getrandbits(32)
        offered = partial(offer, self._turn, self._context.site, "slo", rate_per_s, lap_ms, self._laps, seed)
        lap = self._context.attempt(self._turn, "slo", offered)
        if lap is None:
            return False
        self._turn.kept.rate_laps.append(lap)
        kept = keeps_slo(lap, self._slo, self._turn.load.connections)
        own_us = lap.own_p99_us
        if not kept and own_us is not None and own_us > LATE_SHARE * self._slo.limit_us:
            self._note(
                "slo-generator-late", f"a rate failed while the generator itself was {own_us:,.0f} us late (p99)"
            )
        return kept

    def _note(self, name: str, reason: str) -> None:
        self._turn.kept.flag(name, f"{self._slo}: {reason}")


def sweep_work_ms(sweep: Sequence[int], contestants: int) -> int:
    """Return the total lap time of one round, in milliseconds."""
    return SWEEP_REPEATS * len(sweep) * SWEEP_LAP_MS * contestants


def run_sweep(context: RoundContext, sweep: Sequence[int], least_ms: int) -> None:
    """Run the laps of all contestants with all numbers of connections in random order, `SWEEP_REPEATS` times.

    None is shorter than `least_ms`. They are appended to `turn.kept.sweep_laps`. A contestant that ends meanwhile is
    out.
    """
    lap_ms = max(SWEEP_LAP_MS, least_ms)
    for repeat in range(1, SWEEP_REPEATS + 1):
        planned = [(turn, connections) for turn in context.turns for connections in sweep]
        context.dice.shuffle(planned)
        for turn, connections in planned:
            context.say(turn, f"{turn.name} over {connections} connections")
            lap = context.attempt(turn, "sweep", partial(sweep_lap, turn, context.site, connections, lap_ms, repeat))
            if lap is not None:
                turn.kept.sweep_laps.append(lap)
            context.observer(Advance(SWEEP_LAP_MS))
