"""A site on another machine, as others see it: asked for anything, it answers later."""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from fairlap.cluster.models import SiteFacts

ASK_BOUND_S = 30.0

Arguments = ParamSpec("Arguments")
Told = TypeVar("Told")
Answer = TypeVar("Answer", covariant=True)


class Pending(Protocol[Answer]):
    """An answer that is under way."""

    def result(self, timeout_s: float) -> Answer:
        """Wait for it. Raises SiteLostError when its machine has gone or does not answer; otherwise what went wrong."""


class Peer(Protocol):
    """A site, wherever it is."""

    @property
    def facts(self) -> SiteFacts:
        """What it said of itself."""

    def ask(
        self, method: Callable[Concatenate[Any, Arguments], Told], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Pending[Told]:
        """Call a method of the site, e.g. `peer.ask(GeneratorSite.lap, spec)`; positional arguments only."""
