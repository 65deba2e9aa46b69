"""No command of a container engine runs in the folder of the caller, where podman would write a file."""

import inspect
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import fairlap.hosting.container
from fairlap.hosting.container import engine as module
from fairlap.hosting.container.engine import Engine
from fairlap.hosting.container.hosted import run_inside

ENGINE = Engine("podman", "/usr/bin/podman", "4.3.1")


@pytest.fixture
def folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path]:
    """Where commands would have run; each folder was there."""
    seen: list[Path] = []

    def record(_command: list[str], *, cwd: Path | str, **_: object) -> SimpleNamespace:
        assert Path(cwd).is_dir()
        seen.append(Path(cwd))
        return SimpleNamespace(returncode=0, stdout="", stderr="")

    caller = tmp_path / "caller"
    caller.mkdir()
    monkeypatch.chdir(caller)
    monkeypatch.setattr(module.subprocess, "run", record)
    monkeypatch.setattr(module, "Child", record)
    return seen


@pytest.mark.parametrize(
    "call",
    [lambda: ENGINE.run("images"), lambda: ENGINE.inspect("image", "x", ""), lambda: run_inside(ENGINE, "x", ["true"])],
)
def test_a_short_command_runs_in_a_folder_that_goes_again(folders: list[Path], call: Callable[[], object]) -> None:
    call()
    (folder,) = folders
    assert folder != Path.cwd()
    assert not folder.exists()


def test_a_long_command_runs_in_the_folder_of_its_log(folders: list[Path], tmp_path: Path) -> None:
    with (tmp_path / "run.log").open("wb") as log:
        ENGINE.start(["run", "x"], log)
    assert folders == [tmp_path]


def test_only_the_engine_starts_its_command_line() -> None:
    package = Path(inspect.getfile(fairlap.hosting.container)).parent
    starters = {file.name for file in package.glob("*.py") if "subprocess.run(" in file.read_text()}
    assert starters == {"engine.py"}
