"""Replaces variables such as `{port}`, and those of services, in commands."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fairlap.catalog import BRACES, OWN_VARIABLES, SERVICE_VARIABLES
from fairlap.errors import CatalogError


@dataclass(frozen=True)
class Variables:
    """The values of variables; `None` for one that is not available (a port while building).

    `host` is the address to listen on: loopback, or every address when the contestant has its own network.
    `port_tls` is where it is asked over TLS, with the certificate and its key in the files `cert` and `key` (PEM).
    `connections` is the maximum number of open connections, for servers that need to know (a process for each).
    `services` are the variables of running services (`mariadb_host`); those of other services are empty.
    """

    host: str | None = None
    port: int | None = None
    port_tls: int | None = None
    cert: Path | None = None
    key: Path | None = None
    workers: int | None = None
    build: Path | None = None
    cpus: tuple[int, ...] | None = None
    connections: int | None = None
    services: Mapping[str, str] = field(default_factory=dict)

    def value(self, name: str) -> str:
        """Return the text that replaces `{name}`; CPUs as "0,1".

        Raises:
            CatalogError: the variable is unknown, or not available here.
        """
        known: dict[str, object] = {
            **{each: getattr(self, each) for each in OWN_VARIABLES},
            "cpus": None if self.cpus is None else ",".join(map(str, self.cpus)),
            **dict.fromkeys(SERVICE_VARIABLES, ""),
            **self.services,
        }
        if name not in known:
            known_ones = " ".join(f"{{{each}}}" for each in OWN_VARIABLES)
            raise CatalogError(f"unknown variable {{{name}}}", hint=f"known are {known_ones}")
        value = known[name]
        if value is None:
            raise CatalogError(f"{{{name}}} is not available in this command")
        return str(value)


def of_services(variables: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    """Return the variables of these services only: a contestant learns of those that its scenario needs."""
    return {key: value for key, value in variables.items() if key.partition("_")[0] in names}


def expand(command: Sequence[str], variables: Variables) -> list[str]:
    """Return a command with its variables replaced; `{{` and `}}` become single braces."""

    def text_of(match: re.Match[str]) -> str:
        return variables.value(match[1]) if match[1] else match[0][0]

    return [BRACES.sub(text_of, word) for word in command]


def without_absent(env: Mapping[str, str], variables: Variables) -> dict[str, str]:
    """Return an environment without what names services that do not run: to some programs an empty text is one."""
    absent = set(SERVICE_VARIABLES) - variables.services.keys()
    return {key: value for key, value in env.items() if absent.isdisjoint(BRACES.findall(value))}


def expand_env(env: Mapping[str, str], variables: Variables) -> dict[str, str]:
    """Return an environment with the variables in its values replaced."""
    return dict(zip(env, expand(list(env.values()), variables), strict=True))
