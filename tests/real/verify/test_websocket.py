"""The contract of WebSocket, against a server that keeps it and such that break it in every way that is checked."""

import socket
from collections.abc import Callable
from dataclasses import dataclass

import pytest
import wsproto
import wsproto.events
import wsproto.utilities
from pydantic import ValidationError

from fairlap.catalog.models import Scenario
from fairlap.errors import ContractError, StartError
from fairlap.verify import ask, wait_until_answers
from verify_helpers import HOST, check, checks
from verify_servers import Handler, serving, web

ECHO = {
    "name": "ws-echo",
    "title": "Echo",
    "request": {"protocol": "ws", "path": "/ws", "body": "Hello, World!"},
    "expect": {"text": "Hello, World!"},
}


def echo(**changes: object) -> Scenario:
    return Scenario.model_validate(ECHO | changes)


@dataclass(frozen=True)
class Faults:
    """What a server of echoes gets wrong.

    Attributes:
        says: what it sends instead of a message.
        whole: it only takes messages that come in one piece.
        whole_frame: it only takes messages of one fragment.
        one_at_a_time: of the messages that come together it answers the first.
        pongs: it answers pings.
        most: longer messages it drops.
        bytes_back: it answers with messages of bytes.
        twice: it answers everything twice.
        closes: it ends the connection after a close.
        status: of its answer to the handshake.
    """

    says: Callable[[str], str] = str
    whole: bool = False
    whole_frame: bool = False
    one_at_a_time: bool = False
    pongs: bool = True
    most: int = 1_000_000
    bytes_back: bool = False
    twice: bool = False
    closes: bool = True
    status: int = 101


RIGHT = Faults()


def echoing(faults: Faults = RIGHT) -> Handler:
    def handle(connection: socket.socket) -> None:
        _Served(connection, faults).serve()

    return handle


class _Served:
    """One connection."""

    def __init__(self, connection: socket.socket, faults: Faults) -> None:
        self._socket, self._faults = connection, faults
        self._ws = wsproto.WSConnection(wsproto.ConnectionType.SERVER)
        self._text = ""
        self._over = False

    def serve(self) -> None:
        while not self._over and (data := self._socket.recv(65536)):
            if self._faults.whole and data[0] == 0x81 and len(data) < 6 + (data[1] & 0x7F):
                return
            self._ws.receive_data(data)
            texts = 0
            for event in self._ws.events():
                texts += isinstance(event, wsproto.events.TextMessage)
                if texts < 2 or not self._faults.one_at_a_time:
                    self._take(event)
        if not self._faults.closes:
            self._socket.recv(1)

    def _send(self, event: wsproto.events.Event) -> None:
        self._socket.sendall(self._ws.send(event))

    def _take(self, event: wsproto.events.Event) -> None:
        if self._over:
            return
        if isinstance(event, wsproto.events.Request):
            right = event.target == "/ws" and self._faults.status == 101
            refusal = wsproto.events.RejectConnection(status_code=404 if self._faults.status == 101 else 403)
            self._send(wsproto.events.AcceptConnection() if right else refusal)
        elif isinstance(event, wsproto.events.TextMessage):
            if self._faults.whole_frame and event.frame_finished and not event.message_finished:
                self._over = True
                return
            self._text += event.data
            if event.message_finished:
                self._answer(self._text)
                self._text = ""
        elif isinstance(event, wsproto.events.Ping) and self._faults.pongs:
            self._send(event.response())
        elif isinstance(event, wsproto.events.CloseConnection):
            self._send(event.response())
            self._over = True

    def _answer(self, text: str) -> None:
        if len(text) > self._faults.most:
            return
        said = self._faults.says(text)
        for _ in range(1 + self._faults.twice):
            message = said.encode() if self._faults.bytes_back else said
            self._send(wsproto.events.Message(data=message))


def test_a_right_server_has_no_problem():
    assert check(echoing(), asked=echo(), timeout_s=5.0) == ()
    assert check(echoing(), asked=echo(contract="answer"), timeout_s=5.0) == ()


def test_parameters_of_the_message_are_filled_in():
    text = "n={sequence}, {random:1-9}"
    asked = echo(request={**ECHO["request"], "body": text}, expect={"text": text})
    assert check(echoing(), asked=asked, timeout_s=5.0) == ()


@pytest.mark.parametrize(
    ("faults", "found"),
    [
        (Faults(says=lambda text: text.upper()), "body"),
        (Faults(says=lambda text: "Hello, World!"), "several messages at once: body"),
        (Faults(one_at_a_time=True), "several messages at once: answer"),
        (Faults(whole=True), "a message split in the middle: answer"),
        (Faults(whole_frame=True), "a message in two fragments: answer"),
        (Faults(pongs=False), "a ping between two fragments: answer"),
        (Faults(most=65_000), "a message of 70000 bytes: answer"),
        (Faults(bytes_back=True), "answer"),
        (Faults(twice=True), "answer"),
        (Faults(closes=False), "answer"),
        (Faults(status=403), "answer"),
    ],
)
def test_each_fault_is_found_by_its_check(faults: Faults, found: str):
    names = checks(check(echoing(faults), asked=echo(), timeout_s=1.0))
    assert names[0] == found, names


def test_why_there_is_no_answer_is_said():
    for handler, words in (
        (echoing(Faults(status=403)), "the handshake with status 403"),
        (web(), "the handshake with status 404"),
        (echoing(Faults(bytes_back=True)), "a message of bytes answers one of text"),
        (echoing(Faults(twice=True)), "2 messages in answer to 1"),
        (echoing(Faults(closes=False)), "still open after its close"),
        (echoing(Faults(most=5)), "0 messages, no pong within 0.5 s"),
    ):
        (problem,) = check(handler, asked=echo(), timeout_s=0.5)
        assert words in problem.got, problem


def test_it_is_ready_when_it_echoes():
    wanted = echo()
    with serving(echoing()) as port:
        assert wait_until_answers(HOST, port, wanted.request, wanted.expect, 5.0, lambda: None) < 5
        assert ask(wanted.request, HOST, port).body == b"Hello, World!"
    with serving(web()) as port, pytest.raises((StartError, ContractError), match="handshake"):
        wait_until_answers(HOST, port, wanted.request, wanted.expect, 1.0, lambda: None, wrong_for_s=0.2)


@pytest.mark.parametrize(
    "changes",
    [
        {"expect": {"text": "Hello, Moon!"}},
        {"expect": {"text": "Hello, World!", "status": 201}},
        {"request": {"protocol": "ws", "path": "/ws"}, "expect": {}},
        {"request": {**ECHO["request"], "method": "POST"}},
        {"also": [{"path": "/more", "expect": {}}]},
        {"verify": [{"path": "/more"}]},
    ],
)
def test_what_is_no_echo_is_refused(changes: dict[str, object]):
    with pytest.raises(ValidationError, match="over WebSocket"):
        echo(**changes)
