"""`fairlap classic` before it starts anything."""

import pytest

from race_helpers import refused
from support import Fairlap


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("classic", "misbehaving"), "has no classic procedure to repeat (choose one of: from-redis, seed)"),
        (("run", "seed", "--method", "classic"), "the classic method is a command (fairlap classic SUITE)"),
        (("classic", "seed", "--generator", "fairload"), "the classic method needs"),
        (("classic", "seed", "--generator", "siege"), "unknown generator 'siege'"),
    ],
)
def test_what_does_not_go_together_is_refused(fairlap: Fairlap, arguments: tuple[str, ...], words: str) -> None:
    refused(fairlap.in_process(*arguments), words, fairlap)
