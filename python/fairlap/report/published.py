"""The numbers that were published for a suite, beside those of the run."""

import math
from collections.abc import Sequence

from pydantic import BaseModel

from fairlap.catalog import Difference, Shape
from fairlap.report.models import PairRow, PublishedTable, Row, ThenAndNow
from fairlap.report.pairs import between
from fairlap.report.parts import Interval


class PublishedOf(BaseModel):
    """Of one scenario with one number of connections."""

    scenario: str
    connections: int
    throughput_per_s: dict[str, float]


class Published(BaseModel):
    """What a suite says of the numbers of then: one table, or one for each scenario and number of connections."""

    source: str
    setup: str
    shape: Shape | None = None
    differs: tuple[Difference, ...] = ()
    throughput_per_s: dict[str, float] = {}
    tables: tuple[PublishedOf, ...] = ()

    def of(self, scenario: str, connections: int) -> dict[str, float]:
        """Requests per second by contestant; empty where nothing was published."""
        for table in self.tables:
            if (table.scenario, table.connections) == (scenario, connections):
                return table.throughput_per_s
        return self.throughput_per_s

    def connections_near(self, scenario: str, connections: int) -> int | None:
        """Of the numbers of connections that a scenario was published with, the one that is nearest by its ratio."""
        known = [table.connections for table in self.tables if table.scenario == scenario]
        return min(known, key=lambda number: (abs(math.log(number / connections)), number), default=None)


def then_and_now(
    published: Published, rows: Sequence[Row], comparisons: Sequence[PairRow], connections: int
) -> PublishedTable:
    """Both as ratios to one common contestant, in every scenario of the run."""
    near = {scenario: published.connections_near(scenario, connections) for scenario in {row.scenario for row in rows}}
    thens = {
        scenario: published.of(scenario, near[scenario] or connections)
        for scenario in dict.fromkeys(row.scenario for row in rows)
    }
    ranked = [row.name for row in rows if row.rank is not None and row.name in thens[row.scenario]]
    common = max(ranked, key=lambda name: max(then.get(name, 0.0) for then in thens.values()), default=None)
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
        ),
    )


def ratio_of(name: str, common: str | None, comparisons: Sequence[PairRow]) -> Interval | None:
    """The throughput of `name` relative to that of `common`, among the pairs of one scenario."""
    pair = None if common is None else between(name, common, comparisons)
    if pair is None or pair.ratio is None:
        return None
    return Interval(value=pair.ratio, low=pair.low, high=pair.high, n=pair.rounds)
