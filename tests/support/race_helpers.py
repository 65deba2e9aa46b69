"""What tests of whole races share."""

import signal
import sqlite3
from collections.abc import Callable
from contextlib import suppress

import psutil

from fairlap.live.file import boards, read_board
from hosting_helpers import wait_until
from left_behind import marked_processes
from support import Fairlap, Finished

SOON = ("--warm-up", "1s")
"""For races whose numbers nobody looks at: the first round of others may warm up for ten seconds."""

LONG = ("run", "misbehaving", "--contestants", "good", "--rounds", "50", "--cycles", "5", "--no-rates", *SOON)
"""A race that does not end during a test."""

TENTH = ("classic", "seed", "--scale", "0.1")

BY_A_TOOL = ("--contestants", "good", "--rounds", "1", "--cycles", "1", "--seed", "3", *SOON, "--json", "-")


def refused(done: Finished, words: str, fairlap: Fairlap) -> None:
    """Assert one line with these words, exit code 2, and an empty store."""
    assert done.code == 2, (done.out, done.err)
    assert words in " ".join(done.err.replace("│", " ").split())
    assert len(done.err.splitlines()) == 1
    assert not (fairlap.results / "fairlap.db").exists()


def wait_for_board(fairlap: Fairlap, rounds: int = 1) -> str:
    """Wait for a board of that round, and return the name of its run."""

    def found() -> str | None:
        for run in boards(fairlap.results):
            board = read_board(fairlap.results, run)
            if board is not None and (board.round or 0) >= rounds and any(row.laps for row in board.rows):
                return run
        return None

    wait_until(lambda: found() is not None)
    run = found()
    assert run is not None
    return run


def stored(fairlap: Fairlap) -> int:
    """Return the number of stored rounds."""
    if not (fairlap.results / "fairlap.db").exists():
        return 0
    return rows(fairlap, "SELECT count(*) AS n FROM sqlite_master WHERE name = 'round'")[0]["n"] and len(
        rows(fairlap, "SELECT id FROM round")
    )


def rows(fairlap: Fairlap, query: str) -> list[dict]:
    """Return the rows that a query finds in the store."""
    with sqlite3.connect(fairlap.results / "fairlap.db") as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(query)]


def measured(fairlap: Fairlap) -> dict[str, list[dict]]:
    """Return everything that was stored of rounds, row by row."""
    return {
        name: rows(fairlap, f"SELECT * FROM {name} ORDER BY id") for name in ("round", "contestant_round", "sample")
    }


def assert_finished(
    done: Finished, fairlap: Fairlap, before: dict[str, list[dict]], *, rounds: int, cycles: int
) -> None:
    """Assert that a resumed race of `good` has all its rounds and laps, after those that were stored `before`."""
    assert done.document["interrupted"] is False
    assert done.document["ended_at"] is not None
    after = measured(fairlap)
    for name, found in before.items():
        assert after[name][: len(found)] == found, f"{name}: what was stored before is as it was"
    assert [row["round"] for row in after["round"]] == list(range(1, rounds + 1))
    assert len(after["contestant_round"]) == rounds * 2
    assert len(after["sample"]) == rounds * 2 * cycles
    for name in ("reference", "good"):
        assert done.raced(name)["rounds"] == rounds
    assert list((fairlap.results / ".running").iterdir()) == []


def ending(option: str, fairlap: Fairlap, *at: str) -> Callable[[str], None]:
    """Return what `Fairlap.on_terminal` may see: when one of `at` is shown, the server started with `option` shall end.

    It ends with its next answer (server.py), so in a lap, although contestants are frozen between their laps.
    """
    told = False

    def see(shown: str) -> None:
        nonlocal told
        if not told and any(text in shown for text in at):
            for process in marked_processes(fairlap.results):
                with suppress(psutil.NoSuchProcess):  # it ended just now, or waits to be reaped
                    if option in process.cmdline():
                        process.send_signal(signal.SIGUSR1)
                        told = True

    return see
