"""A contestant's own view of the machine, its limits, and the bounded log."""

import os
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from fairlap.hosting.hosted import HostedProcess
from fairlap.hosting.logs import KEPT_BYTES, free_middle, shorten, size
from fairlap.hosting.user import MOST_FILE_BYTES, MOST_PROCESSES, UserFound, find_user
from fairlap.hosting.view import PRIVATE_FOLDERS, enter_own_view, to_show, why_no_own_view
from hosting_helpers import (
    FORK_STORM,
    MOST_LOG_BYTES,
    NO_OWN_VIEW,
    PYTHON,
    WAITS,
    Mode,
    marked,
    modes,
    needs_own_view,
    start,
    start_ready,
    wait_until,
)

FLOODS = """
import signal
print("the first line", flush=True)
for _ in range(300):
    print("x" * 100_000)
print("ready", flush=True)
signal.pause()
"""


def alone(mode: Mode) -> Mode:
    """The same mode, with a user and a view of its own for each contestant."""
    return Mode(mode.name, replace(mode.isolation, user="own user", view="own"), mode.layout)


@pytest.fixture
def pair(mode: Mode, folder: Path) -> Iterator[tuple[HostedProcess, HostedProcess]]:
    """Two contestants of one host."""
    with alone(mode).host(folder) as host:
        yield start_ready(host, folder, WAITS, "one"), start_ready(host, folder, WAITS, "two")


def does(hosted: HostedProcess, script: str) -> bool:
    """Return whether a script succeeds in the sandbox of a contestant."""
    return hosted.run_inside(["/bin/sh", "-c", f"( {script} ) >/dev/null 2>&1"]) == 0


def list_of(pid: int) -> Path:
    """The PID namespace of a process."""
    return Path(f"/proc/{pid}/ns/pid").readlink()


@needs_own_view
@pytest.mark.parametrize("place", ["/tmp", "/var/tmp", "/dev/shm"])
def test_what_one_writes_there_nobody_else_sees_and_it_ends_with_it(pair, place: str) -> None:
    one, two = pair
    name = f"{place}/fairlap-test-{os.getpid()}"
    assert does(one, f"echo x > {name} && cat {name}")
    assert not does(two, f"cat {name}")
    assert not Path(name).exists(), "and the machine does not have it"


@needs_own_view
def test_what_the_machine_has_can_still_be_read(pair, folder: Path) -> None:
    (folder / "file").write_text("x")
    assert all(does(hosted, f"cat {folder}/file") for hosted in pair)
    assert not does(pair[0], f"echo y > {folder}/file"), "but not written"


@needs_own_view
@pytest.mark.parametrize(("place", "mebibytes"), [("/tmp", 256), ("/dev/shm", 64)])
def test_neither_disk_nor_memory_can_be_filled(pair, place: str, mebibytes: int) -> None:
    one, two = pair
    fill = f"head -c {mebibytes + 1}M /dev/zero > {place}/big"
    assert not does(one, fill)
    assert does(one, f"[ $(stat -c %s {place}/big) -le {mebibytes << 20} ] && rm {place}/big")
    assert does(two, f"head -c 1M /dev/zero > {place}/small"), "the other one has all of its own"


@needs_own_view
def test_other_processes_and_their_ipc_are_invisible(pair) -> None:
    one, two = pair
    assert does(one, "[ -e /proc/2/stat ] && [ -e /proc/self/stat ]"), "it is the second one of its own list"
    for pid in (one.pid, two.pid, os.getpid(), 1):
        assert not does(one, f"[ -e /proc/{pid}/stat ]")
    assert does(one, "ipcmk --shmem 1000 && [ $(ipcs -m | grep -c 0x) = 1 ]")
    assert does(two, "[ $(ipcs -m | grep -c 0x) = 0 ]")
    assert not does(one, "hostname other") and socket.gethostname() != "other"


@needs_own_view
def test_of_control_groups_it_sees_only_its_own_with_its_memory_limit(mode: Mode, folder: Path) -> None:
    limit_bytes = 64 << 20
    with alone(mode).host(folder, memory_limit_bytes=limit_bytes) as host:
        one = start_ready(host, folder, WAITS, "one")
        assert not does(one, "grep -v ':/$' /proc/self/cgroup"), "no run, and no name of another"
        limits = "find /sys/fs/cgroup -name memory.limit_in_bytes -o -name memory.max"
        is_limited = mode.isolation.memory_limit != "none"
        assert does(one, f'[ "$({limits} | xargs cat)" = {limit_bytes} ]') == is_limited, "Java looks there"
        of_all = [] if mode.layout is None else mode.layout.group(host.run_id, "one").paths
        assert not any(does(one, f"[ -e {path.parents[1]} ]") for path in of_all), "nor the groups of all runs"


@needs_own_view
def test_signals_to_all_reach_none_of_another_even_with_the_same_user(mode: Mode, folder: Path) -> None:
    alike = Mode(mode.name, replace(mode.isolation, view="own"), mode.layout)
    with alike.host(folder) as host:
        one, two = start_ready(host, folder, WAITS, "one"), start_ready(host, folder, WAITS, "two")
        one.run_inside(["/bin/sh", "-c", "kill -KILL -1"])
        assert one.wait_exit(10) and one.exit_reason() == "was killed by SIGKILL"
        assert two.exit_reason() is None


@needs_own_view
def test_what_its_children_leave_is_reaped_and_ends_with_it(pair) -> None:
    one, _ = pair
    started = psutil.Process().children()
    (first,) = [each for each in started if each.cmdline()[1:] == ["init"] and list_of(each.pid) == list_of(one.pid)]
    assert does(one, "for _ in 1 2 3 4; do (true &); done; (setsid sleep 1000 &)")
    wait_until(lambda: [child.name() for child in first.children()] == ["sleep"])
    assert one.stop().left_behind == 1
    assert not first.is_running()


@needs_own_view
def test_no_file_grows_beyond_a_bound_not_even_the_log(folder: Path) -> None:
    script = "import os, sys; [os.ftruncate(1, int(bytes)) for bytes in sys.argv[1:]]"
    with alone(modes()[-1]).host(folder) as host:
        within = start(host, folder, script, str(MOST_FILE_BYTES), name="within")
        beyond = start(host, folder, script, str(MOST_FILE_BYTES + 1), name="beyond")
        assert within.wait_exit(20) and within.exit_reason() == "ended with exit status 0"
        assert beyond.wait_exit(20) and beyond.exit_reason() == "ended with exit status 1"
        assert "File too large" in beyond.log_tail(1)[0]


def test_a_fork_storm_is_bounded_and_hits_nobody_else(folder: Path) -> None:
    with alone(modes()[-1]).host(folder, memory_limit_bytes=4 << 30) as host:
        storm, other = start(host, folder, FORK_STORM, name="storm"), start_ready(host, folder, WAITS, "other")
        wait_until(lambda: bool(storm.log_tail(1)), 120)
        said, count, *why = storm.log_tail(1)[0].split(" ", 2)
        assert (said, why) == ("refused", ["Resource temporarily unavailable"])
        assert int(count) == MOST_PROCESSES - 1
        assert does(other, "true")
        assert storm.stop(grace_s=0.1).how == "KILL"
    assert marked(host.run_id) == []


def test_a_path_that_cannot_be_read_in_it_is_named(tmp_path: Path) -> None:
    why = why_no_own_view([tmp_path / "missing"])
    assert why is not None
    assert (NO_OWN_VIEW or "missing cannot be read") in why


def test_of_an_endless_log_the_beginning_and_the_end_stay(folder: Path) -> None:
    with modes()[0].host(folder) as host:
        hosted = start_ready(host, folder, FLOODS)
        long = size(hosted.log_path)
        assert long > 30_000_000
        hosted.freeze()
        assert size(hosted.log_path) == long, "somebody has it open"
        assert hosted.log_path.stat().st_blocks * 512 < 3 * KEPT_BYTES
        assert hosted.log_tail(1) == ("ready",)
    text = hosted.log_path.read_text()
    assert len(text) < 2 * KEPT_BYTES + 100
    assert text.startswith("the first line\nxxx") and text.endswith("x\nready\n")
    assert f"[fairlap: {long - 2 * KEPT_BYTES:,} bytes are left out here]" in text


FLOODS_AT_ONCE = """
import os, signal
for _ in range(800):
    os.write(1, b"x" * (1 << 20))
print("\\nready", flush=True)
signal.pause()
"""


def test_a_flood_before_the_first_freeze_costs_no_disk(folder: Path) -> None:
    most = 0

    def is_ready() -> bool:
        nonlocal most
        most = max(most, hosted.log_path.stat().st_blocks * 512)
        return hosted.log_tail(1) == ("ready",)

    with modes()[0].host(folder) as host, host.bounding_logs():
        hosted = start(host, folder, FLOODS_AT_ONCE)
        wait_until(is_ready)
        wait_until(lambda: hosted.log_path.stat().st_blocks * 512 < 8 * KEPT_BYTES)
        assert size(hosted.log_path) > 800 << 20
    assert "logs" not in {thread.name for thread in threading.enumerate()}
    assert most < MOST_LOG_BYTES


FLOODS_UNTIL_REFUSED = """
import os, signal
try:
    while True:
        os.write(1, b"x" * (1 << 20))
except OSError:
    signal.pause()
"""


@needs_own_view
def test_a_flood_that_nobody_looks_at_is_bounded_and_gone_at_the_next_freeze(folder: Path) -> None:
    most = 0

    def is_refused() -> bool:
        nonlocal most
        most = max(most, hosted.log_path.stat().st_blocks * 512)
        return size(hosted.log_path) == MOST_FILE_BYTES

    with alone(modes()[-1]).host(folder) as host:
        hosted = start(host, folder, FLOODS_UNTIL_REFUSED)
        wait_until(is_refused, 60)
        assert hosted.exit_reason() is None
        hosted.freeze()
        assert hosted.log_path.stat().st_blocks * 512 < 3 * KEPT_BYTES
    assert most < MOST_FILE_BYTES + KEPT_BYTES, "with what the file system needs for itself"


def test_a_log_that_is_removed_while_it_is_looked_at_ends_nothing(tmp_path: Path) -> None:
    class Vanishing(type(tmp_path)):
        def stat(self, **options: bool) -> os.stat_result:
            found = super().stat(**options)
            self.unlink()
            return found

    log = Vanishing(tmp_path / "flood.log")
    with log.open("wb") as file:
        file.truncate(100 * KEPT_BYTES)
    assert free_middle(log) == KEPT_BYTES
    assert free_middle(log) == KEPT_BYTES, "it is not there any more"


def test_a_short_log_stays_as_it_is(tmp_path: Path) -> None:
    log = tmp_path / "short.log"
    log.write_bytes(b"x\n" * KEPT_BYTES)
    assert free_middle(log) == free_middle(log, 100 * KEPT_BYTES) == KEPT_BYTES
    shorten(log)
    assert log.read_bytes() == b"x\n" * KEPT_BYTES


@pytest.fixture
def closed(folder: Path) -> Iterator[Path]:
    """A folder that only root can enter, with a program and what belongs to it, and with something else."""
    top = folder / "closed"
    for part in ("bin", "lib", "private"):
        (top / "tool" / part if part != "private" else top / part).mkdir(parents=True)
    (top / "tool" / "bin" / "python").symlink_to(PYTHON)
    (top / "tool" / "lib" / "file").write_text("x")
    (top / "private" / "file").write_text("secret")
    (top / "app").mkdir()
    top.chmod(0o700)
    yield top
    top.chmod(0o755)


@needs_own_view
def test_of_a_folder_that_only_root_can_enter_it_sees_its_program_and_nothing_else(folder: Path, closed: Path) -> None:
    program, app = closed / "tool" / "bin" / "python", closed / "app"
    paths = (program, app)
    shown = to_show(paths, str(closed / "tool" / "bin"))
    assert shown == (app, closed / "tool")
    enter = [*enter_own_view(shown)[0], *enter_own_view(shown)[1]]
    assert find_user(paths).user == "own user, may read all files", "without being shown them"
    assert find_user(paths, enter) == UserFound("own user", ())
    with alone(modes()[-1]).host(folder) as host:
        hosted = host.start("one", [str(program), "-c", WAITS], app, {}, 8000)
        wait_until(lambda: hosted.log_tail(1) == ("ready",))
        assert does(hosted, f"cat {closed}/tool/lib/file")
        assert not does(hosted, f"ls {closed}/private")
        assert does(hosted, f"[ $(ls {closed} | wc -l) = 2 ]")
        assert not does(hosted, f"touch {closed}/new") and not does(hosted, f"touch {closed}/tool/new")
    assert (closed / "private" / "file").read_text() == "secret"


@needs_own_view
def test_of_results_of_homes_and_of_other_builds_it_sees_nothing(folder: Path) -> None:
    builds = folder / "builds"
    for name in ("one", "two"):
        (builds / name).mkdir(parents=True)
        (builds / name / ".fairlap-built").touch()
    with alone(modes()[-1]).host(folder) as host:
        hosted = host.start("one", [PYTHON, "-c", WAITS], builds / "one", {}, 8000)
        wait_until(lambda: hosted.log_tail(1) == ("ready",))
        assert does(hosted, f"[ -e {builds}/one/.fairlap-built ] && [ $(ls {builds}) = one ]")
        for hidden in (builds / "two", folder / "state", folder / "logs"):
            assert hidden.exists()
            assert not does(hosted, f"[ -e {hidden} ]")
        for private in PRIVATE_FOLDERS:
            assert does(hosted, f"[ $(stat -f -c %T {private}) = tmpfs ] && ! touch {private}/new")
        assert does(hosted, '[ -z "$(ls -A /run | grep -v "^mount$")" ]'), "no sockets; `mount` leaves a folder"


@needs_own_view
def test_what_is_shown_is_what_stands_around_a_program_and_what_it_links_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    home = tmp_path / "home"
    for place in ("one/bin", "two/1.0/bin", "bin"):
        (home / place).mkdir(parents=True)
    (home / "two/1.0/bin/node").touch()
    (home / "one/bin/node").symlink_to("../../two/1.0/bin/node")
    (home / "bin/tool").touch()
    shown = to_show([home / "one/bin/node"], "")
    assert shown == (home / "one", home / "two/1.0")
    assert to_show([Path("/bin/sh")], "/usr/bin:/nowhere") == ()
    assert to_show([], str(tmp_path / "home/bin")) == (home,)
    home.chmod(0o700)
    assert to_show([], str(tmp_path / "home/bin")) == (home / "bin",), "the folder above would stay closed"
