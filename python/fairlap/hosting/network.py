"""Network namespaces: one for the whole of Fairlap, and one for each contestant, which the generator visits.

A namespace ends with its last process, socket and open file, so nothing can be left behind.
"""

import errno
import fcntl
import os
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from typing import Self

from fairlap.errors import UsageError
from fairlap.hosting.namespaces import (
    NEW_NETWORK,
    apart,
    enter,
    first_unreadable,
    open_namespace,
    unshare,
    why_failed,
)
from fairlap.hosting.programs import find_program

_SIOCGIFFLAGS = 0x8913
_SIOCSIFFLAGS = 0x8914
_IFF_UP = 0x1
_NAME_AND_FLAGS = "16sH14x"
_FIX = "run as root"

SERVICES_ADDRESS = "10.255.255.1"
"""What services listen on where contestants have networks of their own."""

_LINK = "fairlap"
_LINKS = count(1)


class OwnNetwork:
    """A network namespace with only `lo`, and a link to services if wanted; it exists at least until it is closed.

    Processes that are started and sockets that are opened during a visit stay in it, where nobody else can reach them.
    """

    def __init__(self, file: int) -> None:
        """Take over the open file of a namespace."""
        self._file = file

    @classmethod
    def make(cls) -> Self:
        """Make a new one. Raises OSError when it is not permitted."""

        def make() -> int:
            unshare(NEW_NETWORK)
            _set_up("lo")
            return open_namespace("thread-self", "net")

        return cls(apart(make))

    @classmethod
    def make_linked(cls, pid: int | None = None) -> Self:
        """Make a new one, or take that of a process, with a link to services (`link`). Raises OSError."""
        made = cls.make() if pid is None else cls.of(pid)
        try:
            made.link()
        except OSError:
            made.close()
            raise
        return made

    @classmethod
    def of(cls, pid: int) -> Self:
        """Return that of a process. Raises OSError."""
        return cls(open_namespace(pid, "net"))

    @property
    def path(self) -> Path:
        """The file of the namespace, for other processes; it is gone when this is closed."""
        return Path(f"/proc/{os.getpid()}/fd/{self._file}")

    @contextmanager
    def visit(self) -> Iterator[None]:
        """Move the calling thread into it, and back at the end of the context."""
        home = open_namespace("thread-self", "net")
        try:
            enter(self._file, NEW_NETWORK)
            try:
                yield
            finally:
                enter(home, NEW_NETWORK)
        finally:
            os.close(home)

    def listen_overflows(self) -> int:
        """Return how often, since it exists, a new TCP connection found the queue of a listening socket full.

        The kernel ignores such an attempt, and the client repeats it after 1, 3 and 7 s.
        """
        with self.visit():
            text = Path("/proc/thread-self/net/netstat").read_text()
        names, values = (line.split() for line in text.splitlines() if line.startswith("TcpExt:"))
        return int(values[names.index("ListenOverflows")])

    def link(self) -> None:
        """Connect it with the caller's network, in which it reaches `SERVICES_ADDRESS` and nothing else.

        Nothing is forwarded there, so two linked networks do not reach each other. Raises OSError when not permitted.
        """
        number = next(_LINKS)
        here, address = f"{_LINK}{number}", f"10.254.{number >> 8 & 0xFF}.{number & 0xFF}"
        _ip(
            f"link add {here} type veth peer name eth0 netns {self.path}",
            f"link set {here} up",
            f"route add {address}/32 dev {here}",
        )
        with self.visit():
            _ip(
                f"address add {address}/32 dev eth0",
                "link set eth0 up",
                f"route add {SERVICES_ADDRESS}/32 dev eth0",
            )

    def close(self) -> None:
        """Let it end with its last process and socket. Safe to call twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def add_services_address() -> None:
    """Add `SERVICES_ADDRESS` to the network of the calling thread, which forwards nothing from then on.

    Raises OSError when it is not permitted.
    """
    Path("/proc/sys/net/ipv4/ip_forward").write_text("0")  # new networks inherit it from the machine
    _ip(f"address replace {SERVICES_ADDRESS}/32 dev lo")


def visiting(network: OwnNetwork | None) -> AbstractContextManager[None]:
    """Return a visit; of no network, one that stays."""
    return nullcontext() if network is None else network.visit()


def why_no_own_network(*, linked: bool = False) -> str | None:
    """Return why contestants cannot have networks of their own, linked if wanted, by trying; `None` if they can."""
    if linked and find_program("ip") is None:
        return "ip is not installed (fix: apt-get install iproute2)"

    def attempt() -> None:
        unshare(NEW_NETWORK)
        with closing(OwnNetwork.make()) as inner:
            if linked:
                add_services_address()
                inner.link()

    try:
        apart(attempt)
        return None
    except OSError as error:
        return f"{error.strerror} (fix: {_FIX})"


def _ip(*commands: str) -> None:
    """Run commands of iproute2 in the network of the calling thread. Raises OSError with the first error."""
    error = why_failed([str(find_program("ip")), "-batch", "-"], "\n".join(commands))
    if error is not None:
        raise OSError(errno.EPERM, error.partition("\n")[0])


def enter_private_network() -> None:
    """Move this process into a new network with only `lo`, and bring that up.

    Later children are in it, too; builds and all else that needs the outside must run before.

    Raises:
        RuntimeError: other threads exist; they would stay in the old network.
        UsageError: not permitted.
    """
    _enter("enter_private_network", partial(unshare, NEW_NETWORK))
    _set_up("lo")


def enter_network_of(pid: int) -> None:
    """Move this process into the network of another one. Raises as `enter_private_network`."""
    try:
        file = open_namespace(pid, "net")
    except OSError as error:
        raise UsageError(f"no private network: {error.strerror}", hint=_FIX) from error
    try:
        _enter("enter_network_of", partial(enter, file, NEW_NETWORK))
    finally:
        os.close(file)


def _enter(name: str, move: Callable[[], None]) -> None:
    if threading.active_count() > 1:
        raise RuntimeError(f"{name}() must come before the first thread")
    try:
        move()
    except OSError as error:
        raise UsageError(f"no private network: {error.strerror}", hint=_FIX) from error


def is_private() -> bool:
    """Return whether only `lo` and links to contestants are up: no foreign traffic, and no way out."""
    names = [name for _, name in socket.if_nameindex() if not name.startswith(_LINK)]
    return [name for name in names if _flags(name) & _IFF_UP] == ["lo"]


def why_not_private() -> str | None:
    """Return why a private network is not available, tried in a child; `None` if it is (or this process has one)."""
    if is_private():
        return None
    unshare = find_program("unshare")
    if unshare is None:
        return "unshare is not installed (fix: install util-linux)"
    refusal = first_unreadable([str(unshare), "--net"], ())
    return None if refusal is None else f"{refusal} (fix: {_FIX})"


def _set_up(name: str) -> None:
    flags = _flags(name) | _IFF_UP
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack(_NAME_AND_FLAGS, name.encode(), flags))


def _flags(name: str) -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        answer = fcntl.ioctl(any_socket, _SIOCGIFFLAGS, struct.pack(_NAME_AND_FLAGS, name.encode(), 0))
    flags: int = struct.unpack(_NAME_AND_FLAGS, answer)[1]
    return flags
