"""A small correct HTTP server that at its 200th answer tries what a container must prevent.

If it succeeds, it continues to answer; if it is refused, it ends with a status of its own.
"""

import asyncio
import errno
import mmap
import os
import socket
import sys

ATTEMPT_AT = 200
BODY = b'{"message":"Hello World!"}'
GIGABYTES = 8
PROCESSES = 10_000


def reach_out():
    """Look for a route: the address is reserved for documentation, and connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.connect(("192.0.2.1", 9))


def write_outside():
    for place in ("/app/x", "/x", "/var/tmp/x", "/run/x", "/etc/x"):
        try:
            open(place, "w").close()
        except OSError as error:
            if error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOENT):
                raise
        else:
            print(f"wrote {place}", file=sys.stderr, flush=True)
            return
    with open("/tmp/x", "w") as file:  # the only place where it can write
        file.write("x")
    raise OSError("nowhere but in /tmp")


def fork_many():
    for _ in range(PROCESSES):
        if os.fork() == 0:
            while True:
                os.read(hold, 1)


def eat_memory():
    mmap.mmap(-1, GIGABYTES << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_POPULATE)


def gain_root():
    os.setuid(0)


ATTEMPTS = {
    "nothing": None,
    "reach-out": (reach_out, 7),
    "write-outside": (write_outside, 8),
    "fork-many": (fork_many, 9),
    "eat-memory": (eat_memory, 10),
    "gain-root": (gain_root, 11),
}
attempt = ATTEMPTS[sys.argv[3]]
hold, _ = os.pipe()


class Server(asyncio.Protocol):
    answers = 0

    def connection_made(self, transport):
        self.transport = transport
        self.unread = b""

    def data_received(self, data):
        self.unread += data
        while b"\r\n\r\n" in self.unread and not self.transport.is_closing():
            head, _, self.unread = self.unread.partition(b"\r\n\r\n")
            Server.answers += 1
            if attempt and Server.answers == ATTEMPT_AT:
                try_it(*attempt)
            self.answer(head)

    def answer(self, head):
        method, path, _ = head.split(b"\r\n", 1)[0].split(b" ", 2)
        keep = b"\r\nconnection: close" not in head.lower()
        status = b"200 OK" if path == b"/" else b"404 Not Found"
        said = b"HTTP/1.1 %b\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % (status, len(BODY))
        said += b"\r\n" if keep else b"Connection: close\r\n\r\n"
        self.transport.write(said if method == b"HEAD" else said + BODY)
        if not keep:
            self.transport.close()


def try_it(what, status):
    try:
        what()
    except (OSError, MemoryError) as error:
        print(f"refused: {error}", file=sys.stderr, flush=True)
        os._exit(status)


async def main():
    server = await asyncio.get_running_loop().create_server(Server, sys.argv[1], int(sys.argv[2]))
    await server.serve_forever()


asyncio.run(main())
