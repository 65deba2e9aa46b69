"""The folder of a site, whose name everybody can predict."""

import os
from pathlib import Path

import pytest

from fairlap.cluster.machine import NODE_DIR, site_folder
from fairlap.errors import UsageError


def test_a_folder_that_somebody_else_has_made_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    somebody = 4_000_000_000 + os.getpid()
    monkeypatch.delenv(NODE_DIR, raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    made = Path(f"/var/tmp/fairlap-{somebody}")
    made.mkdir()
    try:
        with pytest.raises(UsageError, match=f"{made}: somebody else can write to it .*{NODE_DIR}"):
            site_folder("10.0.0.2")
    finally:
        made.rmdir()


def test_one_that_is_ours_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(NODE_DIR, str(tmp_path))
    assert site_folder("10.0.0.2") == tmp_path / "10.0.0.2"
