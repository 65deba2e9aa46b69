"""The board of a running race: provisional while it runs, the report's numbers at its end; and its file."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from fairlap.live.board import NOTICES_KEPT, LiveRace
from fairlap.live.file import board_file, boards, clear_boards, read_board, remove_board, write_board
from fairlap.live.models import LiveBoard, LiveRow
from fairlap.live.work import Work
from fairlap.race.events import (
    Failed,
    LapSeen,
    Notice,
    PassSeen,
    RaceBegan,
    RoundBegan,
    RoundEnded,
    ScenarioField,
    StageBegan,
)
from fairlap.samples import ContestantRound, RoundRecord, Skip
from fairlap.statistics.analysis import analyse
from sample_factory import Machine, Racer, alter, alter_laps, outcomes, simulate

SCENARIO = "hello-json"
FIELD = (Racer("gin", 48_000.0), Racer("node", 40_000.0), Racer("php", 5_000.0))


def race(*contestants: str, skips: Sequence[Skip] = (), scenarios: Sequence[str] = (SCENARIO,)) -> LiveRace:
    """One that has just begun."""
    live = LiveRace()
    fields = tuple(ScenarioField(scenario, "reference", contestants) for scenario in scenarios)
    live(RaceBegan("20260801-1", "quick", "Hello World", "2026-08-01T12:00:00Z", fields, tuple(skips)))
    return live


def lap_all(live: LiveRace, record: RoundRecord, *, until: int | None = None) -> None:
    """The laps of a round up to that cycle, as a heat tells them; without its end."""
    live(RoundBegan(record.scenario, record.round, 5, record.heat))
    laps = [(lap, turn) for turn in record.contestants for lap in turn.samples]
    last = max(lap.cycle for lap, _ in laps)
    for lap, turn in sorted(laps, key=lambda both: (both[0].cycle, both[0].position)):
        if until is None or lap.cycle <= until:
            live(StageBegan("a lap", contestant=turn.contestant, cycle=(lap.cycle, last)))
            live(LapSeen(record.scenario, lap.cycle, turn.contestant, lap.throughput_per_s))


def run_all(live: LiveRace, rounds: Sequence[RoundRecord]) -> None:
    for record in rounds:
        lap_all(live, record)
        live(RoundEnded(record))


def board_of(live: LiveRace) -> LiveBoard:
    board = live.board()
    assert board is not None
    return board


def row_of(live: LiveRace, name: str) -> LiveRow:
    (row,) = [row for row in board_of(live).rows if row.name == name]
    return row


def without_reference_laps(rounds: Sequence[RoundRecord], every: int) -> tuple[RoundRecord, ...]:
    def thinned(turn: ContestantRound) -> ContestantRound:
        if turn.contestant != "reference":
            return turn
        return replace(turn, samples=tuple(lap for lap in turn.samples if lap.cycle % every == 1))

    return tuple(replace(record, contestants=tuple(map(thinned, record.contestants))) for record in rounds)


# --- the numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda rounds: rounds,
        lambda rounds: without_reference_laps(rounds, 3),
        lambda rounds: alter(rounds, "node", numbers=[3], stage="lap", failure="exited with code 139"),
        lambda rounds: alter_laps(rounds, "php", throughput_per_s=0.0, outcomes=outcomes(0, timeout=9)),
    ],
    ids=["calm", "reference-laps-seldom", "one-fails", "one-gives-no-answer"],
)
def test_at_the_end_the_numbers_are_those_of_the_report(
    change: Callable[[Sequence[RoundRecord]], Sequence[RoundRecord]],
) -> None:
    rounds = change(simulate(random.Random(3), FIELD, rounds=4, cycles=12, machine=Machine()))
    live = race("gin", "node", "php")
    run_all(live, rounds)
    for found in analyse(rounds).contestants:
        row = row_of(live, found.contestant)
        assert row.throughput_per_s == (found.throughput_per_s and pytest.approx(found.throughput_per_s.value))
        if row.is_reference:
            continue
        assert row.score == (found.score and pytest.approx(found.score.value))
        assert row.score_low == (found.score and pytest.approx(found.score.low))
        assert row.score_high == (found.score and pytest.approx(found.score.high))
        assert row.rounds == found.rounds if found.score else row.rounds == 0


def test_heats_meet_on_one_board() -> None:
    (first,) = simulate(random.Random(1), [FIELD[0]], rounds=1)
    (second,) = simulate(random.Random(2), [FIELD[1]], rounds=1, heat=2)
    live = race("gin", "node")
    run_all(live, [first, second])
    assert [row.name for row in board_of(live).rows] == ["reference", "gin", "node"]
    assert row_of(live, "reference").laps == 20
    assert row_of(live, "node").score == pytest.approx(0.4, rel=0.05)


def test_a_machine_that_jumps_does_not_move_the_scores_but_is_called_noisy() -> None:
    calm, wild = race("gin", "node", "php"), race("gin", "node", "php")
    run_all(calm, simulate(random.Random(5), FIELD, cycles=40))
    run_all(wild, simulate(random.Random(5), FIELD, cycles=40, machine=Machine(drift=0.05, jump=0.3)))
    assert row_of(calm, "gin").score == pytest.approx(0.48, rel=0.02)
    assert row_of(wild, "gin").score == pytest.approx(0.48, rel=0.02)
    noise = [board_of(live).noise for live in (calm, wild)]
    assert noise[0] == pytest.approx(0.02, rel=0.2), "the spread of single laps of the factory"
    assert noise[1] is not None
    assert noise[1] > 0.1


def test_noise_is_the_deviation_within_rounds_not_from_one_round_to_the_next() -> None:
    live = race("gin")
    for number, level in ((1, 100_000.0), (2, 10_000.0)):
        live(RoundBegan(SCENARIO, number, 2, 1))
        for cycle, factor in enumerate((1.0, math.exp(0.1)), start=1):
            live(LapSeen(SCENARIO, cycle, "reference", level * factor))
        (record,) = simulate(random.Random(number), [FIELD[0]], rounds=1)
        live(RoundEnded(replace(record, round=number)))
    assert board_of(live).noise == pytest.approx(0.1 / math.sqrt(2))


def test_the_first_laps_say_something_and_a_later_round_counts_from_its_fifth_cycle() -> None:
    rounds = simulate(random.Random(4), FIELD, rounds=2, cycles=10)
    live = race("gin", "node", "php")
    lap_all(live, rounds[0], until=1)
    assert row_of(live, "gin").score == pytest.approx(0.48, rel=0.2)
    assert row_of(live, "gin").score_low is None, "one round has no interval"
    run_all(live, rounds[:1])
    after_one = row_of(live, "gin").score
    lap_all(live, rounds[1], until=4)
    assert row_of(live, "gin").score == after_one
    lap_all(live, rounds[1], until=5)
    assert row_of(live, "gin").score != after_one
    assert row_of(live, "gin").score_low is not None


# --- unknown values and failed contestants ---------------------------------------------------------------------------


def test_what_is_not_known_is_null() -> None:
    assert LiveRace().board() is None, "a race that has no name yet"
    live = race("gin")
    board = board_of(live)
    assert (board.round, board.heat, board.cycle, board.contestant) == (None, None, None, None)
    assert (board.done_share, board.left_s, board.noise) == (None, None, None)
    assert (board.scenario, board.scenario_number, board.scenarios) == (SCENARIO, 1, 1)
    row = row_of(live, "gin")
    assert (row.throughput_per_s, row.score, row.rank, row.trouble, row.laps) == (None, None, None, None, 0)
    live(RoundBegan(SCENARIO, 1, 5, 1))
    live(LapSeen(SCENARIO, 1, "gin", 40_000.0))
    assert row_of(live, "gin").throughput_per_s == pytest.approx(40_000.0)
    assert row_of(live, "gin").score is None, "the reference has not lapped yet"
    assert board_of(live).noise is None


def test_who_fails_has_its_reason_no_rank_and_the_last_place() -> None:
    rounds = simulate(random.Random(6), FIELD, rounds=2)
    live = race("gin", "node", "php", skips=[Skip("tuft", SCENARIO, "skipped", "no node", "apt install nodejs")])
    run_all(live, rounds[:1])
    assert [row.name for row in board_of(live).rows] == ["reference", "gin", "node", "php", "tuft"]
    lap_all(live, rounds[1], until=7)
    live(Failed(SCENARIO, "gin", "lap: exited with code 139"))
    (failed,) = alter(rounds[1:], "gin", failure="exited with code 139")
    live(RoundEnded(failed))
    rows = board_of(live).rows
    assert [(row.name, row.rank) for row in rows] == [
        ("reference", None),
        ("node", 1),
        ("php", 2),
        ("gin", None),
        ("tuft", None),
    ]
    gin, tuft = rows[3:]
    assert gin.trouble == "lap: exited with code 139"
    assert gin.rounds == 1, "the round in which it failed does not count"
    assert tuft.trouble == "skipped: no node"
    assert board_of(live).notices == ("gin: lap: exited with code 139",)


def test_rows_change_places_between_rounds_only() -> None:
    slow_start, then_fast = (
        simulate(random.Random(7), [Racer("a", a), Racer("b", 40_000.0)], rounds=1)[0] for a in (30_000.0, 90_000.0)
    )
    live = race("a", "b")
    lap_all(live, slow_start, until=5)
    assert [row.name for row in board_of(live).rows] == ["reference", "a", "b"]
    lap_all(live, slow_start, until=6)
    assert [row.name for row in board_of(live).rows] == ["reference", "b", "a"], "nobody waits for the first round"
    live(RoundEnded(slow_start))
    lap_all(live, replace(then_fast, round=2))
    assert [(row.name, row.rank) for row in board_of(live).rows[1:]] == [("b", 1), ("a", 2)]
    live(RoundEnded(replace(then_fast, round=2)))
    assert [(row.name, row.rank) for row in board_of(live).rows[1:]] == [("a", 1), ("b", 2)]


def test_the_board_says_where_the_race_is() -> None:
    live = race("gin", scenarios=("text", "json"))
    live(RoundBegan("json", 3, 12, 2))
    live(StageBegan("round 3 of about 12, heat 2: cycle 4 of 20, gin", contestant="gin", cycle=(4, 20)))
    board = board_of(live)
    assert (board.scenario, board.scenario_number, board.scenarios) == ("json", 2, 2)
    assert (board.round, board.rounds, board.heat, board.cycle, board.cycles) == (3, 12, 2, 4, 20)
    assert board.contestant == "gin"
    live(StageBegan("round 3 of about 12: gin at 20,000 requests/s", contestant="gin"))
    assert board_of(live).cycle is None, "the cycles are over"


def test_the_classic_method_has_answers_per_second_and_no_score() -> None:
    live = LiveRace()
    live(RaceBegan("r", "tuft", "t", "2026", (ScenarioField(SCENARIO, None, ("koa", "hapi")),), ()))
    live(RoundBegan(SCENARIO, 1, 1, 1))
    live(PassSeen(SCENARIO, "koa", 1000.0))
    live(PassSeen(SCENARIO, "koa", 1200.0))
    live(Failed(SCENARIO, "hapi", "exited"))
    koa, hapi = board_of(live).rows
    assert (koa.throughput_per_s, koa.laps, koa.score, koa.rank) == (1200.0, 2, None, None)
    assert (hapi.throughput_per_s, hapi.trouble) == (None, "exited")
    assert board_of(live).noise is None


def test_of_many_notices_the_newest_are_kept() -> None:
    live = race("gin")
    for number in range(NOTICES_KEPT + 5):
        live(Notice(str(number)))
    assert board_of(live).notices == tuple(str(number) for number in range(5, NOTICES_KEPT + 5))


# --- time left -----------------------------------------------------------------------------------------------------


def test_the_time_left_follows_the_speed_so_far() -> None:
    work = Work()
    work.advance(500, 1.0)
    assert (work.done_share, work.left_s(2.0)) == (None, None)
    work.set_left(100_000, 10.0)
    assert (work.done_share, work.left_s(11.0)) == (0.0, None)
    work.advance(20_000, 20.0)
    assert work.done_share == pytest.approx(0.2)
    assert work.left_s(20.0) == pytest.approx(40.0), "2,000 ms of work a second"
    work.set_left(20_000, 20.0)
    assert work.done_share == pytest.approx(0.5), "less is left than was thought"
    assert work.left_s(30.0) == pytest.approx(20.0), "and nothing was done for ten seconds"


def test_old_speed_is_forgotten() -> None:
    work = Work()
    work.set_left(1_000_000, 0.0)
    for second in range(1, 1001):
        work.advance(1000 if second <= 500 else 100, float(second))
    assert work.left_s(1000.0) == pytest.approx(450_000 / 100, rel=0.02)


# --- the file ------------------------------------------------------------------------------------------------------


def test_a_board_is_read_as_it_was_written_and_removed(tmp_path: Path) -> None:
    live = race("gin", "node", "php", skips=[Skip("<script>", SCENARIO, "failed", "\x1b[31m", None)])
    run_all(live, simulate(random.Random(8), FIELD, rounds=2))
    board = board_of(live)
    write_board(tmp_path, board)
    assert read_board(tmp_path, board.run) == board
    assert boards(tmp_path) == (board.run,)
    remove_board(tmp_path, board.run)
    assert read_board(tmp_path, board.run) is None
    assert boards(tmp_path) == ()
    remove_board(tmp_path, board.run)


def test_leftovers_of_killed_runs_are_cleared_and_nothing_else(tmp_path: Path) -> None:
    clear_boards(tmp_path)
    board = board_of(race("gin"))
    write_board(tmp_path, board)
    folder = board_file(tmp_path, board.run).parent
    (folder / "half.part").write_text("{")
    (folder / "note.txt").write_text("mine")
    clear_boards(tmp_path)
    assert [file.name for file in folder.iterdir()] == ["note.txt"]


def test_a_board_of_another_version_is_none(tmp_path: Path) -> None:
    board = board_of(race("gin"))
    write_board(tmp_path, board)
    file = board_file(tmp_path, board.run)
    file.write_text(file.read_text().replace('"stage"', '"phase"'))
    assert read_board(tmp_path, board.run) is None
