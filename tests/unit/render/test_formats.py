"""Reports for other programs (CSV, Bencher, Prometheus, JSON) and in the shapes of the seeds' own READMEs."""

import csv
import io
import json
import re
from dataclasses import replace

import jsonschema
import pytest
from prometheus_client.parser import text_string_to_metric_families

from fairlap.errors import UsageError
from fairlap.render.bencher import MAX_NAME, render_bencher
from fairlap.render.csv import FORMULA_STARTS, render_classic_csv, render_csv, render_samples_csv
from fairlap.render.json_document import render_json
from fairlap.render.prometheus import render_prometheus
from fairlap.report import RunReport, build_report
from fairlap.report.classic import build_classic
from fairlap.report.scenario import report_of_scenario, stored_of_scenario
from fairlap.samples import ClassicPass, Skip
from fairlap.store import StoredRun
from report_factory import full_report, report_of, stored_of, two_scenarios
from sample_factory import run_record
from support import ROOT

NASTY = '=HYPERLINK("http://x")\n\x1b[31m<script>alert(1)</script>|`a`\\'

BMF = {
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "propertyNames": {"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 64},
        "minProperties": 1,
        "additionalProperties": {
            "type": "object",
            "properties": {name: {"type": "number"} for name in ("value", "lower_value", "upper_value")},
            "required": ["value"],
            "additionalProperties": False,
        },
    },
    "propertyNames": {"minLength": 1, "maxLength": 1024},
}
"""As https://bencher.dev/docs/reference/bencher-metric-format has it; stricter where it is silent."""


@pytest.fixture(scope="module")
def report() -> RunReport:
    return full_report()


def renamed(report: RunReport, old: str, **changes: object) -> RunReport:
    """The report with one row changed."""
    rows = [row.model_copy(update=changes) if row.name == old else row for row in report.contestants]
    return report.model_copy(update={"contestants": tuple(rows)})


def lines_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


# --- JSON


def test_the_json_is_what_its_schema_says(report: RunReport) -> None:
    schema = json.loads((ROOT / "schemas/run.json").read_text())
    jsonschema.validate(json.loads(render_json(report)), schema)
    jsonschema.validate(json.loads(render_json(report_of_scenario(build_report(two_scenarios()), "two"))), schema)


# --- CSV


def test_the_csv_has_a_line_for_each_contestant_with_the_numbers_of_the_json(report: RunReport) -> None:
    rows = lines_of(render_csv(report))
    assert [row["name"] for row in rows] == [row.name for row in report.contestants]
    for line, row in zip(rows, json.loads(render_json(report))["contestants"], strict=True):
        assert line["status"] == row["status"]
        assert line["is_reference"] == str(row["is_reference"]).lower()
        for key in ("throughput_per_s", "score", "cpu_us_per_request"):
            found = row[key] or {"value": None, "low": None, "high": None}
            for column, bound in ((key, "value"), (f"{key}_low", "low"), (f"{key}_high", "high")):
                assert line[column] == ("" if found[bound] is None else repr(found[bound]))
    gin = next(row for row in report.contestants if row.name == "gin")
    line = next(row for row in rows if row["name"] == "gin")
    assert gin.rate("share-50") is not None
    assert float(line["rates_share_50_response_us_p99"]) == gin.rate("share-50").response_us.p99.value
    assert float(line["memory_peak_bytes"]) == gin.memory_peak_bytes_estimate.value
    assert (line["capacity_slo"], line["capacity_rounds_found"]) == ("p99<10ms", "5")
    assert float(line["published_throughput_per_s"]) == 6698.22


def test_what_was_not_observed_is_an_empty_cell_and_never_zero(report: RunReport) -> None:
    line = next(row for row in lines_of(render_csv(report)) if row["name"] == "swoole")
    assert line["status"] == "skipped"
    assert line["hint"] == "pecl install swoole"
    told = {"run", "suite", "scenario", "name", "is_reference", "status", "reason", "hint"}
    counted = {"rounds", "rounds_failed", "rounds_unsteady"}
    assert {name for name, cell in line.items() if cell} == told | counted


def test_columns_are_the_same_for_every_run(report: RunReport) -> None:
    def header(text: str) -> str:
        return text.splitlines()[0]

    assert header(render_csv(report)) == header(render_csv(report_of(2.0, 1.0)))
    assert header(render_csv(report)) == header(render_csv(report.model_copy(update={"contestants": ()})))
    names = header(render_csv(report)).split(",")
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("start", FORMULA_STARTS)
def test_a_spreadsheet_takes_no_text_for_a_formula(report: RunReport, start: str) -> None:
    text = render_csv(renamed(report, "gin", name=f"{start}1+1", version=f"\t{start}cmd|'/c calc'!A1", reason=NASTY))
    line = next(row for row in lines_of(text) if row["name"].endswith("1+1"))
    assert line["name"] == f"'{start}1+1"
    assert line["version"] == f"'{start}cmd|'/c calc'!A1"
    assert line["reason"].startswith("'=HYPERLINK")
    for cell in line.values():
        assert not cell.startswith(FORMULA_STARTS)
        assert cell.isprintable()
    assert len(text.splitlines()) == 1 + len(report.contestants)


def test_a_negative_number_stays_a_number() -> None:
    report = build_report(two_scenarios())
    (ladder,) = (found for found in report.ladders if found.contestant == "koa")
    added = ladder.steps[1].added_us
    assert added is not None
    turned = ladder.steps[1].model_copy(update={"added_us": replace(added, value=-3.5)})
    changed = ladder.model_copy(update={"steps": (ladder.steps[0], turned)})
    line = lines_of(render_csv(report.model_copy(update={"ladders": (changed,)})))[-2:]
    assert "-3.5" in [found["ladder_added_us"] for found in line]


def test_samples_are_the_laps_as_they_were_stored() -> None:
    stored = stored_of(300.0, 200.0, rounds=2)
    rows = lines_of(render_samples_csv(stored))
    assert len(rows) == sum(len(turn.samples) for record in stored.rounds for turn in record.contestants)
    first = stored.rounds[1].contestants[2]
    line = next(row for row in rows if (row["contestant"], row["round"], row["cycle"]) == (first.contestant, "2", "1"))
    sample = first.samples[0]
    assert float(line["throughput_per_s"]) == sample.throughput_per_s
    assert (line["position"], line["ok"], line["timeout"]) == (str(sample.position), str(sample.outcomes.ok), "0")
    assert line["foreign_share"] == ""
    assert "histogram" not in line


def test_a_classic_run_has_a_line_for_each_pass_that_counts() -> None:
    ran = ClassicPass(
        "hello-json", "gin", "=1", 100, "result", "now", "ab -n 9", "block", 9, 1.0, 9.5, None, 0, ("odd",)
    )
    skip = Skip("koa", "hello-json", "skipped", "no node", "apt-get install nodejs")
    run = run_record(method="classic", generator="ab", suite_json=CLASSIC_SUITE)
    built = build_classic(StoredRun(run, (skip,), (), (), "later", False, (ran,)), None)
    gin, koa = lines_of(render_classic_csv(built))
    assert (gin["name"], gin["answers_per_s"], gin["connections"], gin["version"]) == ("gin", "9.5", "100", "'=1")
    assert (koa["status"], koa["answers_per_s"], koa["reason"][:7]) == ("skipped", "", "no node")


CLASSIC_SUITE = """{"title": "t", "scenarios": ["hello-json"],
    "classic": {"generator": "ab", "connections": [100], "keepalive": true, "requests": 9, "duration_s": null}}"""


# --- Bencher


def test_bencher_gets_what_its_documentation_asks_for(report: RunReport) -> None:
    document = json.loads(render_bencher(report))
    jsonschema.validate(document, BMF)
    gin = next(row for row in report.contestants if row.name == "gin")
    measures = document["quick/hello-json/gin"]
    assert set(measures) == {
        *("throughput", "score", "cpu-per-request", "memory", "start-up"),
        *("latency-p50-full-load", "latency-p99-full-load", "latency-p50-half-load", "latency-p99-half-load"),
    }
    assert measures["throughput"] == {
        "value": gin.throughput_per_s.value,
        "lower_value": gin.throughput_per_s.low,
        "upper_value": gin.throughput_per_s.high,
    }
    half = gin.rate("share-50").response_us
    assert measures["latency-p99-half-load"]["value"] == pytest.approx(half.p99.value * 1000)
    assert measures["start-up"]["value"] == pytest.approx(gin.startup_ms_estimate.value / 1000)
    for measure in measures.values():
        assert measure["lower_value"] <= measure["value"] <= measure["upper_value"]


def test_bencher_gets_valid_rows_only_and_no_zero_for_what_is_missing(report: RunReport) -> None:
    names = {name.split("/")[-1] for name in json.loads(render_bencher(report))}
    assert names == {row.name for row in report.contestants if row.status == "ok"}
    assert {"liar", "flaky", "swoole", "tuft"}.isdisjoint(names)
    (single, *_) = (found for found in json.loads(render_bencher(report_of(2.0, 1.0, rounds=1))).values())
    assert set(single["throughput"]) == {"value"}, "one round has no interval"
    assert not any(name.startswith("latency") for name in single), "without histograms there is no latency"
    assert json.loads(render_bencher(report.model_copy(update={"contestants": ()}))) == {}


def test_the_name_of_a_benchmark_is_one_line_and_not_too_long(report: RunReport) -> None:
    document = json.loads(render_bencher(renamed(report, "gin", name=NASTY + "x" * 2000)))
    jsonschema.validate(document, BMF)
    (name,) = (found for found in document if "HYPERLINK" in found)
    assert len(name) == MAX_NAME
    assert name.isprintable()


# --- Prometheus


def families(text: str) -> dict[str, list]:
    found = list(text_string_to_metric_families(text))
    assert len({family.name for family in found}) == len(found), "a metric is in one place"
    return {family.name: family.samples for family in found}


def test_prometheus_reads_back_what_the_report_says(report: RunReport) -> None:
    text = render_prometheus(report)
    assert text.endswith("\n")
    found = families(text)
    gin = next(row for row in report.contestants if row.name == "gin")
    labels = {"suite": "quick", "scenario": "hello-json", "contestant": "gin", "run": report.run}

    def value(name: str, **more: str) -> float:
        (sample,) = (item for item in found[f"fairlap_{name}"] if item.labels == labels | more)
        assert sample.timestamp is None
        return sample.value

    assert value("throughput_requests_per_second") == gin.throughput_per_s.value
    assert value("throughput_low_requests_per_second") == gin.throughput_per_s.low
    assert value("score_high_ratio") == gin.score.high
    assert value("memory_peak_bytes") == gin.memory_peak_bytes_estimate.value
    assert value("startup_seconds") == pytest.approx(gin.startup_ms_estimate.value / 1e3)
    assert value("latency_seconds", quantile="0.99") == pytest.approx(gin.latency_us_estimate.p99.value / 1e6)
    half = gin.rate("share-50").response_us
    assert value("response_time_seconds", quantile="0.5", load="50%") == pytest.approx(half.p50.value / 1e6)
    assert value("cpu_per_request_seconds") == pytest.approx(gin.cpu_us_per_request.value / 1e6)
    assert (value("rank"), value("result_valid")) == (gin.rank, 1)
    (started,) = found["fairlap_run_started_timestamp_seconds"]
    assert started.value == 1785585600


def test_every_metric_has_help_and_type_and_every_series_is_there_once(report: RunReport) -> None:
    text = render_prometheus(report)
    names = re.findall(r"^# TYPE (\S+) gauge$", text, re.MULTILINE)
    assert names == re.findall(r"^# HELP (\S+) \S", text, re.MULTILINE)
    assert {line.split("{")[0] for line in text.splitlines() if not line.startswith("#")} == set(names)
    series = [line.rsplit(" ", 1)[0] for line in text.splitlines() if not line.startswith("#")]
    assert len(set(series)) == len(series)


def test_who_has_no_valid_result_has_no_numbers_in_prometheus(report: RunReport) -> None:
    found = families(render_prometheus(report))
    for name in ("liar", "flaky", "swoole", "tuft"):
        known = [(metric, item.value) for metric, items in found.items() for item in items
                 if item.labels.get("contestant") == name]  # fmt: skip
        assert known == [("fairlap_result_valid", 0.0)]


def test_no_name_breaks_out_of_its_label(report: RunReport) -> None:
    hostile = 'a"} 1\nfairlap_rank{x="\\'
    found = families(render_prometheus(renamed(report, "gin", name=hostile)))
    names = {item.labels["contestant"] for item in found["fairlap_rank"]}
    assert 'a"} 1 fairlap_rank{x="\\' in names
    assert len(found["fairlap_rank"]) == sum(row.rank is not None for row in report.contestants)


# --- one scenario of several


def test_one_scenario_keeps_its_numbers() -> None:
    whole = build_report(two_scenarios())
    part = report_of_scenario(whole, "two")
    assert part.scenarios == ("two",)
    assert part.contestants == whole.rows_of("two")
    assert part.ladders == whole.ladders, "its step and the one below"
    assert {step.scenario for ladder in report_of_scenario(whole, "one").ladders for step in ladder.steps} == {"one"}
    line = next(row for row in lines_of(render_csv(part)) if row["name"] == "koa")
    assert line in lines_of(render_csv(whole))
    assert float(line["ladder_added_us"]) > 0
    assert {row["scenario"] for row in lines_of(render_samples_csv(stored_of_scenario(two_scenarios(), "two")))} == {
        "two"
    }


def test_a_scenario_that_is_not_in_the_run_is_explained() -> None:
    with pytest.raises(UsageError, match=r"no scenario 'three' \(use one of: one, two\)"):
        report_of_scenario(build_report(two_scenarios()), "three")
