"""What a race shows on a terminal: a board that fills in, the time left, and then the table."""

import re
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from extras import need_tool
from fairlap.live.file import boards, read_board
from fairlap.live.models import LiveBoard
from left_behind import left_behind
from race_helpers import LONG, SOON
from support import Fairlap, Finished
from terminal_helpers import HIDE_CURSOR, SHOW_CURSOR, plain, with_slow_build

SHORT = ("--contestants", "good,wrong-body", "--rounds", "2", "--cycles", "6", *SOON)


@dataclass(frozen=True)
class Watched:
    """A race on a terminal, and the boards that it wrote to its results folder."""

    done: Finished
    boards: list[LiveBoard]
    boards_left: tuple[str, ...]


@pytest.fixture(scope="module")
def watched(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> Watched:
    """One race that several tests look at."""
    fairlap = Fairlap(misbehaving_catalog, tmp_path_factory.mktemp("watched") / "results")
    seen: list[LiveBoard] = []

    def see(shown: str) -> None:
        seen.extend(board for run in boards(fairlap.results) if (board := read_board(fairlap.results, run)))

    done = fairlap.on_terminal("run", "misbehaving", *SHORT, see=see)
    return Watched(done, seen, boards(fairlap.results))


def test_a_race_on_a_terminal_shows_its_progress_and_ends_with_the_table(watched: Watched) -> None:
    done = watched.done
    assert done.code == 1, done.err
    shown = plain(done.err)
    assert "round 2 of 2" in shown
    assert re.search(r"\d+% · 0:\d\d, about 0:\d\d left", shown)
    assert "wrong-body: verify:" in shown, "failures are said at once, above the board"
    assert re.search(r"- wrong-body +verify: ", shown), "and are in its row"
    assert re.search(r"▶ +(ref|1|-) \w+", shown), "who is being lapped is marked"
    laps = [int(found) for found in re.findall(r" good +[\d,]+ +[\d.]+ (?: *±\S+ %)? +(\d+)\r?\n", shown)]
    assert len(set(laps)) > 2, "the table fills in"
    assert laps == sorted(laps)
    assert re.search(r" good +[\d,]+ +0\.\d+ +±", shown), "after two rounds the score has an interval"
    assert "machine: noise not known yet" in shown
    assert re.search(r"machine: [a-z ]+ \(the reference varies by [\d.]+ % from cycle to cycle\)", shown)
    assert done.err.rindex(SHOW_CURSOR) > done.err.rindex(HIDE_CURSOR)
    assert "requests" in done.out
    assert "good" in done.out
    assert "provisional" not in done.out
    assert {board.suite for board in watched.boards} == {"misbehaving"}, "the board lay beside the results meanwhile"
    assert max(row.laps for row in watched.boards[-1].rows) > 6
    assert watched.boards_left == (), "and is gone with the race"


def test_the_screen_never_grows_nor_shrinks_while_contestants_lap(watched: Watched) -> None:
    drawn = [part for part in watched.done.err.split("\r\x1b[2K") if "requests/s" in part]
    assert len(drawn) > 5
    assert {part.split("requests/s")[1].count("\n") for part in drawn} == {4}, "three rows and how to read them"
    climbs = {part.count("\x1b[1A") for part in drawn[1:-1]}  # with the last one it all goes away
    assert climbs == {9}, "what goes away is as high as what comes"


def test_ctrl_c_gives_the_cursor_back_and_removes_the_board(fairlap: Fairlap) -> None:
    done = fairlap.on_terminal(*LONG, interrupt_at="round 2 of 50")
    assert done.code == 130, done.err
    assert HIDE_CURSOR in done.err
    assert done.err.rindex(SHOW_CURSOR) > done.err.rindex(HIDE_CURSOR)
    assert "good" in done.out, "the table of what is finished is shown"
    assert boards(fairlap.results) == ()
    report = fairlap.in_process("report", "--json", "-")
    assert report.document["interrupted"] is True
    assert report.row("good")["throughput_per_s"]["value"] > 0


@pytest.mark.parametrize(
    ("command", "by"),
    [
        (("run", "misbehaving", "--contestants", "slow-build"), signal.SIGTERM),
        (("prepare", "slow-build"), signal.SIGINT),
    ],
)
def test_a_signal_during_a_build_gives_the_cursor_back(
    tmp_path: Path, command: tuple[str, ...], by: signal.Signals
) -> None:
    fairlap = Fairlap(with_slow_build(tmp_path / "catalog", "sleep", "60"), tmp_path / "results")
    done = fairlap.on_terminal(*command, interrupt_at="preparing", by=by)
    assert done.code == 130, done.err
    assert HIDE_CURSOR in done.err
    assert done.err.rindex(SHOW_CURSOR) > done.err.rindex(HIDE_CURSOR)
    assert left_behind(tmp_path) == []


def test_the_classic_method_is_followed_too(fairlap: Fairlap) -> None:
    need_tool("ab")
    seen = []

    def see(shown: str) -> None:
        seen.extend(board for run in boards(fairlap.results) if (board := read_board(fairlap.results, run)))

    done = fairlap.on_terminal("classic", "seed", "--scale", "0.3", see=see)
    assert done.code == 0, done.err
    rows = {row.name: row for board in seen for row in board.rows}
    assert set(rows) == {"good", "good-twin"}
    assert rows["good"].throughput_per_s is not None
    assert rows["good"].score is None
    assert boards(fairlap.results) == ()
