"""A running race on a terminal: the same number of lines every time, no line too long, not drawn too often."""

import io
import random
import re
from pathlib import Path

import pytest
from rich.console import Console
from rich.live import Live

from fairlap.cli.progress import LineView, ShownRace, TerminalView
from fairlap.live.board import LiveRace
from fairlap.live.file import board_file, boards, read_board, write_board
from fairlap.live.models import LiveBoard, LiveRow
from fairlap.race.events import (
    Advance,
    Failed,
    LapSeen,
    Notice,
    RaceBegan,
    RoundBegan,
    RoundEnded,
    ScenarioField,
    StageBegan,
    WorkLeft,
)
from fairlap.render.live import Screen, bar, lines, noise_text
from fairlap.samples import Skip
from sample_factory import Racer, simulate

NAMES = tuple(f"contestant-{number}" for number in range(1, 10))
BEGAN = RaceBegan(
    "20260801-1",
    "quick",
    "Every contestant, Hello World as JSON",
    "2026-08-01T12:00:00Z",
    (ScenarioField("hello-json", "reference", NAMES), ScenarioField("hello-text", "reference", NAMES[:3])),
    (Skip("tuft", "hello-json", "skipped", "node>=20: node is not installed \x1b[31m", None),),
)


def row(name: str, **known: object) -> LiveRow:
    nothing = dict.fromkeys(("throughput_per_s", "score", "score_low", "score_high", "rank", "trouble"))
    return LiveRow.model_validate(
        {"name": name, "is_reference": name == "reference", "laps": 0, "rounds": 0} | nothing | known
    )


def board(*rows: LiveRow, **known: object) -> LiveBoard:
    live = LiveRace()
    live(BEGAN)
    begun = live.board()
    assert begun is not None
    return begun.model_copy(update={"rows": rows, **known})


def shown(found: LiveBoard, width: int = 100, height: int = 40, most_rows: int = 5) -> list[str]:
    return [line.plain.rstrip() for line in lines(found, 65.0, Screen(width, height, most_rows))]


FULL = board(
    row("reference", laps=1234, rounds=3, throughput_per_s=102_000.0, score=1.0),
    row(
        "uwebsockets", laps=1230, rounds=3, throughput_per_s=7.3e4, score=0.72, score_low=0.71, score_high=0.73, rank=1
    ),
    row("gin", laps=1230, rounds=1, throughput_per_s=48_000.0, score=0.48, rank=2),
    row("php-fpm-nginx"),
    row("liar", laps=12, trouble="verify: expected 200, got 500 where it should\nhave been something entirely other"),
    stage="round 3 of about 12, hello-json, heat 2: cycle 14 of 20, uwebsockets",
    contestant="uwebsockets",
    done_share=0.25,
    left_s=200.0,
    noise=0.004,
)


def test_the_table_has_rank_speed_score_with_interval_laps_the_one_that_laps_and_failures() -> None:
    headline, stage, progress, machine, empty, heading, *rows, reading = shown(FULL)
    assert headline == "quick: Every contestant, Hello World as JSON · scenario 1 of 2, hello-json"
    assert stage == "round 3 of about 12, hello-json, heat 2: cycle 14 of 20, uwebsockets"
    assert progress.endswith(" 25% · 1:05, about 3:20 left")
    assert machine == "machine: calm (the reference varies by 0.4 % from cycle to cycle)"
    assert empty == ""
    assert heading.split() == ["rank", "contestant", "requests/s", "score", "95", "%", "laps"]
    assert [line.split() for line in rows[:4]] == [
        ["ref", "reference", "102,000", "1", "1,234"],
        ["▶", "1", "uwebsockets", "73,000", "0.720", "±1.4", "%", "1,230"],
        ["2", "gin", "48,000", "0.480", "1,230"],
        ["-", "php-fpm-nginx", "-", "-", "0"],
    ]
    assert rows[4].split(maxsplit=2) == [
        "-",
        "liar",
        "verify: expected 200, got 500 where it should have been something entirely ot…",
    ]
    assert reading.startswith("provisional")


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 250])
def test_no_line_is_longer_than_the_terminal_and_columns_stay_in_line(width: int) -> None:
    text = shown(FULL, width)
    assert max(len(line) for line in text) <= width
    if width >= 60:
        ends = {re.search(r"1,23[04]", line).end() for line in text if re.search(r"1,23[04]", line)}  # type: ignore[union-attr]
        assert len(ends) == 1
        assert "±1.4 %" in "".join(text)


@pytest.mark.parametrize("height", [1, 2, 5, 8, 9, 12, 24])
def test_a_long_board_is_cut_to_the_terminal_and_says_how_much(height: int) -> None:
    rows = [row(f"c{number}") for number in range(30)]
    text = shown(board(*rows), height=height, most_rows=30)
    assert len(text) <= max(1, height - 1)
    if height >= 9:
        cut = 30 - (height - 1 - 7 - 1)
        assert f"and {cut} more" in "".join(text)


def test_the_height_is_the_same_from_the_first_lap_to_the_last() -> None:
    live = LiveRace()
    live(BEGAN)
    heights = set()

    def look() -> None:
        found = live.board()
        assert found is not None
        heights.add(len(lines(found, 1.0, Screen(80, 24, live.most_rows()))))

    look()
    rounds = simulate(random.Random(1), [Racer(name, 40_000.0) for name in NAMES], rounds=2, cycles=6)
    live(WorkLeft(100_000))
    for record in rounds:
        live(RoundBegan("hello-json", record.round, 2, 1))
        for turn in record.contestants:
            for lap in turn.samples:
                live(StageBegan("cycle", contestant=turn.contestant, cycle=(lap.cycle, 6)))
                live(LapSeen("hello-json", lap.cycle, turn.contestant, lap.throughput_per_s))
                look()
        live(Failed("hello-json", NAMES[record.round], "it ended"))
        live(RoundEnded(record))
        look()
    live(RoundBegan("hello-text", 1, 2, 1))
    look()
    assert len(heights) == 1


def test_noise_has_words() -> None:
    said = [noise_text(board(noise=noise)) for noise in (None, 0.005, 0.02, 0.05, 0.3)]
    assert said[0] == "machine: noise not known yet"
    assert [text.split(" (")[0] for text in said[1:]] == [
        "machine: calm",
        "machine: a little restless",
        "machine: restless",
        "machine: very restless",
    ]


def test_a_bar_says_only_what_is_known() -> None:
    assert bar(None, 3.0, None, 60).plain.endswith("─ 0:03")
    assert bar(0.5, 3700.0, None, 60).plain.endswith(" 50% · 1:01:40")
    assert bar(1.0, 3.0, 0.0, 60).plain.count("━") == 24


class Clock:
    """A clock that a test moves; each look at it takes `step` seconds."""

    def __init__(self, step: float = 0.0) -> None:
        self.now, self.step = 100.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


class CountingView:
    def __init__(self) -> None:
        self.drawn, self.said = 0, list[str]()

    def print(self, text: str) -> None:
        self.said.append(text)

    def draw(self, race: LiveRace, board: LiveBoard | None) -> None:
        self.drawn += 1


def test_it_is_drawn_four_times_a_second_at_most_and_between_laps_only(tmp_path: Path) -> None:
    clock, view = Clock(), CountingView()
    race = ShownRace(view, tmp_path, clock)
    race(BEGAN)
    race(RoundBegan("hello-json", 1, 2, 1))
    before = view.drawn
    for cycle in range(1, 101):
        clock.now += 0.02
        race(StageBegan("cycle", contestant=NAMES[0], cycle=(cycle, 100)))
        race(LapSeen("hello-json", cycle, NAMES[0], 40_000.0))
        race(Advance(20))
    assert 7 <= view.drawn - before <= 8
    written = read_board(tmp_path, BEGAN.run)
    assert written is not None
    assert written.cycle is not None
    assert written.cycle > 85


def test_where_drawing_is_slow_it_is_done_less_often(tmp_path: Path) -> None:
    clock, view = Clock(step=0.1), CountingView()
    race = ShownRace(view, tmp_path, clock)
    for _ in range(100):
        race(StageBegan("building"))
    assert view.drawn == 2, "100 ms each: no more than 2 % of the time"


def test_the_board_is_gone_when_the_race_is(tmp_path: Path) -> None:
    race = ShownRace(CountingView(), tmp_path)
    race.end()
    race(BEGAN)
    assert boards(tmp_path) == (BEGAN.run,)
    race.end()
    assert boards(tmp_path) == ()


def test_a_board_that_cannot_be_written_is_said_once_and_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "live").write_text("a file where a folder must be")
    clock, view = Clock(), CountingView()
    race = ShownRace(view, tmp_path, clock)
    race(BEGAN)
    clock.now += 1
    race(StageBegan("on it goes"))
    assert len(view.said) == 1
    assert "dashboard cannot follow" in view.said[0]
    assert view.drawn == 2


def test_a_race_that_begins_removes_the_boards_of_killed_ones(tmp_path: Path) -> None:
    write_board(tmp_path, FULL.model_copy(update={"run": "20260731-1"}))
    ShownRace(CountingView(), tmp_path, Clock())(BEGAN)
    assert boards(tmp_path) == (BEGAN.run,)


def test_notices_are_text_on_a_terminal_and_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=80, height=24, color_system="truecolor")
    with Live(console=console, transient=True, auto_refresh=False, redirect_stdout=False) as live:
        race = ShownRace(TerminalView(live), Path("/nonexistent"))
        race(Notice("[red]not markup[/]"))
    assert "[red]not markup[/]" in out.getvalue()
    ShownRace(LineView(), Path("/nonexistent"))(Notice("[red]not markup[/]"))
    assert capsys.readouterr().err == "[red]not markup[/]\n"


def test_foreign_text_cannot_drive_the_terminal() -> None:
    found = board(row("\x1b[2Jname", trouble="\x1b]0;title\x07 \x9b31m"), stage="\x1b[H stage", notices=())
    assert not re.search(r"[\x00-\x1f\x7f-\x9f]", "".join(shown(found)))


def test_the_file_has_the_name_of_the_run(tmp_path: Path) -> None:
    assert board_file(tmp_path, "20260801-1") == tmp_path / "live" / "20260801-1.json"
