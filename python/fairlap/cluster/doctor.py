"""`fairlap doctor --cluster`: are the machines of a cluster fit for races, and how many groups of them are there?"""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from fairlap.cluster.groups import plan_groups
from fairlap.cluster.models import RESOURCES, Node, NodeReport
from fairlap.cluster.needs import lacks, must_have_token, must_listen, requirements
from fairlap.cluster.on_ray import RayCluster
from fairlap.cluster.package import copy_catalog, copy_package
from fairlap.doctor import Check, Verdict
from fairlap.errors import FairlapError, UsageError
from fairlap.hosting.isolation import Isolation
from fairlap.race.asked import ClusterAsked

_MOST_SHOWN = 3


def examine_cluster(address: str, catalog: Path) -> tuple[Check, ...]:
    """Examine every machine. Raises UsageError when the cluster cannot be joined."""
    must_have_token()
    must_listen(address)
    with RayCluster(address) as cluster:
        nodes = cluster.nodes()
        reports = cluster.examine(requirements())
    checks = [_needs(node, reports[node.address]) for node in nodes]
    fit = [node for node, check in zip(nodes, checks, strict=True) if check.verdict == "good"]
    with tempfile.TemporaryDirectory(prefix="fairlap-") as temporary:
        folder = Path(temporary)
        package, copied = copy_package(folder), copy_catalog(catalog, folder / "catalog")
        with RayCluster(address, package, copied) as cluster:
            checks += _isolation(cluster.isolation_of([node.address for node in fit]))
    return (*checks, _groups(address, nodes))


def _needs(node: Node, report: NodeReport) -> Check:
    sites = [RESOURCES[site] for site, count in node.free.items() if count]
    found = lacks([report])
    value = ", ".join(sites) or "no site of a race (a driver may run there)"
    if found:
        value += "; " + "; ".join(lack.text for lack in found)
    meaning = "what Fairlap needs on a machine before it can send itself there"
    mend = "; ".join(dict.fromkeys(lack.mend for lack in found)) or None
    return Check(f"machine {node.address}", value, "bad" if found else "good", meaning, mend)


def _isolation(found: Mapping[str, Isolation | FairlapError]) -> list[Check]:
    """One line for each kind of isolation: a race needs one for all server sites."""
    checks = []
    kinds: dict[tuple[str, ...], list[str]] = {}
    for address, isolation in found.items():
        if isinstance(isolation, FairlapError):
            checks.append(Check(f"isolation on {address}", isolation.line(), "bad", "Fairlap does not run there", None))
        else:
            kinds.setdefault(isolation.kind, []).append(address)
    verdict: Verdict = "good" if len(kinds) == 1 else "warning"
    meaning = "results of different kinds never share a table: server sites must be alike"
    mend = None if len(kinds) == 1 else "make the server machines alike: all with root, or none"
    for kind, addresses in kinds.items():
        checks.append(Check(f"isolation on {', '.join(addresses)}", ", ".join(kind), verdict, meaning, mend))
    return checks


def _groups(address: str, nodes: Sequence[Node]) -> Check:
    meaning = "so many heats can run at the same time, each on machines of its own"
    told: list[str] = []
    lacking: UsageError | None = None
    for generators in range(1, _MOST_SHOWN + 1):
        words = "one generator" if generators == 1 else f"{generators} generators"
        for colocate in (False, True):
            asked = ClusterAsked(address=address, generators=generators, colocate=colocate)
            try:
                found = plan_groups(nodes, asked, services=False)
            except UsageError as error:
                lacking = lacking or error
            else:
                told.append(f"{len(found)} with {words}{' on one machine (--colocate)' if colocate else ''}")
    if not told and lacking is not None:
        return Check("groups", f"none: {lacking.message}", "bad", meaning, lacking.hint)
    return Check("groups", ", ".join(told), "good", meaning, None)
