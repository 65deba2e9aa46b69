"""Says in a few words who won a run, for lists of runs."""

from collections import Counter
from dataclasses import dataclass

from fairlap.render.cells import listed, percent
from fairlap.render.verdicts import Standing, first_place
from fairlap.report import Row, RunReport
from fairlap.report.pairs import pair_of

NAMES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Headline:
    """`words` name the winner or say that there is none yet; `sure`: every scenario is decided."""

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
