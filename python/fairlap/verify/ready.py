"""Waits for the first right answer of a contestant."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from fairlap.catalog.address import Trust
from fairlap.catalog.requests import Expect, Request
from fairlap.errors import ContractError, StartError
from fairlap.verify.answer import judge
from fairlap.verify.client import Endpoint, NoAnswerError, ask_once, encode, shown

ATTEMPT_S = 5.0
"""How long one attempt may take: a connection that a starting server lost must not use all the time."""

FRESH_EVERY = 1.25
"""While an attempt waits, a fresh one follows whenever the time since the call has grown by this factor."""
FRESH_SHARE = 0.1
"""The share of the time since the call that a fresh attempt may take, at most `TELLING_ATTEMPT_S`."""

TELLING_ATTEMPT_S = 0.1
WRONG_FOR_S = 2.0
NOT_YET = (502, 503, 504)
"""Status of a server that waits for its own backend: not ready, but not wrong."""
WRONG_REASONS = ("not-tls", "not-http", "too-long")
"""An invalid answer, but an answer: waiting does not help."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """The result of one attempt.

    Unless `right`, `words` describe the answer. `wrong` identifies the kind of wrong answer; `None` when it may just be
    too early. `cut_short`: the attempt timed out.
    """

    right: bool
    words: str = ""
    wrong: str | None = None
    cut_short: bool = False


class _AnsweredAfresh(Exception):
    """Ends an attempt that still waits when a fresh one has got the right answer."""


@dataclass
class _Afresh:
    """Called while an attempt waits: now and then makes a short one on a fresh connection."""

    host: str
    port: int
    request: Request
    expect: Expect | None
    raise_if_ended: Callable[[], None]
    started: float
    trust: Trust | None
    next_s: float = 0.0

    def __call__(self) -> None:
        self.raise_if_ended()
        passed_s = time.monotonic() - self.started
        if passed_s < self.next_s:
            return
        bound_s = min(FRESH_SHARE * passed_s, TELLING_ATTEMPT_S)
        endpoint = Endpoint(self.host, self.port, bound_s, self.trust)
        if _try_once(endpoint, self.request, self.expect, self.raise_if_ended).right:
            raise _AnsweredAfresh
        self.next_s = FRESH_EVERY * (time.monotonic() - self.started)


def wait_until_answers(
    host: str,
    port: int,
    request: Request,
    expect: Expect | None,
    deadline_s: float,
    is_alive: Callable[[], str | None],
    poll_interval_s: float = 0.002,
    *,
    trust: Trust | None = None,
    wrong_for_s: float = WRONG_FOR_S,
) -> float:
    """Connect repeatedly until the answer is right; return the seconds since the call.

    A server that listens before it can answer may lose its first connections, so while one attempt waits, short ones on
    fresh connections find out whether it answers by now.

    Args:
        host: the contestant's address.
        port: the contestant's port.
        request: the request to send.
        expect: the right answer; `None` when any answer will do.
        deadline_s: raises StartError after this time without a right answer.
        is_alive: returns `None` while the contestant runs, otherwise how it ended: raises StartError with that.
        poll_interval_s: the pause between two attempts.
        trust: what is asked of its certificate, if it speaks TLS.
        wrong_for_s: raises ContractError when the same wrong answer lasts this long.
    """
    started = time.monotonic()
    wrong: str | None = None
    last: str | None = None
    wrong_since = started

    def raise_if_ended() -> None:
        if (reason := is_alive()) is not None:
            raise StartError(reason)

    try_afresh = _Afresh(host, port, request, expect, raise_if_ended, started, trust)
    while (left_s := started + deadline_s - time.monotonic()) > 0:
        raise_if_ended()
        try:
            attempt = _try_once(Endpoint(host, port, min(left_s, ATTEMPT_S), trust), request, expect, try_afresh)
        except _AnsweredAfresh:
            attempt = _Attempt(right=True)
        now = time.monotonic()
        if attempt.right:
            raise_if_ended()  # another process may be answering on its port
            return now - started
        if attempt.cut_short and left_s < TELLING_ATTEMPT_S and last is not None:
            break  # the deadline: an attempt of a few milliseconds is too short to be meaningful
        last = attempt.words
        if attempt.wrong != wrong:
            wrong, wrong_since = attempt.wrong, now
        elif wrong is not None and now - wrong_since >= wrong_for_s:
            raise ContractError(f"the same wrong answer for {wrong_for_s:g} s: {last}")
        time.sleep(poll_interval_s)
    raise_if_ended()
    if wrong is not None:
        raise ContractError(f"no right answer within {deadline_s:g} s; last: {last}")
    raise StartError(f"never ready: no right answer within {deadline_s:g} s; last: {last}")


def _try_once(endpoint: Endpoint, request: Request, expect: Expect | None, on_wait: Callable[[], None]) -> _Attempt:
    data = encode(request, endpoint.host, endpoint.port, close=False)
    try:
        response = ask_once(endpoint, request, on_wait, close=False)
    except NoAnswerError as error:
        same = error.reason if error.reason in WRONG_REASONS else None
        return _Attempt(right=False, words=error.message, wrong=same, cut_short=error.reason == "timeout")
    if expect is None:
        expect = Expect(status=200 if response.status in NOT_YET else response.status)
    problems = judge("", shown([data]), request, expect, response)
    if not problems:
        return _Attempt(right=True)
    wrong = None if response.status in NOT_YET else f"{response.status} {problems[0].check}"
    return _Attempt(right=False, words=problems[0].line(), wrong=wrong)
