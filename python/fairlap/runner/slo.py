"""Capacity under an SLO: the highest rate that keeps it, by an adaptive search of open-loop laps.

The step rule is that of Nighthawk's adaptive load controller: a rate is kept when the load could be offered (at least
99 % of it was answered rightly) and the latency is within its bound; rates grow by growing steps until one is not
kept, then the bracket is halved, and the result must stand a longer lap at the end.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import median

from hdrh.histogram import HdrHistogram

from fairlap.catalog import SKIPPED_SHARE
from fairlap.runner.entry import Entry
from fairlap.runner.events import Advance
from fairlap.runner.offering import RoundContext, offer
from fairlap.samples import RateLap, RoundRecord
from fairlap.slo import Slo

LEAST_ACHIEVED = 0.99
"""Below this share of right answers the rate was not carried, however fast the rest of them came."""

BRACKET = 0.03
"""The search ends when the lowest rate that was not kept is so little above the highest one that was."""

MOST_RATES = 12
"""Rates that are tried before the confirmation."""

FLOOR_SHARE, CEILING_SHARE = 0.05, 1.05
"""Where the search may go, relative to the closed-loop throughput of the same round."""

FIRST_GUESS, FIRST_STEP = 0.7, 0.2
"""Without an earlier round: the rate to begin with, relative to the ceiling, and the first relative step."""

GUESSED_STEP = 0.06
"""The first step from the guess that earlier rounds give."""

CONFIRMATIONS = 8
"""How often the result may be tried, each time lower (by `BRACKET`, then twice that, ...), until it stands."""

PROBE_ABOVE, CONFIRMED_ABOVE = 20, 50
"""Requests that may be late in a probe, and in the confirmation, if exactly the percentile is kept."""

SHORTEST_PROBE_MS, LONGEST_PROBE_MS, LONGEST_CONFIRMATION_MS = 250, 2000, 5000

FEWEST_ABOVE = 5
"""With fewer the confirmation would be luck: then there is no result."""

LATE_SHARE = 0.5
"""Of the limit: when the generator was later than that in a probe that failed, the failure may be ours: flagged."""

MOST_PROBING_MS, MOST_MS = 12_000, 20_000
"""Laps of one search: without and with the confirmation. Then it goes on with what it has, or ends without a result."""

WORK_MS = 6000
"""What a search takes about, for the estimate of the time left."""

Keeps = Callable[[float, bool], bool]
"""Whether a rate (per second) keeps the SLO; in a longer lap when it is to be confirmed."""


def search(ceiling_per_s: float, guess_per_s: float | None, keeps: Keeps) -> float | None:
    """Pure: the highest rate that keeps the SLO and was confirmed; `None` when even the floor does not keep it.

    Args:
        ceiling_per_s: never exceeded; the floor is `FLOOR_SHARE / CEILING_SHARE` of it.
        guess_per_s: what earlier rounds found.
        keeps: offers a rate; asked for at most `MOST_RATES` rates and `CONFIRMATIONS` confirmations.
    """
    floor_per_s = ceiling_per_s * FLOOR_SHARE / CEILING_SHARE
    kept = _highest_kept(floor_per_s, ceiling_per_s, guess_per_s, keeps)
    if kept is None:
        return None
    for attempts in range(1, CONFIRMATIONS + 1):
        if keeps(kept, True):
            return kept
        kept = max(floor_per_s, kept * (1 - BRACKET * attempts))
    return None


def _highest_kept(floor: float, ceiling: float, guess: float | None, keeps: Keeps) -> float | None:
    """Growing steps until the limit lies between two rates, then halving; the highest rate that was kept."""
    kept: float | None = None
    broken: float | None = None
    rate = min(max(FIRST_GUESS * ceiling if guess is None else guess, floor), ceiling)
    step = FIRST_STEP if guess is None else GUESSED_STEP
    for _ in range(MOST_RATES):
        if keeps(rate, False):
            kept = rate
        else:
            broken = rate
        if kept == ceiling or broken == floor or (kept and broken and broken / kept - 1 <= BRACKET):
            break
        if kept and broken:
            rate = math.sqrt(kept * broken)
        else:
            factor = 1 + step if kept else 1 / (1 + step)
            rate = min(max(rate * factor, floor), ceiling)
            step *= 2
    return kept


def keeps_slo(lap: RateLap, slo: Slo, connections: int) -> bool:
    """Pure: whether the load was carried, and enough of the requests that fell due were answered rightly in time.

    Unsent and failed requests are late ones: the percentile is of all that fell due, not of those that came through.
    At the end of the window each of the `connections` may be waiting for an answer; a longer queue than that and 1 % of
    the requests is one that grows, even if the drain took it in.
    """
    if lap.achieved_share < LEAST_ACHIEVED or lap.completed + connections < LEAST_ACHIEVED * lap.due:
        return False
    return _in_time(lap, slo.limit_us) >= slo.share * lap.due


def probe_ms(rate_per_s: float, slo: Slo, connections: int, *, confirm: bool) -> int:
    """Pure: how long a lap must be.

    A percentile that is exactly kept must have enough requests above it, and a queue that grows by more than `BRACKET`
    must outgrow the connections.
    """
    above, longest = (CONFIRMED_ABOVE, LONGEST_CONFIRMATION_MS) if confirm else (PROBE_ABOVE, LONGEST_PROBE_MS)
    wanted = max(above / (1 - slo.share), connections / BRACKET)
    wanted_ms = math.ceil(wanted / rate_per_s / (1 - SKIPPED_SHARE) * 1000)
    return max(SHORTEST_PROBE_MS, min(wanted_ms, longest))


def guess_share(earlier: Sequence[RoundRecord], contestant: str) -> float | None:
    """Pure: the median over earlier rounds of capacity relative to closed-loop throughput; `None` without one."""
    shares = [
        turn.capacity_per_s / median(laps)
        for record in earlier
        for turn in record.contestants
        if turn.contestant == contestant and turn.capacity_per_s is not None
        if (laps := [lap.throughput_per_s for lap in turn.samples if lap.throughput_per_s > 0])
    ]
    return median(shares) if shares else None


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
        context.observer(Advance(WORK_MS))


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


def _in_time(lap: RateLap, limit_us: float) -> int:
    """Right answers within the limit (to the resolution of the histogram, 0.1 %)."""
    if lap.response_histogram is None:
        return 0
    in_time = 0
    for bucket in HdrHistogram.decode(lap.response_histogram).get_recorded_iterator():
        if bucket.value_iterated_to > limit_us * 1000:
            break
        in_time = bucket.total_count_to_this_value
    return int(in_time)
