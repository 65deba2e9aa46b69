"""What is a right answer, and how a wrong one is reported."""

import gzip
import random
import zlib

import pytest

import verify_servers as servers
from fairlap.catalog.requests import Request
from fairlap.verify import verify
from fairlap.verify.answer import judge
from fairlap.verify.client import MAX_BYTES
from fairlap.verify.problem import excerpt, first_difference
from verify_helpers import HOST, check, expecting, judged, response, scenario
from verify_servers import Reply, always, serving, web

# --- the answer itself ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (
            always(Reply(status=500, body=b"Oops\n")),
            r"status: expected 200, got 500, body: Oops\n",
        ),
        (
            always(Reply(content_type="text/html; charset=utf-8")),
            "header content-type: expected application/json, got text/html; charset=utf-8",
        ),
        (
            always(Reply(body=b'{"message":"Hello Wurld!"}')),
            'body: expected {"message":"Hello World!"}, got {"message":"Hello Wurld!"} '
            "(the JSON values differ at $.message)",
        ),
        (
            always(Reply(length=len(servers.HELLO) - 1)),
            'body: expected {"message":"Hello World!"}, got {"message": "Hello World!" '
            "(not JSON: Expecting ',' delimiter at character 26)",
        ),
    ],
)
def test_a_wrong_answer_is_told_in_one_line(answer, line):
    problems = check(web(answer))
    assert problems[0].line() == line
    assert [problem.check for problem in problems].count(problems[0].check) == 1, "said once, not for every check"


GZIPPED = gzip.compress(b"hello", mtime=0)


@pytest.mark.parametrize(
    ("body", "coding", "found"),
    [
        (GZIPPED, "gzip", []),
        (gzip.compress(b"hallo", mtime=0), "gzip", ["body: expected hello, got hallo (first difference at byte 1"]),
        (b"hello", "gzip", ["body: expected a body in gzip, got something else"]),
        (GZIPPED[:-1], "gzip", ["body: expected a body in gzip, got something else (it does not end"]),
        (GZIPPED + b"x", "gzip", ["body: expected a body in gzip, got something else (it does not end"]),
        (gzip.compress(bytes(MAX_BYTES + 1), mtime=0), "gzip", ["body: expected a body in gzip, got something else"]),
        (zlib.compress(b"hello"), "deflate", ["header content-encoding: expected gzip, got deflate", "body: "]),
    ],
    ids=["right", "another text", "not coded", "cut off", "with more behind it", "too long", "another coding"],
)
def test_a_body_in_a_coding_is_compared_decoded(body, coding, found):
    wanted = expecting(headers={"Content-Encoding": "gzip"}, text="hello")
    lines = judged(wanted, response(body, 200, ("content-encoding", coding)))
    assert len(lines) == len(found)
    for line, start in zip(lines, found, strict=True):
        assert line.startswith(start)
    other = expecting(headers={"Content-Encoding": "deflate"}, text="hello")
    assert judged(other, response(zlib.compress(b"hello"), 200, ("content-encoding", "deflate"))) == []
    with pytest.raises(ValueError, match="use gzip, deflate, br"):
        expecting(headers={"content-encoding": "zstd"})


def test_a_body_longer_than_its_content_length_is_a_problem():
    answer = always(Reply(body=servers.HELLO + b"\n\n", length=len(servers.HELLO)))
    problems = check(web(answer))
    assert problems[0].line() == r"end of the answer: expected no more bytes, got 2 bytes: \n\n"


def test_a_body_shorter_than_its_content_length_is_a_problem():
    problems = check(web(always(Reply(length=30)), keeps=False))
    assert [problem.line() for problem in problems] == [
        "answer: expected an answer with status 200, "
        "got connection closed by the server: only 27 of 30 bytes of the body"
    ]


@pytest.mark.parametrize(
    ("expected", "got", "right"),
    [
        ("application/json", "application/json", True),
        ("application/json", "Application/JSON; charset=UTF-8", True),
        ("application/json", "application/jsonp", False),
        ("text/html; charset=utf-8", "text/html;charset=UTF-8", True),
        ("text/html; charset=utf-8", "text/html", False),
        ("text/html; charset=utf-8", "text/html; charset=latin-1", False),
        ("application/json", None, False),
    ],
)
def test_content_type_parameters_count_only_when_they_are_expected(expected, got, right):
    headers = [("content-type", got)] if got else []
    lines = judged(expecting(headers={"Content-Type": expected}), response(b"", 200, *headers))
    assert lines == ([] if right else [f"header content-type: expected {expected}, got {got or 'none'}"])


def test_other_headers_are_exact_and_two_of_one_name_are_not_one():
    expect = expecting(headers={"X-Kind": "a"})
    assert judged(expect, response(b"", 200, ("x-kind", "a"))) == []
    assert judged(expect, response(b"", 200, ("x-kind", "A"))) == ["header x-kind: expected a, got A"]
    twice = response(b"", 200, ("x-kind", "a"), ("x-kind", "a"))
    assert judged(expect, twice) == ["header x-kind: expected a, got a, a"]


@pytest.mark.parametrize(
    ("expected", "body"),
    [
        ({"a": 100}, b'{"a": 100.0}'),
        ({"a": 100.0}, b'{"a":1e2}'),
        ({"a": 1, "b": [True, None]}, b' {"b":[true,null],"a":1}\n'),
        ({"a": "\u00e9"}, b'{"a":"\\u00e9"}'),
        (None, b"null"),
        (0.1, b"0.10000000000000001"),
    ],
)
def test_json_is_compared_by_value(expected, body):
    assert judged(expecting(json=expected), response(body)) == []


@pytest.mark.parametrize(
    ("expected", "body", "note"),
    [
        ({"a": 1}, b'{"a":true}', "the JSON values differ at $.a"),
        ({"a": 1}, b'{"a":"1"}', "the JSON values differ at $.a"),
        ({"a": 1}, b"{}", "the JSON values differ at $.a (missing)"),
        ({"a": 1}, b'{"a":1,"b":2}', "the JSON values differ at $.b (unexpected)"),
        ([1, [2]], b"[1,[3]]", "the JSON values differ at $[1][0]"),
        ([1], b"[1,2]", "the JSON values differ at $ (expected 1 elements, got 2)"),
        ({"a": 1}, b'{"a":2,"a":1}', "unreliable JSON: duplicate key 'a'"),
        ({"a": 1}, b'{"a":NaN}', "not JSON: NaN is not a JSON value"),
        ({"a": 1}, b'{"a":1e999}', "unreliable JSON: the number 1e999 is too large"),
        ({"a": 1}, b'{"a":1}x', "not JSON: Extra data at character 7"),
        ({"a": 1}, b"\xff", "not JSON: not UTF-8 at byte 0"),
        ({"a": 1}, b"", "not JSON: Expecting value at character 0"),
        (
            {"a": 1},
            b"\xef\xbb\xbf{}",
            "not JSON: Unexpected UTF-8 BOM (decode using utf-8-sig) at character 0",
        ),
        ({"a": 1}, b"[" * 200_000, "unreliable JSON: nested too deeply"),
    ],
)
def test_json_that_differs_says_where(expected, body, note):
    [problem] = judge("", "", Request(), expecting(json=expected), response(body))
    assert problem.note == note
    assert len(problem.line()) < 800


def test_a_number_of_thousands_of_digits_is_a_problem_and_no_crash():
    [problem] = judge("", "", Request(), expecting(json=1), response(b"1" * 10_000))
    assert problem.note is not None and problem.note.startswith("unreliable JSON: ")


def test_text_is_compared_byte_by_byte():
    assert judged(expecting(text="Hello World!"), response(b"Hello World!")) == []
    assert judged(expecting(text="Hello World!"), response(b"Hello World!\n")) == [
        r"body: expected Hello World!, got Hello World!\n "
        "(first difference at byte 12; expected 12 bytes, got 13)"
    ]
    assert judged(expecting(text="Hello"), response(b""))[0].startswith("body: expected Hello, got an empty body")


def test_any_body_is_right_when_none_is_expected():
    assert judged(expecting(status=204), response(b"\x00", 204)) == []


# --- text for people ------------------------------------------------------------------------------


def test_the_long_form_shows_the_request_both_bodies_and_a_pointer():
    asked = scenario(expect={"text": "Hello World!"}, request={"path": "/", "headers": {"Accept": "*/*"}})
    with serving(web(always(Reply(body=b"Hello Wurld!")))) as port:
        problems = verify(asked, asked.request, HOST, port, 0.5, rng=random.Random(1))
    assert problems[0].text() == "\n".join(
        [
            "body: first difference at byte 7; expected 12 bytes, got 12",
            "  request   GET / HTTP/1.1",
            f"            Host: 127.0.0.1:{port}",
            "            Accept: */*",
            "  expected  Hello World!",
            "  got       Hello Wurld!",
            "                   ^",
        ]
    )


@pytest.mark.parametrize("at", [0, 1, 99, 100, 150, 250, 300, 301, 5_000, 9_999, 10_000])
@pytest.mark.parametrize("unit", [b"a", b"\x00", "\u00e9".encode(), b"\xff", "\u4e16".encode()])
def test_an_excerpt_is_short_and_two_bodies_share_the_column(at, unit):
    expected = (unit * 10_000)[:10_000]
    got = expected[:at] + b"!" * 20
    assert first_difference(expected, got) == at
    left, right = excerpt(expected, at), excerpt(got, at)
    assert len(left.text) <= 300 and len(right.text) <= 300
    assert left.column == right.column
    assert right.text[right.column] == "!"


def test_the_pointer_of_a_long_body_stands_under_the_difference():
    expected, got = "x" * 5000 + "A" + "y" * 5000, b"x" * 5000 + b"B" + b"y" * 5000
    [problem] = judge("", "GET /", Request(), expecting(text=expected), response(got))
    *_, wanted, came, pointer = problem.text().splitlines()
    assert wanted[pointer.index("^")] == "A"
    assert came[pointer.index("^")] == "B"
    assert "byte 5000;" in problem.line()


def test_a_difference_inside_a_character_points_at_the_character():
    [problem] = judge("", "", Request(), expecting(text="caf\u00e9"), response("caf\u00e8".encode()))
    assert (problem.expected, problem.got, problem.column) == ("caf\u00e9", "caf\u00e8", 3)
    assert problem.note is not None and "byte 4;" in problem.note


def test_a_subset_may_have_more_members_and_a_text_may_stand_anywhere() -> None:
    subset = expecting(json={"id": 7, "tags": [{"x": 1}]}, subset=True)
    assert judged(subset, response(b'{"tags": [{"x": 1, "y": 2}], "id": 7.0, "more": null}')) == []
    (wrong,) = judged(subset, response(b'{"tags": [{"y": 2}], "id": 7}'))
    assert "$.tags[0].x (missing)" in wrong
    assert judged(subset, response(b'{"tags": [{"x": 1}, {"x": 1}], "id": 7}')) != []
    assert judged(expecting(contains="Shop"), response(b"<h1>Shop</h1>")) == []
    (wrong,) = judged(expecting(contains="Shop"), response(b""))
    assert "a body that contains 'Shop'" in wrong and "an empty body" in wrong
