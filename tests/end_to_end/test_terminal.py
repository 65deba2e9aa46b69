"""What a person sees who races on a terminal: the stage, a bar, the time left, and then the table."""

import os
import pty
import subprocess

from conftest import BOUND_S, Fairlap


def test_a_race_on_a_terminal_shows_its_progress_and_ends_with_the_table(fairlap: Fairlap) -> None:
    ours, theirs = pty.openpty()
    arguments = ("run", "misbehaving", "--contestants", "good,wrong-body", "--rounds", "2", "--cycles", "4")
    running = subprocess.Popen(
        fairlap.command(*arguments),
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"},
        text=True,
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the last writer has closed it
            break
        if not part:
            break
        shown += part
    os.close(ours)
    out, _ = running.communicate(timeout=BOUND_S)
    seen = shown.decode(errors="replace")
    assert running.returncode == 1, seen
    assert "Traceback" not in seen
    assert "round 2 of 2" in seen
    assert "left" in seen
    assert "wrong-body: verify:" in seen, "failures are said at once, above the bar"
    assert "requests" in out
    assert "good" in out
