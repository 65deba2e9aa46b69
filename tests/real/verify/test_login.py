"""Logging in: a value of the answer, or one clear reason why there is none."""

import pytest

from fairlap.catalog import Login
from fairlap.errors import StartError
from fairlap.verify import ask, log_in
from verify_helpers import HOST
from verify_servers import Reply, always, serving, web


def answered(take: str, body: bytes = b"", *headers: tuple[str, str], status: int = 200) -> str:
    """What is taken from that answer."""
    login = Login.model_validate({"request": {"method": "POST", "path": "/"}, "take": take})
    lines = tuple(f"{name}: {value}" for name, value in headers)
    with serving(web(always(Reply(status=status, head_lines=lines, body=body)))) as port:
        return log_in(login, lambda request: ask(request, HOST, port, 1.0))


def test_a_value_comes_from_json_a_cookie_or_a_header() -> None:
    assert answered("json:user.token", b'{"user": {"token": "t-1"}}') == "t-1"
    assert answered("json:id", b'{"id": 7}') == "7"
    cookies = (("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "session=s%3D2; HttpOnly"))
    assert answered("cookie:session", b"", *cookies) == "s%3D2"
    assert answered("header:X-Token", b"", ("X-Token", "abc")) == "abc"


@pytest.mark.parametrize(
    ("take", "body", "reason"),
    [
        ("json:token", b"no json", "json:token: no such value in the answer: no json"),
        ("json:user.token", b'{"user": 1}', "no such value"),
        ("json:token", b'{"token": true}', "no such value"),
        ("json:token", b'{"token": "a\\r\\nb: c"}', "nothing that a header can carry"),
        ("cookie:session", b"{}", "no such value"),
    ],
)
def test_what_is_not_there_is_said(take: str, body: bytes, reason: str) -> None:
    with pytest.raises(StartError, match=reason):
        answered(take, body)


def test_a_wrong_answer_is_no_login() -> None:
    with pytest.raises(StartError, match="login: status: expected 200, got 401"):
        answered("json:token", b'{"token": "t"}', status=401)
