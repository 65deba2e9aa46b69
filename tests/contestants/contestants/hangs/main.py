"""Accepts connections, reads, and never answers."""

import socketserver
import sys


class Silent(socketserver.BaseRequestHandler):
    def handle(self):
        while self.request.recv(65536):
            pass


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


with Server(("127.0.0.1", int(sys.argv[-1])), Silent) as server:
    server.serve_forever()
