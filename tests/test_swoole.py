"""The contestants on Swoole and OpenSwoole: what their files say everywhere, and what they do where the runtime is."""

import json
import os
import random
import shutil
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from conftest import ROOT, need
from fairlap.catalog import load_catalog
from fairlap.catalog.models import Contestant
from fairlap.hosting import procfs
from fairlap.hosting.build import prepare, run_version
from fairlap.hosting.ports import free_ports
from fairlap.hosting.process import HostedProcess
from fairlap.hosting.requirements import missing
from fairlap.hosting.variables import Variables, expand, expand_env
from fairlap.verify import verify
from hosting_helpers import BY_SIGNAL, Mode, open_folder, wait_until

CATALOG = load_catalog(ROOT)
NAMES = ("swoole", "openswoole", "spf", "spf-mvc")
SOURCES = sorted(path for name in NAMES for path in (ROOT / "contestants" / name).rglob("*.php"))

JIT = "json_encode(opcache_get_status(false)['jit'])"
PAGE = '"<h1>\\nHello World.\\n</h1>"'

where_it_is = pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.if_here(name)) for name in NAMES])
"""One test for each of them, deselected where its runtime is missing."""


def program(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize("name", NAMES)
def test_without_its_extension_it_is_missing_and_says_how_to_get_it(tmp_path: Path, name: str) -> None:
    program(tmp_path / "bin", "php", 'case $1 in --version) echo PHP 8.2.1 ;; *) echo "Zend OPcache" ;; esac')
    program(tmp_path / "bin", "spf", "echo spf version 2.1.3")
    program(tmp_path / "bin", "bash", "echo version 5.2")
    extension = "openswoole" if name == "openswoole" else "swoole"
    (entry,) = missing(CATALOG.contestant(name), path=str(tmp_path / "bin"))
    assert entry.requirement == f"php-ext:{extension}"
    assert "no extension" in entry.reason
    assert entry.mend is not None
    assert f"pecl install {extension}" in entry.mend


@pytest.mark.parametrize("name", NAMES)
def test_its_extension_need_not_be_enabled(tmp_path: Path, name: str) -> None:
    extension = "openswoole" if name == "openswoole" else "swoole"
    answers = f'--version) echo PHP 8.2.1 ;; -dextension={extension}) echo {extension} ;; *) echo "Zend OPcache" ;;'
    program(tmp_path / "bin", "php", f"case $1 in {answers} esac")
    program(tmp_path / "bin", "spf", "echo spf version 2.1.3")
    program(tmp_path / "bin", "bash", "echo version 5.2")
    assert missing(CATALOG.contestant(name), path=str(tmp_path / "bin")) == ()


@pytest.mark.parametrize("source", SOURCES, ids=[str(path.relative_to(ROOT / "contestants")) for path in SOURCES])
def test_php_can_read_it(source: Path) -> None:
    php = shutil.which("php")
    need(php is not None, "php")
    done = subprocess.run([str(php), "-l", source], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stdout


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Path]:
    """A folder that the contestants' user may enter."""
    with open_folder(tmp_path) as path:
        yield path


def built(name: str, folder: Path) -> tuple[Contestant, Path]:
    """The contestant, and a build of it in which a test may change files."""
    contestant = CATALOG.contestant(name)
    return contestant, prepare(contestant, folder).folder


def change(folder: Path, before: str, after: str) -> None:
    """Replace a text wherever it occurs in PHP and shell files of our own."""
    for path in (*folder.rglob("*.php"), *folder.rglob("*.sh")):
        if "vendor" not in path.parts:
            path.write_text(path.read_text().replace(before, after))


@contextmanager
def started(contestant: Contestant, folder: Path, *, workers: int = 1, jit: str = "tracing") -> Iterator[HostedProcess]:
    port = free_ports(1)[0]
    variables = Variables(port=port, workers=workers, build=folder, cpus=(min(os.sched_getaffinity(0)),))
    command = [word.replace("jit=tracing", f"jit={jit}") for word in expand(contestant.start, variables)]
    with Mode("by signal", BY_SIGNAL, None).host(folder) as host:
        yield host.start(contestant.name, command, folder, expand_env(contestant.env, variables), port)


def get(hosted: HostedProcess, path: str) -> bytes:
    """The body of a right answer; a refused connection is tried again until it listens."""
    answers: list[bytes] = []

    def answered() -> bool:
        try:
            answers.append(urllib.request.urlopen(f"http://127.0.0.1:{hosted.port}{path}", timeout=10).read())
        except urllib.error.HTTPError:
            raise
        except urllib.error.URLError:
            assert hosted.exit_status() is None, hosted.log_tail()
            return False
        return True

    wait_until(answered)
    return answers[0]


@where_it_is
def test_it_answers_every_scenario_that_it_subscribes_to(opened: Path, name: str) -> None:
    contestant, folder = built(name, opened)
    with started(contestant, folder) as hosted:
        get(hosted, "/html")
        for scenario in map(CATALOG.scenario, contestant.scenarios):
            request = contestant.request_for(scenario)
            assert verify(scenario, request, "127.0.0.1", hosted.port, rng=random.Random(1)) == ()


@where_it_is
def test_the_jit_compiles_what_serves(opened: Path, name: str) -> None:
    contestant, folder = built(name, opened)
    change(folder, PAGE, JIT)
    with started(contestant, folder) as hosted:
        first = json.loads(get(hosted, "/html"))
        for _ in range(300):
            last = json.loads(get(hosted, "/html"))
    assert first["on"] is True
    assert last["buffer_free"] < first["buffer_free"]


@where_it_is
def test_it_refuses_to_start_without_the_jit_and_says_so(opened: Path, name: str) -> None:
    contestant, folder = built(name, opened)
    change(folder, "opcache.jit=tracing", "opcache.jit=off")
    with started(contestant, folder, jit="off") as hosted:
        assert hosted.wait_exit(10)
        assert hosted.exit_status() == 1
        assert any("the JIT is off" in line for line in hosted.log_tail())


@where_it_is
def test_one_worker_is_one_process_and_more_have_a_manager(opened: Path, name: str) -> None:
    contestant, folder = built(name, opened)
    for workers, processes in ((1, 1), (2, 3)):
        with started(contestant, folder, workers=workers) as hosted:
            get(hosted, "/html")
            wait_until(lambda: len(hosted._body.members()) == processes)  # noqa: B023


@where_it_is
def test_term_ends_it_and_leaves_nothing_behind(opened: Path, name: str) -> None:
    contestant, folder = built(name, opened)
    for workers in (1, 2):
        with started(contestant, folder, workers=workers) as hosted:
            get(hosted, "/html")
            members = [member.key for member in hosted._body.members()]
            outcome = hosted.stop()
        assert (outcome.how, outcome.left_behind) == ("TERM", 0)
        # A manager forks its workers before it handles signals: so soon after the first answer TERM may still kill it.
        assert hosted.exit_status() == 0 or (workers == 2 and hosted.exit_status() == -signal.SIGTERM)
        assert not any(procfs.is_alive(key) for key in members)


@where_it_is
def test_its_version_names_what_really_runs(opened: Path, name: str) -> None:
    contestant, folder = built(name, opened)
    told = run_version(contestant, folder)
    assert told is not None
    assert "PHP 8." in told
    assert told.startswith({"openswoole": "OpenSwoole ", "swoole": "Swoole "}.get(name, "spf 2."))
