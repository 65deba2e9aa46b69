"""Fixtures of all tests: the command line on misbehaving contestants, a browser, a check for leftovers."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import extras
from fairlap.catalog import load_catalog
from fairlap.hosting.programs import HIDDEN, find_program
from fairlap.hosting.requirements import missing
from hosting_helpers import open_folder
from left_behind import left_behind
from rehearsed import RehearsedFairlap
from support import MISBEHAVING, ROOT, Fairlap, copy_catalog

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from xdist.scheduler import LoadScopeScheduling

pytest_plugins = ["broken_catalog", "compare_helpers", "container_helpers", "service_helpers"]

OPTIONS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage")
"""For CI, which runs as root in a container with a small /dev/shm; and without background downloads."""

os.environ["FAIRLAP_SHARE_MACHINE"] = "1"  # tests race beside each other

ON_ONE_WORKER = ("tests/real/containers/",)
"""Folders whose tests run on one worker, because they count all containers of the machine."""

FIRST = ("tests/unit/tools/", "tests/unit/plan/", "tests/real/cluster/", "tests/real/test_check.py")
"""What takes longest comes first, so that no worker is alone with it at the end."""

TOLD = "told"
"""The key under which a worker of xdist reports missing components."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--hide-extras` (extras.py)."""
    parser.addoption("--hide-extras", action="store_true", help="run what touches something optional, without it")


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers of tests."""
    config.addinivalue_line("markers", "if_here(contestant): needs what the contestant requires, and CI cannot have")
    if config.getoption("hide_extras"):
        extras.hide()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests of contestants that need Swoole, which no registry offers, and what `--hide-extras` leaves out.

    They are not skipped, because CI fails for skipped tests. Of the others, those that take long come first.
    """
    wanted = {item: {mark.args[0] for mark in item.iter_markers("if_here")} for item in items}
    asked = set().union(*wanted.values())
    contestants = load_catalog(ROOT).contestants if asked else ()
    absent = {entry.name for entry in contestants if entry.name in asked and missing(entry)}
    deselected = {item for item in items if wanted[item] & absent}
    if config.getoption("hide_extras"):
        deselected |= {item for item in items if not extras.touches(item)}
    if deselected:
        config.hook.pytest_deselected(items=list(deselected))
        items[:] = [item for item in items if item not in deselected]
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))


def pytest_collection_finish() -> None:
    """Spare collections of garbage the thousands of tests and modules that stay until the end."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Report the missing components of a worker of xdist."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[TOLD] = sorted(extras.missing_components)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node) -> None:
    """Collect the missing components of a worker of xdist."""
    extras.missing_components.update(node.workeroutput.get(TOLD, ()) if hasattr(node, "workeroutput") else ())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the missing components, one per line, and the command that installs them."""
    if not extras.missing_components or config.getoption("hide_extras"):
        return
    terminalreporter.section("skipped: not installed here")
    for what in sorted(extras.missing_components):
        terminalreporter.line(what)
    terminalreporter.line("`make test-deps` installs what can be installed (Debian, as root)")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the workers: one for each CPU if that is asked for (`logical`), otherwise two, as many tests wait."""
    cpus = len(os.sched_getaffinity(0))
    return cpus if config.option.numprocesses == "logical" else 2 * cpus


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> "LoadScopeScheduling":
    """Give each file to one worker (`--dist loadscope`), and each folder of `ON_ONE_WORKER`."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFolder(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return next((folder for folder in ON_ONE_WORKER if nodeid.startswith(folder)), nodeid.partition("::")[0])

    return ByFolder(config, log)


@pytest.fixture
def nothing_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep `--hide-extras` from hiding programs that a test provides itself."""
    monkeypatch.delenv(HIDDEN, raising=False)


@pytest.fixture(scope="session")
def misbehaving_catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the misbehaving contestants."""
    catalog = copy_catalog(MISBEHAVING, tmp_path_factory.mktemp("catalog") / "misbehaving")
    for folder in (catalog, *catalog.parents):
        if folder.is_relative_to(tmp_path_factory.getbasetemp().parent):
            folder.chmod(0o755)  # pytest's folders are private; contestants run as an unprivileged user
    return catalog


@pytest.fixture
def fairlap(misbehaving_catalog: Path, tmp_path: Path) -> Iterator[Fairlap]:
    """The command line on the misbehaving contestants; it must leave nothing running."""
    yield Fairlap(misbehaving_catalog, tmp_path / "results")
    assert left_behind(tmp_path) == []


@pytest.fixture
def rehearsed(fairlap: Fairlap) -> RehearsedFairlap:
    """The command line on the misbehaving contestants, with races on simulated time."""
    return RehearsedFairlap(fairlap)


@pytest.fixture(scope="session", autouse=True)
def nothing_left(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """At the end no fairlap may have left anything, not even one started without the fixture."""
    yield
    assert left_behind(tmp_path_factory.getbasetemp()) == []


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Path]:
    """A folder that the contestants' user can enter."""
    with open_folder(tmp_path) as path:
        yield path


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Headless Chromium, one for each file: its event loop would disturb tests that have their own."""
    extras.need_program("chromium", "apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=find_program("chromium"), args=list(OPTIONS))
        yield running
        running.close()
