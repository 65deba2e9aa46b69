"""`make contestants`: checks who can run here in all of its scenarios, and writes docs/contestants.md.

`make test` then checks one of each language, each scenario with one of them, and all whose files are others by now.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from tools.pages import ROOT, Page, table

from fairlap.catalog import Catalog, Contestant, Scenario, load_catalog
from fairlap.hosting.build import digest_of
from fairlap.hosting.hosting import PROCESSES
from fairlap.hosting.services.running import why_missing
from fairlap.samples import Skip

PAGE = ROOT / "docs" / "contestants.md"
SEEN = ROOT / "docs" / "contestants.json"
"""Digests of the files of each contestant that kept all its contracts when all were checked, and of each scenario."""
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


def unchanged(catalog: Catalog) -> tuple[frozenset[str], frozenset[str]]:
    """Return the contestants and the scenarios that are as they were when all contracts were checked."""
    seen = json.loads(SEEN.read_text())
    now = _digests(catalog)
    contestants, scenarios = (
        frozenset(name for name, digest in now[kind].items() if seen[kind].get(name) == digest) for kind in now
    )
    return contestants, scenarios


def _digests(catalog: Catalog) -> dict[str, dict[str, str]]:
    return {
        "contestants": {one.name: digest_of(one.folder, ()) for one in catalog.contestants},
        "scenarios": {one.name: _digest_of_scenario(one) for one in catalog.scenarios},
    }


def _digest_of_scenario(scenario: Scenario) -> str:
    said = scenario.model_dump_json(exclude={"folder"}, exclude_defaults=True)
    return sha256(said.encode()).hexdigest()


def _write_seen(catalog: Catalog, rows: Sequence[tuple[str, ...]]) -> None:
    kept = {name.strip("`") for name, *_, kept, broken in rows if kept and not broken}
    digests = _digests(catalog)
    digests["contestants"] = {name: digest for name, digest in digests["contestants"].items() if name in kept}
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
