"""The dashboard in Chromium, beside a real race: followed live, compared by forms, sorted, filtered, escaped."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_helpers import DESK, OPEN_ALL, PHONE, WIDE, beyond_the_edges, faults, opened_page, served
from dashboard_helpers import ELSEWHERE, LIVE, NEW, OLD, begin_race, filled
from fairlap.dashboard.export import export
from fairlap.pages.paths import part
from fairlap.race.claim import claimed
from page_helpers import HOSTILE
from support import Fairlap

PAGES = {
    "runs": "index.html",
    "report": f"runs/{OLD}.html",
    "choice": f"compare.html?run={OLD}",
    "compared": f"compare/{OLD}...{NEW}.html",
    "pair": f"compare/{OLD}...gin...{part(HOSTILE)}.html",
    "refused": f"compare/{OLD}...{ELSEWHERE}.html",
    "histories": "history.html",
    "history": f"history/{part(HOSTILE)}.html",
    "live": "live.html",
}


@pytest.fixture(scope="module")
def shown(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A dashboard of runs of each kind, one of them still running."""
    results = filled(tmp_path_factory.mktemp("shown"))
    begin_race(results)
    with claimed(results, LIVE), served(Fairlap(misbehaving_catalog, results)) as (address, _):
        yield address


@pytest.mark.parametrize("name", PAGES)
def test_pages_load_in_silence_fit_each_width_and_have_no_serious_fault(
    browser: Browser, shown: str, name: str
) -> None:
    with opened_page(browser, f"{shown}{PAGES[name]}") as page:
        assert beyond_the_edges(page, PHONE, WIDE, DESK) == {}
        if name not in ("compared", "refused"):
            assert_name_is_text(page, live=name == "live")
        page.evaluate(OPEN_ALL)
        assert faults(page) == []


def assert_name_is_text(page: Page, *, live: bool) -> None:
    """Assert that the page shows a name that wants to be a script, as text."""
    if live:
        expect(page.locator("#live-how")).to_contain_text("Live: no need to reload")
    assert HOSTILE in page.locator("main").inner_text() or page.locator("option", has_text=HOSTILE).count() == 2
    assert page.locator("main script").count() == 0


def test_the_list_is_sorted_and_filtered(browser: Browser, shown: str) -> None:
    with opened_page(browser, f"{shown}index.html") as page:
        rows = page.locator("#runs tbody tr:visible")
        assert LIVE in rows.first.inner_text()
        page.get_by_role("button", name="when").click()
        assert LIVE in rows.first.inner_text(), "the first click puts the newest first"
        page.get_by_role("button", name="when").click()
        assert OLD in rows.first.inner_text()
        page.locator("#runs input[type=search]").fill("one pass each")
        expect(rows).to_have_count(1)
        page.locator("#runs input[type=search]").fill("")
        page.locator("#runs select").select_option("interrupted")
        expect(rows).to_have_count(1)


def test_two_runs_and_two_contestants_are_compared_by_the_forms_without_a_script(browser: Browser, shown: str) -> None:
    with opened_page(browser, f"{shown}compare.html", scripts=False) as page:
        page.get_by_label("Base").first.select_option(OLD)
        page.get_by_label("New").first.select_option(NEW)
        page.get_by_role("button", name="Compare the runs").click()
        expect(page).to_have_url(f"{shown}compare/{OLD}...{NEW}.html")
        expect(page.locator(".verdict")).to_contain_text("5 rounds: slower")
        page.get_by_role("link", name="Compare").click()
        page.get_by_label("Run", exact=True).select_option(OLD)
        page.get_by_role("button", name="Show its contestants").click()
        forms = page.locator("form").nth(1)
        forms.get_by_label("Base").select_option("koa")
        forms.get_by_label("New").select_option(HOSTILE)
        page.get_by_role("button", name="Compare the contestants").click()
        expect(page.locator("h1")).to_have_text(f"{HOSTILE} against koa")


def test_it_ends_at_once_also_while_a_race_is_followed(browser: Browser, fairlap: Fairlap) -> None:
    begin_race(fairlap.results)
    with claimed(fairlap.results, LIVE), served(fairlap) as (address, running):
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{address}live.html")
        expect(page.locator("#live-how")).to_contain_text("Live: no need to reload")
        running.send_signal(signal.SIGINT)
        running.wait(timeout=10)
        expect(page.locator("#live-how")).to_contain_text("interrupted")
        context.close()


def test_a_port_that_is_taken_is_one_line(fairlap: Fairlap) -> None:
    with served(fairlap) as (address, _):
        port = address.rstrip("/").rsplit(":", 1)[1]
        refused = fairlap("serve", "--port", port)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.count("\n") == 1 and "is in use" in refused.err and "--port" in refused.err


def test_the_exported_site_works_from_the_disk(browser: Browser, tmp_path: Path) -> None:
    results, site = filled(tmp_path / "results"), tmp_path / "site"
    export(results, site, lambda _done, _of, _name: None)
    with opened_page(browser, (site / "index.html").as_uri()) as page:
        page.get_by_role("button", name="when").click()
        page.locator("#runs input[type=search]").fill(OLD)
        page.locator("#runs tbody a:visible").first.click()
        expect(page.locator("h1")).to_contain_text("quick")
        page.get_by_role("link", name="Compare").click()
        page.locator(f"a[href*='{OLD}...{NEW}']").click()
        expect(page.locator(".verdict")).to_contain_text("5 rounds: slower")
        page.get_by_role("link", name="History").click()
        page.get_by_role("link", name=HOSTILE).click()
        expect(page.locator("h1")).to_have_text(f"{HOSTILE} from run to run")
