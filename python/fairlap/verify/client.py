"""A small, strict HTTP/1.1 client, with TLS or without: sends raw bytes in chosen pieces, and parses answers with h11.

Everything is bounded: each connection has one deadline, and receives at most MAX_BYTES.
"""

import socket
import ssl
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Self

import h11

from fairlap.catalog.address import Trust
from fairlap.catalog.requests import Request
from fairlap.errors import ContestantError
from fairlap.verify.problem import excerpt

MAX_BYTES = 16 * 1024 * 1024
"""The most that is read from one connection."""

READ_BYTES = 64 * 1024
SPLIT_PAUSE_S = 0.02
"""Pause between two writes of a request: long enough for the server to read the first one separately."""

WITH_BODY = ("POST", "PUT", "PATCH")
PAUSE_MARK = "<pause>"
SHOWN_LINES = 40
WAIT_SLICE_S = 0.05
"""How often `on_wait` is called while nothing arrives."""

NoAnswerReason = Literal["refused", "unreachable", "closed", "not-tls", "not-http", "timeout", "too-long"]
Alpn = Literal["http/1.1", "h2"]


class NoAnswerError(ContestantError):
    """No complete HTTP answer; `reason` is a keyword, `message` a sentence."""

    def __init__(self, reason: NoAnswerReason, message: str) -> None:
        self.reason = reason
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address, and how long one connection may take from connect to the last byte.

    With `trust`, connections are of TLS.
    """

    host: str
    port: int
    timeout_s: float
    trust: Trust | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """One complete answer. Header names are in lower case; `keep_alive`: the connection stays open."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    http_version: str
    keep_alive: bool

    def header(self, name: str) -> str | None:
        """Return the value of a header, several joined by commas; `None` when there is none."""
        values = [value for key, value in self.headers if key == name.lower()]
        return ", ".join(values) if values else None


@dataclass(frozen=True, slots=True)
class Rest:
    """Bytes after the last answer; `closed`: the server closed the connection in time."""

    data: bytes
    closed: bool


def nothing() -> None:
    """Do nothing, while nothing arrives."""


class Connection:
    """One connection to a contestant. Methods raise NoAnswerError on a failure or timeout."""

    def __init__(self, endpoint: Endpoint, on_wait: Callable[[], None] = nothing, *, alpn: Alpn = "http/1.1") -> None:
        """Connect; over TLS, agree on the protocol `alpn`.

        `on_wait` is called repeatedly while nothing arrives; its exceptions end the wait.
        """
        self._timeout_s = endpoint.timeout_s
        self._deadline = time.monotonic() + endpoint.timeout_s
        self._on_wait = on_wait
        self._received = 0
        self._unread = b""
        self._socket = _connect(endpoint)
        if endpoint.trust is not None:
            self._socket = _secured(self._socket, endpoint.trust, alpn)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()

    def send(self, *pieces: bytes, pause_s: float = 0.0) -> None:
        """Send each piece in a separate TCP write, with a pause between them."""
        for number, piece in enumerate(pieces):
            if number:
                time.sleep(max(0.0, min(pause_s, self._left_s())))
            self._socket.settimeout(max(0.001, self._left_s()))
            try:
                self._socket.sendall(piece)
            except TimeoutError as error:
                raise NoAnswerError("timeout", f"did not take the request within {self._timeout_s:.3g} s") from error
            except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
                return  # it may have answered before it closed: receive() finds out

    def receive(self, method: str = "GET") -> Response:
        """Read one answer to a request with that method."""
        parser = AnswerParser(method)
        try:
            response = parser.feed(self._unread) if self._unread else None
            while response is None:
                data = self.read(parser.progress)
                response = parser.feed(data) if data else parser.end()
        except h11.RemoteProtocolError as error:
            raise NoAnswerError("not-http", f"not a valid HTTP answer: {error}; {parser.start()}") from error
        self._unread = parser.unread()
        return response

    def surplus(self) -> bytes:
        """Return the bytes that were read but belong to no answer."""
        return self._unread

    def rest(self) -> Rest:
        """Read until the server closes, the deadline, or MAX_BYTES."""
        data, self._unread = bytearray(self._unread), b""
        while len(data) < MAX_BYTES:
            try:
                chunk = self._recv()
            except TimeoutError:
                return Rest(bytes(data), closed=False)
            except ConnectionResetError:
                return Rest(bytes(data), closed=True)
            if not chunk:
                return Rest(bytes(data), closed=True)
            data += chunk
        return Rest(bytes(data), closed=False)

    def _left_s(self) -> float:
        return self._deadline - time.monotonic()

    def read(self, progress: Callable[[], str]) -> bytes:
        """Return what comes next, or b"" at the end of the stream; `progress` says what has come, for errors."""
        try:
            data = self._recv()
        except TimeoutError as error:
            raise NoAnswerError("timeout", f"{progress()} within {self._timeout_s:.3g} s") from error
        except ConnectionResetError as error:
            raise NoAnswerError("closed", f"connection reset by the server: {progress()}") from error
        self._received += len(data)
        if self._received > MAX_BYTES:
            raise NoAnswerError("too-long", f"no end of the answer after {MAX_BYTES // 1024**2} MiB")
        return data

    def _recv(self) -> bytes:
        """Return bytes, or b"" at the end of the stream. Raises TimeoutError at the deadline."""
        while (left_s := self._left_s()) > 0:
            self._socket.settimeout(min(left_s, WAIT_SLICE_S))
            try:
                return self._socket.recv(READ_BYTES)
            except TimeoutError:
                self._on_wait()
            except ssl.SSLEOFError:
                return b""  # closed without a close_notify, as many servers do
            except ssl.SSLError as error:
                raise NoAnswerError("not-tls", f"TLS: {error.reason or error}") from error
        raise TimeoutError


def _connect(endpoint: Endpoint) -> socket.socket:
    try:
        connected = socket.create_connection((endpoint.host, endpoint.port), timeout=endpoint.timeout_s)
    except ConnectionRefusedError as error:
        raise NoAnswerError("refused", "connection refused") from error
    except TimeoutError as error:
        raise NoAnswerError("timeout", f"no connection within {endpoint.timeout_s:.3g} s") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise NoAnswerError("unreachable", f"cannot connect: {reason}") from error
    if connected.getsockname() == connected.getpeername():
        # Nobody listens on this ephemeral port, and the kernel chose the same one for our side. Reset it:
        # in TIME_WAIT, it would prevent the contestant from binding.
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connected.close()
        raise NoAnswerError("refused", "connection refused")
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connected


def _secured(connected: socket.socket, trust: Trust, alpn: Alpn) -> ssl.SSLSocket:
    """Return the connection after its handshake, which had the time-out of the connection."""
    context = ssl.create_default_context(cadata=trust.authority)
    context.set_alpn_protocols([alpn])
    try:
        secured = context.wrap_socket(connected, server_hostname=trust.name)
    except TimeoutError as error:
        connected.close()
        raise NoAnswerError("timeout", "no TLS handshake in time") from error
    except ssl.SSLCertVerificationError as error:
        connected.close()
        why = f"its certificate is not {trust.whose}: {error.verify_message}"
        raise NoAnswerError("not-tls", why) from error
    except ssl.SSLError as error:
        connected.close()
        raise NoAnswerError("not-tls", f"no TLS handshake: {error.reason or error}") from error
    except OSError as error:
        connected.close()
        raise NoAnswerError("closed", "connection closed by the server during the TLS handshake") from error
    agreed = secured.selected_alpn_protocol()
    if agreed != alpn and (alpn == "h2" or agreed is not None):
        secured.close()
        said = "no protocol" if agreed is None else agreed
        raise NoAnswerError("not-http", f"it was offered {alpn} by ALPN, and took {said}")
    return secured


class AnswerParser:
    """Parses one answer from bytes. Has no socket and no clock. Raises h11.RemoteProtocolError."""

    def __init__(self, method: str) -> None:
        # h11 needs to know the method, as an answer to HEAD has no body. Its output is not used.
        self._h11 = h11.Connection(h11.CLIENT)
        self._h11.send(h11.Request(method=method, target="/", headers=[("Host", "-")]))
        self._h11.send(h11.EndOfMessage())
        self._head: h11.Response | None = None
        self._raw_head = bytearray()
        self._body = bytearray()
        self._fed = 0
        self._ended = False

    def feed(self, data: bytes) -> Response | None:
        """Add bytes; return the answer once it is complete."""
        self._fed += len(data)
        if self._head is None:
            self._raw_head += data
        self._h11.receive_data(data)
        return self._advance()

    def end(self) -> Response:
        """Handle the end of the stream, which completes an answer without a length and breaks any other."""
        progress = self.progress()
        self._ended = True
        if self._head is not None:
            self._h11.receive_data(b"")
            try:
                response = self._advance()
            except h11.RemoteProtocolError as error:
                raise NoAnswerError("closed", f"connection closed by the server: {progress}") from error
            if response is not None:
                return response
        raise NoAnswerError("closed", f"connection closed by the server: {progress}")

    def unread(self) -> bytes:
        """Return the bytes after the end of the answer."""
        return self._h11.trailing_data[0]

    def progress(self) -> str:
        """Describe how much of the answer has arrived."""
        if self._fed == 0:
            return "no answer"
        if self._head is None:
            return f"only {self._fed} bytes of an answer with an incomplete head"
        length = next((value for name, value in self._head.headers if name == b"content-length"), None)
        of = f"of {length.decode('latin-1')} " if length else ""
        return f"only {len(self._body)} {of}bytes of the body"

    def start(self) -> str:
        """Describe the start of the answer."""
        return f"it starts with: {excerpt(bytes(self._raw_head), width=80).text}"

    def _advance(self) -> Response | None:
        while True:
            event = self._h11.next_event()
            if isinstance(event, h11.Response):
                self._head = event
                self._check_line_ends()
            elif isinstance(event, h11.Data):
                self._body += event.data
            elif isinstance(event, h11.EndOfMessage):
                return self._response()
            elif not isinstance(event, h11.InformationalResponse):
                return None

    def _check_line_ends(self) -> None:
        """Reject a bare LF: h11 accepts it, but load generators may not, and RFC 9112 forbids sending it."""
        head = bytes(self._raw_head[: len(self._raw_head) - len(self._h11.trailing_data[0])])
        if head.count(b"\n") != head.count(b"\r\n"):
            raise h11.RemoteProtocolError("a line of the head ends in LF instead of CRLF")

    def _response(self) -> Response:
        assert self._head is not None
        return Response(
            status=self._head.status_code,
            headers=tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in self._head.headers),
            body=bytes(self._body),
            http_version=self._head.http_version.decode("ascii"),
            keep_alive=self._h11.their_state is h11.DONE and not self._ended,
        )


def authority(host: str, port: int) -> str:
    """Return host and port as a request names them; an IPv6 address is in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def encode(request: Request, host: str, port: int, *, close: bool) -> bytes:
    """Return the bytes of a request; with `close`, it asks the server to close the connection after the answer."""
    own = {name.lower() for name in request.headers}
    body = request.payload
    lines = [f"{request.method} {request.path} HTTP/1.1"]
    if "host" not in own:
        lines.append(f"Host: {authority(host, port)}")
    lines += [
        f"{name}: {value}" for name, value in request.headers.items() if not close or name.lower() != "connection"
    ]
    if "content-length" not in own and (body or request.method in WITH_BODY):
        lines.append(f"Content-Length: {len(body)}")
    if close:
        lines.append("Connection: close")
    return "\r\n".join([*lines, "", ""]).encode() + body


def ask_once(endpoint: Endpoint, request: Request, on_wait: Callable[[], None] = nothing, *, close: bool) -> Response:
    """Return the answer, right or wrong, to a request in its protocol, on a connection of its own.

    Args:
        endpoint: the server.
        request: without parameters.
        on_wait: as of `Connection`.
        close: whether the server is asked to close the connection of HTTP/1.1 after the answer.

    Raises:
        NoAnswerError: there is none.
    """
    if request.multiplexed:
        from fairlap.verify.http2 import exchange  # takes 15 ms to import, which others need not wait for

        return exchange(endpoint, [request], on_wait)[0]
    if request.is_message:
        from fairlap.verify.websocket import converse  # as above

        return converse(endpoint, [request], on_wait)[0]
    with Connection(endpoint, on_wait) as connection:
        connection.send(encode(request, endpoint.host, endpoint.port, close=close))
        return connection.receive(request.method)


def splits(data: bytes) -> tuple[tuple[str, tuple[bytes, bytes]], ...]:
    """Split a request into two TCP writes at several places: (description of the place, the two pieces)."""
    line_end = data.index(b"\r\n")
    header_end = data.index(b"\r\n", line_end + 2)
    head_end = data.index(b"\r\n\r\n") + 4
    places = [
        ("in the middle of the request line", line_end // 2),
        ("in the middle of a header", (line_end + 2 + header_end) // 2),
        ("before the final CRLF", head_end - 2),
    ]
    if len(data) > head_end:
        places.append(("between head and body", head_end))
    return tuple((words, (data[:at], data[at:])) for words, at in places)


def shown(pieces: Sequence[bytes]) -> str:
    """Return readable requests, line by line, with a mark between two TCP writes."""
    lines = PAUSE_MARK.encode().join(pieces).rstrip(b"\r\n").split(b"\r\n")
    kept = [excerpt(line).text for line in lines[:SHOWN_LINES]]
    return "\n".join([*kept, "..."] if len(lines) > SHOWN_LINES else kept)
