"""The report: who gets which row, in which order, and the JSON contract that others rely on."""

import json
import os
import random
from pathlib import Path

import jsonschema
import pytest
from pydantic import ValidationError

from fairlap.render.json_document import render_json
from fairlap.report import NOT_REACHED, Interval, Row, RunReport, build_report
from fairlap.samples import RoundRecord, Skip
from fairlap.store import Store, StoredRun
from sample_factory import Machine, Racer, alter, alter_laps, outcomes, run_record, simulate

SCHEMA = Path(__file__).parent.parent / "schemas" / "run.json"
ENDED = "2026-08-01T12:09:00Z"
PUBLISHED = {
    "source": "https://example.org/round-1",
    "setup": "ab -n 100000 -c 100",
    "throughput_per_s": {"gin": 6698.22, "fastapi": 1105.94, "spdy": 1750.41, "uwebsockets": 10859.95},
}
FIELD = [
    Racer("gin", 48_000.0),
    Racer("uwebsockets", 65_000.0),
    Racer("fastify", 48_100.0),
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
    rounds = simulate(random.Random(7), FIELD, machine=Machine(), histograms=True)
    rounds = alter(rounds, "flaky", numbers=[2], stage="lap", failure="exited with code 139")
    return alter_laps(rounds, "liar", outcomes=outcomes(20_000, wrong_body=3))


def stored(rounds: tuple[RoundRecord, ...], *, ended_at: str | None = ENDED, **changes: object) -> StoredRun:
    return StoredRun(run_record(**changes), SKIPS, rounds, ended_at, interrupted=False)


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
    assert [item.name for item in report.unusable] == ["liar", "flaky", "tuft", "swoole"]
    assert row(report, "gin").tied_with == ("fastify",)


def test_every_row_that_is_not_ok_has_a_reason(report: RunReport):
    assert row(report, "flaky").reason == "round 2 at lap: exited with code 139"
    assert "answers were wrong" in (row(report, "liar").reason or "")
    assert row(report, "swoole").hint == "pecl install swoole"
    assert all((item.reason is None) == (item.status == "ok") for item in report.contestants)


def test_what_is_missing_is_null_and_never_zero(report: RunReport):
    document = json.loads(render_json(report))
    (skipped,) = [item for item in document["contestants"] if item["name"] == "swoole"]
    for key in ("throughput_per_s", "score", "latency_us", "cpu_us_per_request", "memory_peak_bytes", "startup_ms"):
        assert skipped[key] is None, key
    assert skipped["rank"] is None
    assert skipped["flags"] == []


def test_the_contract_holds(report: RunReport):
    document = json.loads(render_json(report))
    for key in ("run", "suite", "method", "host", "seed", "contestants", "comparisons", "isolation", "versions"):
        assert key in document
    assert document["method"] == {"name": "laps", "version": 1, "confidence": 0.95, "minimum_effect": 0.02}
    assert document["host"]["kernel"] == "6.8.0-31-generic"
    (gin,) = [item for item in document["contestants"] if item["name"] == "gin"]
    assert {"value", "low", "high"} <= gin["throughput_per_s"].keys()
    assert {"p50", "p90", "p99"} <= gin["latency_us"].keys()
    assert isinstance(gin["startup_ms"], float)
    pair = document["comparisons"][0]
    assert {"a", "b", "scenario", "ratio", "low", "high", "verdict"} <= pair.keys()
    verdicts = {tuple(sorted((item["a"], item["b"]))): item["verdict"] for item in document["comparisons"]}
    assert verdicts["fastify", "gin"] == "tie"
    assert len(verdicts) == 6  # the pairs of the four that are ok


def test_the_document_fits_the_published_schema(report: RunReport):
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema).check_schema(schema)
    jsonschema.validate(json.loads(render_json(report)), schema)


def test_the_published_schema_is_not_stale():
    schema = json.dumps(RunReport.model_json_schema(), indent=2) + "\n"
    if os.environ.get("FAIRLAP_UPDATE_SCHEMAS") == "1":
        SCHEMA.write_text(schema, encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == schema, "renew it: FAIRLAP_UPDATE_SCHEMAS=1 pytest"


def test_the_report_survives_its_own_json(report: RunReport):
    assert RunReport.model_validate_json(render_json(report)) == report


def test_a_report_of_a_stored_run_is_the_same(tmp_path: Path, report: RunReport):
    facts = stored(field_of_all_kinds(), suite_json=suite_json(published=PUBLISHED))
    with Store.open(tmp_path / "fairlap.db") as store:
        store.begin_run(facts.run)
        for skip in facts.skips:
            store.add_skip(facts.run.run, skip)
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


def test_when_nobody_of_then_is_ranked_there_are_no_ratios():
    nobody = {**PUBLISHED, "throughput_per_s": {"spdy": 1750.41}}
    report = build_report(stored(field_of_all_kinds(), suite_json=suite_json(published=nobody)))
    assert report.published is not None
    assert report.published.common is None
    assert report.published.contestants[0].ratio_then is None


def test_scenarios_are_ranked_apart_and_in_the_order_of_the_suite():
    dice = random.Random(3)
    slow_first = simulate(dice, [Racer("a", 30_000), Racer("b", 40_000)], scenario="second")
    fast_first = simulate(dice, [Racer("a", 40_000), Racer("b", 30_000)], scenario="first")
    facts = StoredRun(
        run_record(suite_json=suite_json(("first", "second"))), (), (*slow_first, *fast_first), ENDED, False
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


def test_numbers_are_finite():
    with pytest.raises(ValidationError):
        Interval(value=float("nan"), low=None, high=None, n=1)
