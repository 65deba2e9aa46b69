"""Checks the requirements for machines of a cluster before anything is sent to them."""

import importlib.metadata
import os
import platform
import re
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairlap.cluster.groups import plan_groups
from fairlap.cluster.models import NodeReport
from fairlap.errors import UsageError
from fairlap.race.stored_request import ClusterChoice

CONNECT_BOUND_S = 5.0
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_TOKEN_HINT = "make one with `ray get-auth-token --generate`, and start Ray with RAY_AUTH_MODE=token everywhere"


@dataclass(frozen=True, slots=True)
class MissingRequirement:
    """A requirement that a machine does not meet, and the fix."""

    address: str
    text: str
    fix: str


def requirements() -> dict[str, str]:
    """Return the packages that Fairlap needs, including Ray, with the versions that are installed here."""
    listed = importlib.metadata.requires("fairlap") or []
    names = [found.group() for line in listed if "extra ==" not in line and (found := _NAME.match(line))]
    return {name: importlib.metadata.version(name) for name in (*names, "ray")}


def require_token(environment: Mapping[str, str] = os.environ, home: Path | None = None) -> None:
    """Raise UsageError when this machine has no token of the cluster."""
    if environment.get("RAY_AUTH_TOKEN") or environment.get("RAY_AUTH_TOKEN_PATH"):
        return
    file = (Path.home() if home is None else home) / ".ray" / "auth_token"
    if not file.is_file():
        raise UsageError(f"no token of the cluster: neither RAY_AUTH_TOKEN nor {file} exists", hint=_TOKEN_HINT)


def find_missing(reports: Sequence[NodeReport]) -> tuple[MissingRequirement, ...]:
    """Return the requirements that machines do not meet."""
    found = []
    for report in reports:
        if report.auth_mode != "token":
            text = "accepts tasks from anybody: no token authentication"
            found.append(MissingRequirement(report.address, text, _TOKEN_HINT))
        if report.setsid is None:
            found.append(MissingRequirement(report.address, "no setsid", "apt-get install util-linux"))
        here, there = platform.python_version_tuple()[:2], tuple(report.python.split(".")[:2])
        if here != there:
            text = f"Python {report.python}, not {'.'.join(here)}"
            found.append(MissingRequirement(report.address, text, f"install Python {'.'.join(here)}"))
        wanted = requirements()
        for name, version in sorted(report.differing.items()):
            has = "no" if version is None else f"another version ({version}) of"
            text = f"{has} {name} (here: {wanted.get(name, 'none')})"
            found.append(MissingRequirement(report.address, text, f"pip install {name}=={wanted.get(name, '')}"))
    return tuple(found)


def require_listener(address: str) -> None:
    """Raise UsageError when nothing listens at HOST:PORT ("auto": Ray finds the address itself)."""
    if address == "auto":
        return
    host, _, port = address.rpartition(":")
    hint = "use the address that `ray start --head` printed, such as 10.0.0.1:6379, or auto"
    if not host or not port.isdigit():
        raise UsageError("not an address", where=address, hint=hint)
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_BOUND_S).close()
    except OSError as error:
        raise UsageError(f"nothing listens there: {error.strerror or error}", where=address, hint=hint) from error


def require_fit(choice: ClusterChoice, *, services: bool) -> None:
    """Check all machines of a cluster.

    Raises:
        UsageError: the cluster cannot be joined, a resource is missing, or a machine does not meet a requirement.
    """
    address = choice.address
    require_token()
    require_listener(address)
    from fairlap.cluster.on_ray import RayCluster

    with RayCluster(address) as cluster:
        plan_groups(cluster.nodes(), choice, services=services)  # at once; an examination takes seconds
        found = find_missing(tuple(cluster.examine(requirements()).values()))
    if found:
        more = f"; {len(found)} problems in total: fairlap doctor --cluster {address}" if len(found) > 1 else ""
        raise UsageError(f"{found[0].text}{more}", where=found[0].address, hint=found[0].fix)
