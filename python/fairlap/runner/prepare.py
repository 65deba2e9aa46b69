"""From a manifest to something that can be started."""

from pathlib import Path

from fairlap.catalog import Contestant
from fairlap.errors import BuildError
from fairlap.hosting.build import prepare, run_version
from fairlap.hosting.requirements import missing
from fairlap.runner.prepared import Prepared
from fairlap.samples import Skip


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
