"""Serving the dashboard on an address, until a signal ends it: at once, and without a word."""

import asyncio
import errno
import ipaddress
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from fairlap.dashboard.app import Dashboard, make_app
from fairlap.dashboard.feed import Feed
from fairlap.dashboard.guard import Guard
from fairlap.dashboard.results import Results
from fairlap.errors import UsageError

STOP_S = 1
"""How long an answer that is under way may take once the end has come."""

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


class _Server(uvicorn.Server):
    """Ends at INT and TERM without raising them again, event streams included."""

    def __init__(self, app: Guard, feed: Feed, began: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http="h11",
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
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # answers that are cut off now are nobody's fault


def serve(results: Path, host: str, port: int, began: Callable[[str], None]) -> None:
    """Serve a results folder until INT or TERM; `began` gets the address as soon as it answers.

    Raises:
        UsageError: the address cannot be had.
    """
    with listening(host, port) as found:
        address = f"http://{in_address(host)}:{found.getsockname()[1]}/"
        hosts = (*LOCAL_NAMES, in_address(host)) if is_loopback(host) else ()
        dashboard = Dashboard(Results(results))
        server = _Server(make_app(dashboard, hosts), dashboard.feed, lambda: began(address))
        asyncio.run(server.serve(sockets=[found]))


def listening(host: str, port: int) -> socket.socket:
    """A socket that is bound to the address. Raises UsageError when it cannot be had."""
    where = f"{in_address(host)}:{port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        hint = "give an address of this machine: --host 127.0.0.1"
        raise UsageError(f"there is no such address: {error.strerror}", where=host, hint=hint) from error
    found = socket.socket(family, kind, protocol)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen()
    except OSError as error:
        found.close()
        taken = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be had: {error.strerror}"
        hint = "choose another one: --port 8091, or 0 for any that is free"
        raise UsageError(f"the address {taken}", where=where, hint=hint) from error
    return found


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def in_address(host: str) -> str:
    """As it stands in a URL."""
    return f"[{host}]" if ":" in host else host.lower()
