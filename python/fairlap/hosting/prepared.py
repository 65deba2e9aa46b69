"""From a manifest to something that can be started."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog import Contestant
from fairlap.errors import BuildError
from fairlap.hosting.build import prepare, run_version
from fairlap.hosting.container.images import Image
from fairlap.hosting.programs import contestant_path, find_program
from fairlap.hosting.requirements import missing
from fairlap.hosting.variables import Variables, expand
from fairlap.samples import Skip


@dataclass(frozen=True, slots=True)
class Prepared:
    """A contestant that was built: where it lies (in its image, if it has one), and the version that really runs."""

    contestant: Contestant
    folder: Path
    version: str | None
    image: Image | None = None


def paths_to_read(prepared: Iterable[Prepared]) -> tuple[Path, ...]:
    """What contestants must be able to read: their folders, and the programs that their start commands name."""
    paths: set[Path] = set()
    for item in prepared:
        program = expand(item.contestant.start[:1], Variables(build=item.folder))[0]
        found = find_program(program, folder=item.folder, path=contestant_path())
        paths.add(item.folder)
        if found is not None:
            paths.add(found.resolve())
    return tuple(sorted(paths))


def prepare_one(contestant: Contestant, build_root: Path) -> Prepared | Skip:
    """Build a contestant, or say why it cannot be: a Skip whose scenario is left empty."""
    lacking = missing(contestant)
    if lacking:
        reason = "; ".join(f"{item.requirement}: {item.reason}" for item in lacking)
        return Skip(
            contestant.name, "", "skipped", reason, "; ".join(item.mend for item in lacking if item.mend) or None
        )
    try:
        built = prepare(contestant, build_root)
    except BuildError as error:
        return Skip(contestant.name, "", "failed", f"build: {error.line()}", f"fairlap prepare {contestant.name}")
    return Prepared(contestant, built.folder, run_version(contestant, built.folder))
