"""Fixtures of all tests: the command line on misbehaving contestants, a browser, and a check that nothing is left."""

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
from support import MISBEHAVING, ROOT, Fairlap, copy_catalog

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from xdist.scheduler import LoadScopeScheduling

pytest_plugins = ["compare_helpers", "container_helpers", "service_helpers"]

OPTIONS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage")
"""CI is root, in a container with a small /dev/shm, and calls nobody."""

ON_ONE_WORKER = ("tests/real/containers/",)
"""Folders whose tests follow each other: these count all containers of the machine."""

TOLD = "told"
"""Under this name a worker of xdist hands over what was missing on its side."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--hide-extras`: see extras.py."""
    parser.addoption("--hide-extras", action="store_true", help="run what touches something optional, without it")


def pytest_configure(config: pytest.Config) -> None:
    """Markers that tests may carry."""
    config.addinivalue_line("markers", "if_here(contestant): needs what the contestant requires, and CI cannot have")
    if config.getoption("hide_extras"):
        extras.hide()
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is not None:  # each has a CPU of its own: two races on the same pair would wait for each other
        cpus = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cpus[int(worker.removeprefix("gw")) % len(cpus)]})


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests of contestants that need what no registry offers (Swoole), and what `--hide-extras` leaves out.

    Not skipped: a skipped test is one that CI should have run.
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


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist hands over what was missing."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[TOLD] = sorted(extras.told)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node) -> None:
    """What was missing on a worker of xdist."""
    extras.told.update(node.workeroutput.get(TOLD, ()) if hasattr(node, "workeroutput") else ())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What was missing, a line each, and the one command that installs it."""
    if not extras.told or config.getoption("hide_extras"):
        return
    terminalreporter.section("skipped: not installed here")
    for what in sorted(extras.told):
        terminalreporter.line(what)
    terminalreporter.line("`make test-deps` installs all of it (Debian, as root)")


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
    """For tests that bring programs of their own: `--hide-extras` must not hide those."""
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
    extras.need_program("chromium", "apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=find_program("chromium"), args=list(OPTIONS))
        yield running
        running.close()
