"""The contract of HTTP/2, against a server that keeps it and one that breaks it in every way that is checked."""

import socket

import pytest

from fairlap.catalog.models import Scenario
from fairlap.catalog.requests import Request
from fairlap.errors import ContractError, StartError
from fairlap.verify import ask, wait_until_answers
from http2_servers import Faults, web2
from verify_helpers import HOST, check, checks, scenario
from verify_servers import Reply, always, only_for, serving


def over_http2(**request: object) -> Scenario:
    return scenario(request={"protocol": "h2c", "path": "/", **request})


def only_http1(connection: socket.socket) -> None:
    if connection.recv(65536):
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")


def test_a_right_server_has_no_problem():
    assert check(web2(), asked=over_http2()) == ()


def test_a_right_server_of_a_post_and_of_further_requests_has_no_problem():
    seen: list[str] = []

    def answer(request):
        seen.append(f"{request.method} {request.path}")
        return Reply() if request.path.split("?")[0] in ("/", "/more") else Reply(status=404)

    posted = over_http2(method="POST", body="a=1")
    more = {"path": "/more", "expect": {"json": {"message": "Hello World!"}}}
    asked = Scenario.model_validate(
        {**posted.model_dump(by_alias=True, exclude_unset=True), "also": [more], "verify": [{"path": "{path}?a=b"}]}
    )
    assert check(web2(answer), asked=asked) == ()
    assert {"POST /", "GET /more", "GET /?a=b"} <= set(seen)


@pytest.mark.parametrize(
    ("answer", "faults", "found"),
    [
        (always(Reply(body=b"{}")), Faults(), "body"),
        (always(Reply(status=500)), Faults(), "status"),
        (lambda asked: Reply(), Faults(), "GET /unknown"),
        (only_for("HEAD", Reply(status=405)), Faults(), "HEAD: status"),
        (None, Faults(body_to_head=True), "HEAD: answer"),
        (None, Faults(whole_preface=True), "connection preface split: answer"),
        (None, Faults(one_stream=True), "several streams at once: answer"),
        (None, Faults(no_windows=True), "a window of 5 bytes: answer"),
        (None, Faults(resets=True), "answer"),
        (None, Faults(goes_away=True), "answer"),
        (always(Reply(length=5)), Faults(), "answer"),
    ],
)
def test_each_fault_is_found_by_its_check(answer, faults, found):
    handler = web2(faults=faults) if answer is None else web2(answer, faults)
    names = checks(check(handler, asked=over_http2(), timeout_s=0.5))
    assert names[0].startswith(found), names
    assert names[1:] in ([], ["HEAD: status"]), names


def test_why_there_is_no_answer_is_said():
    for faults, words in ((Faults(resets=True), "INTERNAL_ERROR"), (Faults(goes_away=True), "ended the connection")):
        (problem,) = check(web2(faults=faults), asked=over_http2(), timeout_s=0.5)
        assert words in problem.got
    (problem,) = check(only_http1, asked=over_http2(), timeout_s=0.5)
    assert "not HTTP/2, but an answer in HTTP/1" in problem.got


def test_it_is_ready_when_it_answers_in_that_protocol():
    wanted = over_http2()
    with serving(web2()) as port:
        assert wait_until_answers(HOST, port, wanted.request, wanted.expect, 5.0, lambda: None) < 5
        assert ask(wanted.request, HOST, port).status == 200
    with serving(only_http1) as port, pytest.raises((StartError, ContractError)):
        wait_until_answers(HOST, port, wanted.request, wanted.expect, 1.0, lambda: None)


def test_the_protocol_of_the_request_is_that_of_all_requests():
    asked = Scenario.model_validate(
        {
            "name": "s",
            "title": "S",
            "request": {"protocol": "h2c", "path": "/{login}"},
            "expect": {"status": 200},
            "also": [{"path": "/more", "expect": {}}],
            "verify": [{"path": "/probe"}],
            "login": {"request": {"path": "/login"}, "take": "header:x"},
        }
    )
    assert asked.login is not None
    others: list[Request] = [*asked.also, *asked.verify, asked.login.request]
    assert {each.protocol for each in others} == {"h2c"}
    with pytest.raises(ValueError, match="is that of all requests"):
        Scenario.model_validate({**asked.model_dump(by_alias=True), "login": None, "request": {"protocol": "h2c"}})
