"""The session of a server site with several generators on other machines, which run laps together."""

import time
from collections.abc import Callable, Sequence

from fairlap.cluster.clock import FIRST_PINGS, GOOD_FOR_S, PINGS, ClockReading, read_clock
from fairlap.cluster.generator import GeneratorSite
from fairlap.cluster.merging import join, split
from fairlap.cluster.models import ASK_BOUND_S, PartOfLap, Peer, Pending, SiteFacts
from fairlap.errors import GeneratorError
from fairlap.generators.fairload import ANSWER_MARGIN_S, Target
from fairlap.generators.models import GeneratorPart, LapResult, LapSpec

LEAD_NS = 4_000_000
"""Time between sending a lap and its agreed start; sending takes about 1 ms."""

LEAD_OPENING_NS, LEAD_PER_CONNECTION_NS = 5_000_000, 100_000
"""Additional time when connections must be opened first, fixed and for each connection."""

MOST_LEAD_NS = 1_000_000_000


class SplitSession:
    """Several generators as one session. Laps of two or more start at an agreed time.

    Args:
        generators: at least one, all with the same version of fairload.
        now: CLOCK_MONOTONIC of this machine, in nanoseconds.

    Raises:
        GeneratorError: their versions differ.
    """

    def __init__(self, generators: Sequence[Peer], now: Callable[[], int] = time.monotonic_ns) -> None:
        versions = {peer.facts.fairload for peer in generators}
        if len(versions) != 1:
            listed = ", ".join(f"{peer.facts.address} has {peer.facts.fairload}" for peer in generators)
            raise GeneratorError(f"generators must have the same version: {listed}")
        self.version = str(versions.pop())
        self._generators = tuple(generators)
        self._now = now
        self._clocks: dict[str, ClockReading] = {}
        self._timeouts_ms: dict[str, int] = {}
        self._connections: dict[str, int] = {}
        self._leads_ns: dict[str, int] = {}

    def open(self, target: Target) -> None:
        """Add a target to all generators."""
        self._all([peer.ask(GeneratorSite.open, target) for peer in self._generators])
        self._timeouts_ms[target.name] = target.timeout_ms
        self._connections[target.name] = 0

    def close(self, target: str) -> None:
        """Remove a target from all generators."""
        self._all([peer.ask(GeneratorSite.close, target) for peer in self._generators])
        for kept in (self._timeouts_ms, self._connections, self._leads_ns):
            kept.pop(target, None)

    def lap(self, spec: LapSpec) -> LapResult:
        """Run one lap with all generators (fewer if there are fewer connections); return the merged result."""
        specs = split(spec, len(self._generators))
        lapping = self._generators[: len(specs)]
        bound_s = (spec.duration_ms + 2 * self._timeouts_ms[spec.target]) / 1000 + ANSWER_MARGIN_S
        if len(specs) == 1:
            part = lapping[0].ask(GeneratorSite.lap, specs[0]).result(bound_s)
            return join(spec, [part.result], [_part(lapping[0].facts, part, 0.0, 0.0)])
        clocks = [self._clock_of(peer) for peer in lapping]
        start_ns = self._now() + self._lead_ns(spec)
        pending = [
            peer.ask(GeneratorSite.lap, each.model_copy(update={"start_at_ns": clock.theirs(start_ns)}))
            for peer, each, clock in zip(lapping, specs, clocks, strict=True)
        ]
        results = [each.result(bound_s + MOST_LEAD_NS / 1e9) for each in pending]
        parts = [
            _part(
                peer.facts,
                part,
                late_us=(part.result.started_ns - clock.theirs(start_ns)) / 1000,
                clock_error_us=clock.error_us_at(start_ns),
            )
            for peer, part, clock in zip(lapping, results, clocks, strict=True)
        ]
        self._remember(spec, max(part.late_us for part in parts))
        return join(spec, [part.result for part in results], parts)

    def _lead_ns(self, spec: LapSpec) -> int:
        opening = max(0, spec.connections - self._connections[spec.target])
        lead_ns = self._leads_ns.get(spec.target, LEAD_NS)
        if opening:
            lead_ns += LEAD_OPENING_NS + opening * LEAD_PER_CONNECTION_NS
        return min(MOST_LEAD_NS, lead_ns)

    def _remember(self, spec: LapSpec, late_us: float) -> None:
        """Increase the lead after a late start, as connections that the server closed may have been reopened."""
        self._connections[spec.target] = spec.connections
        lead_ns = self._leads_ns.get(spec.target, LEAD_NS)
        late = late_us * 1000 > LEAD_NS / 4
        self._leads_ns[spec.target] = min(MOST_LEAD_NS, 2 * lead_ns) if late else max(LEAD_NS, 3 * lead_ns // 4)

    def _clock_of(self, peer: Peer) -> ClockReading:
        known = self._clocks.get(peer.facts.address)
        if known is not None and self._now() - known.at_ns < GOOD_FOR_S * 1e9:
            return known
        pings = FIRST_PINGS if known is None else PINGS
        reading = read_clock(lambda: peer.ask(GeneratorSite.clock_ns).result(ASK_BOUND_S), self._now, pings)
        self._clocks[peer.facts.address] = reading if known is None else known.joined(reading)
        return self._clocks[peer.facts.address]

    def _all(self, pending: Sequence[Pending[None]]) -> None:
        for each in pending:
            each.result(ASK_BOUND_S)


def _part(facts: SiteFacts, part: PartOfLap, late_us: float, clock_error_us: float) -> GeneratorPart:
    result = part.result
    return GeneratorPart(
        name=facts.address,
        late_us=late_us,
        clock_error_us=clock_error_us,
        busy_share=result.cpu.busy_us / 1e6 / (result.lap_elapsed_s * facts.cpus),
        steal_share=part.steal_share,
    )
