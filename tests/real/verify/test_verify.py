"""Every check of fairlap.verify against a server that gets it right and one that gets it wrong."""

import random
import threading
import time
from types import SimpleNamespace

import pytest

import verify_servers as servers
from fairlap.catalog.requests import Request
from fairlap.hosting.ports import free_ports
from fairlap.verify import client, verify
from verify_helpers import HOST, check, checks, scenario
from verify_servers import CHUNKED, Reply, always, hello, only_for, sends, serving, web

# --- what is right --------------------------------------------------------------------------------


def test_a_right_server_has_no_problem():
    assert check(web()) == ()


def test_a_right_server_is_verified_without_waiting_for_any_time_out():
    started = time.monotonic()
    assert check(web(), timeout_s=30) == ()
    assert time.monotonic() - started < 30


def test_a_right_server_without_keepalive_is_right_when_the_suite_has_none():
    assert check(web(keeps=False), keepalive=False) == ()


def test_without_keepalive_every_request_asks_to_close():
    seen: list[bool] = []

    def answer(asked):
        seen.append(asked.close)
        return hello(asked)

    assert check(web(answer), keepalive=False) == ()
    assert seen and all(seen)


def test_a_post_with_a_body_is_verified_and_split_between_head_and_body():
    asked = scenario(request={"method": "POST", "path": "/", "body": "a=1"})
    bodies: list[bytes] = []

    def answer(request):
        bodies.append(request.body)
        return hello(request)

    assert check(web(answer), asked=asked) == ()
    assert bodies.count(b"a=1") == 1 + 1 + 4 + 1 + 2  # plain, another header, four splits, close, keep-alive


# --- probes and unknown routes --------------------------------------------------------------------


def test_a_server_without_404_is_found_by_a_random_path():
    problems = check(web(lambda asked: Reply()))
    assert len(problems) == 1
    path = problems[0].check.split()[1].rstrip(":")
    assert path.startswith("/unknown-") and len(path) > 20
    assert problems[0].line() == (f'GET {path}: status: expected 404, got 200, body: {{"message": "Hello World!"}}')


def test_the_path_of_the_unknown_route_follows_from_the_seed():
    def paths(seed: int) -> list[str]:
        seen: list[str] = []

        def answer(asked):
            seen.append(asked.path)
            return hello(asked)

        with serving(web(answer)) as port:
            verify(scenario(), Request(), HOST, port, rng=random.Random(seed))
        return seen

    assert paths(1) == paths(1)
    assert paths(1) != paths(2)


def test_every_probe_is_asked_and_replaces_the_random_404():
    probes = [
        {"path": "/users/7", "expect": {"text": "user 7"}},
        {"path": "/nowhere", "expect": {"status": 404}},
        {"path": "/", "method": "POST", "body": "x", "expect": {"status": 405}},
    ]
    seen: list[str] = []

    def answer(asked):
        seen.append(asked.path)
        if asked.path == "/users/7":
            return Reply(body=b"user 8")
        return Reply(status=405) if asked.method == "POST" else hello(asked)

    problems = check(web(answer), asked=scenario(verify=probes))
    assert [problem.line() for problem in problems] == [
        "GET /users/7: body: expected user 7, got user 8 (first difference at byte 5; expected 6 bytes, got 6)"
    ]
    assert set(seen) == {"/", "/users/7", "/nowhere"}


def test_probes_follow_the_path_that_the_contestant_answers_at():
    asked = scenario(
        request={"path": "/products"},
        verify=[{"path": "{path}?page=1", "expect": {}}, {"path": "{path}/4", "expect": {"status": 404}}],
    )
    paths: list[str] = []

    def answer(request):
        paths.append(request.path)
        return hello(request)

    with serving(web(answer)) as port:
        verify(asked, Request(path="/api/products"), HOST, port, 0.5, rng=random.Random(1))
    assert {"/api/products", "/api/products?page=1", "/api/products/4"} == set(paths)


# --- HEAD -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 405, 501])
def test_head_that_is_refused_is_a_problem(status):
    problems = check(web(only_for("HEAD", Reply(status=status))))
    assert [problem.line() for problem in problems] == [f"HEAD: status: expected 200, got {status}"]


def test_head_with_a_body_is_a_problem():
    def answer(asked):
        whole = servers.Asked("GET", asked.path, asked.close)
        return hello(asked).encode(whole)

    problems = check(web(answer))
    assert [problem.line() for problem in problems] == [
        'HEAD: end of the answer: expected no more bytes, got 27 bytes: {"message": "Hello World!"}'
    ]


def test_the_same_failure_of_head_and_of_a_split_is_told_of_both():
    def handle(connection):
        first = connection.recv(65536)
        if first.endswith(b"\r\n\r\n") and not first.startswith(b"HEAD"):
            web()(_Replayed(connection, first))

    problems = check(handle)
    assert checks(problems) == [
        "HEAD: answer",
        "request split in the middle of the request line: answer",
        "request split in the middle of a header: answer",
        "request split before the final CRLF: answer",
    ]


def test_head_is_not_asked_where_the_scenario_does_not_get():
    asked = scenario(request={"method": "POST", "path": "/"})
    assert check(web(only_for("HEAD", Reply(status=405))), asked=asked) == ()


# --- another header -------------------------------------------------------------------------------


def test_a_header_that_nobody_knows_must_not_matter():
    def answer(asked):
        return Reply(status=431) if any(len(header) > 500 for header in asked.headers) else hello(asked)

    problems = check(web(answer))
    assert [problem.line() for problem in problems] == [
        'another header: status: expected 200, got 431, body: {"message": "Hello World!"}'
    ]


# --- framing: split, pipelined, kept, closed ------------------------------------------------------


def test_a_server_that_takes_a_segment_for_a_request_fails_all_splits_and_pipelining():
    problems = check(servers.one_read_is_one_request)
    assert checks(problems)[:1] == ["request split in the middle of the request line: status"]
    assert problems[0].got == "400, body: bad request"
    assert problems[0].request.splitlines()[0] == "GET / H<pause>TTP/1.1"
    assert "pipelining, second request: answer" in checks(problems)


def test_each_place_of_a_split_is_a_check_of_its_own(monkeypatch):
    piece_read = threading.Semaphore(0)
    wait = SimpleNamespace(monotonic=time.monotonic, sleep=lambda _: piece_read.acquire(timeout=10))
    monkeypatch.setattr(client, "time", wait)  # the second piece follows when the first was read, however busy all is

    def read(connection):
        first = connection.recv(65536)
        if not first.endswith(b"\r\n\r\n"):
            piece_read.release()
        return first

    def fails_at(ending: bytes):
        def handle(connection):
            first = read(connection)
            if first.endswith(ending):
                connection.sendall(Reply(status=400, body=ending).encode(servers.Asked("GET", "/", close=True)))
                return
            servers_web = web()
            servers_web(_Replayed(connection, first))

        return handle

    for ending, place in (
        (b"GET / H", "in the middle of the request line"),
        (b"Host: 127.", "in the middle of a header"),
    ):
        problems = check(fails_at(ending))
        assert checks(problems) == [f"request split {place}: status"]

    def fails_before_the_final_crlf(connection):
        first = read(connection)
        if first.count(b"\r\n") == 2 and not first.endswith(b"\r\n\r\n"):
            connection.recv(65536)  # what is closed with something unread is reset
            return
        web()(_Replayed(connection, first))

    problems = check(fails_before_the_final_crlf)
    assert [problem.line() for problem in problems] == [
        "request split before the final CRLF: answer: expected an answer with status 200, "
        "got connection closed by the server: no answer"
    ]


class _Replayed:
    """A connection whose first read has already happened."""

    def __init__(self, connection, first):
        self._connection, self._first = connection, first

    def recv(self, size):
        first, self._first = self._first, None
        return self._connection.recv(size) if first is None else first

    def sendall(self, data):
        self._connection.sendall(data)


def test_a_lost_pipelined_request_is_a_problem():
    problems = check(servers.splits_but_no_pipelining)
    assert [problem.line() for problem in problems] == [
        "pipelining, second request: answer: expected an answer with status 404, got no answer within 0.5 s"
    ]


def test_pipelined_answers_in_the_wrong_order_are_a_problem():
    problems = check(servers.pipelining_in_reverse)
    assert checks(problems) == ["pipelining, first request: status", "pipelining, second request: status"]


def test_pipelining_is_not_asked_of_a_post_nor_without_keepalive():
    post = scenario(request={"method": "POST", "path": "/"})
    assert check(servers.splits_but_no_pipelining, asked=post) == ()
    assert check(servers.splits_but_no_pipelining, keepalive=False) == ()


def test_a_server_that_closes_after_each_answer_does_not_keep_alive():
    problems = check(web(keeps=False))
    assert problems[0].check == "keep-alive: answer"
    assert problems[0].got.startswith("connection ")
    assert len(problems) == 2 and problems[1].check == "pipelining, second request: answer"


@pytest.mark.parametrize(
    ("answer", "got"),
    [
        (Reply(head_lines=("Connection: close",)), "an answer with Connection: close"),
        (
            b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nContent-Length: 27\r\n\r\n" + servers.HELLO,
            "an answer in HTTP/1.0",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + servers.HELLO,
            "an answer without Content-Length that ends with the connection",
        ),
    ],
)
def test_an_answer_that_announces_the_end_does_not_keep_alive(answer, got):
    get_only = lambda asked: always(answer)(asked) if asked.method == "GET" else hello(asked)  # noqa: E731
    problems = check(web(get_only, keeps=False))
    assert problems[0].line() == f"keep-alive: expected a connection that stays open, got {got}"


def test_connection_close_that_is_not_honoured_is_a_problem():
    problems = check(web(closes=False), timeout_s=0.3)
    assert [problem.line() for problem in problems] == [
        "Connection: close: expected the answer, then the connection closed, got a connection still open after 0.3 s"
    ]


def test_an_answer_that_changes_on_the_second_request_of_a_connection_is_a_problem():
    def handle(connection):
        count = 0

        def answer(asked):
            nonlocal count
            count += 1
            return hello(asked) if count == 1 else Reply(status=404, body=b"gone")

        web(answer)(connection)

    problems = check(handle)
    assert [problem.line() for problem in problems] == [
        "keep-alive, second request: status: expected 200, got 404, body: gone"
    ]


# --- time and size are bounded --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("handler", "got"),
    [
        (servers.never_answers, "no answer within 0.5 s"),
        (servers.trickles, "bytes of an answer with an incomplete head within 0.5 s"),
        (servers.closes_at_once, "connection closed by the server: no answer"),
        (sends(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"), "not a valid HTTP answer"),
        (
            sends(b"HTTP/1.1 200 OK\r\nContent-"),
            "closed by the server: only 25 bytes of an answer with an incomplete",
        ),
        (sends(b"HTTP/1.1 200 OK\nContent-Length: 0\n\n"), "a line of the head ends in LF instead of CRLF"),
        (sends(CHUNKED + b"5\r\nhel"), "closed by the server: only 3 bytes of the body"),
        (sends(CHUNKED + b"zz\r\nhel"), "not a valid HTTP answer"),
        (servers.endless(b"HTTP/1.1 200 OK\r\n", b"a: b\r\n" * 1000), "not a valid HTTP answer"),
        (servers.endless(CHUNKED, b"1\r\nx\r\n" * 1000), "within 0.5 s"),
    ],
)
def test_a_server_that_gives_no_answer_is_one_problem_in_bounded_time(handler, got):
    [problem] = check(handler)  # endless ones would never return
    assert problem.check == "answer"
    assert got in problem.got


def test_an_endless_body_ends_after_16_mib():
    handler = servers.endless(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65536)
    [problem] = check(handler, timeout_s=20)
    assert problem.line() == ("answer: expected an answer with status 200, got no end of the answer after 16 MiB")


def test_nobody_listening_is_one_problem():
    asked = scenario()
    [problem] = verify(asked, asked.request, HOST, free_ports(1)[0], rng=random.Random(1))
    assert problem.line() == "answer: expected an answer with status 200, got connection refused"
