"""The tables of real races; without races, a line that says how to run them."""

import math
import statistics
from itertools import product

from tools.pages import percent, table
from tools.proof.documents import Proportion, of_newest_method
from tools.proof.real import SERIES, Bounds, RealRace, Series, read_races
from tools.proof.real_boards import ENGINES, PAIRS, read_boards
from tools.proof.real_times import FIXED, SERVERS, read_known
from tools.proof.seeds import SeedPair, read_pairs
from tools.proof.truth import read_truths
from tools.proof.warm import WARM_S, read_starts

from fairlap.statistics.estimate import centre

NOT_YET = "*Not measured yet: `make proof-real`.*"
ACCURACY = 1.01
"""The generator is accurate to 1 % (docs/accuracy.md)."""

VISIBLE = 0.02
"""Readers of two rows take such a difference as real."""


def real_equal() -> str:
    """Show races of two copies of one contestant."""
    rows = [
        [series.base, *_race_row(series, races, 1.0, found="tie"), str(disturbed)]
        for series, races, disturbed in _series(equal=True)
    ]
    head = "two copies of|within|races|tie|not decided|false alarm|sd of the ratio|1 covered|time|left out"
    return _table(head, rows)


def real_boards() -> str:
    """Show races of three pairs of equals on one board."""
    races = [race for race in read_boards() if not race.disturbed]
    versions = sorted({race.method_version for race in races})
    rows = []
    for version, name, engine in product(versions, PAIRS, ENGINES):
        own = [race for race in races if (race.method_version, race.pair, race.engine) == (version, name, engine)]
        verdicts = [[race.differ for race in own], [race.differ_p50 for race in own], [race.differ_p99 for race in own]]
        widths = [[race.half_widths_p50 for race in own], [race.half_widths_p99 for race in own]]
        if own:
            rows.append(
                [str(version), name, engine, str(len(own)), *map(_false_of, verdicts), *map(_median_width, widths)]
            )
    head = "version|copies of|engine|races|false verdict on throughput|on p50|on p99|half width of p50: median|of p99"
    return _table(head, rows)


def _false_of(verdicts: list[bool | None]) -> str:
    given = [verdict for verdict in verdicts if verdict is not None]
    return f"{sum(given)} of {len(given)}"


def _median_width(pairs: list[tuple[float | None, float | None]]) -> str:
    widths = [width for pair in pairs for width in pair if width is not None]
    return f"{percent(statistics.median(widths))} ({len(widths)} of {2 * len(pairs)})" if widths else ""


def real_times() -> str:
    """Show races of servers whose response times are known."""
    known = of_newest_method(read_known())
    rows = []
    for server in (name for name in SERVERS if name != FIXED):
        own = [row for row in known if row.server == server]
        p50, p99 = ([(row.truth_p50_us, row.p50_us) for row in own], [(row.truth_p99_us, row.p99_us) for row in own])
        if own:
            rows.append([server, str(len(own)), *_inside(p50), *_inside(p99)])
    head = "server|races|p50: truth inside|inside within 1 %|half width: median|p99: truth inside|inside within 1 %"
    return _table(f"{head}|half width: median", rows)


def _inside(times: list[tuple[float, Bounds]]) -> list[str]:
    """Show how many intervals hold the truth, how many come within 1 % of it, and how wide they are."""
    known = [(truth, bounds) for truth, bounds in times if bounds is not None]
    if not known:
        return ["", "", ""]
    held = [
        Proportion(sum(low / slack <= truth <= high * slack for truth, (low, high) in known), len(known)).text(0)
        for slack in (1.0, ACCURACY)
    ]
    return [*held, percent(statistics.median((high - low) / 2 / truth for truth, (low, high) in known), ".1%")]


def real_slower() -> str:
    """Show races of truly slower variants."""
    truths = {truth.variant: truth.ratio for truth in read_truths()}
    rows = [
        [
            f"{(truths[series.new] - 1) * 100:.1f} %",
            *_race_row(series, races, 1 / truths[series.new], found="slower"),
            str(disturbed),
        ]
        for series, races, disturbed in _series(equal=False)
    ]
    head = "truly slower by|within|races|found|not decided|wrong|sd of the ratio|truth covered|time|left out"
    return _table(head, rows)


def real_warm() -> str:
    """Show contestants warmed up by Fairlap's rule against copies of themselves after a minute of load."""
    starts = read_starts()
    rows = []
    for name in sorted({start.contestant for start in starts}):
        own = of_newest_method([start for start in starts if start.contestant == name])
        bias = centre([start.log_ratio for start in own])
        low, high = (percent(math.expm1(bound), "+.1%") for bound in bias.interval or (math.nan, math.nan))
        warmup_s = [start.warmup_s for start in own]
        rows.append(
            [
                name,
                str(own[0].method_version),
                str(len(own)),
                f"{statistics.median(warmup_s):.1f} s ({max(warmup_s):.1f} s)",
                str(sum(not start.steady for start in own)),
                f"{percent(math.expm1(bias.mean), '+.1%')} [{low}, {high}]",
            ]
        )
    head = (
        f"contestant|method|starts|warm-up: median (longest)|never steady|throughput relative to {WARM_S:.0f} s of load"
    )
    return _table(head, rows)


def _race_row(series: Series, races: list[RealRace], true_ratio: float, *, found: str) -> list[str]:
    """Show the races of a series; every verdict but `found` and "undecided" is wrong."""
    verdicts = [race.verdict for race in races]
    right, undecided = verdicts.count(found), verdicts.count("undecided")
    return [
        f"{series.budget_s:g} s",
        str(len(races)),
        Proportion(right, len(races)).text(),
        str(undecided),
        str(len(races) - right - undecided),
        _sd(races),
        _covered(races, true_ratio),
        _seconds(races),
    ]


def real_truth() -> str:
    """Show the true speed of the slower variants."""
    rows = [
        [
            truth.variant,
            f"{truth.base_us:g} to {truth.cpu_us:g} us",
            f"{truth.starts} starts x {truth.laps} laps",
            f"{(truth.ratio - 1) * 100:.2f} % [{(truth.low - 1) * 100:.2f}, {(truth.high - 1) * 100:.2f}]",
            f"{(truth.cpu_ratio - 1) * 100:.2f} % [{(truth.cpu_low - 1) * 100:.2f}, {(truth.cpu_high - 1) * 100:.2f}]",
        ]
        for truth in read_truths()
    ]
    return _table("variant|`--cpu-us`|measured|throughput of the base is higher by|CPU per answer", rows)


def real_seeds() -> str:
    """Show the same pairs, measured as the seeds do."""
    by_pair: dict[str, list[SeedPair]] = {}
    for row in read_pairs():
        by_pair.setdefault(row.pair, []).append(row)
    rows = []
    for pair, passes in by_pair.items():
        logs = [row.log_ratio for row in passes]
        visible = sum(abs(log) >= math.log1p(VISIBLE) for log in logs)
        backwards = sum(log > 0 for log in logs)
        rows.append(
            [
                pair.replace("equal-", "two copies of ").replace("slower-3", "3 % slower"),
                passes[0].tool,
                str(len(logs)),
                percent(statistics.stdev(logs), ".1%") if len(logs) > 1 else "",
                f"{(math.exp(max(logs)) - 1) * 100:+.0f} % to {(math.exp(min(logs)) - 1) * 100:+.0f} %",
                Proportion(visible, len(logs)).text(0),
                f"{backwards} of {len(logs)}",
            ]
        )
    return _table("pair|tool|times|sd of the ratio|second : first|differ by 2 % or more|second looks faster", rows)


def _series(*, equal: bool) -> list[tuple[Series, list[RealRace], int]]:
    """Return series with their undisturbed races of the newest method version, and how many were disturbed."""
    races = of_newest_method(read_races())
    found: list[tuple[Series, list[RealRace], int]] = []
    for series in SERIES:
        own = [race for race in races if race.series == series.name]
        calm = [race for race in own if not race.disturbed]
        if calm and (series.slower_by == 0) == equal:
            found.append((series, calm, len(own) - len(calm)))
    return found


def _sd(races: list[RealRace]) -> str:
    logs = [math.log(race.ratio) for race in races if race.ratio is not None]
    return f"{statistics.stdev(logs) * 100:.2f} %" if len(logs) > 1 else ""


def _covered(races: list[RealRace], truth: float) -> str:
    intervals = [(race.low, race.high) for race in races if race.low is not None and race.high is not None]
    if not intervals:
        return ""
    return Proportion(sum(low <= truth <= high for low, high in intervals), len(intervals)).text(0)


def _seconds(races: list[RealRace]) -> str:
    taken = [race.seconds for race in races if race.seconds is not None]
    return f"{statistics.median(taken):.0f} s (most {max(taken):.0f} s)" if taken else ""


def _table(head: str, rows: list[list[str]]) -> str:
    return table(head.split("|"), rows) if rows else NOT_YET
