"""A site: the clock, the machine, the contestants and the generator of a heat; and the real one of this machine."""

import os
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from fairlap.catalog import Expect, Request, Scenario
from fairlap.generators.fairload import FairloadSession
from fairlap.generators.session import Session
from fairlap.generators.tools.laps import ToolLaps
from fairlap.generators.tools.tool import Tool
from fairlap.host import CpuLayout, CpuTimes, choose_cpus, read_cpu_times
from fairlap.hosting.body import ProcessCount, StopOutcome
from fairlap.hosting.hosted import HostedProcess
from fairlap.hosting.hosting import PROCESSES, Hosting, Place
from fairlap.hosting.hosts import Host
from fairlap.hosting.isolation import Isolation
from fairlap.hosting.ports import free_ports
from fairlap.hosting.prepared import Prepared as Prepared
from fairlap.hosting.programs import find_fairload
from fairlap.hosting.services.running import Services, ServicesView
from fairlap.hosting.variables import Variables, expand, expand_env
from fairlap.verify import Problem, ask_once, verify, wait_until_answers

MEMORY_LIMIT_BYTES = 2 << 30
"""The same for every contestant; far above what any of them needs, so that a leak ends in a marked row."""


SPARE_CONNECTIONS = 16
"""Beside the load's: verification's own, and those that a server has not seen the end of yet."""


class Hosted(Protocol):
    """A contestant that a site has started (`HostedProcess` has the meaning of each)."""

    @property
    def host(self) -> str:
        """The address that it listens on."""

    @property
    def port(self) -> int:
        """Where it listens."""

    def freeze(self) -> None:
        """Stop all its processes. Raises ContestantError."""

    def thaw(self) -> None:
        """Let its processes run again."""

    def exit_reason(self) -> str | None:
        """How it ended; `None` while it lives."""

    def wait_exit(self, timeout_s: float) -> bool:
        """Wait for its end; whether it came."""

    def cpu_usage_us(self) -> int | None:
        """CPU time of all its processes since the start."""

    def throttled_us(self) -> int | None:
        """How long it was held back for a CPU quota."""

    def memory_bytes(self) -> int | None:
        """Memory of all its processes."""

    def counts(self) -> ProcessCount:
        """Its living processes and threads."""

    def keep_on(self, cpus: Sequence[int]) -> None:
        """Put every thread of it back on `cpus`."""

    def log_tail(self, lines: int) -> tuple[str, ...]:
        """The last lines it wrote since this start."""

    def stop(self) -> StopOutcome:
        """End it. Raises ContestantError."""


class Site(Protocol):
    """What a heat asks for: the time, CPU readings, contestants, and the generator that laps them.

    `LocalSite` is the real one; `tools.rehearsal` has one on simulated time that starts no process.
    """

    @property
    def session(self) -> Session:
        """Our own generator, or several of them."""

    @property
    def layout(self) -> CpuLayout:
        """Which CPUs serve and which generate load."""

    @property
    def tool(self) -> ToolLaps | None:
        """Somebody else's tool, when it laps the cycles."""

    @property
    def services(self) -> ServicesView | None:
        """Databases and caches; `None` when no scenario needs any."""

    def clock_s(self) -> float:
        """Seconds on a clock that never goes back; where it began says nothing."""

    def now(self) -> datetime:
        """The date and time, UTC."""

    def cpu_times(self) -> CpuTimes:
        """What the CPUs of this machine did so far."""

    def free_ports(self, count: int) -> tuple[int, ...]:
        """Ports on which contestants can listen."""

    def launch(self, prepared: Prepared, port: int) -> Hosted:
        """Start a contestant on `port`; returns before it answers. Raises StartError."""

    def wait_until_answers(self, hosted: Hosted, request: Request, expect: Expect, bound_s: float) -> None:
        """Return with the first right answer. Raises StartError, or ContractError when it keeps answering wrongly."""

    def problems(
        self, hosted: Hosted, scenario: Scenario, request: Request, *, keepalive: bool, rng: random.Random
    ) -> tuple[Problem, ...]:
        """All that is wrong with its answers, those that a contract asks for at random (`rng`) included."""

    def ask_once(
        self, hosted: Hosted, request: Request, keepalive: bool, check: str, expect: Expect
    ) -> tuple[Problem, ...]:
        """What is wrong with one more answer; `check` says why it is asked."""


@dataclass(frozen=True, slots=True)
class LocalSite:
    """Server site and generator site on one machine, on disjoint CPUs where there are enough.

    `connections` is the most that any load opens to a contestant. With a `tool` the cycles are lapped by that, and
    everything before them by the session.
    """

    host: Host
    session: Session
    layout: CpuLayout
    isolation: Isolation
    workers: int
    connections: int
    tool: ToolLaps | None = None
    services: ServicesView | None = None

    @property
    def fallbacks(self) -> tuple[str, ...]:
        """Where isolation is weaker than it could be: one line each, with what would mend it."""
        reasons = list(self.isolation.reasons)
        if self.layout.shared:
            reasons.append("one core only: server and generator share it (mend: a machine with two)")
        elif len(self.layout.server) < self.workers:
            reasons.append(
                f"{self.workers} workers share {len(self.layout.server)} CPUs (mend: fewer workers, or more CPUs)"
            )
        if self.services is not None and not self.layout.services_apart:
            reasons.append("services share the generator's CPUs (mend: a machine with three cores)")
        return tuple(reasons)

    def clock_s(self) -> float:
        """CLOCK_MONOTONIC of this process."""
        return time.monotonic()

    def now(self) -> datetime:
        """The date and time of this machine, UTC."""
        return datetime.now(UTC)

    def cpu_times(self) -> CpuTimes:
        """What /proc/stat says."""
        return read_cpu_times()

    def free_ports(self, count: int) -> tuple[int, ...]:
        """Ports of this machine on which nobody listens."""
        return free_ports(count)

    def wait_until_answers(self, hosted: Hosted, request: Request, expect: Expect, bound_s: float) -> None:
        """Ask again and again. Raises StartError or ContractError."""
        wait_until_answers(hosted.host, hosted.port, request, expect, bound_s, hosted.exit_reason)

    def problems(
        self, hosted: Hosted, scenario: Scenario, request: Request, *, keepalive: bool, rng: random.Random
    ) -> tuple[Problem, ...]:
        """Ask everything that the contract is about."""
        return verify(scenario, request, hosted.host, hosted.port, keepalive=keepalive, rng=rng)

    def ask_once(
        self, hosted: Hosted, request: Request, keepalive: bool, check: str, expect: Expect
    ) -> tuple[Problem, ...]:
        """Ask on a connection of its own."""
        return ask_once(check, request, expect, hosted.host, hosted.port, keepalive=keepalive)

    def launch(self, prepared: Prepared, port: int) -> HostedProcess:
        """Start a contestant on `port`. Raises StartError."""
        variables = Variables(
            host=self.host.listens_on,
            port=port,
            workers=self.workers,
            build=prepared.folder,
            cpus=self.layout.server,
            connections=self.connections + SPARE_CONNECTIONS,
            services={} if self.services is None else self.services.variables,
        )
        contestant = prepared.contestant
        return self.host.start(
            contestant.name,
            expand(contestant.start, variables),
            prepared.folder,
            expand_env(contestant.env, variables),
            port,
        )


@contextmanager
def open_local_site(
    *,
    run: str,
    workers: int,
    connections: int,
    results: Path,
    prepared: Iterable[Prepared],
    tool: Tool | None = None,
    scenarios: Iterable[Scenario] = (),
    hosting: Hosting = PROCESSES,
) -> Iterator[LocalSite]:
    """A site for one run, with the services that its scenarios need; at its end every process of it is gone.

    Everything that must be built is built before: where it can, this process moves into a network namespace of its own,
    which has a loopback and nothing else, and onto the generator's CPUs. Logs are kept under `results/logs/<run>/`.

    Raises ServiceError when a service does not start.
    """
    needing = [scenario for scenario in scenarios if scenario.services]
    field = tuple(prepared)
    isolation = hosting.settle(field, run, private=True)
    layout = choose_cpus(workers, services=bool(needing))
    before = os.sched_getaffinity(0)
    logs = results / "logs" / run
    logs.mkdir(parents=True, exist_ok=True)
    state = results / ".running"
    host = hosting.host(isolation, Place(run, layout.server, MEMORY_LIMIT_BYTES, logs, state), field)
    session = FairloadSession(
        find_fairload(),
        layout.generator,
        threads=len(layout.generator),
        spin=not layout.shared and (not needing or layout.services_apart),
        stderr_path=logs / "fairload.log",
    )
    try:
        os.sched_setaffinity(0, layout.generator)
        with ExitStack() as stack:
            services = None
            if needing:
                place = Place(f"{run}-services", layout.services, None, logs / "services", state)
                beside = stack.enter_context(hosting.services_host(isolation, place))
                services = Services(lambda _: beside, needing)
            stack.enter_context(host)
            stack.enter_context(session)
            laps = None if tool is None else ToolLaps(tool, layout.generator, logs / tool.name)
            yield LocalSite(host, session, layout, isolation, workers, connections, laps, services)
    finally:
        # The next site of this process chooses among all CPUs again, not among those of this one's generator.
        os.sched_setaffinity(0, before)
        hosting.release()
