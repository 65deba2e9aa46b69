"""Checks whether this machine is fit for measurements: facts, each with a verdict, its meaning and a fix."""

import os
import resource
import socket
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fairlap import host
from fairlap.catalog import Catalog
from fairlap.errors import UsageError
from fairlap.hosting.builder import HOME, find_builder
from fairlap.hosting.cgroup import version_name
from fairlap.hosting.container import base_image
from fairlap.hosting.container.engine import find_engine
from fairlap.hosting.isolation import Isolation, detect
from fairlap.hosting.leftovers import find_leftovers
from fairlap.hosting.namespaces import become_root
from fairlap.hosting.ports import ephemeral_range
from fairlap.hosting.programs import contestant_path
from fairlap.hosting.services.running import SERVICES, missing_service

Verdict = Literal["good", "warning", "bad"]

_WATCH_S = 1.0
_STEAL_LIMIT = 0.005
_BUSY_LIMIT = 0.10
_FEW_PORTS = 20_000
_FEW_FILES = 4_096
_SHORT_QUEUE = 1_024
_TRIED = 64
"""Connections of the loopback, to see whether they are tracked."""
_LITTLE_MEMORY_BYTES = 2 * 1024**3
_GOOD_CLOCKS = ("tsc", "arch_sys_counter", "kvm-clock")
_WEAK = {
    "affinity",
    "SIGSTOP",
    "procfs",
    "none",
    "host loopback",
    "nobody",
    "nobody, may read all files",
    "caller",
    "shared",
    "all",
}


@dataclass(frozen=True)
class Check:
    """One finding. `meaning`: how it affects results; `fix`: what to do, `None` when there is nothing to do.

    `fix` is called `mend` in JSON.
    """

    name: str
    value: str
    verdict: Verdict
    meaning: str
    fix: str | None


def _check(name: str, value: str, good: object, meaning: str, fix: str | None, otherwise: Verdict = "warning") -> Check:
    """Return a finding that is either `good` and has no fix, or has that fix."""
    return Check(name, value, "good", meaning, None) if good else Check(name, value, otherwise, meaning, fix)


def examine_catalog(catalog: Catalog) -> Check:
    """Check which files of the catalog are broken."""
    broken = catalog.broken
    value = f"{len(catalog.contestants)} contestants, none broken"
    if broken:
        value = f"broken: {', '.join(f'{one.kind} {one.name}' for one in broken)}"
    meaning = "a broken file is left out of races; naming it is an error"
    return _check("catalog", value, not broken, meaning, "; ".join(one.error for one in broken), "bad")


def examine(*, state_dir: Path | None = None, paths: Sequence[Path] = ()) -> tuple[Check, ...]:
    """Examine this machine, changing nothing but that builds get their home; takes about a second.

    Args:
        state_dir: the folder of state files; `None`: do not look for leftovers.
        paths: what contestants must be able to read.
    """
    engine = _engine()  # before: without root, it has a namespace of its own
    become_root()
    checks = [
        _cpus(),
        _governor(),
        _idle_cpus(),
        *_others(),
        _cgroup_version(),
        *_isolation(detect(paths=paths)),
        _builds(),
        _ports(),
        _tw_reuse(),
        _tracking(),
        _open_files(),
        _backlog(),
        _memory(),
        _virtualization(),
        _clocksource(),
        _services(),
        engine,
    ]
    if state_dir is not None:
        checks.append(_leftovers(state_dir))
    return tuple(checks)


def _cpus() -> Check:
    meaning = "contestants and generator must not take CPU time from each other"
    usable = sorted(os.sched_getaffinity(0))
    value = f"{len(usable)} CPUs in {len(host.cores(usable))} cores"
    layout = host.choose_cpus(1)
    if layout.shared:
        return Check("CPUs", f"{value}, shared", "bad", meaning, "use a machine with two or more cores")
    value += f": server {_numbers(layout.server)}, generator {_numbers(layout.generator)}"
    return _check("CPUs", value, len(layout.generator) >= 2, meaning, "use three cores or more: the generator needs 2")


def _governor() -> Check:
    governor = host.governor()
    return _check(
        "CPU governor",
        governor or "no cpufreq (usual in a virtual machine)",
        governor in (None, "performance"),
        "a CPU that changes its frequency changes the results",
        "cpupower frequency-set --governor performance",
    )


def _idle_cpus() -> Check:
    meaning = "CPUs that sleep wake up late, virtual ones by a millisecond and more: that spoils response times"
    why, fix = host.why_asleep() or ("kept awake in a race", None)
    return _check("idle CPUs", why, fix is None, meaning, fix)


def _others() -> tuple[Check, Check, Check]:
    """Measure steal and foreign load for one second in which Fairlap itself is idle."""
    before = host.read_cpu_times()
    time.sleep(_WATCH_S)  # the interval of the measurement: there is no event to wait for
    use = host.read_cpu_times().since(before)
    return _steal(use.steal_share), _busy(use.idle_share), _load()


def _steal(share: float | None) -> Check:
    meaning = "time that the hypervisor gives to other machines; rows with more than 0.5 % are flagged"
    if share is None:
        return Check("steal", "unknown", "warning", meaning, None)
    fix = "use a dedicated machine, or a quieter time of day"
    return _check("steal", f"{share:.2%}", share <= _STEAL_LIMIT, meaning, fix, "bad")


def _busy(idle_share: float | None) -> Check:
    meaning = "other busy processes disturb every lap"
    if idle_share is None:
        return Check("other processes", "unknown", "warning", meaning, None)
    busy = 1 - idle_share
    fix = "see `top` and stop what is not needed"
    return _check("other processes", f"CPUs {busy:.0%} busy", busy <= _BUSY_LIMIT, meaning, fix)


def _load() -> Check:
    load = os.getloadavg()[0]
    calm = load <= len(os.sched_getaffinity(0)) / 2
    meaning = "how busy the last minute was; a machine cools down slowly"
    return _check("load average", f"{load:.2f}", calm, meaning, "wait until it is below half the number of CPUs")


def _cgroup_version() -> Check:
    version = version_name()
    meaning = "control groups limit CPUs and memory of contestants, and freeze them"
    return _check("cgroup version", version, version != "none", meaning, "mount -t cgroup2 none /sys/fs/cgroup")


def _isolation(isolation: Isolation) -> tuple[Check, ...]:
    """Return one check for each kind of isolation, with the reasons for fallbacks."""
    parts: tuple[tuple[str, str, str], ...] = (
        ("CPUs of contestants", isolation.cpu, "with affinity only, a contestant could leave its CPUs"),
        ("freezing", isolation.freezer, "with SIGSTOP, a contestant and its parent can notice the freeze"),
        ("CPU accounting", isolation.cpu_accounting, "with procfs, the CPU time of some ended children is missing"),
        ("memory limit", isolation.memory_limit, "without a limit, a contestant can make the machine swap"),
        ("network", isolation.network, "on the machine's own loopback, other programs can interfere or take ports"),
        ("user", isolation.user, "with a user of its own, a contestant can do nothing to the others' processes"),
        (
            "view of the machine",
            isolation.view,
            "with its own, /tmp and /dev/shm are private, bounded and gone with it",
        ),
        ("system calls", isolation.syscalls, "without a filter, a contestant can try more of the kernel's weak points"),
    )
    fix = "; ".join(isolation.reasons) or None
    return tuple(_check(name, value, value not in _WEAK, meaning, fix) for name, value, meaning in parts)


def _builds() -> Check:
    builder = find_builder(HOME, contestant_path())
    meaning = "a user of their own writes to nothing but their folder and their caches"
    value = "caller" if builder.uid is None else "own user"
    return _check("builds", value, builder.uid is not None, meaning, builder.reason)


def _ports() -> Check:
    low, high = ephemeral_range()
    count = high - low + 1
    meaning = "every connection without keep-alive occupies a port for a minute"
    fix = "sysctl -w net.ipv4.ip_local_port_range='15000 65000'"
    return _check("ports for connections", f"{count} ({low} to {high})", count >= _FEW_PORTS, meaning, fix)


def _tw_reuse() -> Check:
    value = _sysctl("net/ipv4/tcp_tw_reuse") or "unknown"
    meaning = "reuses the ports of closed connections; without it, laps without keep-alive run out of ports"
    return _check("tcp_tw_reuse", value, value in ("1", "2"), meaning, "sysctl -w net.ipv4.tcp_tw_reuse=1")


def _tracking() -> Check:
    """Open connections of the loopback, and see whether the table of the firewall grows, which each network has."""
    before = _tracked()
    with ExitStack() as opened:
        server = opened.enter_context(socket.create_server(("127.0.0.1", 0), backlog=_TRIED))
        for _ in range(_TRIED):
            opened.enter_context(socket.create_connection(server.getsockname()))
        tracked = _tracked()
    most = _sysctl("net/netfilter/nf_conntrack_max")
    meaning = (
        "a firewall that keeps each connection in its table for two minutes costs CPU time, and drops new ones when "
        "that is full; contestants with networks of their own do not notice"
    )
    rules = "iptables -t raw -A OUTPUT -o lo -j NOTRACK; iptables -t raw -A PREROUTING -i lo -j NOTRACK"
    fix = f"unless containers publish ports on localhost: {rules}"
    grown = tracked - before >= _TRIED // 2  # others end meanwhile
    value = f"{tracked:,} of {int(most):,} connections" if grown and most else "none"
    return _check("connection tracking", value, not grown, meaning, fix)


def _tracked() -> int:
    return int(_sysctl("net/netfilter/nf_conntrack_count") or 0)


def _open_files() -> Check:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = hard == resource.RLIM_INFINITY
    value = "unlimited" if unlimited else str(hard)
    meaning = "limits the connections of generator and contestants"
    fix = "ulimit -Hn 65536 (as root, before fairlap)"
    return _check("open files", value, unlimited or hard >= _FEW_FILES, meaning, fix)


def _backlog() -> Check:
    value = _sysctl("net/core/somaxconn")
    long = value is not None and int(value) >= _SHORT_QUEUE
    meaning = "limits the queue of new connections; a short queue refuses bursts of connections"
    return _check("somaxconn", value or "unknown", long, meaning, "sysctl -w net.core.somaxconn=4096")


def _memory() -> Check:
    available = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    text = Path("/proc/meminfo").read_text().split()
    if "MemAvailable:" in text:
        available = int(text[text.index("MemAvailable:") + 1]) * 1024
    value = f"{available / 1024**3:.1f} GiB available"
    meaning, fix = "a heat keeps up to eight contestants alive", "stop other programs, or run smaller heats"
    return _check("memory", value, available >= _LITTLE_MEMORY_BYTES, meaning, fix)


def _virtualization() -> Check:
    value = host.virtualization() or "unknown"
    meaning = "a virtual machine shares its hardware, so expect more noise; interleaved laps help"
    return _check("virtualization", value, value == "none", meaning, "use bare metal if possible")


def _clocksource() -> Check:
    value = host.fingerprint().clocksource or "unknown"
    meaning = "a slow clock costs the generator time for every request"
    fix = "boot with clocksource=tsc, if the machine has a stable one"
    return _check("clock source", value, value.startswith(_GOOD_CLOCKS), meaning, fix)


def _services() -> Check:
    meaning = "databases and caches; scenarios that need a missing service are skipped"
    found = {name: missing_service(name) for name, service in SERVICES.items() if service.programs}
    here = ", ".join(name for name, missing in found.items() if missing is None) or "none"
    fixes = "; ".join(missing[1] for missing in found.values() if missing is not None)
    return _check("services", here, not fixes, meaning, fixes)


def _engine() -> Check:
    meaning = "needed only for --isolation container"
    try:
        engine = find_engine()
    except UsageError as error:
        return Check("container engine", "none", "good", meaning, f"{error.message} ({error.hint})")
    found = base_image.origin(engine)
    value = f"{engine.name} {engine.version}, {base_image.SHORT_NAME} {found or 'is missing'}"
    fix = None if found else f"run `fairlap base-image` if {base_image.SHORT_NAME} cannot be pulled"
    return Check("container engine", value, "good", meaning, fix)


def _leftovers(state_dir: Path) -> Check:
    meaning = "contestants of a crashed run that still use CPU time and memory"
    found = find_leftovers(state_dir)
    value = "; ".join(leftover.text for leftover in found) or "none"
    return _check("leftovers", value, not found, meaning, "start any `fairlap run`: it ends them first", "bad")


def _sysctl(name: str) -> str | None:
    try:
        return (Path("/proc/sys") / name).read_text().strip()
    except FileNotFoundError:
        return None


def _numbers(cpus: tuple[int, ...]) -> str:
    return ",".join(map(str, cpus))
