"""`fairlap` that waits only a second for two contestants that never answer, and as long as always for all others."""

import sys

from fairlap.cli import main
from fairlap.race import turn

NEVER_ANSWER = ("hangs", "never-ready")
BOUND_S = 1.0

start, as_always_s = turn.Turn.start, turn.READY_BOUND_S


def start_impatiently(self: turn.Turn, *arguments: object) -> None:
    """Start a contestant with the bound of its name."""
    turn.READY_BOUND_S = BOUND_S if self.name in NEVER_ANSWER else as_always_s
    start(self, *arguments)  # type: ignore[arg-type]


if __name__ == "__main__":
    del sys.argv[1:4]  # what it replaces: python -m fairlap
    turn.Turn.start = start_impatiently  # type: ignore[method-assign]
    main()
