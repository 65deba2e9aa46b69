"""`fairlap run` on simulated time: what is in the report of one round, and the files that it writes."""

import json
from pathlib import Path

from rehearsed import RehearsedFairlap


def test_one_round_gives_numbers_but_no_intervals_and_no_verdicts(rehearsed: RehearsedFairlap) -> None:
    race = ("run", "misbehaving", "--contestants", "good,good-twin", "--rounds", "1", "--cycles", "10")
    done = rehearsed(*race, "--json", "-")
    done.all_raced()
    assert done.row("good")["throughput_per_s"]["value"] > 0
    assert done.row("good")["throughput_per_s"]["low"] is None
    assert {comparison["verdict"] for comparison in done.document["comparisons"]} == {"undecided"}


def test_json_and_markdown_files_are_written_whole(rehearsed: RehearsedFairlap, tmp_path: Path) -> None:
    files = ("--json", str(tmp_path / "run.json"), "--markdown", str(tmp_path / "run.md"))
    done = rehearsed("run", "misbehaving", "--contestants", "good", "--rounds", "1", "--cycles", "1", *files)
    assert done.code in (0, 1), done.err
    assert json.loads((tmp_path / "run.json").read_text())["contestants"]
    assert "| " in (tmp_path / "run.md").read_text()
    assert not list(tmp_path.glob("*.part"))
