"""Real contestants, built from the catalog and started as a race would: shared by their tests."""

import json
import os
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from extras import need_contestant, need_program
from fairlap.catalog import Contestant, Request
from fairlap.hosting import procfs
from fairlap.hosting.build import prepare
from fairlap.hosting.certificate import certificate_for
from fairlap.hosting.ports import free_ports
from fairlap.hosting.prepared import Prepared, paths_to_read
from fairlap.hosting.process import HostedProcess
from fairlap.hosting.programs import find_fairload
from fairlap.hosting.starting import start
from fairlap.hosting.user import find_user
from fairlap.hosting.variables import Variables
from hosting_helpers import BY_SIGNAL, Mode, wait_until

PHP_PROBE = """<?php
function sum(int $loops): int {
    $sum = 0;
    for ($i = 0; $i < $loops; $i++) { $sum += $i; }
    return $sum;
}
sum((int) ($_GET['loops'] ?? 0));
echo json_encode(opcache_get_status(false)['jit']);
"""
"""Replaces index.php: runs hot code and reports the JIT of the process that serves."""


def built(contestant: Contestant, folder: Path) -> Path:
    """Build the contestant in a folder where a test may change files; skip if it cannot run."""
    need_contestant(contestant)
    return prepare(contestant, folder).folder


@contextmanager
def started(
    contestant: Contestant,
    folder: Path,
    *,
    workers: int = 1,
    connections: int = 64,
    services: Mapping[str, str] | None = None,
    logs: Path | None = None,
) -> Iterator[HostedProcess]:
    """The build in `folder`, running beside services of these addresses; its logs go there, too, or to `logs`."""
    port = free_ports(1)[0]
    cpus = (min(os.sched_getaffinity(0)),)
    variables = Variables(workers=workers, cpus=cpus, connections=connections, services=services or {})
    prepared = Prepared(contestant, folder, None)
    user = find_user(paths_to_read([prepared])).user
    certificate = certificate_for([contestant], logs or folder)
    mode = Mode("by signal", replace(BY_SIGNAL, user=user), None)
    with mode.host(logs or folder, certificate=certificate) as host:
        yield start(host, prepared, port, variables, Request())


def get(hosted: HostedProcess, path: str) -> bytes:
    """Return the body of a right answer; retry while the connection is refused, 503 says "not yet", or no answer comes.

    FrankenPHP may listen before its PHP is ready, and never answers requests of that moment.
    """
    answers: list[bytes] = []

    def answered() -> bool:
        try:
            answers.append(urllib.request.urlopen(f"http://127.0.0.1:{hosted.port}{path}", timeout=10).read())
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            error.close()
            return False
        except (urllib.error.URLError, TimeoutError):
            assert hosted.exit_status() is None, hosted.log_tail()
            return False
        return True

    wait_until(answered)
    return answers[0]


def answers_around_freezing(hosted: HostedProcess, path: str) -> set[bytes]:
    """Return all answers to 16 clients that never pause, while it is frozen and thawed five times as between laps."""
    enough = threading.Event()

    def client() -> set[bytes]:
        answers = set()
        while not enough.is_set():
            answers.add(get(hosted, path))
        return answers

    with ThreadPoolExecutor(16) as pool:
        clients = [pool.submit(client) for _ in range(16)]
        try:
            for _ in range(5):
                time.sleep(0.3)
                hosted.freeze()
                time.sleep(0.3)
                hosted.thaw()
        finally:
            enough.set()
    return {answer for each in clients for answer in each.result()}


def answers_under_load(hosted: HostedProcess, connections: int, requests: int) -> dict[str, int]:
    """Return the outcomes of `requests` over keep-alive connections."""
    expect = ("--expect-json", '{"message": "Hello World!"}', "--timeout", "30s", "--json")
    load = ("-c", str(connections), "-n", str(requests), "-t", "1")
    command = [find_fairload(), f"http://127.0.0.1:{hosted.port}/", *load, *expect]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout)["outcomes"]


def named(hosted: HostedProcess, title: str) -> list[int]:
    """Return its processes whose command line begins with `title`."""
    found = []
    for pid in [member.pid for member in hosted._body.members()]:
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(title.encode()):
                found.append(pid)
    return found


def assert_term_ends_all(contestant: Contestant, folder: Path) -> None:
    """Assert that it ends on TERM and leaves no process."""
    with started(contestant, folder) as hosted:
        get(hosted, "/")
        members = [member.key for member in hosted._body.members()]
        outcome = hosted.stop()
    assert (outcome.how, outcome.left_behind) == ("TERM", 0)
    assert hosted.exit_status() == 0
    assert not any(procfs.is_alive(key) for key in members)


def assert_php_can_read(source: Path) -> None:
    """Assert that a PHP file has no syntax errors."""
    php = need_program("php", "apt-get install php-cli")
    done = subprocess.run([php, "-l", source], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stdout
