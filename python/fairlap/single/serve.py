"""`fairlap start`: one contestant on the host's loopback that keeps running when fairlap exits."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog import Contestant, OwnImage, Request, Scenario, ServiceName, Values
from fairlap.errors import ContestantError, UsageError
from fairlap.host import choose_cpus
from fairlap.hosting.certificate import AUTHORITY, SERVER_NAME, certificate_for
from fairlap.hosting.hosted import LOOPBACK
from fairlap.hosting.hosting import PROCESSES, Hosting
from fairlap.hosting.hosts import Host, Place
from fairlap.hosting.leftovers import clear_leftovers, served
from fairlap.hosting.ports import require_free
from fairlap.hosting.services.running import Services, require_services
from fairlap.hosting.starting import own_port, start
from fairlap.hosting.variables import Variables
from fairlap.race.site import MEMORY_LIMIT_BYTES, until_ready
from fairlap.samples import Skip

SERVED = "served-"
"""Prefix of the run ids of `fairlap start`, before the port: others of this machine may serve one of the same name."""

CONNECTIONS = 1024
"""The value of `{connections}`, as the actual number of clients is unknown."""


@dataclass(frozen=True, slots=True)
class Serving:
    """A served contestant: process id, and where it answers its first scenario.

    `authority` is the file of the certificates to trust, if that is asked over TLS.
    """

    pid: int
    url: str
    authority: Path | None


def serve(
    contestant: Contestant,
    scenario: Scenario,
    port: int,
    workers: int,
    *,
    results: Path,
    build_root: Path,
    say: Callable[[str], object],
    hosting: Hosting = PROCESSES,
) -> Serving:
    """Build a contestant, start it on `port` with the scenario's services, and leave it running once it answers.

    Raises UsageError when it is already being served, it or a service cannot run here, or the port is taken; StartError
    or ContractError (and stops it) when it gives no right answer: `say` gets its last output.
    """
    state = results / ".running"
    own = contestant.own_scenario(scenario)
    if contestant.image is not None:
        _require_own_port(contestant, contestant.image, own.request, port)
    _require_room(contestant, port, state)
    hosting.clear()
    ((_, ready),) = hosting.prepare([contestant], build_root, lambda name, text: None)
    if isinstance(ready, Skip):
        raise UsageError(f"{contestant.name} cannot run here: {ready.reason}", hint=ready.hint)
    require_services(scenario, hosting.missing_service)
    hosting.prepare_services(scenario.services, build_root, lambda text: None)
    layout = choose_cpus(workers, services=bool(scenario.services))
    run_id = f"{SERVED}{port}"
    logs = results / "logs"
    isolation = hosting.settle([ready], run_id, "host loopback")
    with _Hosts() as hosts:

        def host_of(service: ServiceName) -> Host:
            own_id = f"{run_id}.{service}"
            place = Place(own_id, layout.services, None, logs / own_id, state, kind="manual")
            return hosts.add(hosting.services_host(isolation, place))

        services = Services(host_of, [scenario])
        certificate = certificate_for([contestant], logs / run_id / contestant.name)
        place = Place(run_id, layout.server, MEMORY_LIMIT_BYTES, logs / run_id, state, "manual", certificate)
        host = hosts.add(hosting.host(isolation, place, [ready]))
        variables = Variables(workers=workers, cpus=layout.server, connections=CONNECTIONS, services=services.variables)
        values = Values()
        first, request = own.login or own, values.fill(own.request)
        hosted = start(host, ready, port, variables, request)
        try:
            until_ready(hosted, values.fill(first.request), values.fill(first.expect), contestant.ready_s)
        except ContestantError as error:
            for line in hosted.log_tail():
                say(f"{contestant.name} | {line}")
            raise error.on(contestant.name) from error
        hosts.detach()
    authority = certificate.folder / AUTHORITY if certificate is not None and request.secure else None
    at = f"{SERVER_NAME if request.secure else LOOPBACK}:{port}"
    return Serving(hosted.pid, f"{request.scheme}://{at}{request.path}", authority)


class _Hosts(ExitStack):
    """Hosts of processes that will outlive this one; until they are detached, any failure stops them."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[Host] = []

    def add(self, host: Host) -> Host:
        self._open.append(self.enter_context(host))
        return host

    def detach(self) -> None:
        for host in self._open:
            host.detach()


def _require_own_port(contestant: Contestant, image: OwnImage, request: Request, port: int) -> None:
    own = own_port(contestant.name, image, request)
    if port != own:
        message = f"listens on port {own}, which is written into its image"
        raise UsageError(message, where=contestant.name, hint=f"--port {own}")


def _require_room(contestant: Contestant, port: int, state: Path) -> None:
    """Raise UsageError when the contestant is already being served, or its port is taken."""
    clear_leftovers(state)
    for other in served(state):
        if (other.name, other.run_id) == (contestant.slug, f"{SERVED}{other.port}") and other.alive:
            raise UsageError(
                f"{contestant.name} is already being served on port {other.port}",
                hint=f"fairlap stop {contestant.name}",
            )
    require_free(port)
