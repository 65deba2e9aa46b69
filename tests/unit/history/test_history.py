"""Histories: which runs are in them, where they break, how changes are described and shown."""

import io
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from rich.console import Console

from fairlap.errors import UsageError
from fairlap.history import History, Series, build_history
from fairlap.history.build import NO_REFERENCE
from fairlap.render.history import (
    headlines,
    render_history_markdown,
    render_history_terminal,
    series_sheet,
    sparkline,
)
from fairlap.render.json_document import render_json
from fairlap.report import build_report
from fairlap.samples import METHOD_VERSION, ClassicPass, RoundRecord, Skip
from fairlap.statistics.changes import RUNS_NEEDED
from history_factory import Run, filled, name_of
from sample_factory import REFERENCE, alter, alter_laps, outcomes
from support import ROOT

NASTY = "1.2 [bold red]x[/] | <script>alert(1)</script> *y* `z`\n\x1b[31mred\x07"


def history_of(path: Path, runs: Sequence[Run], name: str = "gin", **options: object) -> History:
    with filled(path / "fairlap.db", runs) as store:
        return build_history(store, name, **options)  # type: ignore[arg-type]


def single(history: History) -> Series:
    (series,) = history.series
    return series


def shown(history: History, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    with console.capture() as captured:
        console.print(render_history_terminal(history))
    return captured.get()


def reference_version(rounds: Sequence[RoundRecord], version: str | None) -> tuple[RoundRecord, ...]:
    return alter(rounds, REFERENCE.name, version=version)


# what is in it


def test_the_scores_are_those_of_the_reports(tmp_path: Path) -> None:
    with filled(tmp_path / "fairlap.db", [Run(), Run(0.8), Run(1.1, rounds=1)]) as store:
        points = single(build_history(store, "gin")).points
        rows = [
            next(row for row in build_report(store.load(name_of(number))).contestants if row.name == "gin")
            for number in range(3)
        ]
    assert [point.run for point in points] == [name_of(number) for number in range(3)], "oldest first"
    for point, row in zip(points, rows, strict=True):
        assert (point.score, point.version, point.status, point.rounds) == (row.score, row.version, "ok", row.rounds)
        assert [flag.name for flag in point.flags] == [flag.name for flag in row.flags]
    assert points[2].score is not None
    assert points[2].score.low is None, "one round has no interval"
    assert points[0].change is None
    assert points[1].change == pytest.approx(rows[1].score.value / rows[0].score.value)


def test_a_contestant_does_not_answer_for_another(tmp_path: Path) -> None:
    with filled(tmp_path / "fairlap.db", [Run(), Run(0.5)]) as store:
        scores = {name: [p.score.value for p in single(build_history(store, name)).points] for name in ("gin", "echo")}
    assert scores["gin"] == [pytest.approx(0.4, rel=0.05), pytest.approx(0.2, rel=0.05)]
    assert scores["echo"] == [pytest.approx(0.3, rel=0.05)] * 2


def test_rows_without_a_rank_are_shown_as_such(tmp_path: Path) -> None:
    skip = Skip("gin", "hello-json", "skipped", "go>=1.25: not found", "apt-get install golang-go")
    history = history_of(
        tmp_path,
        [
            Run(),
            Run(change=lambda rounds: alter(rounds, "gin", numbers=[2], failure="exited with code 139", stage="lap")),
            Run(change=lambda rounds: alter_laps(rounds, "gin", outcomes=outcomes(9000, wrong_body=3))),
            Run(change=lambda rounds: alter(rounds, REFERENCE.name, failure="killed", stage="lap")),
            Run(change=lambda rounds: tuple(without(record, "gin") for record in rounds), skips=(skip,)),
            Run(rounds=0, ended=False),
            Run(),
        ],
    )
    segment = single(history).segments[0]
    assert [point.status for point in segment.points] == ["ok", "failed", "invalid", "ok", "skipped", "skipped", "ok"]
    assert [point.score is None for point in segment.points] == [False, True, True, True, True, True, False]
    reasons = [point.reason for point in segment.points]
    assert "exited with code 139" in (reasons[1] or "")
    assert "wrong" in (reasons[2] or "")
    assert reasons[3] == NO_REFERENCE
    assert reasons[4] == "go>=1.25: not found"
    assert segment.points[5].interrupted
    assert segment.points[6].change == pytest.approx(1.0, abs=0.1), "to the last one that has a score"
    text = shown(history)
    for words in ("failed: round 2 at lap: exited", "invalid: ", "no score", "skipped (interrupted)"):
        assert words in text


def without(record: RoundRecord, name: str) -> RoundRecord:
    return replace(record, contestants=tuple(turn for turn in record.contestants if turn.contestant != name))


def test_a_flag_does_not_take_the_score(tmp_path: Path) -> None:
    history = history_of(tmp_path, [Run(change=lambda rounds: alter(rounds, "gin", steady=False))])
    (point,) = single(history).points
    assert point.score is not None
    assert [flag.name for flag in point.flags] == ["no-steady-state"]
    assert "no-steady-state in 1 run" in shown(history)
    assert "ok *" in shown(history)


def test_scenarios_and_suites_are_series_of_their_own(tmp_path: Path) -> None:
    def other(rounds: tuple[RoundRecord, ...]) -> tuple[RoundRecord, ...]:
        return tuple(replace(record, scenario="products") for record in rounds)

    runs = [Run(), Run(change=other), Run(record={"suite_name": "tuft"}), Run()]
    with filled(tmp_path / "fairlap.db", runs) as store:
        history = build_history(store, "gin")
        found = [(series.scenario, series.suite, len(series.points)) for series in history.series]
        assert found == [("hello-json", "quick", 2), ("hello-json", "tuft", 1), ("products", "quick", 1)]
        assert len(build_history(store, "gin", scenario="hello-json").series) == 2
        assert single(build_history(store, "gin", suite="tuft")).suite == "tuft"
        with pytest.raises(UsageError, match=r"no run in scenario 'products' of suite 'tuft' .*'hello-json' of 'tuft'"):
            build_history(store, "gin", "products", "tuft")


def test_runs_measured_otherwise_are_left_out_and_counted(tmp_path: Path) -> None:
    runs = [Run(), Run(record={"generator": "wrk"}), Run(record={"method": "classic", "generator": "ab"}, rounds=0)]
    with filled(tmp_path / "fairlap.db", runs) as store:
        store.add(name_of(2), ClassicPass("hello-json", "gin", None, 100, "result", "2026-03-03T12:00:00Z"))
        store.add(name_of(2), ClassicPass("hello-json", "spdy", None, 100, "result", "2026-03-03T12:00:00Z"))
        history = build_history(store, "gin")
        with pytest.raises(UsageError, match=r"'spdy' has no score in any run: .*\(1 run: classic method \(ab\)\)"):
            build_history(store, "spdy")
        assert store.contestants() == ("echo", "gin")
    assert len(single(history).points) == 1
    assert {(left.runs, left.reason) for left in history.left_out} == {(1, "lapped by wrk"), (1, "classic method (ab)")}
    assert "Left out: 1 run, lapped by wrk." in " ".join(shown(history).split())


def test_a_contestant_without_a_history_gets_one_line(tmp_path: Path) -> None:
    with filled(tmp_path / "fairlap.db", [Run()]) as store:
        with pytest.raises(UsageError, match=r"no stored run has a contestant 'gni' \(did you mean 'gin'\?\)"):
            build_history(store, "gni")
        with pytest.raises(UsageError, match=r"known contestants: 'echo', 'gin'"):
            build_history(store, "\x1b[31m")
        with pytest.raises(UsageError, match="'reference' is the reference: its score is 1"):
            build_history(store, "reference")
    with (
        filled(tmp_path / "empty.db", []) as store,
        pytest.raises(UsageError, match=r"no stored run has a score .*fairlap run quick"),
    ):
        build_history(store, "gin")


# breaks


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (Run(record={"method_version": 2}), Run(), f"method version: 2 and {METHOD_VERSION}"),
        (
            Run(record={"host_json": '{"cpu_model": "Xeon", "kernel": "6.8.0-31-generic", "cpus": 4}'}),
            Run(),
            "CPU model",
        ),
        (Run(record={"isolation_json": '{"kind": ["none"]}'}), Run(), "isolation"),
        (Run(record={"connections": 100, "keepalive": False}), Run(), "connections: 100 and 64"),
        (Run(record={"workers": 2}), Run(), "workers: 2 and 1"),
        (
            Run(change=lambda rounds: reference_version(rounds, "0.0.9")),
            Run(),
            "version of the reference: 0.0.9 and 0.1.0",
        ),
    ],
    ids=["method", "host", "isolation", "load", "workers", "reference"],
)
def test_another_ground_is_a_break(tmp_path: Path, before: Run, after: Run, reason: str) -> None:
    history = history_of(tmp_path, [before, before, after, after])
    first, second = single(history).segments
    assert first.break_reasons == ()
    assert any(reason in str(said) for said in second.break_reasons), second.break_reasons
    assert [len(first.points), len(second.points)] == [2, 2]
    assert second.points[0].change is None, "nothing is compared across a break"
    assert f"break: {second.break_reasons[0]}"[:60] in " ".join(shown(history, 200).split())
    assert any(str(second.break_reasons[0]) in line for line in headlines(history, single(history)))


def test_a_ground_that_comes_back_is_not_joined(tmp_path: Path) -> None:
    old = {"method_version": 2}
    history = history_of(tmp_path, [Run(record=old), Run(), Run(record=old)])
    assert [list(map(str, segment.break_reasons)) for segment in single(history).segments] == [
        [],
        [f"method version: 2 and {METHOD_VERSION}"],
        [f"method version: {METHOD_VERSION} and 2"],
    ]


def test_a_run_that_does_not_know_its_reference_does_not_break(tmp_path: Path) -> None:
    def unknown(rounds: tuple[RoundRecord, ...]) -> tuple[RoundRecord, ...]:
        return reference_version(rounds, None)

    assert len(single(history_of(tmp_path, [Run(), Run(change=unknown), Run()])).segments) == 1
    newer = Run(change=lambda rounds: reference_version(rounds, "0.2.0"))
    assert len(single(history_of(tmp_path / "2", [Run(), Run(change=unknown), newer])).segments) == 2


def test_another_version_of_the_contestant_is_what_one_wants_to_see(tmp_path: Path) -> None:
    history = history_of(tmp_path, [Run(version="1.0"), Run(version="2.0")])
    assert [point.version for point in single(history).points] == ["1.0", "2.0"]
    assert len(single(history).segments) == 1


# changes


def test_a_drop_is_a_change_point_between_two_levels(tmp_path: Path) -> None:
    history = history_of(tmp_path, [Run()] * 9 + [Run(0.9)] * 7)
    (segment,) = single(history).segments
    (change,) = segment.changes
    assert (change.before, change.after) == (name_of(8), name_of(9))
    assert (change.runs_before, change.runs_after) == (9, 7)
    assert change.low is not None
    assert change.high is not None
    assert change.low < 0.9 < change.high
    assert [(level.first, level.last) for level in segment.levels] == [
        (name_of(0), name_of(8)),
        (name_of(9), name_of(15)),
    ]
    assert segment.levels[1].score.value / segment.levels[0].score.value == pytest.approx(change.ratio)
    (sentence,) = headlines(history, single(history))
    least, most = (
        f"{100 * (1 - bound):.1f}" if bound > 0.9 else f"{100 * (1 - bound):.0f}" for bound in (change.high, change.low)
    )
    assert sentence.startswith(f"Since run {name_of(9)} the score is ")
    assert f"lower ({least} to {most} %)" in sentence
    assert "▼ -" in shown(history)


def test_runs_without_a_score_do_not_shift_a_change(tmp_path: Path) -> None:
    failed = Run(change=lambda rounds: alter(rounds, "gin", failure="gone", stage="lap"))
    history = history_of(tmp_path, [Run()] * 4 + [failed] + [Run()] * 4 + [failed] + [Run(1.1)] * 6)
    (change,) = single(history).segments[0].changes
    assert (change.before, change.after) == (name_of(8), name_of(10))
    assert "▲ +" in shown(history)


def test_a_change_at_a_break_is_none(tmp_path: Path) -> None:
    history = history_of(tmp_path, [Run(record={"method_version": 2})] * 12 + [Run(0.7)] * 12)
    assert all(segment.changes == () for segment in single(history).segments)
    assert all(segment.enough for segment in single(history).segments)
    assert "No change of 2.0 % or more is shown over 12 runs" in headlines(history, single(history))[0]


def test_each_change_is_reported_once_even_before_a_break(tmp_path: Path) -> None:
    old = {"method_version": 2}
    runs = [Run(record=old)] * 8 + [Run(0.9, record=old)] * 8 + [Run()] * 8 + [Run(1.1)] * 8
    text = " ".join(shown(history_of(tmp_path, runs)).split())
    assert text.count(f"Since run {name_of(8)} the score is") == 1
    assert text.count(f"Since run {name_of(24)} the score is") == 1


def test_too_few_runs_say_so(tmp_path: Path) -> None:
    history = history_of(tmp_path, [Run()] * 5 + [Run(0.5)] * (RUNS_NEEDED - 6))
    assert not single(history).segments[0].enough
    assert single(history).segments[0].changes == ()
    (sentence,) = headlines(history, single(history))
    assert sentence.startswith(
        f"Only {RUNS_NEEDED - 1} comparable runs with a score: detecting changes needs {RUNS_NEEDED}."
    )


# how it is shown


@pytest.fixture
def eventful(tmp_path: Path) -> History:
    failed = Run(change=lambda rounds: alter(rounds, "gin", failure=NASTY, stage="lap"), version=NASTY)
    runs = [Run(record={"method_version": 2})] * 2 + [Run(version=NASTY)] * 8 + [failed] + [Run(0.85)] * 6
    return history_of(tmp_path, runs)


def test_the_document_keeps_its_published_schema(eventful: History, tmp_path: Path) -> None:
    schema = json.loads((ROOT / "schemas" / "history.json").read_text())
    for history in (eventful, history_of(tmp_path / "2", [Run(rounds=1)])):
        document = json.loads(render_json(history))
        jsonschema.validate(document, schema)
        assert document["history_format"] == 1
        told = [reason for segment in document["series"][0]["segments"] for reason in segment["break_reasons"]]
        assert told == [str(reason) for segment in single(history).segments for reason in segment.break_reasons]


@pytest.mark.parametrize("width", [80, 100, 140])
def test_the_terminal_shows_all_runs_whole(eventful: History, width: int) -> None:
    text = shown(eventful, width)
    assert max(len(line) for line in text.splitlines()) <= width
    for point in single(eventful).points:
        assert point.run in text
    assert "\x1b" not in text
    assert f"-- break: method version: 2 and {METHOD_VERSION} --" in text


def test_markdown_takes_nothing_foreign_for_markup(eventful: History) -> None:
    text = render_history_markdown(eventful)
    assert "<script>" not in text
    assert "\x1b" not in text
    assert f"**break: method version: 2 and {METHOD_VERSION}**" in text
    rows = [line for line in text.splitlines() if re.match(r"\| 2026-", line)]
    assert len(rows) == len(single(eventful).points)
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 7 for row in rows), "no cell is cut by a pipe of a version"


def test_the_sheet_has_a_row_for_each_run_and_each_break(eventful: History) -> None:
    sheet = series_sheet(single(eventful))
    assert [row[1] for row in sheet.rows[:4]] == [name_of(0), name_of(1), "break", name_of(2)]
    assert all(len(row) == len(sheet.columns) for row in sheet.rows)
    marked = [row for row in sheet.rows if row[4].startswith("▼")]
    assert [row[1] for row in marked] == [name_of(11)]


def test_the_sparkline_has_a_bar_for_each_run(eventful: History) -> None:
    line = sparkline(single(eventful))
    assert len(line) == len(single(eventful).points) + 1
    assert line[2] == "│"
    assert line[2 + 9] == "·"
    assert max(line[12:]) < min(line[3:11]), "the level fell"


def test_a_terminal_without_unicode_has_no_sparkline(eventful: History) -> None:
    def printed(encoding: str) -> str:
        raw = io.BytesIO()
        out = io.TextIOWrapper(raw, encoding=encoding, errors="replace", newline="")
        Console(file=out, width=100).print(render_history_terminal(eventful))
        out.flush()
        return raw.getvalue().decode(encoding)

    assert "·" in printed("utf-8")
    bars = sparkline(single(eventful))
    assert bars in printed("utf-8")
    assert "?" * len(bars) not in printed("ascii")


# the slice of the store


def test_a_slice_has_all_but_the_heavy_parts(tmp_path: Path) -> None:
    with filled(tmp_path / "fairlap.db", [Run(), Run()]) as store:
        (first, second) = store.slices("gin")
        whole = store.load(name_of(0))
    assert (first.run, first.skips, first.ended_at) == (whole.run, whole.skips, whole.ended_at)
    assert second.run.run == name_of(1)
    for light, full in zip(first.rounds, whole.rounds, strict=True):
        kept = [
            replace(turn, samples=tuple(replace(lap, histogram=None) for lap in turn.samples), warmup=(), services=())
            for turn in full.contestants
            if turn.contestant in ("gin", REFERENCE.name)
        ]
        assert light == replace(full, contestants=tuple(kept))
