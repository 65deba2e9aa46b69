"""The interface of a load generator in a race: one fairload, or several on other machines."""

from typing import Protocol

from fairlap.generators.fairload import Target
from fairlap.generators.models import LapResult, LapSpec


class Session(Protocol):
    """Targets are opened once; laps run one at a time. Methods raise GeneratorError when a generator fails."""

    @property
    def version(self) -> str:
        """The version of fairload."""

    def open(self, target: Target) -> None:
        """Add a target, without connecting yet."""

    def lap(self, spec: LapSpec) -> LapResult:
        """Run one lap and return its numbers."""

    def close(self, target: str) -> None:
        """Forget a target and close its connections."""
