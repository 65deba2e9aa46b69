"""The contestant php-fpm: its JIT is really on, and its two daemons live and end together."""

import json
import os
import shutil
import signal
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from conftest import ROOT, need
from fairlap.catalog import load_catalog
from fairlap.errors import BuildError
from fairlap.hosting import procfs
from fairlap.hosting.build import prepare
from fairlap.hosting.ports import free_ports
from fairlap.hosting.process import HostedProcess
from fairlap.hosting.requirements import missing
from hosting_helpers import BY_SIGNAL, Mode, open_folder, wait_until

CONTESTANT = load_catalog(ROOT).contestant("php-fpm")

PROBE = """<?php
function sum(int $loops): int {
    $sum = 0;
    for ($i = 0; $i < $loops; $i++) { $sum += $i; }
    return $sum;
}
sum((int) ($_GET['loops'] ?? 0));
echo json_encode(opcache_get_status(false)['jit']);
"""
"""In the place of index.php: runs hot code, and tells of the JIT in the very process that serves."""


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Path]:
    """A folder that the contestants' user may enter."""
    with open_folder(tmp_path) as path:
        yield path


@pytest.fixture
def folder(opened: Path) -> Path:
    """A build of the contestant, in which a test may change files."""
    not_here = missing(CONTESTANT)
    need(not not_here, "; ".join(item.reason for item in not_here))
    return prepare(CONTESTANT, opened).folder


@contextmanager
def started(folder: Path) -> Iterator[HostedProcess]:
    port = free_ports(1)[0]
    with Mode("by signal", BY_SIGNAL, None).host(folder) as host:
        yield host.start("php-fpm", ["bash", "start.sh", str(port)], folder, {"WORKERS": "1"}, port)


def get(hosted: HostedProcess, path: str) -> bytes:
    """The body of a right answer; a refused connection is tried again until nginx listens."""
    answers: list[bytes] = []

    def answered() -> bool:
        try:
            answers.append(urllib.request.urlopen(f"http://127.0.0.1:{hosted.port}{path}", timeout=10).read())
        except urllib.error.HTTPError:
            raise
        except urllib.error.URLError:
            return False
        return True

    wait_until(answered)
    return answers[0]


def named(hosted: HostedProcess, title: str) -> list[int]:
    """Its processes whose command line begins with `title`."""
    pids = [member.pid for member in hosted._body.members()]
    return [pid for pid in pids if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(title.encode())]


def test_the_jit_is_on_and_compiles_only_what_is_hot_within_one_request(folder: Path) -> None:
    (folder / "index.php").write_text(PROBE)
    with started(folder) as hosted:
        before = json.loads(get(hosted, "/"))
        for _ in range(200):
            short = json.loads(get(hosted, "/?loops=10"))
        after = json.loads(get(hosted, "/?loops=1000"))
    assert before["on"] is True
    assert before["buffer_size"] > 60_000_000
    assert short["buffer_free"] == before["buffer_free"]  # what is hot is forgotten at every request: see the README
    assert after["buffer_free"] < before["buffer_free"]


def test_it_refuses_to_start_without_the_jit_and_says_so(folder: Path) -> None:
    script = folder / "start.sh"
    script.write_text(script.read_text().replace("opcache.jit=tracing", "opcache.jit=off"))
    with started(folder) as hosted:
        assert hosted.wait_exit(10)
        assert hosted.exit_status() != 0
        assert any("the JIT is off" in line for line in hosted.log_tail())


def test_a_build_without_the_jit_fails_and_says_so(opened: Path) -> None:
    need(not missing(CONTESTANT), "PHP and nginx")
    source = shutil.copytree(CONTESTANT.folder, opened / "source")
    script = source / "build.sh"
    script.write_text(script.read_text().replace("opcache.jit_buffer_size=64M", "opcache.jit_buffer_size=0"))
    with pytest.raises(BuildError, match="has no JIT"):
        prepare(CONTESTANT.model_copy(update={"folder": source}), opened / "build")


def test_one_worker_is_one_nginx_worker_and_one_php_process(folder: Path) -> None:
    with started(folder) as hosted:
        get(hosted, "/")
        assert len(named(hosted, "nginx: worker")) == 1
        assert len(named(hosted, "php-fpm: pool")) == 1


def test_term_ends_both_daemons_and_leaves_nothing_behind(folder: Path) -> None:
    with started(folder) as hosted:
        get(hosted, "/")
        members = [member.key for member in hosted._body.members()]
        outcome = hosted.stop()
    assert (outcome.how, outcome.left_behind) == ("TERM", 0)
    assert hosted.exit_status() == 0
    assert not any(procfs.is_alive(key) for key in members)


@pytest.mark.parametrize("daemon", ["nginx: master", "php-fpm: master"])
def test_when_one_daemon_dies_the_other_ends_and_the_contestant_is_seen_to_have_ended(
    folder: Path, daemon: str
) -> None:
    with started(folder) as hosted:
        get(hosted, "/")
        members = [member.key for member in hosted._body.members()]
        os.kill(named(hosted, daemon)[0], signal.SIGKILL)
        assert hosted.wait_exit(10)
        assert hosted.exit_reason() == "ended with exit status 1"
        assert any("ended with exit status 137" in line for line in hosted.log_tail())
    assert not any(procfs.is_alive(key) for key in members)
