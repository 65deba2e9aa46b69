"""What the user gets wrong: one clear line that says what, where and how to fix it; exit code 2; nothing written."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from fairlap.store import FORMAT, Store
from support import ROOT, Fairlap

BROKEN = ROOT / "tests" / "contestants-broken"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "quik"), ["there is no suite 'quik'"]),
        (("run", "misbehaving", "--contestants", "goood"), ["no contestant 'goood'", "did you mean 'good'?"]),
        (("run", "misbehaving", "--contestants", ","), ["lists no names"]),
        (("run", "misbehaving", "--scenario", "hello-jason"), ["no scenario 'hello-jason'", "hello-json"]),
        (("run", "misbehaving", "--rounds", "0"), ["--rounds"]),
        (("run", "misbehaving", "--warm-up", "30"), ["--warm-up: '30' is not a time with a unit"]),
        (("run", "misbehaving", "--warm-up", "0.5s"), ["--warm-up 0.5s: a warm-up takes 1 s to 10 min"]),
        (("doctor", "--rounds", "2", "--cluster", "auto"), ["--rounds has no meaning with --cluster"]),
        (("doctor", "--rounds", "1"), ["one round shows no variance", "--rounds 2"]),
        (("run", "misbehaving", "--json", "/proc/no-folder/run.json"), ["/proc/no-folder/run.json", "mkdir -p"]),
        (("run", "misbehaving", "--json", "-", "--markdown", "-"), ["only one report can be written"]),
        (("run", "misbehaving", "--no-such-option"), ["--no-such-option"]),
        (("compare", "good", "goood"), ["no contestant and no stored run is called 'goood'", "did you mean 'good'?"]),
        (("compare", "good", "good@HEAD"), ["a revision needs a catalog in a git repository"]),
        (("compare", "good", "good-twin", "--threshold", "2"), ["--threshold: '2' is not below 1", "2%"]),
        (("compare", "good", "good-twin", "--budget", "3"), ["--budget: '3' is not a time with a unit", "3m"]),
        (("compare", "good", "good-twin", "--precision", "5%"), ["--precision 5% is coarser than --threshold 2%"]),
        (("compare", "good", "good-twin", "--scenario", "hello-jason"), ["no scenario 'hello-jason'"]),
        (("compare", "good", "good-twin", "--json", "-", "--markdown", "-"), ["only one report can be written"]),
        (("compare", "good"), ["NEW"]),
        (("compare", "20261121-1", "good"), ["no contestant and no stored run is called '20261121-1'"]),
        (("check", "nobody"), ["no contestant 'nobody'"]),
        (("prepare", "nobody"), ["no contestant 'nobody'"]),
        (("start", "nobody"), ["no contestant 'nobody'"]),
        (("stop", "good"), ["good"]),
        (("logs", "good"), ["good"]),
        (("exec", "good", "true"), ["good"]),
        (("report",), ["fairlap run"]),
        (("nonsense",), ["nonsense"]),
    ],
)
def test_a_mistake_gets_one_clear_line_and_exit_code_2(fairlap: Fairlap, arguments: tuple, words: list[str]) -> None:
    done = fairlap.in_process(*arguments)
    assert done.code == 2, (done.out, done.err)
    assert done.out == ""
    text = " ".join(done.err.replace("│", " ").split())
    for word in words:
        assert word in text, done.err
    assert not (fairlap.results / "fairlap.db").exists()


@pytest.mark.parametrize(
    ("case", "words"),
    [("malformed", ["malformed.toml", "not TOML", "line"]), ("unknown-key", ["unknown-key.toml", "unknown key"])],
)
def test_a_broken_file_is_named_with_its_mistake(tmp_path: Path, case: str, words: list[str]) -> None:
    done = Fairlap(BROKEN / case, tmp_path).in_process("check", case)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert all(word in done.err for word in words), done.err


def test_a_folder_that_is_no_catalog_is_explained(tmp_path: Path) -> None:
    done = Fairlap(tmp_path, tmp_path).in_process("list")
    assert done.code == 2
    assert "--catalog" in done.err


def test_a_store_that_is_no_store_is_left_alone(fairlap: Fairlap) -> None:
    fairlap.results.mkdir()
    store = fairlap.results / "fairlap.db"
    store.write_text("this is no database " * 100)
    done = fairlap("report")
    assert done.code == 2
    assert "fairlap.db" in done.err
    assert store.read_text().startswith("this is no database")


def test_a_store_of_another_format_is_left_alone(fairlap: Fairlap) -> None:
    store = fairlap.results / "fairlap.db"
    with Store.open(store):
        pass
    with sqlite3.connect(store) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT - 1}")
    connection.close()
    before = store.read_bytes()
    done = fairlap("report")
    assert done.code == 2, done.err
    (line,) = done.err.splitlines()
    assert line.startswith(f"fairlap: {store}: has format {FORMAT - 1}, but this Fairlap reads only format {FORMAT} (")
    assert store.read_bytes() == before


def test_a_results_folder_that_cannot_be_made_is_explained(misbehaving_catalog: Path) -> None:
    done = Fairlap(misbehaving_catalog, Path("/proc/results")).in_process("run", "misbehaving")
    assert done.code == 2
    assert "--results" in done.err


def test_every_command_explains_itself(fairlap: Fairlap) -> None:
    commands = ("list", "doctor", "prepare", "check", "run", "classic", "report", "start", "exec", "stop", "logs")
    listed = fairlap("--help").out
    for command in commands:
        assert command in listed
        assert fairlap.in_process(command, "--help").out.startswith("Usage:")


def test_help_imports_nothing_heavy() -> None:
    heavy = ("numpy", "scipy", "pydantic", "psutil", "hdrh", "rich.table")
    code = f"import sys; import fairlap.cli; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
