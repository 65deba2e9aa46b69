"""Logs in: sends one request, and takes a value from its answer that later requests carry."""

import json
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie

from fairlap.catalog.requests import Login, Request
from fairlap.errors import StartError
from fairlap.verify.answer import judge
from fairlap.verify.client import NoAnswerError, Response
from fairlap.verify.problem import excerpt


def log_in(login: Login, ask: Callable[[Request], Response]) -> str:
    """Return the value that the answer to the login request has for later requests; `ask` sends that.

    Raises StartError when the answer is wrong, or has no such value.
    """
    try:
        response = ask(login.request)
    except NoAnswerError as error:
        raise StartError(f"login: {error.message}") from error
    for problem in judge("login", "", login.request, login.expect, response):
        raise StartError(problem.line())
    value = _taken(login.take, response)
    if value is None or not value.isprintable() or not value.isascii():
        got = "nothing that a header can carry" if value else "no such value"
        raise StartError(f"login: {login.take}: {got} in the answer: {excerpt(response.body).text}")
    return value


def _taken(take: str, response: Response) -> str | None:
    kind, _, name = take.partition(":")
    if kind == "header":
        return response.header(name)
    return _cookie(name, response) if kind == "cookie" else _in_json(name.split("."), response.body)


def _cookie(name: str, response: Response) -> str | None:
    for key, line in response.headers:
        if key != "set-cookie":
            continue
        try:
            cookie = SimpleCookie(line).get(name)
        except CookieError:
            continue
        if cookie is not None:
            return cookie.coded_value
    return None


def _in_json(keys: list[str], body: bytes) -> str | None:
    try:
        value = json.loads(body)
    except ValueError:
        return None
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else None
