"""Networks for docker, whose daemon starts containers in networks of other containers only: a small one holds each."""

import select
import subprocess
from collections.abc import Sequence

from fairlap.errors import StartError
from fairlap.hosting.container import base_image
from fairlap.hosting.container.engine import Engine
from fairlap.hosting.container.labels import main_pid, remove_container

_SANDBOX = ("--read-only", "--cap-drop", "all", "--security-opt", "no-new-privileges", "--user", "65534:65534")
_SAYS_THAT_IT_RUNS = ("sh", "-c", "echo; exec cat > /dev/null")
"""Ends with its standard input, which the kernel closes when this process ends, however that happens."""

_STARTS_WITHIN_S, _ENDS_WITHIN_S = 60.0, 10.0


class NetworkHolder:
    """A container that does nothing but hold a network with only a loopback; it ends when it is closed.

    The network lives on with the other processes and containers in it.

    Attributes:
        pid: the process in that network.
        argument: the engine's --network of containers that join it.
    """

    def __init__(self, engine: Engine, name: str, options: Sequence[str]) -> None:
        """Start it, with these additional options of `run`. Raises StartError."""
        self.argument = f"container:{name}"
        self._engine = engine
        self._name = name
        run = ("run", "--rm", "--interactive", "--name", name, "--network", "none", "--pull", "never")
        self._child = engine.start_piped(
            (*run, "--log-driver", "none", *_SANDBOX, *options, base_image.NAME, *_SAYS_THAT_IT_RUNS)
        )
        pid = main_pid(engine, name) if self._says_that_it_runs() else None
        if pid is None:
            raise StartError(f"the container that holds its network did not start: {self._ended()}", where=name)
        self.pid = pid

    def close(self) -> None:
        """End and remove the container. Raises EngineError when it cannot be removed."""
        self._ended()

    def _says_that_it_runs(self) -> bool:
        out = self._child.stdout
        assert out is not None
        with select.epoll() as poller:
            poller.register(out, select.EPOLLIN)
            return bool(poller.poll(_STARTS_WITHIN_S)) and out.readline() == b"\n"

    def _ended(self) -> str:
        """End it; return the last line of the engine."""
        try:
            _, error = self._child.communicate(timeout=_ENDS_WITHIN_S)  # closes its standard input
        except subprocess.TimeoutExpired:
            remove_container(self._engine, self._name)
            self._child.kill()
            _, error = self._child.communicate()
        lines = error.decode(errors="replace").split("\n\n", 1)[0].strip().splitlines()
        return lines[-1] if lines else "no output"
