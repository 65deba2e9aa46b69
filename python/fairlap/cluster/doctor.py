"""`fairlap doctor --cluster`: checks the machines of a cluster, and how many groups they form."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from fairlap.cluster.groups import plan_groups
from fairlap.cluster.models import RESOURCES, Node, NodeReport
from fairlap.cluster.needs import find_missing, require_listener, require_token, requirements
from fairlap.cluster.on_ray import RayCluster
from fairlap.doctor import Check, Verdict
from fairlap.errors import FairlapError, UsageError
from fairlap.hosting.isolation import Isolation
from fairlap.race.stored_request import ClusterChoice

_MOST_SHOWN = 3


def examine_cluster(address: str, catalog: Path) -> tuple[Check, ...]:
    """Examine every machine. Raises UsageError when the cluster cannot be joined."""
    require_token()
    require_listener(address)
    with RayCluster(address) as cluster:
        nodes = cluster.nodes()
        reports = cluster.examine(requirements())
    checks = [_needs(node, reports[node.address]) for node in nodes]
    fit = [node for node, check in zip(nodes, checks, strict=True) if check.verdict == "good"]
    with RayCluster(address, catalog) as cluster:
        checks += _isolation(cluster.isolation_of([node.address for node in fit]))
    return (*checks, _groups(address, nodes))


def _needs(node: Node, report: NodeReport) -> Check:
    sites = [RESOURCES[site] for site, count in node.free.items() if count]
    found = find_missing([report])
    value = ", ".join(sites) or "no site of a race (a driver may run there)"
    if found:
        value += "; " + "; ".join(missing.text for missing in found)
    meaning = "a machine must meet these requirements before Fairlap can run there"
    fix = "; ".join(dict.fromkeys(missing.fix for missing in found)) or None
    return Check(f"machine {node.address}", value, "bad" if found else "good", meaning, fix)


def _isolation(found: Mapping[str, Isolation | FairlapError]) -> list[Check]:
    """Return a check for each kind of isolation: all server sites of a race must have the same."""
    checks = []
    kinds: dict[tuple[str, ...], list[str]] = {}
    for address, isolation in found.items():
        if isinstance(isolation, FairlapError):
            checks.append(Check(f"isolation on {address}", isolation.line(), "bad", "Fairlap cannot run there", None))
        else:
            kinds.setdefault(isolation.kind, []).append(address)
    verdict: Verdict = "good" if len(kinds) == 1 else "warning"
    meaning = "results of different kinds never share a table: server sites must be alike"
    fix = None if len(kinds) == 1 else "make the server machines alike: all with root, or none"
    for kind, addresses in kinds.items():
        checks.append(Check(f"isolation on {', '.join(addresses)}", ", ".join(kind), verdict, meaning, fix))
    return checks


def _groups(address: str, nodes: Sequence[Node]) -> Check:
    meaning = "the number of heats that can run at the same time, each on separate machines"
    possible: list[str] = []
    refused: UsageError | None = None
    for generators in range(1, _MOST_SHOWN + 1):
        words = "one generator" if generators == 1 else f"{generators} generators"
        for colocate in (False, True):
            choice = ClusterChoice(address=address, generators=generators, colocate=colocate)
            try:
                found = plan_groups(nodes, choice, services=False)
            except UsageError as error:
                refused = refused or error
            else:
                possible.append(f"{len(found)} with {words}{' on one machine (--colocate)' if colocate else ''}")
    if not possible and refused is not None:
        return Check("groups", f"none: {refused.message}", "bad", meaning, refused.hint)
    return Check("groups", ", ".join(possible), "good", meaning, None)
