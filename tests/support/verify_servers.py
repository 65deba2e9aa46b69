"""Servers for the tests of fairlap.verify: a correct one and many incorrect ones."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

HELLO = b'{"message": "Hello World!"}'
CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


@dataclass(frozen=True)
class Asked:
    """A request as a server sees it."""

    method: str
    path: str
    close: bool
    body: bytes = b""
    headers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reply:
    """One answer, wrong on demand. `length` is what Content-Length says; None for the truth."""

    status: int = 200
    body: bytes = HELLO
    content_type: str = "application/json"
    length: int | None = None
    head_lines: tuple[str, ...] = ()

    def encode(self, asked: Asked) -> bytes:
        length = len(self.body) if self.length is None else self.length
        lines = [
            f"HTTP/1.1 {self.status} -",
            f"Content-Type: {self.content_type}",
            f"Content-Length: {length}",
        ]
        lines += [*self.head_lines, *(["Connection: close"] if asked.close else [])]
        head = "\r\n".join([*lines, "", ""]).encode()
        return head if asked.method == "HEAD" else head + self.body


Answer = Callable[[Asked], Reply | bytes]
Handler = Callable[[socket.socket], None]


def hello(asked: Asked) -> Reply:
    """The right answer to everything."""
    return Reply() if asked.path == "/" else Reply(status=404)


def always(reply: Reply | bytes) -> Answer:
    """The same answer to `/`, and 404 elsewhere."""
    return lambda asked: reply if asked.path == "/" else Reply(status=404)


def only_for(method: str, reply: Reply) -> Answer:
    """Right for all methods but one."""
    return lambda asked: reply if asked.method == method and asked.path == "/" else hello(asked)


def web(answer: Answer = hello, *, closes: bool = True, keeps: bool = True) -> Handler:
    """Parses requests correctly and answers in order. `closes`: obeys `Connection: close`; `keeps`: keep-alive."""

    def handle(connection: socket.socket) -> None:
        unread = b""
        while data := connection.recv(65536):
            unread += data
            while (found := parse(unread)) is not None:
                asked, unread = found
                reply = answer(asked)
                connection.sendall(reply if isinstance(reply, bytes) else reply.encode(asked))
                if (asked.close and closes) or not keeps:
                    return

    return handle


def parse(data: bytes) -> tuple[Asked, bytes] | None:
    """Return the first complete request and what follows it."""
    head, end, rest = data.partition(b"\r\n\r\n")
    if not end:
        return None
    line, *headers = head.decode().split("\r\n")
    fields = dict(header.lower().split(": ", 1) for header in headers)
    length = int(fields.get("content-length", 0))
    if len(rest) < length:
        return None
    method, path, _ = line.split(" ")
    return Asked(method, path, fields.get("connection") == "close", rest[:length], tuple(headers)), rest[length:]


def one_read_is_one_request(connection: socket.socket) -> None:
    """Treats each read as exactly one request, which fails for split and for pipelined ones."""
    while data := connection.recv(65536):
        found = parse(data)
        if found is None:
            connection.sendall(Reply(status=400, body=b"bad request").encode(Asked("GET", "/", close=True)))
            return
        connection.sendall(hello(found[0]).encode(found[0]))
        if found[0].close:
            return


def splits_but_no_pipelining(connection: socket.socket) -> None:
    """Waits for the end of a request, then drops what follows it."""
    unread = b""
    while data := connection.recv(65536):
        unread += data
        if (found := parse(unread)) is not None:
            unread = b""
            connection.sendall(hello(found[0]).encode(found[0]))
            if found[0].close:
                return


def pipelining_in_reverse(connection: socket.socket) -> None:
    """Answers pipelined requests in the wrong order."""
    unread = b""
    while data := connection.recv(65536):
        unread += data
        batch: list[Asked] = []
        while (found := parse(unread)) is not None:
            asked, unread = found
            batch.append(asked)
        for asked in reversed(batch):
            connection.sendall(hello(asked).encode(asked))
            if asked.close:
                return


def closes_at_once(connection: socket.socket) -> None:
    """Reads the request and closes without a byte."""
    connection.recv(65536)


def never_answers(connection: socket.socket) -> None:
    """Reads forever and never answers."""
    while connection.recv(65536):
        pass


def sends(data: bytes) -> Handler:
    """Sends these bytes for any request and closes."""

    def handle(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(data)

    return handle


def trickles(connection: socket.socket) -> None:
    """Sends one byte of a right answer every 30 ms."""
    connection.recv(65536)
    for byte in Reply().encode(Asked("GET", "/", close=False)):
        connection.sendall(bytes([byte]))
        time.sleep(0.03)


def endless(head: bytes, block: bytes) -> Handler:
    """Sends a head, then the same block forever."""

    def handle(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(head)
        while True:
            connection.sendall(block)

    return handle


@contextlib.contextmanager
def serving(handler: Handler, *, port: int = 0) -> Iterator[int]:
    """Run a server on a free port; at the end all connections are closed and all threads have ended."""
    listener = socket.create_server(("127.0.0.1", port))
    connections: list[socket.socket] = []
    threads: list[threading.Thread] = []

    def run(connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):  # the client may close at any time
            handler(connection)

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connections.append(connection)
            threads.append(threading.Thread(target=run, args=(connection,), daemon=True))
            threads[-1].start()

    acceptor = threading.Thread(target=accept, daemon=True)
    acceptor.start()
    try:
        yield listener.getsockname()[1]
    finally:
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        acceptor.join(5)
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join(5)


def failing_first(count: int, reply: Reply) -> Answer:
    """Gives another answer to the first `count` requests, then right ones."""
    seen = iter(range(count))
    return lambda asked: hello(asked) if next(seen, None) is None else replace(reply)
