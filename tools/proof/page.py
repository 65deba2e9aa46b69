"""Writes the tables of docs/method.md, between `<!-- proof:begin NAME -->` and `<!-- proof:end -->`."""

from collections.abc import Callable

from tools.proof.change_tables import change_alarms, change_looks, change_power
from tools.proof.documents import ROOT, BoardCell, Calibration, PairCell, PeerCell, fill, read_rows, table
from tools.proof.figures import usual
from tools.proof.proportions import Proportion
from tools.proof.real_tables import real_equal, real_seeds, real_slower, real_truth

PAGE = ROOT / "docs" / "method.md"


def filled(text: str) -> str:
    """Return the page with all its tables updated. Raises KeyError for an unknown table."""
    return fill(text, "proof", TABLES)


def write_page() -> None:
    """Update docs/method.md."""
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


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


def _found(cell: PairCell | PeerCell) -> str:
    """Without a true difference, verdicts in both directions are false alarms."""
    count = cell.found + cell.wrong if cell.effect == 0 else cell.found
    return f"{count / cell.races * 100:.1f} %"


def _machine_title(cell: PairCell) -> str:
    title = cell.title
    if cell.rules == "fixed":
        title += ", 10 rounds, one look"
    elif cell.budget_s != 180.0:
        title += f", {cell.budget_s:g} s"
    return title if cell.precision > 1e-3 else f"{title}, precision 0"


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


TABLES: dict[str, Callable[[], str]] = {
    "calibration": calibration,
    "machines": machines,
    "power": power,
    "boards": boards,
    "real-equal": real_equal,
    "real-slower": real_slower,
    "real-truth": real_truth,
    "real-seeds": real_seeds,
    "change-alarms": change_alarms,
    "change-looks": change_looks,
    "change-power": change_power,
}
