"""What another suite would find wrong with an answer: it looks once, and mostly in lower case."""

from types import SimpleNamespace

import brotli
import pytest
from tools.rehearsal.race import LOAD, prepared

from fairlap.catalog import Expect, Request, Scenario
from fairlap.race.turn import Turn
from fairlap.verify import Response

LETTERS = "Aa bB Cc"


def found(expect: Expect, body: bytes, coding: str | None = None) -> bool:
    """Return whether the suite that it comes from would find something wrong with an answer."""
    request = Request(path="/x", headers={"Accept-Encoding": "br"})
    headers = () if coding is None else (("content-encoding", coding),)
    answer = Response(200, headers, body, "HTTP/1.1", True)
    turn = Turn(prepared("one"), Scenario(name="x", title="x", request=request, expect=expect), LOAD, 1)
    turn.hosted = SimpleNamespace()  # type: ignore[assignment]
    return bool(turn.problems_of_theirs(SimpleNamespace(ask=lambda _hosted, _request: answer)))  # type: ignore[arg-type]


@pytest.mark.parametrize("expect", [Expect(text=LETTERS), Expect(hex=LETTERS.encode().hex()), Expect(contains="bB")])
def test_a_coded_body_is_right_as_it_is_and_wrong_with_other_letters(expect: Expect) -> None:
    assert not found(expect, brotli.compress(LETTERS.encode()), "br")
    assert found(expect, brotli.compress(b"something else"), "br")
    assert found(expect, b"no Brotli", "br")


def test_the_bytes_of_a_file_are_compared_as_they_are() -> None:
    assert not found(Expect(hex="00ff4142"), b"\x00\xffAB")
    assert found(Expect(hex="00ff4142"), b"\x00\xffab")


def test_the_case_of_a_text_does_not_matter_but_its_letters_do() -> None:
    assert not found(Expect(text=LETTERS), LETTERS.swapcase().encode())
    assert found(Expect(text=LETTERS), b"aa bb cd")
    assert not found(Expect(json={"Message": "Hello"}), b'{"message": "HELLO"}')
