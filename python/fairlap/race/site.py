"""A site provides clock, machine, contestants and generator for heats. `LocalSite` is that of this machine."""

import os
import random
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from fairlap.catalog import DEFAULT_ENGINE, Expect, LoadEngine, Request, Scenario, Trust
from fairlap.catalog.services import ServiceName
from fairlap.errors import StartError
from fairlap.generators.fairload import FairloadSession, Session
from fairlap.generators.tools.laps import ToolLaps
from fairlap.generators.tools.tool import Tool
from fairlap.host import CpuLayout, CpuTimes, awake, choose_cpus, read_cpu_times
from fairlap.hosting.body import ProcessCount, StopOutcome
from fairlap.hosting.certificate import certificate_for
from fairlap.hosting.guard import guard
from fairlap.hosting.hosting import PROCESSES, Hosting
from fairlap.hosting.hosts import Host, Place
from fairlap.hosting.isolation import Isolation, Network
from fairlap.hosting.logs import SHOWN_LINES
from fairlap.hosting.network import OwnNetwork, visiting
from fairlap.hosting.ports import free_ports
from fairlap.hosting.prepared import Prepared
from fairlap.hosting.programs import find_fairload
from fairlap.hosting.services.running import Services, ServicesView
from fairlap.hosting.starting import start
from fairlap.hosting.variables import Variables, of_services
from fairlap.hosting.visited import Visited
from fairlap.race.claim import SHARE, machine_is_shared
from fairlap.verify import Problem, Response, ask, check_once, verify, wait_until_answers

MEMORY_LIMIT_BYTES = 2 << 30
"""The memory limit of every contestant: far above their needs, so that only a leak exceeds it."""


SPARE_CONNECTIONS = 16
"""Additional connections: for verification, and those whose end a server has not seen yet."""


class Hosted(Protocol):
    """A contestant that a site has started (`HostedProcess` describes the methods)."""

    @property
    def host(self) -> str: ...

    @property
    def port(self) -> int: ...

    @property
    def network(self) -> OwnNetwork | None: ...

    @property
    def trust(self) -> Trust | None: ...

    def freeze(self) -> None: ...

    def thaw(self) -> None: ...

    def exit_reason(self) -> str | None: ...

    def wait_exit(self, timeout_s: float) -> bool: ...

    def cpu_usage_us(self) -> int | None: ...

    def throttled_us(self) -> int | None: ...

    def memory_bytes(self) -> int | None: ...

    def counts(self) -> ProcessCount | None: ...

    def keep_on(self, cpus: Sequence[int]) -> None: ...

    def listens_at(self) -> tuple[str, ...]: ...

    def log_tail(self, lines: int = SHOWN_LINES) -> tuple[str, ...]: ...

    def stop(self) -> StopOutcome: ...


class Site(Protocol):
    """What a heat needs: the time, CPU readings, contestants, and a generator.

    `LocalSite` is the real one; `tools.rehearsal` has one with simulated time and no processes.
    """

    @property
    def session(self) -> Session:
        """One fairload, or several."""

    @property
    def layout(self) -> CpuLayout:
        """Which CPUs serve and which generate load."""

    @property
    def tool(self) -> ToolLaps | None:
        """The external tool of the cycles, if any."""

    @property
    def services(self) -> ServicesView | None:
        """Databases and caches; `None` when no scenario needs any."""

    def clock_s(self) -> float:
        """Return the seconds of a monotonic clock with an arbitrary origin."""

    def now(self) -> datetime:
        """Return the date and time, UTC."""

    def cpu_times(self) -> CpuTimes:
        """Read the use of the server machine's CPUs so far."""

    def free_ports(self, count: int) -> tuple[int, ...]:
        """Return ports on which contestants can listen."""

    def bounding_logs(self) -> AbstractContextManager[None]:
        """Within the context, no lap counts: what contestants print is bounded also between two freezes."""

    def launch(self, prepared: Prepared, port: int, request: Request, services: Collection[ServiceName]) -> Hosted:
        """Start a contestant that will be asked this at `port`, and knows these services. Raises StartError."""

    def wait_until_answers(self, hosted: Hosted, request: Request, expect: Expect | None, bound_s: float) -> None:
        """Wait for the first right answer. Raises StartError, or ContractError after repeated wrong answers."""

    def ask(self, hosted: Hosted, request: Request) -> Response:
        """Return the answer to a request, right or wrong. Raises ContestantError if there is none."""

    def problems(
        self, hosted: Hosted, scenario: Scenario, request: Request, *, keepalive: bool, rng: random.Random
    ) -> tuple[Problem, ...]:
        """Return all problems of its answers; `rng` draws random requests."""

    def check_once(
        self, hosted: Hosted, request: Request, keepalive: bool, check: str, expect: Expect
    ) -> tuple[Problem, ...]:
        """Return the problems of one more answer; `check` names the occasion."""


@dataclass(frozen=True, slots=True)
class LocalSite:
    """Server and generator on one machine, on disjoint CPUs if there are enough.

    `connections` is the maximum number of connections to a contestant. A `tool` offers the load of the cycles, the
    session all other load.
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
        """Where isolation is weaker than possible: one line each, with a fix."""
        reasons = list(self.isolation.reasons)
        if self.layout.shared:
            reasons.append("server and generator share the only core (fix: use a machine with two)")
        elif len(self.layout.server) < self.workers:
            reasons.append(
                f"{self.workers} workers share {len(self.layout.server)} CPUs (fix: use fewer workers, or more CPUs)"
            )
        if self.services is not None and not self.layout.services_apart:
            reasons.append("services share the generator's CPUs (fix: use a machine with three cores)")
        if machine_is_shared():
            reasons.append(f"other races may run on this machine, so the generator sleeps (fix: unset {SHARE})")
        return tuple(reasons)

    def clock_s(self) -> float:
        """Return CLOCK_MONOTONIC."""
        return time.monotonic()

    def now(self) -> datetime:
        """Return the date and time of this machine, UTC."""
        return datetime.now(UTC)

    def cpu_times(self) -> CpuTimes:
        """Read /proc/stat."""
        return read_cpu_times()

    def free_ports(self, count: int) -> tuple[int, ...]:
        """Return ports of this machine on which nobody listens."""
        return free_ports(count)

    def bounding_logs(self) -> AbstractContextManager[None]:
        """Look at the logs in a thread of its own."""
        return self.host.bounding_logs()

    def wait_until_answers(self, hosted: Hosted, request: Request, expect: Expect | None, bound_s: float) -> None:
        """Send requests until one is answered. Raises StartError or ContractError."""
        until_ready(hosted, request, expect, bound_s)

    def ask(self, hosted: Hosted, request: Request) -> Response:
        """Ask once, on a connection of its own."""
        with visiting(hosted.network):
            return ask(request, hosted.host, hosted.port, trust=hosted.trust)

    def problems(
        self, hosted: Hosted, scenario: Scenario, request: Request, *, keepalive: bool, rng: random.Random
    ) -> tuple[Problem, ...]:
        """Verify the whole contract."""
        with visiting(hosted.network):
            return verify(
                scenario,
                request,
                hosted.host,
                hosted.port,
                trust=hosted.trust,
                keepalive=keepalive,
                rng=rng,
            )

    def check_once(
        self, hosted: Hosted, request: Request, keepalive: bool, check: str, expect: Expect
    ) -> tuple[Problem, ...]:
        """Check one answer on a separate connection."""
        with visiting(hosted.network):
            at = (hosted.host, hosted.port)
            return check_once(check, request, expect, *at, trust=hosted.trust, keepalive=keepalive)

    def launch(self, prepared: Prepared, port: int, request: Request, services: Collection[ServiceName]) -> Hosted:
        """Start a contestant that will be asked at `port`, unless it runs elsewhere already. Raises StartError."""
        if (address := prepared.contestant.address) is not None:
            return Visited(address.host, address.port, address.trust)
        variables = Variables(
            workers=self.workers,
            cpus=self.layout.server,
            connections=self.connections + SPARE_CONNECTIONS,
            services={} if self.services is None else of_services(self.services.variables, services),
        )
        return start(self.host, prepared, port, variables, request)


def until_ready(hosted: Hosted, request: Request, expect: Expect | None, bound_s: float) -> None:
    """Wait for the first right answer, or for any without `expect`.

    Raises StartError, which says where it listens if not at its port, or ContractError.
    """
    with visiting(hosted.network):
        try:
            at = (hosted.host, hosted.port)
            wait_until_answers(*at, request, expect, bound_s, hosted.exit_reason, trust=hosted.trust)
        except StartError as error:
            elsewhere = hosted.listens_at() if hosted.exit_reason() is None else ()
            if not elsewhere or any(address.endswith(f":{hosted.port}") for address in elsewhere):
                raise
            where = f"it listens at {', '.join(elsewhere)}, not at port {hosted.port}"
            variable = "{port}" if hosted.trust is None else "{port_tls}"
            raise StartError(f"{error.message}; {where}", hint=f"its start command must use {variable}") from error


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
    engine: LoadEngine = DEFAULT_ENGINE,
) -> Iterator[LocalSite]:
    """Open a site for one run with the services of its scenarios; all its processes end with the context.

    Builds must come before: this process moves into a private network namespace (if possible), which has only a
    loopback, and onto the generator's CPUs. Each contestant gets another one of its own. Idle CPUs stay awake. Logs are
    kept under `results/logs/<run>/`.

    Raises ServiceError when a service does not start, UsageError when fairload has no such engine here.
    """
    needing = [scenario for scenario in scenarios if scenario.services]
    field = tuple(prepared)
    network: Network = "own namespace linked to services" if needing else "own namespace"
    if any(one.contestant.address is not None for one in field):
        network = "host loopback"  # from a network of their own, generators reach nobody else
    isolation = hosting.settle(field, run, network)
    before = os.sched_getaffinity(0)
    try:
        layout = choose_cpus(workers, services=bool(needing))
        logs = results / "logs" / run
        logs.mkdir(parents=True, exist_ok=True)
        state = results / ".running"
        # The first thing of all: this machine may lack its engine, and then nothing else is made.
        session = FairloadSession(
            find_fairload(),
            layout.generator,
            threads=len(layout.generator),
            spin=not (layout.shared or machine_is_shared() or (needing and not layout.services_apart)),
            stderr_path=logs / "fairload.log",
            engine=engine,
        )
        certificate = certificate_for((one.contestant for one in field), logs)
        place = Place(run, layout.server, MEMORY_LIMIT_BYTES, logs, state, certificate=certificate)
        host = hosting.host(isolation, place, field)
        os.sched_setaffinity(0, layout.generator)
        with awake(), ExitStack() as stack:
            stack.enter_context(guard(state))
            services = None
            if needing:
                apart = Place(f"{run}-services", layout.services, None, logs / "services", state)
                services_host = stack.enter_context(hosting.services_host(isolation, apart))
                services = Services(lambda _: services_host, needing)
            stack.enter_context(host)
            stack.enter_context(session)
            laps = None if tool is None else ToolLaps(tool, layout.generator, logs / tool.name)
            yield LocalSite(host, session, layout, isolation, workers, connections, laps, services)
    finally:
        # The next site of this process chooses among all CPUs again.
        os.sched_setaffinity(0, before)
        hosting.release()
