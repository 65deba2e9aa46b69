"""Checks that contestants really query the services: compares the services' own counters with the answers.

Counters are read before and after whole laps, never within one. A contestant that answers from a cache although the
scenario demands a query breaks the contract, even if its answers are right.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from fairlap.catalog import Expect, Scenario, ServiceName, ServiceNeed
from fairlap.hosting.services.model import Counters, ServiceError
from fairlap.hosting.services.running import ServicesView
from fairlap.samples import ServiceUse
from fairlap.verify import Problem, Response, judge

TOLERANCE = 0.02
"""Allowed relative difference, mainly for answers in flight at the start and end of a lap."""

LEAST_ANSWERS = 50
"""With fewer answers, the counters are not compared."""

CONNECTIONS_SPARE = 128
"""Allowed additional connections: a pool fills at the first requests, and again after idle times."""

UNCOUNTED = 64
"""Upper bound of the requests of a contestant that no generator counts."""

_NUMBER = re.compile(r"\d+")

Lapped = TypeVar("Lapped")


@dataclass
class ServiceTally:
    """What one service did in some laps, and the number of answers in them.

    `unfinished`: at most so many requests were under way when laps ended, and were not answered.
    """

    counters: Counters = field(default_factory=lambda: Counters(0, rows=0, connections=0, reads=0, rows_written=0))
    answers: int = 0
    unfinished: int = 0
    memory_bytes: int | None = None

    def add(self, counters: Counters, answers: int) -> None:
        """Add a lap."""
        self.counters = self.counters.plus(counters)
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

    def written(self, ask: Callable[[], Response]) -> tuple[Problem, ...]:
        """Return the rows of one answer, got by `ask`, that are not in the services as the answer says.

        Raises ServiceError when a service rejects the question.
        """
        rows = self.scenario.expect.rows
        needs = [(name, need.written) for name, need in self.scenario.services.items() if need.written is not None]
        if rows is None or not needs:
            return ()
        response = ask()
        problems = list(judge("an answer to look up", "", self.scenario.request, self.scenario.expect, response))
        for name, statement in needs if not problems else ():
            for number, row in rows.of_answer(response.body).items():
                asked = statement.replace("{id}", str(number))
                found = [int(digits) for digits in _NUMBER.findall(self.services.running[name].run(asked))]
                if found != row:
                    problems.append(Problem(f"what is in {name} after an answer", asked, str(row), str(found)))
        return tuple(problems[:1])

    def lap(self, lap: Callable[[], Lapped], answers: Callable[[Lapped], int | None], *, unfinished: int = 0) -> Lapped:
        """Run a lap and count what the services did; not counted when `answers` returns `None` for it.

        `unfinished`: a tool may end with so many requests under way. Raises ServiceError when a service has ended.
        """
        before = read_counters(self.services, self.scenario)
        result = lap()
        count = answers(result)
        for name, counters in before.items():
            running = self.services.running[name]
            since = running.counters(self.scenario.services[name].table).since(counters)
            if count is not None:
                tally = self.tallies.setdefault(name, ServiceTally())
                tally.add(since, count)
                tally.unfinished += unfinished
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
                found = disagreement(name, self.scenario.services[name], tally, spare=tally.unfinished)
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
    """Compares counters and answers of all contestants of a heat together, from when all have started to their end."""

    services: ServicesView
    scenario: Scenario
    before: Mapping[ServiceName, Counters]

    def trouble(self, answers: int, contestants: int) -> str | None:
        """Return a disagreement of counters and answers; `None` without one. Raises ServiceError if one has ended."""
        for name, before in self.before.items():
            need = self.scenario.services[name]
            since = self.services.running[name].counters(need.table).since(before)
            tally = ServiceTally(since, answers)
            found = disagreement(name, need, tally, spare=UNCOUNTED * contestants)
            if found is not None:
                return f"all contestants together: {found}"
        return None


def seed_again(services: ServicesView | None, scenario: Scenario) -> None:
    """Seed the services again if the scenario wants that before each heat.

    Raises ServiceError when one does not take its seed; of one that has ended, the rows tell.
    """
    if services is None:
        return
    try:
        services.seed_again(scenario.name)
    except ServiceError:
        if why_gone(services, scenario) is None:
            raise


def begin_check(services: ServicesView | None, scenario: Scenario) -> RoundCheck | None:
    """Return the check of a heat that begins now; `None` without services, or when one has ended: the rows tell."""
    if services is None or not scenario.services:
        return None
    try:
        return RoundCheck(services, scenario, read_counters(services, scenario))
    except ServiceError:
        return None


def read_counters(services: ServicesView, scenario: Scenario) -> dict[ServiceName, Counters]:
    """Read the counters of a scenario's services. Raises ServiceError when one has ended."""
    return {name: services.running[name].counters(need.table) for name, need in scenario.services.items()}


def disagreement(name: ServiceName, need: ServiceNeed, tally: ServiceTally, *, spare: int) -> str | None:
    """Describe the first counter that does not match the answers; `spare`: allowed additional requests."""
    counters = tally.counters
    found = (
        ("statements", "executed", counters.statements, need.statements, 0),
        ("reading statements", "executed", counters.reads, need.reads, 0),
        ("rows", "sent", counters.rows, need.rows, 0),
        ("rows", "wrote", counters.rows_written, need.rows_written, 0),
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
