"""Values of `{host} {port} {workers} {build} {cpus} {connections}` and of services, in commands and environment."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fairlap.catalog import SERVICE_VARIABLES
from fairlap.errors import CatalogError

_BRACES = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True)
class Variables:
    """What the variables stand for; `None` where one has no meaning (a port while building).

    `host` is the address to listen on: loopback, or every address where the contestant has a network of its own.
    `connections` is the most that will be open to it at once: for servers that must be told (a process for each).
    `services` are those of the services that run (`mariadb_host`); of one that does not, they are empty.
    """

    host: str | None = None
    port: int | None = None
    workers: int | None = None
    build: Path | None = None
    cpus: tuple[int, ...] | None = None
    connections: int | None = None
    services: Mapping[str, str] = field(default_factory=dict)

    def value(self, name: str) -> str:
        """The text that replaces `{name}`; CPUs as "0,1".

        Raises:
            CatalogError: unknown, or without meaning here.
        """
        known: dict[str, object] = {
            "host": self.host,
            "port": self.port,
            "workers": self.workers,
            "build": self.build,
            "cpus": None if self.cpus is None else ",".join(map(str, self.cpus)),
            "connections": self.connections,
            **dict.fromkeys(SERVICE_VARIABLES, ""),
            **self.services,
        }
        if name not in known:
            raise CatalogError(
                f"unknown variable {{{name}}}", hint="known are {host} {port} {workers} {build} {cpus} {connections}"
            )
        value = known[name]
        if value is None:
            raise CatalogError(f"{{{name}}} has no meaning in this command")
        return str(value)


def expand(command: Sequence[str], variables: Variables) -> list[str]:
    """A command with its variables replaced."""
    return [_BRACES.sub(lambda match: variables.value(match[1]), word) for word in command]


def expand_env(env: Mapping[str, str], variables: Variables) -> dict[str, str]:
    """An environment with the variables in its values replaced."""
    return dict(zip(env, expand(list(env.values()), variables), strict=True))
