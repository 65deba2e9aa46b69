"""The page that follows a race, and the updates it receives, already formatted as text."""

from dataclasses import asdict, dataclass

from fairlap.live.models import LiveBoard, LiveRow
from fairlap.pages.paths import run_page
from fairlap.pages.site import Place, render
from fairlap.render.cells import NOTHING, clean, digits, percent, span

LIVE_SCRIPT = "live.js"
NOTICES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class LiveLine:
    """One row as text. `now`: it is lapping; `quiet`: it is the reference or out of the race."""

    name: str
    rank: str
    score: str
    interval: str
    throughput: str
    laps: str
    remark: str
    now: bool
    quiet: bool


@dataclass(frozen=True, slots=True)
class LiveView:
    """The current state of a race. `done` is a percentage, null if unknown; `report` is relative to the index."""

    run: str
    title: str
    place: str
    stage: str
    left: str
    noise: str
    updated: str
    done: int | None
    report: str
    lines: tuple[LiveLine, ...]
    notices: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


def view_of(board: LiveBoard) -> LiveView:
    """Return the board of a race as text."""
    return LiveView(
        run=clean(board.run),
        title=clean(f"{board.suite}: {board.title}"),
        place=clean(_place(board)),
        stage=clean(board.stage),
        left=NOTHING if board.left_s is None else f"about {span(max(0.0, board.left_s))}",
        noise=NOTHING if board.noise is None else f"±{percent(board.noise)} from cycle to cycle",
        updated=clean(board.updated_at).replace("T", " ").removesuffix("+00:00"),
        done=None if board.done_share is None else round(100 * min(1.0, max(0.0, board.done_share))),
        report=run_page(board.run),
        lines=tuple(_line(row, board) for row in board.rows),
        notices=tuple(clean(text) for text in board.notices[-NOTICES_SHOWN:]),
    )


def live_page(view: LiveView | None, place: Place) -> str:
    """Return the page that follows the running race; with `None` it waits for one."""
    return render("live.html", place, view=view)


def _place(board: LiveBoard) -> str:
    """Scenario, heat and round, as far as they are known."""
    parts = []
    if board.scenario is not None:
        many = board.scenarios is not None and board.scenarios > 1
        number = f" ({board.scenario_number} of {board.scenarios})" if many else ""
        parts.append(f"scenario {board.scenario}{number}")
    if board.heat is not None:
        parts.append(f"heat {board.heat}")
    if board.round is not None:
        parts.append(f"round {board.round}{'' if board.rounds is None else f' of about {board.rounds}'}")
    return ", ".join(parts) or NOTHING


def _line(row: LiveRow, board: LiveBoard) -> LiveLine:
    rank = "reference" if row.is_reference else NOTHING if row.rank is None else str(row.rank)
    bounded = row.score_low is not None and row.score_high is not None
    return LiveLine(
        name=clean(row.name),
        rank=rank,
        score="1" if row.is_reference else digits(row.score),
        interval=f"{digits(row.score_low)} to {digits(row.score_high)}" if bounded else NOTHING,
        throughput=NOTHING if row.throughput_per_s is None else f"{row.throughput_per_s:,.0f}",
        laps=f"{row.laps:,}",
        remark=clean(row.trouble or ""),
        now=row.name == board.contestant,
        quiet=row.is_reference or row.trouble is not None,
    )
