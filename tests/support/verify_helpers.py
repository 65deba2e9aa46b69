"""Helpers for the tests of fairlap.verify."""

import random

from fairlap.catalog.models import Scenario
from fairlap.catalog.requests import Expect, Request
from fairlap.verify import Problem, verify
from fairlap.verify.answer import judge
from fairlap.verify.client import Response
from support import ROOT
from verify_servers import serving

TESTS = ROOT / "tests"
HOST = "127.0.0.1"
HELLO_JSON = {
    "name": "hello-json",
    "title": "Hello World as JSON",
    "expect": {"headers": {"Content-Type": "application/json"}, "json": {"message": "Hello World!"}},
}


def scenario(**changes) -> Scenario:
    return Scenario.model_validate(HELLO_JSON | changes)


def check(handler, *, asked: Scenario | None = None, keepalive: bool = True, timeout_s: float = 0.5):
    """Return the problems of a server."""
    asked = asked or scenario()
    with serving(handler) as port:
        return verify(asked, asked.request, HOST, port, timeout_s, keepalive=keepalive, rng=random.Random(1))


def checks(problems: tuple[Problem, ...]) -> list[str]:
    return [problem.check for problem in problems]


def expecting(**keys) -> Expect:
    return Expect.model_validate(keys)


def response(body: bytes = b"", status: int = 200, *headers: tuple[str, str]) -> Response:
    return Response(status, headers, body, "1.1", keep_alive=True)


def judged(expect: Expect, got: Response) -> list[str]:
    return [problem.line() for problem in judge("", "GET / HTTP/1.1", Request(), expect, got)]
