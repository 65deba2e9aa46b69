"""What all tests share: the built programs, a catalog of misbehaving contestants, and a check that nothing is left."""

import fcntl
import json
import os
import pty
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from fairlap.catalog import load_catalog
from fairlap.generators.fairload import find_fairload
from fairlap.hosting.groups import TOP
from fairlap.hosting.leavings import services_prefix
from fairlap.hosting.ports import free_ports
from fairlap.hosting.records import MARKER
from fairlap.hosting.requirements import missing
from fairlap.runner.serve import SERVED
from hosting_helpers import open_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent
MISBEHAVING = ROOT / "tests" / "contestants"
BOUND_S = 180
CALCULATING = (
    *(
        "test_bench.",
        "test_browser",
        "test_catalog",
        "test_charts",
        "test_claim.",
        "test_cluster.",
        "test_cluster_laps",
        "test_compare.",
        "test_dashboard",
        "test_deploy",
        "test_detail",
    ),
    *("test_export", "test_formats", "test_generator_tools", "test_histograms", "test_history.", "test_imports"),
    *("test_live.", "test_pages", "test_plan", "test_progress", "test_proof", "test_quantities", "test_render"),
    *(
        "test_replay",
        "test_report",
        "test_scaling",
        "test_schemas",
        "test_seed_tables",
        "test_statistics",
        "test_store",
    ),
)
"""How the files begin whose tests only calculate."""

STARTING = (
    *(
        "test_apache",
        "test_containers",
        "test_history_for_real",
        "test_ladder",
        "test_laravel",
        "test_left_behind",
        "test_octane",
    ),
    *("test_php_fpm", "test_services.", "test_serving", "test_swoole", "test_verify"),
)
"""How the files begin whose tests start contestants, and ask for no number that others could spoil."""

APART = ("test_bad_usage", "test_check")
"""Such files whose tests share nothing: each goes where there is room, as do tests that are marked one by one.

A race beside another shares its CPUs, and the gates may say so: whoever asks for a row that is "ok" is not marked.
"""

CONTAINERS = "containers"
"""The group of tests that count all containers of Fairlap."""

ALONE = frozenset({CONTAINERS, "test_serving"})
"""Groups of tests that another of the same group would disturb."""

CHROMIUM = Path("/usr/bin/chromium")
OPTIONS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage")
"""CI is root, in a container with a small /dev/shm, and calls nobody."""


def need(condition: bool, what: str) -> None:
    """Skip where a component is missing; in CI nothing may be missing."""
    if condition:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI must have {what}")
    pytest.skip(f"{what} is missing here")


def pytest_configure(config: pytest.Config) -> None:
    """Markers that tests may carry."""
    config.addinivalue_line("markers", "if_here(contestant): needs what the contestant requires, and CI cannot have")
    config.addinivalue_line("markers", "beside_others: measures nothing, so that others may run at the same time")


@pytest.hookimpl(tryfirst=True)  # before xdist asks for groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what may run beside others; deselect tests of contestants that need what no registry offers (Swoole).

    Not skipped: a skipped test is one that CI should have run.
    """
    for item in items:
        if item.path.name.startswith(CALCULATING + STARTING + APART):
            item.add_marker(pytest.mark.beside_others)
        if item.path.name.startswith(CALCULATING + STARTING):  # what a file shares is made once
            # What a file shares is made once; whoever counts the containers of this machine is alone in that.
            of_containers = item.path.name.startswith("test_containers")
            item.add_marker(pytest.mark.xdist_group(CONTAINERS if of_containers else item.path.stem))
    wanted = {item: {mark.args[0] for mark in item.iter_markers("if_here")} for item in items}
    asked = set().union(*wanted.values())
    if not asked:
        return
    absent = {entry.name for entry in load_catalog(ROOT).contestants if entry.name in asked and missing(entry)}
    deselected = [item for item in items if wanted[item] & absent]
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = [item for item in items if item not in deselected]


@pytest.fixture(autouse=True)
def _alone_in_its_group(request: pytest.FixtureRequest) -> Iterator[None]:
    """One test of such a group at a time, on whichever worker: pytest 9.2 does not let xdist keep groups together."""
    groups = {mark.args[0] for mark in request.node.iter_markers("xdist_group")} & ALONE
    with ExitStack() as held:
        for group in sorted(groups):
            lock = held.enter_context((Path(tempfile.gettempdir()) / f"fairlap-tests-{group}.lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@dataclass(frozen=True)
class Finished:
    """How a `fairlap` command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict:
        """stdout as JSON."""
        return json.loads(self.out)

    def row(self, name: str) -> dict:
        """The row of one contestant."""
        rows = [row for row in self.document["contestants"] if row["name"] == name]
        assert len(rows) == 1, f"{name}: {len(rows)} rows"
        return rows[0]


@dataclass(frozen=True)
class Fairlap:
    """Runs the real command line, on a catalog and with a results folder of its own."""

    catalog: Path
    results: Path
    prefix: tuple[str, ...] = ()

    def command(self, *arguments: str) -> list[str]:
        """The whole command line."""
        program = [sys.executable, "-m", "fairlap"]
        return [*self.prefix, *program, "--catalog", str(self.catalog), "--results", str(self.results), *arguments]

    def __call__(self, *arguments: str) -> Finished:
        done = subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=BOUND_S)
        assert "Traceback" not in done.stderr, done.stderr
        return Finished(done.returncode, done.stdout, done.stderr)

    def on_terminal(
        self,
        *arguments: str,
        see: Callable[[str], None] = lambda shown: None,
        interrupt_at: str | None = None,
        **environment: str,
    ) -> Finished:
        """The same with a terminal of 100 columns as stderr; `see` gets all that was shown, whenever more came.

        As soon as `interrupt_at` was shown, it is sent Ctrl-C's signal.
        """
        ours, theirs = pty.openpty()
        environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"} | environment
        running = subprocess.Popen(
            self.command(*arguments), stdout=subprocess.PIPE, stderr=theirs, env=environment, text=True
        )
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the last writer has closed it
                break
            if not part:
                break
            shown += part
            see(shown.decode(errors="replace"))
            if interrupt_at is not None and interrupt_at.encode() in shown:
                interrupt_at = None
                running.send_signal(signal.SIGINT)
        os.close(ours)
        out, _ = running.communicate(timeout=BOUND_S)
        seen = shown.decode(errors="replace")
        assert "Traceback" not in seen
        return Finished(running.returncode, out, seen)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """The same, without waiting for its end."""
        return subprocess.Popen(
            self.command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )


@pytest.fixture(scope="session")
def misbehaving_catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the misbehaving contestants, so that builds do not land in the work tree."""
    catalog = tmp_path_factory.mktemp("catalog") / "misbehaving"
    shutil.copytree(MISBEHAVING, catalog)
    for folder in (catalog, *catalog.parents):
        if folder.is_relative_to(tmp_path_factory.getbasetemp().parent):
            folder.chmod(0o755)  # pytest's folders are private; contestants run as an unprivileged user
    return catalog


@pytest.fixture
def fairlap(misbehaving_catalog: Path, tmp_path: Path) -> Iterator[Fairlap]:
    """The command line on the misbehaving contestants; afterwards nothing may be left running."""
    yield Fairlap(misbehaving_catalog, tmp_path / "results")
    assert left_behind(tmp_path) == []


@pytest.fixture(scope="session", autouse=True)
def nothing_left(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """In the end nothing may be left of any fairlap, also of those that a test started without the fixture."""
    yield
    assert left_behind(tmp_path_factory.getbasetemp()) == []


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Path]:
    """A folder that the contestants' user may enter."""
    with open_folder(tmp_path) as path:
        yield path


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Chromium without a window. One for each file: its event loop would be in the way of tests that have their own."""
    need(CHROMIUM.exists(), f"Chromium at {CHROMIUM}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=list(OPTIONS))
        yield running
        running.close()


RESULTS_DEPTH = 3
"""How many folders a results folder lies below pytest's own one: <worker>/<test>/results."""


def left_behind(folder: Path) -> list[str]:
    """Processes and cgroups of the fairlaps that had their results in this folder or a little below it.

    Others are not counted: other tests run beside this one.
    """
    processes = [f"{process.pid} {' '.join(process.cmdline())}" for process in marked_processes(folder)]
    runs = runs_of(folder)
    return [*processes, *(str(path) for path in fairlap_cgroups() if path.name in runs)]


def runs_of(folder: Path) -> set[str]:
    """The runs whose logs lie below: a fairlap makes room for these before it starts anything, and never removes it."""
    found = set()
    for above, names, _ in os.walk(folder):
        logs = Path(above, "logs")
        if len(logs.relative_to(folder).parts) > RESULTS_DEPTH:
            names.clear()
        if "logs" not in names:
            continue
        runs = {path.name for path in logs.iterdir() if path.is_dir()} - {"served"}
        found |= runs | {f"{run}-services" for run in runs}
        found |= {f"{SERVED}{log.stem}" for log in logs.glob("served/*.log")}
        services = logs.glob("served/services/*/*.log")
        found |= {f"{services_prefix(log.parent.name)}{log.stem}" for log in services}
    return found


def marked_processes(folder: Path) -> list[psutil.Process]:
    """Processes that the fairlaps of these results have started (`left_behind`), except those of fairlap itself."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            run = process.environ().get(MARKER)
            if run is not None and process.status() != psutil.STATUS_ZOMBIE:
                found.append((run.partition("/")[0], process))
    # Whoever is marked was started after its logs' folder was made: to look for the runs first could miss one.
    runs = runs_of(folder)
    return [process for run, process in found if run in runs]


def fairlap_cgroups() -> list[Path]:
    """Cgroups of runs, in any controller; they come and go meanwhile, which `os.walk` does not mind."""
    walk = os.walk("/sys/fs/cgroup")
    return [Path(above, name) for above, names, _ in walk if Path(above).name == TOP for name in names]


def wait_for_port(port: int, bound_s: float = 10.0) -> None:
    """Until something listens on the port of this machine's loopback."""
    deadline = time.monotonic() + bound_s
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except ConnectionRefusedError:
            assert time.monotonic() < deadline, f"nothing listens on port {port}"
            time.sleep(0.01)


@contextmanager
def reference(*arguments: str) -> Iterator[int]:
    """A port on which `fairload reference` answers, with these options; without any, `Hello, world!`."""
    port = free_ports(1)[0]
    command = [find_fairload(), "reference", "--port", str(port), *arguments]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_port(port)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=10)
