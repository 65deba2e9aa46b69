"""A cluster of Ray on one machine: each of its machines is a network namespace, joined to the others by a bridge."""

import json
import os
import secrets
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from extras import need, need_program
from fairlap.hosting.records import MARKER
from fairlap.live.file import boards, read_board
from fairlap.live.models import LiveBoard
from fairlap.store import Store, StoredRun
from support import BOUND_S, ROOT, Fairlap, Finished, copy_catalog

RAY = Path(sys.executable).parent / "ray"
PORT = 6379
OBJECT_STORE_BYTES = 100 << 20


@dataclass
class Machine:
    """One machine: a namespace with an address of its own, and the node of Ray in it."""

    name: str
    address: str
    folder: Path
    environment: Mapping[str, str]
    cpus: str
    running: "subprocess.Popen[bytes] | None" = None

    def command(self, *command: str) -> list[str]:
        """Return a command line that runs there. `ip netns exec` would hide the control groups."""
        return ["nsenter", f"--net=/run/netns/{self.name}", "taskset", "--cpu-list", self.cpus, *command]

    def start(self, *arguments: str) -> None:
        """Start its node of Ray; it is up when its raylet is."""
        options = ["--node-ip-address", self.address, "--temp-dir", str(self.folder), "--disable-usage-stats"]
        options += ["--object-store-memory", str(OBJECT_STORE_BYTES), "--include-log-monitor=false"]
        log = (self.folder.parent / f"{self.name}.log").open("ab")
        with log:
            self.running = subprocess.Popen(
                self.command(str(RAY), "start", "--block", *options, *arguments),
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def processes(self) -> list[psutil.Process]:
        """Return all its processes."""
        listed = subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True, check=True)
        found = []
        for pid in listed.stdout.split():
            with suppress(psutil.NoSuchProcess):
                found.append(psutil.Process(int(pid)))
        return found

    def named(self, part: str) -> list[psutil.Process]:
        """Return its processes whose command line contains `part`."""
        found = []
        for process in self.processes():
            with suppress(psutil.NoSuchProcess):
                if part in " ".join(process.cmdline()):
                    found.append(process)
        return found

    def lose_ray(self) -> None:
        """Kill its node of Ray, to test what Fairlap does."""
        for process in self.named("raylet/raylet"):
            process.kill()
        if self.running is not None:
            self.running.wait(timeout=BOUND_S)

    def lose(self) -> None:
        """Lose the machine: all its processes die at once."""
        for process in self.processes():
            with suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGKILL)
        if self.running is not None:
            self.running.wait(timeout=BOUND_S)


@dataclass
class Cluster:
    """A cluster; its first machine is the head, where drivers run."""

    machines: list[Machine] = field(default_factory=list)
    watcher: "subprocess.Popen[str] | None" = None

    @property
    def head(self) -> Machine:
        return self.machines[0]

    @property
    def address(self) -> str:
        """The value of `--cluster`."""
        return f"{self.head.address}:{PORT}"

    def machine(self, address: str) -> Machine:
        """Return the machine at that address."""
        return next(machine for machine in self.machines if machine.address == address)

    def start(self, machine: Machine, resources: Mapping[str, int]) -> None:
        """Let a machine join."""
        machine.start("--address", self.address, "--num-cpus", "0", "--resources", json.dumps(resources))

    def await_machines(self, *machines: Machine) -> None:
        """Wait until these machines, or all of them, have joined."""
        if self.watcher is None:
            self.watcher = _watch(self)
        assert self.watcher.stdin is not None and self.watcher.stdout is not None
        self.watcher.stdin.write(" ".join(machine.address for machine in machines or self.machines) + "\n")
        self.watcher.stdin.flush()
        # Ray writes there, too, when a machine is lost.
        assert any(line == "all\n" for line in self.watcher.stdout), f"machines are missing:\n{self._logs()}"

    def _logs(self) -> str:
        """Return what Ray's nodes said at last."""
        logs = (machine.folder.parent / f"{machine.name}.log" for machine in self.machines)
        return "\n".join(f"{log.stem}: {log.read_text()[-2000:]}" for log in logs if log.exists())


def needs_cluster() -> None:
    """Skip if this machine cannot simulate others."""
    need(os.geteuid() == 0, "root, for network namespaces")
    need_program("ip", "apt-get install iproute2")
    need(RAY.exists(), "Ray (pip install 'fairlap[cluster]')")


@contextmanager
def cluster_of(folder: Path, roles: Sequence[Mapping[str, int]], cpus: Sequence[str]) -> Iterator[Cluster]:
    """A running cluster: a head, and a machine with each of these resources on these CPUs of the real one.

    Args:
        folder: for what Ray writes.
        roles: custom resources of each machine beside the head.
        cpus: a list of CPUs for each.
    """
    key = secrets.token_hex(2)
    net = f"10.{100 + int(key[:2], 16) % 100}.{int(key[2:], 16)}"
    environment = os.environ | {
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(16),
        "RAY_USAGE_STATS_ENABLED": "0",
        "FAIRLAP_NODE_DIR": str(folder / "nodes"),
        # Tests wait until a lost machine is noticed, so that must take seconds only.
        "RAY_health_check_period_ms": "500",
        # Only for machines that do not answer at all: on a busy one, an answer may take longer than a second.
        "RAY_health_check_timeout_ms": "10000",
        "RAY_health_check_failure_threshold": "3",
        "RAY_health_check_initial_delay_ms": "0",
        # Ray starts workers in advance; each takes 2 s of CPU time, and none would be used.
        "RAY_enable_worker_prestart": "0",
        "RAY_prestart_worker_first_driver": "0",
        "RAY_enable_metrics_collection": "0",
    }
    cluster = Cluster()
    # In a namespace of its own: this machine's firewall (docker's daemon drops what is forwarded) is not between them.
    middle = f"fl{key}b"
    _ip("netns", "add", middle)
    try:
        _ip("-n", middle, "link", "add", "bridge", "type", "bridge")
        _ip("-n", middle, "link", "set", "bridge", "up")
        for index in range(len(roles) + 1):
            name = f"fl{key}{index}"
            machine = Machine(
                name, f"{net}.{index + 1}", folder / f"r{index}", environment, "0-1" if index == 0 else cpus[index - 1]
            )
            cluster.machines.append(machine)
            _ip("netns", "add", name)
            _ip("-n", middle, "link", "add", f"v{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
            _ip("-n", middle, "link", "set", f"v{name}", "master", "bridge", "up")
            _ip("-n", name, "addr", "add", f"{machine.address}/24", "dev", "eth0")
            for device in ("eth0", "lo"):
                _ip("-n", name, "link", "set", device, "up")
        cluster.head.start("--head", f"--port={PORT}", "--num-cpus", "0", "--include-dashboard=false", "--no-monitor")
        _await_head(cluster)
        cluster.await_machines(cluster.head)  # the others look for its node, and may give up when it is not there yet
        for machine, resources in zip(cluster.machines[1:], roles, strict=True):
            cluster.start(machine, resources)
        cluster.await_machines()
        yield cluster
    finally:
        for machine in reversed(cluster.machines):
            machine.lose()
            _ip("netns", "del", machine.name)
        if cluster.watcher is not None:
            cluster.watcher.communicate()
        _ip("netns", "del", middle)


def _watch(cluster: Cluster) -> "subprocess.Popen[str]":
    """Start a process on the head that answers when all given addresses have a living machine.

    One for all tests of a cluster: each takes seconds to import Ray and to connect.
    """
    script = (
        "import ray, sys, time\n"
        f"ray.init(address='{cluster.address}', log_to_driver=False, logging_level='ERROR')\n"
        "for line in sys.stdin:\n"
        f"    end = time.monotonic() + {BOUND_S}\n"
        "    while set(line.split()) - {node['NodeManagerAddress'] for node in ray.nodes() if node['Alive']}:\n"
        "        assert time.monotonic() < end, ray.nodes()\n"
        "        time.sleep(0.05)\n"
        "    print('all', flush=True)\n"
    )
    return subprocess.Popen(
        cluster.head.command(sys.executable, "-c", script),
        env=dict(cluster.head.environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _await_head(cluster: Cluster) -> None:
    """Wait until its port can be reached from the head itself."""
    script = f"import socket; socket.create_connection(('{cluster.head.address}', {PORT}), 1)"
    deadline = time.monotonic() + BOUND_S
    while subprocess.run(cluster.head.command(sys.executable, "-c", script), stderr=subprocess.DEVNULL).returncode:
        assert time.monotonic() < deadline, "Ray's head does not start"
        time.sleep(0.1)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)


class Driver:
    """Runs `fairlap` on the head of a cluster."""

    def __init__(self, cluster: Cluster, fairlap: Fairlap) -> None:
        self.cluster = cluster
        self.fairlap = fairlap
        self._temporary = fairlap.results.parent / "tmp"
        self._temporary.mkdir()

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        """Start a command without waiting for its end."""
        return subprocess.Popen(
            self.fairlap.command(*arguments),
            env={**self.cluster.head.environment, "TMPDIR": str(self._temporary)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def left(self) -> list[str]:
        """Return what its races have left: processes on the machines, files of the driver."""
        return [*of_races(self.cluster), *map(str, self._temporary.glob("fairlap-*"))]

    def race(self, suite: str, *arguments: str) -> "subprocess.Popen[str]":
        """A race on the cluster."""
        return self.start("run", suite, "--cluster", self.cluster.address, "--json", "-", *arguments)

    def end(self, running: "subprocess.Popen[str]") -> Finished:
        """How it ended."""
        out, err = running.communicate(timeout=BOUND_S)
        assert "Traceback" not in err, err
        return Finished(running.returncode, out, err)

    def stored(self) -> StoredRun:
        """The run that was stored."""
        with Store.open_read_only(self.fairlap.results / "fairlap.db") as store:
            return store.load()

    def round_places(self) -> list[tuple[str, str]]:
        """Return the scenario and the server machine of each stored round, oldest first."""
        with suppress(sqlite3.OperationalError):  # not there yet
            uri = f"file:{self.fairlap.results / 'fairlap.db'}?mode=ro"
            with sqlite3.connect(uri, uri=True) as connection:
                return connection.execute("SELECT scenario, machine FROM round ORDER BY id").fetchall()
        return []

    def await_board(self, running: "subprocess.Popen[str]", wanted: Callable[[LiveBoard], bool]) -> None:
        """Wait until the race's board, which the dashboard shows, is as wanted."""

        def seen() -> bool:
            shown = [read_board(self.fairlap.results, run) for run in boards(self.fairlap.results)]
            return any(board is not None and wanted(board) for board in shown)

        await_true(running, seen, "such a board")


def driver_in(folder: Path, cluster: Cluster, source: Path = ROOT / "tests" / "clustered") -> Driver:
    """A driver with a copy of a catalog."""
    catalog = copy_catalog(source, folder / "catalog")
    return Driver(cluster, Fairlap(catalog, folder / "results", tuple(cluster.head.command())))


def await_true(running: "subprocess.Popen[str]", look: Callable[[], bool], what: str) -> None:
    """Wait until something is seen while a race runs."""
    deadline = time.monotonic() + BOUND_S
    while not look():
        assert running.poll() is None, f"the race has ended: {running.communicate()[1]}"
        assert time.monotonic() < deadline, f"no {what}"
        time.sleep(0.1)


def of_races(cluster: Cluster) -> list[str]:
    """Return the processes of a race on its machines: contestants, services, generators, guards."""
    found = []
    for machine in cluster.machines:
        for process in machine.processes():
            with suppress(psutil.NoSuchProcess):
                line = " ".join(process.cmdline())
                ours = MARKER in process.environ() or "fairload" in line or "fairlap.hosting.guard" in line
                if ours and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(f"{machine.address}: {line}")
    return found


def await_none(look: Callable[[], list[str]], bound_s: float = 15.0) -> list[str]:
    """Wait for a while until nothing is left; return what is left."""
    deadline = time.monotonic() + bound_s
    while (found := look()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def contestants_on(machine: Machine) -> list[str]:
    """Return the names of the contestants that run there."""
    found = []
    for process in machine.processes():
        with suppress(psutil.NoSuchProcess):
            found.append(process.environ().get(MARKER, "").rpartition("/")[2])
    return [name for name in found if name]


def await_contestants(running: "subprocess.Popen[str]", *machines: Machine) -> None:
    """Wait until the contestant `slower` runs on all of them at the same time."""
    await_true(running, lambda: all("slower" in contestants_on(each) for each in machines), "such contestants")
