"""What a crash leaves behind, and how the next start clears it; contestants that are served by hand stay."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fairlap.errors import UsageError
from fairlap.hosting import process, procfs
from fairlap.hosting.certificate import Certificate
from fairlap.hosting.leftovers import clear_leftovers, current_runs, find_leftovers, find_served, served
from fairlap.hosting.records import read_states
from hosting_helpers import (
    DAEMONIZES,
    FORKS,
    IGNORES_TERM,
    PYTHON,
    WAITS,
    cgroups_of,
    marked,
    modes,
    needs_groups,
    needs_root,
    scratches,
    start_ready,
    wait_until,
)

OWNER = """
import os, signal, sys
from pathlib import Path
from hosting_helpers import modes, start_ready
import hosting_helpers

mode = next(mode for mode in modes() if mode.name == sys.argv[1])
folder, run_id, kind, frozen = Path(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5] == "frozen"
host = mode.host(folder, run_id=run_id, kind=kind)
hosted = start_ready(host, folder, getattr(hosting_helpers, sys.argv[6]))
if frozen:
    hosted.freeze()
if kind == "manual":
    host.detach()
    raise SystemExit(0)
print("hosting", flush=True)
signal.pause()
"""
"""A Fairlap that hosts one contestant until it is killed (or, manually, leaves it)."""


def owner_command(mode, folder, run_id, kind="run", frozen="running", source="WAITS") -> list[str]:
    script = folder / "owner.py"
    script.write_text(OWNER)
    return [sys.executable, str(script), mode.name, str(folder), run_id, kind, frozen, source]


def owner_environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def crash(mode, folder, run_id, **options) -> None:
    """Host a contestant in another process, and kill that process the hard way."""
    owner = subprocess.Popen(
        owner_command(mode, folder, run_id, **options), stdout=subprocess.PIPE, env=owner_environment()
    )
    try:
        assert owner.stdout is not None
        assert owner.stdout.readline() == b"hosting\n"
    finally:
        owner.kill()
        owner.communicate()


@pytest.mark.parametrize("frozen", ["running", "frozen"])
@pytest.mark.parametrize("source", ["WAITS", "IGNORES_TERM", "DAEMONIZES"])
def test_what_a_killed_fairlap_left_is_cleared_by_the_next(mode, folder, run_id, frozen, source):
    crash(mode, folder, run_id, frozen=frozen, source=source)
    assert len(marked(run_id)) == (2 if source == "DAEMONIZES" else 1)
    (found,) = find_leftovers(folder / "state")
    assert (found.run_id, found.name, found.processes) == (run_id, "subject", len(marked(run_id)))
    (cleared,) = clear_leftovers(folder / "state")
    assert cleared == found
    assert marked(run_id) == []
    assert cgroups_of(run_id) == []
    assert scratches(run_id) == []
    assert list((folder / "state").iterdir()) == []
    assert clear_leftovers(folder / "state") == ()


@pytest.mark.parametrize("grouped", [each for each in modes() if each.layout], ids=lambda each: each.name)
def test_what_a_start_makes_is_made_only_when_the_state_names_it_already(grouped, folder, run_id, monkeypatch):
    """The next Fairlap finds everything that a Fairlap killed in between leaves behind."""
    named = []

    def looking(make):
        def look_and_make(*arguments):
            named.append([entry.name for _, state in read_states(folder / "state") for entry in state.entries])
            return make(*arguments)

        return look_and_make

    kind = type(grouped.layout)
    monkeypatch.setattr(kind, "create", looking(kind.create))
    monkeypatch.setattr(process, "make_scratch", looking(process.make_scratch))
    with grouped.host(folder, run_id=run_id) as host:
        start_ready(host, folder, WAITS)
    assert named == [["subject"], ["subject"]]


def test_a_run_that_is_still_going_on_is_not_touched(mode, folder, run_id):
    with mode.host(folder, run_id=run_id) as host:
        hosted = start_ready(host, folder, WAITS)
        make_old(cgroups_of(run_id))
        assert clear_leftovers(folder / "state") == ()
        assert hosted.exit_reason() is None
        assert find_leftovers(folder / "state") == ()


def test_a_crash_between_the_entry_and_the_start_is_cleared_by_the_marker(mode, folder, run_id):
    crash(mode, folder, run_id)
    (path,) = (folder / "state").glob("*.json")
    state = json.loads(path.read_text())
    state["entries"][0]["process"] = None
    path.write_text(json.dumps(state))
    assert [leftover.processes for leftover in clear_leftovers(folder / "state")] == [1]
    assert marked(run_id) == []


def test_the_certificate_of_a_host_goes_with_it_unless_its_contestants_stay(folder, run_id):
    made = folder / "tls"
    for kind, stays in (("run", False), ("manual", True)):
        made.mkdir(exist_ok=True)
        with modes()[0].host(folder, run_id=run_id, kind=kind, certificate=Certificate(made, "")) as host:
            assert made.exists()
            if stays:
                host.detach()
        assert made.exists() is stays


def test_the_certificate_of_a_killed_run_is_removed_with_it(folder, run_id):
    crash(modes()[0], folder, run_id)
    (path,) = (folder / "state").glob("*.json")
    state = json.loads(path.read_text())
    certificate = folder / "logs" / "tls"
    certificate.mkdir()
    (certificate / "key.pem").write_text("a key")
    state["entries"][0]["certificate"] = str(certificate)
    path.write_text(json.dumps(state))
    clear_leftovers(folder / "state")
    assert not certificate.exists()


def test_a_process_that_only_has_the_same_pid_is_never_touched(folder, run_id):
    bystander = subprocess.Popen(["sleep", "60"])
    try:
        crash(modes()[0], folder, run_id)
        clear_me = marked(run_id)[0]
        (path,) = (folder / "state").glob("*.json")
        state = json.loads(path.read_text())
        key = procfs.read_process(bystander.pid).key
        state["entries"][0]["process"] = {"pid": bystander.pid, "start_ticks": key.start_ticks - 1}
        path.write_text(json.dumps(state))
        clear_leftovers(folder / "state")
        assert bystander.poll() is None
        assert clear_me not in marked(run_id)
    finally:
        bystander.kill()
        bystander.wait()


def test_an_owner_with_a_reused_pid_counts_as_gone(folder, run_id):
    crash(modes()[0], folder, run_id)
    (path,) = (folder / "state").glob("*.json")
    state = json.loads(path.read_text())
    state["owner"] = {"pid": os.getpid(), "start_ticks": procfs.own_key().start_ticks + 1}
    path.write_text(json.dumps(state))
    assert len(clear_leftovers(folder / "state")) == 1


def test_after_a_restart_of_the_machine_pids_mean_nothing(folder, run_id):
    with modes()[0].host(folder, run_id=run_id) as host:
        hosted = start_ready(host, folder, WAITS)
        (path,) = (folder / "state").glob("*.json")
        state = json.loads(path.read_text())
        path.write_text(json.dumps({**state, "boot": "another"}))
        (cleared,) = clear_leftovers(folder / "state")
        assert cleared.processes == 0
        assert not path.exists()
        assert hosted.exit_reason() is None


def test_the_state_of_another_machine_is_left_alone(folder, run_id):
    with modes()[0].host(folder, run_id=run_id) as host:
        start_ready(host, folder, WAITS)
        (path,) = (folder / "state").glob("*.json")
        state = json.loads(path.read_text())
        path.write_text(json.dumps({**state, "machine": "another", "boot": "another"}))
        assert clear_leftovers(folder / "state") == ()
        assert path.exists()


def test_state_files_that_cannot_be_used_are_named_and_set_aside(tmp_path):
    (tmp_path / "empty.json").write_text("")
    (tmp_path / "open.json").write_text("{}")
    (tmp_path / "open.json").chmod(0o666)
    (tmp_path / "pipe.json").symlink_to("/dev/zero")
    assert find_leftovers(tmp_path) == () == current_runs(tmp_path) == served(tmp_path)
    empty, opened, pipe = (leftover.text for leftover in clear_leftovers(tmp_path))
    assert "the state file empty.json (Invalid JSON" in empty and "it is empty.broken now" in empty
    assert "open.json (somebody else can write it)" in opened
    assert "pipe.json (not a file)" in pipe
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.broken", "open.broken", "pipe.broken"]
    assert clear_leftovers(tmp_path) == (), "it is told once"


@needs_root
def test_the_state_file_of_another_user_is_not_followed(folder, run_id):
    with modes()[0].host(folder, run_id=run_id) as host:
        hosted = start_ready(host, folder, WAITS)
        (path,) = (folder / "state").glob("*.json")
        os.chown(path, 65534, 65534)
        (named,) = clear_leftovers(folder / "state")
        assert "somebody else can write it" in named.text
        assert hosted.exit_reason() is None


def make_old(groups: list[Path]) -> None:
    """Date the cgroups of a run back to 1970; a shorter limit would clear those of other tests, too."""
    for group in groups:
        for path in (*group.glob("*/"), group):
            os.utime(path, (0, 0))


def test_no_state_folder_means_no_leftovers(tmp_path):
    assert clear_leftovers(tmp_path / "absent") == ()
    assert served(tmp_path / "absent") == ()


@needs_groups
def test_empty_cgroups_that_nobody_knows_go_when_they_are_old(tmp_path, run_id):
    group = modes()[-1].layout.create(run_id, "subject")
    clear_leftovers(tmp_path)
    assert all(path.is_dir() for path in group.paths)
    for _ in range(2):  # the group, and then that of its run, which its removal made young again
        make_old(cgroups_of(run_id))
        clear_leftovers(tmp_path)
    assert cgroups_of(run_id) == []


def test_a_served_contestant_outlives_its_fairlap_and_is_stopped_by_another(mode, folder, run_id, capfd):
    owner = owner_command(mode, folder, run_id, kind="manual")
    subprocess.run(owner, env=owner_environment(), check=True, timeout=30)
    try:
        make_old(cgroups_of(run_id))
        assert clear_leftovers(folder / "state") == ()
        contestant = find_served(folder / "state", "subject")
        assert contestant.alive
        assert contestant.pid in marked(run_id)
        assert contestant.port == 12345
        assert contestant.entry.command[0] == PYTHON
        assert contestant.log_tail() == ("ready",)
        assert contestant.run_inside(["/bin/sh", "-c", "echo $FAIRLAP_RUN; exit 4"]) == 4
        assert capfd.readouterr().out.strip() == f"{run_id}/subject"
        with pytest.raises(UsageError, match="already being served"):
            mode.host(folder, run_id=run_id, kind="manual").start("subject", [PYTHON], folder, {}, 1)
    finally:
        outcome = find_served(folder / "state", "subject").stop()
    assert (outcome.how, outcome.left_behind) == ("TERM", 0)
    assert marked(run_id) == []
    assert cgroups_of(run_id) == []
    assert scratches(run_id) == []
    assert served(folder / "state") == ()
    with pytest.raises(UsageError, match="is not being served"):
        find_served(folder / "state", "subject")


def test_a_served_contestant_that_ended_by_itself_is_shown_and_can_be_cleared(mode, folder, run_id):
    owner = owner_command(mode, folder, run_id, kind="manual")
    subprocess.run(owner, env=owner_environment(), check=True, timeout=30)
    contestant = find_served(folder / "state", "subject")
    os.kill(contestant.pid, signal.SIGKILL)
    wait_until(lambda: not contestant.alive)
    with pytest.raises(UsageError, match="is no longer running"):
        contestant.run_inside(["true"])
    assert contestant.stop().how == "already ended"
    assert served(folder / "state") == ()


def test_a_resumed_run_does_not_join_what_it_left_frozen_and_lost_the_state_of(mode, folder, run_id):
    killed = mode.host(folder, run_id=run_id)
    left = start_ready(killed, folder, FORKS)
    left.freeze()
    shutil.rmtree(folder / "state")
    with mode.host(folder, run_id=run_id) as resumed:
        hosted = start_ready(resumed, folder, WAITS)
        if mode.layout is not None:
            assert set(marked(run_id)) == {hosted.pid}
        hosted.freeze()
        hosted.thaw()
        assert hosted.stop().how == "TERM"
    left.stop()


def test_stopping_a_served_contestant_that_resists_is_bounded(folder, run_id):
    for source, grace_s, expected in ((IGNORES_TERM, 0.2, ("KILL", 0)), (DAEMONIZES, 30.0, ("TERM", 1))):
        with modes()[0].host(folder, run_id=run_id, kind="manual") as host:
            start_ready(host, folder, source)
            outcome = find_served(folder / "state", "subject").stop(grace_s)
            assert (outcome.how, outcome.left_behind) == expected
            assert marked(run_id) == []


def test_the_state_file_is_there_before_the_contestant_and_whole_at_any_time(mode, folder, run_id):
    with mode.host(folder, run_id=run_id) as host:
        hosted = start_ready(host, folder, WAITS)
        ((path, state),) = read_states(folder / "state")
        assert path.name == f"{run_id}.json"
        assert state.owner == procfs.own_key()
        (entry,) = state.entries
        assert entry.process == procfs.read_process(hosted.pid).key
        assert Path(entry.log_path).is_file()
