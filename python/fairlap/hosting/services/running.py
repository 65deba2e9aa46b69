"""Services of a run: started in the sandbox of contestants, on the services' CPUs, and stopped with the run."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from fairlap.catalog import Scenario, ServiceName
from fairlap.errors import UsageError
from fairlap.hosting.hosted import HostedProcess
from fairlap.hosting.hosts import Host
from fairlap.hosting.ports import free_ports
from fairlap.hosting.programs import find_program
from fairlap.hosting.services import mariadb, memcached, postgresql, redis
from fairlap.hosting.services.client import client_path
from fairlap.hosting.services.model import Access, Counters, Service, ServiceError

SERVICES: dict[ServiceName, Service] = {
    service.name: service for service in (mariadb.SERVICE, postgresql.SERVICE, redis.SERVICE, memcached.SERVICE)
}
READY_BOUND_S = 60.0
END_SEEN_S = 0.5
"""How long a server that stopped answering may take to be seen as ended."""

LOOK_AGAIN_S = 0.02
"""Between two attempts to reach it: nothing announces that a server of another's making listens."""


Lacking = Callable[[ServiceName], tuple[str, str] | None]
"""Says why a service cannot run here, and what mends it; `None` when it can."""


def why_missing(scenario: Scenario, lacks: "Lacking | None" = None) -> tuple[str, str] | None:
    """Why a scenario cannot run here, and what mends it; `None` when all its services are there.

    Args:
        scenario: whose services.
        lacks: says it of one service [default: whether its programs are installed].
    """
    told = lacking if lacks is None else lacks
    return next((found for name in scenario.services if (found := told(name)) is not None), None)


def require_services(scenario: Scenario, lacks: "Lacking | None" = None) -> None:
    """Raises UsageError when one of its services cannot run here."""
    found = why_missing(scenario, lacks)
    if found is not None:
        raise UsageError(found[0], where=f"scenario {scenario.name}", hint=found[1])


def with_their_services(
    scenarios: Sequence[Scenario], say: Callable[[Scenario, str, str], object], lacks: Lacking | None = None
) -> list[Scenario]:
    """Those whose services are here; `say` is told of each other one why it is not among them, and what mends that.

    Raises UsageError when none is left.
    """
    if len(scenarios) == 1:
        require_services(scenarios[0], lacks)
    able: list[Scenario] = []
    mend = None
    for scenario in scenarios:
        found = why_missing(scenario, lacks)
        if found is None:
            able.append(scenario)
        else:
            reason, mend = found
            say(scenario, reason, mend)
    if not able:
        raise UsageError("no scenario has its services here", hint=mend)
    return able


def lacking(name: ServiceName) -> tuple[str, str] | None:
    """Why a service cannot run here, and what mends it; `None` when its programs are there."""
    service = SERVICES[name]
    path = client_path(service.folders)
    for program in service.programs:
        if find_program(program, path=path) is None:
            return f"{name}: {program} is not installed", service.install
    return None


class ServiceView(Protocol):
    """A running service, wherever it runs (`RunningService` has the meaning of each)."""

    def counters(self) -> Counters:
        """Its own, as of now."""

    def run(self, statements: str) -> None:
        """Run statements."""

    def memory_bytes(self) -> int | None:
        """What it uses."""

    def exit_reason(self) -> str | None:
        """How it ended."""


class ServicesView(Protocol):
    """The services of a run, wherever they run (`Services` has the meaning of each)."""

    @property
    def running(self) -> Mapping[ServiceName, ServiceView]:
        """By name."""

    @property
    def variables(self) -> Mapping[str, str]:
        """Of manifests."""

    def cpu_usage_us(self, names: Iterable[ServiceName]) -> int | None:
        """CPU time of some of them."""


@dataclass(slots=True)
class RunningService:
    """One that answers and has its seeds."""

    service: Service
    hosted: HostedProcess
    access: Access
    readings: int = 0

    def counters(self) -> Counters:
        """Its own, as of now, without what earlier readings added. Raises ServiceError, also when it has ended."""
        with self._asking():
            told = self.service.counters(self.access)
        own = self.service.own.times(self.readings)
        self.readings += 1
        return told.since(own)

    def run(self, statements: str) -> None:
        """Run statements. Raises ServiceError, also when it has ended."""
        with self._asking():
            self.service.run(self.access, statements.encode())

    def memory_bytes(self) -> int | None:
        """What its processes use (PSS); `None` when unreadable."""
        return self.hosted.memory_bytes()

    def exit_reason(self) -> str | None:
        """How it ended; `None` while it lives."""
        return self.hosted.exit_reason()

    @contextmanager
    def _asking(self) -> Iterator[None]:
        self._raise_if_ended()
        try:
            yield
        except ServiceError:
            # Whoever asks hears that it has ended before whoever waits for its end.
            self.hosted.wait_exit(END_SEEN_S)
            self._raise_if_ended()
            raise

    def _raise_if_ended(self) -> None:
        ended = self.hosted.exit_reason()
        if ended is not None:
            raise ServiceError(f"it {ended}", where=self.service.name, hint=f"see {self.hosted.log_path}")


class Services:
    """Those that the scenarios of a run need, each started once and seeded with what all of them ask for."""

    def __init__(self, host_of: Callable[[ServiceName], Host], scenarios: Iterable[Scenario]) -> None:
        """Start, wait, seed. Raises ServiceError; what was started then goes with its host."""
        needs: dict[ServiceName, list[Path]] = {}
        for scenario in scenarios:
            for name, need in scenario.services.items():
                seeds = needs.setdefault(name, [])
                if need.seed is not None and scenario.folder / need.seed not in seeds:
                    seeds.append(scenario.folder / need.seed)
        self._running = {name: _start(host_of(name), SERVICES[name], seeds) for name, seeds in needs.items()}

    @property
    def running(self) -> Mapping[ServiceName, RunningService]:
        """By name."""
        return self._running

    @property
    def variables(self) -> Mapping[str, str]:
        """Of those that run."""
        values: dict[str, str] = {}
        for name, running in self.running.items():
            values |= running.access.variables(name)
        return values

    def cpu_usage_us(self, names: Iterable[ServiceName]) -> int | None:
        """CPU time of some of them since their start, in microseconds; `None` when it cannot be read of all."""
        used = [self.running[name].hosted.cpu_usage_us() for name in names]
        return None if None in used else sum(time_us for time_us in used if time_us is not None)


def _start(host: Host, service: Service, seeds: Iterable[Path]) -> RunningService:
    (port,) = free_ports(1)
    # Its own folder is the scratch folder, which is there only when it is started: so the script goes there by itself.
    script = f'cd "$TMPDIR"\n{service.script}'
    hosted = host.start(
        service.name,
        ("/bin/sh", "-c", script, service.name, str(port), host.listens_on),
        Path("/"),
        {"PATH": client_path(service.folders)} if host.programs_are_here else {},
        port,
    )
    access = Access(port=port, socket=hosted.scratch / service.socket, host=hosted.host, enter=tuple(hosted.inside(())))
    _wait(service, hosted, access)
    for seed in seeds:
        try:
            service.run(access, seed.read_bytes())
        except ServiceError as error:
            raise ServiceError(error.message, where=str(seed), hint="mend that file") from error
    return RunningService(service, hosted, access)


def _wait(service: Service, hosted: HostedProcess, access: Access) -> None:
    until = time.monotonic() + READY_BOUND_S
    while not service.ready(access):
        ended = hosted.exit_reason()
        if ended is not None or time.monotonic() > until:
            said = " | ".join(hosted.log_tail(3))
            what = ended if ended is not None else f"not ready within {READY_BOUND_S:.0f} s"
            raise ServiceError(f"{what}: {said}", where=service.name, hint=f"see {hosted.log_path}")
        hosted.wait_exit(LOOK_AGAIN_S)
