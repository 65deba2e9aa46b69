"""Fails to bind: the port is in use."""

import socket
import sys

address = ("127.0.0.1", int(sys.argv[-1]))
first = socket.create_server(address)
second = socket.create_server(address)
