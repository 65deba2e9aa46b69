"""Services of a run: started in the sandbox of contestants, on their own CPUs, and stopped with the run."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from fairlap.catalog import Account, Scenario, ServiceName
from fairlap.errors import UsageError
from fairlap.hosting.hosted import HostedProcess
from fairlap.hosting.hosts import Host
from fairlap.hosting.ports import free_ports, is_free
from fairlap.hosting.programs import find_program
from fairlap.hosting.services import mariadb, memcached, mongodb, mysql, postgresql, redis
from fairlap.hosting.services.model import Access, Counters, Service, ServiceError, administrator, client_path

SERVICES: dict[ServiceName, Service] = {
    module.SERVICE.name: module.SERVICE for module in (mariadb, mysql, mongodb, postgresql, redis, memcached)
}
READY_BOUND_S = 60.0
END_SEEN_S = 0.5
"""How long to wait for the end of a server that stopped answering."""

LOOK_AGAIN_S = 0.02
"""Pause between attempts to reach a service: there is no event that shows that it listens."""

ServiceCheck = Callable[[ServiceName], tuple[str, str] | None]
"""Returns why a service cannot run here, and the fix; `None` when it can."""


def why_missing(scenario: Scenario, check: ServiceCheck | None = None) -> tuple[str, str] | None:
    """Return why a scenario cannot run here, and the fix; `None` when all its services are available.

    Args:
        scenario: has the services.
        check: checks one service [default: whether its programs are installed].
    """
    check = missing_service if check is None else check
    return next((found for name in scenario.services if (found := check(name)) is not None), None)


def require_services(scenario: Scenario, check: ServiceCheck | None = None) -> None:
    """Raise UsageError when one of the scenario's services cannot run here."""
    found = why_missing(scenario, check)
    if found is not None:
        raise UsageError(found[0], where=f"scenario {scenario.name}", hint=found[1])


def with_their_services(
    scenarios: Sequence[Scenario], say: Callable[[Scenario, str, str], object], check: ServiceCheck | None = None
) -> list[Scenario]:
    """Return the scenarios whose services are available; call `say` for each other one with the reason and the fix.

    Raises UsageError when none is left.
    """
    if len(scenarios) == 1:
        require_services(scenarios[0], check)
    able: list[Scenario] = []
    fix = None
    for scenario in scenarios:
        found = why_missing(scenario, check)
        if found is None:
            able.append(scenario)
        else:
            reason, fix = found
            say(scenario, reason, fix)
    if not able:
        raise UsageError("no scenario has its services available", hint=fix)
    return able


def missing_service(name: ServiceName) -> tuple[str, str] | None:
    """Return why a service cannot run here as a process, and the fix; `None` when its programs are installed."""
    service = SERVICES[name]
    if not service.programs:
        return f"{name}: runs in a container only", service.install
    path = client_path(service.folders)
    for program in service.programs:
        if find_program(program, path=path) is None:
            return f"{name}: {program} is not installed", service.install
    return None


class ServiceView(Protocol):
    """A running service on any machine (`RunningService` describes the methods)."""

    def counters(self, table: str | None = None) -> Counters: ...

    def run(self, statements: str) -> str: ...

    def stand_in(self) -> str | None: ...

    def memory_bytes(self) -> int | None: ...

    def exit_reason(self) -> str | None: ...


class ServicesView(Protocol):
    """The services of a run on any machine (`Services` describes the methods)."""

    @property
    def running(self) -> Mapping[ServiceName, ServiceView]: ...

    @property
    def variables(self) -> Mapping[str, str]: ...

    def cpu_usage_us(self, names: Iterable[ServiceName]) -> int | None: ...

    def seed_again(self, scenario: str) -> None: ...


@dataclass(slots=True)
class RunningService:
    """A service that answers and has its seeds; `other` is the name of one that stands in for it."""

    service: Service
    hosted: HostedProcess
    access: Access
    other: str | None = None
    readings: int = 0

    def counters(self, table: str | None = None) -> Counters:
        """Return its counters without those of earlier readings, of a `table` if the service can tell.

        Raises ServiceError, also when it has ended.
        """
        with self._explained():
            try:
                total = self.service.counters(self.access, table)
            except (KeyError, ValueError) as error:
                raise ServiceError(f"cannot read the counters of {self.service.name}: {error}") from error
        own = self.service.own.times(self.readings if table is None else 0)
        self.readings += 1
        return total.since(own)

    def run(self, statements: str) -> str:
        """Run statements and return what its client prints. Raises ServiceError, also when it has ended."""
        with self._explained():
            return self.service.run(self.access, statements.encode())

    def stand_in(self) -> str | None:
        """Return the name of a server that answers in the place of the real one; `None` for the real one."""
        return self.other

    def seed(self, path: Path) -> None:
        """Run the statements of a file. Raises ServiceError."""
        with self._explained():
            try:
                self.service.run(self.access, path.read_bytes())
            except ServiceError as error:
                raise ServiceError(error.message, where=str(path), hint="fix that file") from error

    def memory_bytes(self) -> int | None:
        """Return the memory of its processes (PSS); `None` when unreadable."""
        return self.hosted.memory_bytes()

    def exit_reason(self) -> str | None:
        """Return how it ended; `None` while it lives."""
        return self.hosted.exit_reason()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Report that the service has ended instead of the failure that follows from it."""
        self._raise_if_ended()
        try:
            yield
        except ServiceError:
            # A failed query may be seen before the end of the process.
            self.hosted.wait_exit(END_SEEN_S)
            self._raise_if_ended()
            raise

    def _raise_if_ended(self) -> None:
        ended = self.hosted.exit_reason()
        if ended is not None:
            raise ServiceError(ended, where=self.service.name, hint=f"see {self.hosted.log_path}")


class Services:
    """The services that the scenarios of a run need, each started once with the seeds of all scenarios."""

    def __init__(self, host_of: Callable[[ServiceName], Host], scenarios: Iterable[Scenario]) -> None:
        """Start, wait, seed. Raises ServiceError; started services end with their host."""
        scenarios = list(scenarios)
        needs: dict[ServiceName, list[Path]] = {}
        self._before_heats: dict[str, list[tuple[ServiceName, Path]]] = {}
        for scenario in scenarios:
            for name, need in scenario.services.items():
                seeds = needs.setdefault(name, [])
                if need.seed is None:
                    continue
                path = scenario.folder / need.seed
                if path not in seeds:
                    seeds.append(path)
                if need.reseed:
                    self._before_heats.setdefault(scenario.name, []).append((name, path))
        accounts = {name: _account(name, scenarios) for name in needs}
        self._running = {
            name: _start(host_of(name), SERVICES[name], accounts[name], seeds) for name, seeds in needs.items()
        }

    @property
    def running(self) -> Mapping[ServiceName, RunningService]:
        """The running services by name."""
        return self._running

    @property
    def variables(self) -> Mapping[str, str]:
        """The manifest variables of all running services."""
        values: dict[str, str] = {}
        for name, running in self.running.items():
            values |= running.access.variables(name)
        return values

    def seed_again(self, scenario: str) -> None:
        """Run the seeds of a scenario again if it wants that before each heat. Raises ServiceError."""
        for name, path in self._before_heats.get(scenario, ()):
            self._running[name].seed(path)

    def cpu_usage_us(self, names: Iterable[ServiceName]) -> int | None:
        """Return the CPU time of some services since their start, in microseconds; `None` when one is unreadable."""
        used = [self.running[name].hosted.cpu_usage_us() for name in names]
        return None if None in used else sum(time_us for time_us in used if time_us is not None)


def at_once(scenarios: Iterable[Scenario]) -> list[list[Scenario]]:
    """Group scenarios whose services can run at the same time, as they want the same account at each."""
    groups: list[tuple[dict[ServiceName, Account], list[Scenario]]] = []
    for scenario in scenarios:
        own = {name: _account_of(scenario, name) for name in scenario.services}
        for accounts, group in groups:
            if all(accounts.get(name, account) == account for name, account in own.items()):
                accounts |= own
                group.append(scenario)
                break
        else:
            groups.append((own, [scenario]))
    return [group for _, group in groups]


def _account_of(scenario: Scenario, name: ServiceName) -> Account:
    return scenario.services[name].account or Account()


def _account(name: ServiceName, scenarios: Sequence[Scenario]) -> Account:
    """Return the account that the scenarios want at a service. Raises ServiceError when they want different ones."""
    wanted = {each.name: _account_of(each, name) for each in scenarios if name in each.services}
    first, *others = wanted
    other = next((scenario for scenario in others if wanted[scenario] != wanted[first]), None)
    if other is not None:
        message = f"{first} and {other} have different accounts at {name}"
        raise ServiceError(message, hint="race them one after another, with --scenario")
    return wanted[first]


def _start(host: Host, service: Service, account: Account, seeds: Iterable[Path]) -> RunningService:
    port = account.port if account.port is not None and is_free(account.port) else free_ports(1)[0]
    # The script changes to the scratch folder itself, which does not exist before the start.
    script = f'cd "$TMPDIR"\n{service.script}'
    hosted = host.start(
        service.name,
        ("/bin/sh", "-c", script, service.name, str(port), host.listens_on, administrator(), account.user),
        Path("/"),
        {"PATH": client_path(service.folders)} if host.programs_are_here else {},
        port,
    )
    socket = hosted.scratch / service.socket
    access = Access(port, socket, account, host=hosted.host, enter=tuple(hosted.inside(())))
    hosted.before_stop = access.client.close
    _wait(service, hosted, access)
    running = RunningService(service, hosted, access, service.stand_in(access))
    for seed in seeds:
        running.seed(seed)
    return running


def _wait(service: Service, hosted: HostedProcess, access: Access) -> None:
    until = time.monotonic() + READY_BOUND_S
    while not _is_ready(service, access):
        ended = hosted.exit_reason()
        if ended is not None or time.monotonic() > until:
            last = " | ".join(hosted.log_tail(3))
            what = ended if ended is not None else f"not ready within {READY_BOUND_S:.0f} s"
            raise ServiceError(f"{what}: {last}", where=service.name, hint=f"see {hosted.log_path}")
        hosted.wait_exit(LOOK_AGAIN_S)


def _is_ready(service: Service, access: Access) -> bool:
    try:
        return service.ready(access)
    except ServiceError:
        return False
