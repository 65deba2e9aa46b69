"""What /proc says of a process that ends while it is read."""

import os
import subprocess
from collections.abc import Callable

import pytest

from fairlap.hosting import procfs


@pytest.mark.parametrize(
    ("look", "when_gone"),
    [
        pytest.param(procfs.read_process, None, id="state"),
        pytest.param(procfs.command_line, None, id="command line"),
        pytest.param(lambda pid: procfs.has_marker(pid, "HOME=/"), False, id="environment"),
    ],
)
def test_one_that_ends_between_the_opening_and_the_reading_of_its_file_is_gone(
    look: Callable[[int], object], when_gone: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    with subprocess.Popen(["sleep", "60"], env={"HOME": "/", "PATH": os.environ["PATH"]}) as child:
        try:
            assert look(child.pid) not in (None, False)
            plain_read = os.read

            def end_and_read(descriptor: int, length: int) -> bytes:
                child.kill()
                child.wait()
                return plain_read(descriptor, length)

            monkeypatch.setattr(os, "read", end_and_read)
            assert look(child.pid) is when_gone
        finally:
            monkeypatch.undo()
            child.kill()
    assert look(child.pid) is when_gone, "and so is one that has ended before"
