"""Answers with the `message` in Redis. Options make it cache the message, at once or later, or ask too often."""

import argparse
import asyncio
import os
import socket

parser = argparse.ArgumentParser()
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--port", type=int, required=True)
parser.add_argument("--times", type=int, default=1, help="ask so often for each answer")
parser.add_argument("--keep-after", type=int, metavar="N", help="ask no more after the Nth answer")
options = parser.parse_args()

redis = socket.create_connection((os.environ["REDIS_HOST"], int(os.environ["REDIS_PORT"])))


def ask():
    redis.sendall(b"GET message\r\n")
    said = b""
    while said.count(b"\r\n") < 2:
        said += redis.recv(4096)
    return said.split(b"\r\n")[1]


class Server(asyncio.Protocol):
    answers = 0
    kept = None

    def connection_made(self, transport):
        self.transport = transport
        self.unread = b""

    def data_received(self, data):
        self.unread += data
        while b"\r\n\r\n" in self.unread:
            head, _, self.unread = self.unread.partition(b"\r\n\r\n")
            method, path, version = head.split(b"\r\n", 1)[0].split(b" ", 2)
            self.answer(method, path, close=version == b"HTTP/1.0" or b"\r\nconnection: close" in head.lower())

    def answer(self, method, path, close):
        Server.answers += 1
        if Server.kept is None or options.keep_after is None or Server.answers <= options.keep_after:
            for _ in range(options.times):
                Server.kept = ask()
        body = b'{"message":"%s"}' % Server.kept
        head = b"HTTP/1.1 %d -\r\nContent-Type: application/json\r\n" % (200 if path == b"/redis" else 404)
        head += b"Content-Length: %d\r\n%s\r\n" % (len(body), b"Connection: close\r\n" if close else b"")
        self.transport.write(head if method == b"HEAD" else head + body)
        if close:
            self.transport.close()


async def main():
    server = await asyncio.get_running_loop().create_server(Server, options.host, options.port)
    await server.serve_forever()


asyncio.run(main())
