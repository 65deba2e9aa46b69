"""A server of HTTP/2 for the tests of fairlap.verify, wrong on demand."""

import socket
from dataclasses import dataclass

import h2.config
import h2.connection
import h2.errors
import h2.events

from verify_servers import Answer, Asked, Handler, Reply, hello

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


@dataclass(frozen=True)
class Faults:
    """What such a server gets wrong.

    Attributes:
        whole_preface: it takes a connection for HTTP/1.1 when the preface comes in pieces.
        one_stream: of the requests that come together it answers only the first.
        no_windows: it sends bodies whatever the client allows.
        body_to_head: HEAD is answered like GET.
        resets: it resets every stream.
        goes_away: it ends each connection after the request, with an error.
    """

    whole_preface: bool = False
    one_stream: bool = False
    no_windows: bool = False
    body_to_head: bool = False
    resets: bool = False
    goes_away: bool = False


RIGHT = Faults()


def web2(answer: Answer = hello, faults: Faults = RIGHT) -> Handler:
    """Answers every request on its stream; bodies go out as the windows of the client allow."""

    def handle(connection: socket.socket) -> None:
        _Served(connection, answer, faults).serve()

    return handle


class _Served:
    """One connection."""

    def __init__(self, connection: socket.socket, answer: Answer, faults: Faults) -> None:
        self._socket, self._answer, self._faults = connection, answer, faults
        self._h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self._left: dict[int, bytes] = {}

    def serve(self) -> None:
        self._h2.initiate_connection()
        first = True
        while data := self._socket.recv(65536):
            if first and self._faults.whole_preface and not data.startswith(PREFACE):
                return
            first = False
            asked = [event for event in self._h2.receive_data(data) if isinstance(event, h2.events.RequestReceived)]
            for event in asked[:1] if self._faults.one_stream else asked:
                self._give(event)
            self._send_bodies()
            self._socket.sendall(self._h2.data_to_send())
            if asked and self._faults.goes_away:
                return

    def _give(self, event: h2.events.RequestReceived) -> None:
        if self._faults.goes_away:
            self._h2.close_connection(h2.errors.ErrorCodes.ENHANCE_YOUR_CALM)
            return
        if self._faults.resets:
            self._h2.reset_stream(event.stream_id, h2.errors.ErrorCodes.INTERNAL_ERROR)
            return
        fields = {str(name): str(value) for name, value in event.headers}
        method = "GET" if self._faults.body_to_head else fields[":method"]
        reply = self._answer(Asked(method, fields[":path"], close=False))
        assert isinstance(reply, Reply)
        length = len(reply.body) if reply.length is None else reply.length
        head = [(":status", str(reply.status)), ("content-type", reply.content_type), ("content-length", str(length))]
        self._h2.send_headers(event.stream_id, head, end_stream=method == "HEAD")
        if method != "HEAD":
            self._left[event.stream_id] = reply.body

    def _send_bodies(self) -> None:
        for stream, body in list(self._left.items()):
            if self._faults.no_windows:
                # Behind the back of the library, which knows better.
                frame = len(body).to_bytes(3, "big") + bytes([0, 1]) + stream.to_bytes(4, "big")
                self._socket.sendall(self._h2.data_to_send() + frame + body)
                del self._left[stream]
                continue
            room = min(self._h2.local_flow_control_window(stream), len(body))
            if room or not body:
                self._h2.send_data(stream, body[:room], end_stream=room == len(body))
                self._left[stream] = body[room:]
                if room == len(body):
                    del self._left[stream]
