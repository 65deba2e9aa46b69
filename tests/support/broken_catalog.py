"""A catalog with broken files, for tests of what needs them and what does not."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from left_behind import left_behind
from support import MISBEHAVING, Fairlap, copy_good

ERROR = "bad.toml: unknown key 'lingua'"


@pytest.fixture
def broken(opened: Path) -> Iterator[Fairlap]:
    """The command line on reference and good, and a broken contestant, scenario and suite."""
    catalog = opened / "catalog"
    for part in ("contestants/reference", "scenarios", "suites"):
        shutil.copytree(MISBEHAVING / part, catalog / part)
    copied = copy_good(catalog / "contestants" / "good")
    for suite in (catalog / "suites").glob("*.toml"):
        if suite.stem != "misbehaving":
            suite.unlink()
    bad = catalog / "contestants" / "bad" / "bad.toml"
    bad.parent.mkdir()
    good = (copied / "good.toml").read_text()
    bad.write_text(good.replace('"good"', '"bad"').replace("language ", 'lingua = "x"\nlanguage '))
    (catalog / "scenarios/broken.toml").write_text("=")
    (catalog / "suites/broken.toml").write_text("=")
    yield Fairlap(catalog, opened / "results")
    assert left_behind(opened) == []


def mentions(text: str) -> list[str]:
    """Return the lines about what is broken."""
    return [line for line in text.splitlines() if "is broken" in line]
