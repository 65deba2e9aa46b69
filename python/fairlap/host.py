"""The machine: what it is (stored with every result), what its CPUs did, and which of them do what."""

import json
import os
import platform
import socket
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter

from fairlap.hosting.cgroup import version_name

_CPU = Path("/sys/devices/system/cpu")
_TICK_US = 1_000_000 // os.sysconf("SC_CLK_TCK")
_VULNERABLE = "Vulnerable"
_GENERATOR_CPUS_PER_WORKER = 2


@dataclass(frozen=True)
class HostFingerprint:
    """What a machine is. Results of machines that differ here are not compared. `None`: the machine does not tell."""

    hostname: str
    cpu_model: str | None
    cpus: int
    threads_per_core: int | None
    memory_bytes: int
    kernel: str
    os_release: str | None
    governor: str | None
    cgroup_version: str
    virtualization: str | None
    clocksource: str | None
    mitigations: str | None
    python: str

    def as_json(self) -> str:
        """The document that is stored with a run."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "HostFingerprint":
        """Read what `as_json` wrote.

        Raises:
            ValueError: it is something else (pydantic's ValidationError is one).
        """
        return TypeAdapter(cls).validate_json(text)


@dataclass(frozen=True)
class CpuUse:
    """What a set of CPUs did between two readings, in microseconds, summed over the CPUs.

    `total_us` is the sum of what was accounted, `elapsed_us` what the clock says.
    """

    total_us: int
    idle_us: int
    steal_us: int
    elapsed_us: int = 0

    @property
    def idle_share(self) -> float | None:
        """Idle part, 0 to 1; `None` when no time passed."""
        return self.idle_us / self.total_us if self.total_us else None

    @property
    def steal_share(self) -> float | None:
        """Part that the hypervisor gave to others, 0 to 1; `None` when no time passed."""
        return self.steal_us / self.total_us if self.total_us else None

    def share_beyond(self, known_us: int) -> float | None:
        """Part that was neither idle nor stolen nor among `known_us` of CPU time; `None` when no time passed.

        By the clock minus idle time, which the kernel measures: what it accounts as busy is sampled at its ticks, and
        was off by 25 % of the time for a server that sleeps between them. Idle time is told in steps of 10 ms, so one
        reading may be off by as much, and below 0: only the mean of many is of use.
        """
        if not self.elapsed_us:
            return None
        return (self.elapsed_us - self.idle_us - self.steal_us - known_us) / self.elapsed_us


@dataclass(frozen=True)
class CpuTimes:
    """One reading of /proc/stat: per CPU its number and what it did since boot (10 ms steps); `at_us`: when (clock)."""

    cpus: tuple[tuple[int, CpuUse], ...]
    at_us: int = 0

    def since(self, earlier: "CpuTimes", cpus: Iterable[int] | None = None) -> CpuUse:
        """What happened between `earlier` and this reading on the given CPUs (default: all)."""
        chosen = None if cpus is None else set(cpus)
        total_us = idle_us = steal_us = count = 0
        # One loop, as every lap asks twice.
        for sign, times in ((1, self), (-1, earlier)):
            for number, use in times.cpus:
                if chosen is None or number in chosen:
                    total_us += sign * use.total_us
                    idle_us += sign * use.idle_us
                    steal_us += sign * use.steal_us
                    count += times is self
        return CpuUse(total_us, idle_us, steal_us, elapsed_us=(self.at_us - earlier.at_us) * count)


@dataclass(frozen=True)
class CpuLayout:
    """Which CPUs serve and which generate load. `shared`: there is only one, and both use it: results are flagged.

    `services` are for databases and caches; where no core is left for them they are the generator's.
    """

    server: tuple[int, ...]
    generator: tuple[int, ...]
    shared: bool
    services: tuple[int, ...] = ()

    @property
    def services_apart(self) -> bool:
        """Whether databases and caches have cores of their own."""
        return not set(self.services) & {*self.generator, *self.server}


def fingerprint() -> HostFingerprint:
    """Describe this machine."""
    return HostFingerprint(
        hostname=socket.gethostname(),
        cpu_model=_value_in(Path("/proc/cpuinfo"), "model name", ":"),
        cpus=len(_online()),
        threads_per_core=_threads_per_core(_online()),
        memory_bytes=os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
        kernel=platform.release(),
        os_release=(_value_in(Path("/etc/os-release"), "PRETTY_NAME", "=") or "").strip('"') or None,
        governor=governor(),
        cgroup_version=version_name(),
        virtualization=virtualization(),
        clocksource=_text(Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")),
        mitigations=_mitigations(),
        python=platform.python_version(),
    )


def read_cpu_times() -> CpuTimes:
    """Read /proc/stat now."""
    at_us = time.monotonic_ns() // 1000
    return parse_cpu_times(Path("/proc/stat").read_text(), at_us)


def parse_cpu_times(text: str, at_us: int = 0) -> CpuTimes:
    """The per-CPU lines of /proc/stat: user nice system idle iowait irq softirq steal (guest is part of user)."""
    cpus = []
    for line in text.splitlines():
        if not line.startswith("cpu"):
            break  # they come first, and what follows is long
        name, *fields = line.split()
        if name != "cpu":
            ticks = [int(field) for field in fields[:8]]
            use = CpuUse(sum(ticks) * _TICK_US, (ticks[3] + ticks[4]) * _TICK_US, ticks[7] * _TICK_US)
            cpus.append((int(name[3:]), use))
    return CpuTimes(tuple(cpus), at_us)


def choose_cpus(workers: int, *, services: bool = False) -> CpuLayout:
    """Split the CPUs that this process may use between contestants and generator.

    The server gets `workers` CPUs, or fewer where one core would not be left to the generator (compare the lengths and
    flag it). Two threads of one core are never on different sides. The generator gets others, at most twice as many.
    With `services` these get half of what is left beside the server, where that is two cores at least.
    """
    usable = sorted(os.sched_getaffinity(0))
    by_core = [tuple(cpu for cpu in core if cpu in usable) for core in cores(usable)]
    return split_cpus(workers, by_core, services=services)


def split_cpus(workers: int, by_core: list[tuple[int, ...]], *, services: bool = False) -> CpuLayout:
    """`choose_cpus` on cores that are given: each a tuple of its CPUs."""
    if len(by_core) == 1:
        # Threads of one core disturb each other, so a single core counts as shared even if it has several.
        return CpuLayout(by_core[0], by_core[0], shared=True, services=by_core[0] if services else ())
    server: list[int] = []
    used = 0
    for core in by_core[:-1]:
        if len(server) == workers:
            break
        server += core[: workers - len(server)]
        used += 1
    others = by_core[used:]
    kept = len(others) // 2 if services else 0
    rest = [cpu for core in others[: len(others) - kept] for cpu in core]
    generator = tuple(sorted(rest[: _GENERATOR_CPUS_PER_WORKER * len(server)]))
    own = tuple(sorted(cpu for core in others[len(others) - kept :] for cpu in core))
    return CpuLayout(tuple(sorted(server)), generator, shared=False, services=(own or generator) if services else ())


def cores(cpus: Iterable[int]) -> list[tuple[int, ...]]:
    """The CPUs grouped by physical core; a CPU that does not tell its siblings is a core of its own."""
    found: dict[tuple[int, ...], None] = {}
    for cpu in cpus:
        text = _text(_CPU / f"cpu{cpu}/topology/thread_siblings_list")
        found[parse_cpu_list(text) if text else (cpu,)] = None
    return list(found)


def parse_cpu_list(text: str) -> tuple[int, ...]:
    """ "0-2,5" as (0, 1, 2, 5)."""
    cpus: list[int] = []
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        cpus.extend(range(int(first), int(last or first) + 1))
    return tuple(cpus)


def governor() -> str | None:
    """The frequency governors in use, each once; `None` when there is no cpufreq (as in most virtual machines)."""
    names = {_text(path) for path in _CPU.glob("cpu[0-9]*/cpufreq/scaling_governor")} - {None}
    return ", ".join(sorted(name for name in names if name)) or None


def virtualization() -> str | None:
    """The hypervisor's name, "yes" for one that is not known, "none" for bare metal; `None` if unknown."""
    for path in ("/sys/class/dmi/id/product_name", "/sys/hypervisor/type"):
        text = _text(Path(path))
        for name in ("KVM", "VMware", "VirtualBox", "HVM domU", "Virtual Machine", "Google Compute Engine", "xen"):
            if text and name in text:
                return text
    flags = _value_in(Path("/proc/cpuinfo"), "flags", ":")
    if flags is None:
        return None
    return "yes" if "hypervisor" in flags.split() else "none"


def _online() -> tuple[int, ...]:
    text = _text(_CPU / "online")
    return parse_cpu_list(text) if text else tuple(range(os.cpu_count() or 1))


def _threads_per_core(cpus: Iterable[int]) -> int | None:
    text = _text(_CPU / f"cpu{min(cpus)}/topology/thread_siblings_list")
    return len(parse_cpu_list(text)) if text else None


def _mitigations() -> str | None:
    """What the kernel does about CPU bugs: "name: state" of those that cost time or are left open."""
    folder = _CPU / "vulnerabilities"
    if not folder.is_dir():
        return None
    states = [(path.name, _text(path) or "") for path in sorted(folder.iterdir())]
    active = [f"{name}: {state}" for name, state in states if state.startswith(("Mitigation", _VULNERABLE))]
    return "; ".join(active) or "none needed"


def _value_in(path: Path, key: str, separator: str) -> str | None:
    """The first "key <separator> value" of a file."""
    try:
        lines = path.read_text().splitlines()
    except FileNotFoundError:
        return None
    for line in lines:
        name, found, value = line.partition(separator)
        if found and name.strip() == key:
            return value.strip()
    return None


def _text(path: Path) -> str | None:
    """The file's content without the white space around; `None` when there is no such file, or nothing in it."""
    try:
        return path.read_text().strip() or None
    except OSError:  # missing, or forbidden, or a device that does not answer: the machine does not tell
        return None
