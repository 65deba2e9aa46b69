"""Networks of a race in containers that needs services, each time in a process of its own: it moves into one."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from container_helpers import engine, labelled
from extras import need_program
from fairlap.hosting.container.engine import Engine, EngineName
from hosting_helpers import wait_until
from support import ROOT

BEGINS = """
import os, socket, sys
from contextlib import ExitStack
from pathlib import Path
sys.path.insert(0, {support!r})
from container_helpers import CONTAINED, labelled
from fairlap.catalog import load_catalog
from fairlap.hosting.container import base_image
from fairlap.hosting.container.engine import Engine
from fairlap.hosting.container.hosting import ContainerHosting
from fairlap.hosting.container.images import Image
from fairlap.hosting.container.settings import BuildSettings
from fairlap.hosting.guard import guard
from fairlap.hosting.hosts import Place
from fairlap.hosting.network import SERVICES_ADDRESS
from fairlap.hosting.prepared import Prepared
from hosting_helpers import wait_until

engine, folder = {engine!r}, Path({folder!r})
SAYS = '''use IO::Socket::INET;
my ($name, $asks) = @ARGV;
IO::Socket::INET->new(PeerAddr => $asks, PeerPort => 8080) or die "no service: $!" if $asks;
my $listener = IO::Socket::INET->new(LocalPort => 8080, Listen => 9, ReuseAddr => 1) or die $!;
while (my $connection = $listener->accept) {{ print $connection $name; close $connection }}
'''

def answer(address="127.0.0.1"):
    try:
        with socket.create_connection((address, 8080), timeout=1) as connection:
            return connection.recv(100).decode()
    except OSError as error:
        return type(error).__name__

def start(host, name, *asks):
    return host.start(name, ("perl", "-e", SAYS, name, *asks), Path("/"), {{}}, 8080)

def one(name):
    image = Image(name=name, id=base, size_bytes=1, base="", version=None, build_s=0)
    return Prepared(good.model_copy(update={{"name": name}}), Path("/"), None, image)

def place(run):
    return Place(run, (0,), None, folder / "logs", folder / "state")

good, base = load_catalog(CONTAINED).contestant("good"), engine.inspect("image", base_image.NAME, "{{{{.Id}}}}")
hosting, field = ContainerHosting(engine, BuildSettings()), [one("a"), one("b")]
with ExitStack() as stack:
    isolation = hosting.settle(field, "test-net", "own namespace linked to services")
    stack.callback(hosting.release)
    assert isolation.network == "own namespace linked to services", isolation
    stack.enter_context(guard(folder / "state"))
    hosting._service_images = {{"service": base}}  # as if it had been built
    services = stack.enter_context(hosting.services_host(isolation, place("test-net-services")))
    host = stack.enter_context(hosting.host(isolation, place("test-net"), field))
    start(services, "service")
    wait_until(lambda: answer(SERVICES_ADDRESS) == "service")
    a, b = (start(host, name, SERVICES_ADDRESS) for name in ("a", "b"))
    for hosted in (a, b):
        with hosted.network.visit():
            wait_until(lambda: answer() == hosted.name)
"""

LOOKS = """
    addresses = []
    for hosted in (a, b):
        assert hosted.network.path.readlink() == Path(f"/proc/{hosted.pid}/ns/net").readlink()
        with hosted.network.visit(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            assert answer(SERVICES_ADDRESS) == "service"
            probe.connect((SERVICES_ADDRESS, 1))
            addresses.append(probe.getsockname()[0])
    assert answer(addresses[1]) == "b", "where the links end, both are reached"
    with a.network.visit():
        assert answer(addresses[0]) == "a"
        assert answer(addresses[1]) != "b", "one contestant reaches another"
    assert answer() == "service", "a contestant shares their network"
    print(len(labelled(engine)))
    a.stop(), b.stop()
assert labelled(engine) == set()
"""

WAITS = """
    print(os.getpid(), flush=True)
    sys.stdin.read()
"""


@contextmanager
def running(engine: Engine, folder: Path, then: str) -> Iterator[subprocess.Popen[str]]:
    """A process in which two contestants and a service have been started."""
    begins = BEGINS.format(support=str(ROOT / "tests" / "support"), engine=engine, folder=str(folder))
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", begins + then], stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        yield process


@pytest.fixture(params=["podman", "docker"])
def each_engine(request: pytest.FixtureRequest) -> Engine:
    name: EngineName = request.param
    if name == "podman":
        need_program("podman", "apt-get install podman")
        return engine()
    return request.getfixturevalue("docker")


def test_two_with_the_same_port_reach_services_and_not_each_other(each_engine: Engine, tmp_path: Path) -> None:
    with running(each_engine, tmp_path, LOOKS) as process:
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    held = 1 if each_engine.name == "docker" else 0
    assert int(out) == 3 + held, "of containers that hold networks, only the services' is left after the start"
    assert labelled(each_engine) == set()


def test_of_a_killed_one_with_services_nothing_is_left(each_engine: Engine, tmp_path: Path) -> None:
    with running(each_engine, tmp_path, WAITS) as process:
        said = process.stdout.readline()
        process.kill()
        assert said, process.communicate()
    wait_until(lambda: labelled(each_engine) == set())
