"""A machine of a cluster: its facts, CPUs and folder, and how contestants are hosted there."""

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from fairlap.cluster.models import Colocation, SiteFacts
from fairlap.errors import UsageError
from fairlap.host import HostFingerprint, choose_cpus, cores, fingerprint
from fairlap.hosting.hosting import ProcessHosting, detected
from fairlap.hosting.isolation import Isolation, Network
from fairlap.hosting.prepared import Prepared
from fairlap.samples import Machine, SiteName

NODE_DIR = "FAIRLAP_NODE_DIR"
"""The environment variable of Ray's processes on a machine that names another folder."""


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


def site_folder(address: str) -> Path:
    """Return the folder of the site at `address`; its builds are kept between races."""
    named = os.environ.get(NODE_DIR)
    return (Path(named) if named else _own_folder(Path(f"/var/tmp/fairlap-{os.geteuid()}"))) / address


def _own_folder(path: Path) -> Path:
    """Return a folder that nobody else can write to; made if it does not exist. Its name can be predicted.

    Raises:
        UsageError: somebody else has made it.
    """
    path.mkdir(mode=0o755, exist_ok=True)
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o022:
        raise UsageError("somebody else can write to it", where=str(path), hint=f"remove it, or set {NODE_DIR}")
    return path


class AddressHosting(ProcessHosting):
    """Hosting as processes that listen on `address`, without a private network."""

    def __init__(self, address: str) -> None:
        self.address = address

    def settle(self, prepared: Iterable[Prepared], run: str, wanted: Network) -> Isolation:
        """Try out which isolation works here."""
        if wanted != "cluster":
            raise ValueError(f"other machines cannot reach a {wanted}")
        return detected(prepared, wanted)


def isolation_here() -> Isolation:
    """Return the isolation that contestants would have on this machine."""
    return AddressHosting("").settle((), "doctor", "cluster")
