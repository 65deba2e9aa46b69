"""Finds free ports, and the owner of a port that is taken."""

import random
import socket
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from fairlap.errors import UsageError

_LOWEST = 10_000
_ATTEMPTS = 2_000


def free_ports(count: int) -> tuple[int, ...]:
    """Choose distinct ports that nobody in this network listens on.

    They lie below the range for outgoing connections: otherwise the generator could take one before the contestant
    starts.

    Raises:
        UsageError: there are not enough.
    """
    lowest_ephemeral, _ = ephemeral_range()
    candidates = range(_LOWEST, max(lowest_ephemeral, _LOWEST + 1))
    chosen: list[int] = []
    with ExitStack() as held:
        for port in random.sample(candidates, min(_ATTEMPTS, len(candidates))):
            if len(chosen) == count:
                break
            listener = _try_bind(port, reuse=False)
            if listener is not None:
                held.enter_context(listener)
                chosen.append(port)
        while len(chosen) < count:
            listener = _try_bind(0, reuse=False)
            if listener is None:
                raise UsageError(f"{count} free ports are needed, but there are only {len(chosen)}")
            held.enter_context(listener)
            chosen.append(listener.getsockname()[1])
    return tuple(chosen)


def is_free(port: int) -> bool:
    """Return whether nobody in this network listens on `port`."""
    listener = _try_bind(port, reuse=True)
    if listener is not None:
        listener.close()
    return listener is not None


def require_free(port: int) -> None:
    """Make sure that a contestant can listen on `port`.

    Raises:
        UsageError: another process listens there (named if possible).
    """
    if not is_free(port):
        raise UsageError(f"port {port} is taken{_owner(port)}", hint="choose another port, or stop that process")


def ephemeral_range() -> tuple[int, int]:
    """Return the range of ports for outgoing connections, inclusive."""
    low, high = Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()
    return int(low), int(high)


def _try_bind(port: int, *, reuse: bool) -> socket.socket | None:
    """Return a socket bound to every address, IPv4 and IPv6; `None` when the port is taken.

    `reuse`: ignore closed connections that still wait (TIME_WAIT).
    """
    family = socket.AF_INET6 if socket.has_dualstack_ipv6() else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        if reuse:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("", port))
    except OSError:  # EADDRINUSE, or EACCES for a port below 1024: not available either way
        listener.close()
        return None
    return listener


def listening(pids: Iterable[int]) -> tuple[str, ...]:
    """Return the TCP addresses at which these processes listen, as host:port, for a message."""
    import psutil

    found: set[tuple[str, int]] = set()
    for pid in pids:
        try:
            connections = psutil.Process(pid).net_connections(kind="tcp")
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
        found |= {(each.laddr.ip, each.laddr.port) for each in connections if each.status == psutil.CONN_LISTEN}
    return tuple(f"[{host}]:{port}" if ":" in host else f"{host}:{port}" for host, port in sorted(found))


def _owner(port: int) -> str:
    """Return " by NAME (pid N)", or nothing when the owner is unknown."""
    import psutil

    try:
        connections = psutil.net_connections(kind="tcp")
    except psutil.AccessDenied:
        return ""
    for connection in connections:
        at = connection.laddr.port if connection.laddr else None
        if connection.status == psutil.CONN_LISTEN and at == port and connection.pid:
            try:
                return f" by {psutil.Process(connection.pid).name()} (pid {connection.pid})"
            except psutil.NoSuchProcess:
                return ""
    return ""
