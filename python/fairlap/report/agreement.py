"""Where three answers agree, the published one, the classic repetition and laps, and where they do not, and why."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from fairlap.catalog import Difference
from fairlap.report.classic_models import ClassicRow
from fairlap.report.models import PairRow, RunReport

MATTERS = 0.02
"""Relative difference below which two numbers are not said to be in an order."""

NOISE = "one pass has no interval: docs/method.md shows how far two passes of one contestant lie apart"
CONNECTIONS = "a connection for each request measures the making of connections as much as the servers"
THEN: dict[Difference, str] = {
    "client-beside-server": "then the client took its CPU time from the server, here each side has CPUs of its own",
    "client-elsewhere": "then a network lay between client and server",
    "workers-unequal": "then workers were unequal, here each has as many",
    "no-warm-up": "then nothing was warmed up",
    "answers-unequal": "then answers differed in body or headers",
    "requests-failed": "then requests failed and were counted",
}

Turned = tuple[str, float, float]
"""A pair that two answers put in different orders: what it is called, and both ratios."""


def agreement(
    rows: Sequence[ClassicRow], laps: RunReport | None, keepalive: bool, differs: Sequence[Difference]
) -> tuple[str, ...]:
    """A paragraph, sentence by sentence: then against here, classic against laps, and what may be behind it."""
    usable = [row for row in rows if row.status == "ok" and row.answers_per_s]
    said = [_then(usable), _laps(usable, laps)]
    reasons = _reasons(usable, laps, keepalive, differs)
    if any(said):
        said.append(f"What stands behind differences: {'; '.join(reasons)}.")
    return tuple(sentence for sentence in said if sentence)


def _pairs(rows: Sequence[ClassicRow]) -> Iterator[tuple[ClassicRow, ClassicRow]]:
    return ((a, b) for a, b in combinations(rows, 2) if (a.scenario, a.connections) == (b.scenario, b.connections))


def _then(rows: Sequence[ClassicRow]) -> str:
    """How many pairs are in the published order."""
    turned: list[Turned] = []
    count = 0
    for a, b in _pairs(rows):
        if not a.then_per_s or not b.then_per_s or not a.answers_per_s or not b.answers_per_s:
            continue
        then, here = a.then_per_s / b.then_per_s, a.answers_per_s / b.answers_per_s
        if abs(then - 1) < MATTERS:
            continue
        count += 1
        if abs(here - 1) >= MATTERS and (then > 1) != (here > 1):
            turned.append((_called(a, b, rows), then, here))
    if not count:
        return ""
    return (
        f"Of {count} pairs {count - len(turned)} are in the order that was published{_named(turned, 'then', 'here')}."
    )


def _laps(rows: Sequence[ClassicRow], laps: RunReport | None) -> str:
    """What laps say of the order of the classic passes."""
    if laps is None:
        return ""
    turned: list[Turned] = []
    unfounded: list[str] = []
    count = 0
    for a, b in _pairs(rows):
        found = _verdict(a.name, b.name, laps.pairs_of(a.scenario))
        if found is None or found.ratio is None or not a.answers_per_s or not b.answers_per_s:
            continue
        by_laps = found.ratio if found.a == a.name else 1 / found.ratio
        classic = a.answers_per_s / b.answers_per_s
        count += 1
        if found.verdict not in ("faster", "slower"):
            if abs(classic - 1) >= MATTERS:
                unfounded.append(f"{_called(a, b, rows)} ({classic:.2f})")
        elif abs(classic - 1) >= MATTERS and (by_laps > 1) != (classic > 1):
            turned.append((_called(a, b, rows), classic, by_laps))
    if not count:
        return ""
    text = f"Of {count} pairs {len(turned)} are the other way round by laps{_named(turned, 'classic', 'laps')}"
    if unfounded:
        text += f"; {len(unfounded)} are apart in the classic passes and not told apart by laps: {', '.join(unfounded)}"
    return text + "."


def _verdict(a: str, b: str, pairs: Sequence[PairRow]) -> PairRow | None:
    return next((pair for pair in pairs if {pair.a, pair.b} == {a, b}), None)


def _called(a: ClassicRow, b: ClassicRow, rows: Sequence[ClassicRow]) -> str:
    """Both names; with the scenario and the connections where there are several."""
    several = [f" {a.scenario}"] if len({row.scenario for row in rows}) > 1 else []
    several += [f" {a.connections} connections"] if len({row.connections for row in rows}) > 1 else []
    return f"{a.name} to {b.name}{' at' if several else ''}{','.join(several)}"


def _named(turned: Sequence[Turned], first: str, second: str) -> str:
    if not turned:
        return ""
    told = [f"{pair} ({first} {one:.2f}, {second} {other:.2f})" for pair, one, other in turned]
    return f"; not {', '.join(told)}" if first == "then" else f": {', '.join(told)}"


def _reasons(
    rows: Sequence[ClassicRow], laps: RunReport | None, keepalive: bool, differs: Sequence[Difference]
) -> list[str]:
    reasons = [] if keepalive else [CONNECTIONS]
    if any(row.then_per_s for row in rows):
        reasons += [THEN[difference] for difference in differs]
    bound = [
        row.name
        for row in (laps.contestants if laps is not None else ())
        if any(flag.name in ("generator-bound", "generator-busy") for flag in row.flags)
    ]
    if bound:
        reasons.append(f"the generator, not the server, may have been the limit of {', '.join(bound)}")
    return [*reasons, NOISE]
