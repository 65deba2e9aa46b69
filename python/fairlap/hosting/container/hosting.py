"""Hosting in containers: an image for each contestant and service; several are built at a time."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path

from fairlap.catalog import Contestant, OwnImage, ServiceName
from fairlap.errors import BuildError, UsageError
from fairlap.hosting import cgroup
from fairlap.hosting.cgroup_v1 import V1Layout
from fairlap.hosting.container import base_image
from fairlap.hosting.container.dockerfile import bases, full_name
from fairlap.hosting.container.engine import Engine
from fairlap.hosting.container.holder import NetworkHolder
from fairlap.hosting.container.host import OWN_NETWORK, ContainerHost, ContainerNetwork, HostedImage, NetworkKind
from fairlap.hosting.container.images import (
    APPLICATION,
    BuildStop,
    ImagePlan,
    OwnBuild,
    build_image,
    containerfile_of,
    service_plan,
)
from fairlap.hosting.container.labels import label_options, sweep
from fairlap.hosting.container.settings import BuildSettings
from fairlap.hosting.container.stand_ins import why_missing
from fairlap.hosting.hosted import LOOPBACK
from fairlap.hosting.hosting import Hosting, Outcome
from fairlap.hosting.hosts import Host, Place
from fairlap.hosting.isolation import OWN, PRIVATE, Isolation, Network
from fairlap.hosting.network import (
    SERVICES_ADDRESS,
    add_services_address,
    enter_network_of,
    enter_private_network,
    is_private,
    why_no_own_network,
)
from fairlap.hosting.prepared import Prepared
from fairlap.hosting.programs import find_fairload
from fairlap.hosting.variables import Variables, expand
from fairlap.samples import Skip

MOST_AT_ONCE = 4
_NEEDS_FAIRLOAD = "fairload"
_OF_CALLER = "host"
"""With podman, the network of its caller; with docker, that of the machine (only used when they are the same)."""

_NETWORKS: dict[NetworkKind, Network] = {"private": "private namespace", "host": "host loopback", "bridge": "bridge"}


def images_root(build_root: Path) -> Path:
    """Return the folder for logs and records of images."""
    return build_root.parent / "images"


class ContainerHosting(Hosting):
    """Hosting in containers of an engine: each in a network of its own, or all in the same one."""

    kind = "container"

    def __init__(self, engine: Engine, settings: BuildSettings, network: NetworkKind = "private") -> None:
        self.engine = engine
        self._settings = settings
        self.network = network
        self._joined: ContainerNetwork | None = None
        self._holder: NetworkHolder | None = None
        self._service_images: dict[str, str] = {}
        self._missing_services: dict[ServiceName, tuple[str, str] | None] = {}
        self._stop = BuildStop()

    def clear(self) -> tuple[str, ...]:
        """Remove containers and networks of ended Fairlaps, found by their label; return their names."""
        return sweep(self.engine)

    def missing_service(self, name: ServiceName) -> tuple[str, str] | None:
        """Return why a service's image cannot be made, and the fix, once after trying to pull what it is based on."""
        if name not in self._missing_services:
            others = (one for one in service_plan(name).bases if full_name(one) != base_image.NAME)
            missing = next((why for one in others if (why := why_missing(self.engine, one)) is not None), None)
            self._missing_services[name] = None if missing is None else (f"{name}: {missing[0]}", missing[1])
        return self._missing_services[name]

    def prepare(
        self, contestants: Sequence[Contestant], build_root: Path, say: Callable[[str, str], object]
    ) -> Iterator[Outcome]:
        """Build as many images at once as there are CPUs; all threads have ended afterwards."""
        base_image.require(self.engine, lambda text: say("", text))
        root = images_root(build_root)
        waiting: dict[Future[Prepared | Skip], Contestant] = {}
        with ThreadPoolExecutor(min(MOST_AT_ONCE, os.cpu_count() or 1)) as pool:
            finished = False
            try:
                for contestant in contestants:
                    waiting[pool.submit(self._prepare_one, contestant, root)] = contestant
                left = [contestant.name for contestant in contestants]
                say(left[0] if left else "", _progress(left, len(contestants)))
                for done in as_completed(waiting):
                    left.remove(waiting[done].name)
                    if left:
                        say(left[0], _progress(left, len(contestants)))
                    yield waiting[done], done.result()
                finished = True
            finally:
                if not finished:  # Ctrl-C: cancel waiting builds, end running ones
                    pool.shutdown(wait=False, cancel_futures=True)
                    self._stop.now()

    def prepare_services(self, names: Iterable[ServiceName], build_root: Path, say: Callable[[str], object]) -> None:
        """Build one image after another."""
        for name in names:
            say(f"preparing the image of {name}")
            built = build_image(self.engine, service_plan(name), images_root(build_root), self._settings, self._stop)
            self._service_images[name] = built.image.id

    def settle(self, prepared: Iterable[Prepared], run: str, wanted: Network) -> Isolation:
        """Create the network: move this process into a private one, or make a bridge."""
        by_hand = wanted not in PRIVATE and self.network == "private"
        kind: NetworkKind = "host" if by_hand else self.network
        wants_own = kind == "private" and wanted in OWN
        linked = wanted == "own namespace linked to services"
        refusal = why_no_own_network(linked=linked) if wants_own else None
        own = wants_own and refusal is None
        fixed = next((one.contestant.name for one in prepared if one.contestant.image is not None), None)
        if fixed is not None and not own and not by_hand:
            fix = refusal or "leave out --network"
            raise UsageError("has ports of its own, so it needs a network of its own", where=fixed, hint=fix)
        linked = own and linked
        self._joined = ContainerNetwork(kind, self._join(kind, run, own=own and not linked), linked=linked)
        if self._joined.linked:
            add_services_address()
        first = isinstance(cgroup.find().layout, V1Layout)
        return Isolation(
            cpu="cgroup v1 cpuset" if first else "cgroup v2 cpuset",
            freezer="cgroup v1" if first else "cgroup v2",
            cpu_accounting="cgroup v1 cpuacct" if first else "cgroup v2",
            memory_limit="cgroup v1" if first else "cgroup v2",
            network=wanted if own else _NETWORKS[kind],
            user="nobody",
            view="own",
            syscalls="filtered",
            reasons=() if refusal is None else (f"contestants share a loopback: {refusal}",),
            hosting=f"container ({self.engine.name} {self.engine.version})",
        )

    def host(self, isolation: Isolation, place: Place, prepared: Iterable[Prepared]) -> Host:
        """Return a host for contestants, which may only write to /tmp."""
        assert self._joined is not None
        images = {
            item.contestant.slug: HostedImage(item.image.id, item.contestant.image)
            for item in prepared
            if item.image is not None
        }
        return ContainerHost(self.engine, images, self._joined, place)

    def services_host(self, isolation: Isolation, place: Place) -> Host:
        """Return a host for services, with a folder of this machine for their data and sockets."""
        assert self._joined is not None
        images = {name: HostedImage(image) for name, image in self._service_images.items()}
        address = SERVICES_ADDRESS if self._joined.linked else LOOPBACK
        shared = replace(self._joined, linked=False)
        return ContainerHost(self.engine, images, shared, place, shared_scratch=True, address=address)

    def release(self) -> None:
        """Remove the bridge, or the container that holds the network; podman's ends with its processes."""
        joined, holder = self._joined, self._holder
        self._joined = self._holder = None
        if joined is not None and joined.kind == "bridge":
            remove_bridge(self.engine, joined.argument)
        if holder is not None:
            holder.close()

    def _join(self, kind: NetworkKind, run: str, *, own: bool) -> str:
        """Return the engine's --network; this process is in a private one afterwards, if one is wanted."""
        if kind == "bridge":
            return create_bridge(self.engine, run)
        if own:
            if not is_private():
                enter_private_network()
            return OWN_NETWORK
        if kind == "private" and self.engine.name == "docker":
            self._holder = NetworkHolder(self.engine, _name(run), label_options(run))
            enter_network_of(self._holder.pid)
            return self._holder.argument
        if kind == "private" and not is_private():
            enter_private_network()
        return _OF_CALLER

    def _prepare_one(self, contestant: Contestant, root: Path) -> Prepared | Skip:
        if contestant.image is not None:
            return self._prepare_image(contestant, contestant.image, root)
        file = containerfile_of(contestant.folder, contestant.name)
        if file is None:
            fix = "write one: docs/adding-a-contestant.md"
            return Skip(contestant.name, "", "skipped", "no Containerfile", fix)
        plan = ImagePlan(
            contestant.name,
            contestant.folder,
            file,
            programs=(Path(find_fairload()),) if _NEEDS_FAIRLOAD in contestant.requires else (),
            version=tuple(expand(contestant.version or (), Variables(build=APPLICATION))),
        )
        return self._built(contestant, plan, root)

    def _prepare_image(self, contestant: Contestant, image: OwnImage, root: Path) -> Prepared | Skip:
        """Build an image as its authors do; without one that it is based on, return which, and how to get it."""
        file = contestant.source / image.file
        if not file.is_file():
            fix = "is the checkout still there? See also `fairlap import`"
            return Skip(contestant.name, "", "skipped", f"no file {file}", fix)
        based_on = bases(file.read_text(errors="replace"), image.arguments)
        missing = next((why for base in based_on if (why := why_missing(self.engine, base)) is not None), None)
        if missing is not None:
            return Skip(contestant.name, "", "skipped", *missing)
        plan = ImagePlan(contestant.slug, contestant.source, file, own=OwnBuild(based_on, image.arguments))
        return self._built(contestant, plan, root)

    def _built(self, contestant: Contestant, plan: ImagePlan, root: Path) -> Prepared | Skip:
        try:
            image = build_image(self.engine, plan, root, self._settings, self._stop).image
        except BuildError as error:
            hint = f"fairlap prepare {contestant.name} --isolation container"
            return Skip(contestant.name, "", "failed", f"build: {error.line()}", hint)
        return Prepared(contestant, APPLICATION, image.version, image)


def _progress(left: Sequence[str], total: int) -> str:
    more = f" and {len(left) - MOST_AT_ONCE} more" if len(left) > MOST_AT_ONCE else ""
    return f"preparing images, {total - len(left)} of {total} done: {', '.join(left[:MOST_AT_ONCE])}{more}"


def create_bridge(engine: Engine, run: str) -> str:
    """Create a bridge for containers and this machine without a way out; return its name. Raises EngineError."""
    engine.run("network", "create", "--internal", *label_options(run), _name(run))
    return _name(run)


def remove_bridge(engine: Engine, name: str) -> None:
    """Remove a bridge. Raises EngineError while a container uses it."""
    engine.run("network", "rm", name)


def _name(run: str) -> str:
    return f"fairlap-net-{run}"
