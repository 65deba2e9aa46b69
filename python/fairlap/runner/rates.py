"""Latency at fixed load: open-loop laps at the rates of the plan."""

from functools import partial

from fairlap.plan.rates import Rates
from fairlap.runner.events import Advance
from fairlap.runner.offering import RoundContext, offer


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
