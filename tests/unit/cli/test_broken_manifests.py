"""Broken files of a catalog, from the command line: reported, or refused in one line; races are rehearsed."""

import json
from pathlib import Path

import pytest

from broken_catalog import ERROR, mentions
from rehearsed import RehearsedFairlap, press_ctrl_c
from support import ROOT, Fairlap

IN_ROUND_2 = 50
"""The number of a lap: a round of three contestants has 36 for warm-up and 6 in its cycles."""


def test_list_shows_broken_files_beside_the_others(broken: Fairlap) -> None:
    table = broken.in_process("list")
    assert (table.code, table.err) == (1, "")
    rows = {line.split()[0]: line.split()[-1] for line in table.out.splitlines() if line.split()}
    assert (rows["good"], rows["bad"]) == ("yes", "broken")
    assert [line.split(" is broken: ")[0] for line in mentions(table.out)] == [
        "contestant bad",
        "scenario broken",
        "suite broken",
    ]
    assert ERROR in table.out


def test_the_list_of_the_project_fits_on_a_narrow_terminal(tmp_path: Path) -> None:
    table = Fairlap(ROOT, tmp_path).in_process("list").out.partition("needs ")[0]
    assert "uwebsockets-postgresql C++ " in table
    assert "…" not in table
    assert max(map(len, table.splitlines())) <= 80


def test_list_as_json_has_the_error_and_the_kind(broken: Fairlap) -> None:
    listed = broken.in_process("list", "--json")
    assert listed.code == 1
    rows = json.loads(listed.out)
    assert [row["name"] for row in rows if "error" not in row] == ["good", "pauses", "reference", "reference-twin"]
    (bad,) = (row for row in rows if row.get("kind") == "contestant")
    assert ERROR in bad["error"]
    assert Path(bad["file"]).name == "bad.toml"
    assert [row["kind"] for row in rows if "error" in row] == ["contestant", "scenario", "suite"]


def test_a_race_is_resumed_unless_one_of_its_contestants_is_broken_now(broken: Fairlap) -> None:
    rehearsed = RehearsedFairlap(broken, at_lap={IN_ROUND_2: press_ctrl_c})
    begun = rehearsed("run", "misbehaving", "--rounds", "2", "--cycles", "2")
    assert begun.code == 130, begun.err
    good = broken.catalog / "contestants/good/good.toml"
    healthy = good.read_text()
    good.write_text("=")
    refused = rehearsed("resume", "2")
    assert (refused.code, refused.out) == (2, "")
    (line,) = refused.err.splitlines()
    assert "good.toml: not TOML" in line
    good.write_text(healthy)
    later = broken.catalog / "contestants/later/later.toml"
    later.parent.mkdir()
    later.write_text("=")
    resumed = rehearsed("resume", "2", "--json", "-")
    assert (resumed.code, mentions(resumed.err)) == (1, [])
    assert "later" not in resumed.err
    assert resumed.raced("good")["rounds"] == 2
    assert ERROR in resumed.row("bad")["reason"], "as it was when the race began"
    assert "later" not in [row["name"] for row in resumed.document["contestants"]]


def test_a_race_of_named_ones_is_not_touched_by_the_others(broken: Fairlap) -> None:
    raced = RehearsedFairlap(broken)("run", "misbehaving", "--rounds", "1", "--contestants", "good", "--json", "-")
    raced.all_raced()
    assert mentions(raced.err) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "misbehaving", "--contestants", "good,bad"), ERROR),
        (("run", "broken"), "suites/broken.toml: not TOML"),
        (("run", "misbehaving", "--scenario", "broken"), "scenarios/broken.toml: not TOML"),
        (("check", "bad"), ERROR),
        (("check", "good", "--scenario", "broken"), "scenarios/broken.toml: not TOML"),
        (("prepare", "good", "bad"), ERROR),
        (("start", "bad"), ERROR),
        (("compare", "good", "bad"), ERROR),
    ],
)
def test_what_needs_a_broken_file_is_refused_in_one_line(broken: Fairlap, arguments: tuple, words: str) -> None:
    done = broken.in_process(*arguments)
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert line.startswith("fairlap: ")
    assert words in line
    assert not (broken.results / "fairlap.db").exists()


def test_doctor_names_broken_files_and_examines_without_a_reference(broken: Fairlap) -> None:
    (broken.catalog / "contestants/reference/reference.toml").write_text("=")
    checks = {check["name"]: check for check in json.loads(broken.in_process("doctor", "--json").out)}
    assert checks["catalog"]["verdict"] == "bad"
    assert checks["catalog"]["value"].startswith("broken: contestant bad, contestant reference, scenario broken")
    assert ERROR in checks["catalog"]["mend"]
    assert "steal" in checks
