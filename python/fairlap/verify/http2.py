"""A small, strict HTTP/2 client; `h2` knows the protocol.

Its connections are those of `client`: each has one deadline, and receives at most MAX_BYTES.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import h2.settings

from fairlap.catalog.requests import Request
from fairlap.verify.client import (
    SPLIT_PAUSE_S,
    WITH_BODY,
    Connection,
    Endpoint,
    NoAnswerError,
    Response,
    authority,
    nothing,
)

Cut = Literal["preface", "request"]
IN_THE_PREFACE = 10
"""Of its 24 bytes."""


@dataclass
class _Answer:
    """What has come of one answer."""

    status: int = 0
    headers: tuple[tuple[str, str], ...] = ()
    body: bytearray = field(default_factory=bytearray)
    ended: bool = False

    def progress(self) -> str:
        return f"only {len(self.body)} bytes of the body" if self.status else "no answer"


def exchange(
    endpoint: Endpoint,
    requests: Sequence[Request],
    on_wait: Callable[[], None] = nothing,
    *,
    window_bytes: int | None = None,
    cut: Cut | None = None,
) -> tuple[Response, ...]:
    """Send requests at the same time on one connection, and return their answers, in the order of the requests.

    Trailers are the last headers of an answer.

    Args:
        endpoint: the server.
        requests: with bodies of at most 65,535 bytes together.
        on_wait: called repeatedly while nothing arrives; its exceptions end the wait.
        window_bytes: what the server may send of an answer until it is told that this has been read.
        cut: send the first bytes in two writes, with a pause at this place.

    Raises:
        NoAnswerError: not all answers are complete.
    """
    with Connection(endpoint, on_wait, alpn="h2") as connection:
        return _Exchange(endpoint, connection, cut).run(requests, window_bytes)


class _Exchange:
    """One connection."""

    def __init__(self, endpoint: Endpoint, connection: Connection, cut: Cut | None) -> None:
        self._endpoint, self._connection, self._cut = endpoint, connection, cut
        self._h2 = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="latin-1"))
        self._answers: dict[int, _Answer] = {}
        self._begun = False

    def run(self, requests: Sequence[Request], window_bytes: int | None) -> tuple[Response, ...]:
        self._h2.initiate_connection()
        changed: dict[h2.settings.SettingCodes | int, int] = {h2.settings.SettingCodes.ENABLE_PUSH: 0}
        if window_bytes is not None:
            changed[h2.settings.SettingCodes.INITIAL_WINDOW_SIZE] = window_bytes
        self._h2.update_settings(changed)
        for request in requests:
            self._ask(request)
        try:
            self._flush()
            while not all(answer.ended for answer in self._answers.values()):
                self._receive()
        except h2.exceptions.ProtocolError as error:
            raise NoAnswerError("not-http", f"not valid HTTP/2: {type(error).__name__}: {error}") from error
        return tuple(
            Response(answer.status, answer.headers, bytes(answer.body), "2", keep_alive=True)
            for answer in self._answers.values()
        )

    def _ask(self, request: Request) -> None:
        stream = self._h2.get_next_available_stream_id()
        body = request.payload
        own = {name.lower(): value for name, value in request.headers.items() if name.lower() != "connection"}
        if body or request.method in WITH_BODY:
            own.setdefault("content-length", str(len(body)))
        host = own.pop("host", authority(self._endpoint.host, self._endpoint.port))
        pseudo = {":method": request.method, ":scheme": request.scheme, ":authority": host, ":path": request.path}
        self._h2.send_headers(stream, [*pseudo.items(), *own.items()], end_stream=not body)
        most = self._h2.max_outbound_frame_size
        for start in range(0, len(body), most):
            self._h2.send_data(stream, body[start : start + most], end_stream=start + most >= len(body))
        self._answers[stream] = _Answer()

    def _flush(self) -> None:
        data, cut = self._h2.data_to_send(), self._cut
        self._cut = None
        at = 0 if cut is None else IN_THE_PREFACE if cut == "preface" else len(data) - 1
        self._connection.send(*filter(None, (data[:at], data[at:])), pause_s=SPLIT_PAUSE_S)

    def _receive(self) -> None:
        data = self._connection.read(self._progress)
        if not data:
            raise NoAnswerError("closed", f"connection closed by the server: {self._progress()}")
        if not self._begun and data.startswith(b"HTTP/1."):
            raise NoAnswerError("not-http", "not HTTP/2, but an answer in HTTP/1")
        self._begun = True
        for event in self._h2.receive_data(data):
            self._take(event)
        self._flush()

    def _take(self, event: h2.events.Event) -> None:
        if isinstance(event, h2.events.ResponseReceived):
            answer = self._answers[event.stream_id]
            fields = [(str(name), str(value)) for name, value in event.headers]
            answer.status = int(dict(fields)[":status"])
            answer.headers = tuple((name, value) for name, value in fields if not name.startswith(":"))
        elif isinstance(event, h2.events.TrailersReceived):
            answer = self._answers[event.stream_id]
            answer.headers += tuple((str(name), str(value)) for name, value in event.headers)
        elif isinstance(event, h2.events.DataReceived):
            self._answers[event.stream_id].body += event.data
            self._h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            self._answers[event.stream_id].ended = True
        elif isinstance(event, h2.events.StreamReset):
            name = h2.errors.ErrorCodes(event.error_code).name
            raise NoAnswerError("closed", f"the server reset the stream ({name}): {self._progress()}")
        elif isinstance(event, h2.events.ConnectionTerminated) and event.error_code:
            raise NoAnswerError("closed", f"the server ended the connection ({event.error_code}): {self._progress()}")

    def _progress(self) -> str:
        return next(answer.progress() for answer in self._answers.values() if not answer.ended)
