"""The dashboard under clients that mean harm."""

import socket
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

from browser_helpers import served
from dashboard_helpers import filled
from support import Fairlap

MANY = 300


def test_requests_that_never_end_hold_nobody_up_and_are_closed(misbehaving_catalog: Path, tmp_path: Path) -> None:
    results = filled(tmp_path)
    with served(Fairlap(misbehaving_catalog, results)) as (address, _), ExitStack() as stack:
        where = urlsplit(address)
        slow = [
            stack.enter_context(socket.create_connection((where.hostname, where.port), timeout=60)) for _ in range(MANY)
        ]
        for connection in slow:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: ")
        with urllib.request.urlopen(address, timeout=10) as answer:
            assert answer.status == 200
        # One that keeps its connection, and then sends half a request, is no better off.
        slow[0].sendall(f"{where.netloc}\r\n\r\n".encode())
        assert slow[0].recv(20).startswith(b"HTTP/1.1 200")
        slow[0].sendall(b"GET / HT")
        for connection in slow[1:]:
            assert connection.recv(1) == b""
        while slow[0].recv(1 << 20):
            pass
