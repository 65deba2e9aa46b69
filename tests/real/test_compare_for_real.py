"""`fairlap compare` with real servers: a slowdown between two commits, a copy, a side that fails, two stored runs."""

import json
import signal
import subprocess
import time
from pathlib import Path

import jsonschema
import pytest

from compare_helpers import SCHEMA, SHORT, git
from support import BOUND_S, Fairlap

ROOMY = ("--threshold", "50%")
"""A difference that no chance brings about: what is tested here is not the statistics."""


def test_a_side_that_cannot_be_built_ends_it_before_anything_is_raced(compared: Fairlap, tmp_path: Path) -> None:
    markdown = tmp_path / "compare.md"
    done = compared("compare", "good@broken", "good", *SHORT, "--json", "-", "--markdown", str(markdown))
    assert done.code == 1, done.err
    jsonschema.validate(done.document, SCHEMA)
    assert done.document["conclusion"] == "failed"
    assert done.document["base"]["run"] is None
    assert "build" in done.document["changes"][0]["base"]["reason"]
    assert "FAILED" in markdown.read_text()
    assert not (compared.results / "fairlap.db").exists()


@pytest.mark.parametrize("failing", ["crash-at-start", "wrong-body"])
def test_a_side_that_fails_does_not_pass_and_is_named(compared: Fairlap, failing: str) -> None:
    done = compared("compare", "good-twin", failing, "--budget", "30s", *SHORT, "--json", "-")
    assert done.code == 1, done.err
    assert done.document["conclusion"] == "failed"
    row = done.document["changes"][0]["new"]
    assert row["status"] == "failed"
    assert row["reason"]
    (course,) = done.document["ground"]["method"]["courses"]
    assert course["rounds"] <= 4, "nobody is left to compare with: it ends at the first look"
    assert "nothing to compare" in course["stopped"]


def test_an_interrupted_comparison_shows_what_is_finished(compared: Fairlap) -> None:
    running = compared.start("compare", "good-twin", "good@fast", "--budget", "170s", *SHORT)
    deadline = time.monotonic() + 60
    while not list((compared.results / ".running").glob("*.json")):
        assert time.monotonic() < deadline, "nothing was started"
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "Traceback" not in err
    assert "Interrupted" in out


def test_it_explains_itself(compared: Fairlap) -> None:
    done = subprocess.run(compared.command("compare", "--help"), capture_output=True, text=True, timeout=BOUND_S)
    text = " ".join(done.stdout.split())
    assert done.stdout.startswith("Usage:")
    for words in ("BASE", "NEW", "NAME@REVISION", "--threshold", "--precision", "--budget", "--markdown"):
        assert words in text


def test_a_slowdown_between_a_commit_and_the_files_as_they_lie_is_a_regression(
    compared: Fairlap, tmp_path: Path
) -> None:
    before = git(compared.catalog, "status", "--porcelain")
    files = ("--json", str(tmp_path / "compare.json"), "--markdown", str(tmp_path / "compare.md"))
    done = compared("compare", "good@fast", "good", "--budget", "60s", *SHORT, *files)
    assert done.code == 1, done.out + done.err
    assert "REGRESSION beyond the threshold of 2.0 %" in " ".join(done.out.split())
    document = json.loads((tmp_path / "compare.json").read_text())
    jsonschema.validate(document, SCHEMA)
    (change,) = document["changes"]
    assert change["base"]["name"] == f"good-at-{git(compared.catalog, 'rev-parse', '--short', 'fast').strip()}"
    assert change["new"]["name"] == "good"
    assert change["low"] < change["ratio"] < change["high"] < 1 / 1.02
    assert document["base"]["commit"] == git(compared.catalog, "rev-parse", "fast").strip()
    assert document["new"]["changed"] is True
    assert any("uncommitted changes" in note for note in document["notes"])
    for side in ("base", "new"):
        row = change[side]
        assert row["throughput_per_s"]["value"] > 0
        assert row["cpu_us_per_request"]["value"] > 0
        assert row["startup_ms"] > 0
        assert row["memory_peak_bytes"] > 1_000_000
    assert "REGRESSION" in (tmp_path / "compare.md").read_text()
    assert git(compared.catalog, "status", "--porcelain") == before


def test_the_other_way_round_it_is_faster_and_passes(compared: Fairlap) -> None:
    done = compared("compare", "good@slow", "good@fast", "--budget", "60s", *SHORT, "--json", "-")
    assert done.code == 0, done.err
    assert done.document["conclusion"] == "faster"
    assert done.document["changes"][0]["ratio"] > 1.02


def test_a_contestant_against_its_copy_passes_and_is_said_to_be_the_same(compared: Fairlap) -> None:
    done = compared("compare", "good-twin", "good-twin", "--budget", "15s", *SHORT, *ROOMY, "--json", "-")
    assert done.code == 0, done.err
    (change,) = done.document["changes"]
    assert (change["base"]["name"], change["new"]["name"]) == ("good-twin", "good-twin-again")
    assert change["rounds"] >= 1
    assert any("the same files" in note for note in done.document["notes"])


def test_two_stored_runs_are_compared_and_are_not_mixed_with_contestants(compared: Fairlap) -> None:
    runs = []
    for _ in range(2):
        race = ("run", "misbehaving", "--contestants", "good-twin,good", "--rounds", "2", "--cycles", "5")
        done = compared(*race, "--no-rates", "--json", "-")
        done.all_raced()
        runs.append(done.document["run"])
    done = compared("compare", *runs, *ROOMY, "--json", "-")
    # Runs that are not interleaved can say anything on a busy machine; the exit code must match what they say.
    assert done.document["conclusion"] != "failed", done.out
    assert done.code == (1 if done.document["conclusion"] == "regression" else 0), done.err
    jsonschema.validate(done.document, SCHEMA)
    assert done.document["interleaved"] is False
    assert {change["new"]["name"] for change in done.document["changes"]} == {"good", "good-twin"}
    assert "not interleaved" in " ".join(compared.in_process("compare", *runs, *ROOMY).out.split())

    for arguments, words in (
        ((runs[0], "good"), "with the contestant 'good'"),
        ((runs[0], runs[0]), f"BASE and NEW are both run {runs[0]}"),
        ((*runs, "--budget", "1m"), "--budget"),
        ((runs[0][:2], runs[1]), "2 runs start with"),
    ):
        refused = compared.in_process("compare", *arguments)
        assert refused.code == 2
        assert words in refused.err
