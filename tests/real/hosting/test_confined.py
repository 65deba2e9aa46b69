"""The filter of system calls: what attacks on the kernel begin with is refused, what servers do is not."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from extras import need
from fairlap.hosting.hosted import HostedProcess
from fairlap.hosting.isolation import detect
from fairlap.hosting.user import Syscalls, why_not_confined
from hosting_helpers import IS_ROOT, PYTHON, WAITS, modes, needs_root, start_ready, status_of

NO_FILTER = why_not_confined()
pytestmark = pytest.mark.skipif(NO_FILTER is not None, reason=str(NO_FILTER))

OPENS = "import socket; socket.socket(socket.AF_{}, socket.SOCK_STREAM)"
CALLS = "import ctypes, os; os._exit(ctypes.CDLL(None).syscall({}) < 0)"
ATTACKS = {
    "a user namespace, in which it would be root": ("unshare", "--user", "true"),
    # The numbers are those of `clone` and `keyctl` on x86-64.
    "a child in such a namespace": (PYTHON, "-c", CALLS.format("56, 0x10000011, 0, 0, 0, 0")),
    "the kernel's keys": (PYTHON, "-c", CALLS.format("250, 0, -3, 1")),
    "the host of a virtual machine": (PYTHON, "-c", OPENS.format("VSOCK")),
}


@pytest.fixture(params=["filtered", "all"])
def hosted(request: pytest.FixtureRequest, folder: Path) -> Iterator[tuple[HostedProcess, Syscalls]]:
    """A contestant whose system calls are filtered, or not."""
    last = modes()[-1]
    user = "own user" if IS_ROOT else "caller"
    with replace(last, isolation=replace(last.isolation, user=user, syscalls=request.param)).host(folder) as host:
        yield start_ready(host, folder, WAITS), request.param


def does(hosted: HostedProcess, *command: str) -> bool:
    return hosted.run_inside(["/bin/sh", "-c", '"$@" >/dev/null 2>&1', "sh", *command]) == 0


@needs_root
def test_attacks_on_the_kernel_are_refused_by_the_filter_alone(hosted: tuple[HostedProcess, Syscalls]) -> None:
    one, syscalls = hosted
    need(os.uname().machine == "x86_64", "x86-64")
    for attack, command in ATTACKS.items():
        done = does(one, *command)
        if syscalls == "filtered":
            assert not done, attack
        else:
            need(done, f"a machine that allows everybody {attack}")
    assert status_of(one.pid, "Seccomp") == ("2" if syscalls == "filtered" else "0")


def test_what_servers_do_is_possible(hosted: tuple[HostedProcess, Syscalls]) -> None:
    one, _ = hosted
    threads = "import threading; t = threading.Thread(target=print); t.start(); t.join()"
    for source in (threads, "import subprocess; subprocess.run(['true'], check=True)", "import os; os.fork()"):
        assert does(one, PYTHON, "-c", source), source
    for family in ("UNIX", "INET", "INET6"):
        assert does(one, PYTHON, "-c", OPENS.format(family)), family
    assert does(one, PYTHON, "-c", "import socket; socket.if_nameindex(); socket.socket(socket.AF_NETLINK, 3)")


def test_races_have_it() -> None:
    assert detect().syscalls == "filtered"
