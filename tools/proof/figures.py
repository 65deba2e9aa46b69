"""The pictures of docs/method.md, drawn from docs/proof/*.json; the same numbers give the same bytes."""

from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from tools.pages import PICTURES
from tools.proof.documents import PairCell, PeerCell, Proportion, read_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

OURS = "#0b6e4f"
OTHERS = {"once": "#c1121f", "once-welch": "#e07a1f", "best-of-3": "#7a5195", "mean-of-5": "#3a6ea5"}
GOAL = "#888888"
by_effect = attrgetter("effect")


def draw_all() -> tuple[Path, ...]:
    """Draw all pictures. Raises FileNotFoundError before the first simulation."""
    pairs, peers = read_rows("pairs", PairCell), read_rows("peers", PeerCell)
    return _power(pairs, peers), _false_alarms(pairs, peers), _coverage(pairs)


def usual(pairs: Sequence[PairCell], **wanted: object) -> list[PairCell]:
    """Return the cells with these values, ordered by effect."""
    cells = [cell for cell in pairs if all(getattr(cell, key) == value for key, value in wanted.items())]
    return sorted(cells, key=by_effect)


def _power(pairs: Sequence[PairCell], peers: Sequence[PeerCell]) -> Path:
    figure, axes = _canvas(7.2, 4.9)
    ours = usual(pairs, machine="measured", rules="sequential", budget_s=180.0, precision=0.02)
    _curve(axes, ours, OURS, "Fairlap, 180 s or less", width=2.4)
    for way, colour in OTHERS.items():
        cells = sorted((cell for cell in peers if cell.machine == "measured" and cell.way == way), key=by_effect)
        _curve(axes, cells, colour, f"{cells[0].title}, {cells[0].seconds:.0f} s", width=1.4)
    axes.axhline(0.9, color=GOAL, linewidth=0.8, linestyle=":")
    axes.axvline(0.02, color=GOAL, linewidth=0.8, linestyle=":")
    axes.annotate("smallest difference that matters", (0.0205, 0.015), color="#555555", fontsize=8)
    axes.set(xlabel="true difference", ylabel="found, the right way round", xlim=(-0.001, 0.102), ylim=(0, 1.02))
    _percent(axes.xaxis)
    _percent(axes.yaxis)
    axes.legend(frameon=False, fontsize=8.5, loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=2)
    return _save(figure, "proof-power")


def _curve(axes: "Axes", cells: Sequence[PairCell | PeerCell], colour: str, label: str, width: float) -> None:
    shares = [Proportion(cell.found, cell.races) for cell in cells]
    effects = [cell.effect for cell in cells]
    bounds = [share.interval for share in shares]
    axes.plot(effects, [share.share for share in shares], color=colour, linewidth=width, marker="o", ms=3, label=label)
    axes.fill_between(effects, [low for low, _ in bounds], [high for _, high in bounds], color=colour, alpha=0.15, lw=0)


def _false_alarms(pairs: Sequence[PairCell], peers: Sequence[PeerCell]) -> Path:
    rows: list[tuple[str, Proportion, str]] = []
    for cell in pairs:
        if cell.effect == 0 and cell.rules == "sequential" and cell.budget_s == 180.0:
            label = cell.title if cell.precision > 1e-3 else f"{cell.title}, precision 0"
            rows.append((f"Fairlap: {label}", Proportion(cell.found + cell.wrong, cell.races), OURS))
    for peer in peers:
        if peer.effect == 0 and peer.machine == "measured":
            rows.append((peer.title, Proportion(peer.found + peer.wrong, peer.races), OTHERS[peer.way]))
    figure, axes = _canvas(7.8, 0.34 * len(rows) + 0.9)
    for place, (_, share, colour) in enumerate(reversed(rows)):
        low, high = share.interval
        axes.barh(place, share.share, color=colour, alpha=0.75, height=0.62)
        axes.plot([low, high], [place, place], color="black", linewidth=1)
        axes.annotate(f"{share.share:.1%}", (high + 0.008, place), va="center", fontsize=8)
    axes.axvline(0.05, color=GOAL, linewidth=0.9, linestyle=":")
    axes.set_yticks(range(len(rows)), [label for label, _, _ in reversed(rows)], fontsize=8.5)
    axes.set(xlabel="equal contestants, one called faster (dotted: 5 %)", xlim=(0, 0.85))
    _percent(axes.xaxis)
    return _save(figure, "proof-false-alarms")


def _coverage(pairs: Sequence[PairCell]) -> Path:
    figure, axes = _canvas(7.2, 3.4)
    groups = [
        ("stopped when decided, 180 s", OURS, usual(pairs, machine="measured", budget_s=180.0, precision=0.02)),
        ("stopped when decided, 90 s", "#3a6ea5", usual(pairs, machine="measured", budget_s=90.0, precision=0.02)),
        ("fixed number of rounds", "#7a5195", usual(pairs, machine="measured", rules="fixed", precision=0.02)),
    ]
    axes.axhspan(0.93, 0.97, color="#e8f0ea", lw=0)
    axes.axhline(0.95, color=GOAL, linewidth=0.9, linestyle=":")
    for shift, (label, colour, cells) in enumerate(groups):
        shares = [Proportion(cell.covered, cell.races) for cell in cells]
        at = [cell.effect + 0.0006 * (shift - 1) for cell in cells]
        below = [share.share - share.interval[0] for share in shares]
        above = [share.interval[1] - share.share for share in shares]
        middle = [share.share for share in shares]
        axes.errorbar(at, middle, yerr=[below, above], color=colour, fmt="o", ms=4, lw=1, capsize=2, label=label)
    axes.set(xlabel="true difference", ylabel="intervals that hold it", ylim=(0.85, 1.0))
    _percent(axes.xaxis)
    _percent(axes.yaxis)
    axes.legend(frameon=False, fontsize=8.5, loc="lower right")
    return _save(figure, "proof-coverage")


def _percent(axis: "Axis") -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def _canvas(width: float, height: float) -> "tuple[Figure, Axes]":
    """Make a canvas, in inches. The salt gives the SVG the same ids every time."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update(
        {
            "svg.hashsalt": "fairlap",
            "font.family": "DejaVu Sans",
            "font.size": 9.5,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "figure.facecolor": "white",
            "axes.facecolor": "white",
        }
    )
    from matplotlib import pyplot

    return pyplot.subplots(figsize=(width, height))


def _save(figure: "Figure", name: str) -> Path:
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = PICTURES / f"{name}.svg"
    figure.tight_layout()
    # no date: the same numbers must give the same file
    figure.savefig(path, metadata={"Date": None, "Creator": None}, bbox_inches="tight")
    return path
