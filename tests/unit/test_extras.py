"""Hidden programs are not found, and which tests run with all of them hidden."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import extras
from extras import EXTRAS, need_program
from fairlap.catalog import load_catalog
from fairlap.hosting.programs import HIDDEN, find_files, find_program
from fairlap.hosting.requirements import missing
from support import ROOT


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program on PATH."""
    file = tmp_path / "some-tool"
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return file


@pytest.mark.parametrize(
    ("hidden", "found"),
    [("", True), ("other,tool", True), ("some-tool", False), ("other,some-*", False)],
)
def test_a_program_is_hidden_by_its_name_or_by_a_pattern(
    tool: Path, monkeypatch: pytest.MonkeyPatch, hidden: str, found: bool
) -> None:
    monkeypatch.setenv(HIDDEN, hidden)
    assert (find_program("some-tool") == tool) is found
    assert (find_program("./some-tool", folder=tool.parent) == tool) is found
    assert (find_files(f"{tool.parent}/some*") == [tool]) is found


def test_a_fairlap_of_its_own_does_not_find_it_either(tool: Path) -> None:
    script = "from fairlap.hosting.programs import find_program; print(find_program('some-tool'))"
    environment = os.environ | {HIDDEN: "some-tool"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "None\n"


@pytest.mark.parametrize("name", ["php-fpm", "apache", "laravel-fpm", "uwebsockets"])
def test_with_all_hidden_only_what_the_five_languages_bring_is_left(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HIDDEN, ",".join(EXTRAS))
    lacks = {item.requirement for item in missing(load_catalog(ROOT).contestant(name))}
    assert bool(lacks) is (name != "uwebsockets"), lacks


def test_what_is_missing_is_skipped_and_reported_but_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    missing: set[str] = set()
    monkeypatch.setattr(extras, "missing_components", missing)
    monkeypatch.delenv(HIDDEN, raising=False)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="is missing here"):
        need_program("no-such-program", "nowhere")
    assert missing == {"no-such-program (nowhere)"}
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="CI must have no-such-program"):
        need_program("no-such-program", "nowhere")
    monkeypatch.setenv(HIDDEN, "no-such-program")
    with pytest.raises(pytest.skip.Exception):
        need_program("no-such-program", "nowhere")


def test_what_looks_for_something_optional_is_chosen_and_nothing_else() -> None:
    command = [sys.executable, "-m", "pytest", "--hide-extras", "--collect-only", "-q", "-p", "no:cacheprovider"]
    files = [
        *("real/test_doctor.py", "real/test_check.py", "real/test_services.py", "real/cluster/test_races.py"),
        "unit/plan/test_heats.py",
    ]
    done = subprocess.run([*command, *(f"tests/{file}" for file in files)], cwd=ROOT, capture_output=True, text=True)
    chosen = {line.rpartition("::")[2].partition("[")[0] for line in done.stdout.splitlines() if "::" in line}
    assert {
        "test_every_contestant_of_the_project_keeps_its_contract",
        "test_doctor_examines_everything_and_says_what_it_means",
        "test_the_doctor_names_what_is_missing",
        "test_services_run_on_a_machine_of_their_own",
    } <= chosen, done.stdout + done.stderr
    assert "test_nobody_without_the_token_gets_in" not in chosen
    assert "tests/unit/plan/test_heats.py" not in done.stdout
