"""A server that somebody else runs: Fairlap asks it, and can neither freeze nor restart nor meter it."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.catalog import Trust
from fairlap.hosting.body import StopOutcome
from fairlap.hosting.logs import SHOWN_LINES


@dataclass(frozen=True, slots=True)
class Visited:
    """A running server at an address; the methods are those of `HostedProcess`, as far as they can be."""

    host: str
    port: int
    trust: Trust | None
    network: None = None

    def freeze(self) -> None:
        """Do nothing: it goes on."""

    def thaw(self) -> None:
        """Do nothing."""

    def exit_reason(self) -> str | None:
        """Return `None`: if it ends, nobody answers."""
        return None

    def wait_exit(self, timeout_s: float) -> bool:
        """Return that it has not ended."""
        return False

    def cpu_usage_us(self) -> int | None:
        """Return `None`: unknown."""
        return None

    def throttled_us(self) -> int | None:
        """Return `None`: unknown."""
        return None

    def memory_bytes(self) -> int | None:
        """Return `None`: unknown."""
        return None

    def counts(self) -> None:
        """Return `None`: unknown."""

    def keep_on(self, cpus: Sequence[int]) -> None:
        """Do nothing: its CPUs are its own affair."""

    def listens_at(self) -> tuple[str, ...]:
        """Return nothing: unknown."""
        return ()

    def log_tail(self, lines: int = SHOWN_LINES) -> tuple[str, ...]:
        """Return nothing: its output goes elsewhere."""
        return ()

    def stop(self) -> StopOutcome:
        """Leave it running."""
        return StopOutcome("already ended", 0)
