"""`make bench` for real: the cost of a run, a program that hangs, and a tiny bench of fairload."""

import contextlib
import sys
import time
from pathlib import Path

import psutil
import pytest

from fairlap.errors import GeneratorError
from support import ROOT

sys.path.insert(0, str(ROOT))

from tools.bench.__main__ import main
from tools.bench.child import run_pinned
from tools.bench.runs import Run, read_runs


def test_a_program_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    with pytest.raises(GeneratorError, match="did not end"):
        run_pinned(["sh", "-c", "sleep 60 & echo $! > child; wait"], 0, tmp_path, 0.5)
    deadline_s = time.monotonic() + 10  # a signal is sent, and the process ends when it next runs
    with contextlib.suppress(psutil.NoSuchProcess):
        child = psutil.Process(int((tmp_path / "child").read_text()))
        while child.status() != psutil.STATUS_ZOMBIE:
            assert time.monotonic() < deadline_s, "it is still there"
            time.sleep(0.01)


def test_cost_is_that_of_the_program_and_not_of_who_started_it(tmp_path: Path) -> None:
    ended = run_pinned(
        [sys.executable, "-S", "-c", "sum(range(6_000_000)); import time; time.sleep(0.1)"], 0, tmp_path, 30
    )
    assert ended.status == 0 and 20_000 < ended.cpu_us < 5_000_000
    assert ended.memory_bytes is not None and ended.memory_bytes < 40 << 20, "this process has more"


def quick_bench(path: Path) -> tuple[Run, ...]:
    """Run a little of everything with fairload."""
    plan = ["--quick", "--only", "fairload", "--connections", "8", "--cases", "bimodal", "--runs", str(path)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["bench", *plan])
        assert main() == 0
    return tuple(read_runs(path)[1])


def test_a_real_run_of_fairload(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Measures: everything from finding generators to the tables, with one generator and little of everything."""
    before = psutil.Process().children()
    # A machine that stops again and again has no true p50: another run would have another one.
    tries = (quick_bench(tmp_path / f"{number}.jsonl") for number in range(5))
    runs = next((runs for runs in tries if all("p50" in one.true for one in runs if one.cell == "bimodal")), ())
    assert {one.cell for one in runs} == {"keepalive-8", "connect-8", "http2-8", "grpc-8", "bimodal"}
    for one in runs:
        assert one.state == "ok" and one.answers is not None and one.answers > 100 and one.wrong == 0, one
        assert one.client_us is not None and 0 < one.client_us < 5_000_000
        assert one.memory_bytes is not None and 1 << 20 < one.memory_bytes < 64 << 20
    for one in runs:
        if one.cell == "bimodal":
            assert 500 <= one.true["p50"] <= 1.005 * one.printed["p50"], "no client is faster than the server"
    assert psutil.Process().children() == before, "a server was left behind"
    assert "| fairload" in capsys.readouterr().out
