"""Parsers of other tools, against their real output; truncated or garbled output gives no number."""

from pathlib import Path

import pytest

from fairlap.catalog import Expect, Request
from fairlap.errors import UsageError
from fairlap.generators.fairload import Target
from fairlap.generators.tools.laps import require_support
from fairlap.generators.tools.registry import TOOLS
from fairlap.generators.tools.sanity import doubts
from fairlap.generators.tools.tool import LoadSpec, ToolLatency, ToolOutputError, ToolResult
from support import GOLDEN

OUTPUTS = GOLDEN / "tools"
FORMS = {"ab": "txt", "wrk": "txt", "h2load": "txt", "hey": "txt", "webbench": "txt", "oha": "json", "k6": "json",
         "autocannon": "json", "bombardier": "json", "vegeta": "json", "plow": "txt"}  # fmt: skip
"""What we ask each tool for."""


def golden(tool: str, case: str) -> Path:
    found = (path for path in OUTPUTS.glob(f"{tool}-*.{FORMS[tool]}") if "keepalive" not in path.stem)
    (path,) = (path for path in found if path.stem.rpartition("-")[2] == case)
    return path


def ask(tool: str, folder: Path = Path("/nowhere")) -> LoadSpec:
    return LoadSpec("http://127.0.0.1:8191/", 20, tool != "webbench", folder, duration_s=2)


def parsed(tool: str, case: str) -> ToolResult:
    return TOOLS[tool].parse(golden(tool, case).read_text(encoding="utf-8"), "", ask(tool))


@pytest.mark.parametrize("tool", TOOLS)
def test_a_good_run_is_read_whole_and_can_be_true(tool: str) -> None:
    result = parsed(tool, "ok")
    assert result.answers > 0 and result.failed in (0, None) and result.not_2xx in (0, None)
    assert doubts(result, connections=20, keepalive=False, body_bytes=14) == ()
    if tool == "webbench":
        assert result.latency is None, "it measures none"
    else:
        assert result.latency is not None and result.latency.mean_us is not None


@pytest.mark.parametrize("tool", [name for name in TOOLS if name != "webbench"])
def test_other_statuses_are_counted_separately(tool: str) -> None:
    broken, mixed = parsed(tool, "500"), parsed(tool, "mixed")
    assert broken.not_2xx == broken.answers > 0
    assert mixed.not_2xx is not None and 0.05 < mixed.not_2xx / mixed.answers < 0.15


def test_webbench_takes_errors_for_answers_and_says_nothing_of_them() -> None:
    broken = parsed("webbench", "500")
    assert broken.answers > 0 and broken.not_2xx is None


@pytest.mark.parametrize("tool", [name for name in TOOLS if name not in ("webbench", "autocannon", "wrk")])
def test_a_slow_server_is_seen_as_slow(tool: str) -> None:
    latency = parsed(tool, "slow").latency
    assert latency is not None and latency.mean_us is not None
    assert 3_000 <= latency.mean_us < 12_000, "3 ms, and 120 ms for one in fifty"


def test_wrk_is_read_as_printed_although_it_counts_answers_that_never_came() -> None:
    latency = parsed("wrk", "slow").latency
    assert latency is not None
    assert (latency.mean_us, latency.percentile_us(50.0), latency.percentile_us(90.0)) == (21_440, 3_470, 85_300)


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("case", ["ok", "mixed"])
def test_an_output_that_was_cut_off_anywhere_is_an_error_and_never_another_number(tool: str, case: str) -> None:
    whole, right = golden(tool, case).read_text(encoding="utf-8"), parsed(tool, case)
    refused = 0
    for end in range(len(whole)):
        try:
            result = TOOLS[tool].parse(whole[:end], "", ask(tool))
        except ToolOutputError:
            refused += 1
        else:
            assert result == right, f"after {end} characters: {whole[max(0, end - 40) : end]!r}"
    assert refused > len(whole) / 4


@pytest.mark.parametrize("tool", TOOLS)
def test_a_line_that_is_lost_is_an_error_or_was_of_no_use(tool: str) -> None:
    lines, right = golden(tool, "mixed").read_text(encoding="utf-8").splitlines(keepends=True), parsed(tool, "mixed")
    for lost in range(len(lines)):
        try:
            result = TOOLS[tool].parse("".join(lines[:lost] + lines[lost + 1 :]), "", ask(tool))
        except ToolOutputError:
            continue
        unknown = [name for name in right.__slots__ if getattr(result, name) != getattr(right, name)]
        assert unknown in ([], ["not_2xx"], ["bytes_received"]), f"without {lines[lost]!r}: {unknown}"


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("garbage", ["", "\0", "{}", "[]", "null", "Segmentation fault\n", "usage: x\n", "\ufffd" * 99])
def test_something_else_is_an_error(tool: str, garbage: str) -> None:
    with pytest.raises(ToolOutputError):
        TOOLS[tool].parse(garbage, "", ask(tool))


@pytest.mark.parametrize(("tool", "name"), [("ab", "ab-2.3-refused.txt"), ("wrk", "wrk-4.1.0-refused.txt")])
def test_a_tool_that_gave_up_says_why(tool: str, name: str) -> None:
    with pytest.raises(ToolOutputError, match=r"(?i)connection refused"):
        TOOLS[tool].parse((OUTPUTS / name).read_text(encoding="utf-8"), "", ask(tool))


def test_a_run_without_an_answer_has_no_response_times() -> None:
    for tool, name in (("oha", "oha-1.16.0-refused.json"),):
        result = TOOLS[tool].parse((OUTPUTS / name).read_text(encoding="utf-8"), "", ask(tool))
        assert (result.answers, result.failed, result.latency) == (0, 10, None)


def test_webbench_repeats_its_head_and_the_last_figures_count() -> None:
    text = golden("webbench", "mixed").read_text(encoding="utf-8")
    result = TOOLS["webbench"].parse(text, "", ask("webbench"))
    assert (result.answers, result.failed, result.answers_per_s) == (36295, 0, 36295 / 2)
    with pytest.raises(ToolOutputError, match="does not match its requests"):
        TOOLS["webbench"].parse(text, "", LoadSpec("http://h/", 5, False, Path(), duration_s=3))


@pytest.mark.parametrize(
    ("tool", "wish"),
    [
        ("webbench", {"keepalive": True, "duration_s": 2}),
        ("wrk", {"keepalive": True, "requests": 100}),
        ("plow", {"keepalive": False, "duration_s": 2}),
        ("h2load", {"keepalive": False, "duration_s": 2}),
        ("vegeta", {"keepalive": True, "requests": 100}),
        ("hey", {"keepalive": True, "requests": 101}),
        ("ab", {"keepalive": True, "duration_s": 2, "method": "DELETE"}),
    ],
)
def test_what_a_tool_cannot_do_is_refused(tool: str, wish: dict, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"{tool} cannot"):
        TOOLS[tool].commands(LoadSpec("http://127.0.0.1:1/", 20, folder=tmp_path, **wish))


def test_no_tool_is_given_http2(tmp_path: Path) -> None:
    over = Target("a", "h:1", Request(protocol="h2c"), Expect(), keepalive=True, timeout_ms=1, streams=1)
    with pytest.raises(UsageError, match=r"h2load is asked for HTTP/1\.1 only"):
        require_support(TOOLS["h2load"], over, 8, 1, tmp_path)


@pytest.mark.parametrize("body", [{"hex": "00ff"}, {"size_bytes": 10}])
def test_no_tool_is_given_bytes_that_are_no_text(tmp_path: Path, body: dict) -> None:
    given = Target("a", "h:1", Request(method="POST", **body), Expect(), keepalive=True, timeout_ms=1)
    with pytest.raises(UsageError, match="oha is asked for bodies of text only"):
        require_support(TOOLS["oha"], given, 8, 1, tmp_path)


def test_only_wrk_is_asked_for_several_requests_at_once(tmp_path: Path) -> None:
    plain = Target("a", "h:1", Request(), Expect(), keepalive=True, timeout_ms=1)
    for name, tool in TOOLS.items():
        if name != "wrk":
            with pytest.raises(UsageError, match=f"{name} sends one request at a time"):
                require_support(tool, plain, 8, 2, tmp_path)
    require_support(TOOLS["wrk"], plain, 8, 2, tmp_path)
    assert "string.rep(wrk.format(), 2)" in (tmp_path / "request.lua").read_text()


PUBLISHED = {
    "ab-2020-node": 23617.18, "ab-2020-tuft": 20823.85, "ab-2020-fastify": 18770.46, "ab-2020-koa": 16553.73,
    "ab-2020-hapi": 12851.44, "ab-2020-express": 5964.54,
    "plow-1.3.1-fpm": 3132.627, "plow-1.3.1-unit": 3189.653, "plow-1.3.1-roadrunner": 3729.106,
    "plow-1.3.1-swoole": 5770.934, "plow-1.3.1-openswoole": 5829.338, "plow-1.3.1-frankenphp": 7292.712,
    "plow-1.3.1-nest-bun": 15539.615, "plow-1.3.1-goravel": 63812.983,
    "webbench-patched-nginx-fpm": 20443.79, "webbench-patched-swoole": 62298.01, "webbench-patched-spf": 61900.49,
    "webbench-patched-spf-mvc": 45203.97,
}  # fmt: skip
"""Requests per second that the seeds' authors read from these blocks."""

LOADS = {"ab": (100, None), "plow": (500, 120), "webbench": (100, 100)}
"""Their connections, and their seconds."""


@pytest.mark.parametrize("block", PUBLISHED)
def test_the_blocks_of_the_seeds_of_other_versions_say_what_their_authors_read(block: str) -> None:
    tool = block.partition("-")[0]
    connections, duration_s = LOADS[tool]
    requests = 100_000 if duration_s is None else None
    wish = LoadSpec("http://h/", connections, tool != "webbench", Path(), duration_s=duration_s, requests=requests)
    result = TOOLS[tool].parse((OUTPUTS / "seeds" / f"{block}.txt").read_text(encoding="utf-8"), "", wish)
    assert result.answers_per_s == pytest.approx(PUBLISHED[block], abs=0.01)
    assert (result.failed, result.not_2xx) == (0, None if tool == "webbench" else 0)
    assert doubts(result, connections=connections, keepalive=wish.keepalive, body_bytes=None) == ()


VERSIONS = {
    "plow-1.3.1": (112_809, 114_972), "bombardier-1.2.6": (137_854, 132_605), "bombardier-2.0.2": (141_519, 127_014),
    "vegeta-12.8.4": (50_343, 51_826), "vegeta-12.13.0": (57_840, 63_253), "hey-0.1.4": (63_586, 62_430),
    "k6-0.57.0": (40_539, 38_193), "wrk-4.2.0": (178_092, 175_324), "autocannon-7.15.0": (70_609, 73_033),
    "autocannon-8.0.0": (73_997, 64_693), "webbench-1.5+lines": (45_371, 31_385),
}  # fmt: skip
"""Answers in two seconds that each printed, of our reference server: right ones, and answers of status 404."""


@pytest.mark.parametrize("version", VERSIONS)
def test_other_versions_are_read_alike(version: str) -> None:
    tool = version.partition("-")[0]
    for case, answers in zip(("ok", "404"), VERSIONS[version], strict=True):
        (path,) = (OUTPUTS / "versions").glob(f"{version}-{case}.*")
        result = TOOLS[tool].parse(path.read_text(encoding="utf-8"), "", ask(tool))
        assert result.answers == answers
        assert result.answers_per_s == pytest.approx(answers / 2, rel=0.03)
        assert result.failed in (0, None)
        if tool == "webbench":
            assert (result.not_2xx, result.latency) == (None, None)
        else:
            assert result.not_2xx == (0 if case == "ok" else answers)
            assert result.latency is not None and result.latency.percentile_us(99.0) is not None
        body_bytes = 14 if case == "ok" else None
        assert doubts(result, connections=20, keepalive=tool != "webbench", body_bytes=body_bytes) == ()


@pytest.mark.parametrize(
    ("mean_us", "max_us", "how", "told"),
    [
        (1_000, 9_000, {}, False),
        (880, 9_000, {}, True),
        (1_120, 9_000, {}, True),
        (880, 9_000, {"by_count": True}, True),
        (880, 90_000, {"by_count": True}, False),
        (1_120, 90_000, {"by_count": True}, True),
    ],
)
def test_rate_and_response_time_must_add_up_to_the_connections(
    mean_us: float, max_us: float, how: dict[str, bool], told: bool
) -> None:
    latency = ToolLatency(mean_us=mean_us, max_us=max_us)
    result = ToolResult(tool="ab", answers=100_000, elapsed_s=1.0, answers_per_s=100_000.0, failed=0, latency=latency)
    found = doubts(result, connections=100, keepalive=True, body_bytes=None, **how)
    assert found == ((f"rate x mean response time is {mean_us / 10:.1f} with 100 connections",) if told else ())


@pytest.mark.parametrize(("mean_us", "told"), [(690_000, False), (600_000, False), (500_000, True), (950_000, True)])
def test_answers_that_a_short_run_did_not_wait_for_are_missing_at_its_end(mean_us: float, told: bool) -> None:
    """As of Laravel with 500 connections for 2 s."""
    latency = ToolLatency(mean_us=mean_us, max_us=2_800_000)
    result = ToolResult(tool="plow", answers=1_191, elapsed_s=2.0, answers_per_s=595.5, failed=0, latency=latency)
    assert bool(doubts(result, connections=500, keepalive=True, body_bytes=None)) is told


def test_connections_that_rest_between_requests_are_fewer_in_flight_and_never_more() -> None:
    for mean_us, told in ((500.0, False), (1_120.0, True)):
        latency = ToolLatency(mean_us=mean_us, with_pauses=True)
        result = ToolResult(tool="vegeta", answers=100_000, elapsed_s=1.0, answers_per_s=100_000.0, latency=latency)
        assert bool(doubts(result, connections=100, keepalive=True, body_bytes=None)) is told


def test_plow_without_a_server_has_no_answer_and_says_how_many_failed() -> None:
    text = (OUTPUTS / "plow-1.4.0-refused.txt").read_text(encoding="utf-8")
    result = TOOLS["plow"].parse(text, "", ask("plow"))
    assert (result.answers, result.failed, result.latency) == (0, 10, None)


@pytest.mark.parametrize(("said", "version"), [("1.4.0\n", "1.4.0"), ("v1.3.1\n", "1.3.1"), ("dev\n", "dev")])
def test_plow_tells_its_version_or_that_it_was_built_by_go_install(said: str, version: str) -> None:
    assert TOOLS["plow"].version_in(said) == version
    with pytest.raises(ToolOutputError, match="did not report its version"):
        TOOLS["plow"].version_in("unknown flag --version, see developers' notes\n")
