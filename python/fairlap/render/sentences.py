"""What a reader needs in words: who is fastest and how sure, who is tied, what went wrong, where it comes from."""

from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from fairlap.render.cells import clean, percent
from fairlap.report import PairRow, Row, RunReport

_LIMITING = {"generator-bound", "generator-busy"}
_LIMITED = "The generator may have held it back (*): its lead may be larger."


def notes(report: RunReport, scenario: str) -> list[str]:
    """One line for each contestant that is not ok, and for each doubt about one that is (marked `*` in the table)."""
    lines: list[str] = []
    for row in _rows(report, scenario):
        if row.reason is not None:
            mend = f" (mend: {clean(row.hint)})" if row.hint else ""
            lines.append(f"{row.name} {row.status}: {clean(row.reason)}{mend}")
        lines += [
            f"* {row.name} {clean(flag.name)}: {clean(flag.reason)}" for flag in row.flags if not flag.invalidates
        ]
    return lines


def findings(report: RunReport, scenario: str) -> list[str]:
    """Three sentences: who is fastest and how sure, who is tied, what has no rank."""
    ranked = [row for row in _rows(report, scenario) if row.rank is not None]
    pairs = [pair for pair in report.comparisons if pair.scenario == scenario]
    return [
        _fastest(ranked, pairs, report.method.minimum_effect),
        _tied([row.name for row in ranked], pairs),
        _without_rank(_rows(report, scenario)),
    ]


def versions(report: RunReport, scenario: str) -> str:
    """What really ran, of those that said it."""
    said = [f"{row.name}: {clean(row.version)}" for row in _rows(report, scenario) if row.version]
    return f"versions · {' · '.join(said)}" if said else ""


def then_note(report: RunReport) -> str:
    """Where the published numbers come from, and what they can be used for."""
    published = report.published
    if published is None:
        return ""
    base = f"Ratios are to {published.common}. " if published.common else "Nobody of then was ranked now: no ratios. "
    source, setup = clean(published.source), clean(published.setup)
    return f"{base}The method differs, then: {setup} ({source}). Compare ratios, never requests per second."


def provenance(report: RunReport) -> str:
    """One line: enough to find the run and to see what it can be compared with."""
    load = report.load
    kind = "keep-alive" if load.keepalive else "a connection per request"
    parts = [
        f"run {report.run}",
        f"{report.method.name} method {report.method.version}",
        f"{report.rounds} rounds x {report.cycles} cycles of {load.lap_ms} ms",
        f"{load.connections} connections, {kind}",
        f"{load.workers} worker{'s' if load.workers != 1 else ''}",
        f"seed {report.seed}",
        *_host(report.host),
        f"isolation: {', '.join(_isolation(report.isolation)) or 'unknown'}",
        f"fairlap {report.versions.fairlap}, fairload {report.versions.fairload}",
        report.started_at,
    ]
    return clean(" · ".join(parts))


def interruption(report: RunReport) -> str | None:
    """A warning when not all rounds are there."""
    if not report.interrupted:
        return None
    done = max((row.rounds + row.rounds_failed for row in report.contestants if not row.is_reference), default=0)
    return f"This run was interrupted, or has not ended: at most {done} of {report.rounds} rounds are in it."


def _rows(report: RunReport, scenario: str) -> list[Row]:
    return [row for row in report.contestants if row.scenario == scenario]


def _fastest(ranked: Sequence[Row], pairs: Sequence[PairRow], minimum_effect: float) -> str:
    if not ranked:
        return "Nobody could be ranked."
    if len(ranked) == 1:
        return f"{ranked[0].name} is the only one with a rank: nobody to compare it with."
    if all(pair.verdict == "undecided" for pair in pairs):
        return "Nothing is decided: a single round gives no intervals. Race at least 2 rounds (--rounds)."
    first = [row.name for row in ranked if row.rank == 1]
    if len(first) > 1:
        return f"{_list(first)} share the first place: none is shown to be {percent(minimum_effect)} faster than all."
    lead = _ahead(first[0], ranked[1].name, pairs)
    fastest = f"{first[0]} is the fastest: {lead}" if lead else f"{first[0]} is the fastest."
    return f"{fastest} {_LIMITED}" if _LIMITING & {flag.name for flag in ranked[0].flags} else fastest


def _ahead(winner: str, second: str, pairs: Sequence[PairRow]) -> str | None:
    """How far the winner is ahead of the next one."""
    pair = next((pair for pair in pairs if {pair.a, pair.b} == {winner, second}), None)
    if pair is None or not pair.ratio or not pair.low or not pair.high or pair.p_adjusted is None:
        return None
    ratio, low, high = pair.ratio, pair.low, pair.high
    if pair.b == winner:
        ratio, low, high = 1 / ratio, 1 / high, 1 / low
    sure = "p < 0.001" if pair.p_adjusted < 0.001 else f"p = {pair.p_adjusted:.3f}"
    through = "" if pair.direct else ", met through the reference"
    return (
        f"{percent(ratio - 1)} ahead of {second} "
        f"(95 % interval {percent(low - 1)} to {percent(high - 1)}, {sure} after Holm, {pair.rounds} rounds{through})."
    )


def _tied(ranked: Sequence[str], pairs: Sequence[PairRow]) -> str:
    ties = {frozenset((pair.a, pair.b)): pair for pair in pairs if pair.verdict == "tie"}
    groups = [f"{' = '.join(group)} ({_hidden(group, ties)})" for group in _groups(ranked, ties)]
    if not groups:
        return "Nobody is tied." if pairs else "There are no pairs to be tied."
    return f"Tied: {'; '.join(groups)}."


def _groups(ranked: Sequence[str], ties: dict[frozenset[str], PairRow]) -> Iterator[tuple[str, ...]]:
    """Runs of neighbours in rank that are all tied with each other; then the ties that are in none of them."""
    covered: set[frozenset[str]] = set()
    end_before = 0
    for start in range(len(ranked)):
        end = start + 1
        while end < len(ranked) and all(frozenset((ranked[end], name)) in ties for name in ranked[start:end]):
            end += 1
        if end - start > 1 and end > end_before:
            group = tuple(ranked[start:end])
            covered |= {frozenset((a, b)) for a in group for b in group if a != b}
            yield group
        end_before = max(end_before, end)
    for both, pair in ties.items():
        if both not in covered:
            yield pair.a, pair.b


def _hidden(group: Sequence[str], ties: dict[frozenset[str], PairRow]) -> str:
    """How large a difference inside the group may be without having been seen."""
    inside = [pair for both, pair in ties.items() if both <= set(group)]
    if any(not pair.low or not pair.high for pair in inside):
        return "their differences may be of any size"
    largest = max(max(pair.high or 1, 1 / (pair.low or 1)) for pair in inside) - 1
    return f"their difference may be up to {percent(largest)}"


def _without_rank(rows: Sequence[Row]) -> str:
    parts = []
    for status in ("invalid", "failed", "skipped"):
        names = [row.name for row in rows if row.status == status]
        if names:
            parts.append(f"{status} {_list(names)}")
    if not parts:
        return "Nothing was invalid, failed or skipped."
    return f"Without a rank: {'; '.join(parts)}."


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _host(host: dict[str, JsonValue]) -> Iterator[str]:
    for key, form in (("cpu_model", "{}"), ("cpus", "{} CPUs"), ("kernel", "kernel {}")):
        value = host.get(key)
        if isinstance(value, str | int):
            yield form.format(value)


def _isolation(document: JsonValue) -> list[str]:
    """What each kind of isolation was made of, without the reasons for it."""
    if not isinstance(document, dict):
        return []
    return [f"{key.replace('_', ' ')} by {item}" for key, item in document.items() if isinstance(item, str)]
