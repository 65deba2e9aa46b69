"""Contestants at a git revision: checks a contestant's folder out without touching the work tree."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from fairlap.catalog import Catalog, Contestant, OwnImage
from fairlap.catalog.loader import is_project, load_contestant
from fairlap.catalog.project import FAIRLAP_FOLDER, PROJECT, ProjectFile
from fairlap.errors import UsageError

GIT_TIMEOUT_S = 300.0
"""A checkout may fetch large files through a filter."""

_TREE_DIGITS = 12
_STEM = 40
"""Longer names are truncated to stay valid with a suffix."""

_OTHER_REPOSITORY = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""Variables that git sets in a hook; they would select another repository."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of two contestants to compare, with a unique name.

    `typed` is what the user wrote. `commit` is the full hash of the revision, or of the checked-out commit; in the
    latter case `changed` says whether the folder differs from it. `tree` is git's hash of the folder's files, equal
    for equal files. Each is `None` when it does not apply, or outside a git repository.
    """

    typed: str
    contestant: Contestant
    is_revision: bool
    commit: str | None
    tree: str | None
    changed: bool | None

    @property
    def asked_name(self) -> str:
        """The contestant's name as the user wrote it, without a revision."""
        return self.typed.partition("@")[0]


def choose_sides(catalog: Catalog, base: str, new: str, build: Path, reserved: Collection[str]) -> tuple[Side, Side]:
    """Find both sides of a comparison and give them unique names.

    Args:
        catalog: contains the contestants, and lies in the repository of the revisions.
        base: a contestant's name, or name@revision.
        new: the same.
        build: the folder for builds; revisions are checked out below it.
        reserved: names that are taken, such as the reference's.

    Raises:
        UsageError: the name or revision is unknown, or there is no git repository.
    """
    sides: list[Side] = []
    for typed in (base, new):
        side = _side(catalog, typed, build)
        taken = {*reserved, *(other.contestant.name for other in sides)}
        sides.append(_renamed(side, taken))
    return sides[0], sides[1]


def same_files(a: Side, b: Side) -> bool:
    """Return whether both sides are one contestant with the same files, so that only chance can make a difference."""
    if a.asked_name != b.asked_name:
        return False
    same_folder = a.contestant.source == b.contestant.source
    return same_folder or (a.tree is not None and a.tree == b.tree and not a.changed and not b.changed)


def files_of_project(folder: Path) -> list[Path] | None:
    """Return the files of a project that git knows or would add, sorted; `None` if it is none, or not in git.

    What git ignores is no part of it, so that its files as they lie are built like those of a revision. Submodules are
    part of it where they are initialised.
    """
    if not is_project(folder) or FAIRLAP_FOLDER in folder.parts:  # a revision that was checked out has nothing else
        return None
    try:
        listed = _git(folder, "ls-files", "-z", "--cached", "--recurse-submodules")
        listed += _git(folder, "ls-files", "-z", "--others", "--exclude-standard")
    except UsageError:
        return None
    paths = [folder / name for name in listed.split("\0") if name]
    return sorted({path for path in paths if path.is_symlink() or path.is_file()})


def is_revision(root: Path, text: str) -> bool:
    """Return whether `text` names a commit of the repository in which `root` lies."""
    try:
        _commit(_repository(root), text, text)
    except UsageError:
        return False
    return True


def _side(catalog: Catalog, typed: str, build: Path) -> Side:
    name, at, revision = typed.partition("@")
    if at and catalog.is_project:
        return _project_at_revision(catalog, name, revision, typed, build)
    if at:
        known = next((one for one in catalog.contestants if one.name == name), None)
        if known is not None and known.image is not None:
            return _image_at_revision(known, known.image, revision, typed, build)
        return _at_revision(catalog.root, name, revision, typed, build)
    return _in_work_tree(catalog.contestant(name), typed)


def _project_at_revision(catalog: Catalog, name: str, revision: str, typed: str, build: Path) -> Side:
    """Return an app at a revision: built as its `fairlap.toml` says, or today's if it had none; asked as today."""
    top = _repository(catalog.root)
    commit = _commit(top, revision, typed)
    folder = "/".join(catalog.root.resolve().relative_to(top.resolve()).parts)
    tree, target = _checked_out(top, commit, folder, build / "revisions" / name)
    today = catalog.contestant(name)
    apps = ProjectFile(target / PROJECT).apps if (target / PROJECT).is_file() else ()
    then = next((app for app in apps if app.name == name), today)
    changes = {"name": _name_at(top, commit, name), "folder": target, "scenarios": today.scenarios}
    return Side(typed, then.model_copy(update=changes), True, commit, tree, None)


def _image_at_revision(today: Contestant, image: OwnImage, revision: str, typed: str, build: Path) -> Side:
    """Return an imported contestant at a revision of its checkout, built and asked as its manifest says today."""
    top = _repository(image.context)
    commit = _commit(top, revision, typed)
    folder = image.context.relative_to(top.resolve()).as_posix()
    tree, target = _checked_out(top, commit, folder, build / "revisions" / today.slug)
    changes = {"name": _name_at(top, commit, today.name), "image": image.model_copy(update={"context": target})}
    return Side(typed, today.model_copy(update=changes), True, commit, tree, None)


def _renamed(side: Side, taken: Collection[str]) -> Side:
    name = side.contestant.name
    while name in taken:
        name = f"{name[:_STEM]}-again"
    contestant = side.contestant.model_copy(update={"name": name})
    return Side(side.typed, contestant, side.is_revision, side.commit, side.tree, side.changed)


def _in_work_tree(contestant: Contestant, typed: str) -> Side:
    """Return the current files; outside a git repository, without commit and tree."""
    folder = contestant.source
    try:
        commit = _git(folder, "rev-parse", "--verify", "--quiet", "HEAD^{commit}").strip()
        top = Path(_git(folder, "rev-parse", "--show-toplevel").rstrip("\n"))
        shared = _shared(top, commit, _git(folder, "rev-parse", "--show-prefix").rstrip("/\n"))
        tree = _with_shared(_git(folder, "rev-parse", "--verify", "--quiet", "HEAD:./").strip(), shared)
        changed = bool(_git(top, "status", "--porcelain", "--", str(folder), *shared).strip())
    except UsageError:
        return Side(typed, contestant, False, None, None, None)
    return Side(typed, contestant, False, commit, tree, changed)


def _at_revision(root: Path, name: str, revision: str, typed: str, build: Path) -> Side:
    if not name or not revision:
        raise UsageError(f"{typed!r} is not CONTESTANT@REVISION", hint="write it like gin@HEAD~1")
    top = _repository(root)
    commit = _commit(top, revision, typed)
    folder = _folder_of(top, root, commit, name, typed)
    tree, target = _checked_out(top, commit, folder, build / "revisions" / name)
    contestant = load_contestant(target / f"{name}.toml")
    renamed = contestant.model_copy(update={"name": _name_at(top, commit, name)})
    return Side(typed, renamed, True, commit, tree, None)


def _checked_out(top: Path, commit: str, folder: str, target: Path) -> tuple[str, Path]:
    """Return git's hash of a folder's files at a commit, and where below `target` they are checked out."""
    tree = _git(top, "rev-parse", "--verify", "--quiet", f"{commit}:{folder}").strip()
    shared = _shared(top, commit, folder)
    known_by = _with_shared(tree, shared)
    place = target / known_by[:_TREE_DIGITS]
    if not place.is_dir():
        _extract(top, tree, folder, shared, place)
    return known_by, place


def _shared(top: Path, commit: str, folder: str) -> dict[str, str]:
    """Return what links of a folder at a commit point to elsewhere in the repository: paths, and git's hashes."""
    found: dict[str, str] = {}
    for entry in _git(top, "ls-tree", "-r", "-z", f"{commit}:{folder}").split("\0"):
        kind, _, path = entry.partition("\t")
        if not kind.startswith("120000 "):
            continue
        link = _git(top, "cat-file", "blob", kind.split()[2])
        origin = os.path.normpath(Path(folder, path).parent / link)
        if link.startswith("/") or origin.startswith("..") or Path(origin).is_relative_to(folder or "."):
            continue
        with suppress(UsageError):  # it points nowhere
            found[origin] = _git(top, "rev-parse", "--verify", "--quiet", f"{commit}:{origin}").strip()
    # What lies in another one of them comes with that.
    return {path: known for path, known in found.items() if found.keys().isdisjoint(map(str, Path(path).parents))}


def _with_shared(tree: str, shared: Mapping[str, str]) -> str:
    """Return the hash of a folder's files, those included that it shares with others."""
    return hashlib.sha1(f"{tree} {sorted(shared.items())}".encode()).hexdigest() if shared else tree


def _name_at(top: Path, commit: str, name: str) -> str:
    """Return the name of a contestant at a commit."""
    short = _git(top, "rev-parse", "--short", commit).strip()[:_TREE_DIGITS]
    return f"{name[:_STEM]}-at-{short}"


def _repository(root: Path) -> Path:
    """Return the top folder of the repository that holds the catalog."""
    try:
        return Path(_git(root, "rev-parse", "--show-toplevel").rstrip("\n"))
    except UsageError as error:
        raise UsageError(
            f"a revision needs a catalog in a git repository: {error.message}",
            where=str(root),
            hint=error.hint or "name a contestant without @, or change to a clone",
        ) from error


def _commit(top: Path, revision: str, typed: str) -> str:
    try:
        found = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except UsageError as error:
        shallow = _git(top, "rev-parse", "--is-shallow-repository").strip() == "true"
        fix = "this clone is shallow: git fetch --unshallow, in CI fetch-depth: 0" if shallow else "see git log"
        raise UsageError(f"no revision {revision!r} in this repository", where=typed, hint=fix) from error
    return found.strip()


def _folder_of(top: Path, root: Path, commit: str, name: str, typed: str) -> str:
    """Return the folder with <name>.toml at that revision, relative to the top of the repository."""
    contestants = (root / "contestants").resolve().relative_to(top.resolve()).as_posix()
    listed = _git(top, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit, "--", f"{contestants}/")
    for path in map(PurePosixPath, listed.split("\0")):
        if path.name == f"{name}.toml" and path.parent.parent == PurePosixPath(contestants):
            return path.parent.as_posix()
    raise UsageError(
        f"no contestant {name!r} in {contestants}/ at that revision ({commit[:10]})",
        where=typed,
        hint=f"see git log -- {contestants}/",
    )


def _extract(top: Path, tree: str, folder: str, shared: Mapping[str, str], target: Path) -> None:
    """Check the folder out into `target`, completely or not at all, with a separate index.

    What it shares with others is there instead of the links to that.

    Not with `git archive`, which omits files (export-ignore) and changes others (export-subst).
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    try:
        index = {"GIT_INDEX_FILE": str(part / "index")}
        _git(top, "read-tree", *(["-i", f"--prefix={folder}/"] if folder else []), tree, **index)
        for path, found in shared.items():
            if _git(top, "cat-file", "-t", found).strip() == "tree":
                _git(top, "read-tree", "-i", f"--prefix={path}/", found, **index)
            else:
                _git(top, "update-index", "--add", "--cacheinfo", f"100644,{found},{path}", **index)
        _git(top, "checkout-index", "--all", "--quiet", f"--prefix={part / 'files'}/", **index)
        _extract_submodules(top, top / folder, tree, part / "files" / folder, index)
        _replace_links(part / "files" / folder, [part / "files" / path for path in shared])
        try:
            (part / "files" / folder).rename(target)
        except OSError:
            if not target.is_dir():  # another fairlap was faster: the same tree, the same files
                raise
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _replace_links(folder: Path, shared: Sequence[Path]) -> None:
    for path in filter(Path.is_symlink, folder.rglob("*")):
        origin = path.resolve()
        if any(origin.is_relative_to(each.resolve()) for each in shared):
            replace_link(path, origin)


def replace_link(link: Path, origin: Path) -> None:
    """Put a copy of a file or a folder in the place of a link to it."""
    link.unlink()
    if origin.is_dir():
        shutil.copytree(origin, link, symlinks=True)
    else:
        shutil.copy2(origin, link)


def _extract_submodules(top: Path, folder: Path, tree: str, target: Path, index: Mapping[str, str]) -> None:
    """Check out the submodules of a tree, as far as they are initialised where the tree belongs, in `folder`."""
    for entry in _git(top, "ls-tree", "-r", "-z", tree).split("\0"):
        kind, _, path = entry.partition("\t")
        submodule = folder / path
        if not kind.startswith("160000 ") or not (submodule / ".git").exists():
            continue
        commit = kind.split()[2]
        try:
            _git(submodule, "read-tree", commit, **index)
        except UsageError as error:
            missing = f"the submodule {path} has no commit {commit[:10]}"
            raise UsageError(missing, where=str(submodule), hint=f"git -C {submodule} fetch --all") from error
        _git(submodule, "checkout-index", "--all", "--quiet", f"--prefix={target / path}/", **index)
        _extract_submodules(submodule, submodule, commit, target / path, index)


def _git(folder: Path, *arguments: str, **env: str) -> str:
    """Return the output of git. Raises UsageError with the first line of its standard error."""
    kept = {name: value for name, value in os.environ.items() if name not in _OTHER_REPOSITORY}
    quiet = {"LC_ALL": "C.UTF-8", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            env={**kept, **quiet, **env},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=GIT_TIMEOUT_S,
        )
    except FileNotFoundError as error:
        raise UsageError("git is not installed", hint="apt-get install git") from error
    except subprocess.TimeoutExpired as error:
        raise UsageError(f"`git {arguments[0]}` took longer than {GIT_TIMEOUT_S:.0f} s", where=str(folder)) from error
    if done.returncode == 0:
        return done.stdout.decode(errors="surrogateescape")
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    first = lines[0].removeprefix("fatal: ") if lines else f"`git {arguments[0]}` ended with status {done.returncode}"
    fix = f"git config --global --add safe.directory {folder}" if "dubious ownership" in first else None
    raise UsageError(first, hint=fix)
