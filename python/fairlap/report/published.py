"""The numbers that were published for a suite, beside those of the run."""

from collections.abc import Sequence

from pydantic import BaseModel

from fairlap.report.models import Interval, PairRow, PublishedTable, Row, ThenAndNow


class Published(BaseModel):
    """What a suite says of the numbers of then."""

    source: str
    setup: str
    throughput_per_s: dict[str, float]


def then_and_now(published: Published, rows: Sequence[Row], comparisons: Sequence[PairRow]) -> PublishedTable:
    """Both as ratios to one common contestant, in every scenario of the run."""
    then = published.throughput_per_s
    ranked = [row.name for row in rows if row.rank is not None and row.name in then]
    common = max(ranked, key=lambda name: then[name], default=None)
    scenarios = dict.fromkeys(row.scenario for row in rows)
    return PublishedTable(
        source=published.source,
        setup=published.setup,
        common=common,
        contestants=tuple(
            ThenAndNow(
                name=name,
                scenario=scenario,
                throughput_per_s=per_s,
                ratio_then=per_s / then[common] if common else None,
                ratio_now=_ratio_now(name, common, [pair for pair in comparisons if pair.scenario == scenario]),
            )
            for scenario in scenarios
            for name, per_s in sorted(then.items(), key=lambda item: -item[1])
        ),
    )


def _ratio_now(name: str, common: str | None, comparisons: Sequence[PairRow]) -> Interval | None:
    for pair in comparisons:
        if pair.ratio is None:
            continue
        if (pair.a, pair.b) == (name, common):
            return Interval(value=pair.ratio, low=pair.low, high=pair.high, n=pair.rounds)
        if (pair.b, pair.a) == (name, common):
            low = None if pair.high is None else 1 / pair.high
            return Interval(value=1 / pair.ratio, low=low, high=1 / pair.low if pair.low else None, n=pair.rounds)
    return None
