"""The exported folder is whole: every link leads somewhere, nothing needs a server, and nothing else is touched."""

import json
import shutil
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from dashboard_helpers import CLASSIC, ELSEWHERE, KILLED, NEW, OLD, STOPPED, begin_race, filled
from fairlap.dashboard.export import MARKER, export
from fairlap.errors import UsageError
from fairlap.pages.paths import part
from page_helpers import HOSTILE, PageReader
from support import Fairlap


def quiet(_done: int, _of: int, _name: str) -> None:
    """Shows no progress."""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("results"))


@pytest.fixture(scope="module")
def just_begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results that are exported soon: one race, without a round."""
    folder = tmp_path_factory.mktemp("begun")
    begin_race(folder)
    return folder


@pytest.fixture(scope="module")
def site(results: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "site"
    export(results, folder, quiet)
    return folder


def files_of(folder: Path) -> set[Path]:
    """All files but the marker."""
    return {file for file in folder.rglob("*") if file.is_file()} - {folder / MARKER}


def pages(site: Path) -> dict[Path, PageReader]:
    return {file: PageReader(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")}


def test_every_link_of_every_page_leads_to_a_file_of_the_folder(site: Path) -> None:
    checked = 0
    for file, page in pages(site).items():
        for element in page.elements:
            for name in ("href", "src", "action", "data-events"):
                address = element.attributes.get(name)
                if address is None or urlsplit(address).scheme in ("https", "http"):
                    continue
                parts = urlsplit(address)
                assert not parts.netloc and not parts.path.startswith("/"), f"{file.name}: {address}"
                target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
                assert target.is_relative_to(site), f"{file.name}: {address}"
                assert target.is_file(), f"{file.name}: {address}"
                if parts.fragment and target.suffix == ".html":
                    anchors = {found.attributes.get("id") for found in PageReader(target.read_text()).elements}
                    assert unquote(parts.fragment) in anchors, f"{file.name}: {address}"
                checked += 1
    assert checked > 100


def test_it_has_a_page_for_each_run_and_contestant_and_comparisons_that_may_be(site: Path) -> None:
    runs = (OLD, NEW, ELSEWHERE, STOPPED, KILLED, CLASSIC)
    assert {file.name for file in (site / "runs").iterdir()} == {
        f"{run}.{kind}" for run in runs for kind in ("html", "json")
    }
    assert {file.name for file in (site / "history").iterdir()} == {"gin.html", "koa.html", f"{part(HOSTILE)}.html"}
    compared = {file.stem for file in (site / "compare").iterdir()}
    assert f"{OLD}...{NEW}" in compared
    assert not [name for name in compared if ELSEWHERE in name or CLASSIC in name]
    assert f"{KILLED}...gin...koa" in compared, "the newest run of the suite that has a round"
    assert json.loads((site / "runs" / f"{OLD}.json").read_text())["run"] == OLD


def test_nothing_in_it_needs_a_server(site: Path) -> None:
    for file, page in pages(site).items():
        assert page.all("form") == [], file
        assert not [link for link in page.all("a") if "live" in (link.attributes.get("href") or "")], file
    assert not (site / "live.html").exists()
    assert "newest 20 runs" in PageReader((site / "compare.html").read_text()).text, "the bound is said"


def test_a_second_export_into_the_same_folder_leaves_nothing_of_the_first(
    site: Path, just_begun: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    before = files_of(folder)
    (folder / "mine.txt").write_text("mine")
    second = export(just_begun, folder, quiet)
    assert (folder / "mine.txt").read_text() == "mine"
    now = files_of(folder) - {folder / "mine.txt"}
    assert second.removed == len(before - now) > 10
    assert len(now) == second.files
    assert not [file for file in now if OLD in file.name]


def test_folders_that_it_did_not_write_are_refused_and_left_alone(results: Path, tmp_path: Path) -> None:
    full, file, marked = tmp_path / "full", tmp_path / "file", tmp_path / "marked"
    full.mkdir()
    (full / "index.html").write_text("mine")
    file.write_text("mine")
    marked.mkdir()
    (marked / MARKER).write_text("{}")
    for folder, words in ((full, "not written by fairlap export"), (file, "is a file"), (marked, "damaged")):
        with pytest.raises(UsageError, match=words):
            export(results, folder, quiet)
    assert (full / "index.html").read_text() == "mine"
    assert [path.name for path in full.iterdir()] == ["index.html"]
    assert file.read_text() == "mine"


def test_a_marker_can_remove_nothing_outside_of_the_folder(just_begun: Path, tmp_path: Path) -> None:
    folder, mine = tmp_path / "site", tmp_path / "mine.txt"
    folder.mkdir()
    mine.write_text("mine")
    (folder / MARKER).write_text(json.dumps({"files": ["../mine.txt", str(mine), "a/../../mine.txt"]}))
    assert export(just_begun, folder, quiet).removed == 0
    assert mine.read_text() == "mine"


def test_a_broken_export_can_be_done_again(just_begun: Path, tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(done: int, _of: int, _name: str) -> None:
        if done == 5:
            raise Stop

    folder = tmp_path / "site"
    with pytest.raises(Stop):
        export(just_begun, folder, stop)
    assert not list(folder.rglob("*.part"))
    export(just_begun, folder, quiet)
    assert (folder / "compare.html").exists()


def test_the_command_says_what_was_written_and_refuses_with_one_line(fairlap: Fairlap, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    empty = fairlap("export", str(folder))
    assert empty.code == 0, empty.err
    assert empty.out.startswith("wrote 6 files, ")
    assert not fairlap.results.exists(), "reading makes no folder"
    assert "fairlap run quick" in (folder / "index.html").read_text()
    (folder / MARKER).unlink()
    refused = fairlap("export", str(folder))
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.count("\n") == 1 and "new or empty folder" in refused.err
