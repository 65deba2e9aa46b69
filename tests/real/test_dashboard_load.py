"""The dashboard under clients that mean harm."""

import socket
import time
import urllib.request
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

from browser_helpers import served
from dashboard_helpers import NEW, filled
from fairlap.dashboard.serving import REQUEST_S
from fairlap.pages.paths import run_page
from support import Fairlap

MANY = 300
PAGES = 200
"""Together larger than what the kernel takes from a server whose client does not read."""


def connect(stack: ExitStack, address: str, *, room_bytes: int | None = None) -> socket.socket:
    """Return a connection to the dashboard, with room for so much of its answers."""
    where = urlsplit(address)
    connection = stack.enter_context(socket.socket())
    connection.settimeout(60)
    if room_bytes is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room_bytes)
    connection.connect((where.hostname, where.port))
    return connection


def rest_of(connection: socket.socket) -> int:
    """Read until the other side ends the connection; return how many bytes came."""
    taken = 0
    with suppress(ConnectionResetError):
        while part := connection.recv(1 << 20):
            taken += len(part)
    return taken


def test_answers_that_nobody_reads_are_given_up(misbehaving_catalog: Path, tmp_path: Path) -> None:
    results = filled(tmp_path)
    with served(Fairlap(misbehaving_catalog, results)) as (address, _), ExitStack() as stack:
        page = f"{address}{run_page(NEW)}"
        with urllib.request.urlopen(page, timeout=10) as answer:
            whole = PAGES * len(answer.read())
        ask = PAGES * f"GET {urlsplit(page).path} HTTP/1.1\r\nHost: {urlsplit(page).netloc}\r\n\r\n".encode()
        slow, *lazy = [connect(stack, address, room_bytes=4096) for _ in range(4)]
        for connection in (slow, *lazy):
            connection.sendall(ask)
        # Who goes on reading gets all of it, however slowly; the others hold up neither it nor anybody else.
        taken = 0
        deadline = time.monotonic() + 2.5 * REQUEST_S
        while time.monotonic() < deadline:
            taken += len(slow.recv(4096))
            time.sleep(0.5)
        with urllib.request.urlopen(page, timeout=10) as answer:
            assert PAGES * len(answer.read()) == whole
        for connection in lazy:
            assert rest_of(connection) < whole, "it was given up"
        assert taken + rest_of(slow) > whole


def test_requests_that_never_end_hold_nobody_up_and_are_closed(misbehaving_catalog: Path, tmp_path: Path) -> None:
    results = filled(tmp_path)
    with served(Fairlap(misbehaving_catalog, results)) as (address, _), ExitStack() as stack:
        slow = [connect(stack, address) for _ in range(MANY)]
        for connection in slow:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: ")
        with urllib.request.urlopen(address, timeout=10) as answer:
            assert answer.status == 200
        # One that keeps its connection, and then sends half a request, is no better off.
        slow[0].sendall(f"{urlsplit(address).netloc}\r\n\r\n".encode())
        assert slow[0].recv(20).startswith(b"HTTP/1.1 200")
        slow[0].sendall(b"GET / HT")
        for connection in slow[1:]:
            assert connection.recv(1) == b""
        rest_of(slow[0])
