"""What people read: golden files at fixed widths, nothing lost if narrow, no external text taken for markup."""

import io
import json
import random
import re
from dataclasses import replace

import pytest
from rich.console import Console

from fairlap.render.cells import change, clean, digits, listed, percent, plus_minus, rate, span
from fairlap.render.flags import doubts
from fairlap.render.markdown import render_markdown
from fairlap.render.tables import sheets
from fairlap.render.terminal import render_terminal
from fairlap.report import Interval, Row, RowFlag, RunReport, build_report
from fairlap.store import StoredRun
from report_factory import check_golden, full_report, report_of, shown
from sample_factory import Racer, encoded, rate_lap, run_record, simulate, swept


@pytest.fixture(scope="module")
def report() -> RunReport:
    return full_report()


@pytest.mark.parametrize("width", [80, 100, 140])
def test_the_terminal_report_is_the_golden_one(report: RunReport, width: int):
    check_golden(f"report-{width}.txt", shown(report, width))


def test_the_markdown_report_is_the_golden_one(report: RunReport):
    check_golden("report.md", render_markdown(report))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("width", [80, 100, 140])
def test_nothing_important_is_lost_however_narrow(report: RunReport, width: int):
    text = shown(report, width)
    assert max(len(line) for line in text.splitlines()) <= width
    assert "…" not in text
    for number in [rate(row.throughput_per_s) for row in report.contestants if row.throughput_per_s]:
        assert number in text
    for row in report.contestants:
        assert row.status in text
        assert row.name[:9] in text
        if row.reason:
            assert squeezed(clean(row.reason)) in squeezed(text)


def test_long_names_are_folded_and_not_cut():
    name = "a-contestant-with-a-name-of-exactly-sixty-characters-0123456"
    report = build_report(
        StoredRun(
            run_record(), (), (), simulate(random.Random(1), [Racer(name, 40_000), Racer("b", 9e6)]), "now", False
        )
    )
    for line in shown(report, 80).splitlines():
        assert len(line) <= 80
    table = shown(report, 80).split("status")[1].split("Contestants that")[0]
    column = "".join(line[11:].split()[0] for line in table.splitlines() if line[11:12].strip())
    assert name in column


def test_without_colour_it_says_the_same(report: RunReport, monkeypatch: pytest.MonkeyPatch):
    coloured = re.sub(r"\x1b\[[0-9;]*m", "", shown(report, 100, colour=True))
    assert "\n".join(line.rstrip() for line in coloured.splitlines()) + "\n" == shown(report, 100)
    monkeypatch.setenv("NO_COLOR", "1")
    out = io.StringIO()
    Console(file=out, width=100, force_terminal=True).print(render_terminal(report))
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", out.getvalue())


def test_foreign_text_is_text(report: RunReport):
    terminal, markdown = shown(report, 140), render_markdown(report)
    assert "[bold red]x[/] | <script>" in terminal
    assert "\x1b" not in terminal + markdown
    assert "\x07" not in terminal + markdown
    assert r"\[bold red\]x\[/\] \| \<script\> \*y\* \`z\`" in markdown
    tables = [line for line in markdown.splitlines() if line.startswith("|")]
    widths = {len(re.findall(r"(?<!\\)\|", line)) for line in tables}
    assert widths == {13, 8, 5}


def test_flags_are_named_beside_the_row_where_there_is_room_and_explained_once(report: RunReport):
    narrow, wide = shown(report, 100), shown(report, 140)
    assert re.search(r"uwebsockets .* ok \[1\]", narrow)
    assert "[1] generator-bound: 72.1% of the reference" in narrow
    assert re.search(r"uwebsockets .* ok: generator-bound\n", wide)
    for text in (narrow, wide):
        assert squeezed("generator, not the server, may be the limit (uwebsockets); also liar (90.1%)") in squeezed(
            text
        )
        assert text.count("may be the limit") == 1 or squeezed(text).count("maybethelimit") == 1


def row_with(name: str, *flags: RowFlag) -> Row:
    return Row(
        name=name, scenario="s", is_reference=False, version=None, status="ok", reason=None, hint=None, flags=flags
    )


def test_reasons_that_differ_in_figures_only_are_said_once():
    def steal(share: str) -> RowFlag:
        return RowFlag(name="steal", reason=f"the hypervisor took {share} of 3 laps", invalidates=False)

    other = RowFlag(name="steal", reason="something else", invalidates=False)
    lie = RowFlag(name="wrong-answers", reason="3 wrong", invalidates=True)
    rows = [row_with("a", steal("1.5%"), lie), row_with("b", steal("12 %")), row_with("c", steal("1.5%"))]
    (doubt,) = doubts([*rows, row_with("d", other)])
    assert doubt.contestants == ("a", "b", "c", "d")
    assert doubt.text == "the hypervisor took 1.5% of 3 laps (a); also b (12 %), c; something else (d)"
    assert doubts([row_with("a", RowFlag(name="odd", reason="", invalidates=False))])[0].text == "a"


def test_a_reason_that_all_share_stays_short():
    def late(a: int, b: int, c: int) -> RowFlag:
        return RowFlag(name="late", reason=f"{a} of {b} in {c} s", invalidates=False)

    rows = [row_with(f"c{number}", late(1 + number, 20, 3)) for number in range(8)]
    assert doubts(rows)[0].text == "1 of 20 in 3 s (c0); also c1 (2), c2 (3), c3 (4), c4 (5) and 3 more"
    assert doubts([row_with("a", late(1, 2, 3)), row_with("b", late(4, 5, 6))])[0].text == ("1 of 2 in 3 s (a); also b")


def test_many_marks_of_a_row_are_written_as_runs(report: RunReport):
    names = ("steal", "foreign-cpu", "throttled", "restarted", "odd")
    flags = [RowFlag(name=name, reason="why", invalidates=False) for name in names]
    rows = (
        row_with("a", *flags[:4]).model_copy(update={"scenario": "hello-json"}),
        row_with("b", flags[0], flags[1], flags[2], flags[4]).model_copy(update={"scenario": "hello-json"}),
        row_with("c", flags[0], flags[1], flags[4]).model_copy(update={"scenario": "hello-json"}),
    )
    marks = {
        row[2]: str(row[-1])
        for row in sheets(report.model_copy(update={"contestants": rows}), "hello-json", wide=False)[0].rows
    }
    assert marks == {"a": "ok [1-4]", "b": "ok [1-3 5]", "c": "ok [1 2 5]"}


def test_the_main_table_has_response_times_at_half_load_where_there_is_room(report: RunReport):
    for width, has in ((80, False), (109, False), (110, True), (140, True), (200, True)):
        main = shown(report, width).split("in short")[0]
        assert ("at half" in main) is has, width
    (main, *_) = sheets(report, "hello-json", wide=False, half=True)
    headings = [" ".join(column.heading).strip() for column in main.columns]
    cells = {row[2]: dict(zip(headings, row, strict=True)) for row in main.rows}
    gin = next(row for row in report.contestants if row.name == "gin").rate("share-50")
    assert gin is not None
    assert gin.response_us.p99 is not None
    assert float(cells["gin"]["p99 ms at half"]) == pytest.approx(gin.response_us.p99.value / 1000, rel=0.01)
    assert cells["tuft"]["p50 ms at half"] == "-"
    assert "swoole" not in cells, "it was skipped"
    without = report_of(40_000, 30_000)
    assert "at half" not in shown(without, 200), "nothing was offered at half load"


@pytest.mark.parametrize(("answers", "columns"), [(150, []), (250, ["p50"]), (20_000, ["p50", "p99"])])
def test_percentiles_at_the_common_rate_that_nobody_has_are_no_columns(answers: int, columns: list[str]):
    lap = rate_lap(1500.0, encoded([float(value) for value in range(answers)]), due=answers)
    first, *others = simulate(random.Random(1), [Racer("a", 40_000), Racer("b", 30_000)])
    with_lap = replace(first, contestants=tuple(replace(turn, rate_laps=(lap,)) for turn in first.contestants))
    report = build_report(StoredRun(run_record(), (), (), (with_lap, *others), "now", False))
    (found,) = (sheet for sheet in sheets(report, "hello-json", wide=False) if sheet.title == "response time in ms")
    assert [tail for rate_at, tail in (column.heading for column in found.columns) if rate_at == "1.5k/s"] == columns
    assert ("at 1,500/s" in found.caption) == (columns != [])


def test_table_then_sentences_then_remarks(report: RunReport):
    text = shown(report, 100)
    places = [text.index(part) for part in ("uwebsockets  ", "in short\n* uwebsockets is the fastest", "remarks\nliar")]
    assert places == sorted(places)
    markdown = render_markdown(report)
    assert "\n\n> uwebsockets is the fastest" in markdown
    assert markdown.index("> uwebsockets is the fastest") < markdown.index("- liar invalid")


def test_a_report_of_several_scenarios_ends_with_the_winner_of_each():
    speeds = {"hello-json": 60_000, "hello-text": 20_000, "hello-html": 60_000}
    rounds = [
        record
        for scenario, fast in speeds.items()
        for record in simulate(random.Random(1), [Racer("a", fast), Racer("b", 40_000)], scenario=scenario)
    ]
    suite = json.dumps({"title": "All", "scenarios": [*speeds], "published": None})
    report = build_report(StoredRun(run_record(suite_json=suite), (), (), tuple(rounds), "now", False))
    end = shown(report, 100).split("in short, by scenario")[1]
    assert "* hello-json, hello-html: a is the fastest" in end, "the same sentence is said once"
    assert "* hello-text: b is the fastest" in end
    assert "by scenario" not in shown(report_of(40_000, 30_000), 100)


def test_a_response_time_whose_interval_is_wider_than_a_factor_of_4_is_not_determined(report: RunReport):
    gin = next(row for row in report.contestants if row.name == "gin")
    half = gin.rate("share-50")
    assert half is not None and half.response_us.p99 is not None
    for factor, shown_as in ((3.9, None), (4.1, "n.d.")):
        value = half.response_us.p99.value
        p99 = replace(half.response_us.p99, low=value / factor**0.5, high=value * factor**0.5)
        wide = replace(half, response_us=replace(half.response_us, p99=p99))
        row = gin.model_copy(update={"rates": tuple(wide if one is half else one for one in gin.rates)})
        changed = report.model_copy(
            update={"contestants": tuple(row if one is gin else one for one in report.contestants)}
        )
        (_, table, *_) = sheets(changed, "hello-json", wide=False)
        cell = next(cells for cells in table.rows if cells[0] == "gin")[4]
        assert (cell == "n.d.") is (shown_as == "n.d."), cell
        assert ("n.d.: not determined" in (table.caption or "")) is (shown_as == "n.d.")


def test_response_times_are_shown_at_the_rates(report: RunReport):
    (_, half, table) = sheets(report, "hello-json", wide=False)
    headings = [" ".join(column.heading).strip() for column in half.columns]
    assert headings == ["contestant", "requests per second", "p50", "alike", "p99", "alike", "p99.9"]
    headings = [" ".join(column.heading) for column in table.columns]
    assert headings[3:] == [
        *(f"2.4k/s {p}" for p in ("p50", "p99", "p99.9")),
        "p99<10ms req/s",
    ]
    cells = {row[0]: row for row in table.rows}
    assert 0.02 < float(cells["gin"][3]) < float(cells["gin"][4]) < float(cells["gin"][5])
    assert cells["gin"][-1] == "30,080"
    assert cells["uwebsockets"][-1] == "50,045 (4 of 5)"
    assert cells["fastapi"][-1] == "none"
    assert cells["koa"][-1] == "-"
    assert cells["flaky"][5] == "-", "too few samples lie above its p99.9"
    assert "swoole" not in cells
    (_, _, wide) = sheets(report, "hello-json", wide=True)
    assert re.fullmatch(r"[\d.]+ ±[\d.]+ %", wide.rows[1][3])


def test_a_run_without_rates_shows_only_what_it_has():
    rounds = simulate(random.Random(1), [Racer("a", 40_000), Racer("b", 30_000)], histograms=True)
    report = build_report(StoredRun(run_record(), (), (), rounds, "now", False))
    (_, table) = sheets(report, "hello-json", wide=False)
    assert [" ".join(column.heading).strip() for column in table.columns] == ["contestant", "full p50", "full p99"]
    assert "due" not in table.caption
    (_,) = sheets(report_of(40_000, 30_000), "hello-json", wide=False)


def test_a_sweep_gets_a_table_of_its_law():
    rounds = swept(random.Random(3), simulate(random.Random(1), [Racer("a", 40_000), Racer("b", 30_000)]))
    report = build_report(StoredRun(run_record(), (), (), rounds, "now", False))
    table = sheets(report, "hello-json", wide=False)[-1]
    assert table.title == "throughput over connections (Universal Scalability Law)"
    assert "1, 2, 4, 8, 16, 32, 64, 128, 256 connections" in table.caption
    cells = {row[0]: row for row in table.rows}
    assert set(cells) == {"reference", "a", "b"}
    assert float(cells["a"][2]) == pytest.approx(0.05, rel=0.2)
    assert float(cells["a"][4].split()[0]) == pytest.approx((0.95 / 0.0004) ** 0.5, rel=0.2)
    assert "peak" in shown(report, 80)


def test_steady_state_has_a_time_or_is_never(report: RunReport):
    steady = {row[2]: row[8] for row in sheets(report, "hello-json", wide=False)[0].rows}
    assert (steady["gin"], steady["fastapi"], steady["php-fpm-nginx"], steady["tuft"]) == (
        "0.400",
        "0.400",
        "never",
        "-",
    )


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (None, "-"),
        (Interval(value=48_213.4, low=47_800.0, high=48_630.0, n=5), "48,213 ±0.9 %"),
        (Interval(value=48_213.4, low=None, high=None, n=1), "48,213"),
        (Interval(value=48_213.4, low=1.0, high=None, n=2), "48,213 ±?"),
        (Interval(value=100.0, low=1.0, high=10_000.0, n=2), "100 ±>100 %"),
        (Interval(value=12.34, low=10.0, high=15.0, n=3), "12.3 ±20 %"),
    ],
)
def test_a_rate_shows_its_interval(found: Interval | None, text: str):
    assert rate(found) == text


def test_percentages_have_a_decimal_below_ten():
    assert [percent(share) for share in (0.0, 0.0312, 0.0994, 0.0996, 0.5)] == [
        "0.0 %",
        "3.1 %",
        "9.9 %",
        "10 %",
        "50 %",
    ]
    assert plus_minus(Interval(value=1.0, low=1.0, high=1.0, n=3)) == "±0.0 %"


def test_small_helpers_of_cells():
    assert [change(ratio) for ratio in (1.034, 0.98, 1.0)] == ["+3.4 %", "-2.0 %", "+0.0 %"]
    assert [change(ratio) for ratio in (10.5, 12.34, 342_414_698.77)] == ["+950 %", "x 12.3", "over x 1,000"]
    assert [span(seconds) for seconds in (3.21, 61.2, 180.0, 164.4)] == ["3.2 s", "61 s", "3 min", "2 min 44 s"]
    assert [listed(["a"]), listed(["a", "b"], "or"), listed(("a", "b", "c"))] == ["a", "a or b", "a, b and c"]
    assert [digits(value) for value in (None, 0.0, 0.00004, 0.0123, 1.234, 12.34, 1234.0)] == [
        "-",
        "0.000",
        "4e-05",
        "0.012",
        "1.23",
        "12.3",
        "1,234",
    ]
