"""The report: its rows, their order, and the JSON contract."""

import json
import random
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from pydantic import ValidationError

from fairlap.render.json_document import render_json
from fairlap.render.markdown import render_markdown
from fairlap.report import NOT_REACHED, Interval, Row, RunReport, build_report
from fairlap.samples import METHOD_VERSION, PlanDecision, RoundRecord, Skip
from fairlap.store import Store, StoredRun
from report_factory import shown
from sample_factory import (
    Machine,
    Racer,
    alter,
    alter_laps,
    at_rates,
    outcomes,
    run_record,
    searched,
    simulate,
    swept,
)
from support import ROOT

SCHEMA = ROOT / "schemas" / "run.json"
ENDED = "2026-08-01T12:09:00Z"
PUBLISHED = {
    "source": "https://example.org/round-1",
    "setup": "ab -n 100000 -c 100",
    "throughput_per_s": {"gin": 6698.22, "fastapi": 1105.94, "spdy": 1750.41, "uwebsockets": 10859.95},
}
FIELD = [
    Racer("gin", 48_000.0, start_spread=0.001),
    Racer("uwebsockets", 65_000.0),
    Racer("fastify", 48_050.0, start_spread=0.001),
    Racer("fastapi", 9_000.0, cpu_us=95.0),
    Racer("flaky", 30_000.0),
    Racer("liar", 90_000.0),
]
SKIPS = (
    Skip("swoole", "hello-json", "skipped", "php extension swoole is missing", "pecl install swoole"),
    Skip("tuft", "hello-json", "failed", "build failed: npm ci ended with exit 1", None),
)


def suite_json(scenarios: tuple[str, ...] = ("hello-json",), published: object = None) -> str:
    return json.dumps({"name": "quick", "title": "Hello World", "scenarios": scenarios, "published": published})


def field_of_all_kinds() -> tuple[RoundRecord, ...]:
    rounds = simulate(random.Random(7), FIELD, cycles=20, machine=Machine(), histograms=True)
    rounds = alter(rounds, "flaky", numbers=[2], stage="lap", failure="exited with code 139")
    return alter_laps(rounds, "liar", outcomes=outcomes(20_000, wrong_body=3))


def stored(
    rounds: tuple[RoundRecord, ...],
    *,
    ended_at: str | None = ENDED,
    decisions: tuple[PlanDecision, ...] = (),
    **changes: object,
) -> StoredRun:
    return StoredRun(run_record(**changes), SKIPS, decisions, rounds, ended_at, interrupted=False)


def row(report: RunReport, name: str, scenario: str = "hello-json") -> Row:
    return next(item for item in report.contestants if (item.name, item.scenario) == (name, scenario))


@pytest.fixture(scope="module")
def report() -> RunReport:
    return build_report(stored(field_of_all_kinds(), suite_json=suite_json(published=PUBLISHED)))


def test_the_yardstick_comes_first_then_ranks_then_what_has_none(report: RunReport):
    assert [(item.name, item.status, item.rank) for item in report.contestants] == [
        ("reference", "ok", None),
        ("uwebsockets", "ok", 1),
        ("fastify", "ok", 2),
        ("gin", "ok", 2),
        ("fastapi", "ok", 4),
        ("liar", "invalid", None),
        ("flaky", "failed", None),
        ("tuft", "failed", None),
        ("swoole", "skipped", None),
    ]
    assert [item.name for item in report.contestants if item.status != "ok"] == ["liar", "flaky", "tuft", "swoole"]
    assert row(report, "gin").tied_with == ("fastify",)
    letters = {item.name: item.letters for item in report.contestants}
    assert letters["gin"] == letters["fastify"] == "b"
    assert (letters["uwebsockets"], letters["fastapi"], letters["liar"], letters["swoole"]) == ("a", "c", None, None)


def test_every_row_that_is_not_ok_has_a_reason(report: RunReport):
    assert row(report, "flaky").reason == "round 2 at lap: exited with code 139"
    assert "answers were wrong" in (row(report, "liar").reason or "")
    assert row(report, "swoole").hint == "pecl install swoole"
    assert all((item.reason is None) == (item.status == "ok") for item in report.contestants)


def test_what_is_missing_is_null_and_never_zero(report: RunReport):
    document = json.loads(render_json(report))
    (skipped,) = [item for item in document["contestants"] if item["name"] == "swoole"]
    missing = {key for key, value in skipped.items() if value is None}
    assert missing >= {
        "throughput_per_s",
        "score",
        "latency_us",
        "latency_us_estimate",
        "cpu_us_per_request",
        "letters",
    }
    assert missing >= {"memory_peak_bytes", "startup_ms", "warmup_s", "steady_after_s", "capacity", "scaling"}
    assert skipped["rates"] == []
    assert skipped["letters"] is None
    assert skipped["flags"] == []


def test_the_contract_holds(report: RunReport):
    document = json.loads(render_json(report))
    for key in ("run", "suite", "method", "host", "seed", "contestants", "comparisons", "isolation", "versions"):
        assert key in document
    assert document["report_format"] == 2
    method = document["method"]
    assert (method["name"], method["version"], method["confidence"]) == ("laps", METHOD_VERSION, 0.95)
    assert (method["minimum_effect"], method["looks"], method["budget_s"], method["slo"]) == (0.02, [5], None, None)
    assert document["host"]["kernel"] == "6.8.0-31-generic"
    (gin,) = [item for item in document["contestants"] if item["name"] == "gin"]
    assert {"value", "low", "high"} <= gin["throughput_per_s"].keys()
    assert {"p50", "p90", "p99"} <= gin["latency_us"].keys()
    assert isinstance(gin["startup_ms"], float)
    for key in ("startup_ms", "warmup_s", "memory_peak_bytes"):
        found = gin[f"{key}_estimate"]
        assert found["low"] <= found["value"] <= found["high"], key
        assert gin[key] == pytest.approx(found["value"], abs=0.5), key
    p99 = gin["latency_us_estimate"]["p99"]
    assert p99["low"] <= p99["value"] <= p99["high"]
    assert p99["value"] == gin["latency_us"]["p99"]
    assert gin["steady_after_s"] == 0.4
    pair = document["comparisons"][0]
    assert {"a", "b", "scenario", "ratio", "low", "high", "p_adjusted", "verdict"} <= pair.keys()
    assert (pair["rounds"], pair["direct_rounds"]) == (5, 5)
    verdicts = {tuple(sorted((item["a"], item["b"]))): item["verdict"] for item in document["comparisons"]}
    assert verdicts["fastify", "gin"] == "tie"
    assert len(verdicts) == 6  # the pairs of the four that are ok


def test_the_document_fits_the_published_schema(report: RunReport):
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema).check_schema(schema)
    jsonschema.validate(json.loads(render_json(report)), schema)


def of_json(text: str) -> RunReport:
    """The report of a document; the command is no part of that."""
    assert "command" not in json.loads(text)
    return RunReport.model_validate(json.loads(text) | {"command": "fairlap run quick --seed 42"})


def test_the_report_survives_its_own_json(report: RunReport):
    assert of_json(render_json(report)) == report


def test_a_report_of_a_stored_run_is_the_same(tmp_path: Path, report: RunReport):
    facts = stored(field_of_all_kinds(), suite_json=suite_json(published=PUBLISHED))
    with Store.open(tmp_path / "fairlap.db") as store:
        store.begin_run(facts.run)
        for skip in facts.skips:
            store.add(facts.run.run, skip)
        for record in facts.rounds:
            store.add_round(facts.run.run, record)
        store.finish_run(facts.run.run, ENDED, interrupted=False)
        assert build_report(store.load()) == report


def test_published_numbers_become_ratios_to_the_fastest_of_then_that_is_ranked_now(report: RunReport):
    table = report.published
    assert table is not None
    assert table.common == "uwebsockets"
    entries = {entry.name: entry for entry in table.contestants}
    assert list(entries) == ["uwebsockets", "gin", "spdy", "fastapi"]
    assert entries["gin"].ratio_then == pytest.approx(6698.22 / 10859.95)
    now = entries["gin"].ratio_now
    assert now is not None
    assert now.low is not None
    assert now.high is not None
    assert now.low < now.value < now.high
    assert now.value == pytest.approx(48 / 65, rel=0.02)
    assert entries["spdy"].ratio_now is None


def test_without_ranked_contestants_of_the_published_table_there_are_no_ratios():
    nobody = {**PUBLISHED, "throughput_per_s": {"spdy": 1750.41}}
    report = build_report(stored(field_of_all_kinds(), suite_json=suite_json(published=nobody)))
    assert report.published is not None
    assert report.published.common is None
    assert report.published.contestants[0].ratio_then is None
    for text in (shown(report, 80), render_markdown(report)):
        assert "No ratios: no published contestant was ranked." in " ".join(text.split())
        assert "then and now" not in text.lower(), "a table without a number of today"


def test_scenarios_are_ranked_apart_and_in_the_order_of_the_suite():
    dice = random.Random(3)
    slow_first = simulate(dice, [Racer("a", 30_000), Racer("b", 40_000)], scenario="second")
    fast_first = simulate(dice, [Racer("a", 40_000), Racer("b", 30_000)], scenario="first")
    facts = StoredRun(
        run_record(suite_json=suite_json(("first", "second"))), (), (), (*slow_first, *fast_first), ENDED, False
    )
    report = build_report(facts)
    assert report.scenarios == ("first", "second")
    assert (row(report, "a", "first").rank, row(report, "a", "second").rank) == (1, 2)
    assert [pair.verdict for pair in report.comparisons] == ["faster", "slower"]


def test_who_was_not_reached_by_an_interrupted_run_says_so():
    rounds = simulate(random.Random(1), [Racer("gin", 40_000)], rounds=1)
    facts = stored(rounds, ended_at=None, contestants=("echo", "gin", "reference"))
    report = build_report(facts)
    assert report.interrupted
    assert (row(report, "echo").status, row(report, "echo").reason) == ("skipped", NOT_REACHED)
    assert not build_report(stored(rounds, contestants=("echo", "gin", "reference"))).interrupted


def test_a_run_without_any_round_is_a_report_of_skips():
    report = build_report(stored((), contestants=("gin", "reference")))
    assert {item.name for item in report.contestants} == {"tuft", "swoole"}
    assert report.comparisons == ()


def test_one_round_gives_null_for_the_interval():
    report = build_report(stored(simulate(random.Random(1), FIELD[:2], rounds=1)))
    (pair,) = report.comparisons
    assert (pair.verdict, pair.low, pair.high, pair.p_adjusted) == ("undecided", None, None, None)
    document = json.loads(render_json(report))
    jsonschema.validate(document, json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_latency_at_rates_capacity_and_scaling_are_in_the_row():
    rounds = simulate(random.Random(1), FIELD[:2])
    rounds = searched(
        at_rates(random.Random(2), rounds, 9_000.0), "gin", [20_000.0, 20_400.0, None, 20_200.0, 19_900.0]
    )
    report = build_report(stored(swept(random.Random(3), rounds), slo="p99<10ms"))
    gin = row(report, "gin")
    assert [rate.purpose for rate in gin.rates] == ["share-20", "share-50", "share-80", "absolute"]
    half = gin.rate("share-50")
    assert half is not None
    assert half.share == pytest.approx(0.5, rel=0.1)
    assert (half.achieved_share, half.unsent, half.due, half.rounds) == (1.0, 0, 100_000, 5)
    p99 = half.response_us.p99
    assert p99 is not None
    assert p99.low is not None
    assert p99.low < p99.value
    absolute = gin.rate("absolute")
    assert absolute is not None
    assert absolute.rate_per_s == 9_000.0
    assert gin.capacity is not None
    assert gin.capacity.per_s is not None
    assert (gin.capacity.slo, gin.capacity.rounds_found, gin.capacity.rounds_searched) == ("p99<10ms", 4, 5)
    assert 19_900 < gin.capacity.per_s.value < 20_400
    assert gin.scaling is not None
    assert len(gin.scaling.points) == 9
    assert row(report, "uwebsockets").capacity is None
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(render_json(report)), schema)
    assert of_json(render_json(report)) == report


def test_the_plan_says_why_and_what_was_run():
    rounds = tuple(
        replace(record, lap_ms=50 if record.round > 1 else 100, duration_s=12.5)
        for record in simulate(random.Random(1), FIELD[:2], rounds=4)
    )
    decisions = (
        PlanDecision("hello-json", 0, 50, 10, 12, "50 ms say most per second", ends=False),
        PlanDecision("hello-json", 4, 50, 10, 12, "every comparison is decided", ends=True),
    )
    report = build_report(stored(rounds, decisions=decisions, precision=0.05, looks=(4, 5, 7), budget_s=180.0))
    assert report.method.minimum_effect == 0.05
    assert (report.method.looks, report.method.budget_s) == ((4, 5, 7), 180.0)
    assert [decision.reason for decision in report.method.decisions] == [decision.reason for decision in decisions]
    (course,) = report.method.courses
    assert (course.rounds, course.lap_ms, course.cycles, course.measured_s) == (4, (50, 100), (10, 10), 50.0)
    warmups = [turn.warmup_s for record in rounds for turn in record.contestants if record.scenario == course.scenario]
    assert course.warm_up_s == pytest.approx(sum(warmups))
    assert course.stopped == "every comparison is decided"


def test_heats_of_one_round_are_one_round():
    dice = random.Random(1)
    rounds = (*simulate(dice, FIELD[:2], heat=1), *simulate(dice, FIELD[3:5], heat=2))
    (course,) = build_report(stored(rounds)).method.courses
    assert (course.rounds, course.lap_ms, course.cycles, course.measured_s) == (5, (250, 250), (10, 10), None)
    assert course.stopped is None


def test_an_interrupted_run_says_so_where_nothing_else_ended_it():
    rounds = simulate(random.Random(1), FIELD[:2])
    facts = replace(stored(rounds), interrupted=True)
    assert build_report(facts).method.courses[0].stopped == "it was interrupted"


def test_a_run_that_goes_on_is_judged_at_its_last_planned_look():
    rounds = simulate(random.Random(1), FIELD[:2], rounds=3)
    going_on = build_report(stored(rounds, ended_at=None, looks=(4, 5, 7), budget_s=60.0))
    assert [pair.verdict for pair in going_on.comparisons] == ["undecided"]
    assert (row(going_on, "gin").not_decided_with, row(going_on, "gin").letters) == (("uwebsockets",), "a")
    assert build_report(stored(rounds, looks=(4, 5, 7))).comparisons[0].verdict == "slower"


def test_the_precision_of_the_run_decides_what_a_tie_is():
    rounds = simulate(random.Random(1), [Racer("a", 40_000), Racer("b", 42_000)])
    assert build_report(stored(rounds)).comparisons[0].verdict == "slower"
    assert build_report(stored(rounds, precision=0.1)).comparisons[0].verdict == "tie"


def test_a_run_of_the_first_method_is_still_shown():
    rounds = alter(simulate(random.Random(1), FIELD[:2]), "gin", steady_after_s=None)
    report = build_report(stored(rounds, method_version=1))
    assert (report.method.version, report.method.looks, report.method.minimum_effect) == (1, (5,), 0.02)
    assert report.comparisons[0].verdict == "slower"
    assert row(report, "gin").steady_after_s is None


def test_rounds_without_a_steady_state_are_counted():
    rounds = alter(simulate(random.Random(1), FIELD[:2]), "gin", numbers=[1, 2], steady=False, steady_after_s=None)
    found = row(build_report(stored(rounds)), "gin")
    assert (found.rounds_unsteady, found.steady_after_s) == (2, 0.4)


def test_numbers_are_finite():
    with pytest.raises(ValidationError):
        Interval(value=float("nan"), low=None, high=None, n=1)
