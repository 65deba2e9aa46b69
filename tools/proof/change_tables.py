"""The tables of docs/method.md about change points."""

from tools.proof.changes import MOODS, ChangeCell
from tools.proof.documents import read_rows, table
from tools.proof.proportions import Proportion


def change_alarms() -> str:
    """Show false alarms in series without a change, by mood and length."""
    rows = []
    stored = [cell for cell in read_rows("changes", ChangeCell) if cell.step == 0 and not cell.looks]
    lengths = sorted({cell.runs for cell in stored})
    for mood, mood_sd in dict.fromkeys((cell.mood, cell.mood_sd) for cell in stored):
        by_length = {cell.runs: cell for cell in stored if (cell.mood, cell.mood_sd) == (mood, mood_sd)}
        rows.append([MOODS[mood], f"{mood_sd:.0%}".replace("%", " %"), *(_alarm(by_length[n]) for n in lengths)])
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
                *(_found(by_spread[spread]) for spread in spreads),
                f"{max(cell.alarmed / cell.series for cell in alike) * 100:.1f} %",
                f"{sum(cell.covered for cell in alike) / located * 100:.0f} %" if located else "-",
            ]
        )
    head = ["change", "when", *(f"sd {spread * 100:.0f} %: found, within 1 run" for spread in spreads)]
    return table([*head, "another one, wrongly (at most)", "interval holds the truth"], rows)


def _found(cell: ChangeCell) -> str:
    return f"{cell.found / cell.series * 100:.0f} %, {cell.located / cell.series * 100:.0f} %"


def _alarm(cell: ChangeCell) -> str:
    return Proportion(cell.alarmed, cell.series).text()
