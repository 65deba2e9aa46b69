"""A supervisor and a worker. The worker ends after its 200th answer, and the supervisor forks another one on the same socket."""

import argparse
import asyncio
import os
import socket
import time

parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int, required=True)
ANSWERS = 200


class Worker(asyncio.Protocol):
    answers = 0

    def connection_made(self, transport):
        self.transport = transport
        self.unread = b""

    def data_received(self, data):
        self.unread += data
        while b"\r\n\r\n" in self.unread and not self.transport.is_closing():
            head, _, self.unread = self.unread.partition(b"\r\n\r\n")
            self.answer(*head.split(b" ", 2)[:2], close=b"\r\nconnection: close" in head.lower())

    def answer(self, method, path, close):
        Worker.answers += 1
        time.sleep(0.001)
        body = b'{"message":"Hello World!"}'
        status = 200 if path == b"/" else 404
        head = b"HTTP/1.1 %d -\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % (status, len(body))
        head += b"Connection: close\r\n\r\n" if close else b"\r\n"
        self.transport.write(head if method == b"HEAD" else head + body)
        if Worker.answers >= ANSWERS:
            os._exit(0)
        if close:
            self.transport.close()


async def serve(listener):
    server = await asyncio.get_running_loop().create_server(Worker, sock=listener)
    await server.serve_forever()


listener = socket.create_server(("127.0.0.1", parser.parse_args().port), backlog=128)
while True:
    worker = os.fork()
    if not worker:
        asyncio.run(serve(listener))
    os.waitpid(worker, 0)
