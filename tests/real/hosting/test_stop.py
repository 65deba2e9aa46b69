"""The end of contestants, orderly or not: nothing is left behind, in every mode of isolation that works here."""

import os
import signal
import subprocess
import time
import uuid
from pathlib import Path

import pytest

from fairlap.hosting import groups, launch, process, procfs
from fairlap.hosting.process import StopOutcome
from hosting_helpers import (
    DAEMONIZES,
    FORKS,
    IGNORES_TERM,
    IS_ROOT,
    PYTHON,
    WAITS,
    cgroups_of,
    marked,
    modes,
    needs_root,
    scratches,
    start,
    start_ready,
    wait_until,
)
from support import ROOT


def test_an_orderly_contestant_ends_with_term_and_leaves_nothing(mode, folder):
    host = mode.host(folder)
    hosted = start_ready(host, folder, WAITS)
    run_id = host.run_id
    if mode.layout is not None:
        assert cgroups_of(run_id)
    assert list((folder / "state").glob("*.json"))
    assert hosted.stop() == StopOutcome("TERM", 0)
    assert hosted.stop() == StopOutcome("TERM", 0)
    assert hosted.exit_reason() == "was killed by SIGTERM"
    assert marked(run_id) == []
    assert cgroups_of(run_id) == []
    assert scratches(host.run_id) == []
    assert list((folder / "state").iterdir()) == []


def test_a_contestant_that_ignores_term_is_killed(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, IGNORES_TERM)
        assert hosted.stop(grace_s=0.2) == StopOutcome("KILL", 0)
        assert hosted.exit_reason() == "was killed by SIGKILL"


def test_a_frozen_contestant_can_be_stopped(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, WAITS)
        hosted.freeze()
        assert hosted.stop() == StopOutcome("TERM", 0)


def test_a_daemon_that_left_the_session_is_found_and_killed(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, DAEMONIZES)
        assert hosted.stop(grace_s=1.0) == StopOutcome("TERM", 1)
        assert marked(host.run_id) == []
        assert cgroups_of(host.run_id) == []


def test_a_daemon_whose_main_process_has_ended_is_found_and_killed(mode, folder):
    source = DAEMONIZES.replace('print("ready", flush=True)\nwhile True:\n    signal.pause()', "os._exit(3)")
    with mode.host(folder) as host:
        hosted = start(host, folder, source)
        assert hosted.wait_exit(30.0)
        assert hosted.exit_reason() == "ended with exit status 3"
        wait_until(lambda: any(line.startswith("daemon") for line in hosted.log_tail()))
        assert hosted.stop() == StopOutcome("already ended", 1)
        assert marked(host.run_id) == []


HOPS = """
import os, signal, time
end = time.monotonic() + 120
print("ready", flush=True)
while time.monotonic() < end:
    if os.fork():
        os._exit(0)
    signal.sigtimedwait({signal.SIGUSR1}, 0.002)
"""
"""A new process every moment, that lives for less time than it takes to look for it; for two minutes at most, as nobody
can find it when the tests are killed."""


MULTIPLIES = """
import os, signal, time
end = time.monotonic() + 120
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
while time.monotonic() < end:
    if os.fork() == 0:
        signal.sigtimedwait({signal.SIGUSR1}, 0.05)
        os._exit(0)
    signal.sigtimedwait({signal.SIGUSR1}, 0.002)
"""


@pytest.mark.parametrize("source", [HOPS, MULTIPLIES], ids=["hops", "multiplies"])
def test_a_contestant_that_keeps_forking_is_killed_completely(mode, folder, source):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, source)
        hosted.stop(grace_s=0.1)
        # A single search could miss a survivor, like the search that let it survive.
        assert [marked(host.run_id) for _ in range(40)] == [[]] * 40
        assert cgroups_of(host.run_id) == []


OUTLIVED = """
import os, signal
if os.fork():
    os._exit(0)
print("ready", flush=True)
while True:
    signal.pause()
"""


def stopped_while(patched, mode, folder, *looks):
    """Stop a contestant whose child has outlived it, while these functions stand for others; nothing may be left."""
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, OUTLIVED)
        assert hosted.wait_exit(30.0)
        with patched.context() as patch:
            for module, name, look in looks:
                patch.setattr(module, name, look)
            outcome = hosted.stop()
        assert marked(host.run_id) == []
        assert cgroups_of(host.run_id) == []
    return outcome


def test_the_search_goes_on_while_the_process_group_has_members(mode, folder, monkeypatch):
    searches = iter(range(10**6))

    def blind_at_first():
        return [] if next(searches) < 30 else every()

    every = procfs.all_processes
    outcome = stopped_while(monkeypatch, mode, folder, (procfs, "all_processes", blind_at_first))
    assert outcome == StopOutcome("already ended", 1)


@pytest.mark.parametrize("grouped", [each for each in modes() if each.layout is not None], ids=lambda each: each.name)
def test_whoever_the_first_looks_missed_ends_before_the_group_is_removed(grouped, folder, monkeypatch):
    tried = []

    def removes(path, deadline):
        tried.append(path)
        return remove(path, deadline)

    def blind_at_first(look):
        return lambda *where: look(*where) if tried else ()

    remove = groups.remove_directory
    outcome = stopped_while(
        *(monkeypatch, grouped, folder),
        (groups, "remove_directory", removes),
        (groups, "read_pids", blind_at_first(groups.read_pids)),
        (procfs, "all_processes", blind_at_first(procfs.all_processes)),
    )
    assert outcome == StopOutcome("already ended", 0)


def test_a_contestant_that_keeps_forking_can_be_frozen(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, MULTIPLIES)
        for _ in range(5):
            hosted.freeze()
            before = set(marked(host.run_id))
            time.sleep(0.02)
            assert set(marked(host.run_id)) == before
            hosted.thaw()
        hosted.stop(grace_s=0.1)


def test_children_that_end_with_their_parent_are_not_left_behind(mode, folder):
    with mode.host(folder) as host:
        assert start_ready(host, folder, FORKS).stop() == StopOutcome("TERM", 0)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise SystemExit(3)", "ended with exit status 3"),
        ("import os; os.kill(os.getpid(), 11)", "was killed by SIGSEGV"),
        ("pass", "ended with exit status 0"),
    ],
)
def test_the_reason_of_an_end_is_told(mode, folder, source, reason):
    with mode.host(folder) as host:
        hosted = start(host, folder, source)
        assert hosted.wait_exit(30.0)
        assert hosted.exit_reason() == reason
        assert hosted.counts().processes == 0
        assert hosted.memory_bytes() is None
        hosted.freeze()
        hosted.thaw()
        assert hosted.stop() == StopOutcome("already ended", 0)


def test_waiting_for_an_end_that_does_not_come_is_bounded(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, WAITS)
        began = time.monotonic()
        assert not hosted.wait_exit(0.1)
        assert time.monotonic() - began > 0.09
        assert hosted.exit_reason() is None


def test_an_end_is_noticed_at_once(mode, folder):
    with mode.host(folder) as host:
        hosted = start_ready(host, folder, WAITS)
        os.kill(hosted.pid, signal.SIGKILL)
        began = time.monotonic()
        assert hosted.wait_exit(60.0)
        assert time.monotonic() - began < 60.0, "it did not wait for the bound"


def test_a_contestant_can_be_started_again_under_its_name(mode, folder):
    with mode.host(folder) as host:
        first = start_ready(host, folder, WAITS)
        with pytest.raises(ValueError, match="already"):
            start(host, folder, WAITS)
        first.stop()
        assert start_ready(host, folder, WAITS).exit_reason() is None


def test_leaving_the_block_stops_everything_even_after_an_error(mode, folder):
    with pytest.raises(KeyboardInterrupt), mode.host(folder, stop_grace_s=0.2) as host:
        run_id = host.run_id
        start_ready(host, folder, WAITS, "one")
        start_ready(host, folder, IGNORES_TERM, "two").freeze()
        raise KeyboardInterrupt
    assert marked(run_id) == []
    assert cgroups_of(run_id) == []


def test_one_that_ended_and_whose_group_another_fairlap_removed_is_frozen_and_stopped_without_a_word(mode, folder):
    with mode.host(folder) as host:
        hosted = start(host, folder, "raise SystemExit(3)")
        assert hosted.wait_exit(10.0)
        for group in cgroups_of(host.run_id):
            (group / "subject").rmdir()
        hosted.freeze()
        assert hosted.stop() == StopOutcome("already ended", 0)
        assert hosted.exit_reason() == "ended with exit status 3"


@pytest.mark.parametrize(("module", "step"), [(launch, "Child"), (process, "HostedProcess")])
def test_an_interrupt_in_the_middle_of_a_start_leaves_nothing(mode, folder, monkeypatch, module, step):
    class Interrupted(getattr(module, step)):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(module, step, Interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), mode.host(folder, stop_grace_s=0.2) as host:
            start(host, folder, WAITS)
    finally:
        signal.signal(signal.SIGINT, before)
    assert marked(host.run_id) == []
    assert cgroups_of(host.run_id) == []
    assert scratches(host.run_id) == []
    assert list((folder / "state").iterdir()) == []


@needs_root
@pytest.mark.skipif(not any(mode.name == "by cgroup v1" for mode in modes()), reason="no memory controller")
def test_the_memory_limit_kills_and_is_named_as_the_reason(folder):
    limited = next(mode for mode in modes() if mode.name == "by cgroup v1")
    with limited.host(folder, memory_limit_bytes=64 * 1024**2) as host:
        hosted = start(host, folder, "data = bytearray(b'x') * 300_000_000")
        assert limited.layout is not None
        with_swap = limited.layout.group(host.run_id, hosted.name).file("memory.memsw.limit_in_bytes")
        assert not with_swap.exists() or int(with_swap.read_text()) == 64 * 1024**2
        assert hosted.wait_exit(10.0)
        assert hosted.exit_reason() == "was killed by SIGKILL: it reached its memory limit"
        hosted.stop()
        assert hosted.exit_reason() == "was killed by SIGKILL: it reached its memory limit"


@pytest.mark.skipif(not IS_ROOT, reason="already without privileges: the other tests were this mode")
def test_all_of_it_holds_without_privileges_too(tmp_path):
    """Run the same tests again as user nobody, where only affinity, SIGSTOP and procfs are available."""
    import _pytest

    packages = Path(_pytest.__file__).parents[1]
    base = Path("/tmp") / f"fairlap-tests-{uuid.uuid4().hex[:8]}"
    base.mkdir(mode=0o777)
    base.chmod(0o777)
    paths = os.pathsep.join(map(str, (ROOT / "python", ROOT / "tests" / "support", packages)))
    options = ["-q", "-p", "no:cacheprovider", f"--basetemp={base}/pytest", "-c", str(ROOT / "pyproject.toml")]
    files = [str(ROOT / "tests" / "real" / "hosting" / f"test_{name}.py") for name in ("process", "stop", "leftovers")]
    command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all", "--inh-caps=-all"]
    try:
        done = subprocess.run(
            [*command, PYTHON, "-B", "-m", "pytest", *options, *files],
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": paths, "HOME": str(base), "TMPDIR": "/tmp"},
            cwd=base,
            capture_output=True,
            text=True,
            timeout=400,
        )
    finally:
        subprocess.run(["rm", "-rf", str(base)], check=True)
    if "No module named" in done.stdout + done.stderr:
        pytest.skip(f"{PYTHON} cannot use the packages of these tests")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
