"""`fairlap new`: files to begin with, in the catalog here or in one that is made here."""

import shutil
from pathlib import Path

import pytest

from fairlap.catalog import load_catalog
from support import ROOT


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def new(*arguments: str) -> tuple[int, str]:
    """Run `fairlap new` here."""
    import io
    import sys
    from contextlib import redirect_stderr, redirect_stdout
    from unittest.mock import patch

    from fairlap.cli import main

    said, code = io.StringIO(), 0
    with patch.object(sys, "argv", ["fairlap", "new", *arguments]), redirect_stdout(said), redirect_stderr(said):
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
    return code, said.getvalue()


@pytest.mark.parametrize("like", ["gin", "fastapi", "php-fpm", "uwebsockets", "node"])
def test_a_contestant_like_another_is_one_of_a_new_catalog(here: Path, like: str) -> None:
    assert new("contestant", "mine", "--like", like) == (
        0, f"{here}/contestants/mine written; next: fairlap check mine\n"
    )  # fmt: skip
    catalog = load_catalog(here)
    assert catalog.broken == ()
    mine, old = catalog.contestant("mine"), load_catalog(ROOT).contestant(like)
    assert (mine.start, mine.build, mine.requires, mine.env) == (old.start, old.build, old.requires, old.env)
    assert sorted(mine.scenarios) == ["hello-json"]
    others = {path.name for path in old.folder.iterdir()} - {path.name for path in old.folder.glob("*.toml")}
    copied = list((here / "contestants" / "mine").rglob("*"))
    assert others - {"node_modules"} <= {path.name for path in copied}
    assert [path for path in copied if path.is_symlink()] == []


def test_in_a_catalog_it_answers_the_scenarios_that_are_there(here: Path) -> None:
    for part in ("contestants", "suites"):
        (here / part).mkdir()
    shutil.copytree(ROOT / "scenarios", here / "scenarios")
    assert new("contestant", "mine", "--like", "gin")[0] == 0
    assert (
        load_catalog(here).contestant("mine").scenarios.keys() == load_catalog(ROOT).contestant("gin").scenarios.keys()
    )


def test_the_catalog_here_and_that_of_fairlap_have_contestants_to_copy(here: Path) -> None:
    assert new("contestant", "mine", "--like", "node")[0] == 0
    (here / "contestants" / "mine" / "server.mjs").write_text("// mine\n")
    assert [new("contestant", name, "--like", like)[0] for name, like in (("its", "mine"), ("other", "gin"))] == [0, 0]
    assert (here / "contestants" / "its" / "server.mjs").read_text() == "// mine\n"
    catalog = load_catalog(here)
    assert (catalog.broken, catalog.contestant("other").framework) == ((), "Gin")


def test_a_scenario_and_a_suite_are_whole(here: Path) -> None:
    code, said = new("suite", "all")
    assert (code, "fairlap new scenario" in said) == (2, True)
    assert new("scenario", "greet")[0] == 0
    assert new("suite", "all")[0] == 0
    catalog = load_catalog(here)
    assert catalog.broken == ()
    assert catalog.suite("all").scenarios == ["greet"]
    assert catalog.contestant("reference").request_for(catalog.scenario("greet")).path == "/greet"


def test_nothing_is_overwritten_and_names_are_checked(here: Path) -> None:
    assert new("scenario", "greet")[0] == 0
    before = (here / "scenarios" / "greet.toml").read_text()
    code, said = new("scenario", "greet")
    assert (code, "is there already" in said) == (2, True)
    assert (here / "scenarios" / "greet.toml").read_text() == before
    assert new("scenario", "No Name")[0] == 2
    assert new("contestant", "x", "--like", "nobody")[0] == 2


def test_a_project_is_told_where_its_files_are(here: Path) -> None:
    (here / "fairlap.toml").write_text("")
    code, said = new("scenario", "greet")
    assert (code, "its apps and scenarios are in fairlap.toml" in said) == (2, True)
    assert not (here / "scenarios").exists()
