"""Forms groups of machines, each with a server site, its generators, and services if needed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.cluster.models import RESOURCES, Colocation, GroupSetup, Node
from fairlap.errors import UsageError
from fairlap.race.stored_request import ClusterChoice
from fairlap.samples import SiteName

_ORDER: tuple[SiteName, ...] = ("server", "generator", "services")


@dataclass(frozen=True, slots=True)
class Placed:
    """A site and its machine."""

    site: SiteName
    node: Node


@dataclass(frozen=True, slots=True)
class Group:
    """Machines for one heat at a time: server site, generators, services site (if any), in this order."""

    sites: tuple[Placed, ...]

    @property
    def server(self) -> str:
        """The address of the server site, which names the group."""
        return self.sites[0].node.address

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The distinct machines."""
        return tuple({placed.node.address: placed.node for placed in self.sites}.values())


def sites_of(choice: ClusterChoice, *, services: bool) -> tuple[SiteName, ...]:
    """Return the sites of one group: the server, then the generators, then the services."""
    return ("server", *("generator",) * choice.generators, *(("services",) if services else ()))


def plan_groups(nodes: Sequence[Node], choice: ClusterChoice, *, services: bool) -> tuple[Group, ...]:
    """Form as many disjoint groups as possible.

    Args:
        nodes: the machines to use.
        choice: the number of generators, and whether groups consist of a single machine.
        services: whether the scenarios need databases or caches.

    Raises:
        UsageError: not even one group is possible; names the missing resource and the fix.
    """
    sites = sites_of(choice, services=services)
    free, groups = list(nodes), list[Group]()
    while (chosen := _next_group(free, sites, colocate=choice.colocate)) is not None:
        groups.append(Group(tuple(Placed(site, node) for site, node in zip(sites, chosen, strict=True))))
        free = [node for node in free if node not in chosen]
    if not groups:
        wanted = Counter(sites)
        raise UsageError(_missing(nodes, wanted, colocate=choice.colocate), where=choice.address, hint=_hint(wanted))
    return tuple(groups)


def _next_group(free: Sequence[Node], sites: Sequence[SiteName], *, colocate: bool) -> list[Node] | None:
    """Choose a machine for each site of another group, preferring machines with fewer uses."""
    by_use = sorted(free, key=lambda node: (sum(count > 0 for count in node.free.values()), node.address))
    if colocate:
        wanted = Counter(sites)
        alone = (node for node in by_use if all(node.free.get(site, 0) >= count for site, count in wanted.items()))
        chosen = next(alone, None)
        return None if chosen is None else [chosen] * len(sites)
    taken: dict[str, int] = {}

    def place(slot: int, seen: set[str]) -> bool:
        """Find a machine by Kuhn's augmenting paths: move earlier sites to other machines if necessary."""
        for node in by_use:
            if node.free.get(sites[slot], 0) < 1 or node.address in seen:
                continue
            seen.add(node.address)
            if node.address not in taken or place(taken[node.address], seen):
                taken[node.address] = slot
                return True
        return False

    if not all(place(slot, set()) for slot in range(len(sites))):
        return None
    of_slot = {slot: address for address, slot in taken.items()}
    by_address = {node.address: node for node in by_use}
    return [by_address[of_slot[slot]] for slot in range(len(sites))]


def _missing(nodes: Sequence[Node], wanted: Counter[SiteName], *, colocate: bool) -> str:
    """Describe what is missing for a group."""
    if not nodes:
        return "the cluster has no living machine"
    if colocate:
        needs = ", ".join(f"{RESOURCES[site]}: {count}" for site, count in wanted.items())
        return f"no machine has all that a group needs ({needs}); there are {_listed(nodes)}"
    for site in _ORDER:
        having = [node.address for node in nodes if node.free.get(site, 0) >= 1]
        if len(having) < wanted[site]:
            where = f"only {', '.join(having)}" if having else "none"
            machines = "a machine" if wanted[site] == 1 else f"{wanted[site]} machines"
            return f"a group needs {machines} with the resource {RESOURCES[site]}; {where} of {len(nodes)} has it free"
    return f"a group needs {wanted.total()} machines, one for each site; there are {_listed(nodes)}"


def _listed(nodes: Sequence[Node]) -> str:
    listed = []
    for node in nodes:
        has = [RESOURCES[site] for site in _ORDER if node.free.get(site, 0) >= 1]
        listed.append(f"{node.address} ({', '.join(has) or 'no resource'})")
    return ", ".join(listed)


def _hint(wanted: Counter[SiteName]) -> str:
    each = " or ".join(f"""--resources='{{"{RESOURCES[site]}": 1}}'""" for site in _ORDER if wanted[site])
    return f"start machines with `ray start --address=... {each}`; see docs/scaling.md"


def colocation_of(group: Group, index: int, setup: GroupSetup) -> Colocation:
    """Return the sites that share a machine with the site of that index, in a group on one machine."""
    generators = [number for number, placed in enumerate(group.sites) if placed.site == "generator"]
    own = generators.index(index) if index in generators else 0
    return Colocation(setup.workers, len(generators), own, services=bool(setup.with_services))
