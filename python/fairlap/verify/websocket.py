"""A small, strict WebSocket client; `wsproto` knows the protocol (RFC 6455).

Its connections are those of `client`: each has one deadline, and receives at most MAX_BYTES.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import wsproto
import wsproto.events
import wsproto.utilities

from fairlap.catalog.requests import Request
from fairlap.verify.client import (
    SPLIT_PAUSE_S,
    Connection,
    Endpoint,
    NoAnswerError,
    Response,
    authority,
    nothing,
)

Manner = Literal["plain", "split", "fragments", "ping"]
"""How messages are sent: the last one in two writes, or in two fragments, or with a ping between these."""

PING = b"are you there?"


def converse(
    endpoint: Endpoint, requests: Sequence[Request], on_wait: Callable[[], None] = nothing, *, manner: Manner = "plain"
) -> tuple[Response, ...]:
    """Send the bodies of requests as messages of text on one connection; return the messages that come as answers.

    Then close the connection, as RFC 6455 says, and wait for the end that the server makes of it.

    Args:
        endpoint: the server.
        requests: to one path; each has a body.
        on_wait: called repeatedly while nothing arrives; its exceptions end the wait.
        manner: how they are sent.

    Raises:
        NoAnswerError: not so many messages come, or a message of bytes, or no pong, or no end.
    """
    with Connection(endpoint, on_wait) as connection:
        conversation = _Conversation(connection)
        conversation.shake_hands(endpoint, requests[0])
        conversation.say([request.body or "" for request in requests], manner)
        return conversation.hear(len(requests), pong=manner == "ping")


class _Conversation:
    """One connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._ws = wsproto.WSConnection(wsproto.ConnectionType.CLIENT)
        self._accepted = False
        self._closed = False
        self._ponged = False
        self._texts: list[str] = []
        self._text = ""

    def shake_hands(self, endpoint: Endpoint, request: Request) -> None:
        own = {name.lower(): value for name, value in request.headers.items()}
        host = own.pop("host", authority(endpoint.host, endpoint.port))
        headers = [(name.encode(), value.encode()) for name, value in own.items()]
        asked = wsproto.events.Request(host=host, target=request.path, extra_headers=headers)
        self._connection.send(self._ws.send(asked))
        while not self._accepted:
            self._receive()

    def say(self, texts: Sequence[str], manner: Manner) -> None:
        *first, last = texts
        data = b"".join(self._ws.send(wsproto.events.TextMessage(data=text)) for text in first)
        middle = (len(last) + 1) // 2
        if manner in ("fragments", "ping"):
            data += self._ws.send(wsproto.events.TextMessage(data=last[:middle], message_finished=False))
            if manner == "ping":
                data += self._ws.send(wsproto.events.Ping(payload=PING))
            data += self._ws.send(wsproto.events.TextMessage(data=last[middle:]))
        else:
            data += self._ws.send(wsproto.events.TextMessage(data=last))
        at = len(data) // 2 if manner == "split" else 0
        self._connection.send(*filter(None, (data[:at], data[at:])), pause_s=SPLIT_PAUSE_S)

    def hear(self, count: int, *, pong: bool) -> tuple[Response, ...]:
        while len(self._texts) < count or (pong and not self._ponged):
            self._receive()
        self._connection.send(self._ws.send(wsproto.events.CloseConnection(code=1000)))
        while not self._closed:
            self._receive()
        rest = self._connection.rest()
        if not rest.closed:
            raise NoAnswerError("timeout", "the connection is still open after its close was agreed on")
        if len(self._texts) > count:
            raise NoAnswerError("not-http", f"{len(self._texts)} messages in answer to {count}")
        return tuple(Response(200, (), text.encode(), "1.1", keep_alive=True) for text in self._texts)

    def _receive(self) -> None:
        data = self._connection.read(self._progress)
        try:
            self._ws.receive_data(data or None)
            for event in self._ws.events():
                self._take(event)
        except wsproto.utilities.RemoteProtocolError as error:
            raise NoAnswerError("not-http", f"not valid WebSocket: {error}") from error
        if not data and not self._closed:
            raise NoAnswerError("closed", f"connection closed by the server: {self._progress()}")

    def _take(self, event: wsproto.events.Event) -> None:
        if isinstance(event, wsproto.events.AcceptConnection):
            self._accepted = True
        elif isinstance(event, wsproto.events.RejectConnection):
            raise NoAnswerError("not-http", f"the server answers the handshake with status {event.status_code}")
        elif isinstance(event, wsproto.events.TextMessage):
            self._text += event.data
            if event.message_finished:
                self._texts.append(self._text)
                self._text = ""
        elif isinstance(event, wsproto.events.BytesMessage):
            raise NoAnswerError("not-http", "a message of bytes answers one of text")
        elif isinstance(event, wsproto.events.Ping):
            self._connection.send(self._ws.send(event.response()))
        elif isinstance(event, wsproto.events.Pong):
            self._ponged = self._ponged or bytes(event.payload) == PING
        elif isinstance(event, wsproto.events.CloseConnection):
            self._closed = True
            if self._ws.state is wsproto.connection.ConnectionState.REMOTE_CLOSING:
                raise NoAnswerError("closed", f"the server closes ({event.code}): {self._progress()}")

    def _progress(self) -> str:
        if not self._accepted:
            return "no answer to the handshake"
        return f"{len(self._texts)} messages, {'a pong' if self._ponged else 'no pong'}"
