"""Contestants as processes: `ProcessHost` starts them, each in its sandbox, and records what it started."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from fairlap.errors import StartError, UsageError
from fairlap.hosting import cgroup, procfs
from fairlap.hosting.body import Body, ProcessCount, StopOutcome
from fairlap.hosting.build import is_build
from fairlap.hosting.groups import Layout
from fairlap.hosting.hosted import LOOPBACK, HostedProcess
from fairlap.hosting.hosts import Host, Place
from fairlap.hosting.isolation import OWN, PRIVATE, Isolation
from fairlap.hosting.launch import OPEN_FILES, interrupts_held, open_file_limit, spawn
from fairlap.hosting.namespaces import Child
from fairlap.hosting.network import OwnNetwork, is_private, visiting
from fairlap.hosting.programs import contestant_path, find_program
from fairlap.hosting.records import MARKER, Entry, Sandbox
from fairlap.hosting.user import make_scratch, name_scratch, remove_scratch, uid_for
from fairlap.hosting.view import PRIVATE_FOLDERS, to_show

__all__ = ["HostedProcess", "ProcessCount", "ProcessHost", "StopOutcome"]

_CHAIN_STATUSES = frozenset({125, 126, 127})
_CHAIN_SPEAKERS = tuple(
    f"{name}: "
    for name in ("fairlap", "nsenter", "unshare", "mount", "prlimit", "setpriv", "fairload", "env", "/usr/bin/env")
)


class ProcessHost(Host):
    """Starts contestants as processes, all in the same kind of sandbox.

    Args:
        isolation: what the sandboxes are made of; may be weaker than the machine could.
        place: its run, CPUs, memory limit and folders.
        open_files: the limit of open files, the same for all (less where this process may not have so many itself).
        stop_grace_s: how long a contestant has to end by itself when the host is closed.
        path: where programs are looked for, and the contestants' PATH.
        layout: the control groups to use instead of those that would be found.
        address: what contestants listen on.
    """

    def __init__(
        self,
        isolation: Isolation,
        place: Place,
        *,
        open_files: int = OPEN_FILES,
        stop_grace_s: float = 5.0,
        path: str | None = None,
        layout: Layout | None = None,
        address: str = LOOPBACK,
    ) -> None:
        if isolation.network in PRIVATE and not is_private():
            raise ValueError(f"the isolation says {isolation.network!r}, but enter_private_network() was not called")
        super().__init__(place, stop_grace_s)
        self.listens_on = address
        self._isolation = isolation
        self._open_files = open_file_limit(open_files)
        self._path = contestant_path() if path is None else path
        self._layout = layout if layout is not None or not isolation.uses_cgroups else cgroup.find().layout
        if isolation.uses_cgroups and self._layout is None:
            raise UsageError("the isolation asks for control groups, and none can be used", hint="see `fairlap doctor`")

    def start(self, name: str, command: Sequence[str], cwd: Path, env: Mapping[str, str], port: int) -> HostedProcess:
        """As `Host.start`; the program is searched on the host's path."""
        self._check(name)
        program = find_program(command[0], folder=cwd, path=self._path)
        if not cwd.is_dir():
            raise StartError(f"its folder {cwd} does not exist", where=name)
        if program is None or "=" in str(program):
            raise StartError(f"program '{command[0]}' is not found", where=name, hint=f"PATH is {self._path}")
        entry = self._prepare(name, (str(program), *command[1:]), cwd, env, port)
        with interrupts_held(), ExitStack() as undo:
            undo.callback(self._clean_up, entry)
            self._state.put(entry)  # first: what a killed Fairlap has made is found by its state
            make_scratch(entry.sandbox.scratch, entry.sandbox.uid)
            self._make_group(entry)
            network = self._make_network(name)
            if network is not None:
                undo.callback(network.close)
            child = self._launch(entry, network)
            started = procfs.read_process(child.pid)
            if started is None:
                raise RuntimeError(f"/proc does not show {child.pid}, which was not waited for")
            entry = entry.model_copy(update={"process": started.key})
            self._state.put(entry)
            hosted = HostedProcess(entry, child, self._forget, self.listens_on, network)
            self._alive[name] = hosted
            undo.pop_all()
        self._refuse_if_not_executed(hosted)
        return hosted

    def _prepare(self, name: str, command: tuple[str, ...], cwd: Path, env: Mapping[str, str], port: int) -> Entry:
        """Everything about the start that is known before it."""
        uid = uid_for(self._isolation.user)
        scratch = name_scratch(f"{self.run_id}-{name}")
        own = {"PATH": self._path, "LANG": "C.UTF-8", "HOME": str(scratch), "TMPDIR": str(scratch)}
        group = None if self._layout is None else self._layout.group(self.run_id, name)
        is_covered = self._isolation.view == "own" and not self._isolation.user.endswith("may read all files")
        covered = self._covered_from(cwd) if is_covered else ()
        certificate = () if self.certificate is None else (self.certificate.folder,)
        sandbox = Sandbox(
            user=self._isolation.user,
            uid=uid,
            affinity=self._place.cpus if self._isolation.cpu == "affinity" else None,
            cgroup_version=None if group is None else group.version,
            cgroup_paths=() if group is None else group.paths,
            cwd=cwd,
            env={**own, **env, MARKER: self._marker(name)},
            open_files=self._open_files,
            view=self._isolation.view,
            syscalls=self._isolation.syscalls,
            shown=to_show((Path(command[0]), cwd, *certificate), self._path, covered) if is_covered else (),
            covered=covered,
            scratch=scratch,
            freeze_by_signal=self._isolation.freezer == "SIGSTOP",
            account_by_procfs=self._isolation.cpu_accounting == "procfs",
        )
        return self._entry(name, command, port, sandbox)

    def _covered_from(self, cwd: Path) -> tuple[Path, ...]:
        """Return the folders with what is none of its business; none for a command of the caller: that is not built."""
        return (*PRIVATE_FOLDERS, self._place.state.parent, cwd.parent) if is_build(cwd) else ()

    def _make_group(self, entry: Entry) -> None:
        if self._layout is None:
            return
        try:
            group = self._layout.create(self.run_id, entry.name)
            if self._place.kind == "run":  # processes of the killed race that is resumed may be left, frozen
                group.kill_all()
                group.thaw()
            if self._isolation.cpu != "affinity":
                group.set_cpus(self._place.cpus)
            if self._place.memory_limit_bytes is not None and self._isolation.memory_limit != "none":
                group.limit_memory(self._place.memory_limit_bytes)
        except OSError as error:
            raise StartError(f"its cgroup cannot be set up: {error}", where=entry.name) from error

    def _make_network(self, name: str) -> OwnNetwork | None:
        kind = self._isolation.network
        if kind not in OWN:
            return None
        try:
            return OwnNetwork.make_linked() if kind == "own namespace linked to services" else OwnNetwork.make()
        except OSError as error:
            raise StartError(f"its network cannot be set up: {error}", where=name) from error

    def _launch(self, entry: Entry, network: OwnNetwork | None) -> Child:
        with visiting(network), entry.log_path.open("ab") as log:
            try:
                return spawn(entry.sandbox, entry.command, log)
            except StartError as error:
                raise StartError(error.message, where=entry.name) from error

    def _clean_up(self, entry: Entry) -> None:
        body = Body.of(entry)
        body.kill()
        body.remove_group()
        remove_scratch(entry.sandbox.scratch)
        self._state.drop(entry.name)

    def _refuse_if_not_executed(self, hosted: HostedProcess) -> None:
        """A step of the chain that cannot hand on ends with 125 to 127 and says why in one line: that is the reason."""
        reason = hosted.exit_reason()
        if reason is None:
            return
        last = hosted.log_tail(1)
        if hosted.exit_status() in _CHAIN_STATUSES and last and last[0].startswith(_CHAIN_SPEAKERS):
            hosted.stop()
            raise StartError(f"it cannot be executed: {last[0]}", where=hosted.name)
