"""What the proof stores between measuring and drawing: docs/proof/*.json. One dataclass for each row of a file."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "proof"

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class PairCell:
    """Many simulated races of two contestants, `b` truly faster than `a` by `effect` (a share).

    `rules` is "sequential" (a budget, stopped as soon as decided) or "fixed" (all rounds, one look). `found` are races
    that called b faster, `wrong` those that called a faster (with no effect, both are false alarms). `covered` counts
    intervals of the ratio that hold the true one. Times are simulated seconds until the race stopped.
    """

    machine: str
    title: str
    rules: str
    budget_s: float | None
    precision: float
    effect: float
    races: int
    found: int
    wrong: int
    tie: int
    undecided: int
    covered: int
    seconds_median: float
    seconds_p90: float
    rounds_median: float
    estimate_sd: float


@dataclass(frozen=True, slots=True)
class BoardCell:
    """Many simulated races of a whole board; `speeds` are the true ones, relative to the slowest.

    `alarmed` are boards with any wrong verdict: a difference between equals, or one the wrong way round. Pairs are
    counted over all boards. `sd_direct` and `sd_joined` are the spreads of a pair's number in one round, of pairs that
    shared a heat and of pairs that met through the reference.
    """

    title: str
    budget_s: float
    speeds: tuple[float, ...]
    boards: int
    alarmed: int
    different_pairs: int
    different_found: int
    equal_pairs: int
    equal_tie: int
    pairs_covered: int
    seconds_median: float
    sd_direct: float
    sd_joined: float


@dataclass(frozen=True, slots=True)
class PeerCell:
    """Many simulated comparisons in a peer's way, within the same time; `found` and `wrong` as in PairCell."""

    machine: str
    way: str
    title: str
    seconds: float
    effect: float
    races: int
    found: int
    wrong: int
    estimate_sd: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Laps of two equal contestants: what was seen on the real machine, and what the model gives. Spreads as logs.

    `pair_sd` and `pair_mad` are of the log ratio of one cycle, `block_sd` of the median over 3 s of cycles.
    """

    lap_ms: int
    seen_pair_sd: float
    seen_pair_mad: float
    seen_block_sd: float
    model_pair_sd: float
    model_pair_mad: float
    model_block_sd: float


def write_rows(name: str, rows: "Sequence[DataclassInstance]", method_version: int) -> Path:
    """docs/proof/NAME.json: `rows` of one dataclass, one a line so that a diff shows them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(f"  {json.dumps(asdict(row))}" for row in rows)
    path = FOLDER / f"{name}.json"
    path.write_text(f'{{"method_version": {method_version}, "rows": [\n{lines}\n]}}\n', encoding="utf-8")
    return path


def read_rows(name: str, kind: type[Row]) -> tuple[Row, ...]:
    """The rows that `write_rows` wrote; tuples come back as tuples. Raises FileNotFoundError."""
    document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return tuple(
        kind(**{key: tuple(v) if isinstance(v, list) else v for key, v in row.items()}) for row in document["rows"]
    )


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
