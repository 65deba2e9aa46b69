"""Pages in a real browser, whose console must stay empty. conftest.py has the fixture of the browser."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from support import Fairlap

PHONE, DESK, WIDE = 400, 1280, 2560


@contextmanager
def opened_page(
    browser: Browser, address: str, *, width: int = DESK, dark: bool = False, scripts: bool = True
) -> Iterator[Page]:
    """Open a page in a context of its own; at the end the consoles of all its pages must be empty.

    address: an http: or file: URL.
    """
    said: list[str] = []
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if dark else "light",
        java_script_enabled=scripts,
    )
    try:
        context.on("console", lambda message: said.append(_told(message)))
        context.on("weberror", lambda found: said.append(str(found.error)))
        context.on("dialog", lambda dialog: (said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        context.on("requestfailed", lambda request: said.append(f"failed: {request.url}"))
        page = context.new_page()
        page.goto(address)
        yield page
    finally:
        context.close()
    assert said == [], said


OPEN_ALL = "document.querySelectorAll('details').forEach((element) => { element.open = true; })"

EACH_STYLE = """() => {
  const seen = new Set(), look = new Map();
  const looks = (element) => {
    if (!look.has(element)) {
      const style = getComputedStyle(element), above = element.parentElement;
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.position].join();
      look.set(element, above === null ? own : `${looks(above)};${own}`);
    }
    return look.get(element);
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  return [...document.body.querySelectorAll("*")].filter((element) => {
    if (!hasText(element) || !element.checkVisibility()) return false;
    const style = getComputedStyle(element);
    const all = [element.tagName, style.color, style.fontSize, style.fontWeight, looks(element)].join();
    return !seen.has(all) && seen.add(all);
  });
}"""
"""Returns one element with text of each tag, colour, size and weight on each ground: what a contrast depends on."""

IN_DARK = f"""(rules) => axe.run(
  {{ include: [...({EACH_STYLE})(), ...document.querySelectorAll("button")] }},
  {{ resultTypes: ["violations"], runOnly: {{ type: "rule", values: rules }} }},
)"""

BY_THEME = ["color-contrast", "link-in-text-block", "button-name"]
"""The rules of axe-core whose verdicts depend on colours, or on the words of the theme's button."""


def faults(page: Page) -> list[str]:
    """Return the serious and critical accessibility faults that axe-core finds in an open light page, one line each.

    The page is checked as a whole, then opened again in dark colours: there only with the rules of `BY_THEME`, and of a
    thousand cells of one style only one, since contrasts take most of axe-core's time. Opened again and not reloaded:
    a reload of the live page would break off its stream, which is a failed request.
    """
    found = _serious(Axe().run(page).response)
    dark = page.context.new_page()
    dark.emulate_media(color_scheme="dark")
    dark.goto(page.url)
    dark.evaluate(OPEN_ALL)
    dark.evaluate(AXE_SCRIPT)
    return found + _serious(dark.evaluate(IN_DARK, BY_THEME))


def _serious(results: dict) -> list[str]:
    return [
        f"{fault['id']}: {fault['help']}: {fault['nodes'][0]['html'][:200]} ({len(fault['nodes'])} times)"
        for fault in results["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


def beyond_the_edges(page: Page, *widths: int) -> dict[int, int]:
    """Return by how many pixels the page can be scrolled sideways in windows of these widths; only the wrong ones."""
    found = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        beyond = int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
        if beyond:
            found[width] = beyond
    return found


def _told(message: ConsoleMessage) -> str:
    return f"{message.type}: {message.text}"


LAP_COUNTS = "#live-table tbody tr:has(th:text-is('good')) td:nth-child(6)"


SCORES = "#live-table tbody tr:has(th:text-is('good')) td:nth-child(3)"


@contextmanager
def served(fairlap: Fairlap) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address and the process of a new dashboard; it must end on TERM without a message."""
    running = subprocess.Popen(
        fairlap.command("serve", "--port", "0"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
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
