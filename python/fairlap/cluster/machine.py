"""Describes a machine of a cluster."""

import os

from fairlap.cluster.models import Colocation, SiteFacts
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
    """Return the facts of this machine as a site that uses some of its CPUs."""
    host = fingerprint()
    return SiteFacts(address, site, kind_of(host), host.as_json(), fairload, cpus, reasons)


def kind_of(host: HostFingerprint) -> str:
    """Return the type of a machine, which affects its numbers: processor, CPUs, memory, kernel."""
    memory_gib = round(host.memory_bytes / 2**30)
    return f"{host.cpu_model or 'unknown processor'}, {host.cpus} CPUs, {memory_gib} GiB, Linux {host.kernel}"


def as_machine(facts: SiteFacts) -> Machine:
    """Convert the facts for the store."""
    return Machine(facts.address, facts.site, facts.kind, facts.host_json)


def cpus_of(site: SiteName, colocation: Colocation | None) -> tuple[int, ...]:
    """Return the CPUs of a generator site or a services site.

    On a separate machine: all except the first core, which is for Ray, if there are several. `colocation` with a server
    site: the remaining CPUs, divided among several generators if possible.
    """
    if colocation is None:
        found = cores(sorted(os.sched_getaffinity(0)))
        kept = found[1:] if len(found) > 1 else found
        return tuple(sorted(cpu for core in kept for cpu in core))
    layout = choose_cpus(colocation.workers, services=colocation.services)
    if site == "services":
        return layout.services
    return layout.generator[colocation.index :: colocation.generators] or layout.generator
