"""`fairlap start`: one contestant on the host's loopback, left running when fairlap exits."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog import Contestant, Scenario, ServiceName
from fairlap.errors import UsageError
from fairlap.host import choose_cpus
from fairlap.hosting.isolation import Isolation, detect
from fairlap.hosting.leavings import clear_leavings, served, services_prefix
from fairlap.hosting.ports import require_free
from fairlap.hosting.process import ProcessHost
from fairlap.hosting.services.running import Services, require_services
from fairlap.hosting.variables import Variables, expand, expand_env
from fairlap.runner.entry import HOST, READY_BOUND_S
from fairlap.runner.prepare import prepare_one
from fairlap.runner.site import MEMORY_LIMIT_BYTES, paths_to_read
from fairlap.samples import Skip
from fairlap.verify import wait_until_answers

SERVED = "served-"
"""How the run ids of contestants begin that are served by hand."""

CONNECTIONS = 1024
"""What one that must be told is told: nobody knows who will come."""


@dataclass(frozen=True, slots=True)
class Serving:
    """What is being served: process id, and the path of its first scenario."""

    pid: int
    path: str


def serve(
    contestant: Contestant, scenario: Scenario, port: int, workers: int, *, results: Path, build_root: Path
) -> Serving:
    """Build it, start it on `port` with the scenario's services, and leave it running when it gives a right answer.

    Raises UsageError when it is being served already, it or a service cannot run here, or the port is taken; StartError
    or ContractError (and ends it) when it does not answer rightly.
    """
    state = results / ".running"
    _require_room(contestant, port, state)
    ready = prepare_one(contestant, build_root)
    if isinstance(ready, Skip):
        raise UsageError(f"{contestant.name} cannot run here: {ready.reason}", hint=ready.hint)
    require_services(scenario)
    layout = choose_cpus(workers, services=bool(scenario.services))
    logs = results / "logs" / "served"
    with _Hosts(detect(paths=paths_to_read([ready]), private_network=False), state) as hosts:

        def host_of(service: ServiceName) -> ProcessHost:
            log_dir = logs / "services" / contestant.name
            return hosts.open(f"{services_prefix(contestant.name)}{service}", layout.services, None, log_dir)

        services = Services(host_of, [scenario])
        host = hosts.open(f"{SERVED}{contestant.name}", layout.server, MEMORY_LIMIT_BYTES, logs)
        variables = Variables(
            port=port,
            workers=workers,
            build=ready.folder,
            cpus=layout.server,
            connections=CONNECTIONS,
            services=services.variables,
        )
        command, env = expand(contestant.start, variables), expand_env(contestant.env, variables)
        hosted = host.start(contestant.name, command, ready.folder, env, port)
        request = contestant.request_for(scenario)
        wait_until_answers(HOST, port, request, scenario.expect, READY_BOUND_S, hosted.exit_reason)
        hosts.detach()
    return Serving(hosted.pid, request.path)


class _Hosts(ExitStack):
    """Hosts of what is to outlive this process; until they are detached, whatever goes wrong ends it."""

    def __init__(self, isolation: Isolation, state: Path) -> None:
        super().__init__()
        self._isolation = isolation
        self._state = state
        self._open: list[ProcessHost] = []

    def open(self, run_id: str, cpus: tuple[int, ...], memory_bytes: int | None, logs: Path) -> ProcessHost:
        host = ProcessHost(self._isolation, run_id, cpus, memory_bytes, logs, self._state, kind="manual")
        self._open.append(self.enter_context(host))
        return host

    def detach(self) -> None:
        for host in self._open:
            host.detach()


def _require_room(contestant: Contestant, port: int, state: Path) -> None:
    """Raises UsageError when it is being served already, or its port is taken."""
    clear_leavings(state)
    for other in served(state):
        if other.run_id == f"{SERVED}{contestant.name}" and other.alive:
            raise UsageError(
                f"{contestant.name} is being served already, on port {other.port}",
                hint=f"fairlap stop {other.name}",
            )
    require_free(port)
