"""Where a server that runs already is, and what to trust there."""

from dataclasses import dataclass
from typing import TypeVar

from fairlap.catalog.requests import Request

Asked = TypeVar("Asked", bound=Request)


@dataclass(frozen=True, slots=True)
class Trust:
    """What is asked of the certificate of a server of TLS.

    `authority` is the certificates to trust, PEM; `None`: those that the machine trusts. `name` is what the certificate
    must be valid for, and servers are told (SNI). `whose` completes "its certificate is not ...".
    """

    authority: str | None
    name: str
    whose: str


@dataclass(frozen=True, slots=True)
class Address:
    """A server by its IP address and port. `named`: the same as clients name it (`Host`)."""

    host: str
    port: int
    named: str
    trust: Trust | None = None

    def asked(self, request: Asked) -> Asked:
        """Return the request as it is sent there: with the server's name, unless it has another one."""
        if any(name.lower() == "host" for name in request.headers):
            return request
        return request.model_copy(update={"headers": {"Host": self.named, **request.headers}})
