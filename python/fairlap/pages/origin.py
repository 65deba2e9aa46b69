"""The provenance of a result: everything recorded about the run, and the commands that repeat it."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from fairlap.render.cells import NOTHING, clean, listed, percent, pipelined, span
from fairlap.render.sheets import CONTESTANT, Column, Sheet
from fairlap.report import Load, Method, RunReport, Versions
from fairlap.report.classic_models import ClassicReport
from fairlap.samples import OWN_GENERATOR

_GIB = 2**30
NOT_ENDED = "no (still running, or killed)"


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values under one heading."""

    title: str
    items: tuple[tuple[str, str], ...]


def facts(report: RunReport) -> tuple[Facts, ...]:
    """Return facts on the run, method, load, programs, machines and isolation."""
    return (
        Facts("Run", tuple(_run(report))),
        Facts("Method", tuple(_method(report.method, report.rounds, report.cycles))),
        Facts("Load", tuple(_load(report.load))),
        Facts("Programs", programs(report.versions)),
        *([Facts("Machines of the cluster", tuple(_cluster(report)))] if report.machines else []),
        Facts("Machine that controlled the run" if report.machines else "Machine", document(report.host)),
        Facts("Isolation", document(report.isolation)),
    )


def programs(versions: Versions) -> tuple[tuple[str, str], ...]:
    """Return the versions of the programs that measured."""
    lapping = " ".join(filter(None, (versions.generator, versions.generator_version)))
    own = versions.generator == OWN_GENERATOR
    return (
        ("Fairlap", clean(versions.fairlap)),
        ("fairload", clean(versions.fairload)),
        ("lapped by", "fairload" if own else clean(lapping)),
    )


def document(value: JsonValue) -> tuple[tuple[str, str], ...]:
    """Return a stored JSON document as names and values."""
    if not isinstance(value, dict):
        return (("recorded", _text(value)),)
    return tuple(
        (clean(key.replace("_", " ")), _bytes(item) if key.endswith("_bytes") else _text(item))
        for key, item in value.items()
    )


def versions_table(report: RunReport) -> Sheet | None:
    """Return the versions of the contestants that ran, `None` if none is known."""
    known = {(row.name, row.version): None for row in report.contestants if row.version}
    if not known:
        return None
    columns = (CONTESTANT, Column(("", "version"), numeric=False))
    rows = tuple((name, version or "") for name, version in known)
    return Sheet("versions that ran", columns, rows, name="versions")


def commands(report: RunReport | ClassicReport) -> tuple[str, ...]:
    """Return the command lines that repeat the run, and that show it where it is stored."""
    return report.command, shlex.join(["fairlap", "report", report.run])


def _run(report: RunReport) -> Iterator[tuple[str, str]]:
    yield "run", report.run
    yield "suite", f"{report.suite}: {report.title}"
    yield "started", report.started_at
    yield "ended", report.ended_at or NOT_ENDED
    yield "interrupted", "yes" if report.interrupted else "no"
    yield "random seed", f"{report.seed} (of heats and orders)"
    yield "reference", report.reference


def _cluster(report: RunReport) -> Iterator[tuple[str, str]]:
    for machine in report.machines:
        yield f"{machine.site} {clean(machine.name)}", clean(machine.kind)
    if report.start_skew_us_max is not None:
        yield "start skew", f"generators started a lap at most {report.start_skew_us_max:,.0f} µs apart"


def _method(method: Method, rounds: int, cycles: int) -> Iterator[tuple[str, str]]:
    yield "method", f"{method.name}, version {method.version}"
    yield "confidence", percent(method.confidence)
    yield "precision", f"{percent(method.minimum_effect)} (the smallest difference that matters)"
    if method.budget_s is None:
        yield "rounds", f"{rounds} of {cycles} cycles, as requested"
    else:
        yield "budget", span(method.budget_s)
    yield "looks", f"after {listed([str(look) for look in method.looks])} rounds" if method.looks else NOTHING
    if method.slo is not None:
        yield "objective", method.slo


def _load(load: Load) -> Iterator[tuple[str, str]]:
    yield "connections", f"{load.connections}, {'keep-alive' if load.keepalive else 'one for each request'}"
    if load.requests_per_connection is not None:
        yield "requests per connection", str(load.requests_per_connection)
    for depth in pipelined(load.pipeline, load.pipelines):
        yield "pipelining", depth
    if load.engine is not None:
        yield "engine", load.engine
    yield "lap", f"{load.lap_ms} ms in the suite; each scenario says what was run"
    yield "workers", str(load.workers)


def _bytes(value: JsonValue) -> str:
    return f"{value / _GIB:.1f} GiB" if isinstance(value, int | float) else _text(value)


def _text(value: JsonValue) -> str:
    """Any JSON as text."""
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{clean(key.replace('_', ' '))}: {_text(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list):
        return "; ".join(_text(item) for item in value) or "none"
    return clean(str(value))
