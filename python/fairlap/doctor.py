"""Is this machine fit to measure on? Facts with a verdict, what each means, and what would mend it."""

import os
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fairlap import host
from fairlap.catalog import Catalog
from fairlap.errors import UsageError
from fairlap.hosting.cgroup import version_name
from fairlap.hosting.container import base_image
from fairlap.hosting.container.engine import find_engine
from fairlap.hosting.isolation import Isolation, detect
from fairlap.hosting.leavings import find_leavings
from fairlap.hosting.ports import ephemeral_range
from fairlap.hosting.services.running import SERVICES, lacking

Verdict = Literal["good", "warning", "bad"]

_WATCH_S = 1.0
_STEAL_LIMIT = 0.005
_BUSY_LIMIT = 0.10
_FEW_PORTS = 20_000
_FEW_FILES = 4_096
_SHORT_QUEUE = 1_024
_LITTLE_MEMORY_BYTES = 2 * 1024**3
_GOOD_CLOCKS = ("tsc", "arch_sys_counter")
_WEAK = {"affinity", "SIGSTOP", "procfs", "none", "host loopback", "caller"}


@dataclass(frozen=True)
class Check:
    """One finding. `meaning`: what it does to results; `mend`: how to change it, `None` when nothing is to be done."""

    name: str
    value: str
    verdict: Verdict
    meaning: str
    mend: str | None


def examine_catalog(catalog: Catalog) -> Check:
    """Say which files of the catalog are broken."""
    meaning = "what is broken is left out of races, and refused by name"
    if catalog.broken:
        told = ", ".join(f"{one.kind} {one.name}" for one in catalog.broken)
        return Check("catalog", f"broken: {told}", "bad", meaning, "; ".join(one.error for one in catalog.broken))
    return Check("catalog", f"{len(catalog.contestants)} contestants, none broken", "good", meaning, None)


def examine(
    *, state_dir: Path | None = None, paths: Sequence[Path] = (), ceiling: Callable[[], Check] | None = None
) -> tuple[Check, ...]:
    """Examine this machine; takes about a second, and changes nothing.

    Args:
        state_dir: where the state files of runs lie; `None`: do not look for leavings.
        paths: what contestants must be able to read.
        ceiling: measures what generator and reference reach here; `None`: leave that out.
    """
    checks = [
        _cpus(),
        _governor(),
        *_others(),
        _cgroup_version(),
        *_isolation(detect(paths=paths)),
        _ports(),
        _tw_reuse(),
        _open_files(),
        _backlog(),
        _memory(),
        _virtualization(),
        _clocksource(),
        _services(),
        _engine(),
    ]
    if state_dir is not None:
        checks.append(_leavings(state_dir))
    if ceiling is not None:
        checks.append(ceiling())
    return tuple(checks)


def _cpus() -> Check:
    meaning = "contestants and generator must not take CPU time from each other"
    usable = sorted(os.sched_getaffinity(0))
    value = f"{len(usable)} CPUs in {len(host.cores(usable))} cores"
    layout = host.choose_cpus(1)
    if layout.shared:
        return Check("CPUs", f"{value}, shared", "bad", meaning, "a machine with two or more cores")
    sides = f"server {_numbers(layout.server)}, generator {_numbers(layout.generator)}"
    if len(layout.generator) < 2:
        return Check("CPUs", f"{value}: {sides}", "warning", meaning, "three or more cores: the generator wants two")
    return Check("CPUs", f"{value}: {sides}", "good", meaning, None)


def _governor() -> Check:
    meaning = "a CPU that changes its frequency changes the results"
    governor = host.governor()
    if governor is None:
        return Check("CPU governor", "no cpufreq (usual in a virtual machine)", "good", meaning, None)
    if governor == "performance":
        return Check("CPU governor", governor, "good", meaning, None)
    return Check("CPU governor", governor, "warning", meaning, "cpupower frequency-set --governor performance")


def _others() -> tuple[Check, Check, Check]:
    """Steal and load of others, over one second in which Fairlap itself does nothing."""
    before = host.read_cpu_times()
    time.sleep(_WATCH_S)  # time is what is measured here: there is no event
    use = host.read_cpu_times().since(before)
    return _steal(use.steal_share), _busy(use.idle_share), _load()


def _steal(share: float | None) -> Check:
    meaning = "time that the hypervisor gives to other machines: rows with more than 0.5 % are flagged"
    if share is None:
        return Check("steal", "unknown", "warning", meaning, None)
    if share <= _STEAL_LIMIT:
        return Check("steal", f"{share:.2%}", "good", meaning, None)
    return Check("steal", f"{share:.2%}", "bad", meaning, "a machine of your own, or a quieter hour")


def _busy(idle_share: float | None) -> Check:
    meaning = "other busy processes disturb every lap"
    if idle_share is None:
        return Check("other processes", "unknown", "warning", meaning, None)
    value = f"CPUs {1 - idle_share:.0%} busy"
    if 1 - idle_share <= _BUSY_LIMIT:
        return Check("other processes", value, "good", meaning, None)
    return Check("other processes", value, "warning", meaning, "see `top`, and end what is not needed")


def _load() -> Check:
    load = os.getloadavg()[0]
    cpus = len(os.sched_getaffinity(0))
    meaning = "how busy the last minute was; a machine cools down slowly"
    if load <= cpus / 2:
        return Check("load average", f"{load:.2f}", "good", meaning, None)
    return Check("load average", f"{load:.2f}", "warning", meaning, "wait until it is below half the number of CPUs")


def _cgroup_version() -> Check:
    version = version_name()
    meaning = "control groups hold CPUs, memory and freezing of contestants"
    if version == "none":
        return Check("cgroup version", version, "warning", meaning, "mount -t cgroup2 none /sys/fs/cgroup")
    return Check("cgroup version", version, "good", meaning, None)


def _isolation(isolation: Isolation) -> tuple[Check, ...]:
    """One check per kind of isolation, and the reasons for the fallbacks."""
    parts: tuple[tuple[str, str, str], ...] = (
        ("CPUs of contestants", isolation.cpu, "by affinity a contestant could leave its CPUs"),
        ("freezing", isolation.freezer, "with SIGSTOP a contestant can notice it, and its parent is told"),
        ("CPU accounting", isolation.cpu_accounting, "with procfs the CPU time of some ended children is missed"),
        ("memory limit", isolation.memory_limit, "without one a contestant can drive the machine into swapping"),
        ("network", isolation.network, "on the machine's own loopback others can disturb, and ports can be taken"),
        ("user", isolation.user, "what a contestant may do to this machine"),
    )
    mend = "; ".join(isolation.reasons) or None
    return tuple(
        Check(name, value, "warning" if value in _WEAK else "good", meaning, mend if value in _WEAK else None)
        for name, value, meaning in parts
    )


def _ports() -> Check:
    low, high = ephemeral_range()
    count = high - low + 1
    meaning = "every connection without keep-alive takes one for a minute"
    mend = "sysctl -w net.ipv4.ip_local_port_range='15000 65000'"
    value = f"{count} ({low} to {high})"
    if count >= _FEW_PORTS:
        return Check("ports for connections", value, "good", meaning, None)
    return Check("ports for connections", value, "warning", meaning, mend)


def _tw_reuse() -> Check:
    value = _sysctl("net/ipv4/tcp_tw_reuse")
    meaning = "whether ports of ended connections are taken again: without it, no-keep-alive laps run out of ports"
    if value in ("1", "2"):
        return Check("tcp_tw_reuse", value, "good", meaning, None)
    return Check("tcp_tw_reuse", value or "unknown", "warning", meaning, "sysctl -w net.ipv4.tcp_tw_reuse=1")


def _open_files() -> Check:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    meaning = "bounds the connections of generator and contestants"
    value = "unlimited" if hard == resource.RLIM_INFINITY else str(hard)
    if hard == resource.RLIM_INFINITY or hard >= _FEW_FILES:
        return Check("open files", value, "good", meaning, None)
    return Check("open files", value, "warning", meaning, "ulimit -Hn 65536 (as root, before fairlap)")


def _backlog() -> Check:
    value = _sysctl("net/core/somaxconn")
    meaning = "caps the queue of new connections: many at once are refused when it is short"
    if value is not None and int(value) >= _SHORT_QUEUE:
        return Check("somaxconn", value, "good", meaning, None)
    return Check("somaxconn", value or "unknown", "warning", meaning, "sysctl -w net.core.somaxconn=4096")


def _memory() -> Check:
    available = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    text = Path("/proc/meminfo").read_text().split()
    if "MemAvailable:" in text:
        available = int(text[text.index("MemAvailable:") + 1]) * 1024
    meaning = "a heat keeps up to eight contestants alive"
    value = f"{available / 1024**3:.1f} GiB available"
    if available >= _LITTLE_MEMORY_BYTES:
        return Check("memory", value, "good", meaning, None)
    return Check("memory", value, "warning", meaning, "end other programs, or run smaller heats")


def _virtualization() -> Check:
    value = host.virtualization()
    meaning = "a virtual machine shares its hardware: expect more noise, the interleaved laps help"
    if value == "none":
        return Check("virtualization", value, "good", meaning, None)
    return Check("virtualization", value or "unknown", "warning", meaning, "bare metal, if there is a choice")


def _clocksource() -> Check:
    value = host.fingerprint().clocksource
    meaning = "a slow clock costs the generator time at every request"
    if value is not None and value.startswith((*_GOOD_CLOCKS, "kvm-clock")):
        return Check("clock source", value, "good", meaning, None)
    mend = "boot with clocksource=tsc, if the machine has a stable one"
    return Check("clock source", value or "unknown", "warning", meaning, mend)


def _services() -> Check:
    meaning = "databases and caches: scenarios that need one that is not here are skipped"
    found = {name: lacking(name) for name in SERVICES}
    here = ", ".join(name for name, missing in found.items() if missing is None) or "none"
    mends = "; ".join(missing[1] for missing in found.values() if missing is not None)
    return Check("services", here, "warning" if mends else "good", meaning, mends or None)


def _engine() -> Check:
    meaning = "for --isolation container; processes need none"
    try:
        engine = find_engine()
    except UsageError as error:
        return Check("container engine", "none", "good", meaning, f"{error.message} ({error.hint})")
    found = base_image.origin(engine)
    value = f"{engine.name} {engine.version}, {base_image.SHORT_NAME} {found or 'is not here'}"
    mend = None if found else f"`fairlap base-image`, where {base_image.SHORT_NAME} cannot be pulled"
    return Check("container engine", value, "good", meaning, mend)


def _leavings(state_dir: Path) -> Check:
    meaning = "contestants that a crashed run left, and that still take CPU time and memory"
    found = find_leavings(state_dir)
    if not found:
        return Check("leavings", "none", "good", meaning, None)
    value = "; ".join(leaving.text for leaving in found)
    return Check("leavings", value, "bad", meaning, "the next `fairlap run` ends them")


def _sysctl(name: str) -> str | None:
    try:
        return (Path("/proc/sys") / name).read_text().strip()
    except FileNotFoundError:
        return None


def _numbers(cpus: tuple[int, ...]) -> str:
    return ",".join(map(str, cpus))
