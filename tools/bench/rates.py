"""How to ask each generator for a fixed rate, the best way that its manual offers."""

import json
from collections.abc import Callable

from fairlap.generators.tools import k6, vegeta
from fairlap.generators.tools.registry import TOOLS
from fairlap.generators.tools.tool import Commands, LoadSpec

Paced = Callable[[LoadSpec, int], Commands]
"""Commands that offer so many requests per second."""

MOST_USERS = 1000
"""Virtual users that k6 may add when all others wait."""


def _with(name: str, option: Callable[[LoadSpec, int], tuple[str, ...]]) -> Paced:
    """Insert options before the URL, the last argument of the usual command."""

    def paced(ask: LoadSpec, rate_per_s: int) -> Commands:
        (command,) = TOOLS[name].commands(ask)
        return ((*command[:-1], *option(ask, rate_per_s), command[-1]),)

    return paced


def _each(ask: LoadSpec, rate_per_s: int) -> str:
    """Return the rate of each connection."""
    return f"{rate_per_s / ask.connections:g}"


def _k6(ask: LoadSpec, rate_per_s: int) -> Commands:
    """LoadSpec for a constant arrival rate with a virtual user for each connection, and more if they do not suffice."""
    commands = k6.commands(ask)
    scenario = {
        "executor": "constant-arrival-rate",
        "rate": rate_per_s,
        "timeUnit": "1s",
        "duration": f"{ask.duration_s}s",
        "preAllocatedVUs": ask.connections,
        "maxVUs": max(MOST_USERS, ask.connections),
    }
    options = {"scenarios": {"paced": scenario}, "discardResponseBodies": True, "maxRedirects": 0}
    request = {"method": "GET", "url": ask.url, "body": None, "headers": {}, "timeout": f"{ask.timeout_s}s"}
    text = k6.SCRIPT % {"options": json.dumps(options), "request": json.dumps(request)}
    (ask.folder / "request.js").write_text(text, encoding="utf-8")
    return commands


def _vegeta(ask: LoadSpec, rate_per_s: int) -> Commands:
    """Replace the unlimited rate, and allow any number of workers."""
    attack, report = vegeta.commands(ask)
    kept = [part for number, part in enumerate(attack) if "-max-workers" not in (part, attack[number - 1])]
    return (tuple(f"-rate={rate_per_s}/1s" if part == "-rate=0" else part for part in kept), report)


PACED: dict[str, Paced] = {
    "h2load": _with("h2load", lambda ask, rate: ("--rps", _each(ask, rate))),
    "oha": _with("oha", lambda _, rate: ("-q", str(rate), "--latency-correction")),
    "hey": _with("hey", lambda ask, rate: ("-q", _each(ask, rate))),
    "autocannon": _with("autocannon", lambda _, rate: ("-R", str(rate))),
    "plow": _with("plow", lambda _, rate: ("--rate", str(rate))),
    "bombardier": _with("bombardier", lambda _, rate: ("-r", str(rate))),
    "k6": _k6,
    "vegeta": _vegeta,
}
"""Generators without an entry (ab, wrk, webbench, gcannon) have no rate."""
