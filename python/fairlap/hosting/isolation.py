"""How contestants are isolated on this machine; stored with every result."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from fairlap.hosting import cgroup, network
from fairlap.hosting.cgroup_v1 import V1Layout
from fairlap.hosting.user import Syscalls, User, UserFound, find_user, why_not_confined
from fairlap.hosting.view import View, try_own_view, why_no_own_view

Cpu = Literal["cgroup v1 cpuset", "cgroup v2 cpuset", "affinity"]
Freezer = Literal["cgroup v1", "cgroup v2", "SIGSTOP"]
CpuAccounting = Literal["cgroup v1 cpuacct", "cgroup v2", "procfs"]
MemoryLimit = Literal["cgroup v1", "cgroup v2", "none"]
Network = Literal[
    "own namespace", "own namespace linked to services", "private namespace", "host loopback", "bridge", "cluster"
]
"""`own namespace`: each contestant has a loopback of its own, which only the generator visits. `private namespace`: all
share one with the generator and with services. `cluster`: contestants listen on an address that other machines can
reach."""

OWN: tuple[Network, ...] = ("own namespace", "own namespace linked to services")
PRIVATE: tuple[Network, ...] = (*OWN, "private namespace")
"""Nobody else is on these, and there is no way out."""

PROCESS = "process"


@dataclass(frozen=True)
class Isolation:
    """The mechanism of each kind of isolation. `reasons`: one line per fallback, with cause and fix."""

    cpu: Cpu
    freezer: Freezer
    cpu_accounting: CpuAccounting
    memory_limit: MemoryLimit
    network: Network
    user: User
    view: View = "shared"
    syscalls: Syscalls = "all"
    reasons: tuple[str, ...] = ()
    hosting: str = PROCESS
    """"process", or "container" with its engine."""

    @property
    def kind(self) -> tuple[str, ...]:
        """All fields except the reasons: results of different kinds never share a table."""
        return tuple(str(getattr(self, field.name)) for field in fields(self) if field.name != "reasons")

    @property
    def uses_cgroups(self) -> bool:
        """Whether any part of it is a control group."""
        return any(part.startswith("cgroup") for part in self.kind)

    def as_json(self) -> str:
        """Return the document that is stored with a run."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Isolation":
        """Read what `as_json` wrote.

        Raises:
            ValueError: `text` is something else (pydantic's ValidationError is a ValueError).
        """
        return TypeAdapter(cls).validate_json(text)


def detect(
    *,
    paths: Sequence[Path] = (),
    shown: Sequence[Path] = (),
    covered: Sequence[Path] = (),
    wanted: Network = "own namespace",
) -> Isolation:
    """Try out what works here: create and remove a probe cgroup, become another user in a child, and so on.

    Args:
        paths: what contestants must be able to read: programs, interpreters, builds.
        shown: what their view shows of folders that are `covered`, or that only the caller can enter (`view.to_show`).
        covered: what their view does not have else.
        wanted: the network, or a weaker one if that is not available; `enter_private_network` enters a private one.
    """
    groups = cgroup.find()
    reasons = list(groups.reasons)
    net, why_not = _best_network(wanted)
    reasons += why_not
    # Where everything works, one attempt at all of it shows that: each takes dozens of processes.
    view = try_own_view(shown, covered)
    user = find_user(paths, view)
    no_view = None if view and user == UserFound("own user", ()) else why_no_own_view(paths, shown, covered)
    if view and no_view is not None:
        user = find_user(paths)
    if no_view is not None:
        reasons.append(f"contestants share /tmp, /dev/shm, IPC and the list of processes: {no_view}")
    no_filter = why_not_confined()
    if no_filter is not None:
        reasons.append(f"contestants can make all system calls: {no_filter} (fix: a kernel with seccomp)")
    first = groups.layout is None or isinstance(groups.layout, V1Layout)
    return Isolation(
        cpu="affinity" if not groups.cpuset else "cgroup v1 cpuset" if first else "cgroup v2 cpuset",
        freezer="SIGSTOP" if not groups.freezer else "cgroup v1" if first else "cgroup v2",
        cpu_accounting="procfs" if not groups.accounting else "cgroup v1 cpuacct" if first else "cgroup v2",
        memory_limit="none" if not groups.memory else "cgroup v1" if first else "cgroup v2",
        network=net,
        user=user.user,
        view="own" if no_view is None else "shared",
        syscalls="filtered" if no_filter is None else "all",
        reasons=(*reasons, *user.reasons),
    )


def _best_network(wanted: Network) -> tuple[Network, list[str]]:
    """Return the wanted network or the best that is available, and why it is a weaker one."""
    if wanted not in PRIVATE:
        return wanted, []
    refusal = network.why_not_private()
    if refusal is not None:
        return "host loopback", [f"contestants use the machine's own loopback: {refusal}"]
    if wanted == "private namespace":
        return wanted, []
    refusal = network.why_no_own_network(linked=wanted == "own namespace linked to services")
    return (wanted, []) if refusal is None else ("private namespace", [f"contestants share a loopback: {refusal}"])
