"""A catalog with broken files, from the command line: they are reported, what needs them is refused, the rest works."""

import html
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from left_behind import left_behind
from support import ROOT, Fairlap, copy_good

CATALOG = ROOT / "tests" / "contestants"
ERROR = "bad.toml: unknown key 'lingua'"


@pytest.fixture
def fairlap(opened: Path) -> Iterator[Fairlap]:
    """The command line on reference and good, and a broken contestant, scenario and suite."""
    catalog = opened / "catalog"
    for part in ("contestants/reference", "scenarios", "suites"):
        shutil.copytree(CATALOG / part, catalog / part)
    copied = copy_good(catalog / "contestants" / "good")
    for suite in (catalog / "suites").glob("*.toml"):
        if suite.stem != "misbehaving":
            suite.unlink()
    bad = catalog / "contestants" / "bad" / "bad.toml"
    bad.parent.mkdir()
    good = (copied / "good.toml").read_text()
    bad.write_text(good.replace('"good"', '"bad"').replace("language ", 'lingua = "x"\nlanguage '))
    (catalog / "scenarios/broken.toml").write_text("=")
    (catalog / "suites/broken.toml").write_text("=")
    yield Fairlap(catalog, opened / "results")
    assert left_behind(opened) == []


def mentions(text: str) -> list[str]:
    """The lines about what is broken."""
    return [line for line in text.splitlines() if "is broken" in line]


def test_list_shows_broken_files_beside_the_others(fairlap: Fairlap) -> None:
    table = fairlap("list")
    assert (table.code, table.err) == (1, "")
    rows = {line.split()[0]: line.split()[-1] for line in table.out.splitlines() if line.split()}
    assert (rows["good"], rows["bad"]) == ("yes", "broken")
    assert [line.split(" is broken: ")[0] for line in mentions(table.out)] == [
        "contestant bad",
        "scenario broken",
        "suite broken",
    ]
    assert ERROR in table.out


def test_list_as_json_has_the_error_and_the_kind(fairlap: Fairlap) -> None:
    listed = fairlap("list", "--json")
    assert listed.code == 1
    rows = json.loads(listed.out)
    assert [row["name"] for row in rows if "error" not in row] == ["good", "reference", "reference-twin"]
    (bad,) = (row for row in rows if row.get("kind") == "contestant")
    assert ERROR in bad["error"]
    assert Path(bad["file"]).name == "bad.toml"
    assert [row["kind"] for row in rows if "error" in row] == ["contestant", "scenario", "suite"]


def test_a_race_goes_on_and_has_the_broken_contestant_as_a_failed_row(fairlap: Fairlap) -> None:
    files = {name: fairlap.results.parent / f"report.{name}" for name in ("md", "html")}
    written = ("--markdown", str(files["md"]), "--html", str(files["html"]))
    raced = fairlap("run", "misbehaving", "--rounds", "1", "--json", "-", *written)
    assert raced.code == 1
    raced.raced("good")
    bad = raced.row("bad")
    assert (bad["status"], bad["rank"], bad["score"], bad["rounds"]) == ("failed", None, None, 0)
    assert bad["reason"].startswith("manifest: ")
    assert ERROR in bad["reason"]
    (told,) = mentions(raced.err)
    assert told.startswith("fairlap: contestant bad is broken: ")
    assert ERROR in told
    for file in files.values():
        assert ERROR in html.unescape(file.read_text()), file.name
    again = fairlap("report")
    assert again.code == 1
    assert ERROR in " ".join(again.out.split())


def test_a_race_is_resumed_unless_one_of_its_contestants_is_broken_now(fairlap: Fairlap) -> None:
    begun = fairlap.on_terminal("run", "misbehaving", "--rounds", "2", "--cycles", "2", interrupt_at="round 2 of 2")
    assert begun.code == 130, begun.err
    good = fairlap.catalog / "contestants/good/good.toml"
    healthy = good.read_text()
    good.write_text("=")
    refused = fairlap("resume", "2")
    assert (refused.code, refused.out) == (2, "")
    (line,) = refused.err.splitlines()
    assert "good.toml: not TOML" in line
    good.write_text(healthy)
    later = fairlap.catalog / "contestants/later/later.toml"
    later.parent.mkdir()
    later.write_text("=")
    resumed = fairlap("resume", "2", "--json", "-")
    assert (resumed.code, mentions(resumed.err)) == (1, [])
    assert "later" not in resumed.err
    assert resumed.raced("good")["rounds"] == 2
    assert ERROR in resumed.row("bad")["reason"], "as it was when the race began"
    assert "later" not in [row["name"] for row in resumed.document["contestants"]]


def test_a_race_of_named_ones_is_not_touched_by_the_others(fairlap: Fairlap) -> None:
    raced = fairlap("run", "misbehaving", "--rounds", "1", "--contestants", "good", "--json", "-")
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
def test_what_needs_a_broken_file_is_refused_in_one_line(fairlap: Fairlap, arguments: tuple, words: str) -> None:
    done = fairlap(*arguments)
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert line.startswith("fairlap: ")
    assert words in line
    assert not (fairlap.results / "fairlap.db").exists()


def test_others_can_be_checked_and_prepared(fairlap: Fairlap) -> None:
    assert fairlap("check", "good").code == 0
    everyone = fairlap("prepare")
    assert everyone.code == 1
    assert "good: ready" in everyone.out
    assert len(mentions(everyone.err)) == 1


def test_check_leaves_out_a_broken_scenario(fairlap: Fairlap) -> None:
    good = fairlap.catalog / "contestants/good/good.toml"
    good.write_text(good.read_text() + "broken = {}\n")
    checked = fairlap("check", "good")
    assert checked.code == 1
    assert [line.split(" is broken")[0] for line in mentions(checked.err)] == ["fairlap: scenario broken"]
    assert "hello-json" in checked.out


def test_doctor_names_broken_files_and_examines_without_a_reference(fairlap: Fairlap) -> None:
    (fairlap.catalog / "contestants/reference/reference.toml").write_text("=")
    checks = {check["name"]: check for check in json.loads(fairlap("doctor", "--json").out)}
    assert checks["catalog"]["verdict"] == "bad"
    assert checks["catalog"]["value"].startswith("broken: contestant bad, contestant reference, scenario broken")
    assert ERROR in checks["catalog"]["mend"]
    assert "steal" in checks
