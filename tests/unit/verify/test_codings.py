"""Bodies in a content coding are compared without it, if the request accepts it or the right answer asks for it."""

import gzip
import zlib

import brotli
import pytest

from fairlap.catalog.requests import Expect, Request
from fairlap.verify.answer import judge
from fairlap.verify.client import MAX_BYTES, Response

TEXT = b"hello " * 100
CODED = {"gzip": gzip.compress(TEXT), "deflate": zlib.compress(TEXT), "br": brotli.compress(TEXT)}
ANY = Request(headers={"accept-encoding": "br;q=1, gzip;q=0.8, deflate"})
NONE = Request()


def problems(request: Request, body: bytes, coding: str | None, expect: Expect | None = None) -> list[str]:
    headers = () if coding is None else (("content-encoding", coding),)
    response = Response(200, headers, body, "1.1", keep_alive=True)
    return [problem.check for problem in judge("", "", request, expect or Expect(text=TEXT.decode()), response)]


@pytest.mark.parametrize("coding", CODED)
def test_any_coding_that_is_accepted_is_right_and_no_other_is(coding: str) -> None:
    assert problems(ANY, CODED[coding], coding) == []
    assert problems(ANY, CODED[coding], coding.upper()) == []
    assert problems(ANY, TEXT, None) == []
    assert problems(NONE, CODED[coding], coding) == ["body"]
    assert problems(Request(headers={"Accept-Encoding": "zstd"}), CODED[coding], coding) == ["body"]


@pytest.mark.parametrize("coding", CODED)
def test_a_body_that_is_not_coded_so_is_wrong(coding: str) -> None:
    right = CODED[coding]
    for wrong in (TEXT, b"", right[:-1], right + b"x", *(CODED[other] for other in CODED if other != coding)):
        assert problems(ANY, wrong, coding) == ["body"], wrong[:20]
    assert problems(ANY, right, coding, Expect(text="hello")) == ["body"]


@pytest.mark.parametrize(("coding", "compress"), [("gzip", gzip.compress), ("br", brotli.compress)])
def test_what_is_decoded_is_bounded(coding: str, compress) -> None:
    assert problems(ANY, compress(bytes(2 * MAX_BYTES)), coding) == ["body"]


def test_one_that_the_right_answer_asks_for_must_be_there() -> None:
    expect = Expect(headers={"content-encoding": "br"}, text=TEXT.decode())
    assert problems(ANY, CODED["br"], "br", expect) == []
    assert problems(ANY, CODED["gzip"], "gzip", expect) == ["header content-encoding", "body"]
    assert problems(ANY, TEXT, None, expect) == ["header content-encoding"]


def test_of_a_request_the_codings_are_those_that_are_known() -> None:
    assert ANY.codings == ("br", "gzip", "deflate")
    assert Request(headers={"Accept-Encoding": "zstd, *, GZIP ; q=0.1"}).codings == ("gzip",)
    assert NONE.codings == ()
