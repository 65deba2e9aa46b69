"""The contestants on Swoole and OpenSwoole: what their files say everywhere, and what they do where the runtime is."""

import json
import random
import signal
from pathlib import Path

import pytest

from contestant_helpers import assert_php_can_read, built, get, started
from fairlap.catalog import Contestant, load_catalog
from fairlap.hosting import procfs
from fairlap.hosting.build import run_version
from fairlap.hosting.requirements import missing
from fairlap.verify import verify
from hosting_helpers import wait_until
from support import ROOT

CATALOG = load_catalog(ROOT)
NAMES = ("swoole", "openswoole", "spf", "spf-mvc")
FOLDERS = {CATALOG.contestant(name).folder for name in NAMES}
SOURCES = sorted(path for folder in FOLDERS for path in folder.rglob("*.php"))

JIT = "json_encode(opcache_get_status(false)['jit'])"
THE_REST = 'echo "Zend OPcache"; echo mysqli; echo pdo_mysql; echo pdo_pgsql'
PAGE = '"<h1>\\nHello World.\\n</h1>"'

where_it_is = pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.if_here(name)) for name in NAMES])
"""One test for each of them, deselected where its runtime is missing."""


def program(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize("name", NAMES)
def test_without_its_extension_it_is_missing_and_says_how_to_get_it(
    tmp_path: Path, name: str, nothing_hidden: None
) -> None:
    program(tmp_path / "bin", "php", f"case $1 in --version) echo PHP 8.2.1 ;; *) {THE_REST} ;; esac")
    program(tmp_path / "bin", "spf", "echo spf version 2.1.3")
    program(tmp_path / "bin", "bash", "echo version 5.2")
    extension = "openswoole" if name == "openswoole" else "swoole"
    (entry,) = missing(CATALOG.contestant(name), path=str(tmp_path / "bin"))
    assert entry.requirement == f"php-ext:{extension}"
    assert "no extension" in entry.reason
    assert entry.fix is not None
    assert entry.fix is not None and "pecl install " in entry.fix and entry.fix.endswith(f" {extension}")


@pytest.mark.parametrize("name", NAMES)
def test_its_extension_need_not_be_enabled(tmp_path: Path, name: str, nothing_hidden: None) -> None:
    extension = "openswoole" if name == "openswoole" else "swoole"
    answers = f"--version) echo PHP 8.2.1 ;; -dextension={extension}) echo {extension} ;; *) {THE_REST} ;;"
    program(tmp_path / "bin", "php", f"case $1 in {answers} esac")
    program(tmp_path / "bin", "spf", "echo spf version 2.1.3")
    program(tmp_path / "bin", "bash", "echo version 5.2")
    assert missing(CATALOG.contestant(name), path=str(tmp_path / "bin")) == ()


@pytest.mark.parametrize("source", SOURCES, ids=[str(path.relative_to(ROOT / "contestants")) for path in SOURCES])
def test_php_can_read_it(source: Path) -> None:
    assert_php_can_read(source)


def change(folder: Path, before: str, after: str) -> None:
    """Replace a text in all our own PHP and shell files."""
    for path in (*folder.rglob("*.php"), *folder.rglob("*.sh")):
        if "vendor" not in path.parts:
            path.write_text(path.read_text().replace(before, after))


def page(contestant: Contestant) -> str:
    """Where it answers hello-html."""
    return contestant.request_for(CATALOG.scenario("hello-html")).path


@where_it_is
def test_it_answers_every_scenario_that_it_subscribes_to(opened: Path, name: str) -> None:
    contestant = CATALOG.contestant(name)
    folder = built(contestant, opened)
    with started(contestant, folder) as hosted:
        get(hosted, page(contestant))
        for scenario in map(CATALOG.scenario, contestant.scenarios):
            if scenario.services:  # test_ladder.py, and test_services_run.py
                continue
            request = contestant.request_for(scenario)
            assert verify(scenario, request, "127.0.0.1", hosted.port, rng=random.Random(1)) == ()


@where_it_is
def test_the_jit_compiles_what_serves(opened: Path, name: str) -> None:
    contestant = CATALOG.contestant(name)
    folder = built(contestant, opened)
    change(folder, PAGE, JIT)
    with started(contestant, folder) as hosted:
        first = json.loads(get(hosted, page(contestant)))
        for _ in range(300):
            last = json.loads(get(hosted, page(contestant)))
    assert first["on"] is True
    assert last["buffer_free"] < first["buffer_free"]


@where_it_is
def test_it_refuses_to_start_without_the_jit_and_says_so(opened: Path, name: str) -> None:
    contestant = CATALOG.contestant(name)
    folder = built(contestant, opened)
    change(folder, "opcache.jit=tracing", "opcache.jit=off")
    start = tuple(word.replace("jit=tracing", "jit=off") for word in contestant.start)
    with started(contestant.model_copy(update={"start": start}), folder) as hosted:
        assert hosted.wait_exit(10)
        assert hosted.exit_status() == 1
        assert any("the JIT is off" in line for line in hosted.log_tail())


@where_it_is
def test_one_worker_is_one_process_and_more_have_a_manager(opened: Path, name: str) -> None:
    contestant = CATALOG.contestant(name)
    folder = built(contestant, opened)
    for workers, processes in ((1, 1), (2, 3)):
        with started(contestant, folder, workers=workers) as hosted:
            get(hosted, page(contestant))
            wait_until(lambda: len(hosted._body.members()) == processes)  # noqa: B023


@where_it_is
def test_term_ends_it_and_leaves_nothing_behind(opened: Path, name: str) -> None:
    contestant = CATALOG.contestant(name)
    folder = built(contestant, opened)
    for workers in (1, 2):
        with started(contestant, folder, workers=workers) as hosted:
            get(hosted, page(contestant))
            members = [member.key for member in hosted._body.members()]
            outcome = hosted.stop()
        assert (outcome.how, outcome.left_behind) == ("TERM", 0)
        # A manager forks its workers before it handles signals, so TERM may still kill it right after the first answer.
        assert hosted.exit_status() == 0 or (workers == 2 and hosted.exit_status() == -signal.SIGTERM)
        assert not any(procfs.is_alive(key) for key in members)


@where_it_is
def test_its_version_names_what_really_runs(opened: Path, name: str) -> None:
    contestant = CATALOG.contestant(name)
    folder = built(contestant, opened)
    told = run_version(contestant, folder)
    assert told is not None
    assert "PHP 8." in told
    assert told.startswith({"openswoole": "OpenSwoole ", "swoole": "Swoole "}.get(name, "spf 2."))
