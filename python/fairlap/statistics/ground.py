"""Checks whether two runs are comparable."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.samples import Machine, RunRecord

BEFORE_CONTAINERS = {"hosting": "process"}
"""Fields that the isolation of old runs does not have, with their value."""

MACHINE = (
    ("cpu_model", "CPU model"),
    ("cpus", "number of CPUs"),
    ("threads_per_core", "threads per core"),
    ("kernel", "kernel"),
    ("governor", "frequency governor"),
    ("virtualization", "virtualization"),
    ("clocksource", "clock source"),
    ("mitigations", "mitigations"),
)
"""Properties that must be equal for a comparison. Left out are those that differ between containers or boots of the
same machine (host name, memory as the kernel counts it), and those that affect only Fairlap itself."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A property in which two runs differ, with both values as people read them."""

    what: str
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.what}: {self.first} and {self.second}"


def same_ground(
    a: RunRecord, b: RunRecord, machines: tuple[Sequence[Machine], Sequence[Machine]] = ((), ())
) -> tuple[Difference, ...]:
    """Return why two runs are not comparable; nothing when they are.

    Method version, machine, isolation, generator, load and number of workers must be equal. `machines` are those of
    a's and b's cluster, if any: then the kinds of server machines are compared instead of the run's own machine.
    """
    found = _differences((("method version", a.method_version, b.method_version),))
    found += _machines_differ(*machines) if any(machines) else _hosts_differ(a, b)
    kinds = [json.loads(run.isolation_json) for run in (a, b)]
    found += _differences(
        [
            (f"isolation ({key})", *(kind.get(key, BEFORE_CONTAINERS.get(key)) for kind in kinds))
            for key in sorted({*kinds[0], *kinds[1]} - {"reasons"})
        ]
    )
    return found + _differences(
        (
            ("method", a.method, b.method),
            ("generator", a.generator, b.generator),
            ("connections", a.connections, b.connections),
            ("keep-alive", a.keepalive, b.keepalive),
            ("requests at once on a connection", a.pipeline, b.pipeline),
            *(
                (f"requests at once on a connection in {name}", a.pipeline_of(name), b.pipeline_of(name))
                for name in sorted({*a.pipelines, *b.pipelines})
            ),
            ("engine", a.engine, b.engine),
            ("requests per connection", a.requests_per_connection, b.requests_per_connection),
            ("workers", a.workers, b.workers),
        )
    )


def _hosts_differ(a: RunRecord, b: RunRecord) -> tuple[Difference, ...]:
    theirs = [json.loads(run.host_json) for run in (a, b)]
    return _differences([(words, *(host.get(key) for host in theirs)) for key, words in MACHINE])


def _machines_differ(a: Sequence[Machine], b: Sequence[Machine]) -> tuple[Difference, ...]:
    """Compare clusters, also by whether there is a network between server and generator."""
    if not a or not b:
        names = ["of a cluster" if machines else "a single one" for machines in (a, b)]
        return _differences((("machines", names[0], names[1]),))
    return _differences(
        (
            ("kind of server machine", _server_kinds(a), _server_kinds(b)),
            ("generator on the server's machine", _colocated(a), _colocated(b)),
        )
    )


def _server_kinds(machines: Sequence[Machine]) -> str:
    return "; ".join(sorted({machine.kind for machine in machines if machine.site == "server"})) or "none"


def _colocated(machines: Sequence[Machine]) -> bool:
    """Return whether any machine is both server and generator."""
    names = [{machine.name for machine in machines if machine.site == site} for site in ("server", "generator")]
    return not names[0].isdisjoint(names[1])


def _differences(facts: Sequence[tuple[str, object, object]]) -> tuple[Difference, ...]:
    return tuple(Difference(what, _shown(first), _shown(second)) for what, first, second in facts if first != second)


def _shown(value: object) -> str:
    return "unknown" if value is None else ("yes" if value else "no") if isinstance(value, bool) else str(value)
