"""`fairlap start`, `exec`, `logs`, `stop`: a contestant served by hand outlives fairlap until it is stopped."""

import socket
import ssl
import subprocess
import urllib.request
from pathlib import Path

from extras import need_service
from fairlap.hosting.ports import free_ports
from left_behind import left_behind
from race_helpers import SOON
from support import ROOT, Fairlap


def test_a_contestant_is_served_looked_into_left_alone_by_a_race_and_stopped(fairlap: Fairlap) -> None:
    port = free_ports(1)[0]
    started = fairlap("start", "good", "--port", str(port))
    try:
        assert started.code == 0, started.err
        assert f"http://127.0.0.1:{port}/" in started.out
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
            assert answer.read() == b'{"message":"Hello World!"}'
        again = fairlap.in_process("start", "good", "--port", str(free_ports(1)[0]))
        assert again.code == 2
        assert "fairlap stop good" in again.err
        inside = fairlap("exec", "good", "sh", "-c", "pwd; exit 5")
        assert inside.code == 5
        assert inside.out.strip().endswith("/good")
        as_others_do = fairlap("exec", "good", "--", "sh", "-c", "exit 6")
        assert as_others_do.code == 6, as_others_do.err
        nothing = fairlap.in_process("exec", "good", "--")
        assert (nothing.code, nothing.err) == (
            2,
            "fairlap: there is no command after -- (fairlap exec good -- sh)\n",
        )
        assert fairlap.in_process("logs", "good").code == 0
        raced = fairlap("run", "misbehaving", "--contestants", "good-twin", "--rounds", "1", "--cycles", "6", *SOON)
        assert "good is being served and disturbs the race" in raced.err
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
            assert answer.status == 200
    finally:
        stopped = fairlap("stop", "good")
    assert stopped.code == 0
    assert fairlap.in_process("stop", "good").code == 2


def test_two_fairlaps_serve_contestants_of_one_name_and_each_stops_its_own(fairlap: Fairlap, tmp_path: Path) -> None:
    other = Fairlap(fairlap.catalog, tmp_path / "others" / "results")
    ports = free_ports(2)
    try:
        for each, port in zip((fairlap, other), ports, strict=True):
            started = each("start", "good", "--port", str(port))
            assert started.code == 0, started.err
        assert fairlap("stop", "good").out == "good: ended (TERM)\n"
        with urllib.request.urlopen(f"http://127.0.0.1:{ports[1]}/", timeout=5) as answer:
            assert answer.status == 200
    finally:
        stopped = other("stop", "good")
    assert stopped.out == "good: ended (TERM)\n"


def test_a_taken_port_is_named_with_a_way_out(fairlap: Fairlap) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = fairlap.in_process("start", "good", "--port", str(port))
    assert done.code == 2
    assert str(port) in done.err


def test_one_that_ends_at_once_says_why_by_its_last_output(fairlap: Fairlap) -> None:
    command = fairlap.command("start", "crash-at-start", "--port", str(free_ports(1)[0]))
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)  # the traceback is not Fairlap's
    assert done.returncode == 1
    *output, reason = done.stderr.splitlines()
    assert output[0] == "fairlap: crash-at-start | Traceback (most recent call last):"
    assert output[-1] == "fairlap: crash-at-start | RuntimeError: the configuration is broken"
    assert reason == "fairlap: crash-at-start: ended with exit status 3"


def test_one_that_answers_wrongly_is_not_left_running(fairlap: Fairlap) -> None:
    done = fairlap("start", "wrong-body", "--port", str(free_ports(1)[0]))
    assert done.code == 1
    assert "wrong" in done.err or "expected" in done.err
    assert fairlap.in_process("stop", "wrong-body").code == 2


def test_the_services_of_a_scenario_are_served_and_stopped_with_it(fairlap: Fairlap) -> None:
    need_service("redis")
    port = free_ports(1)[0]
    started = fairlap("start", "redis", "--port", str(port), "--scenario", "from-redis")
    try:
        assert started.code == 0, started.err
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/redis", timeout=5) as answer:
            assert answer.read() == b'{"message":"Hello"}'
    finally:
        assert fairlap("stop", "redis").code == 0
    assert left_behind(fairlap.results) == []


def test_one_is_served_over_tls_with_a_certificate_that_goes_with_it(tmp_path: Path) -> None:
    fairlap, port = Fairlap(ROOT, tmp_path / "results"), free_ports(1)[0]
    started = fairlap("start", "reference", "--scenario", "tls-json", "--port", str(port))
    try:
        assert started.code == 0, started.err
        assert f"https://localhost:{port}/" in started.out
        (authority,) = fairlap.results.glob("logs/served-*/reference/tls/authority.pem")
        assert str(authority) in started.out
        context = ssl.create_default_context(cafile=authority)
        with urllib.request.urlopen(f"https://localhost:{port}/json", timeout=5, context=context) as answer:
            assert answer.read() == b'{"message":"Hello, World!"}'
    finally:
        stopped = fairlap("stop", "reference")
    assert stopped.code == 0
    assert not authority.exists()
    assert left_behind(tmp_path) == []


def test_a_scenario_that_it_does_not_answer_is_refused(fairlap: Fairlap) -> None:
    done = fairlap.in_process("start", "good", "--scenario", "from-redis")
    assert done.code == 2
    assert "does not subscribe to scenario 'from-redis'" in done.err
