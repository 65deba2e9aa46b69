"""Runs and reports for the tests of the renderers, one of them with something of everything."""

import io
import os
import random
from dataclasses import replace

from rich.console import Console

from fairlap.render.terminal import render_terminal
from fairlap.report import RunReport, build_report
from fairlap.samples import Flag, PlanDecision, Skip
from fairlap.store import StoredRun
from sample_factory import Machine, Racer, alter, alter_laps, at_rates, outcomes, run_record, searched, simulate
from support import GOLDEN

NASTY = "1.2 [bold red]x[/] | <script> *y* `z`\n\x1b[31mred\x07"
PUBLISHED = """{"title": "Hello World as JSON", "scenarios": ["hello-json"], "published": {
    "source": "https://example.org/round-1", "setup": "ab -n 100000 -c 100, second of two runs",
    "throughput_per_s": {"gin": 6698.22, "fastapi": 1105.94, "spdy": 1750.41, "uwebsockets": 10859.95}}}"""


DECISIONS = (
    PlanDecision(
        "hello-json",
        0,
        250,
        10,
        12,
        "cycles vary by 3.1% at 250 ms, 6.2% at 100 ms: 250 ms say most per second",
        ends=False,
    ),
    PlanDecision(
        "hello-json", 3, 250, 10, 12, "cycles vary by 3.1%, rounds by 0.8%; 10 cycles a round are cheapest", ends=False
    ),
    PlanDecision("hello-json", 5, 250, 10, 12, "the budget of 180 s does not allow for another round", ends=True),
)


def full_report() -> RunReport:
    """A report with one of everything."""
    return build_report(full_stored())


def full_stored() -> StoredRun:
    """The run of that report."""
    field = [
        Racer("gin", 48_000.0, start_spread=0.001, version="v1.10.0"),
        Racer("uwebsockets", 72_000.0, cpu_us=13.0, version="20.51.0"),
        Racer("fastify", 48_050.0, start_spread=0.001, version="5.2.1"),
        Racer("koa", 30_000.0, start_spread=0.02),
        Racer("hapi", 30_300.0, start_spread=0.02),
        Racer("fastapi", 9_000.0, cpu_us=95.0, version="0.128.0", startup_ms=900.0, memory_bytes=70 * 2**20),
        Racer("php-fpm-nginx", 5_100.0, version=NASTY),
        Racer("flaky", 33_000.0),
        Racer("liar", 90_000.0),
    ]
    rounds = simulate(random.Random(7), field, cycles=20, machine=Machine(), histograms=True)
    rounds = at_rates(random.Random(8), rounds, 2400.0)
    rounds = alter(rounds, "flaky", numbers=[2], stage="lap", failure="exited with code 139")
    rounds = alter_laps(rounds, "liar", outcomes=outcomes(20_000, wrong_body=3))
    rounds = alter(rounds, "fastapi", numbers=[1, 3], steady=False, steady_after_s=None)
    rounds = alter(rounds, "php-fpm-nginx", steady=False, steady_after_s=None)
    rounds = alter(rounds, "koa", numbers=[4], flags=(Flag("processes-left", "2 processes were left behind"),))
    rounds = searched(rounds, "gin", [30_000.0, 30_300.0, 30_100.0, 29_800.0, 30_200.0])
    rounds = searched(rounds, "uwebsockets", [50_000.0, 51_000.0, None, 49_000.0, 50_200.0])
    rounds = searched(rounds, "fastapi", [None] * 5)
    skips = (
        Skip("swoole", "hello-json", "skipped", "php extension swoole is missing", "pecl install swoole"),
        Skip("tuft", "hello-json", "failed", NASTY, None),
    )
    run = run_record(suite_json=PUBLISHED, looks=(4, 5, 7), budget_s=180.0, slo="p99<10ms")
    return StoredRun(run, skips, DECISIONS, rounds, "2026-08-01T12:09:00Z", False)


def stored_of(*speeds: float, rounds: int = 5, spread: float = 0.001, **changes: object) -> StoredRun:
    """A run of contestants a, b, c, ... with these speeds, without histograms."""
    racers = [Racer(name, speed, start_spread=spread) for name, speed in zip("abcdefghijkl", speeds, strict=False)]
    records = simulate(random.Random(2), racers, rounds=rounds, cycles=20)
    return StoredRun(run_record(**changes), (), (), records, "now", False)


def two_scenarios() -> StoredRun:
    """A ladder of two steps; the second is slower, and the first contestant cannot take part in it."""
    dice = random.Random(5)
    field = [Racer("gin", 40_000.0), Racer("koa", 20_000.0)]
    first = simulate(dice, field, scenario="one", histograms=True)
    second = simulate(dice, [replace(racer, per_s=racer.per_s / 2) for racer in field[1:]], scenario="two")
    suite = '{"title": "steps", "scenarios": ["one", "two"], "ladder": {"two": "one"}}'
    skips = (Skip("gin", "two", "skipped", "no such route", None),)
    return StoredRun(run_record(suite_json=suite), skips, (), (*first, *second), "now", False)


def report_of(*speeds: float, rounds: int = 5, spread: float = 0.001, **changes: object) -> RunReport:
    """The report of such a run."""
    return build_report(stored_of(*speeds, rounds=rounds, spread=spread, **changes))


def shown(report: RunReport, width: int, *, colour: bool = False) -> str:
    """Return what a terminal of that many columns shows."""
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=colour, color_system="truecolor" if colour else None)
    console.print(render_terminal(report))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def check_golden(name: str, text: str) -> None:
    """Compare with the golden file of that name."""
    path = GOLDEN / name
    if os.environ.get("FAIRLAP_UPDATE_GOLDEN") == "1":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "renew it: FAIRLAP_UPDATE_GOLDEN=1 pytest"
