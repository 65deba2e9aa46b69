"""`fairlap compare` with real servers: a slowdown between two commits, a copy, a side that fails, two stored runs."""

import signal
import subprocess
import time
from pathlib import Path

import jsonschema
import pytest

from compare_helpers import SCHEMA, SHORT
from support import BOUND_S, Fairlap


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
    done = compared("compare", "good-twin", failing, "--budget", "170s", *SHORT, "--json", "-")
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
