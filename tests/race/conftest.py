"""Fixtures of tests that measure."""

from collections.abc import Iterator

import pytest

from fairlap.race.claim import SHARE


@pytest.fixture(scope="package", autouse=True)
def alone() -> Iterator[None]:
    """Let these tests have the machine, because none runs beside them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(SHARE)
        yield
