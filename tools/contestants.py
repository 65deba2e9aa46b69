"""`make contestants`: checks who can run here in all of its scenarios, and writes docs/contestants.md.

`make test` then checks only one of each language, and those whose files are others by now.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tools.pages import ROOT, Page, table

from fairlap.catalog import Catalog, Contestant, load_catalog
from fairlap.hosting.build import digest_of
from fairlap.hosting.hosting import PROCESSES
from fairlap.hosting.services.running import why_missing
from fairlap.samples import Skip

PAGE = ROOT / "docs" / "contestants.md"
SEEN = ROOT / "docs" / "contestants.json"
"""A digest of the files of each contestant that kept all its contracts when all were checked."""
BUILDS = ROOT / ".build" / "contestants"
HEAD = ("contestant", "framework", "version here, or why it cannot run", "keeps its contract in", "breaks it in")
FAIRLAP = Path(sys.executable).with_name("fairlap")


def keeps(contestant: Contestant, scenarios: Sequence[str]) -> bool:
    """Return whether `fairlap check` finds nothing wrong with a contestant in these scenarios."""
    command = [FAIRLAP, "check", contestant.name, *(word for one in scenarios for word in ("--scenario", one))]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def checked(catalog: Catalog, names: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each contestant: name, framework, version or why it cannot run here, what it keeps and breaks."""
    for contestant, ready in PROCESSES.prepare([catalog.contestant(name) for name in names], BUILDS, print):
        known = (f"`{contestant.name}`", f"{contestant.framework} ({contestant.language})")
        if isinstance(ready, Skip):
            yield *known, ready.reason.replace("|", "or"), "", ""
            continue
        wanted = [one for one in contestant.scenarios if why_missing(catalog.scenario(one)) is None]
        broken = [] if keeps(contestant, wanted) else [one for one in wanted if not keeps(contestant, [one])]
        kept = f"{len(wanted) - len(broken)} of {len(contestant.scenarios)}"
        yield *known, ready.version or "", kept, ", ".join(broken)


def unchanged(catalog: Catalog) -> frozenset[str]:
    """Return the contestants whose files are those with which they were seen to keep their contracts."""
    seen = json.loads(SEEN.read_text()) if SEEN.is_file() else {}
    return frozenset(one.name for one in catalog.contestants if seen.get(one.name) == digest_of(one.folder, ()))


def _write_seen(catalog: Catalog, rows: Sequence[tuple[str, ...]]) -> None:
    kept = [name.strip("`") for name, *_, kept, broken in rows if kept and not broken]
    digests = {name: digest_of(catalog.contestant(name).folder, ()) for name in kept}
    SEEN.write_text(json.dumps(digests, indent=2) + "\n")


def main() -> None:
    """Check those that are named, or all; exit with 1 if one breaks a contract. Only all together are written."""
    catalog = load_catalog(ROOT)
    names = sys.argv[1:] or [contestant.name for contestant in catalog.contestants]
    rows = list(checked(catalog, names))
    text = table(HEAD, rows)
    print(text)
    if not sys.argv[1:]:
        date = f"{datetime.now(UTC):%-d %B %Y}"
        Page(PAGE, "contestants", {"date": lambda: f"Checked on {date}.", "all": lambda: text}).write()
        _write_seen(catalog, rows)
    sys.exit(1 if any(row[-1] for row in rows) else 0)


if __name__ == "__main__":
    main()
