"""(d) The same pairs measured as the seeds do: one after another, 100,000 requests to warm up, 100,000 that count.

A repetition starts each side afresh, one after the other, like two rows of a published table. The generator is `ab` if
it is installed, otherwise `fairload`.
"""

import json
import math
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from tools.bench.daemon import daemon
from tools.pages import FOLDER, ROOT
from tools.proof.documents import add_line, read_lines
from tools.proof.truth import BASE_US, slow_us

from fairlap.hosting.programs import find_fairload, find_program
from fairlap.race.run import now

SEEDS = FOLDER / "real-seeds.jsonl"
REQUESTS, CONNECTIONS = 100_000, 100
SERVER_CPU, CLIENT_CPU = 0, 1


@dataclass(frozen=True, slots=True)
class SeedPair:
    """One repetition: right answers per second of both passes."""

    pair: str
    tool: str
    started_at: str
    base_per_s: float
    new_per_s: float

    @property
    def log_ratio(self) -> float:
        """The log of new relative to base."""
        return math.log(self.new_per_s / self.base_per_s)


def measure_pairs(repetitions: int) -> None:
    """Measure until every pair has so many repetitions."""
    pairs = {"equal-reference": (_reference(BASE_US), _reference(BASE_US)), "equal-node": (_node(), _node())}
    if (slower := slow_us().get("reference-slow3")) is not None:
        pairs["slower-3"] = (_reference(BASE_US), _reference(slower))
    done = {name: sum(row.pair == name for row in read_pairs()) for name in pairs}
    while waiting := [name for name in pairs if done[name] < repetitions]:
        for name in waiting:
            tool = "ab" if find_program("ab") else "fairload"
            started_at = now()
            base_per_s, new_per_s = (_pass(tool, command) for command in pairs[name])
            row = SeedPair(name, tool, started_at, base_per_s, new_per_s)
            add_line(SEEDS, row)
            done[name] += 1
            print(f"{name} {done[name]}: {math.expm1(row.log_ratio):+.1%}", flush=True)


def read_pairs() -> tuple[SeedPair, ...]:
    """Read all repetitions so far."""
    return read_lines(SEEDS, SeedPair)


def _reference(cpu_us: float) -> list[str]:
    answers = ROOT / "contestants" / "reference" / "answers.json"
    return [str(find_fairload()), "reference", "--port", "{port}", "--answers", str(answers), "--cpu-us", f"{cpu_us:g}"]


def _node() -> list[str]:
    return ["node", str(ROOT / "contestants" / "node" / "server.mjs"), "{port}"]


def _pass(tool: str, server: Sequence[str]) -> float:
    """Start the server; return the throughput of the second pass."""
    with daemon(server, SERVER_CPU) as started:
        _load(tool, started.url)
        return _load(tool, started.url)


def _load(tool: str, url: str) -> float:
    if tool == "ab":
        command = ["ab", "-q", "-k", "-c", str(CONNECTIONS), "-n", str(REQUESTS), url]
    else:
        command = [str(find_fairload()), url, "-c", str(CONNECTIONS), "-n", str(REQUESTS), "--json"]
    pinned = ["taskset", "--cpu-list", str(CLIENT_CPU), *command]
    text = subprocess.run(pinned, check=True, stdout=subprocess.PIPE, text=True).stdout
    if tool == "fairload":
        return float(json.loads(text)["throughput_per_s"])
    found = re.search(r"Requests per second:\s+([\d.]+)", text)
    if found is None:
        raise SystemExit(f"no throughput in:\n{text}")
    return float(found[1])
