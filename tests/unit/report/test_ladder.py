"""A classic run of several scenarios and numbers of connections: published tables, absent rows, one table for each."""

import io

from rich.console import Console

from classic_factory import SUITE, ended, ladder
from fairlap.render.classic import render_classic_markdown, render_classic_terminal
from fairlap.report.classic import build_classic
from fairlap.report.classic_models import ClassicReport, ClassicRow
from fairlap.store import StoredRun
from sample_factory import run_record


def row_of(report: ClassicReport, scenario: str, connections: int, name: str) -> ClassicRow:
    (row,) = (row for row in report.rows if (row.scenario, row.connections, row.name) == (scenario, connections, name))
    return row


def test_each_row_has_what_was_published_of_its_scenario_and_connections() -> None:
    report = ladder()
    assert report.common == "apache", "of those with a number now, the fastest then"
    found = row_of(report, "one", 10, "fpm")
    assert (found.then_per_s, found.ratio_then, found.ratio) == (100.0, 0.25, 0.5)
    assert row_of(report, "two", 20, "fpm").ratio_then == 2.0
    nothing = row_of(report, "one", 20, "fpm")
    assert (nothing.then_per_s, nothing.ratio_then, nothing.ratio) == (None, None, 0.5)


def test_who_could_not_run_here_keeps_the_published_number() -> None:
    report = ladder()
    absent = row_of(report, "one", 10, "swoole")
    assert (absent.status, absent.then_per_s, absent.ratio_then, absent.ratio) == ("skipped", 800.0, 2.0, None)
    assert absent.reason == "no swoole (fix: pecl install swoole)"
    assert len(report.rows) == 12, "2 scenarios x 2 connections x 3"


def test_who_was_published_and_is_not_in_the_run_has_a_row_that_says_so() -> None:
    run = run_record(suite_json=SUITE, method="classic", generator="ab")
    report = build_classic(StoredRun(run, (), (), (), "later", False, (ended("one", "apache", 10, 100.0),)), None)
    absent = {(row.connections, row.name): row.reason for row in report.rows if row.status == "skipped"}
    assert absent == dict.fromkeys([(10, "swoole"), (10, "fpm")], "was published, and is not in this run")


def test_pairs_are_of_one_scenario_and_one_number_of_connections_and_say_which() -> None:
    said = ladder().agreement
    assert said[0] == (
        "Of 2 pairs 1 are in the order that was published; "
        "not apache to fpm at two, 20 connections (then 0.50, here 2.00)."
    )
    assert "then workers were unequal, here each has as many" in said[1]


def test_a_table_for_each_scenario_a_block_for_each_pass_and_one_line_for_each_reason() -> None:
    report = ladder()
    out = io.StringIO()
    Console(file=out, width=80).print(render_classic_terminal(report))
    text = out.getvalue()
    assert text.count("then, here, and by laps · ") == 2
    assert text.count("This is\ufffd[31m ab") == 8, "no control sequence of a tool reaches the terminal"
    assert "apache, two, 20 connections: ab -n 100" in text
    assert text.count("no swoole") == 1
    assert "swoole, 4 rows, skipped: no swoole (fix: pecl install swoole)" in " ".join(text.split())
    assert max(len(line) for line in text.splitlines()) <= 80
    markdown = render_classic_markdown(report)
    assert "## Then, here, and by laps · one" in markdown
    assert "| swoole | 10 | 800 | 2.00 | - | - | - | skipped |" in markdown
