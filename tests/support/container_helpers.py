"""Containers for tests: an engine, the image of the test contestants, and hosts of them."""

import functools
import shutil
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from extras import need
from fairlap.errors import BuildError, UsageError
from fairlap.hosting.container import base_image, stand_ins
from fairlap.hosting.container.engine import Engine, find_engine
from fairlap.hosting.container.host import ContainerHost, ContainerNetwork, HostedImage
from fairlap.hosting.container.images import BuildStop, ImagePlan, build_image
from fairlap.hosting.container.labels import OWNER
from fairlap.hosting.container.settings import BuildSettings
from fairlap.hosting.hosts import Place
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
def need_mysql() -> None:
    """Make a stand-in for MySQL's image unless it is there; skips without: Debian's unstable may lack it for days."""
    with tempfile.TemporaryDirectory(prefix="fairlap-test-mysql-") as folder:
        log, settings = Path(folder) / "build.log", BuildSettings.read(engine())
        try:
            stand_ins.make(engine(), "mysql:9", settings, log, lambda text: None, force=False)
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


def labelled() -> set[str]:
    """Return the names of containers and networks with Fairlap's label."""
    own = ("--filter", f"label={OWNER}")
    names = engine().run("ps", "--all", *own, "--format", "{{.Names}}").split()
    return {*names, *engine().run("network", "ls", *own, "--format", "{{.Name}}").split()}


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
