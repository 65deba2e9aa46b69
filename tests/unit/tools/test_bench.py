"""`make bench`: ratios, intervals, bars, tables, resuming and truth, on fixed numbers."""

import json
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from fairlap.errors import GeneratorError, UsageError
from fairlap.generators.tools.tool import LoadSpec, ToolOutputError
from support import GOLDEN, ROOT

sys.path.insert(0, str(ROOT))

from tools.bench import figures, tables
from tools.bench.bars import bars, verdict
from tools.bench.generators import KNOWN, PACED, Found, Generator
from tools.bench.measure import Progress
from tools.bench.own import FAILURES, fairload_paced, fairload_tool, gcannon_commands, parse_fairload, parse_gcannon
from tools.bench.plan import (
    CASES,
    PROTOCOL_CELLS,
    Case,
    alternating,
    cells_named,
    chosen,
    missing,
    quick_plan,
    whole_plan,
)
from tools.bench.protocols import GHZ_TOOL, SPOKEN, fairload_spoken, parse_ghz
from tools.bench.results import Results, ratios, summary
from tools.bench.runs import Run, RunFile, Surroundings, read_runs
from tools.bench.truth import read_stamps, stalled_values, true_values

PLACE = Surroundings(
    {"CPU": "a"}, {"fairload epoll": "0.1.0", "wrk": "4.1.0", "bare loop": "0.1.0"}, "2026-11-22T10:00:00Z"
)


def run(cell: str, generator: str, turn: int, client_us: int | None = None, **more: object) -> Run:
    known: dict = {"state": "ok", "answers": 1000, "wrong": 0, "answers_per_s": 500.0, "seconds": 2} | more
    return Run(cell, generator, turn, client_us=client_us, **known)


def costs(cell: str, **turns: list[int]) -> tuple[Run, ...]:
    """Runs of these generators (`_` for a space), microseconds of CPU for 1,000 answers in each turn."""
    return tuple(
        run(cell, name.replace("_", " "), turn, us, machine_us=2 * us)
        for name, each in turns.items()
        for turn, us in enumerate(each)
    )


def results(*runs: Run, **more: object) -> Results:
    return Results(replace(PLACE, **more), runs)


def test_an_interval_of_order_statistics_is_as_wide_as_it_must_be() -> None:
    found = summary([7, 1, 6, 2, 5, 3, 4])
    assert found is not None and (found.median, found.low, found.high, found.n) == (4, 1, 7, 7)
    found = summary(list(range(1, 10)))  # P(X < 2) = 10 / 512: 96.1 %
    assert found is not None and (found.median, found.low, found.high) == (5, 2, 8)
    found = summary([1, 2, 3, 4, 5])  # all of them together: 93.75 %
    assert found is not None and (found.median, found.low, found.high) == (3, None, None)
    assert summary([]) is None


def test_the_interval_holds_the_median_as_often_as_it_says() -> None:
    dice = np.random.default_rng(4)
    for n, least in ((7, 0.95), (9, 0.95), (20, 0.95)):
        drawn = [summary(dice.exponential(1, n).tolist()) for _ in range(4000)]
        held = sum(s is not None and s.low is not None and s.low <= np.log(2) <= (s.high or 0) for s in drawn)
        assert held / 4000 > least - 0.01


def test_ratios_are_formed_within_a_turn() -> None:
    # the machine is twice as slow in turn 1, which ratios within a turn do not see
    runs = costs("c", wrk=[100, 200, 100], bare_loop=[50, 100, 80])
    assert ratios(runs, lambda one: one.client_us, "wrk", "bare loop") == (2.0, 2.0, 1.25)


def test_a_turn_that_failed_has_no_ratio() -> None:
    runs = (*costs("c", wrk=[100, 200], bare_loop=[50]), run("c", "bare loop", 1, state="failed", answers=None))
    assert ratios(runs, lambda one: one.client_us, "wrk", "bare loop") == (2.0,)


def test_what_starting_takes_is_no_cost_of_a_request() -> None:
    found = results(*costs("c", wrk=[1500]), startup_us={"wrk": 500})
    assert found.median("c", found.client_us, "wrk") == 1.0
    assert found.median("c", found.machine_us, "wrk") == 2.5
    assert results(run("c", "wrk", 0)).median("c", found.client_us, "wrk") is None


def bar(found: Results, part: str) -> tuple[str, str]:
    (one,) = (one for one in bars(found) if part in one.what)
    return verdict(one), one.value


def test_bars_are_met_not_met_or_not_measured() -> None:
    many = [100, 101, 99, 100, 100, 102, 98]
    found = results(*costs("keepalive-64", fairload_epoll=[90] * 7, wrk=many, bare_loop=[85] * 7))
    assert bar(found, "/ wrk: client CPU, keep-alive, 64") == ("not met", "0.900 (0.882 to 0.918)")
    assert bar(found, "/ bare loop: client CPU, keep-alive, 64") == ("not met", "1.059 (1.059 to 1.059)")
    assert bar(found, "/ oha: client CPU, keep-alive, 64") == ("not measured", "-")
    cheap = results(*costs("keepalive-64", fairload_epoll=[84] * 7, wrk=many))
    assert bar(cheap, "/ wrk: client CPU, keep-alive, 64")[0] == "met"
    seldom = results(*costs("keepalive-64", fairload_epoll=[84] * 6, wrk=many[:6]))
    assert bar(seldom, "/ wrk: client CPU, keep-alive, 64")[0] == "not measured", "six alternations are not seven"


def test_ten_thousand_connections_are_met_without_an_error_only() -> None:
    def of(**more: object) -> Results:
        return results(run("keepalive-10000", "fairload epoll", 0, 100, memory_bytes=60 << 20, **more))

    assert bar(of(), "right answer") == ("met", "0 of 1,000")
    assert bar(of(wrong=1), "right answer") == ("not met", "1 of 1,000")
    assert bar(of(wrong=None), "right answer")[0] == "not measured"
    assert bar(of(state="failed", reason="it hung"), "right answer") == ("not met", "1 of 1 runs failed")
    assert bar(of(), "peak memory") == ("met", "60.0 MiB")
    over = results(run("keepalive-10000", "fairload epoll", 0, 100, memory_bytes=64 << 20))
    assert bar(over, "peak memory") == ("not met", "64.0 MiB")


def test_percentiles_may_be_off_by_a_hundredth_or_20_us_whichever_is_more() -> None:
    def of(**printed: float) -> Results:
        true = {"p50": 700.0, "p99": 4600.0}
        return results(run("half-load", "fairload epoll", 0, printed=printed, true=true))

    assert bar(of(p50=719.0, p99=4640.0), "half load") == ("met", "p50 off by +19.0 us of 0.700 ms")
    assert bar(of(p50=721.0, p99=4600.0), "half load")[0] == "not met"
    late = run("half-load", "fairload epoll", 0, printed={"p50": 700.0}, true={"p50": 700.0}, offered_per_s=510.0)
    assert bar(results(late), "half load")[0] == "not met", "98 % of the rate"
    assert bar(of(p50=700.0, p99=4647.0), "half load")[0] == "not met"


def test_a_stall_may_be_off_by_a_fiftieth() -> None:
    true = {"p99": 451_000.0, "p99.9": 495_100.0}

    def of(p99: float) -> Results:
        return results(run("stall", "fairload epoll", 0, printed={"p50": 1.0, "p99": p99, "p99.9": 496e3}, true=true))

    assert bar(of(452e3), "formula")[0] == "met"
    assert bar(of(441e3), "formula") == ("not met", "p99 off by -2.22 %")
    assert bar(of(40.0), "formula")[0] == "not met"


def test_stall_formula() -> None:
    case = Case("s", "", (), 1, seconds=5, rate_per_s=450, stall_s=0.4, capacity_per_s=900)
    found = stalled_values(case)  # half the capacity goes into the backlog: 400 - 0.01 * 5000 / 2, 160 / 5
    assert {name: round(us) for name, us in found.items()} == {
        "p90": 150_000, "p99": 375_000, "p99.9": 397_500, "mean": 32_000
    }  # fmt: skip
    short = stalled_values(replace(case, capacity_per_s=1e9))
    assert "p90" not in short and round(short["p99"]) == 350_000, "no tenth of all requests was due in the stall"
    with pytest.raises(ValueError, match="no stall"):
        stalled_values(replace(case, stall_s=None))


def test_stamps_become_percentiles_by_nearest_rank(tmp_path: Path) -> None:
    path = tmp_path / "stamps.csv"
    rows = [f"{n},1,{n * 1000},{n * 1000 + (n + 1) * 1000},,100" for n in range(1000)]
    path.write_text("\n".join(["sequence,connection,in_ns,out_ns,gap_ns,bytes", *rows, "1000,1,5,,,0"]) + "\n")
    times = read_stamps(path)
    assert len(times) == 1000, "the one that was never answered is none"
    assert true_values(times) == {"p50": 500.0, "p90": 900.0, "p99": 990.0, "mean": 500.5}, (
        "one is above p99.9: too few"
    )
    edge = true_values(np.array([500.0] * 9900 + [50_500.0] * 100))
    assert edge == {"p50": 500.0, "p90": 500.0, "p99.9": 50_500.0, "mean": 1000.0}, "p99 may be either"
    for text in ("", "sequence,connection,in_ns,out_ns,gap_ns,bytes\n", "a,b\n1,2\n", "in_ns,out_ns\n1,x\n"):
        path.write_text(text)
        with pytest.raises(GeneratorError):
            read_stamps(path)


def test_gcannon_is_read() -> None:
    """What gcannon 0.5.3 printed with one thread and 20 connections."""
    out = (GOLDEN / "tools" / "gcannon-0.5.3-ok.json").read_text(encoding="utf-8")
    ask = LoadSpec("http://127.0.0.1:1/", 16, True, Path("/"), duration_s=1)
    found = parse_gcannon(out, "", ask)
    assert (found.answers, found.elapsed_s, found.not_2xx, found.failed) == (8726, 1.002, 0, 0)
    assert found.latency is not None and (found.latency.mean_us, found.latency.percentile_us(99.9)) == (2092, 35_400)
    with pytest.raises(ToolOutputError):
        parse_gcannon(out[:-60], "", ask)
    with pytest.raises(UsageError, match="without resetting"):
        gcannon_commands(replace(ask, keepalive=False))


def test_ghz_is_read() -> None:
    """What ghz 0.121 printed with 8 connections of 8 calls, without the single calls."""
    out = (GOLDEN / "tools" / "ghz-0.121.0-ok.json").read_text(encoding="utf-8")
    ask = LoadSpec("http://127.0.0.1:1/", 8, True, Path("/"), duration_s=1, pipeline=8)
    found = parse_ghz(out, "", ask)
    assert (found.answers, found.not_2xx, round(found.elapsed_s, 3)) == (17_406, 0, 0.996)
    assert found.latency is not None and found.latency.mean_us == 2640.454
    failed = parse_ghz(out.replace('"OK": 17406', '"OK": 17400, "Unavailable": 6'), "", ask)
    assert (failed.answers, failed.not_2xx) == (17_406, 6)
    with pytest.raises(ToolOutputError):
        parse_ghz(out[:-60], "", ask)
    (command,) = SPOKEN["ghz"]["grpc"](ask)
    assert command[-1] == "127.0.0.1:1" and {"64", "8", "1s"} <= set(command)
    with pytest.raises(UsageError, match="anything but gRPC"):
        GHZ_TOOL.commands(ask)


def test_a_protocol_is_asked_of_those_that_speak_it_with_so_many_requests_at_once() -> None:
    ask = LoadSpec("http://127.0.0.1:1/", 64, True, Path("/"), duration_s=1, pipeline=32)
    generators = (
        Generator(
            "fairload epoll", fairload_tool(Path("fairload"), "epoll"), "1", None, fairload_spoken(Path("f"), "epoll")
        ),
        *(Generator(name, tool, "1", None, SPOKEN.get(name, {})) for name, tool in KNOWN.items()),
    )
    found = Found(generators, {})
    by_name = {each.name: each for each in generators}
    speak = {cell.mode: found.asked(cell) for cell in PROTOCOL_CELLS}
    assert speak["http2"] == ["fairload epoll", "oha", "h2load"]
    assert speak["grpc"] == ["fairload epoll", "ghz"] and speak["websocket"] == ["fairload epoll", "gcannon"]
    assert len(found.asked(whole_plan().cells[0])) == len(generators)
    for name, option in (("fairload epoll", "--streams"), ("oha", "-p"), ("h2load", "-m")):
        (command,) = by_name[name].commands(ask, None, "http2")
        assert command[command.index(option) + 1] == "32" and command[-1] == ask.url and "--h1" not in command


def test_runs_are_kept_and_one_that_was_cut_off_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    first, second = costs("keepalive-64", wrk=[1, 2])
    file = RunFile(path, PLACE, fresh=False)
    file.add(first)
    file.add(second)
    path.write_text(path.read_text()[:-20])
    again = RunFile(path, replace(PLACE, started_at="later"), fresh=False)
    assert list(again.runs.values()) == [first]
    assert again.surroundings.started_at == PLACE.started_at
    again.add(second)
    assert read_runs(path)[1] == (first, second)


def test_runs_of_other_versions_or_another_machine_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    RunFile(path, PLACE, fresh=False).add(costs("c", wrk=[1])[0])
    assert RunFile(path, replace(PLACE, versions={"oha": "1"}), fresh=False).runs, "one more generator is no difference"
    for number, other in enumerate((replace(PLACE, versions={"wrk": "5"}), replace(PLACE, machine={"CPU": "b"}))):
        path.unlink()
        RunFile(path, replace(PLACE, started_at=f"time {number}"), fresh=False).add(costs("c", wrk=[1])[0])
        assert RunFile(path, other, fresh=False).runs == {}
        assert (tmp_path / f"runs-time {number}.jsonl").exists(), "the old ones are kept"


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    for text in ("", "{}\n", "no\n", '{"format": 2}\n', '{"format": 1, "machine": {}}\n'):
        path.write_text(text)
        with pytest.raises(UsageError, match="move it away"):
            RunFile(path, PLACE, fresh=False)


def test_turns_alternate_and_what_was_made_is_not_made_again() -> None:
    cell = replace(whole_plan().cells[0], turns=3)
    keys = [(key.generator, key.turn) for key in alternating(cell, ["a", "b"])]
    assert keys == [("a", 0), ("b", 0), ("b", 1), ("a", 1), ("a", 2), ("b", 2)]
    made = {one.key: one for one in (run(cell.name, "a", 0, seconds=cell.seconds),)}
    assert len(missing(cell, ["a", "b"], made)) == 5
    cannot = {one.key: one for one in (run(cell.name, "b", 0, seconds=cell.seconds, state="cannot"),)}
    assert {key.generator for key in missing(cell, ["a", "b"], cannot)} == {"a"}
    failed = [run(cell.name, "b", turn, seconds=cell.seconds, state="failed") for turn in (0, 1)]
    assert len(missing(cell, ["b"], {failed[0].key: failed[0]})) == 2, "it may have been bad luck"
    assert missing(cell, ["b"], {one.key: one for one in failed}) == []


def test_a_whole_bench_takes_25_minutes_at_most() -> None:
    assert whole_plan().seconds(12) < 25 * 60
    assert quick_plan().seconds(10) < 4 * 60
    bar_turns = {cell.name: cell.turns for cell in whole_plan().cells}
    assert all(bar_turns[cell] >= 7 for cell in ("keepalive-64", "keepalive-256", "connect-64"))


def test_a_part_of_the_plan_can_be_chosen() -> None:
    assert chosen(whole_plan()) == whole_plan()
    named = cells_named(["keepalive-8", "stall", "connect-64", "keepalive-1"])
    assert [cell.name for cell in named] == ["keepalive-1", "connect-64", "keepalive-8"]
    part = chosen(whole_plan(), modes=["connect"], connections=[64, 8], cases=["stall"])
    assert [(cell.name, cell.turns, cell.seconds) for cell in part.cells] == [
        ("connect-64", 7, 2),
        ("connect-8", 3, 1),
    ]
    assert [case.name for case in part.cases] == ["stall"]


@pytest.mark.parametrize("name", PACED)
def test_a_rate_is_asked_for_and_the_rest_stays(name: str, tmp_path: Path) -> None:
    ask = LoadSpec("http://127.0.0.1:1/", 16, True, tmp_path, duration_s=5)
    said = " ".join(part for command in PACED[name](ask, 1000) for part in command)
    said += " ".join(path.read_text() for path in tmp_path.iterdir())
    assert "62.5" in said if name in ("hey", "h2load") else "1000" in said
    assert "127.0.0.1:1/" in said and "-rate=0" not in said


def test_fairload_is_asked_for_constant_arrivals_and_checks_every_body() -> None:
    ask = LoadSpec("http://127.0.0.1:1/", 16, False, Path("/"), duration_s=5)
    ((*command, url),) = fairload_paced(Path("fairload"), "epoll")(ask, 1000)
    assert url == "http://127.0.0.1:1/"
    for part in (
        ("--rate", "1000"),
        ("--arrivals", "constant"),
        ("--engine", "epoll"),
        ("--expect-text", "Hello, world!\n"),
    ):
        assert command[command.index(part[0]) + 1] == part[1]
    assert "--no-keepalive" in command


def test_a_machine_that_others_use_has_no_results() -> None:
    quiet = [run("c", "wrk", turn, foreign_share=share) for turn, share in enumerate((0.5, 0.01, 0.02))]
    assert tables.disturbance_note(results(*quiet)) == ""
    busy = [run("c", "wrk", turn, foreign_share=share) for turn, share in enumerate((0.5, 0.01, 0.2))]
    assert "Others took 20 % of the machine" in tables.disturbance_note(results(*busy))
    assert "| CPU of other processes | median 20.0 %, highest 50.0 % of a run |" in tables.machine_table(results(*busy))


def test_fairload_is_read_and_an_open_loop_counts_from_due_time() -> None:
    times = dict.fromkeys(("min", "mean", "p50", "p75", "p90", "p95", "p99", "p999", "p9999", "max"), 10.0)
    outcomes = dict.fromkeys((*FAILURES, "ok"), 0) | {"ok": 90, "wrong_status": 4, "timeout": 3, "wrong_body": 3}
    known = {"responses": 97, "elapsed_s": 2.0, "throughput_per_s": 45.0, "bytes_received": 9700, "outcomes": outcomes}
    ask = LoadSpec("http://127.0.0.1:1/", 16, True, Path("/"), duration_s=2)
    closed = parse_fairload(json.dumps({**known, "latency_us": times}), "", ask)
    assert (closed.answers, closed.answers_per_s, closed.not_2xx, closed.failed) == (97, 45.0, 4, 6)
    paced = {**known, "latency_us": times, "open_loop": {"response_us": {**times, "p99": 900.0}}}
    latency = parse_fairload(json.dumps(paced), "", ask).latency
    assert latency is not None and (latency.percentile_us(99.0), latency.percentile_us(99.9)) == (900.0, 10.0)
    with pytest.raises(ToolOutputError):
        parse_fairload(json.dumps(known), "", ask)


def test_tables_say_what_is_missing_and_why() -> None:
    cells = {cell.name: cell for cell in whole_plan().cells}
    found = results(
        *costs("keepalive-64", wrk=[3000] * 7, bare_loop=[2000] * 7),
        run("keepalive-64", "fairload epoll", 0, state="failed", answers=None, reason="it | hung"),
        run("connect-64", "bare loop", 0, state="cannot", answers=None, reason="it is a loop"),
    )
    rows = tables.cell_table(found, cells["keepalive-64"]).splitlines()[2:]
    assert rows == [
        "| bare loop | 500 | 2.00 | 1.00 (1.00 to 1.00) | 4.00 | 1.00 (1.00 to 1.00) | - | 0 |",
        "| wrk | 500 | 3.00 | 1.50 (1.50 to 1.50) | 6.00 | 1.50 (1.50 to 1.50) | - | 0 |",
    ]
    assert tables.reason_table(found).splitlines()[2:] == [
        "| fairload epoll | keep-alive, 64 connections | it \\| hung |",
        "| bare loop | a connection for each request, 64 connections | it is a loop |",
    ]
    assert "| wrk | - | 3.00 us, 500/s | - | - | - |" in tables.connections_table(found, "keepalive")


def bimodal() -> Results:
    true = {"p50": 530.0, "p90": 620.0, "p99": 50_400.0}
    wrk = [{"p50": 700.0, "p90": 35_000.0 + turn, "p99": 90_000.0, "mean": 9000.0} for turn in range(3)]
    runs = [run("bimodal", "wrk", turn, printed=printed, true=true) for turn, printed in enumerate(wrk)]
    return results(run("bimodal", "fairload epoll", 0, printed={"p50": 540.0, "p99": 50_900.0}, true=true), *runs)


def test_accuracy_is_printed_beside_the_truth() -> None:
    case = CASES[0]
    rows = tables.accuracy_table(bimodal(), case).splitlines()[2:]
    assert rows[0] == "| fairload epoll | 0.540 / 0.530: +1.9 % | - | 50.9 / 50.4: +1.0 % | - | - |"
    assert rows[1].startswith(
        "| wrk | 0.700 / 0.530: **+32.1 %** | 35.0 / 0.620: **x 56.5** | 90.0 / 50.4: **+78.6 %** | - |"
    )


def test_pictures_are_drawn_from_what_there_is() -> None:
    assert figures.figures(results()) == ()
    drawn = figures.figures(bimodal())
    assert [figure.name for figure in drawn] == ["bench-accuracy"]
    assert drawn[0].table.rows[1] == ("wrk", "1.32", "56.5", "1.79", "-")
    costly = figures.figures(results(*costs("keepalive-64", wrk=[3000] * 7, bare_loop=[2000] * 7)))
    assert [figure.name for figure in costly] == ["bench-cost-keepalive"]
    assert "bare loop takes the least, wrk the most" in costly[0].description


def test_the_page_has_a_place_for_every_table_and_says_what_the_stored_runs_say() -> None:
    text = tables.PAGE.text
    for name in tables.PAGE.tables:
        assert f"<!-- bench:begin {name} -->" in text
    assert tables.STORED.exists(), "run: make bench"
    assert tables.PAGE.filled(Results(*read_runs(tables.STORED))) == text, (
        "run: python -m tools.bench --page --runs docs/proof/bench.jsonl"
    )


def test_progress_says_how_long_it_still_takes() -> None:
    stream = StringIO()
    progress = Progress(40, 100.0, stream)
    progress.show("wrk")
    assert stream.getvalue() == "0 of 40 runs, about 1 min 40 s left: wrk\n"
    progress.done()
    assert progress.left_s() == pytest.approx(97.5)
