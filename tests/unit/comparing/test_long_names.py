"""Names of up to sixty characters in what `fairlap compare` shows."""

import random

import pytest
from rich.console import Console

from fairlap.comparing import Question, SideDocument, compare_interleaved
from fairlap.render.comparison import render_comparison_markdown, render_comparison_terminal
from fairlap.report import build_report
from fairlap.store import StoredRun
from sample_factory import Racer, run_record, simulate


@pytest.mark.parametrize("name", ["node-api-postgres-at-199afdf", "of-sixty-characters-" * 3, "x" * 60])
def test_long_names_leave_room_for_what_is_compared(name: str) -> None:
    names = (name, f"{name[:-1]}2")
    rounds = simulate(random.Random(1), [Racer(one, 10_000.0) for one in names], rounds=4, cycles=20)
    record = run_record("20260801-120000-ab12", contestants=(*names, "reference"), rounds=4, looks=())
    stored = StoredRun(record, (), (), tuple(rounds), "2026-08-01T12:10:00Z", False)
    sides = [SideDocument(typed=one, kind="contestant", commit=None, changed=None, run=record.run) for one in names]
    report = compare_interleaved(Question(sides[0], sides[1], 0.02, 0.02, ()), build_report(stored), *names)
    console = Console(width=80, force_terminal=False)
    with console.capture() as captured:
        console.print(render_comparison_terminal(report))
    shown = captured.get()
    assert max(len(line) for line in shown.splitlines()) <= 80
    for words in ("requests per second", "CPU µs per request", "memory MiB", "start-up ms", "new / base"):
        assert words in shown
    assert f"| {names[0]} | {names[1]} |" in render_comparison_markdown(report).replace("\\", "")
