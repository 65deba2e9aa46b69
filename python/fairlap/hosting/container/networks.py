"""Networks for the containers of a run, with its label."""

from fairlap.errors import StartError
from fairlap.hosting.container import base_image
from fairlap.hosting.container.engine import Engine
from fairlap.hosting.container.labels import OWNER, RUN, Owner
from fairlap.hosting.container.removal import main_pid, remove_container
from fairlap.hosting.network import enter_network_of

_SLEEP = ("sleep", "infinity")


def create_bridge(engine: Engine, run: str) -> str:
    """Create a bridge for containers and this machine without a way out; return its name. Raises EngineError."""
    engine.run("network", "create", "--internal", *_labels(run), _name(run))
    return _name(run)


def remove_bridge(engine: Engine, name: str) -> None:
    """Remove a bridge. Raises EngineError while a container uses it."""
    engine.run("network", "rm", name)


def hold_private(engine: Engine, run: str) -> str:
    """Create a network with only loopback, held by a sleeping container, and move this process into it.

    For docker, whose daemon cannot join a container to the caller's network. Returns the --network for other
    containers. Raises EngineError, StartError.
    """
    sandbox = ("--read-only", "--cap-drop", "all", "--security-opt", "no-new-privileges", "--user", "65534:65534")
    engine.run(
        "run", "--detach", "--name", _name(run), *_labels(run), *sandbox, "--network", "none", base_image.NAME, *_SLEEP
    )
    pid = main_pid(engine, _name(run))
    if pid is None:
        remove_container(engine, _name(run))
        raise StartError("the container that holds the network did not start", where=engine.name)
    enter_network_of(pid)
    return f"container:{_name(run)}"


def release_private(engine: Engine, network: str) -> None:
    """Remove the container that holds a network. Raises EngineError."""
    remove_container(engine, network.removeprefix("container:"))


def _name(run: str) -> str:
    return f"fairlap-net-{run}"


def _labels(run: str) -> tuple[str, ...]:
    return ("--label", f"{RUN}={run}", "--label", f"{OWNER}={Owner.this().text}")
