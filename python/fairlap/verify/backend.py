"""Do contestants really ask the services for what they answer? The services' own counters, beside the answers.

Read around whole laps, never within one. A contestant that answers from a cache of its own where the scenario asks for
a query breaks the contract, whatever its answers look like.
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
"""Of what a scenario says of each answer; answers that were under way at the edge of a lap are a part of it."""

LEAST_ANSWERS = 50
"""Fewer say nothing."""

CONNECTIONS_SPARE = 128
"""A pool fills itself at the first requests, and again when connections have been idle for long."""

UNCOUNTED = 64
"""Requests of a start and its verification, which no generator counts: an upper bound, for each contestant."""

Lapped = TypeVar("Lapped")


@dataclass
class Asked:
    """What was asked of one service, and how many answers were given meanwhile."""

    counters: Counters = field(default_factory=lambda: Counters(statements=0, rows=0, connections=0))
    answers: int = 0
    memory_bytes: int | None = None

    def add(self, counters: Counters, answers: int) -> None:
        """What another lap came to."""
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
    asked: dict[ServiceName, Asked] = field(default_factory=dict)

    def changes(self, ask: Callable[[str, Expect], tuple[Problem, ...]]) -> tuple[Problem, ...]:
        """What is wrong with the answers after a change of what a service has, and after it was undone.

        `ask` gets an answer, and says what is wrong with it; it is given a name for the check, and what is right.

        Raises ServiceError when it does not take the change.
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
            check = f"after that change was undone in {name}"
            problems += ask(check, self.scenario.expect)
        return tuple(problems)

    def lap(self, lap: Callable[[], Lapped], answers: Callable[[Lapped], int | None]) -> Lapped:
        """Run a lap between two readings; it is left out when `answers` does not know their number.

        Raises ServiceError when a service has ended.
        """
        before = read_counters(self.services, self.scenario)
        result = lap()
        count = answers(result)
        for name, counters in before.items():
            running = self.services.running[name]
            since = running.counters().since(counters)
            if count is not None:
                self.asked.setdefault(name, Asked()).add(since, count)
        return result

    def read_memory(self) -> None:
        """Keep the largest reading of the services' memory."""
        for name, asked in self.asked.items():
            now = self.services.running[name].memory_bytes()
            if now is not None:
                asked.memory_bytes = max(now, asked.memory_bytes or now)

    def trouble(self) -> str | None:
        """What is wrong with what the services were asked in these laps, in one line."""
        for name, asked in self.asked.items():
            if asked.answers >= LEAST_ANSWERS:
                found = differing(name, self.scenario.services[name], asked, spare=0)
                if found is not None:
                    return found
        return None

    def use(self) -> tuple[ServiceUse, ...]:
        """The facts, frozen."""
        return tuple(
            ServiceUse(
                service=name,
                answers=asked.answers,
                statements=asked.counters.statements,
                rows=asked.counters.rows,
                connections=asked.counters.connections,
                memory_bytes=asked.memory_bytes,
            )
            for name, asked in self.asked.items()
        )


@dataclass(frozen=True)
class RoundCheck:
    """All contestants of a heat together, from before their start to their end: nothing is left out."""

    services: ServicesView
    scenario: Scenario
    before: Mapping[ServiceName, Counters]

    def trouble(self, answers: int, contestants: int) -> str | None:
        """What does not agree with so many answers of so many contestants. Raises ServiceError when one has ended."""
        for name, before in self.before.items():
            since = self.services.running[name].counters().since(before)
            found = differing(name, self.scenario.services[name], Asked(since, answers), spare=UNCOUNTED * contestants)
            if found is not None:
                return f"of all contestants together, {found}"
        return None


def read_counters(services: ServicesView, scenario: Scenario) -> dict[ServiceName, Counters]:
    """Those of the services of a scenario. Raises ServiceError when one has ended."""
    return {name: services.running[name].counters() for name in scenario.services}


def differing(name: ServiceName, need: ServiceNeed, asked: Asked, *, spare: int) -> str | None:
    """Which of the counters does not agree with the answers; `spare` are requests that are not among them."""
    counters = asked.counters
    found = (
        ("statements", "was asked", counters.statements, need.statements, 0),
        ("rows", "sent", counters.rows, need.rows, 0),
        ("connections", "accepted", counters.connections, need.connections, CONNECTIONS_SPARE),
    )
    for what, verb, count, expected, pool in found:
        if expected is None or count is None:
            continue
        allowed = TOLERANCE * max(expected, 1.0) * asked.answers + spare * expected + pool
        if abs(count - expected * asked.answers) > allowed:
            each = count / max(asked.answers, 1)
            return f"{name} {verb} {each:.2f} {what} for each answer, {expected:g} expected"
    return None


def why_gone(services: ServicesView | None, scenario: Scenario) -> str | None:
    """Why a scenario cannot go on: one of its services has ended. `None` while all are there."""
    if services is None:
        return None
    for name in scenario.services:
        reason = services.running[name].exit_reason()
        if reason is not None:
            return str(ServiceError(reason, where=name))
    return None
