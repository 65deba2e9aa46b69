"""Requirements of contestants, against programs that are written for the test."""

import re
from pathlib import Path

import pytest

from fairlap.catalog.models import Contestant
from fairlap.hosting.programs import contestant_path, find_program
from fairlap.hosting.requirements import missing, program_version


def contestant(folder: Path, *requires: str, start: tuple[str, ...] = ("x",)) -> Contestant:
    install = {re.split("[<>=]", entry, maxsplit=1)[0]: f"install {entry}" for entry in requires}
    return Contestant.model_validate(
        {
            "name": "subject",
            "language": "X",
            "framework": "X",
            "class": "production",
            "homepage": "https://example.org",
            "requires": list(requires),
            "install": install,
            "start": list(start),
            "scenarios": {"hello": {}},
            "folder": folder,
        }
    )


def program(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("name", "script", "version"),
    [
        ("go", '[ "$1" = version ] && echo "go version go1.22.3 linux/amd64"', "1.22.3"),
        ("node", '[ "$1" = --version ] && echo v20.11.0', "20.11.0"),
        ("java", '[ "$1" = -version ] && echo \'openjdk version "21" 2023-09-19\' >&2', "21"),
        ("nginx", '[ "$1" = -v ] && echo "nginx version: nginx/1.24.0" >&2', "1.24.0"),
        ("odd", '[ "$1" = version ] && echo "Odd 3.1"', "3.1"),
        ("mute", "exit 1", None),
    ],
)
def test_versions_are_read_however_a_program_tells_them(tmp_path, name, script, version):
    program(tmp_path, name, script)
    assert program_version(tmp_path / name) == version


@pytest.mark.parametrize(
    ("requirement", "met"),
    [
        ("tool", True),
        ("tool>=1.9", True),
        ("tool>=1.10", True),
        ("tool>=1.10.1", False),
        ("tool==1.10.0", True),
        ("tool==1.1", False),
        ("tool>1.10", False),
        ("tool<2", True),
        ("tool<=1.9", False),
        ("absent", False),
        ("file:/etc/passwd", True),
        ("file:/no/such/file.h", False),
        ("file:/etc/passw?", True),
        ("file:/etc/passw?.no", False),
        ("absent|tool>=1.9", True),
        ("file:/no/such/file.h|tool", True),
        ("file:/no/such/file.h|absent", False),
    ],
)
def test_a_requirement_is_met_or_not(tmp_path, requirement, met):
    program(tmp_path / "bin", "tool", "echo tool 1.10")
    found = missing(contestant(tmp_path, requirement), path=str(tmp_path / "bin"))
    assert (found == ()) == met
    for entry in found:
        assert entry.requirement == requirement
        assert entry.fix == f"install {requirement}"
        assert entry.reason


def test_every_alternative_that_is_missing_is_told(tmp_path):
    (entry,) = missing(contestant(tmp_path, "file:/no/such/file.h|absent"), path=str(tmp_path / "bin"))
    assert entry.reason == "/no/such/file.h does not exist, and absent is not installed"


def test_a_php_extension_is_looked_up_in_php(tmp_path, nothing_hidden):
    subject = contestant(tmp_path, "php-ext:swoole", "php-ext:apcu")
    reasons = [entry.reason for entry in missing(subject, path=str(tmp_path / "bin"))]
    assert reasons == ["php is not installed"] * 2
    program(tmp_path / "bin", "php", '[ "$1" = -m ] && printf "[PHP Modules]\\nCore\\nSwoole\\n"')
    (entry,) = missing(subject, path=str(tmp_path / "bin"))
    assert "no extension apcu" in entry.reason
    assert entry.fix == "install php-ext:apcu"


def test_an_extension_that_the_manifest_loads_itself_need_not_be_enabled(tmp_path, nothing_hidden):
    program(tmp_path / "bin", "php", '[ "$1" = -dextension=swoole ] && echo swoole || echo Core')
    enabled = contestant(tmp_path, "php-ext:swoole", start=("php", "server.php"))
    loading = contestant(tmp_path, "php-ext:swoole", start=("php", "-dextension=swoole", "server.php"))
    assert len(missing(enabled, path=str(tmp_path / "bin"))) == 1
    assert missing(loading, path=str(tmp_path / "bin")) == ()


def test_php_is_asked_once_for_all_extensions_of_all_contestants(tmp_path, nothing_hidden):
    program(tmp_path / "bin", "php", f'echo asked >> {tmp_path}/asked; echo apcu; [ "$1" = -m ] || echo swoole')
    asked = tmp_path / "asked"
    for requirement in ("php-ext:apcu", "php-ext:redis", "php-ext:swoole"):
        missing(contestant(tmp_path, requirement), str(tmp_path / "bin"))
    assert asked.read_text().split() == ["asked"]
    loading = contestant(tmp_path, "php-ext:swoole", start=("php", "-dextension=swoole", "server.php"))
    assert [missing(loading, str(tmp_path / "bin")) for _ in range(2)] == [(), ()]
    assert asked.read_text().split() == ["asked"] * 2


def test_the_folder_of_the_running_python_is_searched_last(tmp_path, monkeypatch):
    program(tmp_path / "bin", "fairload", "echo fairload 1.0")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setattr("sys.executable", str(tmp_path / "bin/python"))
    assert contestant_path() == f"/usr/bin:/bin:{tmp_path}/bin"
    assert missing(contestant(tmp_path, "fairload>=1.0")) == ()


def test_a_program_with_a_slash_belongs_to_the_folder(tmp_path):
    program(tmp_path / "bin", "tool", "exit 0")
    assert find_program("bin/tool", folder=tmp_path, path="") == tmp_path / "bin/tool"
    assert find_program("./absent", folder=tmp_path, path="/usr/bin") is None
