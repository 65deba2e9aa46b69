"""Contestants at git revisions, with a real repository: what is taken out, and what stays untouched."""

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from compare_helpers import git
from extras import need_program
from fairlap.catalog import Catalog, load_catalog
from fairlap.catalog.revisions import Side, choose_sides, files_of_project, same_files
from fairlap.errors import UsageError
from support import MISBEHAVING, copy_good


class Repository:
    """A catalog in a git repository of its own, below `prefix`, with one contestant `good`."""

    def __init__(self, top: Path, prefix: str = "") -> None:
        need_program("git", "apt-get install git")
        self.top = top
        self.root = top / prefix
        for part in ("scenarios", "contestants/reference"):
            shutil.copytree(MISBEHAVING / part, self.root / part)
        (self.root / "suites").mkdir()
        self.good = copy_good(self.root / "contestants" / "good")
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        return git(self.top, *arguments).strip()

    def commit(self, message: str) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")

    @property
    def catalog(self) -> Catalog:
        return load_catalog(self.root)

    def sides(self, base: str, new: str, reserved: Sequence[str] = ("reference",)) -> tuple[Side, Side]:
        return choose_sides(self.catalog, base, new, self.root / ".build", reserved)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Two commits: `good` has the file note.txt with "old" in the first, with "new" in the second."""
    made = Repository(tmp_path / "clone")
    (made.top / ".gitignore").write_text("/.build/\n")
    (made.good / "note.txt").write_text("old")
    made.commit("first")
    (made.good / "note.txt").write_text("new")
    made.commit("second")
    return made


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file but those of .build, with content and time of change, including the index of git."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".build" not in path.parts
    }


def test_a_revision_is_a_contestant_with_the_files_of_then(repository: Repository) -> None:
    base, new = repository.sides("good@HEAD~1", "good")
    commit = repository.git("rev-parse", "HEAD~1")
    assert base.typed == "good@HEAD~1"
    assert base.commit == commit
    assert base.contestant.name == f"good-at-{repository.git('rev-parse', '--short', commit)}"
    assert (base.contestant.folder / "note.txt").read_text() == "old"
    assert (base.contestant.folder / "server.py").read_bytes() == (repository.good / "server.py").read_bytes()
    assert base.contestant.folder.is_relative_to(repository.root / ".build" / "revisions" / "good")
    assert new.contestant.name == "good"
    assert new.contestant.folder == repository.good.resolve()
    assert not same_files(base, new)


def test_neither_work_tree_nor_index_is_touched(repository: Repository) -> None:
    (repository.good / "note.txt").write_text("not committed")
    (repository.good / "staged.txt").write_text("staged")
    repository.git("add", "contestants/good/staged.txt")
    before = snapshot(repository.top)
    base, new = repository.sides("good@HEAD~1", "good")
    assert snapshot(repository.top) == before
    assert base.changed is None
    assert new.changed is True
    assert not (base.contestant.folder / "staged.txt").exists()


def test_the_same_tree_is_taken_out_once(repository: Repository) -> None:
    first, _ = repository.sides("good@HEAD~1", "good")
    (first.contestant.folder / "mark").touch()
    repository.git("tag", "v1", "HEAD~1")
    again, _ = repository.sides("good@v1", "good")
    assert again.contestant.folder == first.contestant.folder
    assert (again.contestant.folder / "mark").exists()


def test_submodules_are_those_of_the_revision_and_a_commit_that_is_missing_is_named(
    repository: Repository, tmp_path: Path
) -> None:
    origin = tmp_path / "library"
    origin.mkdir()
    git(origin, "init", "--quiet")
    commits = []
    for text in ("one", "two"):
        (origin / "text.txt").write_text(text)
        git(origin, "add", "--all")
        git(origin, "commit", "--quiet", "--message", text)
        commits.append(git(origin, "rev-parse", "HEAD").strip())
    there = repository.good / "lib"
    local = ("-c", "protocol.file.allow=always")
    repository.git(*local, "submodule", "--quiet", "add", str(origin), str(there.relative_to(repository.top)))
    for commit in commits:
        git(there, "checkout", "--quiet", commit)
        repository.commit(commit)
    before = snapshot(repository.top)
    old, new = repository.sides("good@HEAD~1", "good@HEAD")
    texts = [(side.contestant.folder / "lib" / "text.txt").read_text() for side in (old, new)]
    assert texts == ["one", "two"]
    assert snapshot(repository.top) == before, "the work tree is untouched"
    (repository.good / "fairlap.toml").write_text("")
    (there / "own.txt").write_text("not added")
    known = {path.name for path in files_of_project(repository.good) or []}
    assert {"text.txt", "good.toml", "fairlap.toml"} <= known and "lib" not in known

    repository.git("update-index", "--cacheinfo", f"160000,{'1' * 40},{there.relative_to(repository.top)}")
    repository.git("commit", "--quiet", "--message", "of a commit that nobody has")
    with pytest.raises(UsageError, match="the submodule lib has no commit 1111111111"):
        repository.sides("good@HEAD", "good")
    repository.git("submodule", "--quiet", "deinit", "--force", "--all")
    (without, _) = repository.sides("good@HEAD", "good")
    assert list((without.contestant.folder / "lib").iterdir()) == [], "as it is in the work tree"


def test_a_half_finished_extraction_is_not_taken_for_a_whole_one(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "rename", killed)
    with pytest.raises(KeyboardInterrupt):
        repository.sides("good@HEAD~1", "good")
    monkeypatch.undo()
    assert list((repository.root / ".build" / "revisions" / "good").iterdir()) == []
    base, _ = repository.sides("good@HEAD~1", "good")
    assert (base.contestant.folder / "note.txt").read_text() == "old"


def test_modes_links_and_files_marked_export_ignore_are_as_in_a_checkout(repository: Repository) -> None:
    script = repository.good / "run me.sh"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    (repository.good / "link").symlink_to("note.txt")
    (repository.top / ".gitattributes").write_text("note.txt export-ignore\n")
    repository.commit("third")
    folder = repository.sides("good@main", "good")[0].contestant.folder
    assert os.access(folder / "run me.sh", os.X_OK)
    assert (folder / "link").readlink() == Path("note.txt")
    assert (folder / "note.txt").read_text() == "new"


def test_what_contestants_share_is_that_of_the_revision(repository: Repository) -> None:
    shared = repository.root / "scenarios" / "files"
    shared.mkdir()
    (shared / "one.txt").write_text("before")
    (repository.good / "static").symlink_to("../../scenarios/files")
    (repository.good / "alone.txt").symlink_to("../../scenarios/files/one.txt")
    repository.commit("third")
    (shared / "one.txt").write_text("after")
    base, new = repository.sides("good@HEAD", "good")
    assert new.changed is True
    repository.commit("fourth")
    before, after = repository.sides("good@HEAD~1", "good@HEAD")
    assert before.tree != after.tree and base.tree == before.tree
    for side, text in ((before, "before"), (after, "after")):
        folder = side.contestant.folder
        assert not (folder / "static").is_symlink()
        assert ((folder / "static/one.txt").read_text(), (folder / "alone.txt").read_text()) == (text, text)
    same, today = repository.sides("good@HEAD", "good")
    assert same.tree == today.tree and today.changed is False


def test_the_catalog_may_be_a_folder_of_a_larger_repository(tmp_path: Path) -> None:
    made = Repository(tmp_path / "clone", prefix="bench/http")
    made.commit("first")
    made.good.joinpath("note.txt").write_text("today's")
    base, new = made.sides("good@HEAD", "good")
    assert (base.contestant.folder / "good.toml").is_file()
    assert not (base.contestant.folder / "note.txt").exists()
    assert new.changed is True


def test_another_manifest_of_the_folder_is_found(repository: Repository) -> None:
    (repository.good / "good-fpm.toml").write_text(renamed(repository.good / "good.toml", "good-fpm"))
    repository.commit("third")
    base, _ = repository.sides("good-fpm@HEAD", "good")
    assert base.contestant.name.startswith("good-fpm-at-")
    assert (base.contestant.folder / "good.toml").is_file()


def test_a_contestant_that_is_gone_today_can_still_be_named(repository: Repository) -> None:
    shutil.copytree(repository.good, repository.root / "contestants" / "late")
    shutil.rmtree(repository.good)
    late = repository.root / "contestants" / "late"
    (late / "late.toml").write_text(renamed(late / "good.toml", "late"))
    (late / "good.toml").unlink()
    repository.commit("third")
    base, new = repository.sides("good@HEAD~1", "late")
    assert base.contestant.name.startswith("good-at-")
    assert new.changed is False


def test_the_same_name_twice_gives_a_copy_and_the_reference_can_be_compared(repository: Repository) -> None:
    base, new = repository.sides("good", "good")
    assert (base.contestant.name, new.contestant.name) == ("good", "good-again")
    assert same_files(base, new)
    first, second = repository.sides("good@main", "good@HEAD")
    assert second.contestant.name == f"{first.contestant.name}-again"
    names = [side.contestant.name for side in repository.sides("reference", "reference")]
    assert names == ["reference-again", "reference-again-again"]


def test_equal_files_are_seen_as_equal(repository: Repository) -> None:
    (repository.top / "README.md").write_text("nothing of the contestant's")
    repository.commit("third")
    assert same_files(*repository.sides("good@HEAD~1", "good"))
    assert same_files(*repository.sides("good@HEAD~1", "good@HEAD"))
    assert not same_files(*repository.sides("good@HEAD~2", "good@HEAD"))
    (repository.good / "untracked.txt").touch()
    assert not same_files(*repository.sides("good@HEAD~1", "good"))


def test_a_name_needs_no_git(tmp_path: Path) -> None:
    made = Repository(tmp_path / "plain")
    shutil.rmtree(made.top / ".git")
    base, _ = made.sides("good", "reference")
    assert (base.commit, base.tree, base.changed) == (None, None, None)


def test_a_hook_s_environment_does_not_lead_astray(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere/.git")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere/index")
    base, _ = repository.sides("good@HEAD~1", "good")
    assert (base.contestant.folder / "note.txt").read_text() == "old"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("good@nonsense", ["good@nonsense", "no revision 'nonsense'", "git log"]),
        ("good@--help", ["no revision '--help'"]),
        ("good@", ["'good@' is not CONTESTANT@REVISION", "gin@HEAD~1"]),
        ("@HEAD", ["'@HEAD' is not CONTESTANT@REVISION", "gin@HEAD~1"]),
        ("nobody@HEAD", ["nobody@HEAD", "no contestant 'nobody' in contestants/", "git log"]),
        ("goood", ["no contestant 'goood'", "did you mean 'good'?"]),
    ],
)
def test_what_cannot_be_is_said_in_one_line(repository: Repository, typed: str, words: list[str]) -> None:
    with pytest.raises(UsageError) as refused:
        repository.sides(typed, "good")
    line = refused.value.line()
    assert "\n" not in line
    assert all(word in line for word in words), line


def test_no_repository_is_explained(tmp_path: Path) -> None:
    made = Repository(tmp_path / "plain")
    shutil.rmtree(made.top / ".git")
    with pytest.raises(UsageError, match="git repository") as refused:
        made.sides("good@HEAD", "good")
    assert refused.value.where == str(made.root)


def test_a_shallow_clone_says_how_to_deepen_it(repository: Repository, tmp_path: Path) -> None:
    repository.git("clone", "--quiet", "--depth=1", f"file://{repository.top}", str(tmp_path / "shallow"))
    shallow = load_catalog_of(tmp_path / "shallow")
    with pytest.raises(UsageError) as refused:
        choose_sides(shallow, "good@HEAD~1", "good", tmp_path / "build", ())
    assert "fetch-depth: 0" in refused.value.line()


def test_a_manifest_of_then_that_is_broken_is_named(repository: Repository) -> None:
    manifest = repository.good / "good.toml"
    whole = manifest.read_text()
    manifest.write_text("surprise = 1\n" + whole)
    repository.commit("broken")
    manifest.write_text(whole)
    repository.commit("mended")
    with pytest.raises(UsageError) as refused:
        repository.sides("good@HEAD~1", "good")
    assert "surprise" in refused.value.line()
    assert "good.toml" in refused.value.line()


def load_catalog_of(folder: Path) -> Catalog:
    """The catalog of a clone; git keeps no empty folders."""
    (folder / "suites").mkdir(exist_ok=True)
    return load_catalog(folder)


def renamed(manifest: Path, name: str) -> str:
    """The text of a manifest with another name in it."""
    text, count = re.subn(r"(?m)^name\s*=.*$", f'name = "{name}"', manifest.read_text())
    assert count == 1
    return text
