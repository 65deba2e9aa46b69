"""Networks of containers that are a run's own, and carry its label."""

from fairlap.errors import StartError
from fairlap.hosting.container import base_image
from fairlap.hosting.container.engine import Engine
from fairlap.hosting.container.labels import OWNER, RUN, Owner
from fairlap.hosting.container.removal import main_pid, remove_container
from fairlap.hosting.network import enter_network_of

_SLEEP = ("sleep", "infinity")


def create_bridge(engine: Engine, run: str) -> str:
    """A bridge on which there are containers and this machine, without a way out; its name. Raises EngineError."""
    engine.run("network", "create", "--internal", *_labels(run), _name(run))
    return _name(run)


def remove_bridge(engine: Engine, name: str) -> None:
    """Remove it. Raises EngineError while a container is on it."""
    engine.run("network", "rm", name)


def hold_private(engine: Engine, run: str) -> str:
    """A network with nothing but loopback, held by a container that sleeps; this process is in it afterwards.

    For docker, whose daemon cannot join a container to the network of whoever calls it. Returns the --network of other
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


def let_go(engine: Engine, network: str) -> None:
    """Remove the container that holds a network. Raises EngineError."""
    remove_container(engine, network.removeprefix("container:"))


def _name(run: str) -> str:
    return f"fairlap-net-{run}"


def _labels(run: str) -> tuple[str, ...]:
    return ("--label", f"{RUN}={run}", "--label", f"{OWNER}={Owner.this().text}")
