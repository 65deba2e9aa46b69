"""How each generator is asked for a fixed rate: what its own manual offers for it, at its best."""

import json
from collections.abc import Callable
from pathlib import Path

from tools.bench.own import fairload_command

from fairlap.generators.tools import k6, vegeta
from fairlap.generators.tools.registry import TOOLS
from fairlap.generators.tools.tool import Commands, LoadSpec

Paced = Callable[[LoadSpec, int], Commands]
"""Commands that offer so many requests per second."""

MOST_USERS = 1000
"""Virtual users that k6 may add where those that it has are all waiting."""


def fairload_paced(fairload: Path, engine: str | None) -> Paced:
    """Constant arrivals; spinning, as it has a CPU of its own: response times are then without its waking up."""

    def paced(ask: LoadSpec, rate_per_s: int) -> Commands:
        more = ("--rate", str(rate_per_s), "--arrivals", "constant", "--spin")
        return (fairload_command(fairload, engine, ask, more),)

    return paced


def _with(name: str, option: Callable[[LoadSpec, int], tuple[str, ...]]) -> Paced:
    """The usual command with more options before its URL, which stands last."""

    def paced(ask: LoadSpec, rate_per_s: int) -> Commands:
        (command,) = TOOLS[name].commands(ask)
        return ((*command[:-1], *option(ask, rate_per_s), command[-1]),)

    return paced


def _each(ask: LoadSpec, rate_per_s: int) -> str:
    """Of a single connection."""
    return f"{rate_per_s / ask.connections:g}"


def _k6(ask: LoadSpec, rate_per_s: int) -> Commands:
    """Its constant arrival rate, with a virtual user for each connection, and more where they are not enough."""
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
    request: dict[str, object] = {
        "method": "GET",
        "url": ask.url,
        "body": None,
        "headers": {},
        "timeout": f"{ask.timeout_s}s",
    }
    text = k6.SCRIPT % {"options": json.dumps(options), "request": json.dumps(request)}
    (ask.folder / "request.js").write_text(text, encoding="utf-8")
    return commands


def _vegeta(ask: LoadSpec, rate_per_s: int) -> Commands:
    """Its rate instead of none, and as many workers as it wants."""
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
