"""Reports in the shapes of the seeds' own READMEs."""

import random
import re
from dataclasses import replace
from typing import get_args

import pytest

from fairlap.catalog import Shape, load_catalog
from fairlap.render.seed_tables import render_seed
from fairlap.report import RunReport, build_report
from fairlap.report.totals import PERCENTS, lap_totals, shape_of
from fairlap.store import StoredRun
from report_factory import check_golden, full_report, full_stored, stored_of, two_scenarios
from sample_factory import Racer, alter_laps, run_record, simulate
from support import ROOT

NASTY = '=HYPERLINK("http://x")\n\x1b[31m<script>alert(1)</script>|`a`\\'
SHAPES = get_args(Shape)


@pytest.fixture(scope="module")
def stored() -> StoredRun:
    return full_stored()


@pytest.fixture(scope="module")
def report() -> RunReport:
    return full_report()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_seeds_table_is_the_golden_one(report: RunReport, stored: StoredRun, shape: Shape) -> None:
    table, _, _ = render_seed(report, lap_totals(stored), shape).partition("\n\nuwebsockets is the fastest")
    check_golden(f"seed-{shape}.md", table + "\n")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_seeds_table_says_what_it_is_and_who_is_missing(report: RunReport, stored: StoredRun, shape: Shape) -> None:
    text = render_seed(report, lap_totals(stored), shape)
    assert "Measured by laps of Fairlap, not by" in text
    assert report.run in text
    assert "uwebsockets is the fastest" in text
    for name in ("liar invalid", "flaky failed", "swoole skipped"):
        assert name in text
    body = text.split("uwebsockets is the fastest")[0]
    for row in report.contestants:
        shown = row.status == "ok" and not row.is_reference
        assert (row.name in body) == shown, row.name
    assert "\x1b" not in text


@pytest.mark.parametrize("shape", SHAPES)
def test_no_name_breaks_a_seeds_table(shape: Shape) -> None:
    field = [Racer(NASTY, 40_000.0, version=NASTY), Racer("koa", 20_000.0)]
    stored = StoredRun(run_record(), (), (), simulate(random.Random(5), field), "now", False)
    text = render_seed(build_report(stored), lap_totals(stored), shape)
    assert "HYPERLINK" in text
    assert "<script>" not in text
    assert "\x1b" not in text
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table}) <= 1


def test_every_seeds_suite_has_the_shape_of_its_readme() -> None:
    shapes = {suite.name: suite.published.shape for suite in load_catalog(ROOT).suites if suite.published}
    assert shapes == {
        "spdy": "ab-columns",
        "tuft": "ab-blocks",
        "swoole": "ab-list",
        "laravel": "plow-blocks",
        "spf": "qps-table",
    }


def test_the_shape_is_that_of_the_stored_suite() -> None:
    suite = '{"published": {"source": "s", "setup": "s", "shape": "qps-table", "throughput_per_s": {"a": 1}}}'
    assert shape_of(stored_of(2.0, 1.0, suite_json=suite)) == "qps-table"
    assert shape_of(stored_of(2.0, 1.0)) is None


def test_what_the_generator_does_not_report_is_a_dash_in_a_seeds_table() -> None:
    stored = stored_of(30_000.0, 20_000.0)
    stored = replace(stored, rounds=alter_laps(stored.rounds, "a", bytes_received=None))
    text = render_seed(build_report(stored), lap_totals(stored), "ab-columns")
    rows = {line.split("|")[1].strip(): line.split("|")[2].strip() for line in text.splitlines() if "|" in line}
    assert rows["Transfer rate"] == "-"
    assert rows["Time per request (mean)"] == "-", "without histograms"
    assert "50% -<br>" in rows["Percentage of requests served in milliseconds"]
    assert rows["Failed requests"] == "0", "observed, and none"


def test_totals_are_sums_over_finished_rounds_only(stored: StoredRun) -> None:
    totals = {found.contestant: found for found in lap_totals(stored)}
    flaky = [turn for record in stored.rounds for turn in record.contestants if turn.contestant == "flaky"]
    assert totals["flaky"].laps == sum(len(turn.samples) for turn in flaky if turn.failure is None) < 100
    gin = [lap for record in stored.rounds for turn in record.contestants if turn.contestant == "gin"
           for lap in turn.samples]  # fmt: skip
    assert totals["gin"].completed == sum(lap.completed for lap in gin)
    assert totals["gin"].elapsed_s == pytest.approx(len(gin) * 0.225)
    assert totals["gin"].bytes_per_s == pytest.approx(sum(lap.bytes_received for lap in gin) / (len(gin) * 0.25))
    assert totals["liar"].failed == 3 * 100
    row = next(row for row in build_report(stored).contestants if row.name == "gin")
    assert totals["gin"].percentiles_us[PERCENTS.index(50)] == row.latency_us.p50
    assert totals["gin"].percentiles_us[PERCENTS.index(99)] == row.latency_us.p99


def test_a_list_of_steps_has_each_scenario_once() -> None:
    stored = two_scenarios()
    text = render_seed(build_report(stored), lap_totals(stored), "ab-list")
    assert [line for line in text.splitlines() if line.startswith("- [")] == ["- [1] one", "- [2] two"]
    assert "two: gin skipped: no such route" in text
    for shape in ("ab-columns", "ab-blocks"):
        shown = render_seed(build_report(stored), lap_totals(stored), shape)
        assert "### one" in shown
        assert "### two" in shown
