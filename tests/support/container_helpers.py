"""Containers for tests: an engine, the image of the test contestants, and hosts of them."""

import functools
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from extras import need, need_program
from fairlap.errors import BuildError, UsageError
from fairlap.hosting.container import base_image, stand_ins
from fairlap.hosting.container.engine import Engine, EngineError, find_engine
from fairlap.hosting.container.host import ContainerHost, ContainerNetwork, HostedImage
from fairlap.hosting.container.images import BuildStop, ImagePlan, build_image
from fairlap.hosting.container.labels import OWNER
from fairlap.hosting.container.settings import BuildSettings
from fairlap.hosting.hosts import Place
from hosting_helpers import wait_until
from support import ROOT, Fairlap

CONTAINED = ROOT / "tests" / "contained"
LIMITS = CONTAINED / "contestants" / "limits"
IN_CONTAINERS = ("--isolation", "container")
HOST_NETWORK = ContainerNetwork("host", "host")


@functools.cache
def engine() -> Engine:
    """The engine of this machine; skips without one, or without a base image."""
    try:
        found = find_engine()
    except UsageError as error:
        need(False, f"a container engine: {error.message}")
        raise
    need(base_image.origin(found) is not None, f"{base_image.SHORT_NAME} (fairlap base-image)")
    return found


@functools.cache
def limits_image() -> str:
    """The id of the image of the test contestants."""
    root = Path(tempfile.mkdtemp(prefix="fairlap-test-images-"))
    try:
        plan = ImagePlan("limits", LIMITS, LIMITS / "Containerfile")
        return build_image(engine(), plan, root, BuildSettings.read(engine()), BuildStop()).image.id
    finally:
        shutil.rmtree(root)


@functools.cache
def need_image(name: str) -> None:
    """Make a stand-in for an image unless it is there; skips without: Debian's unstable may lack MySQL for days."""
    with tempfile.TemporaryDirectory(prefix="fairlap-test-image-") as folder:
        log, settings = Path(folder) / "build.log", BuildSettings.read(engine())
        try:
            stand_ins.make(engine(), name, settings, log, lambda text: None, force=False)
        except BuildError as error:
            pytest.skip(error.line())


@contextmanager
def container_host(
    folder: Path, images: Mapping[str, str], memory_limit_bytes: int | None = 256 << 20, shared_scratch: bool = False
) -> Iterator[ContainerHost]:
    """A host in the machine's own network; run ids of tests differ from those of a fairlap."""
    place = Place(f"test-{uuid.uuid4().hex[:8]}", (0,), memory_limit_bytes, folder / "logs", folder / "state")
    hosted = {name: HostedImage(image) for name, image in images.items()}
    with ContainerHost(engine(), hosted, HOST_NETWORK, place, shared_scratch=shared_scratch) as host:
        yield host


def labelled(of: Engine | None = None) -> set[str]:
    """Return the names of containers and networks with Fairlap's label."""
    asked, own = of or engine(), ("--filter", f"label={OWNER}")
    names = asked.run("ps", "--all", *own, "--format", "{{.Names}}").split()
    return {*names, *asked.run("network", "ls", *own, "--format", "{{.Name}}").split()}


@pytest.fixture(scope="module")
def docker() -> Iterator[Engine]:
    """docker with a daemon of its own, which changes no network of this machine, and the base image in it."""
    programs = [need_program(name, "apt-get install docker.io") for name in ("dockerd", "containerd", "docker")]
    with tempfile.TemporaryDirectory(prefix="fairlap-docker-") as folder:
        socket = f"unix://{folder}/socket"
        places = (f"--{name}={folder}/{name}" for name in ("data-root", "exec-root", "pidfile"))
        none = ("--iptables=false", "--ip-forward=false", "--bridge=none")
        with (
            Path(folder, "log").open("wb") as log,
            subprocess.Popen([programs[0], *places, *none, f"--host={socket}"], stderr=log) as daemon,
        ):
            try:
                found = Engine("docker", programs[2], "", ("--host", socket))
                wait_until(lambda: _answers(found))
                engine().run("save", "--output", f"{folder}/base", base_image.NAME)
                found.run("load", "--input", f"{folder}/base")
                yield found
            finally:
                daemon.terminate()


def _answers(docker: Engine) -> bool:
    try:
        docker.run("version")
    except EngineError:
        return False
    return True


@pytest.fixture(scope="session")
def contained_catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    engine()
    catalog = tmp_path_factory.mktemp("contained") / "catalog"
    shutil.copytree(CONTAINED, catalog, ignore=shutil.ignore_patterns(".build", "results"))
    return catalog


@pytest.fixture
def contained(contained_catalog: Path, fairlap: Fairlap) -> Iterator[Fairlap]:
    yield Fairlap(contained_catalog, fairlap.results)
    assert labelled() == set()


@pytest.fixture
def project(fairlap: Fairlap) -> Iterator[Fairlap]:
    engine()
    yield Fairlap(ROOT, fairlap.results)
    assert labelled() == set()
