"""The client of `fairload session`, against the real generator and its reference server."""

import json
import math
import os
import signal
import stat
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest
from pydantic import ValidationError

from extras import need
from fairlap.catalog import DEFAULT_ENGINE, Expect, LoadEngine, Request
from fairlap.errors import GeneratorError, UsageError
from fairlap.generators.fairload import FairloadSession, Target
from fairlap.generators.models import LapSpec
from fairlap.histograms import decode
from fairlap.hosting.ports import free_ports
from fairlap.hosting.programs import find_fairload
from fairlap.race.meter import counted_per_s
from support import reference, serving

LAP = LapSpec(target="t", connections=8, duration_ms=100, skip_ms=10)
OPEN_LAP = LapSpec(
    target="t", connections=8, duration_ms=200, skip_ms=20, rate_per_s=2000.0, arrivals="poisson", seed=7
)


@pytest.fixture
def port() -> Iterator[int]:
    with reference() as free:
        yield free


def opened(folder: Path, engine: LoadEngine = DEFAULT_ENGINE, *, spin: bool = False) -> FairloadSession:
    cpu, log = max(os.sched_getaffinity(0)), folder / "fairload.log"
    return FairloadSession(find_fairload(), [cpu], threads=1, spin=spin, stderr_path=log, engine=engine)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[FairloadSession]:
    with opened(tmp_path) as running:
        yield running


def saying(folder: Path, script: str) -> Path:
    """A program instead of fairload."""
    fake = folder / "fairload"
    fake.write_text(f"#!/bin/sh\n{script}\n")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    return fake


def target(port: int, text: str = "Hello, world!\n", name: str = "t") -> Target:
    return Target(name, f"127.0.0.1:{port}", Request(), Expect(text=text), keepalive=True, timeout_ms=1000)


def test_a_lap_counts_right_answers_and_its_parts_agree(session: FairloadSession, port: int) -> None:
    session.open(target(port))
    result = session.lap(LAP)
    assert result.ok == result.requests == result.outcomes.ok > 0
    assert result.responses >= result.requests + result.skipped.requests - 8
    assert result.throughput_per_s == pytest.approx(result.completed / result.elapsed_s)
    assert result.histogram is not None
    assert result.first_failure is None


@pytest.mark.parametrize("spin", [False, True])
def test_laps_with_io_uring_wait_by_other_system_calls(port: int, tmp_path: Path, spin: bool) -> None:
    try:
        session = opened(tmp_path, "io_uring", spin=spin)
    except UsageError as error:
        need(False, str(error))
    with session:
        session.open(target(port))
        assert session.lap(LAP).ok > 0
        assert session.lap(OPEN_LAP).ok > 0
        opened_files = Path(f"/proc/{session.pid}/fd").iterdir()
        assert any("io_uring" in str(file.readlink()) for file in opened_files)


@pytest.mark.parametrize(("connections", "streams"), [(8, None), (2, 4)])
def test_answers_that_come_in_waves_count_by_the_share_of_their_time_in_the_window(
    session: FairloadSession, connections: int, streams: int | None
) -> None:
    """Eight requests at a time, each answered after 60 ms: 133 answers a second, wherever a window ends."""
    with reference("--delay", "60ms") as port:
        session.open(replace(target(port), streams=streams))
        counted, spread = [], []
        for length_ms in (200, 225, 250):
            lap = session.lap(LapSpec(target="t", connections=connections, duration_ms=length_ms, skip_ms=20))
            assert lap.latency_us is not None
            assert lap.progress_per_s is not None
            truth_per_s = 8 / lap.latency_us.mean * 1e6
            counted.append(lap.throughput_per_s / truth_per_s)
            spread.append(lap.progress_per_s / truth_per_s)
    assert all(abs(ratio - 1) < 0.05 for ratio in spread), spread
    assert max(counted) / min(counted) > 1.1, "a count depends on the end of the window"


KEEPS_WAITING = """
import asyncio, random, sys, time

class Server(asyncio.Protocol):
    asked_s = began_s = 0.0
    connections = 0

    def connection_made(self, transport):
        self.transport, self.number = transport, Server.connections
        Server.connections += 1

    def data_received(self, _):
        now_s, before_s = time.monotonic(), Server.asked_s
        Server.asked_s = now_s
        if now_s - before_s > 0.05:
            Server.began_s = now_s
        at_s = now_s - Server.began_s
        waits_s = 0.205 - at_s if self.number % 4 and 0.05 < at_s < 0.2 else 0.0
        asyncio.get_running_loop().call_later(waits_s or random.expovariate(1 / 0.008), self.answer)

    def answer(self):
        self.transport.write(b"HTTP/1.1 200 -\\r\\nContent-Length: 14\\r\\n\\r\\nHello, world!\\n")

async def main():
    server = await asyncio.get_running_loop().create_server(Server, "127.0.0.1", int(sys.argv[1]))
    await server.serve_forever()

asyncio.run(main())
"""


def test_one_that_lets_some_wait_until_the_window_is_over_gains_little(session: FairloadSession) -> None:
    """24 of 32 connections wait from 50 ms on until a lap of 200 ms has ended."""
    could, do = [], []
    with serving([sys.executable, "-c", KEEPS_WAITING]) as port:
        session.open(target(port))
        for _ in range(9):
            time.sleep(0.1)
            lap = session.lap(LapSpec(target="t", connections=32, duration_ms=200, skip_ms=20))
            assert lap.progress_per_s is not None
            could.append((lap.progress_per_s - lap.throughput_per_s) * lap.elapsed_s / 32)
            do.append((counted_per_s(lap, 32) - lap.throughput_per_s) * lap.elapsed_s / 32)
    assert median(could) > 0.2, "answers for each connection that count in part, but did not arrive"
    assert median(do) == pytest.approx(2 / math.sqrt(6 * 32))


def test_connections_are_kept_from_lap_to_lap(session: FairloadSession, port: int) -> None:
    session.open(target(port))
    session.lap(LAP)
    assert session.lap(LAP).reconnects == 0


def test_a_wrong_answer_is_counted_and_the_first_one_shown(session: FairloadSession, port: int) -> None:
    session.open(target(port, text="Hello, moon!\n"))
    result = session.lap(LAP)
    assert result.ok == 0
    assert result.outcomes.wrong_body == result.requests > 0
    assert result.first_failure is not None
    assert "world" in result.first_failure.got
    assert result.histogram is None, "no right answer, no latency"


def test_a_closed_loop_has_nothing_to_say_of_rates_but_of_waiting_for_a_cpu(
    session: FairloadSession, port: int
) -> None:
    session.open(target(port))
    result = session.lap(LAP)
    assert result.open_loop is None
    assert result.cpu.run_delay_s is None or result.cpu.run_delay_s >= 0


def test_an_open_loop_offers_its_rate_and_its_parts_agree(session: FairloadSession, port: int) -> None:
    session.open(target(port))
    result = session.lap(OPEN_LAP)
    said = result.open_loop
    assert said is not None
    assert (said.rate_per_s, said.arrivals, said.seed) == (2000.0, "poisson", 7)
    assert said.due == said.sent + said.unsent
    assert said.sent == result.requests == result.ok
    assert said.achieved_share == result.ok / said.due
    # 360 are expected; a Poisson count is hardly ever off by six standard deviations
    assert abs(said.due - 360) < 6 * 360**0.5
    assert said.response_histogram is not None
    assert decode(said.response_histogram).count == result.ok
    assert said.response_us is not None
    assert result.latency_us is not None
    assert said.response_us.mean >= result.latency_us.mean * 0.999, "response time holds the wait before sending"
    for summary, histogram in [(said.blocked_us, said.blocked_histogram), (said.own_us, said.own_histogram)]:
        assert summary is not None
        assert histogram is not None
        assert decode(histogram).count == said.sent


def test_the_same_seed_makes_the_same_schedule(session: FairloadSession, port: int) -> None:
    session.open(target(port))
    results = [session.lap(OPEN_LAP.model_copy(update={"seed": seed})) for seed in (7, 8, 9, 10, 7)]
    dues = [result.open_loop.due for result in results if result.open_loop is not None]
    assert dues[0] == dues[4]
    assert len(set(dues)) > 1


def test_constant_arrivals_are_evenly_spread(session: FairloadSession, port: int) -> None:
    session.open(target(port))
    spec = LapSpec(target="t", connections=8, duration_ms=200, skip_ms=20, rate_per_s=1000, arrivals="constant")
    said = session.lap(spec).open_loop
    assert said is not None
    assert abs(said.due - 180) <= 1


def test_an_open_loop_to_a_dead_target_has_no_response_time(session: FairloadSession) -> None:
    session.open(target(free_ports(1)[0], name="dead"))
    result = session.lap(OPEN_LAP.model_copy(update={"target": "dead"}))
    said = result.open_loop
    assert said is not None
    assert said.response_us is None
    assert said.response_histogram is None
    assert said.own_histogram is not None, "what found no connection was sent, and had its lateness"
    assert decode(said.own_histogram).count == said.sent
    assert said.achieved_share == 0
    assert said.due == said.sent + said.unsent


@pytest.mark.parametrize("lap", [LAP, OPEN_LAP])
def test_a_lap_begins_on_its_instant_or_at_once_when_that_has_passed(
    session: FairloadSession, port: int, lap: LapSpec
) -> None:
    session.open(target(port))
    ahead_ns = time.monotonic_ns() + 300_000_000
    waited = session.lap(lap.model_copy(update={"start_at_ns": ahead_ns}))
    assert waited.started_ns >= ahead_ns
    assert waited.ok == waited.requests > 0
    before_ns = time.monotonic_ns()
    late = session.lap(lap.model_copy(update={"start_at_ns": ahead_ns}))
    assert before_ns <= late.started_ns < late.ended_ns <= time.monotonic_ns()
    assert late.ok == late.requests > 0


def test_an_instant_too_far_ahead_is_refused(session: FairloadSession, port: int) -> None:
    session.open(target(port))
    with pytest.raises(GeneratorError, match="no more than 10 s ahead"):
        session.lap(LAP.model_copy(update={"start_at_ns": time.monotonic_ns() + 12_000_000_000}))
    assert session.lap(LAP).ok > 0


@pytest.mark.parametrize(
    "schedule", [{"seed": 1}, {"arrivals": "constant"}, {"rate_per_s": 0}, {"rate_per_s": 1, "seed": -1}]
)
def test_a_schedule_needs_a_rate_above_zero(schedule: dict) -> None:
    with pytest.raises(ValidationError):
        LapSpec(target="t", connections=8, duration_ms=100, **schedule)


def test_a_generator_that_ignores_the_rate_is_an_error(session: FairloadSession, port: int, tmp_path: Path) -> None:
    session.open(target(port))
    answer = json.dumps({"op": "lap", "target": "t", "result": session.lap(LAP).model_dump()})
    fake = saying(
        tmp_path,
        """echo '{"op": "ready", "version": "0"}'; read line; echo '{"op": "opened"}'; read line\n"""
        f"cat <<'END'\n{answer}\nEND\nread line",
    )
    with FairloadSession(fake, [0], threads=1, spin=False, stderr_path=tmp_path / "log") as old:
        old.open(target(port))
        with pytest.raises(GeneratorError, match="open loop"):
            old.lap(OPEN_LAP)


def test_a_dead_target_is_answered_and_the_session_goes_on(session: FairloadSession, port: int) -> None:
    session.open(target(free_ports(1)[0], name="dead"))
    result = session.lap(LapSpec(target="dead", connections=8, duration_ms=100))
    assert result.ok == 0
    assert result.outcomes.connect > 0
    session.open(target(port))
    assert session.lap(LAP).ok > 0


def test_what_the_session_refuses_is_an_error_with_its_words(session: FairloadSession) -> None:
    with pytest.raises(GeneratorError, match="fairload refused"):
        session.close("nobody")


def test_a_session_that_is_killed_is_an_error_and_not_a_hang(session: FairloadSession, port: int) -> None:
    session.open(target(port))
    os.kill(session.pid, signal.SIGKILL)
    with pytest.raises(GeneratorError, match="fairload ended with status -9"):
        session.lap(LAP)


def test_a_machine_without_the_engine_says_which_to_choose(tmp_path: Path) -> None:
    fake = saying(tmp_path, "echo no io_uring here >&2; exit 2")
    with pytest.raises(UsageError, match=r'no io_uring here.*write engine = "epoll"'):
        FairloadSession(fake, [0], threads=1, spin=False, stderr_path=tmp_path / "log", engine="io_uring")


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ("exit 3", "ended with status 3"),
        ("echo no reason >&2; exit 1", "no reason"),
        ("echo '[1]'; sleep 60", "did not answer with a JSON object"),
        ("echo '{}'; sleep 60", "did not report its version"),
        ("echo nonsense; sleep 60", "did not answer with JSON"),
    ],
)
def test_a_generator_that_breaks_the_protocol_is_an_error(tmp_path: Path, says: str, words: str) -> None:
    fake = saying(tmp_path, says)
    with pytest.raises(GeneratorError, match=words):
        FairloadSession(fake, [0], threads=1, spin=False, stderr_path=tmp_path / "log")
