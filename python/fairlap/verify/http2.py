"""A small, strict HTTP/2 client without TLS; `h2` knows the protocol.

Everything is bounded as in `client`: each connection has one deadline, and receives at most MAX_BYTES.
"""

import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import h2.settings

from fairlap.catalog.models import Request
from fairlap.verify.client import (
    MAX_BYTES,
    READ_BYTES,
    SPLIT_PAUSE_S,
    WAIT_SLICE_S,
    Endpoint,
    NoAnswerError,
    Response,
    connect,
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

    Args:
        endpoint: the server.
        requests: with bodies of at most 65,535 bytes together.
        on_wait: called repeatedly while nothing arrives; its exceptions end the wait.
        window_bytes: what the server may send of an answer until it is told that this has been read.
        cut: send the first bytes in two writes, with a pause at this place.

    Raises:
        NoAnswerError: not all answers are complete.
    """
    with connect(endpoint) as opened:
        return _Exchange(endpoint, opened, on_wait, cut).run(requests, window_bytes)


class _Exchange:
    """One connection."""

    def __init__(self, endpoint: Endpoint, opened: socket.socket, on_wait: Callable[[], None], cut: Cut | None) -> None:
        self._endpoint, self._socket, self._on_wait, self._cut = endpoint, opened, on_wait, cut
        self._deadline = time.monotonic() + endpoint.timeout_s
        self._h2 = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="latin-1"))
        self._answers: dict[int, _Answer] = {}
        self._received = 0

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
        body = b"" if request.body is None else request.body.encode()
        host = f"[{self._endpoint.host}]" if ":" in self._endpoint.host else self._endpoint.host
        own = {name.lower(): value for name, value in request.headers.items() if name.lower() != "connection"}
        if body or request.method in ("POST", "PUT", "PATCH"):
            own.setdefault("content-length", str(len(body)))
        authority = own.pop("host", f"{host}:{self._endpoint.port}")
        pseudo = {":method": request.method, ":scheme": "http", ":authority": authority, ":path": request.path}
        self._h2.send_headers(stream, [*pseudo.items(), *own.items()], end_stream=not body)
        most = self._h2.max_outbound_frame_size
        for start in range(0, len(body), most):
            self._h2.send_data(stream, body[start : start + most], end_stream=start + most >= len(body))
        self._answers[stream] = _Answer()

    def _flush(self) -> None:
        data, cut = self._h2.data_to_send(), self._cut
        self._cut = None
        at = 0 if cut is None else IN_THE_PREFACE if cut == "preface" else len(data) - 1
        for number, piece in enumerate(filter(None, (data[:at], data[at:]))):
            if number:
                time.sleep(SPLIT_PAUSE_S)
            self._socket.settimeout(max(0.001, self._deadline - time.monotonic()))
            try:
                self._socket.sendall(piece)
            except TimeoutError as error:
                limit = f"{self._endpoint.timeout_s:.3g} s"
                raise NoAnswerError("timeout", f"did not take the request within {limit}") from error
            except (BrokenPipeError, ConnectionResetError):
                return  # it may have answered before it closed: receiving finds out

    def _receive(self) -> None:
        data = self._read()
        if not self._received and data.startswith(b"HTTP/1."):
            raise NoAnswerError("not-http", "not HTTP/2, but an answer in HTTP/1")
        self._received += len(data)
        if self._received > MAX_BYTES:
            raise NoAnswerError("too-long", f"no end of the answer after {MAX_BYTES // 1024**2} MiB")
        for event in self._h2.receive_data(data):
            self._take(event)
        self._flush()

    def _take(self, event: h2.events.Event) -> None:
        if isinstance(event, h2.events.ResponseReceived):
            answer = self._answers[event.stream_id]
            fields = [(str(name), str(value)) for name, value in event.headers]
            answer.status = int(dict(fields)[":status"])
            answer.headers = tuple((name, value) for name, value in fields if not name.startswith(":"))
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

    def _read(self) -> bytes:
        """Return the next bytes. Raises NoAnswerError at the end of the stream, and at the deadline."""
        while (left_s := self._deadline - time.monotonic()) > 0:
            self._socket.settimeout(min(left_s, WAIT_SLICE_S))
            try:
                data = self._socket.recv(READ_BYTES)
            except TimeoutError:
                self._on_wait()
                continue
            except ConnectionResetError as error:
                raise NoAnswerError("closed", f"connection reset by the server: {self._progress()}") from error
            if not data:
                raise NoAnswerError("closed", f"connection closed by the server: {self._progress()}")
            return data
        raise NoAnswerError("timeout", f"{self._progress()} within {self._endpoint.timeout_s:.3g} s")

    def _progress(self) -> str:
        return next(answer.progress() for answer in self._answers.values() if not answer.ended)
