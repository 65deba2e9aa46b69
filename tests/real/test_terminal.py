"""What a person sees who races on a terminal: a board that fills in, the time left, and then the table."""

import re
import signal

from extras import need_tool
from fairlap.live.file import board_file, boards, read_board
from race_helpers import LONG, wait_for_board
from support import Fairlap

SHORT = ("--contestants", "good,wrong-body", "--rounds", "2", "--cycles", "6")
SHORTEST = ("--contestants", "good,wrong-body", "--rounds", "1", "--cycles", "2")
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m")


def plain(shown: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)


def test_a_race_on_a_terminal_shows_its_progress_and_ends_with_the_table(fairlap: Fairlap) -> None:
    boards_seen = []

    def see(shown: str) -> None:
        boards_seen.extend(board for run in boards(fairlap.results) if (board := read_board(fairlap.results, run)))

    done = fairlap.on_terminal("run", "misbehaving", *SHORT, see=see)
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
    assert "machine: not known yet" in shown
    assert re.search(r"machine: [a-z ]+ \(the reference varies by [\d.]+ % from cycle to cycle\)", shown)
    assert done.err.rindex(SHOW_CURSOR) > done.err.rindex(HIDE_CURSOR)
    assert "requests" in done.out
    assert "good" in done.out
    assert "provisional" not in done.out
    assert {board.suite for board in boards_seen} == {"misbehaving"}, "the board lay beside the results meanwhile"
    assert max(row.laps for row in boards_seen[-1].rows) > 6
    assert boards(fairlap.results) == (), "and is gone with the race"


def test_the_screen_never_grows_nor_shrinks_while_contestants_lap(fairlap: Fairlap) -> None:
    done = fairlap.on_terminal("run", "misbehaving", *SHORT)
    drawn = [part for part in done.err.split("\r\x1b[2K") if "requests/s" in part]
    assert len(drawn) > 5
    assert {part.split("requests/s")[1].count("\n") for part in drawn} == {4}, "three rows and how to read them"
    climbs = {part.count("\x1b[1A") for part in drawn[1:-1]}  # with the last one it all goes away
    assert climbs == {9}, "what goes away is as high as what comes"


def test_without_colours_none_are_sent_and_sixty_columns_are_enough(fairlap: Fairlap) -> None:
    coloured = fairlap.on_terminal("run", "misbehaving", *SHORTEST)
    assert COLOUR.search(coloured.err)
    done = fairlap.on_terminal("run", "misbehaving", *SHORT, NO_COLOR="1", COLUMNS="60")
    assert not COLOUR.search(done.err)
    lines = [line.rstrip() for line in re.split(r"\r|\n", plain(done.err))]
    table = [line for line in lines if re.search(r"^(▶ )? +\S+ (good|reference) ", line)]
    assert table
    assert max(len(line) for line in table) <= 60
    assert re.search(r"good +[\d,]+ +0\.\d+ +±\S+ % +\d+", "\n".join(table))


def test_a_dumb_terminal_gets_plain_lines(fairlap: Fairlap) -> None:
    done = fairlap.on_terminal("run", "misbehaving", *SHORTEST, TERM="dumb")
    assert "\x1b" not in done.err
    assert "wrong-body: verify:" in done.err
    assert "round 1" not in done.err


def test_a_pipe_gets_plain_lines_even_if_colours_are_forced(fairlap: Fairlap) -> None:
    forced = Fairlap(fairlap.catalog, fairlap.results, ("env", "FORCE_COLOR=1"))
    done = forced("run", "misbehaving", *SHORTEST)
    assert "wrong-body: verify:" in done.err
    assert "\x1b" not in done.err
    assert "requests/s" not in done.err


def test_ctrl_c_gives_the_cursor_back_and_removes_the_board(fairlap: Fairlap) -> None:
    done = fairlap.on_terminal(*LONG, interrupt_at="round 2 of 50")
    assert done.code == 130, done.err
    assert HIDE_CURSOR in done.err
    assert done.err.rindex(SHOW_CURSOR) > done.err.rindex(HIDE_CURSOR)
    assert "good-twin" in done.out, "the table of what is finished is shown"
    assert boards(fairlap.results) == ()


def test_a_race_without_a_terminal_has_a_board_too_until_it_is_interrupted(fairlap: Fairlap) -> None:
    running = fairlap.start(*LONG)
    run = wait_for_board(fairlap)
    running.send_signal(signal.SIGTERM)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert not board_file(fairlap.results, run).exists()


def test_the_classic_method_is_followed_too(fairlap: Fairlap) -> None:
    need_tool("ab")
    seen = []

    def see(shown: str) -> None:
        seen.extend(board for run in boards(fairlap.results) if (board := read_board(fairlap.results, run)))

    done = fairlap.on_terminal("classic", "seed", see=see)
    assert done.code == 0, done.err
    rows = {row.name: row for board in seen for row in board.rows}
    assert set(rows) == {"good", "good-twin"}
    assert rows["good"].throughput_per_s is not None
    assert rows["good"].score is None
    assert boards(fairlap.results) == ()
