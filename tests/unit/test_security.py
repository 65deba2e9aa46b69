"""docs/security.md names tests that exist."""

import re

from support import ROOT


def test_every_test_that_the_page_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "security.md").read_text()))
    found = {
        name for file in (ROOT / "tests").rglob("*.py") for name in re.findall(r"def (test_\w+)", file.read_text())
    }
    assert len(named) >= 8
    assert named <= found, named - found
