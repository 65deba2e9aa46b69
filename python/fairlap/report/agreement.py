"""Says where published numbers, the classic repetition and laps agree, where they do not, and possible reasons."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from fairlap.catalog import Difference
from fairlap.report.classic_models import ClassicRow
from fairlap.report.models import RunReport, pair_of

MATTERS = 0.02
"""Relative difference below which two numbers are not ordered."""

NOISE = "one pass has no interval (docs/method.md shows how much two passes of one contestant differ)"
CONNECTIONS = "with a connection per request, opening connections is measured as much as the servers"
THEN: dict[Difference, str] = {
    "client-beside-server": "then the client shared CPUs with the server, here each side has its own",
    "client-elsewhere": "then there was a network between client and server",
    "workers-unequal": "then numbers of workers differed, here they are equal",
    "no-warm-up": "then there was no warm-up",
    "answers-unequal": "then answers differed in body or headers",
    "requests-failed": "then failed requests were counted",
}


def agreement(
    rows: Sequence[ClassicRow], laps: RunReport | None, keepalive: bool, differs: Sequence[Difference]
) -> tuple[str, ...]:
    """Return sentences that compare published with classic ratios, classic ratios with laps, and give reasons."""
    usable = [row for row in rows if row.status == "ok" and row.answers_per_s]
    sentences = [_against_published(usable), _against_laps(usable, laps)]
    reasons = _reasons(usable, laps, keepalive, differs)
    if any(sentences):
        sentences.append(f"Possible reasons for differences: {'; '.join(reasons)}.")
    return tuple(sentence for sentence in sentences if sentence)


def _pairs(rows: Sequence[ClassicRow]) -> Iterator[tuple[ClassicRow, ClassicRow, float]]:
    """Two rows with the same load, and their ratio by the classic method."""
    for a, b in combinations(rows, 2):
        if (a.scenario, a.connections) == (b.scenario, b.connections) and a.answers_per_s and b.answers_per_s:
            yield a, b, a.answers_per_s / b.answers_per_s


def _against_published(rows: Sequence[ClassicRow]) -> str:
    reversals: list[str] = []
    count = 0
    for a, b, here in _pairs(rows):
        if not a.then_per_s or not b.then_per_s or abs(a.then_per_s / b.then_per_s - 1) < MATTERS:
            continue
        count += 1
        then = a.then_per_s / b.then_per_s
        if abs(here - 1) >= MATTERS and (then > 1) != (here > 1):
            reversals.append(f"{_label(a, b, rows)} (then {then:.2f}, here {here:.2f})")
    if not count:
        return ""
    listed = f"; reversed: {', '.join(reversals)}" if reversals else ""
    return f"{count - len(reversals)} of {count} pairs are in the published order{listed}."


def _against_laps(rows: Sequence[ClassicRow], laps: RunReport | None) -> str:
    if laps is None:
        return ""
    reversals: list[str] = []
    unconfirmed: list[str] = []
    count = 0
    for a, b, classic in _pairs(rows):
        pair = pair_of(a.name, b.name, laps.pairs_of(a.scenario))
        if pair is None or pair.ratio is None:
            continue
        count += 1
        if abs(classic - 1) < MATTERS:
            continue
        if pair.verdict not in ("faster", "slower"):
            unconfirmed.append(f"{_label(a, b, rows)} ({classic:.2f})")
        elif (pair.ratio > 1) != (classic > 1):
            reversals.append(f"{_label(a, b, rows)} (classic {classic:.2f}, laps {pair.ratio:.2f})")
    if not count:
        return ""
    listed = f": {', '.join(reversals)}" if reversals else ""
    text = f"Laps reverse {len(reversals)} of {count} pairs{listed}"
    if unconfirmed:
        text += f"; {len(unconfirmed)} not shown to differ by laps: {', '.join(unconfirmed)}"
    return text + "."


def _label(a: ClassicRow, b: ClassicRow, rows: Sequence[ClassicRow]) -> str:
    """Both names; also the scenario and the connections if there are several."""
    several = [f" {a.scenario}"] if len({row.scenario for row in rows}) > 1 else []
    several += [f" {a.connections} connections"] if len({row.connections for row in rows}) > 1 else []
    return f"{a.name} to {b.name}{' at' if several else ''}{','.join(several)}"


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
        reasons.append(f"the generator, not the server, may have limited {', '.join(bound)}")
    return [*reasons, NOISE]
