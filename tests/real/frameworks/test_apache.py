"""The contestant apache: its JIT is on, it has as many processes as it declares, and all of them end."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest

from contestant_helpers import (
    PHP_PROBE,
    answers_around_freezing,
    answers_under_load,
    assert_term_ends_all,
    built,
    get,
    named,
    started,
)
from fairlap.catalog import load_catalog
from fairlap.hosting import procfs
from hosting_helpers import open_folder
from support import ROOT

CONTESTANT = load_catalog(ROOT).contestant("apache")
APACHE = "/usr/sbin/apache2"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A build of the contestant that its user may enter, and in which a test may change files."""
    with open_folder(tmp_path) as path:
        yield built(CONTESTANT, path)


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_the_jit_is_on_in_the_process_that_serves(folder: Path) -> None:
    (folder / "public/index.php").write_text(PHP_PROBE)
    with started(CONTESTANT, folder) as hosted:
        before = json.loads(get(hosted, "/"))
        after = json.loads(get(hosted, "/?loops=1000"))
    assert before["on"] is True
    assert before["buffer_size"] > 60_000_000
    assert after["buffer_free"] < before["buffer_free"]


def test_it_refuses_to_start_without_the_jit_and_says_so(folder: Path) -> None:
    change(folder / "apache/php/fairlap.ini", "opcache.jit = tracing", "opcache.jit = off")
    with started(CONTESTANT, folder) as hosted:
        assert hosted.wait_exit(10)
        assert hosted.exit_status() != 0
        assert any("the JIT is off" in line for line in hosted.log_tail())


def test_it_refuses_to_start_with_another_mpm(folder: Path) -> None:
    change(folder / "apache/apache.conf", "mpm_prefork", "mpm_event")
    with started(CONTESTANT, folder) as hosted:
        assert hosted.wait_exit(10)
        assert hosted.exit_status() != 0
        assert hosted.log_tail()


def test_all_of_its_processes_are_there_before_the_first_answer_and_stay_the_same(folder: Path) -> None:
    with started(CONTESTANT, folder, connections=80) as hosted:
        get(hosted, "/")
        before = set(named(hosted, APACHE))
        assert len(before) == 80 + 1
        for _ in range(20):
            get(hosted, "/")
        assert set(named(hosted, APACHE)) == before


def test_a_thousand_connections_that_stay_open_are_all_answered(folder: Path) -> None:
    with started(CONTESTANT, folder, connections=1000) as hosted, ExitStack() as open_connections:
        get(hosted, "/")
        for _ in range(1000):
            connection = HTTPConnection("127.0.0.1", hosted.port, timeout=30)
            open_connections.callback(connection.close)
            connection.request("GET", "/")
            with connection.getresponse() as answer:
                assert (answer.status, answer.read()) == (200, b'{"message":"Hello World!"}')
            assert connection.sock is not None


def test_it_goes_on_after_it_was_frozen(folder: Path) -> None:
    with started(CONTESTANT, folder) as hosted:
        get(hosted, "/")
        assert answers_around_freezing(hosted, "/") == {b'{"message":"Hello World!"}'}
        assert hosted.exit_reason() is None


def test_term_ends_every_process(folder: Path) -> None:
    assert_term_ends_all(CONTESTANT, folder)


def test_when_the_first_process_is_killed_the_contestant_is_seen_to_have_ended(folder: Path) -> None:
    with started(CONTESTANT, folder) as hosted:
        get(hosted, "/")
        members = [member.key for member in hosted._body.members()]
        mine = named(hosted, APACHE)
        [first] = [pid for pid in mine if psutil.Process(pid).ppid() not in mine]  # pids wrap, so not the lowest
        os.kill(first, signal.SIGKILL)
        assert hosted.wait_exit(10)
    assert not any(procfs.is_alive(key) for key in members)


def test_a_thousand_connections_at_once_get_ten_thousand_right_answers(folder: Path) -> None:
    with started(CONTESTANT, folder, connections=1000) as hosted:
        get(hosted, "/")
        found = answers_under_load(hosted, connections=1000, requests=10_000)
    assert found == {**dict.fromkeys(found, 0), "ok": 10_000}
