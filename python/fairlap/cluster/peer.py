"""The interface to a site on another machine, with asynchronous calls."""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from fairlap.cluster.models import SiteFacts

ASK_BOUND_S = 30.0

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Answer = TypeVar("Answer", covariant=True)


class Pending(Protocol[Answer]):
    """A pending answer."""

    def result(self, timeout_s: float) -> Answer:
        """Wait for the answer. Raises SiteLostError when the machine is gone or silent, or the site's exception."""


class Peer(Protocol):
    """A site on any machine."""

    @property
    def facts(self) -> SiteFacts:
        """The facts of the site."""

    def ask(
        self,
        method: Callable[Concatenate[Any, Arguments], Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Pending[Result]:
        """Call a method of the site, e.g. `peer.ask(GeneratorSite.lap, spec)`; positional arguments only."""
