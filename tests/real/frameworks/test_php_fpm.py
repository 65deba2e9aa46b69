"""The contestant php-fpm: its JIT is really on, and its two daemons live and end together."""

import json
import os
import shutil
import signal
from pathlib import Path

import pytest

from contestant_helpers import PHP_PROBE, answers_under_load, assert_term_ends_all, built, get, named, started
from extras import need_contestant
from fairlap.catalog import load_catalog
from fairlap.errors import BuildError
from fairlap.hosting import procfs
from fairlap.hosting.build import prepare
from support import ROOT

CONTESTANT = load_catalog(ROOT).contestant("php-fpm")


@pytest.fixture
def folder(opened: Path) -> Path:
    """A build of the contestant, in which a test may change files."""
    return built(CONTESTANT, opened)


def test_the_jit_is_on_and_compiles_only_what_is_hot_within_one_request(folder: Path) -> None:
    (folder / "public/index.php").write_text(PHP_PROBE)
    with started(CONTESTANT, folder) as hosted:
        before = json.loads(get(hosted, "/"))
        for _ in range(200):
            short = json.loads(get(hosted, "/?loops=10"))
        after = json.loads(get(hosted, "/?loops=1000"))
    assert before["on"] is True
    assert before["buffer_size"] > 60_000_000
    assert short["buffer_free"] == before["buffer_free"]  # each request forgets which code is hot: see the README
    assert after["buffer_free"] < before["buffer_free"]


def test_it_refuses_to_start_without_the_jit_and_says_so(folder: Path) -> None:
    script = folder / "fpm/start.sh"
    script.write_text(script.read_text().replace("opcache.jit=tracing", "opcache.jit=off"))
    with started(CONTESTANT, folder) as hosted:
        assert hosted.wait_exit(10)
        assert hosted.exit_status() != 0
        assert any("the JIT is off" in line for line in hosted.log_tail())


def test_a_build_without_the_jit_fails_and_says_so(opened: Path) -> None:
    need_contestant(CONTESTANT)
    source = shutil.copytree(CONTESTANT.folder, opened / "source")
    script = source / "fpm/build.sh"
    script.write_text(script.read_text().replace("opcache.jit_buffer_size=64M", "opcache.jit_buffer_size=0"))
    with pytest.raises(BuildError, match="has no JIT"):
        prepare(CONTESTANT.model_copy(update={"folder": source}), opened / "build")


def test_one_worker_is_one_nginx_worker_and_one_php_process(folder: Path) -> None:
    with started(CONTESTANT, folder) as hosted:
        get(hosted, "/")
        assert len(named(hosted, "nginx: worker")) == 1
        assert len(named(hosted, "php-fpm: pool")) == 1


def test_term_ends_both_daemons_and_leaves_nothing_behind(folder: Path) -> None:
    assert_term_ends_all(CONTESTANT, folder)


@pytest.mark.parametrize("daemon", ["nginx: master", "php-fpm: master"])
def test_when_one_daemon_dies_the_other_ends_and_the_contestant_is_seen_to_have_ended(
    folder: Path, daemon: str
) -> None:
    with started(CONTESTANT, folder) as hosted:
        get(hosted, "/")
        members = [member.key for member in hosted._body.members()]
        os.kill(named(hosted, daemon)[0], signal.SIGKILL)
        assert hosted.wait_exit(10)
        assert hosted.exit_reason() == "ended with exit status 1"
        assert any("ended with exit status 137" in line for line in hosted.log_tail())
    assert not any(procfs.is_alive(key) for key in members)


def test_a_thousand_connections_at_once_get_ten_thousand_right_answers(folder: Path) -> None:
    with started(CONTESTANT, folder, connections=1000) as hosted:
        get(hosted, "/")
        found = answers_under_load(hosted, connections=1000, requests=10_000)
    assert found == {**dict.fromkeys(found, 0), "ok": 10_000}
