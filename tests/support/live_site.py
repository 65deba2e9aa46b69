"""A real contestant at a real site, for tests of the runner: `fairload reference` with any options."""

import os
import random
import signal
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from fairlap.catalog import Contestant, Expect, LoadProfile, Scenario
from fairlap.generators.fairload import FairloadSession
from fairlap.host import awake, choose_cpus
from fairlap.hosting.hosts import Place
from fairlap.hosting.isolation import detect
from fairlap.hosting.ports import free_ports
from fairlap.hosting.prepared import Prepared, paths_to_read
from fairlap.hosting.process import ProcessHost
from fairlap.hosting.programs import find_fairload
from fairlap.race.events import Observer
from fairlap.race.offering import RoundContext
from fairlap.race.recorder import Stage
from fairlap.race.site import LocalSite
from fairlap.race.turn import Turn
from support import ignore

SCENARIO = Scenario(name="hello", title="Hello", expect=Expect(text="Hello, world!\n"))
BOUND_S = 10


@dataclass
class Live:
    """A running contestant, frozen between its laps, and its failures."""

    site: LocalSite
    turn: Turn
    failed: list[str] = field(default_factory=list)

    def fail(self, turn: Turn, stage: Stage, reason: str) -> None:
        """Record a failure like a heat does."""
        assert reason
        self.failed.append(stage)
        turn.kept.fail(stage, reason)

    def context(self, observer: Observer = ignore) -> RoundContext:
        """Return the round as the stages after its cycles see it."""
        return RoundContext([self.turn], self.site, random.Random(1), observer, "test", self.fail)

    def end_server(self) -> None:
        """Kill the server, as a crash would."""
        assert self.turn.hosted is not None
        os.kill(self.turn.hosted.pid, signal.SIGKILL)
        self.turn.hosted.thaw()
        assert self.turn.hosted.wait_exit(BOUND_S)


@contextmanager
def live(*options: str, connections: int = 8) -> Iterator[Live]:
    """A `fairload reference` with these options, started, opened and frozen; stopped at the end."""
    with tempfile.TemporaryDirectory(prefix="fairlap-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # contestants run as an unprivileged user
        prepared = Prepared(_contestant(options), folder, "test")
        layout = choose_cpus(1)
        isolation = detect(paths=paths_to_read([prepared]), wanted="host loopback")
        run = f"test-{uuid.uuid4().hex[:8]}"  # two at a time must not share a cgroup, because one of them is frozen
        host = ProcessHost(isolation, Place(run, layout.server, None, folder / "logs", folder / "running"))
        log = folder / "fairload.log"
        with (
            host,
            awake(),
            FairloadSession(
                find_fairload(), layout.generator, threads=1, spin=not layout.shared, stderr_path=log
            ) as session,
        ):
            site = LocalSite(host, session, layout, isolation, workers=1, connections=connections)
            turn = Turn(prepared, SCENARIO, LoadProfile(connections=connections, timeout_ms=2000), heat=1)
            turn.start(site, free_ports(1)[0])
            turn.open(site)
            yield Live(site, turn)


def _contestant(options: tuple[str, ...]) -> Contestant:
    return Contestant.model_validate(
        {
            "name": "live",
            "language": "Rust",
            "framework": "fairload reference",
            "class": "engine",
            "homepage": "",
            "start": ["fairload", "reference", "--port", "{port}", *options],
            "scenarios": {"hello": {}},
        }
    )
