"""Pages that mean the same have the same normal form, and pages that do not, have not."""

import pytest

from fairlap.catalog.requests import Expect, Request
from fairlap.verify import Response, judge
from fairlap.verify.html import normal

PAGE = """<!DOCTYPE html>
<html><head><title>Fortunes</title></head><body><table>
<tr><th>id</th><th>message</th></tr>
<tr><td>11</td><td>&lt;script&gt;alert(&quot;it&#x27;s a script&quot;);&lt;/script&gt;</td></tr>
</table></body></html>
"""


def problems(body: bytes) -> list[str]:
    """What is wrong with an answer where that page is expected."""
    response = Response(200, (), body, "1.1", keep_alive=True)
    return [problem.line() for problem in judge("", "", Request(), Expect(html=PAGE), response)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("&quot;", '"'),
        ("&#x27;", "'"),
        ("&#x27;", "&apos;"),
        ("&lt;", "&#60;"),
        ("&gt;", ">"),
        ("<!DOCTYPE html>\n", "<!doctype html>"),
        ("<table>", "<TABLE class='wide'>"),
        ("<head>", '<head><meta charset="utf-8"><link rel="icon" href="data:,">'),
        ("<table>", "<table>\n  <thead>"),
        ("<td>11</td>", "<td>\n 11\n</td>\n"),
        ("</table>", "</table><!-- the end -->"),
    ],
)
def test_ways_of_writing_are_the_same(old: str, new: str) -> None:
    assert old in PAGE
    assert problems(PAGE.replace(old, new).encode()) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("&lt;", "<"),  # not escaped: a script
        ("&lt;", "&amp;lt;"),  # escaped twice
        ("it&#x27;s", "its"),
        ("<td>11</td>", "<td>12</td>"),
        ("<td>11</td>", "<td></td>"),
        ("<tr><th>id</th><th>message</th></tr>\n", ""),
        ("</table>", "<tr><td>1</td><td>more</td></tr></table>"),
        ("<!DOCTYPE html>", ""),
        ("<title>Fortunes</title>", "<title>Fortune</title>"),
    ],
)
def test_other_pages_are_wrong(old: str, new: str) -> None:
    assert old in PAGE
    (wrong,) = problems(PAGE.replace(old, new).encode())
    assert wrong.startswith("body: ") and wrong.endswith("(the pages differ, whatever their ways of escaping)")


def test_what_is_no_text_is_said() -> None:
    assert problems(b"<p>\xff") == ["body: expected a page in UTF-8, got <p>\\xff (not UTF-8 at byte 3)"]


def test_an_unescaped_script_is_not_left_out() -> None:
    assert normal("<td><script>alert(1)</script></td>").splitlines() == [
        "<td>", "<script>", "'alert(1)'", "</script>", "</td>",
    ]  # fmt: skip
