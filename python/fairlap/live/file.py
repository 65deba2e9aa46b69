"""The board as a file next to the results: written by the race, read by the dashboard, removed at the end."""

from pathlib import Path

from pydantic import ValidationError

from fairlap.live.models import LiveBoard

FOLDER = "live"


def board_file(results: Path, run: str) -> Path:
    return results / FOLDER / f"{run}.json"


def write_board(results: Path, board: LiveBoard) -> None:
    """Write the board atomically. Raises OSError."""
    file = board_file(results, board.run)
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(board.model_dump_json(), encoding="utf-8")
    part.replace(file)


def boards(results: Path) -> tuple[str, ...]:
    """Return the runs that have a board, oldest first, including runs that were killed."""
    return tuple(sorted(file.stem for file in (results / FOLDER).glob("*.json")))


def clear_boards(results: Path) -> None:
    """Remove the boards and partial files of killed runs. Call it only while no race is running."""
    for file in (results / FOLDER).glob("*"):
        if file.suffix in (".json", ".part"):
            file.unlink(missing_ok=True)


def remove_board(results: Path, run: str) -> None:
    file = board_file(results, run)
    for path in (file, file.with_suffix(".part")):
        path.unlink(missing_ok=True)


def read_board(results: Path, run: str) -> LiveBoard | None:
    """Return the board of a run, `None` if there is none or it is from another version of Fairlap."""
    try:
        return LiveBoard.model_validate_json(board_file(results, run).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValidationError):
        return None
