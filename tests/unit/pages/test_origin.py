"""The commands of a page: the one that started the run, and the one that shows it again."""

import pytest

from classic_factory import ladder
from fairlap.pages.classic import classic_page
from fairlap.pages.report import page_with
from fairlap.pages.site import ALONE
from page_helpers import PageReader
from report_factory import report_of

CONTAINED = "fairlap run quick --isolation container --network host --seed 42"
ON_CLUSTER = "fairlap run quick --cluster 10.0.0.1:6379 --generators 2 --seed 42"


@pytest.mark.parametrize("command", [CONTAINED, ON_CLUSTER])
def test_the_page_of_a_run_prints_what_was_asked(command: str) -> None:
    report = report_of(100.0, 90.0, command=command)
    page = PageReader(page_with(report, {}, (), ALONE))
    assert [found.text for found in page.all("pre")] == [command, f"fairlap report {report.run}"]


def test_the_page_of_a_classic_run_prints_what_was_asked() -> None:
    page = PageReader(classic_page(ladder(), ALONE))
    assert [found.text for found in page.all("pre")][-2:] == [ladder().command, f"fairlap report {ladder().run}"]


def test_the_page_of_a_classic_run_says_how_many_requests_are_on_their_way() -> None:
    assert "16 requests at once on each in two" in classic_page(ladder(), ALONE)
