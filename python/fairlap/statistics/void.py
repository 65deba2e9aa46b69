"""Laps of generators on other machines: when what they did cannot be used, and whose fault that is."""

from dataclasses import dataclass

from fairlap.generators.models import GeneratorPart, LapResult
from fairlap.statistics.gates import MAX_GENERATOR_CPU, MIN_SERVER_CPU

MOST_SKEW = 0.02
"""Of a lap's length: for so long at most, one generator may load a contestant while another one does not."""

GENERATOR_LATE, GENERATOR_LIMITED = "generator-late", "generator-limited"
"""The flags of laps that were left out."""

VOID_FLAGS = (GENERATOR_LATE, GENERATOR_LIMITED)


@dataclass(frozen=True, slots=True)
class Void:
    """Why a lap cannot be used, and which generator is to blame."""

    name: str
    generator: str
    reason: str

    @property
    def told(self) -> str:
        """For people, of the first such lap."""
        return f"laps were left out, the first as {self.generator} {self.reason}"


def why_void(result: LapResult, duration_ms: int, server_busy_share: float | None) -> Void | None:
    """What spoiled a lap; `None`: it can be used (also: it was one of this machine's own generator).

    Args:
        result: with its parts.
        duration_ms: what was asked for.
        server_busy_share: the contestant's CPU time relative to what its CPUs have, 0 to 1; `None`: unknown.
    """
    skew_us = result.start_skew_us
    if skew_us is not None and skew_us > MOST_SKEW * duration_ms * 1000:
        last = max(result.parts, key=lambda part: part.late_us)
        told = f"skew {skew_us / 1000:.1f} ms, {MOST_SKEW:.0%} of {duration_ms} ms may be"
        reason = f"began {last.late_us / 1000:.1f} ms after the agreed instant ({told})"
        return Void(GENERATOR_LATE, last.name, reason)
    limited = _limited(result.parts, server_busy_share)
    if limited is None or server_busy_share is None:
        return None
    reason = f"was {limited.busy_share:.0%} busy while the server was {server_busy_share:.0%} busy"
    return Void(GENERATOR_LIMITED, limited.name, reason)


def _limited(parts: tuple[GeneratorPart, ...], server_busy_share: float | None) -> GeneratorPart | None:
    """The one without CPU time to spare, while the contestant had some."""
    if not parts or server_busy_share is None or server_busy_share >= MIN_SERVER_CPU:
        return None
    busiest = max(parts, key=lambda part: part.busy_share)
    return busiest if busiest.busy_share > MAX_GENERATOR_CPU else None
