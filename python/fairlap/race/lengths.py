"""Finds out in the first round of a race how long its laps should be."""

from collections.abc import Callable, Sequence
from statistics import fmean, median

from fairlap.plan import warmup
from fairlap.plan.heats import PlannedRound
from fairlap.plan.pace import longest_trial_ms, trial_cycles, trial_lengths_ms
from fairlap.plan.replication import LengthTrial, log_ratios_of_cycles
from fairlap.race.offering import RoundContext
from fairlap.race.turn import Turn
from fairlap.samples import Sample
from fairlap.statistics.gates import is_never_idle

LEAST_IN_FLIGHT = 0.95
"""Throughput x mean latency, relative to the requests in flight: less than this is too little (Little's law)."""

FEWEST_LAPS, LAPS_MS = 2, 500
"""How many laps show whether a length is too short: as many as take that time, and never fewer."""

Lap = Callable[[Turn, int, int, int], Sample | None]
"""Runs a lap of a contestant, by its length in milliseconds, its cycle and its position in that."""


def try_lengths(context: RoundContext, planned: PlannedRound, reference: str, lap: Lap) -> tuple[LengthTrial, ...]:
    """Run laps of several lengths, if the plan wants that and there is something to compare."""
    alive = [turn for turn in context.turns if turn.alive and turn.kept.warmup]
    if not planned.trial_s or len(alive) < 2:  # nothing to compare
        return ()
    slowest_per_s = min(median(lap.throughput_per_s for lap in turn.kept.warmup[-warmup.SPAN :]) for turn in alive)
    if not slowest_per_s:  # without right answers the required lap length is unknown
        return ()
    longest_ms = max(map(_longest_ms, alive))
    lengths = trial_lengths_ms(planned, slowest_per_s, alive[0].load.in_flight, longest_ms)
    too_short = _too_short(context, planned, alive, lengths[0], lap)
    if too_short:
        trials = [LengthTrial(length, (), too_short=True) for length in too_short]
        return (*trials, LengthTrial(2 * too_short[-1], ()))
    seen: dict[int, list[dict[str, float]]] = {length: [] for length in lengths}
    for cycle in range(1, trial_cycles(planned, lengths) + 1):
        for length in lengths:
            context.dice.shuffle(alive)
            context.say(None, f"trying laps of {length} ms")
            laps = [(turn.name, lap(turn, length, cycle, at)) for at, turn in enumerate(list(alive))]
            seen[length].append({name: sample.throughput_per_s for name, sample in laps if sample is not None})
    rivals = [turn.name for turn in alive if len(alive) < 3 or turn.name != reference]
    return tuple(LengthTrial(length, log_ratios_of_cycles(cycles, rivals)) for length, cycles in seen.items())


def _too_short(
    context: RoundContext, planned: PlannedRound, turns: Sequence[Turn], length_ms: int, lap: Lap
) -> list[int]:
    """Return the lengths, each twice the one before, in which slow responses distort throughput.

    A lap begins with new requests on all connections. Soon, most of them wait for a slow response, until all of these
    arrive together; load that goes on is even. A server that is never idle lets requests wait for other reasons.
    """
    slow = [turn for turn in turns if 2 * _longest_ms(turn) > length_ms]
    cpus = len(context.site.layout.server)
    found: list[int] = []
    while slow:
        context.say(None, f"trying laps of {length_ms} ms, as some responses take as long")
        slow = [turn for turn in slow if _is_short(turn, cpus, length_ms, lap)]
        if not slow or 2 * length_ms > longest_trial_ms(planned):
            break
        found.append(length_ms)
        length_ms *= 2
    return found


def _longest_ms(turn: Turn) -> float:
    """Return the longest response time of a usual lap of its warm-up, 0 if there was none."""
    return median(turn.longest_ms[-warmup.SPAN :]) if turn.longest_ms else 0.0


def _is_short(turn: Turn, cpus: int, length_ms: int, lap: Lap) -> bool:
    tried = [lap(turn, length_ms, cycle, 0) for cycle in range(1, max(FEWEST_LAPS, LAPS_MS // length_ms) + 1)]
    laps = [one for one in tried if one is not None]
    if not laps or is_never_idle(laps, cpus):  # none: it is out
        return False
    # Of each lap for itself: from lap to lap, the machine may change its speed. Without any answer, nothing.
    return fmean(_in_flight(one) for one in laps) < LEAST_IN_FLIGHT * turn.load.in_flight


def _in_flight(lap: Sample) -> float:
    return 0.0 if lap.latency_mean_us is None else lap.throughput_per_s * lap.latency_mean_us / 1e6
