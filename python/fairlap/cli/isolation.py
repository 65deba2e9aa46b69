"""`--isolation`, `--network` and the options for building images: how contestants are hosted."""

import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.catalog import Contestant
    from fairlap.hosting.container.engine import Engine
    from fairlap.hosting.container.settings import BuildSettings
    from fairlap.hosting.hosting import Hosting


class IsolationName(StrEnum):
    """How contestants are hosted."""

    process = "process"
    container = "container"
    auto = "auto"


class NetworkName(StrEnum):
    """The network of containers."""

    private = "private"
    host = "host"
    bridge = "bridge"


Isolated = Annotated[
    IsolationName | None,
    typer.Option(
        "--isolation",
        help="`process`; `container`: each in its own image, run by podman or docker (docs/containers.md); `auto`: "
        "containers if an engine works [default: process; container if an imported contestant is named].",
    ),
]
Networked = Annotated[
    NetworkName,
    typer.Option(
        "--network",
        help="Network of containers: `private` (only a loopback shared with the generator), `host` or `bridge`; "
        "stored with the result.",
    ),
]
RequireIsolation = Annotated[
    bool,
    typer.Option(
        "--require-isolation", help="Refuse to race (exit code 2) if contestants are isolated less than they could be."
    ),
]
CaBundle = Annotated[
    Path | None,
    typer.Option(
        "--ca-bundle",
        metavar="FILE",
        envvar="FAIRLAP_CA_BUNDLE",
        help="Certificates to trust while building images, for networks that intercept TLS [default: SSL_CERT_FILE].",
    ),
]
Proxy = Annotated[
    str | None,
    typer.Option("--proxy", metavar="URL", envvar="FAIRLAP_PROXY", help="Proxy for building images."),
]
Mirrors = Annotated[
    list[str] | None,
    typer.Option(
        "--mirror", metavar="KIND=URL", help="Mirror of npm, pip or go for building images [default: FAIRLAP_MIRRORS]."
    ),
]


def hosting_of(
    isolation: IsolationName | None,
    network: NetworkName = NetworkName.private,
    *,
    named: Iterable["Contestant"] = (),
    ca_bundle: Path | None = None,
    proxy: str | None = None,
    mirrors: list[str] | None = None,
) -> "Hosting":
    """Return the hosting that the options choose, or without one the contestants that were `named`.

    Raises:
        UsageError: containers are required but no engine works here, or an option needs containers.
    """
    from fairlap.hosting.hosting import PROCESSES

    if isolation is None:
        images = any(contestant.image is not None for contestant in named)
        isolation = IsolationName.container if images else IsolationName.process
    engine = _engine(isolation)
    if engine is None:
        if network is not NetworkName.private:
            raise UsageError("--network applies only to containers", hint="add --isolation container")
        if mirrors or proxy:
            raise UsageError("--mirror and --proxy apply only to containers", hint="add --isolation container")
        return PROCESSES
    from fairlap.hosting.container.hosting import ContainerHosting

    return ContainerHosting(engine, _settings(engine, ca_bundle, proxy, mirrors), network.value)


def _settings(
    engine: "Engine", ca_bundle: Path | None, proxy: str | None, mirrors: list[str] | None
) -> "BuildSettings":
    from fairlap.hosting.container.settings import BuildSettings

    return BuildSettings.read(engine, ca_bundle, proxy, tuple(mirrors or ()))


def _engine(isolation: IsolationName) -> "Engine | None":
    if isolation is IsolationName.process:
        return None
    from fairlap.hosting.container.engine import find_engine

    try:
        return find_engine()
    except UsageError as error:
        if isolation is IsolationName.container:
            raise
        print(f"fairlap: using --isolation process: {error.message}", file=sys.stderr)
        return None
