"""What a race asks of whoever offers its laps: one fairload, or several on machines of their own."""

from typing import Protocol

from fairlap.generators.fairload import Target
from fairlap.generators.models import LapResult, LapSpec


class Session(Protocol):
    """Targets are opened once; laps run one at a time. Raises GeneratorError when a generator fails."""

    @property
    def version(self) -> str:
        """Of fairload."""

    def open(self, target: Target) -> None:
        """Learn of a target; no connection is made yet."""

    def lap(self, spec: LapSpec) -> LapResult:
        """Run one lap and wait for its numbers."""

    def close(self, target: str) -> None:
        """Forget a target and close its connections."""
