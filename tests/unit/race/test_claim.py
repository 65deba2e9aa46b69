"""A run belongs to one process at a time, and to none after that process was killed."""

import subprocess
import sys
from pathlib import Path

import pytest

from fairlap.errors import UsageError
from fairlap.race.claim import claimed, clear_claims, is_claimed

HOLD = """
import sys
from pathlib import Path
from fairlap.race.claim import claimed
with claimed(Path(sys.argv[1]), "run"):
    print("held", flush=True)
    sys.stdin.read()
"""


def locks(results: Path) -> list[str]:
    return [path.name for path in (results / ".running").iterdir()]


def test_a_run_is_claimed_once_and_nothing_is_left_of_it(tmp_path: Path) -> None:
    with claimed(tmp_path, "run"):
        with pytest.raises(UsageError, match="run run is still running"), claimed(tmp_path, "run"):
            pytest.fail("two have it")
        assert is_claimed(tmp_path, "run")
        with claimed(tmp_path, "other"):
            pass
        clear_claims(tmp_path)
        assert locks(tmp_path) == ["run.lock"], "the lock of somebody who lives stays"
    assert locks(tmp_path) == []
    assert not is_claimed(tmp_path, "run")
    assert locks(tmp_path) == [], "nothing is written by asking"


def test_a_run_of_a_killed_process_is_free(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(UsageError), claimed(tmp_path, "run"):
        pytest.fail("two have it")
    assert is_claimed(tmp_path, "run")
    holder.kill()
    holder.communicate()
    assert not is_claimed(tmp_path, "run")
    assert locks(tmp_path) == ["run.lock"]
    with claimed(tmp_path, "run"):
        pass
    assert locks(tmp_path) == []


def test_leftovers_of_killed_processes_are_cleared(tmp_path: Path) -> None:
    (tmp_path / ".running").mkdir()
    (tmp_path / ".running" / "old.lock").touch()
    clear_claims(tmp_path)
    assert locks(tmp_path) == []
