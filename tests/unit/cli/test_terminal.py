"""What a rehearsed race shows on terminals of all kinds and elsewhere, and how it leaves them."""

import os
import re
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.rehearsal.players import Mishap, Player

from fairlap.live.file import boards
from hosting_helpers import wait_until
from left_behind import left_behind
from rehearsed import RehearsedFairlap, press_ctrl_c
from support import Fairlap
from terminal_helpers import HIDE_CURSOR, SHOW_CURSOR, plain, with_slow_build

SHORT = ("run", "misbehaving", "--contestants", "good,wrong-body", "--rounds", "2", "--cycles", "6")
SHORTEST = ("run", "misbehaving", "--contestants", "good,wrong-body", "--rounds", "1", "--cycles", "2")
WRONG = {"wrong-body": Player("wrong-body", mishaps=(Mishap("breaks-the-contract"),))}
IN_ROUND_2 = 60
"""The number of a lap: a round has 24 for warm-up and 12 in its cycles."""
COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m")


@pytest.fixture
def with_a_failure(rehearsed: RehearsedFairlap) -> RehearsedFairlap:
    """One contestant breaks the contract."""
    rehearsed.players = WRONG
    return rehearsed


def test_without_colours_none_are_sent_and_sixty_columns_are_enough(with_a_failure: RehearsedFairlap) -> None:
    assert COLOUR.search(with_a_failure.on_terminal(*SHORT).err)
    done = with_a_failure.on_terminal(*SHORT, NO_COLOR="1", COLUMNS="60")
    assert not COLOUR.search(done.err)
    lines = [line.rstrip() for line in re.split(r"\r|\n", plain(done.err))]
    table = [line for line in lines if re.search(r"^(▶ )? +\S+ (good|reference) ", line)]
    assert table
    assert max(len(line) for line in table) <= 60
    assert re.search(r"good +[\d,]+ +\d\.\d+ +±\S+ % +\d+", "\n".join(table))


def test_a_dumb_terminal_gets_plain_lines(with_a_failure: RehearsedFairlap) -> None:
    done = with_a_failure.on_terminal(*SHORTEST, TERM="dumb")
    assert "\x1b" not in done.err
    assert "wrong-body: verify:" in done.err
    assert "round 1" not in done.err


def test_a_pipe_gets_plain_lines_even_if_colours_are_forced(
    with_a_failure: RehearsedFairlap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    done = with_a_failure(*SHORTEST)
    assert "wrong-body: verify:" in done.err
    assert "\x1b" not in done.err
    assert "requests/s" not in done.err


def test_ctrl_c_gives_the_cursor_back_and_removes_the_board(rehearsed: RehearsedFairlap) -> None:
    rehearsed.at_lap = {IN_ROUND_2: press_ctrl_c}
    done = rehearsed.on_terminal("run", "misbehaving", "--contestants", "good", "--rounds", "3", "--cycles", "6")
    assert done.code == 130, done.err
    assert "round 2 of 3" in done.err
    assert done.err.rindex(SHOW_CURSOR) > done.err.rindex(HIDE_CURSOR)
    assert "good" in done.out, "the table of what is finished is shown"
    assert boards(rehearsed.fairlap.results) == ()


@pytest.fixture
def by(request: pytest.FixtureRequest) -> Iterator[signal.Signals]:
    """A signal that would be noticed if Fairlap did not handle it."""

    def unhandled(number: int, _frame: object) -> None:
        pytest.fail(f"signal {number} was not handled")

    before = signal.signal(request.param, unhandled)
    yield request.param
    signal.signal(request.param, before)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], indirect=True)
@pytest.mark.parametrize("command", [("run", "misbehaving", "--contestants", "slow-build"), ("prepare", "slow-build")])
def test_a_signal_during_a_build_gives_the_cursor_back(
    tmp_path: Path, command: tuple[str, ...], by: signal.Signals
) -> None:
    catalog = with_slow_build(tmp_path / "catalog", "sh", "-c", "touch begun; sleep 60")

    def interrupt() -> None:
        wait_until(lambda: any(catalog.rglob("begun")))
        os.kill(os.getpid(), by)

    threading.Thread(target=interrupt, daemon=True).start()
    done = RehearsedFairlap(Fairlap(catalog, tmp_path / "results")).on_terminal(*command)
    assert done.code == 130, done.err
    assert done.err.rindex(SHOW_CURSOR) > done.err.rindex(HIDE_CURSOR)
    assert left_behind(tmp_path) == []


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], indirect=True)
def test_an_interrupted_run_keeps_its_finished_rounds_and_exits_with_130(
    rehearsed: RehearsedFairlap, by: signal.Signals
) -> None:
    rehearsed.at_lap = {IN_ROUND_2: lambda: signal.raise_signal(by)}
    done = rehearsed("run", "misbehaving", "--contestants", "good", "--rounds", "3", "--cycles", "6")
    assert done.code == 130, done.err
    assert "good" in done.out, "the table of what is finished is shown"
    report = rehearsed("report", "--json", "-")
    assert report.document["interrupted"] is True
    assert report.row("good")["rounds"] == 1
    assert report.row("good")["throughput_per_s"]["value"] > 0
    assert boards(rehearsed.fairlap.results) == ()
