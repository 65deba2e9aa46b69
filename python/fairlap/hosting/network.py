"""A private network namespace: contestants and generator share a loopback with nobody else.

The namespace ends with its last process, so nothing can be left behind.
"""

import ctypes
import fcntl
import os
import socket
import struct
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

from fairlap.errors import UsageError
from fairlap.hosting.programs import find_program

_CLONE_NEWNET = 0x40000000
_SIOCGIFFLAGS = 0x8913
_SIOCSIFFLAGS = 0x8914
_IFF_UP = 0x1
_NAME_AND_FLAGS = "16sH14x"
_PROBE_TIMEOUT_S = 10.0
_FIX = "run as root, or without a private network"


def enter_private_network() -> None:
    """Move this process into a new network with only `lo`, and bring that up.

    Later children are in it, too; builds and all else that needs the outside must run before.

    Raises:
        RuntimeError: other threads exist; they would stay in the old network.
        UsageError: not permitted.
    """
    _enter("enter_private_network", lambda libc: libc.unshare(_CLONE_NEWNET))
    _set_up("lo")


def enter_network_of(pid: int) -> None:
    """Move this process into the network of another one. Raises as `enter_private_network`."""
    try:
        with Path(f"/proc/{pid}/ns/net").open("rb") as namespace:
            _enter("enter_network_of", lambda libc: libc.setns(namespace.fileno(), _CLONE_NEWNET))
    except OSError as error:
        raise UsageError(f"no private network: {error.strerror}", hint=_FIX) from error


def _enter(name: str, call: Callable[[ctypes.CDLL], int]) -> None:
    if threading.active_count() > 1:
        raise RuntimeError(f"{name}() must come before the first thread")
    if call(ctypes.CDLL(None, use_errno=True)) != 0:
        raise UsageError(f"no private network: {os.strerror(ctypes.get_errno())}", hint=_FIX)


def is_private() -> bool:
    """Return whether `lo` is the only interface that is up: no foreign traffic, and no way out."""
    up = {name for _, name in socket.if_nameindex() if _flags(name) & _IFF_UP}
    return up == {"lo"}


def why_not_private() -> str | None:
    """Return why a private network is not available, tried in a child; `None` if it is (or this process has one)."""
    if is_private():
        return None
    unshare = find_program("unshare")
    if unshare is None:
        return "unshare is not installed (fix: install util-linux)"
    done = subprocess.run(
        [unshare, "--net", "/bin/true"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_PROBE_TIMEOUT_S,
    )
    return None if done.returncode == 0 else f"{done.stderr.strip()} (fix: {_FIX})"


def _set_up(name: str) -> None:
    flags = _flags(name) | _IFF_UP
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack(_NAME_AND_FLAGS, name.encode(), flags))


def _flags(name: str) -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        answer = fcntl.ioctl(any_socket, _SIOCGIFFLAGS, struct.pack(_NAME_AND_FLAGS, name.encode(), 0))
    flags: int = struct.unpack(_NAME_AND_FLAGS, answer)[1]
    return flags
