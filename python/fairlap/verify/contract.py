"""Verifies that a running contestant keeps the contract of a scenario."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from fairlap.catalog.address import Trust
from fairlap.catalog.models import Scenario
from fairlap.catalog.requests import Expect, Request
from fairlap.verify.answer import judge
from fairlap.verify.client import (
    SPLIT_PAUSE_S,
    Connection,
    Endpoint,
    NoAnswerError,
    Response,
    Rest,
    ask_once,
    encode,
    shown,
    splits,
)
from fairlap.verify.problem import Problem, excerpt
from fairlap.verify.questions import Question, filled, message, pipelines, probes_of, to_head, with_another_header

if TYPE_CHECKING:
    from fairlap.verify.http2 import Cut
    from fairlap.verify.websocket import Manner

SMALL_WINDOW_BYTES = 5
"""Of flow control: no answer fits into it, and a server must not wait until its frames do."""

LONG_MESSAGE_BYTES = 70_000
"""Of a message of WebSocket: its length takes eight bytes."""
LONG_MESSAGE = "0123456789" * (LONG_MESSAGE_BYTES // 10)

Problems = tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Case:
    """A contestant to verify. Without `keepalive`, every request asks the server to close, as under load."""

    endpoint: Endpoint
    main: Question
    keepalive: bool

    def encode(self, request: Request, *, close: bool | None = None) -> bytes:
        return encode(
            request, self.endpoint.host, self.endpoint.port, close=not self.keepalive if close is None else close
        )


def verify(
    scenario: Scenario,
    request: Request,
    host: str,
    port: int,
    timeout_s: float = 5.0,
    *,
    trust: Trust | None = None,
    keepalive: bool = True,
    rng: Random,
) -> Problems:
    """Return all problems of a contestant's answers; none when it keeps the contract.

    Args:
        scenario: the right answer, further requests, and the probes.
        request: the scenario's request for this contestant (`Contestant.request_for`).
        host: the contestant's address.
        port: the contestant's port.
        timeout_s: limits each single check.
        trust: what is asked of its certificate, if it speaks TLS.
        keepalive: whether connections are kept under load; otherwise keep-alive and pipelining are not checked.
        rng: draws the path of the unknown route, and parameters.
    """
    main = filled(request, scenario.expect, rng)
    case = _Case(Endpoint(host, port, timeout_s, trust), main, keepalive)
    plain = _check_one(case, "", case.main, [case.encode(main.request)])
    if any(problem.check == "answer" for problem in plain):
        return plain  # no answer at all: every other check would only repeat that after its timeout
    if request.is_message:
        return (*plain, *_check_websocket(case, rng)) if scenario.contract == "full" else plain
    others = [filled(each, each.expect, rng) for each in scenario.also]
    probes = probes_of(scenario, main, rng) if scenario.contract == "full" else []
    problems = [*plain]
    for question in (*others, *probes):
        name = f"{question.request.method} {question.request.path}"
        problems += _check_one(case, name, question, [case.encode(question.request)])
    if scenario.contract == "answer":
        return tuple(problems)
    # Report a wrong body once, not again for every way of sending the request.
    known = {(problem.expected, problem.got) for problem in problems}
    problems += _check_head(case)
    if case.main.request.multiplexed:
        transport = [*_check_another_header(case, rng), *_check_http2(case, probes)]
    else:
        transport = [*_check_another_header(case, rng), *_check_splits(case), *_check_close(case)]
        if keepalive:
            transport += [*_check_keepalive(case), *_check_pipelining(case, probes)]
    return (*problems, *(problem for problem in transport if (problem.expected, problem.got) not in known))


def check_once(
    check: str,
    request: Request,
    expect: Expect,
    host: str,
    port: int,
    timeout_s: float = 5.0,
    *,
    trust: Trust | None = None,
    keepalive: bool = True,
) -> Problems:
    """Return the problems of one answer. `check` names the occasion; other arguments are those of `verify`."""
    main = filled(request, expect, None)
    case = _Case(Endpoint(host, port, timeout_s, trust), main, keepalive)
    return _check_one(case, check, main, [case.encode(main.request)])


def ask(request: Request, host: str, port: int, timeout_s: float = 5.0, *, trust: Trust | None = None) -> Response:
    """Return the answer, right or wrong, to a request without parameters. Raises NoAnswerError if there is none."""
    return ask_once(Endpoint(host, port, timeout_s, trust), request, close=True)


def _check_one(
    case: _Case,
    check: str,
    question: Question,
    pieces: Sequence[bytes],
    *,
    to_the_end: bool = False,
    must_close: bool = False,
) -> Problems:
    """Check one question on a separate connection, sent in the given pieces.

    Args:
        case: the contestant.
        check: the name of the check.
        question: the request and its right answer.
        pieces: the bytes of the request, each sent in a separate write.
        to_the_end: also read what follows the answer, until the server closes or the timeout.
        must_close: the server has to close before the timeout.
    """
    if question.request.multiplexed:
        return _check_streams(case, check, [question])
    if question.request.is_message:
        return _check_messages(case, check, [question])
    sent = shown(pieces)
    try:
        with Connection(case.endpoint) as connection:
            connection.send(*pieces, pause_s=SPLIT_PAUSE_S)
            response = connection.receive(question.request.method)
            rest = connection.rest() if to_the_end else Rest(connection.surplus(), closed=False)
    except NoAnswerError as error:
        return (_unanswered(check, sent, question, error),)
    problems = (*_judge(check, sent, question, response), *_check_surplus(check, sent, rest.data))
    if rest.closed or not must_close:
        return problems
    got = f"a connection still open after {case.endpoint.timeout_s:.3g} s"
    return (*problems, Problem(check, sent, "the answer, then the connection closed", got))


def _check_streams(
    case: _Case,
    check: str,
    questions: Sequence[Question],
    *,
    window_bytes: int | None = None,
    cut: "Cut | None" = None,
) -> Problems:
    """Check questions that are asked at the same time on one connection of HTTP/2 (the options of `exchange`)."""
    from fairlap.verify.http2 import exchange  # only here, as of `ask_once`

    requests = [question.request for question in questions]
    sent = shown([case.encode(request, close=False) for request in requests])
    ask = partial(exchange, case.endpoint, requests, window_bytes=window_bytes, cut=cut)
    return _judge_all(check, sent, questions, ask)


def _judge_all(check: str, sent: str, questions: Sequence[Question], ask: Callable[[], Sequence[Response]]) -> Problems:
    """Judge the answers to questions that `ask` sends on one connection."""
    try:
        responses = ask()
    except NoAnswerError as error:
        return (_unanswered(check, sent, questions[0], error),)
    asked = zip(questions, responses, strict=True)
    return tuple(problem for question, response in asked for problem in _judge(check, sent, question, response))


def _check_http2(case: _Case, probes: Sequence[Question]) -> list[Problem]:
    """Check what HTTP/2 adds: streams beside each other, segments that end anywhere, and flow control."""
    usual = case.main.expect.status
    others = [probe for probe in probes if probe.expect.status != usual or probe.is_unknown]
    return [
        *_check_streams(case, "several streams at once", [case.main, *others, case.main]),
        *_check_streams(case, "connection preface split", [case.main], cut="preface"),
        *_check_streams(case, "request split before its last byte", [case.main], cut="request"),
        *_check_streams(case, f"a window of {SMALL_WINDOW_BYTES} bytes", [case.main], window_bytes=SMALL_WINDOW_BYTES),
    ]


def _check_messages(case: _Case, check: str, questions: Sequence[Question], manner: "Manner" = "plain") -> Problems:
    """Check messages on one connection of WebSocket, sent in one of the manners of `converse`."""
    from fairlap.verify.websocket import converse  # only here, as of `ask_once`

    requests = [question.request for question in questions]
    sent = "\n".join(
        [f"WebSocket {requests[0].path}", *(excerpt((each.body or "").encode()).text for each in requests)]
    )
    return _judge_all(check, sent, questions, partial(converse, case.endpoint, requests, manner=manner))


def _check_websocket(case: _Case, rng: Random) -> list[Problem]:
    """Check what WebSocket adds: several messages, segments and fragments that end anywhere, pings, long messages."""
    other = message(case.main, f"Grüße {rng.getrandbits(64):016x}")
    return [
        *_check_messages(case, "several messages at once", [case.main, other, case.main]),
        *_check_messages(case, "a message split in the middle", [other], "split"),
        *_check_messages(case, "a message in two fragments", [other], "fragments"),
        *_check_messages(case, "a ping between two fragments", [other], "ping"),
        *_check_messages(case, f"a message of {LONG_MESSAGE_BYTES} bytes", [message(case.main, LONG_MESSAGE)]),
    ]


def _check_head(case: _Case) -> Problems:
    """Check HEAD on the scenario's path: the same status, and nothing after the head."""
    question = to_head(case.main)
    if question is None:
        return ()
    # With close, "nothing follows" is known immediately instead of after a timeout.
    return _check_one(case, "HEAD", question, [case.encode(question.request, close=True)], to_the_end=True)


def _check_another_header(case: _Case, rng: Random) -> Problems:
    """Check that a header that nobody knows changes nothing."""
    question = with_another_header(case.main, rng)
    return _check_one(case, "another header", question, [case.encode(question.request)])


def _check_splits(case: _Case) -> list[Problem]:
    """Check that the server does not mistake the end of a TCP segment for the end of a request."""
    return [
        problem
        for place, pieces in splits(case.encode(case.main.request))
        for problem in _check_one(case, f"request split {place}", case.main, pieces)
    ]


def _check_close(case: _Case) -> Problems:
    """Check that `Connection: close` gives the right answer and then the end of the stream."""
    pieces = [case.encode(case.main.request, close=True)]
    return _check_one(case, "Connection: close", case.main, pieces, to_the_end=True, must_close=True)


def _check_keepalive(case: _Case) -> Problems:
    """Check two requests on one connection, the second sent after the first answer."""
    data = case.encode(case.main.request)
    sent = shown([data, data])
    try:
        with Connection(case.endpoint) as connection:
            connection.send(data)
            first = connection.receive(case.main.request.method)
            if not first.keep_alive:
                return (Problem("keep-alive", sent, "a connection that stays open", _why_not_kept(first)),)
            connection.send(data)
            second = connection.receive(case.main.request.method)
            surplus = connection.surplus()
    except NoAnswerError as error:
        return (_unanswered("keep-alive", sent, case.main, error),)
    answers = [
        *_judge("keep-alive, first request", sent, case.main, first),
        *_judge("keep-alive, second request", sent, case.main, second),
    ]
    return (*answers, *_check_surplus("keep-alive", sent, surplus))


def _why_not_kept(response: Response) -> str:
    header = response.header("connection")
    if header is not None:
        return f"an answer with Connection: {header}"
    if response.http_version != "1.1":
        return f"an answer in HTTP/{response.http_version}"
    return "an answer without Content-Length that ends with the connection"


def _check_pipelining(case: _Case, probes: Sequence[Question]) -> Problems:
    """Check that two requests in one write are answered in order; the second one differs to reveal the order."""
    if case.main.request.method not in ("GET", "HEAD"):
        return ()
    second = next((probe for probe in probes if pipelines(probe, case.main)), case.main)
    questions = {"pipelining, first request": case.main, "pipelining, second request": second}
    data = b"".join(case.encode(question.request) for question in questions.values())
    sent = shown([data])
    problems: list[Problem] = []
    check, question = "pipelining", case.main
    try:
        with Connection(case.endpoint) as connection:
            connection.send(data)
            for check, question in questions.items():
                response = connection.receive(question.request.method)
                problems += _judge(check, sent, question, response)
            surplus = connection.surplus()
    except NoAnswerError as error:
        return (*problems, _unanswered(check, sent, question, error))
    return (*problems, *_check_surplus("pipelining", sent, surplus))


def _judge(check: str, sent: str, question: Question, response: Response) -> Problems:
    return judge(check, sent, question.request, question.expect, response)


def _unanswered(check: str, sent: str, question: Question, error: NoAnswerError) -> Problem:
    return Problem(f"{check}: answer" if check else "answer", sent, question.wanted, error.message)


def _check_surplus(check: str, sent: str, surplus: bytes) -> Problems:
    """Report bytes after the end of an answer: the Content-Length is too small, or a body is not allowed."""
    if not surplus:
        return ()
    name = f"{check}: end of the answer" if check else "end of the answer"
    return (Problem(name, sent, "no more bytes", f"{len(surplus)} bytes: {excerpt(surplus).text}"),)
