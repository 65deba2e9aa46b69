"""Where the catalog and the results are: asked for, here or above, or nowhere."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from checkouts import techempower_framework
from fairlap.catalog import built_in_root
from fairlap.cli.settings import Settings
from fairlap.errors import UsageError
from fairlap.importing.writing import import_suite
from fairlap.plan.goal import Goal
from fairlap.race.field import choose_entries
from fairlap.race.request import RaceRequest
from support import ROOT


def make_catalog(folder: Path) -> Path:
    for part in ("contestants", "scenarios", "suites"):
        (folder / part).mkdir(parents=True)
    shutil.copytree(ROOT / "contestants" / "reference", folder / "contestants" / "reference")
    shutil.copytree(ROOT / "scenarios", folder / "scenarios", dirs_exist_ok=True)
    return folder


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder without a catalog, and a data folder of the user."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return folder


def test_the_catalog_above_holds_results_and_builds(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_catalog(elsewhere / "mine")
    monkeypatch.chdir(root / "contestants")
    found = Settings((), None)
    assert (found.root, found.results_to_read) == (root, root / "results")
    assert found.build_root == root / ".build" / "contestants"


def test_imported_catalogs_are_used_without_being_told_and_race_only_where_they_are_named(elsewhere: Path) -> None:
    techempower_framework(elsewhere / "checkout", "small", "FROM scratch\n", default={})
    import_suite("techempower", elsewhere / "checkout", Settings((), None).imports / "techempower")
    catalog = Settings((), None).load_catalog()
    assert catalog.root == built_in_root()
    suite = catalog.suite("techempower")
    request = RaceRequest(catalog, suite, (), 1, elsewhere, elsewhere, Goal(), "")
    everyone = {one.name for _, field in choose_entries(request) for one in field}
    assert "gin" in everyone and "te/small" not in everyone
    entries = choose_entries(replace(request, names=("te/small",)))
    assert [(scenario.name, [one.name for one in field]) for scenario, field in entries] == [("te-json", ["te/small"])]
    with pytest.raises(UsageError, match="te/small does not subscribe"):
        choose_entries(replace(request, names=("te/small",), suite=suite.model_copy(update={"scenarios": ["te-db"]})))
    explicit = Settings((Path("built-in"),), None).load_catalog()
    assert "te/small" not in [one.name for one in explicit.contestants]


@pytest.mark.parametrize("asked", [(), (Path("built-in"),)])
def test_without_a_catalog_of_ones_own_results_are_the_users_and_the_catalog_is_fairlaps(
    elsewhere: Path, asked: tuple[Path, ...]
) -> None:
    found = Settings(asked, None)
    data = elsewhere.parent / "data" / "fairlap"
    assert (found.results_to_read, found.build_root) == (data / "results", data / ".build" / "contestants")
    assert found.root == built_in_root()
    assert {"gin", "reference"} <= {contestant.name for contestant in found.load_catalog().contestants}


def test_two_catalogs_stand_beside_each_other_and_results_belong_to_ones_own(elsewhere: Path) -> None:
    mine = elsewhere / "mine"
    for part in ("contestants/own", "scenarios", "suites"):
        (mine / part).mkdir(parents=True)
    (mine / "contestants" / "own" / "own.toml").write_text('start = ["own"]\n[scenarios]\nhello-json = {}\n')
    suite = (ROOT / "suites" / "quick.toml").read_text().replace("name", "# name", 1)
    (mine / "suites" / "mine.toml").write_text(suite)
    found = Settings((Path("built-in"), mine), None)
    catalog = found.load_catalog()
    assert catalog.broken == ()
    assert {"own", "gin"} <= {contestant.name for contestant in catalog.contestants}
    assert catalog.suite("mine").scenarios == catalog.suite("quick").scenarios
    assert found.results_to_read == mine / "results"
    (mine / "suites" / "quick.toml").write_text(suite)
    with pytest.raises(UsageError, match=r"mine/suites/quick\.toml: 'quick' is also in .*/suites/quick\.toml \(rename"):
        found.load_catalog()


def test_a_wrong_catalog_is_refused(elsewhere: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        Settings((elsewhere / "gone",), None).load_catalog()
    with pytest.raises(UsageError, match="has no contestants/, scenarios/ and suites/"):
        Settings((elsewhere,), None).load_catalog()
