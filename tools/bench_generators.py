"""What a request costs the load generator: fairload and wrk in turn against one reference server, in one run.

The server has CPU 0, the generators take turns on CPU 1. CPU is user + system of the generator's process (rusage of the
ended child); on loopback a sender also does the receiver's work, so the whole machine's CPU is printed beside it.
Ratios of one run can be trusted, absolute numbers of a shared machine cannot: that is why this is no test.
"""

import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from fairlap.generators.fairload import find_fairload
from fairlap.host import read_cpu_times

TURNS = 5
SECONDS = 4
CONNECTIONS = 64
SERVER_CPU, CLIENT_CPU = 0, 1
EXPECTED = ["--expect-text", "Hello, world!\n"]


@dataclass(frozen=True)
class Turn:
    """One turn of one generator."""

    throughput_per_s: float
    client_us_per_request: float
    machine_us_per_request: float


def main() -> int:
    """Print a Markdown table; exit status 1 when a generator is missing."""
    if (os.cpu_count() or 1) < 2:
        print("needs two CPUs: one for the server, one for the generators", file=sys.stderr)
        return 1
    port = free_port()
    fairload = str(find_fairload())
    url = f"http://127.0.0.1:{port}/"
    generators: dict[str, tuple[list[str], Callable[[str], int]]] = {
        "fairload": (
            [fairload, url, "-c", str(CONNECTIONS), "-d", f"{SECONDS}s", "-t", "1", "--json", *EXPECTED],
            fairload_requests,
        )
    }
    if shutil.which("wrk"):
        generators["wrk"] = (["wrk", "-c", str(CONNECTIONS), "-d", f"{SECONDS}s", "-t", "1", url], wrk_requests)
    else:
        print("wrk is not installed (apt-get install wrk): fairload is shown alone", file=sys.stderr)
    server = subprocess.Popen(
        ["taskset", "--cpu-list", str(SERVER_CPU), fairload, "reference", "--port", str(port)],
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port)
        turns = take_turns(generators)
    finally:
        server.terminate()
        server.wait()
    print_table(turns)
    return 0 if "wrk" in generators else 1


def take_turns(generators: dict[str, tuple[list[str], Callable[[str], int]]]) -> dict[str, list[Turn]]:
    """`TURNS` turns of each, alternating, the order reversed every time; one turn of warm-up is thrown away."""
    turns: dict[str, list[Turn]] = {name: [] for name in generators}
    for number in range(TURNS + 1):
        names = list(generators) if number % 2 else list(generators)[::-1]
        for name in names:
            command, count = generators[name]
            turn = take_turn(command, count)
            if number:
                turns[name].append(turn)
    return turns


def take_turn(command: list[str], count: Callable[[str], int]) -> Turn:
    """Run a generator on its CPU and divide the CPU that it took by its requests."""
    machine_before = read_cpu_times()
    began = time.monotonic()
    process = subprocess.Popen(["taskset", "--cpu-list", str(CLIENT_CPU), *command], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    elapsed_s = time.monotonic() - began
    if status != 0:
        raise SystemExit(f"{command[0]} ended with status {os.waitstatus_to_exitcode(status)}:\n{text}")
    busy = read_cpu_times().since(machine_before)
    requests = count(text)
    return Turn(
        requests / elapsed_s,
        (usage.ru_utime + usage.ru_stime) * 1e6 / requests,
        (busy.total_us - busy.idle_us) / requests,
    )


def fairload_requests(text: str) -> int:
    """Requests that got a right answer, from fairload's JSON."""
    requests: int = json.loads(text)["ok"]
    return requests


def wrk_requests(text: str) -> int:
    """Requests, from wrk's summary."""
    return int(found(r"(\d+) requests in", text))


def found(pattern: str, text: str) -> str:
    """The group of the pattern; a summary without it is an error, not a zero."""
    match = re.search(pattern, text)
    if match is None:
        raise SystemExit(f"no {pattern!r} in:\n{text}")
    return match.group(1)


def print_table(turns: dict[str, list[Turn]]) -> None:
    """Medians over the turns, and each generator's cost as a ratio to the last one's, turn by turn."""
    print(f"{TURNS} alternating turns of {SECONDS} s, {CONNECTIONS} connections, keep-alive, one thread on one CPU\n")
    print("| generator | requests/s | generator CPU, us/request | each turn | whole machine CPU, us/request |")
    print("|---|---|---|---|---|")
    for name, taken in turns.items():
        each = " ".join(f"{turn.client_us_per_request:.2f}" for turn in taken)
        print(
            f"| {name} | {statistics.median(turn.throughput_per_s for turn in taken):,.0f} "
            f"| {statistics.median(turn.client_us_per_request for turn in taken):.2f} | {each} "
            f"| {statistics.median(turn.machine_us_per_request for turn in taken):.2f} |"
        )
    if "wrk" in turns:
        pairs = zip(turns["fairload"], turns["wrk"], strict=True)
        ratios = [ours.client_us_per_request / theirs.client_us_per_request for ours, theirs in pairs]
        print(f"\nfairload / wrk, generator CPU per request: median {statistics.median(ratios):.3f}", end=" ")
        print(f"({min(ratios):.3f} to {max(ratios):.3f})")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(port: int, bound_s: float = 5.0) -> None:
    """Until something listens."""
    deadline = time.monotonic() + bound_s
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


if __name__ == "__main__":
    sys.exit(main())
