"""A simulated database: its counters match the contestants' requests, and it can fail."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from fairlap.catalog import ServiceName
from fairlap.hosting.services.model import Counters, ServiceError


@dataclass
class SimulatedService:
    """A service with one statement per request. It has ended once `ended` is set."""

    statements: int = 0
    ended: str | None = None
    other: str | None = None

    def counters(self, table: str | None = None) -> Counters:
        if self.ended is not None:
            raise ServiceError(self.ended)
        return Counters(self.statements, rows=None, connections=0)

    def run(self, statements: str) -> str:
        self.counters()
        return ""

    def stand_in(self) -> str | None:
        return self.other

    def memory_bytes(self) -> int | None:
        return 50 << 20

    def exit_reason(self) -> str | None:
        return self.ended


@dataclass
class SimulatedServices:
    """The services of a site."""

    running: dict[ServiceName, SimulatedService] = field(default_factory=lambda: {"redis": SimulatedService()})
    variables: dict[str, str] = field(default_factory=dict)

    def cpu_usage_us(self, names: Iterable[ServiceName]) -> int | None:
        return sum(self.running[name].statements for name in names) * 100

    def seed_again(self, scenario: str) -> None:
        pass
