"""`fairlap classic`: a seed's own procedure with the real tool, its blocks, and one table of ratios."""

from pathlib import Path

import pytest

from extras import need_tool
from race_helpers import TENTH, refused
from support import Fairlap


@pytest.fixture(autouse=True)
def ab() -> None:
    need_tool("ab")


def test_it_prints_the_tools_own_block_for_each_pass_and_one_table(fairlap: Fairlap) -> None:
    done = fairlap(*TENTH)
    assert done.code == 0, done.err
    blocks = done.out.split("This is ApacheBench, Version 2.3")[1:]
    assert len(blocks) == 4, "two contestants, two numbers of connections"
    for block, connections in zip(blocks, (4, 8, 4, 8), strict=True):
        assert f"Concurrency Level:      {connections}\n" in block
        assert "Complete requests:      500\nFailed requests:        0\n" in block
        assert "Percentage of the requests served within a certain time (ms)" in block
    assert done.out.count("then, here, and by laps") == 1
    assert "lapped by ab 2.3" in " ".join(done.out.split())
    assert done.out == fairlap("report").out, "a stored run is shown again word for word"


def test_one_that_ends_in_the_middle_keeps_what_it_finished_and_fails_with_its_reason(fairlap: Fairlap) -> None:
    done = fairlap("classic", "seed", "--scale", "0.08", "--contestants", "crash-mid-lap,good", "--json", "-")
    assert done.code == 1
    crashed = [row for row in done.document["rows"] if row["name"] == "crash-mid-lap"]
    assert [row["status"] for row in crashed] == ["ok", "failed"], (
        "it ends at its 1000th answer, in the third pass of 400"
    )
    assert crashed[1]["answers_per_s"] is None
    assert "ended with exit status 4" in crashed[1]["reason"]
    assert [row["status"] for row in done.document["rows"] if row["name"] == "good"] == ["ok", "ok"]


def test_markdown_has_the_blocks_and_the_table(fairlap: Fairlap, tmp_path: Path) -> None:
    file = tmp_path / "classic.md"
    fairlap(*TENTH, "--contestants", "good", "--markdown", str(file))
    text = file.read_text()
    assert text.count("    Complete requests:      500") == 2
    assert "| good | 4 | 1,000 | 1 |" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("classic", "misbehaving"), "has no procedure of a seed to repeat (these have: from-redis, seed)"),
        (("run", "seed", "--method", "classic"), "the classic method is a command (fairlap classic SUITE)"),
        (("classic", "seed", "--generator", "fairload"), "the classic method needs"),
        (("classic", "seed", "--generator", "siege"), "no generator 'siege'"),
    ],
)
def test_what_does_not_go_together_is_refused(fairlap: Fairlap, arguments: tuple[str, ...], words: str) -> None:
    refused(fairlap(*arguments), words, fairlap)


def test_runs_of_two_methods_are_not_compared(fairlap: Fairlap) -> None:
    classic = fairlap(*TENTH, "--json", "-").document["run"]
    laps = fairlap("run", "seed", "--rounds", "1", "--cycles", "2", "--no-rates", "--json", "-").document["run"]
    done = fairlap("compare", classic, laps)
    assert done.code == 2
    assert "method: classic and laps" in " ".join(done.err.split())
