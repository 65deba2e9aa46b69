"""The store returns exactly what it was given, whole rounds only, and reports errors in one line."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from fairlap.errors import StoreError
from fairlap.samples import Flag, PlanDecision, RoundRecord, Skip
from fairlap.samples import Machine as MachineOfRun
from fairlap.store import FORMAT, Store
from sample_factory import Machine, Racer, alter, alter_laps, outcomes, run_record, simulate

CLUSTER = (
    MachineOfRun("10.0.0.2", "server", "EPYC 7763, 4 CPUs", '{"cpus": 4}'),
    MachineOfRun("10.0.0.3", "server", "EPYC 7763, 4 CPUs", '{"cpus": 4}'),
    MachineOfRun("10.0.0.3", "services", "EPYC 7763, 4 CPUs", '{"cpus": 4}'),
    MachineOfRun("10.0.0.4", "generator", "Xeon 8488C, 8 CPUs", "{}"),
)

SKIPS = (
    Skip("swoole", "hello-json", "skipped", "php extension swoole is missing", "pecl install swoole"),
    Skip("tuft", "hello-json", "failed", "build failed: exit 2", None),
)


def rounds_with_everything() -> tuple[RoundRecord, ...]:
    """Every field with something in it, every optional one with nothing somewhere."""
    rounds = simulate(
        random.Random(5), [Racer("gin", 40_000), Racer("echo", 41_000)], machine=Machine(), histograms=True
    )
    rounds = alter_laps(rounds, "gin", skipped_outcomes=outcomes(900, wrong_status=1, wrong_body=2, connect=3, read=4))
    rounds = alter_laps(rounds, "gin", outcomes=outcomes(9_000, write=5, timeout=6, protocol=7), reconnects=8)
    rounds = alter_laps(rounds, "echo", histogram=None, latency_mean_us=None, server_cpu_us=None, steal_share=None)
    rounds = alter(
        rounds, "gin", numbers=[2], steady=False, flags=(Flag("left-behind", "2 | processes: all"), Flag("ümläut", ""))
    )
    return alter(
        rounds,
        "echo",
        numbers=[3],
        version=None,
        startup_ms=None,
        warmup_s=None,
        steady=None,
        memory_peak_bytes=None,
        processes=None,
        threads=None,
        stage="lap",
        failure="exited with code 139",
        samples=(),
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results" / "fairlap.db"


def filled(path: Path, run: str = "20260801-120000-ab12", **changes: object) -> tuple[RoundRecord, ...]:
    rounds = rounds_with_everything()
    with Store.open(path) as store:
        store.begin_run(run_record(run, **changes))
        for record in rounds:
            store.add_round(run, record)
    return rounds


def test_what_comes_out_is_what_went_in(path: Path):
    record = run_record(seed=2**70, keepalive=False)
    rounds = rounds_with_everything()
    with Store.open(path) as store:
        store.begin_run(record)
        for skip in SKIPS:
            store.add(record.run, skip)
        for item in rounds:
            store.add_round(record.run, item)
        store.finish_run(record.run, "2026-08-01T12:09:00Z", interrupted=True)
    with Store.open(path) as store:
        found = store.load()
    assert (found.run, found.skips, found.rounds) == (record, SKIPS, rounds)
    assert (found.ended_at, found.interrupted) == ("2026-08-01T12:09:00Z", True)
    assert repr(found.rounds) == repr(rounds)  # also the types: True is not 1


def test_a_run_that_has_not_ended_says_so(path: Path):
    filled(path)
    with Store.open(path) as store:
        found = store.load()
        (summary,) = store.runs()
    assert (found.ended_at, found.interrupted) == (None, False)
    assert (summary.ended_at, summary.interrupted, summary.rounds, summary.heats_stored) == (None, False, 5, 5)
    assert summary.contestants == ("echo", "gin", "reference")


def test_the_newest_run_is_the_one_stored_last_even_if_the_clock_was_set_back(path: Path):
    with Store.open(path) as store:
        assert store.runs() == ()
        for day in (2, 3, 1):
            store.begin_run(run_record(f"2026080{day}", started_at=f"2026-08-0{day}T00:00:00Z"))
        assert [summary.run for summary in store.runs()] == ["20260801", "20260803", "20260802"]
        assert store.load().run.run == "20260801"


def test_the_beginning_of_a_name_will_do_when_it_is_unique(path: Path):
    with Store.open(path) as store:
        for run in ("alpha-1", "alpha-12", "beta"):
            store.begin_run(run_record(run))
        assert store.load("b").run.run == "beta"
        assert store.load("alpha-1").run.run == "alpha-1"
        with pytest.raises(StoreError, match="2 runs start with 'alpha'"):
            store.load("alpha")


def test_an_unknown_run_names_the_known_ones(path: Path):
    with Store.open(path) as store:
        with pytest.raises(StoreError, match="no runs yet"):
            store.load()
        for number in range(7):
            store.begin_run(run_record(f"run-{number}", started_at=f"2026-08-01T00:00:0{number}Z"))
        with pytest.raises(StoreError) as caught:
            store.load("nope")
        for change in (
            lambda: store.add_round("nope", rounds_with_everything()[0]),
            lambda: store.add("nope", SKIPS[0]),
            lambda: store.finish_run("nope", "now", interrupted=False),
        ):
            with pytest.raises(StoreError, match="unknown run 'nope'"):
                change()
    assert "unknown run 'nope'" in caught.value.line()
    assert "run-6, run-5, run-4, run-3, run-2 and 2 more" in caught.value.line()


def test_a_round_that_cannot_be_stored_leaves_nothing(path: Path):
    rounds = filled(path)
    bad = alter_laps([replace(rounds[0], round=6)], "reference", histogram="not base64!")[0]
    with Store.open(path) as store:
        with pytest.raises(StoreError, match=r"hello-json/reference, round 6, cycle 1: damaged latency histogram"):
            store.add_round("20260801-120000-ab12", bad)
        with pytest.raises(sqlite3.IntegrityError):
            store.add_round("20260801-120000-ab12", rounds[0])
        assert store.load().rounds == rounds


KILLED_IN_THE_MIDDLE = """
    import os, random, signal, sys
    from dataclasses import replace
    from pathlib import Path
    from fairlap.store import Store
    from sample_factory import Racer, simulate

    class Deadly(tuple):
        def __iter__(self):
            for number, lap in enumerate(super().__iter__()):
                if number == 9000:
                    print("so far", os.path.getsize(sys.argv[1]), flush=True)
                    os.kill(os.getpid(), signal.SIGKILL)
                yield replace(lap, cycle=number)

    record = replace(simulate(random.Random(1), [Racer("gin", 40_000)], histograms=True)[0], round=99)
    start = record.contestants[1]
    deadly = replace(start, samples=Deadly(start.samples * 1000))
    with Store.open(Path(sys.argv[1])) as store:
        store.add_round("20260801-120000-ab12", replace(record, contestants=(record.contestants[0], deadly)))
"""


def test_kill_9_in_the_middle_of_a_round_leaves_the_earlier_ones_intact(path: Path):
    rounds = filled(path)
    before = path.stat().st_size
    killed = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(KILLED_IN_THE_MIDDLE), str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    # the unfinished round had reached the disk already: it was rolled back, not merely still in memory
    assert int(killed.stdout.split()[-1]) > before
    with Store.open(path) as store:
        assert store.load().rounds == rounds
        store.add_round("20260801-120000-ab12", replace(rounds[0], round=6))
        assert len(store.load().rounds) == 6
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_readers_see_whole_rounds_while_a_writer_writes(path: Path):
    rounds = filled(path)
    seen: list[int] = []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            with Store.open(path, create=False) as reader:
                stored = reader.load()
            seen.append(len(stored.rounds))
            assert all(len(item.contestants) == 3 for item in stored.rounds)

    reader = threading.Thread(target=read)
    reader.start()
    with Store.open(path) as store:
        for number in range(6, 16):
            store.add_round("20260801-120000-ab12", replace(rounds[0], round=number))
    stop.set()
    reader.join()
    assert seen == sorted(seen)
    assert 5 <= seen[0] <= seen[-1] <= 15


def one_line(caught: pytest.ExceptionInfo[StoreError], path: Path) -> str:
    line = caught.value.line()
    assert "\n" not in line
    assert str(path) in line
    return line


@pytest.mark.parametrize("other", [1, FORMAT - 1, FORMAT + 1])
@pytest.mark.parametrize("how", [Store.open, partial(Store.open, create=False), Store.open_read_only])
def test_a_file_of_another_format_is_refused_and_left_as_it_is(path: Path, other: int, how: Callable[[Path], Store]):
    filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {other}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        how(path)
    line = one_line(caught, path)
    assert f"has format {other}, but this Fairlap reads only format {FORMAT}" in line
    assert "use the Fairlap version that wrote it, move the file away, or use another --results folder" in line
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_is_no_database_is_refused(path: Path):
    path.parent.mkdir()
    path.write_bytes(b"these are not the results you are looking for\n" * 100)
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    assert "not a database" in one_line(caught, path)


def test_a_damaged_file_is_one_line(path: Path):
    filled(path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(8192)
        file.write(os.urandom(size - 8192))
    with pytest.raises(StoreError) as caught, Store.open(path) as store:
        store.load()
    assert "malformed" in one_line(caught, path)


def test_somebody_elses_database_is_left_alone(path: Path):
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.close()
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    assert "not from Fairlap" in one_line(caught, path)


def test_without_create_nothing_is_made(path: Path):
    with pytest.raises(StoreError, match="no results yet"):
        Store.open(path, create=False)
    assert not path.parent.exists()
    path.parent.mkdir()
    path.touch()
    with pytest.raises(StoreError, match="no results yet"):
        Store.open(path, create=False)


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot create the results folder"):
        Store.open(tmp_path / "file" / "results" / "fairlap.db")
    with pytest.raises(StoreError, match="unable to open"):
        Store.open(tmp_path)


def test_two_processes_may_create_it_at_once(path: Path):
    with Store.open(path), Store.open(path) as second:
        assert second.runs() == ()


def test_a_machine_is_stored_once_for_each_of_its_sites(path: Path):
    rounds = filled(path)
    with Store.open(path) as store:
        for machine in CLUSTER:
            store.add("20260801-120000-ab12", machine)
        with pytest.raises(sqlite3.IntegrityError):
            store.add("20260801-120000-ab12", CLUSTER[0])
        with pytest.raises(StoreError, match="unknown run 'nope'"):
            store.add("nope", CLUSTER[0])
        found = store.load()
        assert (found.machines, found.rounds) == (CLUSTER, rounds)
        assert [part.machines for part in store.slices("gin")] == [CLUSTER]
        store.begin_run(run_record("another"))
        assert store.load("another").machines == ()


def test_the_start_skew_and_the_machine_of_a_round_come_back_as_they_went(path: Path):
    rounds = tuple(
        alter_laps([replace(record, machine=f"10.0.0.{2 + record.round % 2}")], "gin", start_skew_us=skew)[0]
        for record, skew in zip(rounds_with_everything(), (0.0, 12.5, None, 80.25, 3.0), strict=True)
    )
    with Store.open(path) as store:
        store.begin_run(run_record())
        for record in rounds:
            store.add_round(run_record().run, record)
        assert store.load().rounds == rounds
        (part,) = store.slices("gin")
    assert [record.machine for record in part.rounds] == [record.machine for record in rounds]
    laps = [lap for record in part.rounds for turn in record.contestants for lap in turn.samples]
    assert {lap.start_skew_us for lap in laps} == {None, 0.0, 12.5, 80.25, 3.0}


def test_a_round_and_what_was_decided_in_it_are_stored_together_or_not_at_all(path: Path):
    rounds = filled(path)
    decided = PlanDecision("hello-json", 5, 50, 12, 9, "a trial", ends=False)
    with Store.open(path) as store:
        run = store.resolve()
        with pytest.raises(sqlite3.IntegrityError):
            store.add_round(run, rounds[0], (decided,))
        assert store.load(run).decisions == ()
        store.add_round(run, replace(rounds[0], round=6), (decided,))
        found = store.load(run)
    assert (found.decisions, found.rounds[-1].round) == ((decided,), 6)


def test_a_run_that_goes_on_has_not_ended(path: Path):
    filled(path)
    with Store.open(path) as store:
        run = store.resolve("2026")
        store.finish_run(run, "2026-08-01T12:09:00Z", interrupted=True)
        store.resume_run(run)
        found = store.load(run)
    assert (found.ended_at, found.interrupted) == (None, False)
