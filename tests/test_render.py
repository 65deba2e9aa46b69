"""What people read: golden texts at fixed widths, nothing lost when it is narrow, no foreign text taken for markup."""

import io
import os
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from fairlap.render.cells import clean, percent, plus_minus, rate
from fairlap.render.markdown import render_markdown
from fairlap.render.sentences import findings
from fairlap.render.terminal import render_terminal
from fairlap.report import Interval, RunReport, build_report
from fairlap.samples import Skip
from fairlap.store import StoredRun
from sample_factory import Machine, Racer, alter, alter_laps, outcomes, run_record, simulate

GOLDEN = Path(__file__).parent / "golden"
NASTY = "1.2 [bold red]x[/] | <script> *y* `z`\n\x1b[31mred\x07"
PUBLISHED = """{"title": "Hello World as JSON", "scenarios": ["hello-json"], "published": {
    "source": "https://example.org/round-1", "setup": "ab -n 100000 -c 100, second of two runs",
    "throughput_per_s": {"gin": 6698.22, "fastapi": 1105.94, "spdy": 1750.41, "uwebsockets": 10859.95}}}"""


def full_report() -> RunReport:
    """One of everything."""
    field = [
        Racer("gin", 48_000.0, version="v1.10.0"),
        Racer("uwebsockets", 72_000.0, cpu_us=13.0, version="20.51.0"),
        Racer("fastify", 48_100.0, version="5.2.1"),
        Racer("fastapi", 9_000.0, cpu_us=95.0, version="0.128.0", startup_ms=900.0, memory_bytes=70 * 2**20),
        Racer("php-fpm-nginx", 5_100.0, version=NASTY),
        Racer("flaky", 30_000.0),
        Racer("liar", 90_000.0),
    ]
    rounds = simulate(random.Random(7), field, machine=Machine(), histograms=True)
    rounds = alter(rounds, "flaky", numbers=[2], stage="lap", failure="exited with code 139")
    rounds = alter_laps(rounds, "liar", outcomes=outcomes(20_000, wrong_body=3))
    rounds = alter(rounds, "fastapi", numbers=[1, 3], steady=False)
    skips = (
        Skip("swoole", "hello-json", "skipped", "php extension swoole is missing", "pecl install swoole"),
        Skip("tuft", "hello-json", "failed", NASTY, None),
    )
    return build_report(StoredRun(run_record(suite_json=PUBLISHED), skips, rounds, "2026-08-01T12:09:00Z", False))


@pytest.fixture(scope="module")
def report() -> RunReport:
    return full_report()


def shown(report: RunReport, width: int, *, colour: bool = False) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=colour, color_system="truecolor" if colour else None)
    console.print(render_terminal(report))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def check_golden(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("FAIRLAP_UPDATE_GOLDEN") == "1":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "renew it: FAIRLAP_UPDATE_GOLDEN=1 pytest"


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
        StoredRun(run_record(), (), simulate(random.Random(1), [Racer(name, 40_000), Racer("b", 9e6)]), "now", False)
    )
    for line in shown(report, 80).splitlines():
        assert len(line) <= 80
    column = "".join(line[5:].split()[0] if line[5:6].strip() else "" for line in shown(report, 80).splitlines())
    assert name in column.replace("1.2.3", "")


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
    assert widths == {11, 5}


def test_every_sentence_a_reader_needs_is_there(report: RunReport):
    fastest, tied, without = findings(report, "hello-json")
    assert fastest.startswith("uwebsockets is the fastest: ")
    assert re.search(r"\(95 % interval \d+ % to \d+ %, p < 0.001 after Holm, 5 rounds\)", fastest)
    assert tied.startswith("Tied: ")
    assert "fastify = gin" in tied or "gin = fastify" in tied
    assert without == "Without a rank: invalid liar; failed flaky and tuft; skipped swoole."


def report_of(*speeds: float, rounds: int = 5, spread: float = 0.004) -> RunReport:
    racers = [Racer(name, speed, start_spread=spread) for name, speed in zip("abcdef", speeds, strict=False)]
    records = simulate(random.Random(2), racers, rounds=rounds, cycles=20)
    return build_report(StoredRun(run_record(), (), records, "now", False))


def test_one_round_decides_nothing_and_says_what_to_do():
    report = report_of(60_000, 40_000, rounds=1)
    assert findings(report, "hello-json") == [
        "Nothing is decided: a single round gives no intervals. Race at least 2 rounds (--rounds).",
        "Nobody is tied.",
        "Nothing was invalid, failed or skipped.",
    ]
    assert "1?" in shown(report, 100)
    assert "±" not in shown(report, 100)


def test_a_shared_first_place_is_not_a_winner():
    fastest, tied, _ = findings(report_of(40_000, 40_010, 20_000), "hello-json")
    assert re.match(r"(a and b|b and a) share the first place: none is shown to be 2.0 % faster", fastest)
    assert re.match(r"Tied: (a = b|b = a) \(their difference may be up to [\d.]+ %\)\.", tied)


def test_a_lonely_contestant_has_nobody_to_be_compared_with():
    fastest, tied, _ = findings(report_of(40_000), "hello-json")
    assert fastest == "a is the only one with a rank: nobody to compare it with."
    assert tied == "There are no pairs to be tied."


def test_nobody_with_a_rank_is_said_so():
    facts = StoredRun(
        run_record(), (Skip("x", "hello-json", "skipped", "no go", "apt install golang"),), (), None, False
    )
    report = build_report(replace(facts, run=replace(facts.run, contestants=("x",))))
    assert findings(report, "hello-json")[0] == "Nobody could be ranked."
    text = shown(report, 80)
    assert "x skipped: no go (mend: apt install golang)" in text
    assert "interrupted" in text


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (None, "-"),
        (Interval(value=48_213.4, low=47_800.0, high=48_630.0, n=5), "48,213 ±0.9 %"),
        (Interval(value=48_213.4, low=None, high=None, n=1), "48,213"),
        (Interval(value=48_213.4, low=1.0, high=None, n=2), "48,213 ±? %"),
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
