"""A small correct HTTP server; options in the manifests of this folder make it misbehave."""

import argparse
import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time

parser = argparse.ArgumentParser()
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--port", type=int, required=True)
parser.add_argument("--message", default="Hello World!")
parser.add_argument("--status", type=int, default=200)
parser.add_argument("--wrong-every", type=int, metavar="N", help="every Nth answer has a wrong body")
parser.add_argument("--delay-ms", type=float, default=0, help="before every answer: bounds the throughput")
parser.add_argument("--end-after", type=int, metavar="N", help="end with status 4 at the Nth request, or after SIGUSR1")
parser.add_argument("--ignore-term", action="store_true")
parser.add_argument("--ignore-version", action="store_true", help="take HTTP/1.0 for HTTP/1.1")
parser.add_argument("--leave-child", action="store_true", help="leave a child in a session of its own")
parser.add_argument("--stop-rivals", action="store_true", help="stop all other such servers that it may, at answer 50")
parser.add_argument("--flood-rivals", action="store_true", help="connect to all other ports, 200 times, at answer 50")
parser.add_argument("--hoard", action="store_true", help="fill /tmp, /dev/shm and the log before it listens")
parser.add_argument("--flood-log", action="store_true", help="write 450 MiB before it listens, and at answer 50")
parser.add_argument("--blind-after", type=int, metavar="N", help="from the Nth request on, answer them without reading")
parser.add_argument("--blind-on-busy", type=int, metavar="N", help="the same, from the Nth request of a connection on")
parser.add_argument("--paths-after", type=int, metavar="N", help="from the Nth request on, read their paths only")
parser.add_argument("--lines-after", type=int, metavar="N", help="the same, their first lines, and skip the usual rest")
parser.add_argument("--hold-ms", type=int, metavar="N", help="from the 100th on, hold answers for N ms when it was frozen")
parser.add_argument("--favour-each", type=int, metavar="N", help="while each Nth connection asks, others wait 0.15 s")
parser.add_argument("--backlog", type=int, default=100, help="connections that may wait until they are accepted")
parser.add_argument("--hang-every", type=int, metavar="N", help="every Nth request gets no answer")
options = parser.parse_args()
flood = []


def stop_rivals():
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                is_rival = b"server.py\0--host" in file.read() and int(name) != os.getpid()
            if is_rival:
                os.kill(int(name), signal.SIGSTOP)
                print(f"stopped {name}", flush=True)
        except (FileNotFoundError, ProcessLookupError, PermissionError) as error:
            print(error, flush=True)


def flood_rivals():
    with open("/proc/net/tcp") as file:
        listening = [line.split()[1] for line in file if " 0A " in line]
    ports = {int(address.rpartition(":")[2], 16) for address in listening} - {options.port}
    for port in ports:
        for _ in range(200):
            flood.append(socket.create_connection((options.host, port), timeout=1))
            flood[-1].send(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 10)
    print(f"flooded {len(ports)} ports", flush=True)


def hoard():
    for folder in ("/tmp", "/dev/shm"):
        try:
            with open(f"{folder}/hoarded-by-a-contestant", "wb", buffering=0) as file:
                for _ in range(300):
                    file.write(bytes(1 << 20))
        except OSError as error:
            print(error, flush=True)
    for _ in range(200):
        print("x" * 100_000)


def flood_log():
    for _ in range(450):
        os.write(1, b"x" * (1 << 20))
    print("\nflooded", flush=True)


def still_held_s():
    """The seconds until held answers are given; a pause of 50 ms means that it was frozen."""
    now = time.monotonic()
    if options.hold_ms and Server.answers > 100 and now - Server.asked_s > 0.05:
        Server.held_until_s = now + options.hold_ms / 1000
    Server.asked_s = now
    return Server.held_until_s - now


class Server(asyncio.Protocol):
    answers = 0
    usual_rest = 1 << 20  # bytes of a head after its first line: the fewest
    asked_s = held_until_s = favoured_s = 0.0
    connections = 0

    def connection_made(self, transport):
        self.transport = transport
        Server.connections += 1
        self.is_favoured = not options.favour_each or Server.connections % options.favour_each == 0
        self.unread = b""
        self.requests = 0

    def data_received(self, data):
        if self.is_favoured:
            Server.favoured_s = time.monotonic()
            self.read(data)
        else:
            self.wait(data, time.monotonic())

    def wait(self, data, since_s):  # without ever being idle
        now_s = time.monotonic()
        if now_s - Server.favoured_s < 0.002 and now_s - since_s < 0.15:
            asyncio.get_running_loop().call_soon(self.wait, data, since_s)
        else:
            self.read(data)

    def read(self, data):
        self.unread += data
        if options.lines_after and Server.answers >= options.lines_after:
            self.skim()
            return
        while b"\r\n\r\n" in self.unread and not self.transport.is_closing():
            head, _, self.unread = self.unread.partition(b"\r\n\r\n")
            method, path, version = head.split(b"\r\n", 1)[0].split(b" ", 2)
            if options.lines_after and Server.answers >= options.lines_after - 100:  # under load
                Server.usual_rest = min(Server.usual_rest, len(head) + 4 - head.index(b"\r\n"))
            old, said = version == b"HTTP/1.0" and not options.ignore_version, head.lower()
            keep = b"\r\nconnection: keep-alive" in said if old else b"\r\nconnection: close" not in said
            self.answer(method, path, keep, b"Connection: keep-alive\r\n\r\n" if old else b"\r\n")

    def skim(self):  # one at a time: no client has two requests on their way
        line, found, _ = self.unread.partition(b"\r\n")
        size = len(line) + Server.usual_rest
        if found and len(self.unread) >= size:
            self.unread = self.unread[size:]
            method, path = (*line.split(b" "), b"")[:2]
            self.answer(method, path, True, b"\r\n")

    def answer(self, method, path, keep, kept):
        Server.answers += 1
        self.requests += 1
        if options.stop_rivals and Server.answers == 50:
            stop_rivals()
        if options.flood_rivals and Server.answers == 50:
            flood_rivals()
        if options.flood_log and Server.answers == 50:
            threading.Thread(target=flood_log).start()
        if options.end_after and Server.answers >= options.end_after:
            print(f"gave up at request {Server.answers}", file=sys.stderr, flush=True)
            os._exit(4)
        if options.hang_every and Server.answers % options.hang_every == 0:
            return
        if not options.favour_each:  # even a sleep of 0 ms leaves the CPU idle
            time.sleep(options.delay_ms / 1000)
        wrong = options.wrong_every and Server.answers % options.wrong_every == 0
        blind = options.blind_after and Server.answers >= options.blind_after
        blind = blind or (options.blind_on_busy and self.requests >= options.blind_on_busy)
        status = options.status if path == b"/" or blind else 404
        body = b'{"message":"%s"}' % ("Hello Wurld!" if wrong else options.message).encode()
        head = b"HTTP/1.1 %d -\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % (status, len(body))
        head += kept if keep else b"Connection: close\r\n\r\n"
        any_method = options.paths_after and Server.answers >= options.paths_after
        answer = head if method == b"HEAD" and not any_method else head + body
        left_s = still_held_s()
        if left_s > 0:
            asyncio.get_running_loop().call_later(left_s, self.give, answer, keep)
        else:
            self.give(answer, keep)

    def give(self, answer, keep):
        self.transport.write(answer)
        if not keep:
            self.transport.close()


async def main():
    server = await asyncio.get_running_loop().create_server(Server, options.host, options.port, backlog=options.backlog)
    await server.serve_forever()


if options.ignore_term:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if options.end_after:
    signal.signal(signal.SIGUSR1, lambda *_: setattr(Server, "answers", options.end_after))
if options.leave_child:  # the shell ends at once, which orphans the child; the child ends by itself if nothing kills it
    subprocess.run(["setsid", "--fork", "sleep", "300"], check=True)
if options.hoard:
    hoard()
if options.flood_log:
    flood_log()
asyncio.run(main())
