"""`--cluster` and what belongs to it: races on the machines of a cluster of Ray."""

import importlib
import importlib.util
import os
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.errors import UsageError
from fairlap.samples import OWN_GENERATOR

if TYPE_CHECKING:
    from fairlap.race.stored_request import ClusterChoice

Clustered = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Race on the machines of this cluster of Ray, e.g. 10.0.0.1:6379, or `auto` on one of its machines "
        "(docs/scaling.md).",
    ),
]
Generators = Annotated[
    int | None,
    typer.Option(
        "--generators",
        min=1,
        max=64,
        metavar="N",
        help="On a cluster: so many machines lap one contestant together [default: 1].",
    ),
]
Colocate = Annotated[
    bool,
    typer.Option("--colocate", help="On a cluster: server, generators and services of a heat are on one machine."),
]


def cluster_module() -> ModuleType:
    """What races on clusters. Raises UsageError where Ray is not installed."""
    return _with_ray("fairlap.cluster.race")


def cluster_doctor() -> ModuleType:
    """What examines clusters. Raises UsageError where Ray is not installed."""
    return _with_ray("fairlap.cluster.doctor")


def _with_ray(module: str) -> ModuleType:
    if importlib.util.find_spec("ray") is None:
        raise UsageError("--cluster needs Ray, which is not installed", hint="pip install 'fairlap[cluster]'")
    os.environ.setdefault("RAY_AUTH_MODE", "token")  # read when Ray is imported
    return importlib.import_module(module)


def cluster_asked(
    address: str | None, generators: int | None, *, colocate: bool, generator: str, isolation: str
) -> "ClusterChoice | None":
    """Which cluster, and how; `None`: this machine. Raises UsageError for what cannot be together."""
    from fairlap.race.stored_request import ClusterChoice

    if address is None:
        for option, given in (("--generators", generators is not None), ("--colocate", colocate)):
            if given:
                raise UsageError(f"{option} is of a race on a cluster", hint="name the cluster with --cluster ADDRESS")
        return None
    if address.startswith("ray://"):
        hint = "run fairlap on a machine of the cluster, with the address that `ray start --head` printed"
        raise UsageError("Ray Client addresses (ray://) cannot be used", where=address, hint=hint)
    for option, given in (
        (f"--generator {generator}", generator != OWN_GENERATOR),
        ("--isolation container", isolation == "container"),
    ):
        if given:
            raise UsageError(f"{option} is of a race on one machine", hint=f"leave out {option}, or --cluster")
    return ClusterChoice(address=address, generators=generators or 1, colocate=colocate)
