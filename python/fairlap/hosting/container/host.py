"""Contestants in containers: `ContainerHost` starts each from its image, all in the same kind of sandbox."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from fairlap.catalog import OwnImage
from fairlap.errors import StartError, UsageError
from fairlap.hosting import cgroup, procfs
from fairlap.hosting.certificate import Certificate
from fairlap.hosting.container.engine import Engine, ulimits
from fairlap.hosting.container.holder import NetworkHolder
from fairlap.hosting.container.hosted import HostedContainer, pid_in
from fairlap.hosting.container.labels import CONTESTANT, label_options, main_pid, remove_container
from fairlap.hosting.groups import Group
from fairlap.hosting.hosted import LOOPBACK, HostedProcess
from fairlap.hosting.hosts import Host, Place
from fairlap.hosting.launch import OPEN_FILES, open_file_limit
from fairlap.hosting.namespaces import Child
from fairlap.hosting.network import SERVICES_ADDRESS, OwnNetwork
from fairlap.hosting.procfs import ProcessInfo
from fairlap.hosting.records import MARKER, ContainerName, Entry, Sandbox
from fairlap.hosting.user import MOST_PROCESSES, make_scratch, name_scratch, remove_scratch, uid_for
from fairlap.hosting.view import TEMPORARY_BYTES

EVERY_ADDRESS = "0.0.0.0"
"""In a network namespace with only the bridge."""

USER = "65534:65534"
"""nobody, as for contestants that run as processes."""

_STARTS_WITHIN_S = 60.0
_LOOK_AGAIN_MS = 5
_ENDING_S = 1.0
_ENGINE_FAILED = frozenset({125, 126, 127})

NetworkKind = Literal["private", "host", "bridge"]

OWN_NETWORK = "none"
"""The engine's --network for a network with only a loopback, which the generator visits."""

_CERTIFICATE_INSIDE = Path("/run/fairlap/tls")

_THEIR_CAPABILITIES = ("CHOWN", "DAC_OVERRIDE", "FOWNER", "KILL", "NET_BIND_SERVICE", "SETGID", "SETUID")
"""Of images that others wrote: what a server needs that begins as root and serves as somebody else."""


@dataclass(frozen=True, slots=True)
class ContainerNetwork:
    """The network that containers join: `argument` is the engine's --network.

    With `linked`, contestants do not join it: it has the services, and each contestant's own one is linked to it.
    """

    kind: NetworkKind
    argument: str
    linked: bool = False


@dataclass(frozen=True, slots=True)
class HostedImage:
    """The id of an image; `own` is what its authors want, if it is not one of Fairlap's making."""

    id: str
    own: OwnImage | None = None


class ContainerHost(Host):
    """Starts contestants as containers: no privileges, only /tmp is writable, equal limits.

    Args:
        engine: docker or podman.
        images: the image of each contestant.
        network: the network that each of them joins.
        place: its run, CPUs, memory limit and folders.
        shared_scratch: HOME and TMPDIR are a folder of this machine, with the same path (for services, which have
            their sockets there), instead of the container's /tmp.
        address: what they listen on, but for bridges.
    """

    programs_are_here = False

    def __init__(
        self,
        engine: Engine,
        images: Mapping[str, HostedImage],
        network: ContainerNetwork,
        place: Place,
        *,
        shared_scratch: bool = False,
        address: str = LOOPBACK,
    ) -> None:
        super().__init__(place)
        self._engine = engine
        self._images = images
        self._network = network
        self.listens_on = EVERY_ADDRESS if network.kind == "bridge" else address
        self._shared_scratch = shared_scratch

    def start(self, name: str, command: Sequence[str], cwd: Path, env: Mapping[str, str], port: int) -> HostedProcess:
        """Start one contestant; programs are searched on the image's path, and `cwd` is a folder of the image."""
        self._check(name)
        entry = self._prepare(name, tuple(command), cwd, env, port)
        with ExitStack() as undo:  # also cleans up on Ctrl-C
            undo.callback(self._clean_up, entry)
            self._state.put(entry)
            make_scratch(entry.sandbox.scratch, entry.sandbox.uid)
            with self._to_join(entry) as (network, options):
                if network is not None:
                    undo.callback(network.close)
                child = self._launch(entry, options)
                entry = self._with_process(entry, self._await_pid(entry, child))
            self._state.put(entry)
            if network is None and (network := self._own_network(entry)) is not None:
                undo.callback(network.close)
            address = self._address(entry)
            hosted = HostedContainer(entry, child, self._forget, self._engine, address, network)
            self._alive[name] = hosted
            undo.pop_all()
        self._refuse_if_not_executed(hosted)
        return hosted

    def shown(self, certificate: Certificate) -> Certificate:
        """Return it with a folder of the container: not every user of an image may enter the one of this machine."""
        return replace(certificate, folder=_CERTIFICATE_INSIDE)

    def _prepare(self, name: str, command: tuple[str, ...], cwd: Path, env: Mapping[str, str], port: int) -> Entry:
        uid = uid_for("nobody" if self._shared_scratch else "caller")
        scratch = name_scratch(f"{self.run_id}-{name}")
        writable = str(scratch) if self._shared_scratch else "/tmp"
        image = self._images.get(name)
        theirs = image is not None and image.own is not None
        own = {} if theirs else {"LANG": "C.UTF-8", "HOME": writable, "TMPDIR": writable}
        sandbox = Sandbox(
            user="nobody",
            uid=uid,
            affinity=None,
            cgroup_version=None,
            cgroup_paths=(),
            cwd=cwd,
            env={**own, **env, MARKER: self._marker(name)},
            open_files=open_file_limit(OPEN_FILES),
            view="own",
            syscalls="filtered",
            scratch=scratch,
            freeze_by_signal=False,
            account_by_procfs=False,
        )
        container = ContainerName(engine=tuple(self._engine.command()), name=self._name(name))
        return self._entry(name, command, port, sandbox, container)

    def _name(self, name: str) -> str:
        """Return the name of a contestant's container."""
        return f"fairlap-{self.run_id}-{name}"

    def _launch(self, entry: Entry, network: Sequence[str]) -> Child:
        image = self._images.get(entry.name)
        if image is None:
            raise StartError("no image", where=entry.name, hint="fairlap prepare --isolation container")
        arguments = ["run", "--name", self._name(entry.name), *network, *self._sandbox_options(entry)]
        arguments += self._own_options(entry) if image.own is None else self._their_options(image.own)
        if self._engine.name == "podman":
            arguments += ["--pidfile", str(self._pid_file(entry))]
        with entry.log_path.open("ab") as log:
            return self._engine.start([*arguments, image.id, *entry.command], log)

    def _sandbox_options(self, entry: Entry) -> list[str]:
        options = [
            *(*label_options(self.run_id, keeps=self._place.kind == "manual"), "--label", f"{CONTESTANT}={entry.name}"),
            *("--init", "--pull", "never", "--log-driver", "none", "--no-healthcheck"),
            *("--cap-drop", "all", "--security-opt", "no-new-privileges"),
            *("--cpuset-cpus", ",".join(map(str, self._place.cpus)), "--pids-limit", str(MOST_PROCESSES)),
            *(*ulimits(), "--ulimit", "core=0:0"),
        ]
        limit = self._place.memory_limit_bytes
        if limit is not None:  # an equal limit with swap means no swap
            options += ["--memory", str(limit), "--memory-swap", str(limit)]
        if self._shared_scratch:
            options += ["--volume", f"{entry.sandbox.scratch}:{entry.sandbox.scratch}:rw"]
        if self.certificate is not None:
            options += ["--volume", f"{self.certificate.folder}:{_CERTIFICATE_INSIDE}:ro"]
        for name, value in entry.sandbox.env.items():
            options += ["--env", f"{name}={value}"]
        return options

    def _own_options(self, entry: Entry) -> list[str]:
        """Return what is stricter in the containers that Fairlap makes."""
        options = ["--read-only", "--user", USER, "--workdir", str(entry.sandbox.cwd)]
        options += ["--tmpfs", f"/tmp:rw,nosuid,nodev,size={TEMPORARY_BYTES},mode=1777"]
        if self._engine.name == "podman":
            options.append("--read-only-tmpfs=false")  # otherwise podman adds writable folders
        return options

    def _pid_file(self, entry: Entry) -> Path:
        """Return a path outside the scratch folder, where a service could overwrite it."""
        return self._place.state / f"{self.run_id}.{entry.name}.pid"

    def _await_pid(self, entry: Entry, child: Child) -> int | None:
        """Wait for the container's first process; return `None` when the engine failed or the process has ended.

        Raises:
            StartError: neither happens in time.
        """
        try:
            with procfs.watching_end(child.pid) as poller:
                for _ in range(int(_STARTS_WITHIN_S * 1000 / _LOOK_AGAIN_MS)):
                    # Only the end has an event: wait for it, and check for the start in between.
                    if poller.poll(_LOOK_AGAIN_MS):
                        return None
                    pid = self._pid_of(entry)
                    if pid is not None and not _is_runtime(pid):
                        return pid
        finally:
            self._pid_file(entry).unlink(missing_ok=True)
        raise StartError(f"not started by {self._engine.name} within {_STARTS_WITHIN_S:.0f} s", where=entry.name)

    def _pid_of(self, entry: Entry) -> int | None:
        if self._engine.name == "podman":
            return pid_in(self._pid_file(entry))
        return main_pid(self._engine, self._name(entry.name))

    def _with_process(self, entry: Entry, pid: int | None) -> Entry:
        """Return the entry with the container's process and control group, if it still lives."""
        info = None if pid is None else procfs.read_process(pid)
        if info is None:
            return entry
        group = _group_of(info, entry.name)
        if group is None:
            return entry
        sandbox = entry.sandbox.model_copy(update={"cgroup_version": group.version, "cgroup_paths": tuple(group.paths)})
        return entry.model_copy(update={"process": info.key, "sandbox": sandbox})

    def _their_options(self, image: OwnImage) -> list[str]:
        """Return what an image that others wrote needs: root's first steps, and files."""
        options = [f"--cap-add={capability}" for capability in _THEIR_CAPABILITIES]
        made = self.certificate
        sources = {} if made is None else {"{cert}": str(made.cert), "{key}": str(made.key)}
        return [*options, *(f"--volume={sources.get(at, at)}:{inside}:ro" for inside, at in image.files.items())]

    @contextmanager
    def _to_join(self, entry: Entry) -> Iterator[tuple[OwnNetwork | None, list[str]]]:
        """Yield a new network with a link to services, if containers have such, and options to join it in the context.

        The names of services that an image of others knows belong to its network. Raises StartError.
        """
        image = self._images.get(entry.name)
        theirs = None if image is None else image.own
        services = LOOPBACK if self._network.kind == "host" else SERVICES_ADDRESS
        names = [] if theirs is None else [f"--add-host={name}:{services}" for name in theirs.hosts]
        if not self._network.linked:
            yield None, ["--network", self._network.argument, *names]
        elif self._engine.name == "podman":
            network = self._linked(entry.name)
            yield network, ["--network", f"ns:{network.path}", *names]
        else:
            options = (*label_options(self.run_id), *names)
            with closing(NetworkHolder(self._engine, f"{self._name(entry.name)}-net", options)) as holder:
                yield self._linked(entry.name, holder.pid), ["--network", holder.argument]

    def _linked(self, name: str, pid: int | None = None) -> OwnNetwork:
        try:
            return OwnNetwork.make_linked(pid)
        except OSError as error:
            raise StartError(f"its network cannot be set up: {error}", where=name) from error

    def _own_network(self, entry: Entry) -> OwnNetwork | None:
        """Return the network of a container that shares it with nobody; `None` also when it has ended."""
        if self._network.argument != OWN_NETWORK or entry.process is None:
            return None
        try:
            return OwnNetwork.of(entry.process.pid)
        except FileNotFoundError:
            return None

    def _address(self, entry: Entry) -> str:
        if self._network.kind != "bridge" or entry.process is None:
            return self.listens_on
        form = "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}"
        address = self._engine.inspect("container", self._name(entry.name), form)
        if not address:
            raise StartError("no address in the bridge network", where=entry.name)
        return address

    def _clean_up(self, entry: Entry) -> None:
        remove_container(self._engine, self._name(entry.name))
        remove_scratch(entry.sandbox.scratch)
        self._state.drop(entry.name)

    def _refuse_if_not_executed(self, hosted: HostedContainer) -> None:
        """Raise StartError if the engine failed: it exits with 125 to 127 and the reason is its last line."""
        if hosted.exit_reason() is None:
            return
        last = hosted.log_tail(1)
        if hosted.exit_status() in _ENGINE_FAILED and last and last[0].startswith(("Error", self._engine.name)):
            hosted.stop()
            raise StartError(f"cannot be executed: {last[0]}", where=hosted.name)


def _is_runtime(pid: int) -> bool:
    """Return whether this is still the runtime's process (`runc init`), which becomes the container's first one."""
    command = procfs.command_line(pid)
    if command is None:
        return False
    # It is empty during an exec.
    return not command or command.split(b"\0")[1:2] == [b"init"]


def _group_of(info: ProcessInfo, name: str) -> Group | None:
    """Return the container's control group; `None` when it has ended.

    Raises:
        UsageError: it has no group of its own, so freezing it would freeze others.
    """
    try:
        group = cgroup.of_process(info.pid)
    except (FileNotFoundError, ProcessLookupError):
        return None
    # A process that is about to end has already left its group.
    if group is None and not procfs.wait_ended([info.key], _ENDING_S):
        raise UsageError("its container has no separate control group", where=name, hint="see `fairlap doctor`")
    return group
