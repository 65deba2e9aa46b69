"""Pages in a real browser, whose console must stay empty. conftest.py has the fixture of the browser."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from support import Fairlap

PHONE, DESK, WIDE = 400, 1280, 2560


@contextmanager
def opened_page(
    browser: Browser, address: str, *, width: int = DESK, dark: bool = False, scripts: bool = True
) -> Iterator[Page]:
    """Open a page in a window of its own; at the end its console must be empty.

    address: an http: or file: URL.
    """
    said: list[str] = []
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if dark else "light",
        java_script_enabled=scripts,
    )
    try:
        page = context.new_page()
        page.on("console", lambda message: said.append(_told(message)))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: (said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("requestfailed", lambda request: said.append(f"failed: {request.url}"))
        page.goto(address)
        yield page
    finally:
        context.close()
    assert said == []


def faults(page: Page) -> list[str]:
    """Return the serious and critical accessibility faults that axe-core finds, one line each."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['help']}: {fault['nodes'][0]['html'][:200]} ({len(fault['nodes'])} times)"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


def beyond_the_edge(page: Page) -> int:
    """Return by how many pixels the page can be scrolled sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def _told(message: ConsoleMessage) -> str:
    return f"{message.type}: {message.text}"


LAP_COUNTS = "#live-table tbody tr:has(th:text-is('good')) td:nth-child(6)"


SCORES = "#live-table tbody tr:has(th:text-is('good')) td:nth-child(3)"


@contextmanager
def served(fairlap: Fairlap) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address and the process of a new dashboard; it must end on TERM without a message."""
    running = fairlap.start("serve", "--port", "0")
    try:
        assert running.stdout is not None
        said = running.stdout.readline()
        assert "http://127.0.0.1:" in said, said
        yield next(word for word in said.split() if word.startswith("http://")), running
    finally:
        if running.poll() is None:
            running.send_signal(signal.SIGTERM)
        _, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (0, "")


def changed(page: Page, what: str, before: str) -> str:
    """Wait until an element has a text other than `before`, and return it."""
    place = page.locator(what)
    expect(place).not_to_have_text(before or "\0", timeout=60_000)
    return place.inner_text()
