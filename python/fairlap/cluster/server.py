"""A server site: hosts the contestants of heats, with generators on other machines."""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from fairlap.catalog import Catalog
from fairlap.cluster.machine import AddressHosting, describe
from fairlap.cluster.models import BuiltContestant, Peer, SiteFacts
from fairlap.cluster.reporter import Reporter
from fairlap.cluster.services import RemoteServices
from fairlap.cluster.split import SplitSession
from fairlap.errors import UsageError
from fairlap.host import CpuLayout, awake, choose_cpus
from fairlap.hosting.certificate import certificate_for
from fairlap.hosting.guard import guard
from fairlap.hosting.hosts import Place
from fairlap.hosting.isolation import Isolation
from fairlap.hosting.leftovers import clear_leftovers
from fairlap.hosting.prepared import Prepared
from fairlap.race.events import Notice, StageBegan
from fairlap.race.heat import HeatDone, HeatOrder, HeatRunner
from fairlap.race.site import MEMORY_LIMIT_BYTES, LocalSite
from fairlap.race.stored_request import build_of


class ServerSite:
    """Builds contestants, then runs heats of them, one at a time.

    Args:
        address: the address of this machine, which contestants listen on.
        run: the name of the run on this site.
        folder: the folder of this site for builds, logs and state.
        catalog: the catalog on this machine.
        workers: number of workers of every contestant.
        connections: maximum number of connections to a contestant.
        reporter: gets all events, and stops a heat if requested.
    """

    def __init__(
        self,
        address: str,
        run: str,
        folder: Path,
        catalog: Catalog,
        workers: int,
        connections: int,
        reporter: Reporter,
    ) -> None:
        self._address = address
        self._run = run
        self._folder = folder
        self._catalog = catalog
        self._workers = workers
        self._connections = connections
        self._reporter = reporter
        self._hosting = AddressHosting(address)
        self._layout = server_layout(workers)
        self._prepared: dict[str, Prepared] = {}
        self._stack = ExitStack()
        self._site: LocalSite | None = None
        for leftover in clear_leftovers(self._state):
            reporter(Notice(f"cleared on {address}: {leftover.text}"))

    @property
    def _state(self) -> Path:
        return self._folder / "state"

    def facts(self) -> SiteFacts:
        """Return the facts of this site."""
        return describe(self._address, "server", None, cpus=len(self._layout.server))

    def prepare(self, names: Sequence[str]) -> tuple[BuiltContestant, ...]:
        """Build contestants, one after another."""
        found = []
        contestants = [self._catalog.contestant(name) for name in names]
        for contestant, ready in self._hosting.prepare(contestants, self._folder / "build", self._tell):
            if isinstance(ready, Prepared):
                self._prepared[contestant.name] = ready
                found.append(BuiltContestant(contestant.name, ready.version, build_of(ready), None))
            else:
                found.append(BuiltContestant(contestant.name, None, None, ready))
        return tuple(found)

    def open(self, generators: Sequence[Peer], services: Peer | None) -> Isolation:
        """Prepare for heats; return the isolation. Raises GeneratorError."""
        prepared = tuple(self._prepared.values())
        isolation = self._hosting.settle(prepared, self._run, "cluster")
        logs = self._folder / "logs" / self._run
        certificate = certificate_for((one.contestant for one in prepared), logs)
        place = Place(self._run, self._layout.server, MEMORY_LIMIT_BYTES, logs, self._state, certificate=certificate)
        self._stack.enter_context(guard(self._state))
        self._stack.enter_context(awake())
        host = self._stack.enter_context(self._hosting.host(isolation, place, prepared))
        # Keep this process off the contestants' CPUs.
        os.sched_setaffinity(0, self._layout.generator)
        self._site = LocalSite(
            host,
            SplitSession(generators),
            self._layout,
            isolation,
            self._workers,
            self._connections,
            services=None if services is None else RemoteServices(services),
        )
        return isolation

    def run(self, order: HeatOrder) -> HeatDone:
        """Run one round of one heat.

        Raises:
            HeatStoppedError: the race was stopped.
            SiteLostError: a generator or the services are gone.
            GeneratorError: a generator failed.
        """
        if self._site is None:
            raise UsageError("this site was not opened")
        scenario = self._catalog.scenario(order.planned.heat.scenario)
        racing = [self._prepared[name] for name in order.racing]
        try:
            done = HeatRunner(self._site, order, scenario, racing, self._reporter).run()
        finally:
            self._reporter.flush()
        return replace(done, record=replace(done.record, machine=self._address))

    def quit(self) -> None:
        """Stop all contestants."""
        self._stack.close()

    def _tell(self, name: str, text: str) -> None:
        self._reporter(StageBegan(f"{text} on {self._address}", contestant=name or None))


def server_layout(workers: int) -> CpuLayout:
    """Divide the CPUs of a server site between contestants and, as `generator`, Ray and this process.

    The layout does not count as shared, as there is no generator on this machine.
    """
    return replace(choose_cpus(workers), shared=False)
