"""The machine: its fingerprint (stored with every result), the use of its CPUs, and how they are divided."""

import json
import os
import platform
import socket
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter

from fairlap.hosting.cgroup import version_name

_CPU = Path("/sys/devices/system/cpu")
_TICK_US = 1_000_000 // os.sysconf("SC_CLK_TCK")
_VULNERABLE = "Vulnerable"
_GENERATOR_CPUS_PER_WORKER = 2

WAKE_UP_BOUND = Path("/dev/cpu_dma_latency")
"""While it is open, the longest time to wake up of any CPU, in us (docs.kernel.org/power/pm_qos_interface.html)."""


@dataclass(frozen=True)
class HostFingerprint:
    """Identifies a kind of machine: results are compared only if all of this is equal. `None`: unknown."""

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
        """Return the document that is stored with a run."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "HostFingerprint":
        """Read what `as_json` wrote.

        Raises:
            ValueError: `text` is something else (pydantic's ValidationError is a ValueError).
        """
        return TypeAdapter(cls).validate_json(text)


_RAN = Path("/sys/fs/cgroup/cpuacct/cpuacct.usage_percpu")
"""Nanoseconds for each CPU, of all tasks (control groups of version 1)."""


@dataclass(frozen=True)
class CpuUse:
    """What a set of CPUs did between two readings, in microseconds, summed over the CPUs.

    `total_us` is the accounted time, `elapsed_us` the time by the clock. `ran_us` is the time in which any task ran, to
    the microsecond; `None` where the kernel does not say (it does with version 1 of control groups).
    """

    total_us: int
    idle_us: int
    steal_us: int
    elapsed_us: int = 0
    ran_us: int | None = None

    @property
    def idle_share(self) -> float | None:
        """The idle share, 0 to 1; `None` when no time passed."""
        return self.idle_us / self.total_us if self.total_us else None

    @property
    def steal_share(self) -> float | None:
        """The share that the hypervisor gave to other machines, 0 to 1; `None` when no time passed."""
        return self.steal_us / self.total_us if self.total_us else None

    def share_beyond(self, known_us: int) -> float | None:
        """Return the share that was neither idle, stolen nor part of `known_us`; `None` when no time passed.

        Computed as elapsed minus idle time: the kernel measures idle time, but samples busy time at its ticks, which
        was wrong by 25 % for a server that sleeps between them. Idle time has steps of 10 ms, so a single reading may
        be wrong by as much, even negative: use only the mean of many.
        """
        if not self.elapsed_us:
            return None
        return (self.elapsed_us - self.idle_us - self.steal_us - known_us) / self.elapsed_us


@dataclass(frozen=True)
class CpuTimes:
    """One reading of /proc/stat at `at_us`: each CPU's number and its use since boot, in steps of 10 ms."""

    cpus: tuple[tuple[int, CpuUse], ...]
    at_us: int = 0

    def since(self, earlier: "CpuTimes", cpus: Iterable[int] | None = None) -> CpuUse:
        """Return the use of the given CPUs (default: all) between `earlier` and this reading."""
        chosen = None if cpus is None else set(cpus)
        total_us = idle_us = steal_us = count = 0
        ran_us: int | None = 0
        # A single loop: this runs twice in every lap.
        for sign, times in ((1, self), (-1, earlier)):
            for number, use in times.cpus:
                if chosen is None or number in chosen:
                    total_us += sign * use.total_us
                    idle_us += sign * use.idle_us
                    steal_us += sign * use.steal_us
                    count += times is self
                    ran_us = None if ran_us is None or use.ran_us is None else ran_us + sign * use.ran_us
        return CpuUse(total_us, idle_us, steal_us, (self.at_us - earlier.at_us) * count, ran_us)


@dataclass(frozen=True)
class CpuLayout:
    """Which CPUs serve and which generate load. `shared`: both use the only core, so results are flagged.

    `services` are for databases and caches; they are the generator's when no other core is left.
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
    """Read /proc/stat now, and how long each CPU ran tasks."""
    at_us = time.monotonic_ns() // 1000
    try:
        ran_ns = [int(field) for field in _RAN.read_text().split()]
    except FileNotFoundError:
        ran_ns = []
    return parse_cpu_times(Path("/proc/stat").read_text(), at_us, ran_ns)


def parse_cpu_times(text: str, at_us: int = 0, ran_ns: Sequence[int] = ()) -> CpuTimes:
    """Read the per-CPU lines of /proc/stat: user nice system idle iowait irq softirq steal (user includes guest).

    `ran_ns` is the time in which tasks ran, by the number of the CPU.
    """
    cpus = []
    for line in text.splitlines():
        if not line.startswith("cpu"):
            break  # they come first, and what follows is long
        name, *fields = line.split()
        if name != "cpu":
            ticks = [int(field) for field in fields[:8]]
            number = int(name[3:])
            ran_us = ran_ns[number] // 1000 if number < len(ran_ns) else None
            idle_us, steal_us = (ticks[3] + ticks[4]) * _TICK_US, ticks[7] * _TICK_US
            cpus.append((number, CpuUse(sum(ticks) * _TICK_US, idle_us, steal_us, ran_us=ran_us)))
    return CpuTimes(tuple(cpus), at_us)


@contextmanager
def awake() -> Iterator[None]:
    """Keep idle CPUs from sleeping within the context, if this process may and the kernel has a driver for it.

    Otherwise the hypervisor stops a virtual CPU that waits for a request, and may let it wait on.
    """
    try:
        bound = WAKE_UP_BOUND.open("r+b", buffering=0)
    except OSError:  # this kernel or container has none, or it is not for this user
        yield
        return
    with bound:
        bound.write((0).to_bytes(4, "little"))
        yield


def why_asleep() -> tuple[str, str] | None:
    """Return why `awake` cannot keep idle CPUs from sleeping, and how to fix it; `None` when it can."""
    if _text(_CPU / "cpuidle/current_driver") in (None, "none"):
        return (
            "the kernel has no driver for idle CPUs",
            "where the hypervisor is KVM: modprobe cpuidle-haltpoll force=1",
        )
    if not os.access(WAKE_UP_BOUND, os.W_OK):
        return f"{WAKE_UP_BOUND} is not writable", "run as root"
    return None


def choose_cpus(workers: int, *, services: bool = False) -> CpuLayout:
    """Divide the CPUs that this process may use between contestants, generator and services.

    The server gets `workers` CPUs, or fewer so that one core is left for the generator (the caller compares the
    lengths and flags it). Two threads of one core are never on different sides. The generator gets at most twice as
    many as the server. With `services`, these get half of the remaining cores if there are at least two.
    """
    usable = sorted(os.sched_getaffinity(0))
    by_core = [tuple(cpu for cpu in core if cpu in usable) for core in cores(usable)]
    return split_cpus(workers, by_core, services=services)


def split_cpus(workers: int, by_core: list[tuple[int, ...]], *, services: bool = False) -> CpuLayout:
    """Divide the given cores (each a tuple of its CPUs) as `choose_cpus` does."""
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
    """Return the CPUs grouped by physical core; a CPU without known siblings is a core by itself."""
    found: dict[tuple[int, ...], None] = {}
    for cpu in cpus:
        text = _text(_CPU / f"cpu{cpu}/topology/thread_siblings_list")
        found[parse_cpu_list(text) if text else (cpu,)] = None
    return list(found)


def parse_cpu_list(text: str) -> tuple[int, ...]:
    """Return "0-2,5" as (0, 1, 2, 5)."""
    cpus: list[int] = []
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        cpus.extend(range(int(first), int(last or first) + 1))
    return tuple(cpus)


def governor() -> str | None:
    """Return the frequency governors in use; `None` without cpufreq (as in most virtual machines)."""
    names = {_text(path) for path in _CPU.glob("cpu[0-9]*/cpufreq/scaling_governor")} - {None}
    return ", ".join(sorted(name for name in names if name)) or None


def virtualization() -> str | None:
    """Return the hypervisor's name, "yes" if it has no known name, "none" for bare metal; `None` if unknown."""
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
    """Return the CPU bugs that cost time or are not mitigated, each as "name: state"."""
    folder = _CPU / "vulnerabilities"
    if not folder.is_dir():
        return None
    states = [(path.name, _text(path) or "") for path in sorted(folder.iterdir())]
    active = [f"{name}: {state}" for name, state in states if state.startswith(("Mitigation", _VULNERABLE))]
    return "; ".join(active) or "none needed"


def _value_in(path: Path, key: str, separator: str) -> str | None:
    """Return the value of the first "key <separator> value" of a file."""
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
    """Return the stripped content of a file; `None` when it is missing or empty."""
    try:
        return path.read_text().strip() or None
    except OSError:  # missing, forbidden, or a device that does not answer
        return None
