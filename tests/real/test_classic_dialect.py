"""`fairlap classic` where the seed's tool is not installed: fairload speaks its dialect, and the report says so."""

import pytest

from fairlap.hosting.programs import HIDDEN
from race_helpers import TENTH
from support import Fairlap


def test_fairload_speaks_for_a_tool_that_is_not_installed(fairlap: Fairlap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HIDDEN, "ab")
    done = fairlap(*TENTH, "--contestants", "good")
    assert done.code == 0, done.err
    assert "ab is not installed" in " ".join(done.err.split())
    blocks = done.out.split("This is ApacheBench, Version 2.3")[1:]
    assert len(blocks) == 2, "two numbers of connections"
    for block, connections in zip(blocks, (4, 8), strict=True):
        assert f"Concurrency Level:      {connections}\n" in block
        assert "Complete requests:      500\nFailed requests:        0\n" in block
    assert "lapped by fairload ab 2.3" in " ".join(done.out.split())
    assert done.out == fairlap("report").out, "a stored run is shown again word for word"
