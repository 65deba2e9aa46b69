"""Checks that contestants really query the services: compares the services' own counters with the answers.

Counters are read before and after whole laps, never within one. A contestant that answers from a cache although the
scenario demands a query breaks the contract, even if its answers are right.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from fairlap.catalog import Expect, Scenario, ServiceName, ServiceNeed
from fairlap.hosting.services.model import Counters, ServiceError
from fairlap.hosting.services.running import ServicesView
from fairlap.samples import ServiceUse
from fairlap.verify import Problem

TOLERANCE = 0.02
"""Allowed relative difference, mainly for answers in flight at the start and end of a lap."""

LEAST_ANSWERS = 50
"""With fewer answers, the counters are not compared."""

CONNECTIONS_SPARE = 128
"""Allowed additional connections: a pool fills at the first requests, and again after idle times."""

UNCOUNTED = 64
"""Upper bound of the requests during start and verification of a contestant, which no generator counts."""

Lapped = TypeVar("Lapped")


@dataclass
class ServiceTally:
    """What one service did in some laps, and the number of answers in them."""

    counters: Counters = field(default_factory=lambda: Counters(statements=0, rows=0, connections=0))
    answers: int = 0
    memory_bytes: int | None = None

    def add(self, counters: Counters, answers: int) -> None:
        """Add a lap."""
        rows = self.counters.rows
        self.counters = Counters(
            statements=self.counters.statements + counters.statements,
            rows=None if rows is None or counters.rows is None else rows + counters.rows,
            connections=self.counters.connections + counters.connections,
        )
        self.answers += answers


@dataclass
class BackendCheck:
    """One contestant and the services of its scenario."""

    services: ServicesView
    scenario: Scenario
    tallies: dict[ServiceName, ServiceTally] = field(default_factory=dict)

    def changes(self, ask: Callable[[str, Expect], tuple[Problem, ...]]) -> tuple[Problem, ...]:
        """Return the problems of answers after a change in the data of a service, and after it was undone.

        `ask` sends a request and returns its problems, given a name for the check and the right answer.

        Raises ServiceError when a service rejects the change.
        """
        problems: list[Problem] = []
        for name, need in self.scenario.services.items():
            if need.change is None:
                continue
            running = self.services.running[name]
            running.run(need.change.by)
            try:
                check = f"after a change in {name}"
                problems += ask(check, need.change.expect)
            finally:
                running.run(need.change.undo)
            check = f"after undoing the change in {name}"
            problems += ask(check, self.scenario.expect)
        return tuple(problems)

    def lap(self, lap: Callable[[], Lapped], answers: Callable[[Lapped], int | None]) -> Lapped:
        """Run a lap and count what the services did; not counted when `answers` returns `None` for it.

        Raises ServiceError when a service has ended.
        """
        before = read_counters(self.services, self.scenario)
        result = lap()
        count = answers(result)
        for name, counters in before.items():
            running = self.services.running[name]
            since = running.counters().since(counters)
            if count is not None:
                self.tallies.setdefault(name, ServiceTally()).add(since, count)
        return result

    def read_memory(self) -> None:
        """Keep the largest reading of the services' memory."""
        for name, tally in self.tallies.items():
            now = self.services.running[name].memory_bytes()
            if now is not None:
                tally.memory_bytes = max(now, tally.memory_bytes or now)

    def trouble(self) -> str | None:
        """Return the first disagreement of counters and answers, in one line; `None` without one."""
        for name, tally in self.tallies.items():
            if tally.answers >= LEAST_ANSWERS:
                found = disagreement(name, self.scenario.services[name], tally, spare=0)
                if found is not None:
                    return found
        return None

    def use(self) -> tuple[ServiceUse, ...]:
        """Return what the services did, for the store."""
        return tuple(
            ServiceUse(
                service=name,
                answers=tally.answers,
                statements=tally.counters.statements,
                rows=tally.counters.rows,
                connections=tally.counters.connections,
                memory_bytes=tally.memory_bytes,
            )
            for name, tally in self.tallies.items()
        )


@dataclass(frozen=True)
class RoundCheck:
    """Compares counters and answers of all contestants of a heat together, from before their start to their end."""

    services: ServicesView
    scenario: Scenario
    before: Mapping[ServiceName, Counters]

    def trouble(self, answers: int, contestants: int) -> str | None:
        """Return a disagreement of counters and answers; `None` without one. Raises ServiceError if one has ended."""
        for name, before in self.before.items():
            since = self.services.running[name].counters().since(before)
            tally = ServiceTally(since, answers)
            found = disagreement(name, self.scenario.services[name], tally, spare=UNCOUNTED * contestants)
            if found is not None:
                return f"all contestants together: {found}"
        return None


def read_counters(services: ServicesView, scenario: Scenario) -> dict[ServiceName, Counters]:
    """Read the counters of a scenario's services. Raises ServiceError when one has ended."""
    return {name: services.running[name].counters() for name in scenario.services}


def disagreement(name: ServiceName, need: ServiceNeed, tally: ServiceTally, *, spare: int) -> str | None:
    """Describe the first counter that does not match the answers; `spare`: allowed additional requests."""
    counters = tally.counters
    found = (
        ("statements", "executed", counters.statements, need.statements, 0),
        ("rows", "sent", counters.rows, need.rows, 0),
        ("connections", "accepted", counters.connections, need.connections, CONNECTIONS_SPARE),
    )
    for what, verb, count, expected, pool in found:
        if expected is None or count is None:
            continue
        allowed = TOLERANCE * max(expected, 1.0) * tally.answers + spare * expected + pool
        if abs(count - expected * tally.answers) > allowed:
            each = count / max(tally.answers, 1)
            return f"{name} {verb} {each:.2f} {what} per answer, expected {expected:g}"
    return None


def why_gone(services: ServicesView | None, scenario: Scenario) -> str | None:
    """Return why a scenario cannot continue: how one of its services ended. `None` while all run."""
    if services is None:
        return None
    for name in scenario.services:
        reason = services.running[name].exit_reason()
        if reason is not None:
            return str(ServiceError(reason, where=name))
    return None
