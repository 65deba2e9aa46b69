"""`fairlap run` and `fairlap report` with real servers: what is in the table, the store and the files."""

import json
import sqlite3
from pathlib import Path

import jsonschema
import pytest

from extras import need, need_tool
from race_helpers import SOON, refused
from rehearsed import RehearsedFairlap
from support import ROOT, Fairlap

HONEST = ("--contestants", "good,good-twin", *SOON)


@pytest.fixture(scope="module")
def honest(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory):
    """One run of two honest contestants that several tests look at; it also writes `run.md`."""
    fairlap = Fairlap(misbehaving_catalog, tmp_path_factory.mktemp("honest"))
    outputs = ("--json", "-", "--markdown", str(fairlap.results / "run.md"))
    done = fairlap("run", "misbehaving", *HONEST, "--rounds", "2", "--cycles", "20", "--seed", "7", *outputs)
    assert done.code in (0, 1), done.err
    return fairlap, done


def test_a_run_of_honest_contestants_has_a_full_row_for_each(honest) -> None:
    _, done = honest
    assert done.document["contestants"][0]["name"] == "reference"
    for name in ("reference", "good", "good-twin"):
        row = done.raced(name)
        throughput = row["throughput_per_s"]  # two rounds can be exactly alike
        assert throughput["low"] <= throughput["value"] <= throughput["high"]
        # A high percentile is withheld (null) where too few answers lie above it: laps are short here.
        shown = [row["latency_us"][key] for key in ("min", "p50", "p90", "p99", "max")]
        shown = [value for value in shown if value is not None]
        assert len(shown) >= 4
        assert shown == sorted(shown)
        assert shown[0] > 0
        assert row["cpu_us_per_request"]["value"] > 0
        assert row["memory_peak_bytes"] > 1_000_000 or name == "reference"
        assert row["startup_ms"] > 0
    assert done.row("reference")["score"]["value"] == 1
    assert 0 < done.row("good")["score"]["value"] < 1


def test_the_report_says_where_and_how_it_was_measured(honest) -> None:
    _, done = honest
    document = done.document
    assert document["suite"] == "misbehaving" or document["suite"]["name"] == "misbehaving"
    assert document["seed"] == 7
    assert document["host"]["kernel"]
    assert document["isolation"]
    verdicts = {comparison["verdict"] for comparison in document["comparisons"]}
    assert verdicts <= {"faster", "slower", "tie", "undecided"}


def test_the_report_keeps_its_published_schema(honest) -> None:
    _, done = honest
    jsonschema.validate(done.document, json.loads((ROOT / "schemas/run.json").read_text()))


def test_a_stored_run_is_shown_again_word_for_word(honest) -> None:
    fairlap, done = honest
    run = done.document["run"]
    assert fairlap("report", "--json", "-").document == done.document
    assert fairlap.in_process("report", run[:-1], "--json", "-").document == done.document
    table = fairlap.in_process("report")
    assert "good-twin" in table.out
    markdown = fairlap.in_process("report", "--markdown", "-").out
    assert "| good-twin |" in markdown
    assert (fairlap.results / "run.md").read_text() == markdown
    assert not list(fairlap.results.glob("*.part"))


def test_the_history_has_its_score(honest) -> None:
    fairlap, done = honest
    (series,) = fairlap.in_process("history", "good", "--json", "-").document["series"]
    (point,) = series["segments"][0]["points"]
    row = done.row("good")
    assert (point["run"], point["status"]) == (done.document["run"], row["status"])
    assert point["score"] == (row["score"] if row["status"] == "ok" else None)


def test_raw_samples_and_histograms_are_in_the_store(honest) -> None:
    fairlap, _ = honest
    with sqlite3.connect(fairlap.results / "fairlap.db") as database:
        samples, blobs, right = database.execute(
            "select count(*), count(histogram), sum(outcome_ok > 0) from sample"
        ).fetchone()
        each = database.execute(
            "select min(cycle), max(cycle), count(*) from sample group by contestant_round_id"
        ).fetchall()
    assert len(each) == 2 * 3, "rounds x contestants"
    # On a busy machine the first cycles may turn out to have been warm-up.
    assert all(last == 20 and count == last - first + 1 for first, last, count in each), each
    assert samples > 2 * 20 * 3 / 2
    # On a busy machine a lap of 50 ms may have no right answer in its window.
    assert blobs == right > samples / 2


def test_an_unknown_run_names_the_known_ones(honest) -> None:
    fairlap, done = honest
    answer = fairlap.in_process("report", "nonsense")
    assert answer.code == 2
    assert done.document["run"] in answer.err


def test_published_numbers_are_shown_with_their_own_scenario_only(tmp_path: Path) -> None:
    fairlap = RehearsedFairlap(Fairlap(ROOT, tmp_path / "results"))
    short = ("--contestants", "node", "--rounds", "1", "--cycles", "6", "--json", "-")
    need(fairlap("prepare", "node").code == 0, "node")
    assert fairlap("run", "tuft", *short).document["published"] is not None
    other = fairlap("run", "tuft", "--scenario", "hello-json", *short).document
    assert other["published"] is None
    assert {row["scenario"] for row in other["contestants"]} == {"hello-json"}


@pytest.mark.parametrize(
    ("suite", "names", "scenarios"),
    [
        ("http2", {"node-http2", "gin"}, {"h2-json", "h2c-json"}),
        ("tls", {"node", "gin"}, {"tls-json"}),
        ("websocket", {"ws", "hono-bun"}, {"ws-echo"}),
    ],
)
def test_each_protocol_is_raced_and_its_requests_add_up(
    tmp_path: Path, suite: str, names: set[str], scenarios: set[str]
) -> None:
    fairlap, chosen = Fairlap(ROOT, tmp_path / "results"), ",".join(sorted(names))
    done = fairlap("run", suite, "--contestants", chosen, "--rounds", "1", "--cycles", "6", *SOON, "--json", "-")
    done.all_raced()
    rows = [row for row in done.document["contestants"] if row["name"] in names]
    assert {(row["scenario"], row["name"]) for row in rows} == {(each, name) for each in scenarios for name in names}
    for row in rows:
        assert row["throughput_per_s"]["value"] > 0
        assert not {"littles-law", "held-answers"} & {flag["name"] for flag in row["flags"]}, row["flags"]


def test_a_race_with_io_uring_says_so(fairlap: Fairlap) -> None:
    short = ("--contestants", "good", "--rounds", "1", "--cycles", "6")
    done = fairlap("run", "ring", *short, *SOON, "--json", "-")
    need("engine io_uring" not in done.err, "io_uring")
    done.all_raced()
    assert done.document["load"]["engine"] == "io_uring"
    assert "8 connections, keep-alive, engine io_uring" in " ".join(fairlap("report").out.split())


def test_another_generator_has_no_engine(fairlap: Fairlap) -> None:
    need_tool("wrk")
    refused(fairlap("run", "ring", "--generator", "wrk"), "engine io_uring is fairload's, not wrk's", fairlap)


def test_protocols_that_keep_connections_say_so(tmp_path: Path) -> None:
    fairlap = Fairlap(ROOT, tmp_path / "results")
    for name, protocol in (("node-http2", "HTTP/2"), ("ws", "WebSocket")):
        refused = fairlap("check", name, "--no-keepalive")
        assert (refused.code, f"{protocol} keeps its connections" in refused.err) == (2, True), refused.err


def test_sixteen_requests_at_once_on_each_connection_are_answered_in_order_and_add_up(tmp_path: Path) -> None:
    fairlap = Fairlap(ROOT, tmp_path / "results")
    done = fairlap(
        *("run", "techempower", "--scenario", "te-json", "--scenario", "te-plaintext", "--contestants", "express"),
        *("--rounds", "1", "--cycles", "6", "--warm-up", "1s", "--json", "-"),
    )
    done.all_raced()
    assert (done.document["load"]["pipeline"], done.document["load"]["pipelines"]) == (1, {"te-plaintext": 16})
    shown = " ".join(fairlap("report").out.split())
    assert "64 connections, keep-alive, 16 requests at once on each in te-plaintext" in shown
    rows = {row["scenario"]: row for row in done.document["contestants"] if row["name"] == "express"}
    for row in rows.values():
        assert not {"littles-law", "held-answers"} & {flag["name"] for flag in row["flags"]}, row["flags"]
    assert rows["te-json"]["rates"]
    assert rows["te-plaintext"]["rates"], "up to sixteen at once on each connection"
