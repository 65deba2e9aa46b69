"""The text of a report: who is fastest and how sure, who is tied, what is not decided, where it comes from."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from pydantic import JsonValue

from fairlap.render.cells import clean, counted, listed, offered, percent, span, with_fix
from fairlap.render.flags import doubts
from fairlap.render.verdicts import evidence, fastest, not_decided, tied
from fairlap.report import Course, Row, RunReport
from fairlap.report.models import MachineOfRun
from fairlap.samples import SiteName

_HOST = {"cpu_model": "{}", "cpus": "{} CPUs", "kernel": "kernel {}"}
_WORDS: dict[SiteName, tuple[str, str]] = {
    "server": ("server", "servers"),
    "generator": ("generator", "generators"),
    "services": ("for services", "for services"),
}
"""Singular and plural for the machines of each site."""


def notes(report: RunReport, scenario: str, *, wide: bool) -> list[str]:
    """Return a line for each contestant that is not ok and each flag, which the table names (`wide`) or numbers."""
    rows = report.rows_of(scenario)
    lines: list[str] = []
    for row in rows:
        if row.reason is not None and row.status != "skipped":
            lines.append(f"{row.name} {row.status}: {with_fix(row.reason, row.hint)}")
    return lines + [
        f"{doubt.name}: {doubt.text}" if wide else f"[{doubt.number}] {doubt.name}: {doubt.text}"
        for doubt in doubts(rows)
    ]


def skipped(report: RunReport, scenario: str) -> list[tuple[str, str]]:
    """Return the contestants that could not race, each with the reason and the command that fixes it."""
    rows = [row for row in report.rows_of(scenario) if row.status == "skipped"]
    return [(row.name, with_fix(row.reason, row.hint)) for row in rows]


def findings(report: RunReport, scenario: str) -> list[str]:
    """Return a sentence each on who is fastest, how sure that is, who is tied, what is open, and who has no rank."""
    ranked = [row for row in report.rows_of(scenario) if row.rank is not None]
    pairs = report.pairs_of(scenario)
    sentences = [
        fastest(ranked, pairs, report.method),
        evidence(ranked, pairs),
        tied([row.name for row in ranked], pairs, report.method),
        not_decided(pairs),
        _without_rank(report.rows_of(scenario)),
    ]
    return [sentence for sentence in sentences if sentence]


def course_lines(report: RunReport, scenario: str) -> list[str]:
    """Return what was run of a scenario and why it ended, and the plan's decisions with their reasons."""
    lines = []
    course = next((course for course in report.method.courses if course.scenario == scenario), None)
    if course is not None and course.rounds:
        lines.append(clean(_measured(course)))
    decided = [
        f"{'in round 1' if decision.after_round == 0 else f'after round {decision.after_round}'}: {decision.reason}"
        for decision in report.method.decisions
        if decision.scenario == scenario and not decision.ends
    ]
    return lines + ([clean(f"plan · {' · '.join(decided)}")] if decided else [])


def _measured(course: Course) -> str:
    laps = f", {_span(course.cycles)} cycles of {_span(course.lap_ms)} ms" if course.cycles and course.lap_ms else ""
    time = f", in {span(course.measured_s)}" if course.measured_s is not None else ""
    if time and course.warm_up_s is not None:
        time += f", of which warm-up {span(course.warm_up_s)}"
    end = f" · ended: {course.stopped}" if course.stopped else ""
    return f"measured · {counted(course.rounds, 'round')}{laps}{time}{end}"


def _span(bounds: tuple[int, int]) -> str:
    return str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]} to {bounds[1]}"


def versions(report: RunReport, scenario: str) -> str:
    """Return the versions that ran, as far as they are known."""
    known = [f"{row.name}: {clean(row.version)}" for row in report.rows_of(scenario) if row.version]
    return f"versions · {' · '.join(known)}" if known else ""


def then_note(report: RunReport) -> str:
    """Return where the published numbers come from, and how to compare them."""
    published = report.published
    if published is None:
        return ""
    base = (
        f"Ratios are to {published.common}." if published.common else "No ratios: no published contestant was ranked."
    )
    source, setup = clean(published.source), clean(published.setup)
    known = {entry.connections for entry in published.contestants if entry.connections is not None}
    numbers = listed([str(number) for number in sorted(known)]) if known - {report.load.connections} else ""
    then = f"then (with {numbers} connections)" if numbers else "then"
    return f"{base} The methods differ; {then}: {setup} ({source}). Compare ratios, never requests per second."


def provenance(report: RunReport) -> str:
    """Return one line that identifies the run and says what it can be compared with."""
    load = report.load
    parts = [
        f"run {report.run}",
        f"{report.method.name} method {report.method.version}",
        *_plan(report),
        offered(load),
        counted(load.workers, "worker"),
        f"seed {report.seed}",
        *machine_summary(report.machines, report.host, report.start_skew_us_max),
        f"isolation: {', '.join(_isolation(report.isolation)) or 'unknown'}",
        report.versions.text,
        report.started_at,
    ]
    return clean(" · ".join(parts))


def interruption(report: RunReport) -> str | None:
    """Return a warning when rounds are missing, else `None`."""
    if not report.interrupted:
        return None
    done = max((row.rounds + row.rounds_failed for row in report.contestants if not row.is_reference), default=0)
    planned = f" of {report.rounds}" if report.method.budget_s is None else ""
    has = f"it has at most {done}{planned} rounds" if done else "no round has ended yet"
    return f"This run was interrupted or is still running: {has}."


def _plan(report: RunReport) -> Iterator[str]:
    method = report.method
    yield f"precision {percent(method.minimum_effect)}"
    if method.budget_s is None:
        yield f"{counted(report.rounds, 'round')} x {report.cycles} cycles of {report.load.lap_ms} ms"
    else:
        yield f"budget {span(method.budget_s)}"
        looks = listed([str(look) for look in method.looks])
        yield f"looks after {looks} round" + ("s" if method.looks != (1,) else "")
    if method.slo is not None:
        yield f"objective {method.slo}"


def _without_rank(rows: Sequence[Row]) -> str:
    parts = []
    for status in ("invalid", "failed", "skipped"):
        names = [row.name for row in rows if row.status == status]
        if names:
            parts.append(f"{status} {listed(names)}")
    if not parts:
        return "Nothing was invalid, failed or skipped."
    return f"Without a rank: {'; '.join(parts)}."


def _isolation(document: JsonValue) -> list[str]:
    """How each kind of isolation was achieved."""
    if not isinstance(document, dict):
        return []
    words = {"cpu": "CPUs", "cpu_accounting": "CPU time", "syscalls": "system calls"}
    named = {words.get(key, key.replace("_", " ")): item for key, item in document.items() if isinstance(item, str)}
    return [f"{name} ({item})" for name, item in named.items()]


def machine_summary(
    machines: Sequence[MachineOfRun], host: Mapping[str, JsonValue], start_skew_us_max: float | None = None
) -> Iterator[str]:
    """Yield the number and kinds of a cluster's machines at each site, and the start skew of several generators.

    Without a cluster, yield the CPU model, number of CPUs and kernel of the machine.
    """
    if not machines:
        known = ((form, host.get(key)) for key, form in _HOST.items())
        yield from (form.format(value) for form, value in known if isinstance(value, str | int))
    sites = []
    for site in get_args(SiteName):
        kinds = Counter(machine.kind for machine in machines if machine.site == site)
        if kinds:
            text = "; ".join(kind if len(kinds) == 1 else f"{count} {kind}" for kind, count in kinds.most_common())
            sites.append(f"{kinds.total()} {_WORDS[site][kinds.total() > 1]} ({text})")
    if sites:
        yield f"machines: {', '.join(sites)}"
    if start_skew_us_max is not None:
        yield f"generators started at most {start_skew_us_max:,.0f} µs apart"
