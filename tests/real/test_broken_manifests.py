"""A catalog with broken files: what needs none of them races and is checked. tests/unit/cli has what needs no race."""

import html

from broken_catalog import ERROR, mentions
from race_helpers import SOON
from support import Fairlap


def test_a_race_goes_on_and_has_the_broken_contestant_as_a_failed_row(broken: Fairlap) -> None:
    files = {name: broken.results.parent / f"report.{name}" for name in ("md", "html")}
    written = ("--markdown", str(files["md"]), "--html", str(files["html"]))
    raced = broken("run", "misbehaving", "--rounds", "1", "--cycles", "6", "--no-rates", *SOON, "--json", "-", *written)
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
    again = broken.in_process("report")
    assert again.code == 1
    assert ERROR in " ".join(again.out.split())


def test_others_can_be_checked_and_prepared(broken: Fairlap) -> None:
    assert broken("check", "good").code == 0
    everyone = broken.in_process("prepare")
    assert everyone.code == 1
    assert "good: ready" in everyone.out
    assert len(mentions(everyone.err)) == 1


def test_check_leaves_out_a_broken_scenario(broken: Fairlap) -> None:
    good = broken.catalog / "contestants/good/good.toml"
    good.write_text(good.read_text() + "broken = {}\n")
    checked = broken("check", "good")
    assert checked.code == 1
    assert [line.split(" is broken")[0] for line in mentions(checked.err)] == ["fairlap: scenario broken"]
    assert "hello-json" in checked.out
