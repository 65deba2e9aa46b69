"""Real contestants, built from the catalog and started as a race would: shared by their tests."""

import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from conftest import need
from fairlap.catalog import Contestant
from fairlap.hosting.build import prepare
from fairlap.hosting.ports import free_ports
from fairlap.hosting.process import HostedProcess
from fairlap.hosting.requirements import missing
from fairlap.hosting.variables import Variables, expand, expand_env
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
"""In the place of index.php: runs hot code, and tells of the JIT in the very process that serves."""


def built(contestant: Contestant, folder: Path) -> Path:
    """A build of the contestant, in which a test may change files; skips where it cannot run."""
    not_here = missing(contestant)
    need(not not_here, "; ".join(item.reason for item in not_here))
    return prepare(contestant, folder).folder


@contextmanager
def started(contestant: Contestant, folder: Path, connections: int = 64) -> Iterator[HostedProcess]:
    """The build in `folder`, running with one worker."""
    port = free_ports(1)[0]
    cpu = min(os.sched_getaffinity(0))
    variables = Variables(port=port, workers=1, build=folder, cpus=(cpu,), connections=connections)
    env = expand_env(contestant.env, variables)
    with Mode("by signal", BY_SIGNAL, None).host(folder) as host:
        yield host.start(contestant.name, expand(contestant.start, variables), folder, env, port)


def get(hosted: HostedProcess, path: str) -> bytes:
    """The body of a right answer; tried again while nobody listens, or 503 says that it is too early."""
    answers: list[bytes] = []

    def answered() -> bool:
        try:
            answers.append(urllib.request.urlopen(f"http://127.0.0.1:{hosted.port}{path}", timeout=10).read())
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            error.close()
            return False
        except urllib.error.URLError:
            return False
        return True

    wait_until(answered)
    return answers[0]


def named(hosted: HostedProcess, title: str) -> list[int]:
    """Its processes whose command line begins with `title`."""
    pids = [member.pid for member in hosted._body.members()]
    return [pid for pid in pids if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(title.encode())]
