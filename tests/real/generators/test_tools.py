"""`--generator`: races with other tools, and tools that give up or print impossible values."""

import os
import stat
from pathlib import Path

import pytest

from extras import need_tool
from fairlap.generators.tools.registry import TOOLS
from fairlap.hosting.programs import find_program
from race_helpers import BY_A_TOOL, refused
from support import Fairlap, Finished

IS_REFERENCE = 'import sys, urllib.request; sys.exit(urllib.request.urlopen(sys.argv[-1]).reason != "OK")'
"""The others say "-"."""

INSTALLED_IN_CI = ("ab", "wrk", "h2load", "oha", "hey", "k6", "autocannon")
HERE = [tool for tool in TOOLS if tool in INSTALLED_IN_CI or find_program(tool) is not None]
"""The others are in no registry: they drive a race here where they are installed."""


def test_who_lapped_is_told_to_a_reader_and_runs_of_two_generators_are_not_compared(fairlap: Fairlap) -> None:
    need_tool("wrk")
    first = fairlap("run", "misbehaving", "--generator", "wrk", *BY_A_TOOL)
    second = fairlap("run", "misbehaving", *BY_A_TOOL)
    assert "lapped by wrk" in fairlap("report", first.document["run"]).out
    assert "lapped by" not in fairlap("report", second.document["run"]).out
    compared = fairlap("compare", first.document["run"], second.document["run"])
    assert compared.code == 2
    assert "generator: wrk and fairload" in " ".join(compared.err.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--generator", "apachebench"), "unknown generator 'apachebench'"),
        (("--generator", "ab", "--slo", "p99<10ms"), "--slo needs fairload, not ab"),
        (("--generator", "ab", "--sweep", "1,8"), "--sweep needs fairload, not ab"),
        (("--generator", "ab", "--rates"), "--rates needs fairload, not ab"),
    ],
)
def test_what_a_tool_cannot_is_refused_before_anything(
    fairlap: Fairlap, arguments: tuple[str, ...], words: str
) -> None:
    need_tool("ab")
    refused(fairlap.in_process("run", "misbehaving", *arguments), words, fairlap)


def test_a_tool_that_is_not_there_is_named_with_its_command(fairlap: Fairlap, tmp_path: Path) -> None:
    done = Fairlap(fairlap.catalog, fairlap.results, ("env", f"PATH={tmp_path}"))(
        "run", "misbehaving", "--generator", "oha"
    )
    refused(done, "oha is not installed (cargo install oha", fairlap)


def test_a_report_that_cannot_be_true_is_left_out_and_the_row_fails(fairlap: Fairlap, tmp_path: Path) -> None:
    wrk = need_tool("wrk")
    report = (
        "Running 1s test @ http://127.0.0.1/\n  1 threads and 8 connections\n"
        "  Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
        "    Latency     1.00ms    1.00ms   9.00ms   90.00%\n    Req/Sec     1.00k    10.00     1.01k    90.00%\n"
        "  Latency Distribution\n     50%    1.00ms\n     75%    1.00ms\n     90%    1.00ms\n     99%    1.00ms\n"
        "  1000 requests in 1.00s, 117.19KB read\nRequests/sec:   9999.99\nTransfer/sec:    117.19KB\n"
    )
    honest = f'if python3 -c \'{IS_REFERENCE}\' "$@"; then exec {wrk} "$@"; fi\n'
    done = with_a_wrk_that(f"{honest}cat <<'END'\n{report}END", fairlap, tmp_path)
    assert done.code == 1
    row = done.row("good")
    assert row["status"] == "failed"
    assert "no valid lap" in row["reason"]
    flags = {flag["name"]: flag["reason"] for flag in row["flags"]}
    assert "1,000 answers in 1 s are not 10,000 per second" in flags["implausible"]


def test_a_garbled_report_ends_the_race_with_one_line_and_no_number(fairlap: Fairlap, tmp_path: Path) -> None:
    done = with_a_wrk_that("echo 'Running 1s test'", fairlap, tmp_path)
    assert done.code == 1
    assert done.out == ""
    assert "wrk did not print its requests" in " ".join(done.err.split())


def with_a_wrk_that(does: str, fairlap: Fairlap, tmp_path: Path) -> Finished:
    """Run with a fake program of that name. One cycle, whose laps take no time."""
    program = tmp_path / "bin" / "wrk"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'wrk 4.2.0 [epoll]'; exit 1; fi\n{does}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    changed = Fairlap(
        fairlap.catalog, fairlap.results, ("env", f"PATH={program.parent}{os.pathsep}{os.environ['PATH']}")
    )
    return changed("run", "misbehaving", "--generator", "wrk", *BY_A_TOOL)


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
    for name in ("reference", "good"):
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
    assert "does not keep HTTP/1.0 connections, but ab supports only HTTP/1.0" in row["reason"]
    assert done.row("good")["status"] == "ok"
