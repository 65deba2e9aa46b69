"""`fairlap run` and `fairlap report` with real servers: what is in the table, the store and the files."""

import json
from pathlib import Path

from extras import need
from support import ROOT, Fairlap


def test_json_and_markdown_files_are_written_whole(fairlap: Fairlap, tmp_path: Path) -> None:
    files = ("--json", str(tmp_path / "run.json"), "--markdown", str(tmp_path / "run.md"))
    done = fairlap("run", "misbehaving", "--contestants", "good", "--rounds", "1", "--cycles", "1", *files)
    assert done.code in (0, 1), done.err
    assert json.loads((tmp_path / "run.json").read_text())["contestants"]
    assert "| " in (tmp_path / "run.md").read_text()
    assert not list(tmp_path.glob("*.part"))


def test_published_numbers_are_shown_with_their_own_scenario_only(tmp_path: Path) -> None:
    fairlap = Fairlap(ROOT, tmp_path / "results")
    short = ("--contestants", "node", "--rounds", "1", "--cycles", "1", "--json", "-")
    need(fairlap("prepare", "node").code == 0, "node")
    assert fairlap("run", "tuft", *short).document["published"] is not None
    other = fairlap("run", "tuft", "--scenario", "hello-json", *short).document
    assert other["published"] is None
    assert {row["scenario"] for row in other["contestants"]} == {"hello-json"}
