"""The picture of a history: a gap at a break, marks for changes, and no external text taken for markup."""

import re
import xml.etree.ElementTree as etree
from pathlib import Path

import pytest

from fairlap.charts.figure import Figure, png, svg
from fairlap.charts.theme import DARK, LIGHT, PAGE
from fairlap.charts.trend import MOST_RUNS, history_figures
from fairlap.history import build_history
from fairlap.samples import METHOD_VERSION
from history_factory import Run, filled, name_of
from sample_factory import alter

NASTY = "<script>alert(1)</script>\x1b[31m"
FAILED = Run(change=lambda rounds: alter(rounds, "gin", failure=NASTY, stage="lap"), version=NASTY)


def figure_of(path: Path, runs: list[Run]) -> Figure:
    with filled(path / "fairlap.db", runs) as store:
        (figure,) = history_figures(build_history(store, "gin"))
    return figure


def titles(drawn: str) -> list[str]:
    """Return the text of each mark for pointers and screen readers."""
    return [element.text or "" for element in etree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}title")][1:]


def lines(drawn: str) -> list[str]:
    """The paths of lines through scores: nothing else has more than two points and no filling."""
    return [
        path
        for element in etree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}path")
        if (path := element.get("d", "")).count("L") > 1 and "Z" not in path
    ]


def test_a_break_is_a_gap_with_its_reason(tmp_path: Path) -> None:
    figure = figure_of(tmp_path, [Run(record={"method_version": 2})] * 4 + [Run()] * 5)
    drawn = svg(figure, PAGE)
    paths = lines(drawn)
    assert [path.count("L") for path in paths] == [3, 4], "one line for each segment"
    starts = [float(match) for path in paths for match in re.findall(r"M([\d.]+)", path)]
    assert starts == sorted(starts)
    assert "break: method version" in drawn
    assert f"method version: 2 and {METHOD_VERSION}" in titles(drawn)
    assert "1 break" in figure.description


def test_every_run_has_its_words(tmp_path: Path) -> None:
    figure = figure_of(tmp_path, [Run(version="1.0")] * 3 + [FAILED] + [Run(version="2.0")] * 3)
    said = titles(svg(figure, PAGE))
    for number in range(7):
        (own,) = [text for text in said if name_of(number) in text]
        assert ("no score, failed" in own) == (number == 3)
    assert any(", 2.0: score 0." in text for text in said)
    assert "A cross is a run without a score." in figure.description


def test_changes_are_marked_by_shape_and_size(tmp_path: Path) -> None:
    figure = figure_of(tmp_path, [Run()] * 10 + [Run(0.9)] * 10)
    drawn = svg(figure, PAGE)
    (text,) = [text for text in titles(drawn) if text.startswith("since run")]
    assert name_of(10) in text
    assert "lower" in text
    assert re.search(r">-(9\.\d|1[01]) %<", drawn)
    assert figure.description.startswith(f"Since run {name_of(10)} the score is ")
    assert figure.table.rows[10][4].startswith("▼")


@pytest.mark.parametrize("theme", [LIGHT, DARK, PAGE])
def test_nothing_foreign_is_markup(tmp_path: Path, theme) -> None:
    drawn = svg(figure_of(tmp_path, [Run(version=NASTY), FAILED]), theme)
    assert "<script" not in drawn
    assert "\x1b" not in drawn
    assert "&lt;script" in drawn


def test_a_single_run_and_no_score_at_all_can_be_drawn(tmp_path: Path) -> None:
    for number, runs in enumerate(([Run(rounds=1)], [FAILED], [FAILED] * 3)):
        figure = figure_of(tmp_path / str(number), runs)
        assert png(figure, LIGHT).startswith(b"\x89PNG")
        assert len(titles(svg(figure, PAGE))) >= len(runs)


def test_a_long_history_stays_small_and_says_what_is_left_out(tmp_path: Path) -> None:
    grounds = [{"method_version": 2}] * 60 + [{}] * (MOST_RUNS - 20)
    figure = figure_of(tmp_path, [Run(record=record, rounds=2) for record in grounds])
    assert len(svg(figure, PAGE)) < 25_000
    assert f"Only the newest {MOST_RUNS} are drawn" in figure.description
    assert len(figure.table.rows) == len(grounds) + 1


def test_the_size_stays_bounded_when_every_run_is_a_break(tmp_path: Path) -> None:
    figure = figure_of(tmp_path, [Run(record={"method_version": 2 + number % 2}, rounds=1) for number in range(40)])
    assert len(svg(figure, PAGE)) < 25_000
