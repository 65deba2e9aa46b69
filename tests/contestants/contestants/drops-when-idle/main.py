"""Correct while busy. When it had to wait for a request, it closes every 4th connection instead of answering.

So it handles a closed loop, in which requests always wait, but not the fixed rates that the closed loop suggests.
"""

import argparse
import selectors
import socket

parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int, required=True)
EVERY = 4
CROWD = 6
"""Open connections from which it takes the answers for load: whoever verifies has fewer."""

BODY = b'{"message":"Hello World!"}'
selector = selectors.DefaultSelector()
unread: dict[socket.socket, bytes] = {}
waits = 0


def accept(listener):
    client, _ = listener.accept()
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    unread[client] = b""
    selector.register(client, selectors.EVENT_READ)


def leave(client):
    selector.unregister(client)
    del unread[client]
    client.close()


def answer(client, head):
    method, path = head.split(b" ", 2)[:2]
    close = b"\r\nconnection: close" in head.lower()
    answer = b"HTTP/1.1 %d -\r\nContent-Type: application/json\r\n" % (200 if path == b"/" else 404)
    answer += b"Content-Length: %d\r\n" % len(BODY) + (b"Connection: close\r\n\r\n" if close else b"\r\n")
    client.sendall(answer if method == b"HEAD" else answer + BODY)
    return close


def serve(client, waited):
    global waits
    data = client.recv(65536)
    if not data:
        return leave(client)
    unread[client] += data
    while b"\r\n\r\n" in unread[client]:
        head, _, unread[client] = unread[client].partition(b"\r\n\r\n")
        if waited and len(unread) >= CROWD:
            waits += 1
            if waits % EVERY == 0:
                return leave(client)
        if answer(client, head):
            return leave(client)
    return None


listener = socket.create_server(("127.0.0.1", parser.parse_args().port), backlog=128)
selector.register(listener, selectors.EVENT_READ)
while True:
    ready = selector.select(timeout=0)
    waited = not ready
    for key, _ in ready or selector.select():
        if key.fileobj is listener:
            accept(listener)
        else:
            try:
                serve(key.fileobj, waited)
            except ConnectionError:
                leave(key.fileobj)
