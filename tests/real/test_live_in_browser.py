"""A real race, followed in a real browser from before its start to its report."""

from playwright.sync_api import Browser, expect

from browser_helpers import LAP_COUNTS, SCORES, changed, opened_page, served
from race_helpers import SOON
from support import BOUND_S, Fairlap, Finished


def test_a_real_race_is_followed_to_its_report(browser: Browser, fairlap: Fairlap) -> None:
    with served(fairlap) as (address, _), opened_page(browser, f"{address}live.html") as page:
        expect(page.locator("h1")).to_have_text("No race is running")
        # Enough rounds that what is said after the first one stays to be seen.
        length = ("--rounds", "3", "--cycles", "6", "--no-rates", *SOON)
        race = ("run", "misbehaving", "--contestants", "good,good-twin", *length, "--json", "-")
        running = fairlap.start(*race)
        try:
            expect(page.locator("h1")).to_contain_text("misbehaving", timeout=60_000)
            laps = [changed(page, LAP_COUNTS, "")]
            for _ in range(3):
                laps.append(changed(page, LAP_COUNTS, laps[-1]))
            assert [int(count) for count in laps] == sorted({int(count) for count in laps}), "more, each time"
            # In the first round, of three: at the end of the race no score changes any more.
            changed(page, SCORES, page.locator(SCORES).inner_text())
            expect(page.locator("#live-said")).to_contain_text("leads", timeout=60_000)
            expect(page.locator("#live-ended")).to_be_visible(timeout=BOUND_S * 1000)
        finally:
            out, err = running.communicate(timeout=BOUND_S)
        Finished(running.returncode, out, err).all_raced()
        expect(page.locator("[data-live=stage]")).to_have_text("The race has ended.")
        page.get_by_role("link", name="To the report").click()
        expect(page.locator("h1")).to_contain_text("misbehaving")
        assert "good-twin" in page.locator("main").inner_text()
