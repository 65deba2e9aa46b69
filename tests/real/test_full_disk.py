"""A disk that is full, at each moment: one line, what is finished is kept, and nothing is left behind."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hosting_helpers import needs_own_view, wait_until
from left_behind import left_behind, marked_processes
from race_helpers import LONG, SOON, stored, wait_for_board
from support import MISBEHAVING, Fairlap, Finished, copy_catalog

pytestmark = needs_own_view  # so mounts are permitted

SIZE = "1m"
SHORT = ("run", "misbehaving", "--contestants", "good", "--rounds", "1", "--cycles", "2", "--no-rates", *SOON)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk."""
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "test", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def fairlap(misbehaving_catalog: Path, disk: Path) -> Fairlap:
    """Fairlap whose results are on the small disk."""
    return Fairlap(misbehaving_catalog, disk / "results")


def fill(disk: Path) -> None:
    with (disk / "full").open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError as error:
            assert error.strerror == "No space left on device"


def one_line(done: Finished) -> None:
    """Assert one message that names the cause."""
    last = done.err.splitlines()[-1]
    assert done.code in (1, 2), done.err
    assert last.startswith("fairlap: ") and ("No space left" in last or "disk is full" in last), done.err
    assert done.err.count("fairlap: ") == 1, done.err


def test_a_full_disk_before_a_race_is_one_line(fairlap: Fairlap, disk: Path) -> None:
    fill(disk)
    one_line(fairlap(*SHORT))
    assert left_behind(fairlap.results) == []
    (disk / "full").unlink()
    fairlap(*SHORT, "--json", "-").all_raced()


@pytest.mark.parametrize("rounds", [0, 2])
def test_a_disk_that_fills_while_contestants_start_or_race_ends_that_in_order(
    fairlap: Fairlap, disk: Path, rounds: int
) -> None:
    running = fairlap.start(*LONG)
    if rounds:
        wait_for_board(fairlap, rounds)
    else:
        wait_until(lambda: bool(marked_processes(fairlap.results)))
    fill(disk)
    out, err = running.communicate(timeout=120)
    one_line(Finished(running.returncode, out, err))
    assert left_behind(fairlap.results) == []
    assert stored(fairlap) >= max(rounds - 1, 0)
    (disk / "full").unlink()
    fairlap(*SHORT, "--json", "-").all_raced()


def test_a_report_for_which_there_is_no_room_is_not_half_written(fairlap: Fairlap, disk: Path) -> None:
    assert fairlap(*SHORT).code in (0, 1)
    fill(disk)
    for option in ("--html", "--json", "--markdown"):
        one_line(fairlap.in_process("report", option, str(disk / "page")))
        assert not (disk / "page").exists(), "nothing half-written"
    (disk / "full").unlink()
    assert fairlap.in_process("report").code in (0, 1)


def test_a_build_for_which_there_is_no_room_fails_in_one_line(disk: Path, tmp_path: Path) -> None:
    catalog = copy_catalog(MISBEHAVING, tmp_path / "catalog")
    (catalog / ".build").symlink_to(disk)
    fairlap = Fairlap(catalog, tmp_path / "results")
    fill(disk)
    done = fairlap("prepare", "good")
    assert (done.code, done.err, done.out.count("\n")) == (1, "", 1)
    assert done.out.startswith("good: failed: build: ") and "No space left" in done.out
    (disk / "full").unlink()
    assert fairlap("prepare", "good").code == 0
