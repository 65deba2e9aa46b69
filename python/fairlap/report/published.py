"""Compares the numbers published for a suite with those of the run."""

from collections.abc import Sequence

from pydantic import BaseModel, JsonValue

from fairlap.catalog import Published
from fairlap.report.models import PairRow, PublishedTable, Row, ThenAndNow, pair_of
from fairlap.statistics import Interval

MOST_ABSENT = 20
"""If more contestants than that have published numbers and are not in the run (of imported suites, there may be
hundreds), only those that are in it are shown."""


class StoredSuite(BaseModel):
    """The parts of a stored suite, possibly of an older Fairlap, that a report or a history needs."""

    title: str | None = None
    scenarios: tuple[str, ...] = ()
    published: Published | None = None
    classic: dict[str, JsonValue] | None = None
    ladder: dict[str, str] = {}


def then_and_now(
    published: Published, rows: Sequence[Row], comparisons: Sequence[PairRow], connections: int
) -> PublishedTable:
    """Return published and measured ratios to one common contestant, for every scenario of the run."""
    near = {scenario: published.connections_near(scenario, connections) for scenario in {row.scenario for row in rows}}
    thens = {
        scenario: published.of(scenario, near[scenario] or connections)
        for scenario in dict.fromkeys(row.scenario for row in rows)
    }
    ranked = [row.name for row in rows if row.rank is not None and row.name in thens[row.scenario]]
    common = max(
        ranked, key=lambda name: (ranked.count(name), max(then.get(name, 0.0) for then in thens.values())), default=None
    )
    here = {row.name for row in rows}
    absent = {name for then in thens.values() for name in then} - here
    return PublishedTable(
        source=published.source,
        setup=published.setup,
        common=common,
        contestants=tuple(
            ThenAndNow(
                name=name,
                scenario=scenario,
                connections=near[scenario],
                throughput_per_s=per_s,
                ratio_then=per_s / then[common] if common in then else None,
                ratio_now=ratio_of(name, common, [pair for pair in comparisons if pair.scenario == scenario]),
            )
            for scenario, then in thens.items()
            for name, per_s in sorted(then.items(), key=lambda item: -item[1])
            if name in here or len(absent) <= MOST_ABSENT
        ),
    )


def ratio_of(name: str, common: str | None, comparisons: Sequence[PairRow]) -> Interval | None:
    """Return the throughput of `name` relative to `common` from the pairs of one scenario, `None` if not compared."""
    pair = None if common is None else pair_of(name, common, comparisons)
    if pair is None or pair.ratio is None:
        return None
    return Interval(value=pair.ratio, low=pair.low, high=pair.high, n=pair.rounds)
