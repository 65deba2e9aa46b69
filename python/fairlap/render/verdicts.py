"""Puts verdicts into words: who is fastest and how sure, who is tied, what is not decided yet; and who won a run."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from fairlap.render.cells import NOTHING, changes, counted, listed, p_value, percent, ratio
from fairlap.render.sheets import Cell, Tone
from fairlap.report import Method, PairRow, Row, RunReport
from fairlap.report.models import pair_of

VERDICTS: dict[str, tuple[str, Tone]] = {
    "faster": ("faster", "ok"),
    "slower": ("slower", "bad"),
    "regression": ("regression", "bad"),
    "tie": ("tie", ""),
    "undecided": ("not decided", "warn"),
    "failed": ("no result", "warn"),
}
"""Verdicts and conclusions as shown to readers, with their colours."""

PAIRS_SHOWN = 5
"""How many undecided pairs are listed, closest first; the JSON has all of them."""

NAMES_SHOWN = 3
"""How many contestants a headline names."""

Standing = Literal["won", "tied", "open", "unranked"]

_LIMITING = {"generator-bound", "generator-busy", "generator-starved"}
_LIMITED = "The generator may have limited it, so its lead may be larger."


def verdict_cell(verdict: str, note: str = "") -> Cell:
    """Return the cell of a verdict or a conclusion."""
    words, tone = VERDICTS[verdict]
    return Cell(words, tone=tone, note=note, status=words)


def first_place(ranked: Sequence[Row], pairs: Sequence[PairRow]) -> tuple[Standing, tuple[str, ...]]:
    """Return whether first place in a scenario is won, tied or open, and who has it or may have it.

    A single contestant in first place need not be faster than all others: some may be undecided against it.
    """
    first = tuple(row.name for row in ranked if row.rank == 1)
    verdicts = {frozenset((pair.a, pair.b)): pair.verdict for pair in pairs}
    if not first:
        return "unranked", ()
    if len(first) > 1:
        tied = all(verdicts.get(frozenset((a, b))) == "tie" for a in first for b in first if a != b)
        return "tied" if tied else "open", first
    against = {row.name: verdicts.get(frozenset((first[0], row.name))) for row in ranked if row.name != first[0]}
    rivals = [name for name, verdict in against.items() if verdict not in ("faster", "slower")]
    return ("open", (first[0], *rivals)) if rivals else ("won", first)


def fastest(ranked: Sequence[Row], pairs: Sequence[PairRow], method: Method) -> str:
    """Return a sentence on who is fastest, and by how much (`evidence` says how sure that is)."""
    if not ranked:
        return "No contestant could be ranked."
    if len(ranked) == 1:
        scored = f" scores {ratio(ranked[0].score)}" if ranked[0].score is not None else " has a rank"
        return f"{ranked[0].name}{scored}; no other contestant has a rank to compare it with."
    if all(pair.verdict == "undecided" for pair in pairs):
        return _nothing_decided(pairs, method)
    standing, names = first_place(ranked, pairs)
    if standing == "tied":
        return f"{listed(names)} share first place, shown to be within {percent(method.minimum_effect)} of each other."
    if standing == "open" and ranked[1].rank == 1:
        return f"The fastest is not decided yet: {listed(names, 'or')}."
    if standing == "open":
        return f"{names[0]} leads, but is not shown to be faster than {listed(names[1:], 'or')}."
    pair = pair_of(names[0], ranked[1].name, pairs)
    if pair is None or not pair.ratio:
        return f"{names[0]} is the fastest."
    lead = f"{names[0]} is the fastest: {percent(pair.ratio - 1)} ahead of {ranked[1].name}"
    # With two, the same difference is also said from the other side: 15 % ahead is 13 % behind.
    return f"{lead}, which answers {percent(1 - 1 / pair.ratio)} fewer requests." if len(ranked) == 2 else f"{lead}."


def evidence(ranked: Sequence[Row], pairs: Sequence[PairRow]) -> str:
    """Return how sure the first contestant's lead is, and what may limit it; empty if there is no lead."""
    standing, names = first_place(ranked, pairs)
    if standing != "won" or len(ranked) < 2:
        return ""
    parts = [_sure(names[0], ranked[1].name, pairs)]
    if _LIMITING & {flag.name for flag in ranked[0].flags}:
        parts.append(_LIMITED)
    return " ".join(part for part in parts if part)


def tied(ranked: Sequence[str], pairs: Sequence[PairRow], method: Method) -> str:
    """Return a sentence on who is tied."""
    ties = {frozenset((pair.a, pair.b)) for pair in pairs if pair.verdict == "tie"}
    groups = [" = ".join(group) for group in _groups(ranked, ties)]
    if not groups:
        return "No contestants are tied." if pairs else ""
    return f"Tied, shown to be within {percent(method.minimum_effect)} of each other: {'; '.join(groups)}."


def not_decided(pairs: Sequence[PairRow]) -> str:
    """Return a sentence on the undecided pairs, closest first, with the intervals of their differences."""
    still_open = sorted((pair for pair in pairs if pair.verdict == "undecided"), key=_closeness)
    if not still_open:
        return "Every pair is decided." if pairs else ""
    shown = [_open(pair) for pair in still_open[:PAIRS_SHOWN]]
    more = len(still_open) - len(shown)
    shown += [counted(more, "more pair")] if more else []
    named = f"Not decided yet (interval of the pair alone): {'; '.join(shown)}."
    return f"{named} More rounds would decide (--budget, --rounds)."


def _open(pair: PairRow) -> str:
    found = pair.reversed() if pair.ratio is not None and pair.ratio < 1 else pair
    interval = changes(found.low, found.high)
    return f"{found.a} to {found.b}" + (f" ({interval})" if interval != NOTHING else "")


def _closeness(pair: PairRow) -> tuple[float, str, str]:
    return abs(math.log(pair.ratio)) if pair.ratio else math.inf, pair.a, pair.b


def _nothing_decided(pairs: Sequence[PairRow], method: Method) -> str:
    rounds = max(pair.rounds for pair in pairs)
    if rounds < 2:
        more = "Race at least 2 rounds (--rounds)" if method.budget_s is None else "More fit into a larger --budget"
        return f"Nothing is decided: a single round gives no intervals. {more}."
    if all(pair.p_adjusted is None for pair in pairs):
        return f"Nothing is decided yet: there are {rounds} rounds, and the first look is after {method.looks[0]}."
    return f"Nothing is decided yet after {rounds} rounds."


def _sure(winner: str, second: str, pairs: Sequence[PairRow]) -> str:
    """The interval of the winner's lead over the next contestant, and its p-value."""
    pair = pair_of(winner, second, pairs)
    if pair is None or not pair.low or not pair.high or pair.p_adjusted is None:
        return ""
    p = p_value(pair.p_adjusted)
    sure = f"p {p}" if p.startswith("<") else f"p = {p}"
    interval = f"{percent(pair.low - 1)} to {percent(pair.high - 1)}"
    return f"Ahead of {second}: 95 % interval {interval}, {sure} after Holm, {_met(pair)}."


def _met(pair: PairRow) -> str:
    if pair.direct_rounds == 0:
        return f"{pair.rounds} rounds, compared through the reference"
    apart = pair.rounds - pair.direct_rounds
    return f"{pair.rounds} rounds" + (f", {apart} of them compared through the reference" if apart else "")


def _groups(ranked: Sequence[str], ties: set[frozenset[str]]) -> Iterator[tuple[str, ...]]:
    """Runs of neighbours in rank that are all tied with each other, then the remaining ties."""
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
    place = {name: number for number, name in enumerate(ranked)}
    for both in sorted(ties - covered, key=lambda both: sorted(place[name] for name in both)):
        a, b = sorted(both, key=lambda name: place[name])
        yield a, b


@dataclass(frozen=True, slots=True)
class Headline:
    """Who won a run, for lists of runs: `words` name the winner or say that there is none yet.

    `sure`: every scenario is decided.
    """

    words: str
    sure: bool


def headline(report: RunReport) -> Headline:
    """Return who won, and by how much (one scenario) or in how many scenarios (several)."""
    scenarios = report.scenarios
    leads = [first_place(_ranked(report, name), report.pairs_of(name)) for name in scenarios]
    sure = bool(leads) and all(standing in ("won", "tied") for standing, _ in leads)
    if len(leads) == 1:
        return Headline(_alone(report, scenarios[0], *leads[0]), sure)
    standings = {standing for standing, _ in leads}
    if standings == {"open"} or standings == {"unranked"}:
        words = "not decided" if standings == {"open"} else "no ranks"
        return Headline(f"{words} in any of {len(leads)} scenarios", sure)
    won = Counter(names[0] for standing, names in leads if standing == "won")
    parts = [f"{name} in {count} of {len(leads)}" for name, count in won.most_common(NAMES_SHOWN)]
    for standing, words in (("tied", "tied in"), ("open", "not decided in"), ("unranked", "no ranks in")):
        count = sum(found == standing for found, _ in leads)
        parts += [f"{words} {count}"] if count else []
    return Headline(", ".join(parts) or "nothing was raced", sure)


def _ranked(report: RunReport, scenario: str) -> list[Row]:
    return [row for row in report.rows_of(scenario) if row.rank is not None]


def _alone(report: RunReport, scenario: str, standing: Standing, names: tuple[str, ...]) -> str:
    if standing == "unranked":
        return "no ranks"
    shown = list(names[:NAMES_SHOWN])
    more = len(names) - len(shown)
    shown += [f"{more} more"] if more else []
    if standing == "tied":
        return f"{listed(shown)}, tied"
    if standing == "open":
        return f"not decided: {listed(shown, 'or')}"
    return f"{names[0]}{_by_how_much(report, scenario, names[0])}"


def _by_how_much(report: RunReport, scenario: str, winner: str) -> str:
    """`, 3.1 % ahead of gin`."""
    second = next((row.name for row in _ranked(report, scenario) if row.name != winner), None)
    if second is None:
        return ", the only one ranked"
    pair = pair_of(winner, second, report.pairs_of(scenario))
    if pair is None or not pair.ratio:
        return ""
    return f", {percent(pair.ratio - 1)} ahead of {second}"
