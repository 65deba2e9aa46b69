"""A run belongs to one process at a time, and to none after that process was killed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from fairlap.errors import UsageError
from fairlap.race import claim
from fairlap.race.claim import claimed, clear_claims, is_claimed, machine_claimed

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


HOLD_MACHINE = """
import os, sys
from pathlib import Path
from fairlap.race import claim
del os.environ[claim.SHARE]
claim.MACHINE_LOCKS = (Path(sys.argv[1]),)
with claim.machine_claimed("r1", Path("/results")):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_machine_is_claimed_by_one_race_whatever_its_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, "MACHINE_LOCKS", (Path("/nowhere/fairlap.lock"), tmp_path / "fairlap.lock"))
    command = [sys.executable, "-c", HOLD_MACHINE, str(tmp_path / "fairlap.lock")]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with machine_claimed("r2", tmp_path):  # FAIRLAP_SHARE_MACHINE is set in tests
        pass
    monkeypatch.delenv(claim.SHARE)
    name = f"run r1 of process {holder.pid}, results in /results"
    with pytest.raises(UsageError, match=re.escape(name)) as refused, machine_claimed("r2", tmp_path):
        pytest.fail("two have it")
    assert "FAIRLAP_SHARE_MACHINE=1" in str(refused.value.hint)
    holder.kill()
    holder.communicate()
    with machine_claimed("r2", tmp_path), pytest.raises(UsageError, match="run r2"), machine_claimed("r3", tmp_path):
        pytest.fail("two have it")


def test_the_lock_of_a_machine_follows_no_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(claim.SHARE)
    monkeypatch.setattr(claim, "MACHINE_LOCKS", (tmp_path / "fairlap.lock",))
    precious = tmp_path / "precious"
    precious.write_text("kept")
    (tmp_path / "fairlap.lock").symlink_to(precious)
    with pytest.raises(UsageError, match="symbolic links"), machine_claimed("r", tmp_path):
        pytest.fail("it follows")
    assert precious.read_text() == "kept"


def test_leftovers_of_killed_processes_are_cleared(tmp_path: Path) -> None:
    (tmp_path / ".running").mkdir()
    (tmp_path / ".running" / "old.lock").touch()
    clear_claims(tmp_path)
    assert locks(tmp_path) == []
