"""`fairlap start`: one contestant on the host's loopback, left running when fairlap exits."""

from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog import Contestant, Scenario
from fairlap.errors import ContestantError, UsageError
from fairlap.host import choose_cpus
from fairlap.hosting.isolation import detect
from fairlap.hosting.leavings import clear_leavings, served
from fairlap.hosting.ports import require_free
from fairlap.hosting.process import ProcessHost
from fairlap.hosting.variables import Variables, expand, expand_env
from fairlap.runner.entry import HOST, READY_BOUND_S
from fairlap.runner.prepare import prepare_one
from fairlap.runner.site import MEMORY_LIMIT_BYTES, paths_to_read
from fairlap.samples import Skip
from fairlap.verify import wait_until_answers

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
    """Build it, start it on `port` and leave it running when it gives its first right answer.

    Raises UsageError when it is being served already, cannot run here, or the port is taken; StartError or
    ContractError (and ends it) when it does not answer rightly.
    """
    state = results / ".running"
    clear_leavings(state)
    for other in served(state):
        if other.name == contestant.name and other.alive:
            raise UsageError(
                f"{contestant.name} is being served already, on port {other.port}",
                hint=f"fairlap stop {other.name}",
            )
    require_free(port)
    ready = prepare_one(contestant, build_root)
    if isinstance(ready, Skip):
        raise UsageError(f"{contestant.name} cannot run here: {ready.reason}", hint=ready.hint)
    layout = choose_cpus(workers)
    isolation = detect(paths=paths_to_read([ready]), private_network=False)
    variables = Variables(port=port, workers=workers, build=ready.folder, cpus=layout.server, connections=CONNECTIONS)
    logs = results / "logs" / "served"
    logs.mkdir(parents=True, exist_ok=True)
    host = ProcessHost(
        isolation, f"served-{contestant.name}", layout.server, MEMORY_LIMIT_BYTES, logs, state, kind="manual"
    )
    with host:
        hosted = host.start(
            contestant.name,
            expand(contestant.start, variables),
            ready.folder,
            expand_env(contestant.env, variables),
            port,
        )
        request = contestant.request_for(scenario)
        try:
            wait_until_answers(HOST, port, request, scenario.expect, READY_BOUND_S, hosted.exit_reason)
        except (ContestantError, KeyboardInterrupt):
            hosted.stop()
            raise
        host.detach()
    return Serving(hosted.pid, request.path)
