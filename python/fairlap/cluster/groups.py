"""Which machines race together: groups of a server site and its generators (and services), as many as there are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.cluster.models import RESOURCES, GroupSetup, Node, Together
from fairlap.errors import UsageError
from fairlap.race.asked import ClusterAsked
from fairlap.samples import SiteName

_ORDER: tuple[SiteName, ...] = ("server", "generator", "services")


@dataclass(frozen=True, slots=True)
class Placed:
    """A site, and the machine that it is on."""

    site: SiteName
    node: Node


@dataclass(frozen=True, slots=True)
class Group:
    """Machines that race together: the server site first, then its generators, then the services site, if any."""

    sites: tuple[Placed, ...]

    @property
    def server(self) -> str:
        """The address of the server site, which names the group."""
        return self.sites[0].node.address

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Its machines, each once."""
        return tuple({placed.node.address: placed.node for placed in self.sites}.values())


def sites_of(choice: ClusterAsked, *, services: bool) -> tuple[SiteName, ...]:
    """The sites of one group: the server first, then the generators, then the services."""
    return ("server", *("generator",) * choice.generators, *(("services",) if services else ()))


def plan_groups(nodes: Sequence[Node], choice: ClusterAsked, *, services: bool) -> tuple[Group, ...]:
    """As many groups as there are at the same time, no machine in two of them.

    Args:
        nodes: those that may be used.
        choice: how many generators, and whether on one machine.
        services: whether the scenarios need databases or caches.

    Raises:
        UsageError: there is not even one, with the resource that is missing, where, and how to give it to a machine.
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
    """A machine for each site of one more group; those that are good for less are taken first."""
    by_use = sorted(free, key=lambda node: (sum(count > 0 for count in node.free.values()), node.address))
    if colocate:
        wanted = Counter(sites)
        alone = (node for node in by_use if all(node.free.get(site, 0) >= count for site, count in wanted.items()))
        chosen = next(alone, None)
        return None if chosen is None else [chosen] * len(sites)
    taken: dict[str, int] = {}

    def place(slot: int, seen: set[str]) -> bool:
        """Kuhn's augmenting paths: who has a machine moves to another one, where that lets everyone have one."""
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
    """What a group lacks, and what there is."""
    if not nodes:
        return "the cluster has no living machine"
    if colocate:
        needs = ", ".join(f"{RESOURCES[site]}: {count}" for site, count in wanted.items())
        return f"no machine has all that a group needs ({needs}); there are {_told(nodes)}"
    for site in _ORDER:
        having = [node.address for node in nodes if node.free.get(site, 0) >= 1]
        if len(having) < wanted[site]:
            where = f"only {', '.join(having)}" if having else "none"
            machines = "a machine" if wanted[site] == 1 else f"{wanted[site]} machines"
            return f"{machines} with the resource {RESOURCES[site]} wanted, {where} of {len(nodes)} has it free"
    return f"{wanted.total()} machines wanted, one for each site; there are {_told(nodes)}"


def _told(nodes: Sequence[Node]) -> str:
    told = []
    for node in nodes:
        has = [RESOURCES[site] for site in _ORDER if node.free.get(site, 0) >= 1]
        told.append(f"{node.address} ({', '.join(has) or 'without any of them'})")
    return ", ".join(told)


def _hint(wanted: Counter[SiteName]) -> str:
    each = " or ".join(f"""--resources='{{"{RESOURCES[site]}": 1}}'""" for site in _ORDER if wanted[site])
    return f"start machines with `ray start --address=... {each}`; see docs/scaling.md"


def together_of(group: Group, index: int, setup: GroupSetup) -> Together:
    """What the site of that index shares its machine with, in a group on one machine."""
    generators = [number for number, placed in enumerate(group.sites) if placed.site == "generator"]
    own = generators.index(index) if index in generators else 0
    return Together(setup.workers, len(generators), own, services=bool(setup.with_services))
