"""Where the catalog and the results are: asked for, here or above, or nowhere."""

import shutil
from pathlib import Path

import pytest

from fairlap.cli.settings import Settings
from fairlap.errors import UsageError
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
    found = Settings(None, None)
    assert (found.root, found.results_to_read) == (root, root / "results")
    assert found.build_root == root / ".build" / "contestants"


def test_without_a_catalog_results_are_the_users_and_what_needs_one_says_so(elsewhere: Path) -> None:
    found = Settings(None, None)
    assert found.results_to_read == elsewhere.parent / "data" / "fairlap" / "results"
    assert found.catalog_if_any() is None
    with pytest.raises(UsageError, match=r"no catalog: .*--catalog DIR, or race commands: fairlap race"):
        found.load_catalog()


def test_a_wrong_catalog_is_refused(elsewhere: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        Settings(elsewhere / "gone", None).load_catalog()
    with pytest.raises(UsageError, match="has no contestants/, scenarios/ and suites/"):
        Settings(elsewhere, None).load_catalog()
