"""The tables of docs/method.md, and the page itself."""

from tools.pages import ROOT, Page, percent, table
from tools.proof.changes import MOODS, ChangeCell
from tools.proof.documents import BoardCell, Calibration, PairCell, PeerCell, Proportion, read_rows
from tools.proof.figures import usual
from tools.proof.latencies import LatencyCell
from tools.proof.real_tables import (
    real_boards,
    real_equal,
    real_seeds,
    real_slower,
    real_times,
    real_truth,
    real_warm,
)


def calibration() -> str:
    """Compare the model with the machine."""
    rows = [
        [
            f"{row.lap_ms} ms",
            *map(_percent, (row.seen_pair_sd, row.model_pair_sd)),
            *map(_percent, (row.seen_pair_mad, row.model_pair_mad)),
            *map(_percent, (row.seen_block_sd, row.model_block_sd)),
        ]
        for row in read_rows("calibration", Calibration)
    ]
    head = ["lap", "sd of a cycle: seen", "model", "1.48 MAD: seen", "model", "sd of the median of 3 s: seen", "model"]
    return table(head, rows)


def machines() -> str:
    """Show false alarms and power on every simulated machine."""
    pairs = read_rows("pairs", PairCell)
    rows = []
    for equal in (cell for cell in pairs if cell.effect == 0):
        kind = {name: getattr(equal, name) for name in ("machine", "rules", "budget_s", "precision")}
        slower = next(iter(usual(pairs, **kind, effect=0.03)), None)
        rows.append(
            [
                _machine_title(equal),
                Proportion(equal.found + equal.wrong, equal.races).text(),
                Proportion(equal.tie, equal.races).text(),
                Proportion(equal.covered, equal.races).text(),
                "" if slower is None else Proportion(slower.found, slower.races).text(),
                "" if slower is None else Proportion(slower.covered, slower.races).text(),
            ]
        )
    head = ["simulated machine", "equal: false alarm", "equal: tie", "equal: covered", "3 %: found", "3 %: covered"]
    return table(head, rows)


def power() -> str:
    """Show what Fairlap and the peers find, by true difference."""
    pairs = read_rows("pairs", PairCell)
    peers = [cell for cell in read_rows("peers", PeerCell) if cell.machine == "measured"]
    ways = {cell.way: cell.title for cell in peers}
    rows = []
    for cell in usual(pairs, machine="measured", rules="sequential", budget_s=180.0, precision=0.02):
        theirs = [peer for way in ways for peer in peers if peer.way == way and peer.effect == cell.effect]
        rows.append(
            [
                f"{cell.effect * 100:g} %",
                _found(cell),
                f"{Proportion(cell.tie, cell.races).share * 100:.0f} %",
                f"{cell.seconds_median:.0f} s ({cell.seconds_p90:.0f} s)",
                Proportion(cell.covered, cell.races).text(),
                *(_found(peer) for peer in theirs),
            ]
        )
    head = ["true difference", "found", "tie", "time: median (p90)", "covered", *ways.values()]
    return table(head, rows)


def boards() -> str:
    """Show boards of eight."""
    rows = [
        [
            cell.title,
            f"{cell.boards}",
            Proportion(cell.alarmed, cell.boards).text(),
            Proportion(cell.different_found, cell.different_pairs).text() if cell.different_pairs else "",
            Proportion(cell.equal_tie, cell.equal_pairs).text(),
            f"{cell.pairs_covered / (cell.different_pairs + cell.equal_pairs) * 100:.1f} %",
            _percent(cell.sd_direct),
            _percent(cell.sd_joined),
        ]
        for cell in read_rows("boards", BoardCell)
    ]
    head = "board of 8, 6 min|boards|any wrong verdict|differences found|equals shown to tie|pairs covered"
    return table([*head.split("|"), "sd of a round: same heat", "different heats"], rows)


def change_alarms() -> str:
    """Show false alarms in series without a change, by mood and length."""
    rows = []
    stored = [cell for cell in read_rows("changes", ChangeCell) if cell.step == 0 and not cell.looks]
    lengths = sorted({cell.runs for cell in stored})
    for mood, mood_sd in dict.fromkeys((cell.mood, cell.mood_sd) for cell in stored):
        by_length = {cell.runs: cell for cell in stored if (cell.mood, cell.mood_sd) == (mood, mood_sd)}
        rows.append([MOODS[mood], percent(mood_sd), *(_alarm(by_length[n]) for n in lengths)])
    return table(["moods of runs", "sd", *(f"{length} runs" for length in lengths)], rows)


def change_looks() -> str:
    """Show false alarms in series that are looked at after every run."""
    stored = [cell for cell in read_rows("changes", ChangeCell) if cell.looks]
    rows = [[MOODS[cell.mood], f"{cell.runs} runs, after each", _alarm(cell)] for cell in stored]
    return table(["moods of runs (sd 2 %)", "looked at", "any false alarm, ever"], rows)


def change_power() -> str:
    """Show series with a change: a row for each kind of change, a column for each spread of the moods."""
    stored = [cell for cell in read_rows("changes", ChangeCell) if cell.step != 0]
    spreads = sorted({cell.mood_sd for cell in stored})
    rows = []
    for step, runs, at, back in dict.fromkeys((cell.step, cell.runs, cell.at, cell.back) for cell in stored):
        alike = [cell for cell in stored if (cell.step, cell.runs, cell.at, cell.back) == (step, runs, at, back)]
        by_spread = {cell.mood_sd: cell for cell in alike}
        located = sum(cell.located for cell in alike)
        rows.append(
            [
                f"{step * 100:.0f} %",
                f"{at} runs, then {runs - at}" if back is None else f"for {back - at} of {runs} runs",
                *(_found_near(by_spread[spread]) for spread in spreads),
                f"{max(cell.alarmed / cell.series for cell in alike) * 100:.1f} %",
                f"{sum(cell.covered for cell in alike) / located * 100:.0f} %" if located else "-",
            ]
        )
    head = ["change", "when", *(f"sd {spread * 100:.0f} %: found, within 1 run" for spread in spreads)]
    return table([*head, "another one, wrongly (at most)", "interval holds the truth"], rows)


def _found(cell: PairCell | PeerCell) -> str:
    """Without a true difference, verdicts in both directions are false alarms."""
    count = cell.found + cell.wrong if cell.effect == 0 else cell.found
    return f"{count / cell.races * 100:.1f} %"


def _found_near(cell: ChangeCell) -> str:
    return f"{cell.found / cell.series * 100:.0f} %, {cell.located / cell.series * 100:.0f} %"


def _alarm(cell: ChangeCell) -> str:
    return Proportion(cell.alarmed, cell.series).text()


def _machine_title(cell: PairCell) -> str:
    title = cell.title
    if cell.rules == "fixed":
        title += ", 10 rounds, one look"
    elif cell.budget_s != 180.0:
        title += f", {cell.budget_s:g} s"
    return title if cell.precision > 1e-3 else f"{title}, precision 0"


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def response_times() -> str:
    """Show intervals of percentiles, false alarms and power, by kind of service and number of rounds."""
    stored = read_rows("latencies", LatencyCell)
    rows = []
    for equal in (cell for cell in stored if cell.effect == 0):
        slower = next(
            cell for cell in stored if (cell.service, cell.rounds) == (equal.service, equal.rounds) and cell.effect
        )
        rows.append(
            [
                f"{equal.service}, {equal.rounds} rounds",
                Proportion(equal.covered_p50, equal.races).text(),
                Proportion(equal.covered_p99, equal.races).text(),
                f"{_percent(equal.half_width_p50)}, {_percent(equal.half_width_p99)}",
                Proportion(equal.found_p50 + equal.wrong_p50, equal.races).text(),
                Proportion(equal.found_p99 + equal.wrong_p99, equal.races).text(),
                f"{slower.found_p50 / slower.races * 100:.0f} %, {slower.found_p99 / slower.races * 100:.0f} %",
            ]
        )
    head = "simulated server|p50: covered|p99: covered|half width of p50, p99|equal: false verdict on p50|on p99"
    return table([*head.split("|"), "20 % slower: found by p50, p99"], rows)


PAGE = Page(
    ROOT / "docs" / "method.md",
    "proof",
    {
        "calibration": calibration,
        "machines": machines,
        "power": power,
        "boards": boards,
        "response-times": response_times,
        "real-equal": real_equal,
        "real-boards": real_boards,
        "real-times": real_times,
        "real-slower": real_slower,
        "real-truth": real_truth,
        "real-seeds": real_seeds,
        "real-warm": real_warm,
        "change-alarms": change_alarms,
        "change-looks": change_looks,
        "change-power": change_power,
    },
)
