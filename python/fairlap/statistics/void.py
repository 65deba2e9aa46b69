"""Invalid laps, of generators on other machines and of other tools; of the former, why and which one caused it."""

from dataclasses import dataclass

from fairlap.generators.models import GeneratorPart, LapResult
from fairlap.statistics.gates import MAX_GENERATOR_CPU, MIN_SERVER_CPU

MOST_SKEW = 0.02
"""Maximum share of a lap during which only some of the generators offer load."""

GENERATOR_LATE, GENERATOR_LIMITED, IMPLAUSIBLE = "generator-late", "generator-limited", "implausible"
"""The flags of ignored laps; `IMPLAUSIBLE`: another tool reported what cannot be true."""

VOID_FLAGS = (GENERATOR_LATE, GENERATOR_LIMITED, IMPLAUSIBLE)


@dataclass(frozen=True, slots=True)
class Void:
    """Why a lap is invalid, and which generator caused it."""

    name: str
    generator: str
    reason: str

    @property
    def text(self) -> str:
        """A description of the first such lap."""
        return f"laps were ignored, the first because {self.generator} {self.reason}"


def why_void(result: LapResult, duration_ms: int, server_busy_share: float | None) -> Void | None:
    """Return why a lap is invalid; `None` when it is valid, as always with this machine's own generator.

    Args:
        result: the result with its parts.
        duration_ms: the requested length.
        server_busy_share: load of the contestant's CPUs, 0 to 1; `None`: unknown.
    """
    skew_us = result.start_skew_us
    if skew_us is not None and skew_us > MOST_SKEW * duration_ms * 1000:
        last = max(result.parts, key=lambda part: part.late_us)
        limit = f"skew {skew_us / 1000:.1f} ms, allowed are {MOST_SKEW:.0%} of {duration_ms} ms"
        reason = f"started {last.late_us / 1000:.1f} ms after the agreed time ({limit})"
        return Void(GENERATOR_LATE, last.name, reason)
    limited = _limited(result.parts, server_busy_share)
    if limited is None or server_busy_share is None:
        return None
    reason = f"was {limited.busy_share:.0%} busy while the server was {server_busy_share:.0%} busy"
    return Void(GENERATOR_LIMITED, limited.name, reason)


def _limited(parts: tuple[GeneratorPart, ...], server_busy_share: float | None) -> GeneratorPart | None:
    """Return a generator without spare CPU time, if the contestant had some."""
    if not parts or server_busy_share is None or server_busy_share >= MIN_SERVER_CPU:
        return None
    busiest = max(parts, key=lambda part: part.busy_share)
    return busiest if busiest.busy_share > MAX_GENERATOR_CPU else None
