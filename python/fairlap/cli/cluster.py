"""`--cluster` and its options: races on the machines of a Ray cluster."""

import importlib
import importlib.util
import os
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Literal

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
        help="Race on the machines of this Ray cluster, e.g. 10.0.0.1:6379, or `auto` on one of its machines "
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
        help="On a cluster: number of machines that generate load for one contestant together [default: 1].",
    ),
]
Colocate = Annotated[
    bool,
    typer.Option("--colocate", help="On a cluster: put server, generators and services of a heat on one machine."),
]


def cluster_module(name: Literal["race", "doctor"]) -> ModuleType:
    """Import and return a module of `fairlap.cluster`. Raises UsageError when Ray is not installed."""
    if importlib.util.find_spec("ray") is None:
        raise UsageError("--cluster needs Ray, which is not installed", hint="pip install 'fairlap[cluster]'")
    os.environ.setdefault("RAY_AUTH_MODE", "token")  # read when Ray is imported
    return importlib.import_module(f"fairlap.cluster.{name}")


def cluster_options(
    address: str | None, generators: int | None, *, colocate: bool, generator: str, isolation: str | None
) -> "ClusterChoice | None":
    """Return the checked cluster options, `None` for this machine. Raises UsageError for options that conflict."""
    from fairlap.race.stored_request import ClusterChoice

    if address is None:
        for option, given in (("--generators", generators is not None), ("--colocate", colocate)):
            if given:
                raise UsageError(f"{option} applies only to races on a cluster", hint="add --cluster ADDRESS")
        return None
    if address.startswith("ray://"):
        hint = "run fairlap on a machine of the cluster, with the address that `ray start --head` printed"
        raise UsageError("Ray Client addresses (ray://) are not supported", where=address, hint=hint)
    for option, given in (
        (f"--generator {generator}", generator != OWN_GENERATOR),
        ("--isolation container", isolation == "container"),
    ):
        if given:
            raise UsageError(f"{option} applies only to races on one machine", hint=f"drop {option} or --cluster")
    return ClusterChoice(address=address, generators=generators or 1, colocate=colocate)
