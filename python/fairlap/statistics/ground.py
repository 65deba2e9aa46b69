"""Whether two runs were measured on the same ground: only then may their numbers be compared."""

import json
from collections.abc import Sequence

from fairlap.samples import Machine, RunRecord

BEFORE_CONTAINERS = {"hosting": "process"}
"""What the isolation of a run did not say yet when there was nothing else."""

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
"""What makes a machine the same for a comparison. Names and sizes that change from one container or boot of the same
machine to the next (host name, memory as the kernel counts it), and what only Fairlap itself runs on, are not."""


def same_ground(
    a: RunRecord, b: RunRecord, machines: tuple[Sequence[Machine], Sequence[Machine]] = ((), ())
) -> tuple[str, ...]:
    """Why two runs must not be compared, one reason each; none when they may.

    Both must be of one method version, machine, kind of isolation, generator, load and number of workers. `machines`
    are those of a's and b's cluster, if any: then the kinds of server machines take the place of the run's own machine.
    """
    reasons = _differences((("method version", a.method_version, b.method_version),))
    reasons += _machines_differ(*machines) if any(machines) else _hosts_differ(a, b)
    kinds = [json.loads(run.isolation_json) for run in (a, b)]
    reasons += _differences(
        [
            (f"isolation ({key})", *(kind.get(key, BEFORE_CONTAINERS.get(key)) for kind in kinds))
            for key in sorted({*kinds[0], *kinds[1]} - {"reasons"})
        ]
    )
    return reasons + _differences(
        (
            ("method", a.method, b.method),
            ("generator", a.generator, b.generator),
            ("connections", a.connections, b.connections),
            ("keep-alive", a.keepalive, b.keepalive),
            ("workers", a.workers, b.workers),
        )
    )


def _hosts_differ(a: RunRecord, b: RunRecord) -> tuple[str, ...]:
    theirs = [json.loads(run.host_json) for run in (a, b)]
    return _differences([(words, *(host.get(key) for host in theirs)) for key, words in MACHINE])


def _machines_differ(a: Sequence[Machine], b: Sequence[Machine]) -> tuple[str, ...]:
    """A network lies between the machines of a cluster, but not where one machine is server and generator."""
    if not a or not b:
        told = ["of a cluster" if machines else "a single one" for machines in (a, b)]
        return _differences((("machines", told[0], told[1]),))
    return _differences(
        (
            ("kind of server machine", _server_kinds(a), _server_kinds(b)),
            ("generator on the server's machine", _together(a), _together(b)),
        )
    )


def _server_kinds(machines: Sequence[Machine]) -> str:
    return "; ".join(sorted({machine.kind for machine in machines if machine.site == "server"})) or "none"


def _together(machines: Sequence[Machine]) -> bool:
    """Whether any machine is server and generator."""
    names = [{machine.name for machine in machines if machine.site == site} for site in ("server", "generator")]
    return not names[0].isdisjoint(names[1])


def _differences(facts: Sequence[tuple[str, object, object]]) -> tuple[str, ...]:
    return tuple(f"{words}: {_told(first)} and {_told(second)}" for words, first, second in facts if first != second)


def _told(value: object) -> str:
    return "not told" if value is None else ("yes" if value else "no") if isinstance(value, bool) else str(value)
