"""The client of `fairload session`, against the real generator and its reference server."""

import os
import signal
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import wait_for_port
from fairlap.catalog import Expect, Request
from fairlap.errors import GeneratorError
from fairlap.generators.fairload import FairloadSession, Target, find_fairload
from fairlap.generators.models import LapSpec
from fairlap.hosting.ports import free_ports

LAP = LapSpec(target="t", connections=8, duration_ms=100, skip_ms=10)


@pytest.fixture
def port() -> Iterator[int]:
    """A port on which the reference server answers `Hello, world!`."""
    free = free_ports(1)[0]
    server = subprocess.Popen(
        [find_fairload(), "reference", "--port", str(free)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_for_port(free)
        yield free
    finally:
        server.terminate()
        server.wait(timeout=10)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[FairloadSession]:
    cpu = max(os.sched_getaffinity(0))
    with FairloadSession(find_fairload(), [cpu], threads=1, stderr_path=tmp_path / "fairload.log") as running:
        yield running


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


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ("exit 3", "ended with status 3"),
        ("echo no reason >&2; exit 1", "no reason"),
        ("echo '[1]'; sleep 60", "something else than an object"),
        ("echo '{}'; sleep 60", "did not say its version"),
        ("echo nonsense; sleep 60", "not JSON"),
    ],
)
def test_a_generator_that_breaks_the_protocol_is_an_error(tmp_path: Path, says: str, words: str) -> None:
    fake = tmp_path / "fairload"
    fake.write_text(f"#!/bin/sh\n{says}\n")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(GeneratorError, match=words):
        FairloadSession(fake, [0], threads=1, stderr_path=tmp_path / "log")
