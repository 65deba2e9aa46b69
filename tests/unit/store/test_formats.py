"""Results files of older formats are brought up to date and lose nothing."""

import sqlite3
from dataclasses import replace
from pathlib import Path

from fairlap.samples import ClassicPass, Machine, ServiceUse
from fairlap.store import FORMAT, Store
from sample_factory import alter_laps
from support import GOLDEN


def test_a_file_of_format_1_is_brought_up_to_date_and_loses_nothing(tmp_path: Path):
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((GOLDEN / "store-format-1.sql").read_text())
    connection.close()
    with Store.open(path, create=False) as store:
        old = store.load()
        assert (old.run.precision, old.run.looks, old.run.budget_s) == (0.02, (), None)
        assert [turn.contestant for turn in old.rounds[0].contestants] == ["reference", "gin"]
        assert old.rounds[0].contestants[0].samples[0].throughput_per_s == 1000.0
        assert old.rounds[0].contestants[0].samples[0].at_s is None
        assert (old.decisions, old.rounds[0].contestants[0].warmup) == ((), ())
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
    connection.close()


def test_a_file_of_format_2_keeps_its_bytes_and_reconnections(tmp_path: Path):
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((GOLDEN / "store-format-2.sql").read_text())
        before = connection.execute("SELECT bytes_received, reconnects FROM sample ORDER BY id").fetchall()
    connection.close()
    with Store.open(path, create=False) as store:
        old = store.load()
        laps = [lap for record in old.rounds for turn in record.contestants for lap in turn.samples]
        assert [(lap.bytes_received, lap.reconnects) for lap in laps] == before
        assert before[0][0] > 0
        assert (old.run.generator, old.run.generator_version) == ("fairload", None)
        assert (old.run.method, old.passes) == ("laps", ())
        record = ClassicPass(
            "hello-json", "gin", "1", 9, "result", "now", "ab", "block", 10, 1.0, 10.0, None, 0, ("x",)
        )
        store.add_pass(old.run.run, record)
        assert store.load().passes == (record,)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_a_file_of_format_3_learns_of_services(tmp_path: Path):
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((GOLDEN / "store-format-3.sql").read_text())
    connection.close()
    with Store.open(path, create=False) as store:
        old = store.load()
        (record,) = old.rounds
        laps = [lap for turn in record.contestants for lap in turn.samples]
        assert len(laps) == 4
        assert {lap.services_cpu_us for lap in laps} == {None}
        assert {turn.services for turn in record.contestants} == {()}
        use = ServiceUse("mariadb", 100, 200, None, 3, 1 << 20)
        turns = tuple(replace(turn, services=(use,)) for turn in record.contestants)
        store.add_round(old.run.run, replace(record, round=2, contestants=turns))
        assert [turn.services for turn in store.load().rounds[1].contestants] == [(use,), (use,)]
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_a_file_of_format_4_learns_of_images(tmp_path: Path):
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((GOLDEN / "store-format-4.sql").read_text())
    connection.close()
    with Store.open(path, create=False) as store:
        old = store.load()
        (record,) = old.rounds
        assert {(turn.image_id, turn.image_bytes, turn.image_base) for turn in record.contestants} == {
            (None, None, None)
        }
        assert sum(len(turn.services) for turn in record.contestants) == 1
        turns = tuple(
            replace(turn, image_id="f" * 64, image_bytes=80 << 20, image_base="pulled") for turn in record.contestants
        )
        store.add_round(old.run.run, replace(record, round=2, contestants=turns))
        kept = store.load().rounds[1].contestants[0]
        assert (kept.image_id, kept.image_bytes, kept.image_base) == ("f" * 64, 80 << 20, "pulled")
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_a_file_of_format_5_learns_of_machines(tmp_path: Path):
    machine = Machine("10.0.0.2", "server", "EPYC 7763, 4 CPUs", '{"cpus": 4}')
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((GOLDEN / "store-format-5.sql").read_text())
    connection.close()
    with Store.open_read_only(path) as store:
        assert store.load().machines == ()
    with Store.open(path, create=False) as store:
        old = store.load()
        (record,) = old.rounds
        assert (old.machines, old.run.request_json, record.machine) == ((), None, None)
        assert {lap.start_skew_us for turn in record.contestants for lap in turn.samples} == {None}
        assert [turn.image_base for turn in record.contestants] == [None, "pulled"]
        store.add_machine(old.run.run, machine)
        (again,) = alter_laps([replace(record, round=2, machine="10.0.0.2")], "gin", start_skew_us=12.5)
        store.add_round(old.run.run, again)
        kept = store.load()
        assert (kept.machines, kept.rounds) == ((machine,), (record, again))
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
