"""`--generator`: races that somebody else's tool laps, and what becomes of tools that give up or say what cannot be."""

import pytest

from extras import need_tool
from fairlap.generators.tools.registry import TOOLS
from fairlap.hosting.programs import find_program
from race_helpers import BY_A_TOOL
from support import Fairlap

INSTALLED_IN_CI = ("ab", "wrk", "h2load", "oha", "hey", "k6", "autocannon")
HERE = [tool for tool in TOOLS if tool in INSTALLED_IN_CI or find_program(tool) is not None]
"""The others are in no registry: they drive a race here where they are installed."""


@pytest.mark.parametrize("tool", HERE)
def test_a_tool_laps_a_real_race(fairlap: Fairlap, tool: str) -> None:
    need_tool(tool)
    suite = "one-connection-each" if tool == "webbench" else "misbehaving"
    done = fairlap("run", suite, "--generator", tool, *BY_A_TOOL)
    assert done.code == 0, (done.out, done.err)
    versions, load = done.document["versions"], done.document["load"]
    assert versions["generator"] == tool
    assert (versions["generator_version"] is None) == (TOOLS[tool].version_arguments is None)
    assert load["lap_ms"] == 1000
    for name in ("reference", "good", "good-twin"):
        row = done.row(name)
        assert row["status"] == "ok", row
        assert row["throughput_per_s"]["value"] > 100
        assert row["latency_us"] is None, "a percentile comes from a merged histogram only, and tools have none"
        assert row["reconnects"] is None, "no tool tells it"
        assert "implausible" not in [flag["name"] for flag in row["flags"]], row["flags"]


def test_a_contestant_that_dies_under_a_tool_is_a_failed_row(fairlap: Fairlap) -> None:
    need_tool("wrk")
    names = ("--contestants", "good,crash-mid-lap")
    # It answers 250 requests in a lap of a second, and ends at its 1000th.
    done = fairlap(
        "run", "misbehaving", "--generator", "wrk", *names, "--rounds", "1", "--cycles", "6", "--json", "-"
    )  # fmt: skip
    assert done.code == 1
    assert done.row("good")["status"] == "ok"
    assert done.row("crash-mid-lap")["status"] == "failed"
    assert "ended with exit status 4" in done.row("crash-mid-lap")["reason"], "and not what the tool makes of it"


def test_a_server_that_does_not_speak_a_tools_http_is_told_so_at_once(fairlap: Fairlap) -> None:
    need_tool("ab")
    names = ("--contestants", "good,ignores-http10")
    done = fairlap("run", "misbehaving", "--generator", "ab", *names, *BY_A_TOOL[2:])
    row = done.row("ignores-http10")
    assert (done.code, row["status"]) == (1, "failed")
    assert "ab knows HTTP/1.0 only, and this does not keep a connection of that" in row["reason"]
    assert done.row("good")["status"] == "ok"
