"""Prepares contestants: checks their requirements and builds them."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog import Contestant
from fairlap.errors import BuildError
from fairlap.hosting.build import prepare, run_version, write_answers
from fairlap.hosting.container.images import Image
from fairlap.hosting.programs import contestant_path, find_fairload, find_program
from fairlap.hosting.requirements import missing
from fairlap.hosting.variables import Variables, expand
from fairlap.hosting.view import PRIVATE_FOLDERS, to_show
from fairlap.samples import Skip


@dataclass(frozen=True, slots=True)
class Prepared:
    """A built contestant: its folder (in its image, if it has one) and the version that will run."""

    contestant: Contestant
    folder: Path
    version: str | None
    image: Image | None = None


def paths_to_read(prepared: Iterable[Prepared]) -> tuple[Path, ...]:
    """Return what contestants must be able to read: their folders and the programs of their start commands."""
    paths = {find_fairload()}  # filters their system calls
    for item in prepared:
        program = expand(item.contestant.start[:1], Variables(build=item.folder))[0]
        found = find_program(program, folder=item.folder, path=contestant_path())
        paths.add(item.folder)
        if found is not None:
            paths.add(found)
    return tuple(sorted(paths))


def view_of(prepared: Iterable[Prepared]) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return what the contestants' view covers (homes, and the builds of others), and what it shows of that.

    Nothing if one of them is a command of the caller (`fairlap race`), which may need any file of the caller.
    """
    items = list(prepared)
    if any(item.contestant.in_place for item in items):
        return (), ()
    covered = (*PRIVATE_FOLDERS, *sorted({item.folder.parent for item in items if item.image is None}))
    return covered, to_show(paths_to_read(items), contestant_path(), covered)


def prepare_one(contestant: Contestant, build_root: Path) -> Prepared | Skip:
    """Build a contestant, or return why that is impossible: a Skip with an empty scenario."""
    if contestant.in_place:
        return Prepared(contestant, contestant.folder, None)
    if contestant.image is not None:
        fix = "--isolation container"
        return Skip(contestant.name, "", "skipped", "its image runs in a container only", fix)
    if contestant.answers:
        folder = write_answers(contestant, build_root)
        return Prepared(contestant, folder, run_version(contestant, folder))
    unmet = missing(contestant)
    if unmet:
        reason = "; ".join(f"{item.requirement}: {item.reason}" for item in unmet)
        return Skip(contestant.name, "", "skipped", reason, "; ".join(item.fix for item in unmet if item.fix) or None)
    try:
        built = prepare(contestant, build_root)
    except BuildError as error:
        return Skip(contestant.name, "", "failed", f"build: {error.line()}", None)
    return Prepared(contestant, built.folder, run_version(contestant, built.folder))
