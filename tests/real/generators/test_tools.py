"""`--generator`: races with other tools, and tools that give up or print impossible values."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from extras import need_tool
from fairlap.generators.tools.registry import TOOLS
from fairlap.hosting.programs import find_program
from left_behind import left_behind
from race_helpers import BY_A_TOOL, SOON, ending, refused
from rehearsed import RehearsedFairlap, install_wrk
from support import ROOT, Fairlap, Finished

REPORT = """cat <<END
Running 1s test @ http://127.0.0.1/
  1 threads and 8 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     8.00ms    1.00ms   9.00ms   90.00%
    Req/Sec     1.00k    10.00     1.01k    90.00%
  Latency Distribution
     50%    8.00ms
     75%    8.00ms
     90%    8.00ms
     99%    8.00ms
  1000 requests in 1.00s, 117.19KB read
Requests/sec:   ${per_s:-1000.00}
Transfer/sec:    117.19KB
END"""
"""What a fake wrk prints: 1000 answers in a second."""

WHILE_LAPPED = ("cycle 2 of 4", "cycle 3 of 4")
BESIDE = {"ab": "ignores-http10", "wrk": "crash-when-told"}
"""Who races beside `good` and fails under a tool."""

INSTALLED_IN_CI = ("ab", "wrk", "h2load", "oha", "hey", "k6", "autocannon")
HERE = [tool for tool in TOOLS if tool in INSTALLED_IN_CI or find_program(tool) is not None]
"""The others are in no registry: they drive a race here where they are installed."""


def by_fake_wrk(does: str, rehearsed: RehearsedFairlap, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Finished:
    """Rehearse a race of one cycle by a fake wrk."""
    monkeypatch.setenv("PATH", f"{install_wrk(folder, does)}{os.pathsep}{os.environ['PATH']}")
    return rehearsed("run", "misbehaving", "--generator", "wrk", *BY_A_TOOL)


@pytest.mark.usefixtures("nothing_hidden")
def test_who_lapped_is_told_to_a_reader_and_runs_of_two_generators_are_not_compared(
    rehearsed: RehearsedFairlap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = by_fake_wrk(REPORT, rehearsed, tmp_path, monkeypatch)
    assert first.code == 0, first.err
    second = rehearsed("run", "misbehaving", *BY_A_TOOL)
    assert "lapped by wrk 4.2.0" in " ".join(rehearsed("report", first.document["run"]).out.split())
    assert "lapped by" not in rehearsed("report", second.document["run"]).out
    compared = rehearsed("compare", first.document["run"], second.document["run"])
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


def test_what_is_pipelined_is_not_lapped_by_a_tool_that_cannot(tmp_path: Path) -> None:
    need_tool("ab")
    project = Fairlap(ROOT, tmp_path / "results")
    done = project.in_process("run", "pipelined", "--generator", "ab")
    refused(done, "ab sends one request at a time on a connection (use fairload or wrk", project)


def test_a_tool_that_is_not_there_is_named_with_its_command(fairlap: Fairlap, tmp_path: Path) -> None:
    done = Fairlap(fairlap.catalog, fairlap.results, ("env", f"PATH={tmp_path}"))(
        "run", "misbehaving", "--generator", "oha"
    )
    refused(done, "oha is not installed (cargo install oha", fairlap)


@pytest.mark.usefixtures("nothing_hidden")
def test_a_report_that_cannot_be_true_is_left_out_and_the_row_fails(
    rehearsed: RehearsedFairlap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first of its two laps is that of `good`, because of the seed.
    first = f"if [ ! -e '{tmp_path}/lapped' ]; then per_s=9999.99; fi\ntouch '{tmp_path}/lapped'\n"
    done = by_fake_wrk(first + REPORT, rehearsed, tmp_path, monkeypatch)
    assert done.code == 1
    row = done.row("good")
    assert row["status"] == "failed"
    assert "no valid lap (implausible: laps were ignored because wrk reported: 1,000 answers in 1 s" in row["reason"]
    flags = {flag["name"]: flag["reason"] for flag in row["flags"]}
    assert "1,000 answers in 1 s are not 10,000 per second" in flags["implausible"]
    assert done.row("reference")["throughput_per_s"]["value"] == pytest.approx(1000)


@pytest.mark.usefixtures("nothing_hidden")
def test_a_garbled_report_ends_the_race_with_one_line_and_no_number(
    rehearsed: RehearsedFairlap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = by_fake_wrk("echo 'Running 1s test'", rehearsed, tmp_path, monkeypatch)
    assert done.code == 1
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert "wrk did not print its requests" in " ".join(done.err.split())


@dataclass
class ToolRaces:
    """Real races, one by each tool, that tests share."""

    fairlap: Fairlap
    done: dict[str, Finished] = field(default_factory=dict)

    def by(self, tool: str) -> Finished:
        """Return the race by that tool; skip without it."""
        need_tool(tool)
        if tool not in self.done:
            suite = "one-connection-each" if tool == "webbench" else "by-a-tool"
            names = ",".join(("good", BESIDE[tool])) if tool in BESIDE else "good"
            # In the second cycle, fairlap has already asked as the tool does: the next request is one of wrk itself.
            # On a busy machine the board may show a cycle when its lap is over, or not at all, so there are two more;
            # and a lap of h2load or oha may be invalid, and must not be the only one: h2load divides by the second it
            # was asked for, also when a busy machine let it count for longer, and oha's connections rest while it is
            # kept from its CPU. Of the others, an implausible lap fails the row.
            cycles = {"wrk": "4", "h2load": "3", "oha": "3"}.get(tool, "1")
            options = ("--rounds", "1", "--cycles", cycles, "--seed", "3", *SOON, "--json", "-")
            self.done[tool] = self.fairlap.on_terminal(
                "run", suite, "--generator", tool, "--contestants", names, *options,
                see=ending("--end-after", self.fairlap, *WHILE_LAPPED) if tool == "wrk" else lambda _: None,
            )  # fmt: skip
            lapped = " ".join(self.fairlap.in_process("report").out.split())
            assert f"lapped by {tool}" in lapped
        return self.done[tool]


@pytest.fixture(scope="module")
def races(misbehaving_catalog: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ToolRaces]:
    """Real races by tools; they must leave nothing running."""
    folder = tmp_path_factory.mktemp("tools")
    yield ToolRaces(Fairlap(misbehaving_catalog, folder / "results"))
    assert left_behind(folder) == []


@pytest.mark.parametrize("tool", HERE)
def test_a_tool_laps_a_real_race(races: ToolRaces, tool: str) -> None:
    done = races.by(tool)
    assert done.code == (tool in BESIDE), done.err[-500:]
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


def test_a_contestant_that_dies_under_a_tool_is_a_failed_row(races: ToolRaces) -> None:
    done = races.by("wrk")
    assert done.code == 1
    assert done.row("good")["status"] == "ok"
    row = done.row("crash-when-told")
    assert row["status"] == "failed"
    assert "lap: ended with exit status 4" in row["reason"], "and not what the tool makes of it"


def test_a_server_that_does_not_speak_a_tools_http_is_told_so_at_once(races: ToolRaces) -> None:
    done = races.by("ab")
    row = done.row("ignores-http10")
    assert (done.code, row["status"]) == (1, "failed")
    assert "does not keep HTTP/1.0 connections, but ab supports only HTTP/1.0" in row["reason"]
    assert done.row("good")["status"] == "ok"
