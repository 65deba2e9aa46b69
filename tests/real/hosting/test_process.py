"""Contestants in their sandboxes: frozen, measured and confined, in every mode of isolation that works here."""

import os
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from fairlap.errors import ContestantError, StartError, UsageError
from fairlap.hosting import hosted as hosted_module
from fairlap.hosting import procfs
from fairlap.hosting.body import Body
from fairlap.hosting.process import ProcessHost
from fairlap.hosting.user import UIDS, uid_for
from hosting_helpers import (
    BY_SIGNAL,
    COUNTS,
    DAEMONIZES,
    FORKS,
    PYTHON,
    WAITS,
    Mode,
    cgroups_of,
    marked,
    modes,
    needs_root,
    scratches,
    start,
    start_ready,
    status_of,
    wait_until,
)

SPINS = """
import signal, time
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
print("ready", flush=True)
signal.sigwait({signal.SIGUSR1})
end = time.process_time() + 0.5
while time.process_time() < end:
    pass
print("done", flush=True)
signal.pause()
"""
"""Takes half a second of CPU time when told to, however busy the machine is."""


SPINS_IN_CHILDREN = """
import os, time
for _ in range(2):
    pid = os.fork()
    if pid == 0:
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass
        os._exit(0)
    os.waitpid(pid, 0)
print("ready", flush=True)
time.sleep(60)
"""


def counter(path: Path) -> int:
    return int(path.read_bytes() or b"0")


def start_counter(host: ProcessHost, folder: Path, name: str = "subject"):
    file = folder / f"{name}.count"
    file.write_bytes(b"")
    file.chmod(0o666)
    hosted = start(host, folder, COUNTS, str(file), name=name)
    wait_until(lambda: counter(file) > 0)
    return hosted, file


def test_a_frozen_contestant_does_nothing_and_a_thawed_one_goes_on(mode, folder):
    with mode.host(folder) as host:
        hosted, file = start_counter(host, folder)
        for _ in range(3):
            hosted.freeze()
            hosted.freeze()
            before, cpu_before = counter(file), hosted.cpu_usage_us()
            time.sleep(0.1)
            assert counter(file) == before
            assert hosted.cpu_usage_us() == cpu_before
            hosted.thaw()
            hosted.thaw()
            wait_until(lambda before=before: counter(file) > before)


def test_freezing_reaches_children_and_daemons_too(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, DAEMONIZES)
        assert hosted.counts().processes == 2
        hosted.freeze()
        if mode.isolation.freezer == "SIGSTOP":
            assert all(procfs.all_stopped(pid) for pid in marked(host.run_id))
        assert hosted.stop(grace_s=0.2).how in ("TERM", "KILL")


@pytest.mark.parametrize(("dies", "reason"), [(True, "was killed by SIGKILL"), (False, "could not be frozen")])
def test_one_that_dies_instead_of_being_frozen_has_the_reason_of_its_end(mode, folder, monkeypatch, dies, reason):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, WAITS)

        def resist(body: Body) -> None:
            if dies:
                os.kill(hosted.pid, signal.SIGKILL)
            raise ContestantError("could not be frozen")

        monkeypatch.setattr(Body, "freeze", resist)
        monkeypatch.setattr(hosted_module, "_DYING_S", 30.0 if dies else 0.0)
        with pytest.raises(ContestantError, match=reason):
            hosted.freeze()


def test_between_two_looks_at_a_freezing_contestant_is_a_millisecond_at_most(mode, folder, monkeypatch):
    slept_s = []
    sleep = time.sleep
    monkeypatch.setattr(time, "sleep", lambda seconds: (slept_s.append(seconds), sleep(seconds)))
    with mode.host(folder) as host:
        hosted, _ = start_counter(host, folder)
        slept_s.clear()
        for _ in range(20):
            hosted.freeze()
            hosted.thaw()
        assert max(slept_s, default=0) <= 0.001


def test_cpu_time_grows_by_what_was_spun(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, SPINS)
        before = hosted.cpu_usage_us()
        os.kill(hosted.pid, signal.SIGUSR1)
        wait_until(lambda: "done" in hosted.log_tail())
        assert 490_000 < hosted.cpu_usage_us() - before < 600_000


def test_cpu_time_of_children_that_ended_is_counted(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, SPINS_IN_CHILDREN)
        assert 550_000 < hosted.cpu_usage_us() < 1_500_000


def test_memory_counts_what_was_allocated(mode, folder):
    source = "data = bytearray(b'x') * 100_000_000\n" + WAITS
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, source)
        assert 100_000_000 <= hosted.memory_bytes() < 150_000_000


def test_processes_and_threads_are_counted(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, FORKS)
        count = hosted.counts()
        assert (count.processes, count.threads) == (3, 4)


def test_only_the_servers_cpus_may_be_used(mode, folder):
    with mode.host(folder, server_cpus=(max(os.sched_getaffinity(0)),)) as host:
        hosted = start_ready(host, folder, WAITS)
        assert status_of(hosted.pid, "Cpus_allowed_list") == str(max(os.sched_getaffinity(0)))
    assert len(os.sched_getaffinity(0)) == os.cpu_count()


def test_the_main_process_is_the_command_itself_in_a_session_of_its_own(mode, folder):
    with mode.host(folder) as host:
        hosted = start(host, folder, WAITS)
        assert Path(f"/proc/{hosted.pid}/cmdline").read_bytes().split(b"\0")[1].endswith(b"subject.py")
        assert os.getsid(hosted.pid) == hosted.pid == os.getpgid(hosted.pid)


def test_the_environment_is_exactly_what_it_should_be(mode, folder, monkeypatch):
    monkeypatch.setenv("SECRET_OF_THE_USER", "1")
    with mode.host(folder, path="/usr/bin:/bin") as host:
        script = folder / "subject.py"
        script.write_text(WAITS)
        hosted = host.start("subject", [PYTHON, str(script)], folder, {"GOMAXPROCS": "1", "ODD": "a b=c\n'"}, 12345)
        lines = Path(f"/proc/{hosted.pid}/environ").read_bytes().rstrip(b"\0").split(b"\0")
        environment = dict(line.decode().split("=", 1) for line in lines)
        scratch = environment.pop("HOME")
        assert environment == {
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TMPDIR": scratch,
            "GOMAXPROCS": "1",
            "ODD": "a b=c\n'",
            "FAIRLAP_RUN": f"{host.run_id}/subject",
        }
        assert list(Path(scratch).iterdir()) == []


def test_no_open_file_of_ours_leaks_and_the_limit_is_equal_for_all(mode, folder):
    reading, writing = os.pipe()
    os.set_inheritable(writing, True)
    try:
        with mode.host(folder, open_files=1000) as host:
            hosted = start_ready(host, folder, WAITS)
            assert sorted(path.name for path in Path(f"/proc/{hosted.pid}/fd").iterdir()) == ["0", "1", "2"]
            assert Path(f"/proc/{hosted.pid}/fd/0").readlink() == Path("/dev/null")
            limits = Path(f"/proc/{hosted.pid}/limits").read_text().splitlines()
            assert next(line for line in limits if line.startswith("Max open files")).split()[3:5] == ["1000", "1000"]
    finally:
        os.close(reading)
        os.close(writing)


def test_output_and_errors_go_to_the_log_and_the_tail_begins_with_this_start(mode, folder):
    source = "import sys; print('out'); sys.stdout.flush(); print('err', file=sys.stderr)"
    with mode.host(folder) as host:
        for _ in range(2):
            hosted = start(host, folder, source)
            hosted.wait_exit(30.0)
            assert hosted.log_tail() == ("out", "err")
            hosted.stop()
    assert (folder / "logs/subject.log").read_text() == "out\nerr\n" * 2


def test_a_missing_program_is_one_clear_line(mode, folder):
    with mode.host(folder) as host, pytest.raises(StartError, match="'no-such-program' is not found"):
        host.start("subject", ["no-such-program"], folder, {}, 12345)
    assert scratches(host.run_id) == []


def test_a_program_that_cannot_be_executed_is_one_clear_line(mode, folder):
    script = folder / "broken"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    with mode.host(folder) as host:
        with pytest.raises(StartError, match=r"cannot be executed: .*No such file"):
            host.start("subject", ["./broken"], folder, {}, 12345)
        assert cgroups_of(host.run_id) == []
    assert scratches(host.run_id) == []
    assert list((folder / "state").iterdir()) == []


def test_a_missing_folder_is_one_clear_line(mode, folder):
    with mode.host(folder) as host, pytest.raises(StartError, match="does not exist"):
        host.start("subject", [PYTHON], folder / "absent", {}, 12345)


def test_freezing_one_leaves_the_others_running(mode, folder):
    with mode.host(folder) as host:
        one, one_file = start_counter(host, folder, "one")
        two, two_file = start_counter(host, folder, "two")
        one.freeze()
        before_one, before_two = counter(one_file), counter(two_file)
        wait_until(lambda: counter(two_file) > before_two)
        assert counter(one_file) == before_one
        two.freeze()
        one.thaw()
        before_two = counter(two_file)
        wait_until(lambda: counter(one_file) > before_one)
        assert counter(two_file) == before_two
        two.stop()
        assert one.exit_reason() is None


def test_a_command_runs_in_the_same_sandbox_with_the_callers_output(mode, folder, capfd):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, WAITS)
        assert hosted.run_inside(["/bin/sh", "-c", "echo $FAIRLAP_RUN; id -u; pwd; exit 7"]) == 7
        assert hosted.run_inside(["/bin/sh", "-c", "kill -9 $$"]) == 128 + 9
        run, user, cwd = capfd.readouterr().out.split()
        assert run == f"{host.run_id}/subject"
        assert user == ("65534" if mode.isolation.user == "nobody" else str(os.getuid()))
        assert cwd == str(folder)


def test_it_is_honest_about_the_network(folder):
    with pytest.raises(ValueError, match="enter_private_network"):
        Mode("x", replace(BY_SIGNAL, network="private namespace"), None).host(folder)


@pytest.mark.parametrize("name", ["../x", "", "a/b", ".hidden"])
def test_names_cannot_lead_out_of_their_folders(folder, name):
    with pytest.raises(ValueError, match="not a name"):
        modes()[0].host(folder, run_id=name or "/")
    with modes()[0].host(folder) as host, pytest.raises(ValueError, match="not a name"):
        host.start(name, [PYTHON], folder, {}, 12345)


def test_a_manual_contestant_is_served_once(folder):
    with modes()[0].host(folder, kind="manual", run_id="manual-subject") as host:
        start_ready(host, folder, WAITS)
        again = modes()[0].host(folder, kind="manual", run_id="manual-subject")
        with pytest.raises(UsageError, match="already being served"):
            start(again, folder, WAITS)


@needs_root
def test_a_contestant_is_nobody_and_can_gain_nothing(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, WAITS)
        assert status_of(hosted.pid, "Uid").split() == ["65534"] * 4
        assert status_of(hosted.pid, "Groups") == ""
        assert status_of(hosted.pid, "NoNewPrivs") == "1"
        for capabilities in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            assert int(status_of(hosted.pid, capabilities), 16) == 0
        (folder / "secret").write_text("x")
        (folder / "secret").chmod(0o600)
        for forbidden in ("touch here", "cat secret", "kill -0 1", "touch /root/here"):
            assert hosted.run_inside(["/bin/sh", "-c", f"{forbidden} 2>/dev/null"]) != 0
        assert hosted.run_inside(["/bin/sh", "-c", 'touch "$TMPDIR/here" "$HOME/there"']) == 0


@needs_root
def test_each_has_a_user_of_its_own_and_can_do_nothing_to_the_others(mode, folder):
    alone = Mode(mode.name, replace(mode.isolation, user="own user"), mode.layout)
    with alone.host(folder) as host:
        one, two = (start_ready(host, folder, WAITS, name) for name in ("one", "two"))
        users = [status_of(hosted.pid, "Uid").split() for hosted in (one, two)]
        assert users[0] == [users[0][0]] * 4 and users[0] != users[1]
        assert all(int(user[0]) in UIDS for user in users)
        for done in (
            f"kill -0 {two.pid}",
            f"cat /proc/{two.pid}/environ",
            f"renice 5 {two.pid}",
            f"touch {two.scratch}/x",
        ):
            assert one.run_inside(["/bin/sh", "-c", f"{done} >/dev/null 2>&1"]) != 0, done
        assert two.exit_reason() is None


MAKES_A_DEEP_TREE = """
import os, signal
os.chdir(os.environ["HOME"])
os.mkfifo("fifo")
for _ in range(5000):
    os.mkdir("d", 0o700)
    os.chdir("d")
os.mkdir("closed", 0)
print("ready", flush=True)
signal.pause()
"""


def test_a_tree_of_5000_folders_is_gone_afterwards(folder):
    with modes()[0].host(folder) as host:
        hosted = start_ready(host, folder, MAKES_A_DEEP_TREE)
        hosted.stop()
    assert not hosted.scratch.exists()


@needs_root
def test_user_ids_come_from_a_range_that_one_can_choose(monkeypatch):
    monkeypatch.setenv("FAIRLAP_UIDS", "70001-70002")
    assert uid_for("own user") in (70001, 70002)
    for wrong in ("x", "5", "9-3", "0-7", ""):
        monkeypatch.setenv("FAIRLAP_UIDS", wrong)
        with pytest.raises(UsageError, match="not a range of user ids"):
            uid_for("own user")
    monkeypatch.setenv("FAIRLAP_UIDS", "1-4000000000")
    with pytest.raises(UsageError, match="more than 100,000 user ids"):
        uid_for("own user")
    monkeypatch.setenv("FAIRLAP_UIDS", "65534-65534")
    with pytest.raises(UsageError, match="no user id is free in 65534-65534"):
        uid_for("own user")


@needs_root
def test_a_program_that_nobody_may_execute_is_one_clear_line(mode, folder):
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    (closed / "program").write_text("#!/bin/sh\n")
    (closed / "program").chmod(0o755)
    with mode.host(folder) as host, pytest.raises(StartError, match=r"cannot be executed: .*Permission denied"):
        host.start("subject", [str(closed / "program")], folder, {}, 12345)


@needs_root
def test_nobody_can_be_allowed_to_read_closed_folders_but_not_to_write(mode, folder):
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    (closed / "data").write_text("hello")
    stronger = Mode(mode.name, replace(mode.isolation, user="nobody, may read all files"), mode.layout)
    with mode.host(folder) as host, stronger.host(folder) as reading:
        plain, reader = start_ready(host, folder, WAITS), start_ready(reading, folder, WAITS, "reader")
        script = ["/bin/sh", "-c", f"cat {closed}/data >/dev/null 2>&1"]
        assert plain.run_inside(script) != 0
        assert reader.run_inside(script) == 0
        assert reader.run_inside(["/bin/sh", "-c", f"touch {closed}/new 2>/dev/null"]) != 0
        assert int(status_of(reader.pid, "CapEff"), 16) == 1 << 2
        assert int(status_of(reader.pid, "CapBnd"), 16) == 1 << 2
