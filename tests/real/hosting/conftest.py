"""What tests of hosting share: every kind of isolation that works here, an open folder, and the id of a run."""

import uuid
from pathlib import Path

import pytest

from hosting_helpers import Mode, modes


@pytest.fixture(params=modes(), ids=lambda mode: mode.name)
def mode(request: pytest.FixtureRequest) -> Mode:
    """One kind of isolation; a test runs under each."""
    return request.param


@pytest.fixture
def folder(opened: Path) -> Path:
    """Where contestants lie, and whatever a host writes."""
    return opened


@pytest.fixture
def run_id() -> str:
    """Of a run that no other test has."""
    return f"test-{uuid.uuid4().hex[:8]}"
