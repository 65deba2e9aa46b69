"""Compares a response with what the scenario expects. Pure."""

import json
import zlib
from typing import NoReturn

import brotli

from fairlap.catalog.differences import json_difference
from fairlap.catalog.requests import Expect, Request
from fairlap.verify.client import MAX_BYTES, Response
from fairlap.verify.html import normal
from fairlap.verify.problem import Problem, character_start, excerpt, first_difference

EMPTY = "an empty body"


def judge(check: str, sent: str, request: Request, expect: Expect, response: Response) -> tuple[Problem, ...]:
    """Return the problems of a response; none when it is right.

    Args:
        check: a prefix for the name of the wrong part; may be empty.
        sent: the request in readable form.
        request: the request: an answer to HEAD has no body to compare, others may be in a coding that it accepts.
        expect: the right answer.
        response: the actual answer.
    """
    prefix = f"{check}: " if check else ""
    if response.status != expect.status:
        # More problems of an error page would hide the cause, which its body often explains.
        body = f", body: {excerpt(response.body).text}" if response.body else ""
        return (Problem(f"{prefix}status", sent, str(expect.status), f"{response.status}{body}"),)
    problems = [
        Problem(f"{prefix}header {name.lower()}", sent, value, response.header(name) or "none")
        for name, value in expect.headers.items()
        if not _header_is_right(name, value, response.header(name))
    ]
    if request.method == "HEAD":
        return tuple(problems)
    coding = (response.header("content-encoding") or "").lower()
    if coding not in (request.codings if expect.coding is None else (expect.coding,)):
        return (*problems, *_judge_body(f"{prefix}body", sent, expect, response.body))
    try:
        decoded = _decoded(response.body, coding)
    except _NotCodedError as error:
        return (*problems, Problem(f"{prefix}body", sent, f"a body in {coding}", f"something else ({error})"))
    return (*problems, *_judge_body(f"{prefix}body", sent, expect, decoded))


class _NotCodedError(Exception):
    """Not in the coding that the header names, or longer than MAX_BYTES."""


def _decoded(body: bytes, coding: str) -> bytes:
    """Return a body without its coding. Raises _NotCodedError."""
    try:
        return _decoded_brotli(body) if coding == "br" else _decoded_zlib(body, coding)
    except (zlib.error, brotli.error) as error:
        raise _NotCodedError(str(error)) from error


def _decoded_brotli(body: bytes) -> bytes:
    decoder = brotli.Decompressor()
    plain: bytes = decoder.process(body, output_buffer_limit=MAX_BYTES)
    if not decoder.is_finished():
        raise _NotCodedError("it does not end where it should")
    return plain


def _decoded_zlib(body: bytes, coding: str) -> bytes:
    decoder = zlib.decompressobj(zlib.MAX_WBITS + (16 if coding == "gzip" else 0))
    plain = decoder.decompress(body, MAX_BYTES)
    if not decoder.eof or decoder.unused_data:
        raise _NotCodedError("it does not end where it should")
    return plain


def _header_is_right(name: str, expected: str, got: str | None) -> bool:
    if got is None or name.lower() != "content-type":
        return got == expected
    if ";" not in expected:
        return _media_type(got)[0] == _media_type(expected)[0]
    return _media_type(got) == _media_type(expected)


def _media_type(value: str) -> tuple[str, frozenset[str]]:
    """Return type and parameters, normalised in case, spaces, quotes and order."""
    kind, *parameters = value.lower().split(";")
    return kind.strip(), frozenset("".join(part.split()).replace('"', "") for part in parameters if part.strip())


def _judge_body(check: str, request: str, expect: Expect, body: bytes) -> list[Problem]:
    if expect.text is not None:
        return _differing(check, request, expect.text.encode(), body, note="")
    if expect.hex is not None:
        return _differing(check, request, bytes.fromhex(expect.hex), body, note="")
    if expect.contains is not None and expect.contains.encode() not in body:
        return [Problem(check, request, f"a body that contains {expect.contains!r}", excerpt(body).text or EMPTY)]
    if expect.html is not None:
        return _judge_html(check, request, expect.html, body)
    if expect.has_json or expect.rows is not None:
        return _judge_json(check, request, expect, body)
    if expect.size_bytes is not None and expect.size_bytes != len(body):
        return [Problem(check, request, f"{expect.size_bytes} bytes", f"{len(body)} bytes: {excerpt(body).text}")]
    return []


def _differing(check: str, request: str, expected: bytes, got: bytes, note: str) -> list[Problem]:
    if expected == got:
        return []
    at = first_difference(expected, got)
    pointer = min(character_start(expected, at), character_start(got, at))
    left, right = excerpt(expected, pointer), excerpt(got, pointer)
    where = note or f"first difference at byte {at}; expected {len(expected)} bytes, got {len(got)}"
    return [Problem(check, request, left.text or EMPTY, right.text or EMPTY, where, left.column)]


def without_case(body: bytes, expect: Expect) -> bytes:
    """Return a body in lower case; of JSON members that have the same name then, only the last, as parsers do."""
    lower = body.lower()
    if expect.rows is None and not expect.has_json:
        return lower
    try:
        return _compact(json.loads(lower))
    except (ValueError, RecursionError):
        return lower


def _judge_html(check: str, request: str, page: str, body: bytes) -> list[Problem]:
    try:
        got = normal(body.decode())
    except UnicodeDecodeError as error:
        return [Problem(check, request, "a page in UTF-8", excerpt(body).text, f"not UTF-8 at byte {error.start}")]
    note = "the pages differ, whatever their ways of escaping"
    return _differing(check, request, normal(page).encode(), got.encode(), note)


def _judge_json(check: str, request: str, expect: Expect, body: bytes) -> list[Problem]:
    """Compare JSON with a value, or with rows that the contestant chose, of which an example is shown."""
    rows = expect.rows
    expected = _parse(json.dumps(expect.json_value).encode()) if rows is None else rows.example
    try:
        got = _parse(body)
        if rows is None:
            place = json_difference(expected, got, "$", subset=expect.subset)
            note = f"the JSON values differ at {place}"
            return [] if place is None else _differing(check, request, _compact(expected), _compact(got), note)
        wrong = rows.judge(got)
    except _NotJsonError as error:
        wrong = str(error)
    except RecursionError:
        wrong = "unreliable JSON: nested too deeply"
    if wrong is None:
        return []
    return [Problem(check, request, excerpt(_compact(expected)).text, excerpt(body).text or EMPTY, wrong)]


class _NotJsonError(Exception):
    """Not JSON, or JSON that parsers interpret differently."""


def _parse(body: bytes) -> object:
    """Parse JSON strictly by RFC 8259 (UTF-8 without BOM, no NaN), and without duplicate keys."""
    try:
        value: object = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_reject_constant,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise _NotJsonError(f"not JSON: not UTF-8 at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise _NotJsonError(f"not JSON: {error.msg} at character {error.pos}") from error
    except ValueError as error:  # an integer with thousands of digits
        raise _NotJsonError(f"unreliable JSON: {error}") from error
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    seen: dict[str, object] = {}
    for key, value in pairs:
        if key in seen:
            raise _NotJsonError(f"unreliable JSON: duplicate key {key!r}")
        seen[key] = value
    return seen


def _reject_constant(name: str) -> NoReturn:
    raise _NotJsonError(f"not JSON: {name} is not a JSON value")


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise _NotJsonError(f"unreliable JSON: the number {digits[:40]} is too large")
    return value


def _compact(value: object) -> bytes:
    """Serialise equal values equally: no spaces, sorted keys, whole numbers without a fraction."""
    return json.dumps(_whole(value), separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode(
        "utf-8", errors="backslashreplace"
    )


def _whole(value: object) -> object:
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
