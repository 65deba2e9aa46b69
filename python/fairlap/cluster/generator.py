"""A generator site: one fairload on one machine, which only sends requests to the server site."""

import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from fairlap.catalog import DEFAULT_ENGINE, LoadEngine
from fairlap.cluster.machine import cpus_of, describe
from fairlap.cluster.models import Colocation, PartOfLap, SiteFacts
from fairlap.errors import GeneratorError
from fairlap.generators.fairload import FairloadSession, Target
from fairlap.generators.models import LapSpec
from fairlap.host import cores, read_cpu_times
from fairlap.hosting.programs import find_fairload


class GeneratorSite:
    """Runs laps against targets on one server site.

    Args:
        address: the address and name of this machine.
        server: the only address that targets may have.
        folder: for the generator's log.
        colocation: other sites on this machine; `None`: none.
        engine: of fairload.

    Raises:
        GeneratorError: fairload does not start.
        UsageError: there is no fairload, or it does not have the engine here.
    """

    def __init__(
        self,
        address: str,
        server: str,
        folder: Path,
        colocation: Colocation | None = None,
        engine: LoadEngine = DEFAULT_ENGINE,
    ) -> None:
        self._address = address
        self._server = server
        self._cpus = cpus_of("generator", colocation)
        # Without a separate core for Ray, a generator that never sleeps would delay its orders.
        self._spins = colocation is None and len(cores(os.sched_getaffinity(0))) > 1
        folder.mkdir(parents=True, exist_ok=True)
        self._session = FairloadSession(
            find_fairload(),
            self._cpus,
            threads=len(self._cpus),
            spin=self._spins,
            stderr_path=folder / "fairload.log",
            engine=engine,
        )

    def facts(self) -> SiteFacts:
        """Return the facts of this site."""
        reasons = () if self._spins else (f"the generator of {self._address} shares its CPU with Ray, so it sleeps",)
        return describe(self._address, "generator", self._session.version, cpus=len(self._cpus), reasons=reasons)

    def clock_ns(self) -> int:
        """Return this machine's CLOCK_MONOTONIC."""
        return time.monotonic_ns()

    def open(self, target: Target) -> None:
        """Add a target. Raises GeneratorError when it is not on the server site."""
        host, _, _ = target.address.rpartition(":")
        if host != self._server:
            raise GeneratorError(
                f"target {target.name} is at {target.address}, not on the server site {self._server}",
                where=self._address,
            )
        self._session.open(target)

    def lap(self, spec: LapSpec) -> PartOfLap:
        """Run one generator's part of a lap. Raises GeneratorError."""
        before = read_cpu_times()
        result = self._session.lap(spec)
        return PartOfLap(result, read_cpu_times().since(before, self._cpus).steal_share)

    def close(self, target: str) -> None:
        """Forget a target and close its connections."""
        self._session.close(target)

    def quit(self) -> None:
        """End the generator."""
        self._session.quit()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.quit()
