"""The board as a file beside the results: written by the race, read by the dashboard, gone when the race has ended."""

from pathlib import Path

from pydantic import ValidationError

from fairlap.live.models import LiveBoard

FOLDER = "live"


def board_file(results: Path, run: str) -> Path:
    """Where the board of a run lies."""
    return results / FOLDER / f"{run}.json"


def write_board(results: Path, board: LiveBoard) -> None:
    """Write it whole: a reader sees the one before or this one. Raises OSError."""
    file = board_file(results, board.run)
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(board.model_dump_json(), encoding="utf-8")
    part.replace(file)


def boards(results: Path) -> tuple[str, ...]:
    """The runs that have a board, the oldest name first; a run that was killed leaves its own."""
    return tuple(sorted(file.stem for file in (results / FOLDER).glob("*.json")))


def clear_boards(results: Path) -> None:
    """Remove what killed runs have left, half written boards included. Only while no race is going on here."""
    for file in (results / FOLDER).glob("*"):
        if file.suffix in (".json", ".part"):
            file.unlink(missing_ok=True)


def remove_board(results: Path, run: str) -> None:
    """The race has ended; there may be none."""
    file = board_file(results, run)
    for path in (file, file.with_suffix(".part")):
        path.unlink(missing_ok=True)


def read_board(results: Path, run: str) -> LiveBoard | None:
    """The newest board of a run; `None` when there is none, or one of another version of Fairlap."""
    try:
        return LiveBoard.model_validate_json(board_file(results, run).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValidationError):
        return None
