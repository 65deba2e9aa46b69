"""What the machines of a cluster must have: compared with what is here, before anything is sent to them."""

import importlib.metadata
import os
import platform
import re
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairlap.cluster.models import NodeReport
from fairlap.errors import UsageError

CONNECT_BOUND_S = 5.0
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_TOKEN_HINT = "`ray get-auth-token --generate` makes a token; set RAY_AUTH_MODE=token wherever Ray is started"


@dataclass(frozen=True, slots=True)
class Lack:
    """What a machine lacks, and what mends it."""

    address: str
    text: str
    mend: str


def requirements() -> dict[str, str]:
    """The packages that Fairlap needs, Ray among them, in the versions that are installed here."""
    listed = importlib.metadata.requires("fairlap") or []
    names = [found.group() for line in listed if "extra ==" not in line and (found := _NAME.match(line))]
    return {name: importlib.metadata.version(name) for name in (*names, "ray")}


def must_have_token(environment: Mapping[str, str] = os.environ, home: Path | None = None) -> None:
    """Raises UsageError when this machine has no token of the cluster."""
    if environment.get("RAY_AUTH_TOKEN") or environment.get("RAY_AUTH_TOKEN_PATH"):
        return
    file = (Path.home() if home is None else home) / ".ray" / "auth_token"
    if not file.is_file():
        raise UsageError(f"no token of the cluster is here: neither RAY_AUTH_TOKEN nor {file}", hint=_TOKEN_HINT)


def lacks(reports: Sequence[NodeReport]) -> tuple[Lack, ...]:
    """What machines lack for a race."""
    found = []
    for report in reports:
        if report.auth_mode != "token":
            found.append(Lack(report.address, "it takes tasks from anybody: no token authentication", _TOKEN_HINT))
        if report.setsid is None:
            found.append(Lack(report.address, "no setsid", "apt-get install util-linux"))
        here, there = platform.python_version_tuple()[:2], tuple(report.python.split(".")[:2])
        if here != there:
            found.append(Lack(report.address, f"Python {report.python}, not {'.'.join(here)}", "install the same"))
        wanted = requirements()
        for name, version in sorted(report.differing.items()):
            has = "no" if version is None else f"another version ({version}) of"
            text = f"{has} {name} (here: {wanted.get(name, 'none')})"
            found.append(Lack(report.address, text, f"pip install {name}=={wanted.get(name, '')}"))
    return tuple(found)


def must_listen(address: str) -> None:
    """Raises UsageError when nothing listens at an address of the form HOST:PORT ("auto" is Ray's to find)."""
    if address == "auto":
        return
    host, _, port = address.rpartition(":")
    hint = "give the address that `ray start --head` printed, such as 10.0.0.1:6379, or auto"
    if not host or not port.isdigit():
        raise UsageError("is not an address", where=address, hint=hint)
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_BOUND_S).close()
    except OSError as error:
        raise UsageError(f"nothing listens there: {error.strerror or error}", where=address, hint=hint) from error


def must_be_fit(address: str) -> None:
    """Look at all machines of a cluster.

    Raises:
        UsageError: it cannot be joined, or a machine lacks something: the first such finding, and how many there are.
    """
    must_have_token()
    must_listen(address)
    from fairlap.cluster.on_ray import RayCluster

    with RayCluster(address) as cluster:
        found = lacks(tuple(cluster.examine(requirements()).values()))
    if found:
        more = f"; {len(found)} such findings in all: fairlap doctor --cluster {address}" if len(found) > 1 else ""
        raise UsageError(f"{found[0].text}{more}", where=found[0].address, hint=found[0].mend)
