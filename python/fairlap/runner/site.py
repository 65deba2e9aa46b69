"""A site: what one machine offers to a heat. Plain objects, so that nothing else knows where they run."""

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog import Scenario
from fairlap.generators.fairload import FairloadSession, find_fairload
from fairlap.generators.session import Session
from fairlap.generators.tools.laps import ToolLaps
from fairlap.generators.tools.tool import Tool
from fairlap.host import CpuLayout, choose_cpus
from fairlap.hosting.hosted import HostedProcess
from fairlap.hosting.hosts import Host
from fairlap.hosting.isolation import Isolation
from fairlap.hosting.services.running import Services, ServicesView
from fairlap.hosting.variables import Variables, expand, expand_env
from fairlap.runner.hosting import PROCESSES, Hosting, Place
from fairlap.runner.prepared import Prepared as Prepared

MEMORY_LIMIT_BYTES = 2 << 30
"""The same for every contestant; far above what any of them needs, so that a leak ends in a marked row."""


SPARE_CONNECTIONS = 16
"""Beside the load's: verification's own, and those that a server has not seen the end of yet."""


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
