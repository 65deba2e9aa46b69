"""What a machine of a cluster says of itself."""

import os

from fairlap.cluster.models import SiteFacts, Together
from fairlap.host import HostFingerprint, choose_cpus, cores, fingerprint
from fairlap.samples import Machine, SiteName


def describe(
    address: str,
    site: SiteName,
    fairload: str | None,
    *,
    cpus: int,
    reasons: tuple[str, ...] = (),
) -> SiteFacts:
    """The facts of this machine as a site that uses so many of its CPUs."""
    host = fingerprint()
    return SiteFacts(address, site, kind_of(host), host.as_json(), fairload, cpus, reasons)


def kind_of(host: HostFingerprint) -> str:
    """What makes numbers of two machines differ, in a few words: processor, CPUs, memory, kernel."""
    memory_gib = round(host.memory_bytes / 2**30)
    return f"{host.cpu_model or 'unknown processor'}, {host.cpus} CPUs, {memory_gib} GiB, Linux {host.kernel}"


def as_machine(facts: SiteFacts) -> Machine:
    """As it is stored."""
    return Machine(facts.address, facts.site, facts.kind, facts.host_json)


def cpus_of(site: SiteName, together: Together | None) -> tuple[int, ...]:
    """The CPUs of a generator site or a services site.

    On a machine of its own: all but the first core, where there are several, as Ray needs some, too. `together` with a
    server site: what that leaves, a share of it for each of several generators where it is enough.
    """
    if together is None:
        found = cores(sorted(os.sched_getaffinity(0)))
        kept = found[1:] if len(found) > 1 else found
        return tuple(sorted(cpu for core in kept for cpu in core))
    layout = choose_cpus(together.workers, services=together.services)
    if site == "services":
        return layout.services
    return layout.generator[together.index :: together.generators] or layout.generator
