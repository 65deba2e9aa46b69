"""The stored results of the proof, docs/proof/*: rows of dataclasses, and proportions with intervals."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tools.pages import FOLDER, percent

from fairlap.samples import METHOD_VERSION

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


Row = TypeVar("Row")


class Measured(Protocol):
    """A row that says by which version of the method it was measured."""

    @property
    def method_version(self) -> int: ...


ByMethod = TypeVar("ByMethod", bound=Measured)


@dataclass(frozen=True, slots=True)
class Proportion:
    """`count` of `of` trials (at least one)."""

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """The exact 95 % interval (C. J. Clopper and E. S. Pearson, Biometrika 26, 1934)."""
        from scipy.special import betaincinv

        below = 0.0 if self.count == 0 else float(betaincinv(self.count, self.of - self.count + 1, 0.025))
        above = 1.0 if self.count == self.of else float(betaincinv(self.count + 1, self.of - self.count, 0.975))
        return below, above

    def text(self, digits: int = 1) -> str:
        """Format for a table: `4.1 % [3.5, 4.8]`."""
        low, high = self.interval
        return f"{percent(self.share, f'.{digits}%')} [{low * 100:.{digits}f}, {high * 100:.{digits}f}]"


@dataclass(frozen=True, slots=True)
class PairCell:
    """Many simulated races of two contestants, `b` truly faster than `a` by `effect` (a share).

    `rules` is "sequential" (a budget, stopped as soon as decided) or "fixed" (all rounds, one look). `found` counts
    races that called b faster, `wrong` those that called a faster; without an effect both are false alarms. `covered`
    counts intervals that contain the true ratio. Times are simulated seconds until the race stopped.
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
    """Many simulated races of a whole board; `speeds` are true and relative to the slowest.

    `alarmed` counts boards with a wrong verdict: a difference between equals, or one in the wrong direction. Pairs are
    counted over all boards. `sd_direct` and `sd_joined` are the standard deviations of a pair's ratio in one round, for
    pairs in the same heat and for pairs compared through the reference.
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
    """Many simulated comparisons with a peer's procedure in the same time; `found` and `wrong` as in PairCell."""

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
    """Laps of two equal contestants on the real machine and in the model.

    `pair_sd` and `pair_mad` are those of the log ratio of one cycle, `block_sd` of its median over 3 s.
    """

    lap_ms: int
    seen_pair_sd: float
    seen_pair_mad: float
    seen_block_sd: float
    model_pair_sd: float
    model_pair_mad: float
    model_block_sd: float


def write_rows(name: str, rows: "Sequence[DataclassInstance]") -> Path:
    """Write rows of one dataclass to docs/proof/NAME.json, one per line so that a diff shows them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(f"  {json.dumps(asdict(row))}" for row in rows)
    path = FOLDER / f"{name}.json"
    path.write_text(f'{{"method_version": {METHOD_VERSION}, "rows": [\n{lines}\n]}}\n', encoding="utf-8")
    return path


def read_rows(name: str, kind: type[Row]) -> tuple[Row, ...]:
    """Read the rows that `write_rows` wrote. Raises FileNotFoundError."""
    document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return tuple(_row(kind, row) for row in document["rows"])


def add_line(path: Path, row: "DataclassInstance") -> None:
    """Add a row to a file of JSON lines, which another run continues."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(row)) + "\n")


def read_lines(path: Path, kind: type[Row]) -> tuple[Row, ...]:
    """Read the rows that `add_line` wrote; none before the first."""
    if not path.exists():
        return ()
    return tuple(_row(kind, json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())


def of_newest_method(rows: Sequence[ByMethod]) -> list[ByMethod]:
    """Return the rows by the newest method version that has any."""
    newest = max((row.method_version for row in rows), default=None)
    return [row for row in rows if row.method_version == newest]


def _row(kind: type[Row], values: Mapping[str, Any]) -> Row:
    return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in values.items()})
