"""A generator site: one fairload on one machine, which asks no other address than the server site's."""

import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from fairlap.cluster.machine import cpus_of, describe
from fairlap.cluster.models import PartOfLap, SiteFacts, Together
from fairlap.errors import GeneratorError
from fairlap.generators.fairload import FairloadSession, Target
from fairlap.generators.models import LapSpec
from fairlap.host import cores, read_cpu_times
from fairlap.hosting.programs import find_fairload


class GeneratorSite:
    """Offers laps to targets of one server site.

    Args:
        address: of this machine, by which it is named.
        server: the only address that may be asked.
        folder: for the generator's log.
        together: with what it is on its machine; `None`: alone.

    Raises:
        GeneratorError: fairload does not start.
        UsageError: there is no fairload.
    """

    def __init__(self, address: str, server: str, folder: Path, together: Together | None = None) -> None:
        self._address = address
        self._server = server
        self._cpus = cpus_of("generator", together)
        # Where Ray has no core of its own, a generator that never sleeps would keep its orders waiting.
        self._spins = together is None and len(cores(os.sched_getaffinity(0))) > 1
        folder.mkdir(parents=True, exist_ok=True)
        self._session = FairloadSession(
            find_fairload(),
            self._cpus,
            threads=len(self._cpus),
            spin=self._spins,
            stderr_path=folder / "fairload.log",
        )

    def facts(self) -> SiteFacts:
        """What there is to know of this site."""
        reasons = () if self._spins else (f"the generator of {self._address} shares its CPU with Ray, so it sleeps",)
        return describe(self._address, "generator", self._session.version, cpus=len(self._cpus), reasons=reasons)

    def clock_ns(self) -> int:
        """This machine's CLOCK_MONOTONIC."""
        return time.monotonic_ns()

    def open(self, target: Target) -> None:
        """Learn of a target. Raises GeneratorError when it is not on the server site."""
        host, _, _ = target.address.rpartition(":")
        if host != self._server:
            raise GeneratorError(
                f"target {target.name} is at {target.address}, and only the server site {self._server} may be asked",
                where=self._address,
            )
        self._session.open(target)

    def lap(self, spec: LapSpec) -> PartOfLap:
        """Run its part of a lap. Raises GeneratorError."""
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
