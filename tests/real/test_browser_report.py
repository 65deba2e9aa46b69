"""The report page in Chromium, from a file: it loads in silence, sorts, filters, changes colours, and is text only."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from browser_helpers import DESK, OPEN_ALL, PHONE, WIDE, beyond_the_edges, faults, opened_page
from classic_factory import ladder as classic_report
from fairlap.pages.classic import classic_page
from fairlap.pages.report import page_with, report_page
from fairlap.pages.site import ALONE
from fairlap.report import build_report
from fairlap.report.detail import build_detail
from page_helpers import HOSTILE, figures_of, hostile_report
from report_factory import full_report, stored_of

FINAL = "#scenario-hello-json-final"
MOST_BYTES = 1_500_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one page of each kind."""
    folder = tmp_path_factory.mktemp("pages")
    report, hostile, stored = full_report(), hostile_report(), stored_of(100.0, 99.9, 80.0)
    pages = {
        "full": page_with(report, figures_of(report), (), ALONE),
        "hostile": page_with(hostile, figures_of(hostile), (), ALONE),
        "stored": report_page(build_report(stored), build_detail(stored), ALONE),
        "classic": classic_page(classic_report(), ALONE),
    }
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


def names(page: Page, table: str = FINAL) -> list[str]:
    """The contestants of the rows that are shown, from top to bottom."""
    texts = page.locator(f"{table} tbody tr:visible th").all_inner_texts()
    return [text.split("\n")[0] for text in texts]


@pytest.mark.parametrize("name", ["full", "hostile", "stored", "classic"])
def test_pages_load_in_silence_fit_each_width_and_have_no_serious_fault(
    browser: Browser, site: Path, name: str
) -> None:
    file = site / f"{name}.html"
    assert file.stat().st_size < MOST_BYTES
    with opened_page(browser, file.as_uri()) as page:
        page.evaluate(OPEN_ALL)
        assert beyond_the_edges(page, 360, PHONE, WIDE, DESK) == {}
        assert faults(page) == []


def test_a_wide_table_scrolls_in_its_box_and_keeps_the_names_in_sight(browser: Browser, site: Path) -> None:
    with opened_page(browser, (site / "full.html").as_uri(), width=PHONE) as page:
        box = page.locator(f"{FINAL} .scroll")
        assert box.evaluate("box => { box.scrollLeft = 9999; return box.scrollLeft; }") > 100
        place = page.locator(f"{FINAL} tbody th").first.bounding_box()
        assert place is not None
        assert 0 <= place["x"] < 60
        assert page.locator(f"{FINAL} td.t").first.bounding_box()["x"] < PHONE


def test_a_column_is_sorted_by_number_both_ways_and_what_is_missing_stays_last(browser: Browser, site: Path) -> None:
    with opened_page(browser, (site / "full.html").as_uri()) as page:
        before = names(page)
        head = page.locator(f"{FINAL} thead th", has_text="requests / s")
        head.get_by_role("button").click()
        assert head.get_attribute("aria-sort") == "descending"
        down = names(page)
        assert down[:3] == ["reference", "liar", "uwebsockets"]
        assert down[-1] == "tuft"
        head.get_by_role("button").click()
        assert head.get_attribute("aria-sort") == "ascending"
        up = names(page)
        assert up[-1] == "tuft"
        assert up[:-1] == down[:-1][::-1]
        page.locator(f"{FINAL} thead th", has_text="contestant").get_by_role("button").press("Enter")
        assert names(page) == sorted(before)
        assert head.get_attribute("aria-sort") is None
        assert page.locator(f"{FINAL} thead [aria-sort]").count() == 1


def test_rows_are_filtered_by_words_and_by_status(browser: Browser, site: Path) -> None:
    with opened_page(browser, (site / "full.html").as_uri()) as page:
        everyone = names(page)
        page.locator(f"{FINAL} input").fill("fast")
        assert set(names(page)) == {"fastify", "fastapi"}
        assert page.locator(f"{FINAL} output").inner_text() == f"2 of {len(everyone)} rows"
        page.locator(f"{FINAL} input").fill("")
        page.locator(f"{FINAL} select").select_option("failed")
        assert names(page) == ["flaky", "tuft"]
        page.locator(f"{FINAL} select").select_option("")
        assert names(page) == everyone
        page.locator("summary", has_text="comparisons").click()
        versus = "#scenario-hello-json-versus"
        page.locator(f"{versus} input").fill("koa hapi")
        assert names(page, versus) in (["koa"], ["hapi"])
        page.locator(f"{versus} input").fill("")
        page.locator(f"{versus} select").select_option("tie")
        (tie,) = page.locator(f"{versus} tbody tr:visible").all_inner_texts()
        assert {"gin", "fastify", "tie"} <= set(tie.split())


def test_a_skipped_contestant_is_a_line_that_unfolds(browser: Browser, site: Path) -> None:
    with opened_page(browser, (site / "full.html").as_uri()) as page:
        line = page.locator("details.skipped", has_text="swoole skipped")
        reason = line.locator("p", has_text="php extension swoole is missing")
        assert not reason.is_visible()
        line.locator("summary").click()
        assert reason.is_visible()


def test_colours_follow_the_system_until_somebody_chooses_and_the_choice_stays(browser: Browser, site: Path) -> None:
    address = (site / "full.html").as_uri()
    ground = "getComputedStyle(document.body).backgroundColor"
    light, dark = "rgb(255, 255, 255)", "rgb(16, 20, 26)"
    with opened_page(browser, address, dark=True) as page:
        assert page.evaluate(ground) == dark
    with opened_page(browser, address) as page:
        assert page.evaluate(ground) == light
        page.get_by_role("button", name="Dark colours").click()
        assert page.evaluate(ground) == dark
        # Chromium stores this asynchronously in another process; a reload can come first.
        deadline = time.monotonic() + 10
        page.reload()
        while page.evaluate(ground) != dark:
            assert time.monotonic() < deadline, "the choice was not remembered"
            page.reload()
        page.get_by_role("button", name="Light colours").click()
        assert page.evaluate(ground) == light


def test_where_storage_is_refused_the_choice_holds_until_the_page_is_left(browser: Browser, site: Path) -> None:
    with opened_page(browser, "about:blank") as page:
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
        )
        page.goto((site / "full.html").as_uri())
        page.get_by_role("button", name="Dark colours").click()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 20, 26)"


def test_without_a_script_everything_is_there_and_nothing_that_does_nothing(browser: Browser, site: Path) -> None:
    with opened_page(browser, (site / "stored.html").as_uri(), scripts=False) as page:
        assert page.locator("button, input, select").count() == 0
        assert page.locator(".answer").inner_text()
        assert len(names(page)) == 4
        assert page.locator("figure svg").count() > 1
        page.locator("summary", has_text="comparisons").click()
        assert len(names(page, "#scenario-hello-json-versus")) == 3


def test_a_name_that_is_a_script_is_shown_as_text(browser: Browser, site: Path) -> None:
    with opened_page(browser, (site / "hostile.html").as_uri()) as page:
        assert HOSTILE in names(page)
        assert page.locator("h1").inner_text() == "quick: <b>bold</b>"
        assert page.locator("script").count() == 1
        assert page.locator("img").count() == 0
        assert page.title() == "quick: <b>bold</b> · Fairlap"


def test_a_link_to_what_is_closed_opens_it(browser: Browser, site: Path) -> None:
    address = (site / "hostile.html").as_uri()
    with opened_page(browser, f"{address}#scenario-hello-json-scores-2") as page:
        assert page.locator("#scenario-hello-json-scores-2").is_visible()


def test_what_is_printed_is_light_and_opens_what_is_closed(browser: Browser, site: Path) -> None:
    with opened_page(browser, (site / "full.html").as_uri(), dark=True) as page:
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        assert page.locator("details:not([open])").count() == 0
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert page.locator(".tools:visible, header.site:visible").count() == 0
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        assert page.locator("details[open]").count() == 0


def test_a_keyboard_reaches_the_content_first(browser: Browser, site: Path) -> None:
    with opened_page(browser, (site / "full.html").as_uri()) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to content"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert re.fullmatch("solid|auto", outline)
