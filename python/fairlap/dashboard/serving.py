"""Serves the dashboard on an address until a signal stops it, at once and silently."""

import asyncio
import errno
import fcntl
import ipaddress
import logging
import signal
import socket
import struct
import termios
from asyncio.trsock import TransportSocket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from fairlap.dashboard.app import Dashboard, make_app
from fairlap.dashboard.feed import Feed
from fairlap.dashboard.guard import Guard
from fairlap.dashboard.results import Results
from fairlap.errors import UsageError

STOP_S = 1
"""Time for running answers to finish after the stop signal."""

REQUEST_S = 10
"""Time for a client to send a request, or to read some of its answer; afterwards its connection is closed, as it may be
one of many that never do."""

_NOW = struct.pack("ii", 1, 0)
"""For SO_LINGER (man 7 socket): on, for 0 s."""

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


class _Protocol(H11Protocol):
    """HTTP/1.1 with a bound on the time that a connection waits for a request, or for its client to read."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]  # uvicorn names the narrower type
        self._look_later()

    def data_received(self, data: bytes) -> None:
        before = self._answering
        super().data_received(data)
        if self._answering and not before:
            self._look_later()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_looking()

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _look_later(self, taken_bytes: int | None = None) -> None:
        self._stop_looking()
        self._late = self.loop.call_later(REQUEST_S, self._look, taken_bytes)

    def _look(self, before_bytes: int | None) -> None:
        """Close a connection that waits for a request, or whose client has taken nothing since the look before."""
        client = self.transport.get_extra_info("socket")
        taken_bytes = _taken_bytes(client)
        is_owed = self.transport.get_write_buffer_size() > 0 or _has_unread(client)
        if is_owed and taken_bytes == before_bytes:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NOW)  # otherwise the kernel keeps the answer
            self.transport.abort()
        elif is_owed or self._answering:
            self._look_later(taken_bytes)
        else:
            self.transport.close()

    def _stop_looking(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def _taken_bytes(client: TransportSocket) -> int:
    """Return how many bytes the client's machine has taken so far (`tcpi_bytes_acked` of Linux's struct tcp_info)."""
    (taken,) = struct.unpack_from("=Q", client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 128), 120)
    return int(taken)


def _has_unread(client: TransportSocket) -> bool:
    """Return whether the kernel holds something for the client (man 7 tcp, SIOCOUTQ)."""
    return any(fcntl.ioctl(client.fileno(), termios.TIOCOUTQ, bytes(4)))


class _Server(uvicorn.Server):
    """Stops at INT and TERM, event streams included, without raising the signals again."""

    def __init__(self, app: Guard, feed: Feed, began: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=_Protocol,
                ws="none",
                loop="asyncio",
                lifespan="on",
                log_config=None,
                log_level="error",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=STOP_S,
            )
        )
        self._feed = feed
        self._began = began

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        numbers = (signal.SIGINT, signal.SIGTERM)
        for number in numbers:
            loop.add_signal_handler(number, self._end)
        try:
            yield
        finally:
            for number in numbers:
                loop.remove_signal_handler(number)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._began()

    def _end(self) -> None:
        self.should_exit = True
        self._feed.close()
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # answers are cut off on purpose now


def serve(results: Path, host: str, port: int, names: Iterable[str], began: Callable[[str], None]) -> None:
    """Serve a results folder until INT or TERM; `began` gets the address when the server is ready.

    `names` are further names of this machine under which it may be asked. Raises UsageError when the address is not
    available.
    """
    with listening(host, port) as listener:
        address = f"http://{in_address(host)}:{listener.getsockname()[1]}/"
        dashboard = Dashboard(Results(results))
        server = _Server(make_app(dashboard, names_of(host, names)), dashboard.feed, lambda: began(address))
        asyncio.run(server.serve(sockets=[listener]))


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the address. Raises UsageError when it is not available."""
    where = f"{in_address(host)}:{port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        hint = "use an address of this machine, e.g. --host 127.0.0.1"
        raise UsageError(f"no such address: {error.strerror}", where=host, hint=hint) from error
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        problem = "is in use" if error.errno == errno.EADDRINUSE else f"is not available: {error.strerror}"
        hint = "choose another port, e.g. --port 8091, or --port 0 for any free one"
        raise UsageError(f"the address {problem}", where=where, hint=hint) from error
    return listener


def names_of(host: str, more: Iterable[str] = ()) -> frozenset[str]:
    """Return the names under which a server that listens on `host` may be asked.

    On an address that others reach, these are also the names and addresses of this machine. Any other name could be one
    that a foreign page has made to point here.
    """
    own = {*LOCAL_NAMES, in_address(host), *(in_address(name) for name in more)}
    if not is_loopback(host):
        import psutil

        own |= {socket.gethostname().lower(), socket.getfqdn().lower()}
        addresses = [each for listed in psutil.net_if_addrs().values() for each in listed]
        families = (socket.AF_INET, socket.AF_INET6)
        own |= {in_address(each.address.partition("%")[0]) for each in addresses if each.family in families}
    return frozenset(own)


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach the host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def in_address(host: str) -> str:
    """Return the host as written in a URL."""
    return f"[{host}]" if ":" in host else host.lower()
