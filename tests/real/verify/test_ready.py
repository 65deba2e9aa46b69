"""The client, waiting for a contestant, and the misbehaving contestants."""

import random
import subprocess
import sys
import threading
import time

import pytest

import verify_servers as servers
from fairlap.catalog import load_catalog
from fairlap.errors import CatalogError, ContractError, StartError
from fairlap.hosting.ports import free_ports
from fairlap.verify import verify, wait_until_answers
from fairlap.verify.client import Connection, Endpoint, NoAnswerError
from fairlap.verify.ready import ATTEMPT_S
from verify_helpers import HOST, TESTS, scenario
from verify_servers import CHUNKED, Reply, always, sends, serving, web

# --- the client -----------------------------------------------------------------------------------


def test_the_client_reads_chunked_and_several_answers_of_one_connection():
    chunked = CHUNKED + b"5\r\nhello\r\n0\r\n\r\n"
    with serving(sends(chunked * 3)) as port, Connection(Endpoint(HOST, port, 1.0)) as connection:
        connection.send(b"GET / HTTP/1.1\r\n\r\n")
        answers = [connection.receive() for _ in range(3)]
        assert connection.rest().closed
    assert [(answer.status, answer.body, answer.keep_alive) for answer in answers] == [(200, b"hello", True)] * 3
    assert answers[0].header("Content-TYPE") == "application/json"


def test_an_interim_answer_is_passed_over():
    data = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 -\r\n\r\n"
    with serving(sends(data)) as port, Connection(Endpoint(HOST, port, 1.0)) as connection:
        connection.send(b"GET / HTTP/1.1\r\n\r\n")
        assert connection.receive().status == 204


def test_pieces_are_sent_apart():
    seen: list[bytes] = []

    def handle(connection):
        while data := connection.recv(65536):
            seen.append(data)

    with serving(handle) as port, Connection(Endpoint(HOST, port, 1.0)) as connection:
        connection.send(b"one", b"two", b"three", pause_s=0.05)
        time.sleep(0.05)
    assert seen == [b"one", b"two", b"three"]


def test_an_unknown_host_is_unreachable_and_no_crash():
    with pytest.raises(NoAnswerError) as caught:
        Connection(Endpoint("no-such-host.invalid", 80, 1.0))
    assert caught.value.reason == "unreachable"


def test_a_client_that_met_itself_is_refused(monkeypatch):
    """Connecting to a free ephemeral port again and again can, rarely, connect a socket with itself."""
    port = free_ports(1)[0]

    def to_itself(address, timeout):
        import socket

        own = socket.socket()
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        own.bind(address)
        own.connect(address)
        return own

    monkeypatch.setattr("fairlap.verify.client.socket.create_connection", to_itself)
    with pytest.raises(NoAnswerError, match="connection refused"):
        Connection(Endpoint(HOST, port, 1.0))
    monkeypatch.undo()
    with serving(web(), port=port):
        pass  # the port is not left in TIME_WAIT


# --- readiness ------------------------------------------------------------------------------------


def wait(port: int, *, deadline_s: float = 1.0, is_alive=lambda: None, **options) -> float:
    asked = scenario()
    return wait_until_answers(HOST, port, asked.request, asked.expect, deadline_s, is_alive, **options)


def test_waiting_returns_the_time_until_the_first_right_answer():
    port = free_ports(1)[0]

    def serve_later():
        time.sleep(0.3)
        with serving(web(), port=port):
            done.wait(5)

    done = threading.Event()
    thread = threading.Thread(target=serve_later)
    thread.start()
    try:
        assert wait(port, deadline_s=30) > 0.25
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize("status", [404, 500, 503])
def test_waiting_goes_on_over_wrong_answers_of_the_first_moments(status):
    with serving(web(servers.failing_first(5, Reply(status=status)))) as port:
        assert wait(port, deadline_s=30) < 30


def test_a_server_that_listens_before_it_can_answer_and_loses_its_first_connections_is_ready_when_it_answers():
    ready = time.monotonic() + 0.4
    answer = web()

    def lose_the_early(connection):
        if time.monotonic() < ready:
            done.wait(30)
        else:
            answer(connection)

    done = threading.Event()
    with serving(lose_the_early) as port:
        try:
            took_s = wait(port, deadline_s=30)
        finally:
            done.set()
    assert 0.35 < took_s < ATTEMPT_S, "it did not wait for the end of the first attempt"


def test_a_first_answer_that_takes_its_time_is_waited_for():
    def slow(connection):
        time.sleep(0.5)
        answer(connection)

    answer = web()
    with serving(slow) as port:
        assert 0.45 < wait(port, deadline_s=30) < ATTEMPT_S


def test_never_listening_is_a_start_error_at_the_deadline():
    started = time.monotonic()
    with pytest.raises(StartError) as caught:
        wait(free_ports(1)[0], deadline_s=0.3)
    assert caught.value.message == "never ready: no right answer within 0.3 s; last: connection refused"
    assert time.monotonic() - started >= 0.3


def test_never_answering_is_a_start_error_at_the_deadline():
    with serving(servers.never_answers) as port, pytest.raises(StartError) as caught:
        wait(port, deadline_s=0.3)
    assert caught.value.message.startswith("never ready: no right answer within 0.3 s; last: no answer within 0.")


def test_unavailable_is_never_ready_rather_than_wrong():
    handler = web(always(Reply(status=503, body=b"")))
    with (
        serving(handler) as port,
        pytest.raises(StartError, match=r"never ready: .*; last: status: expected 200, got 503"),
    ):
        wait(port, deadline_s=0.4, wrong_for_s=0.1)


@pytest.mark.parametrize("listening", [True, False])
def test_the_end_of_the_contestant_is_a_start_error_at_once(listening):
    ends = time.monotonic() + 0.2
    is_alive = lambda: "ended with status 3" if time.monotonic() > ends else None  # noqa: E731
    with serving(servers.never_answers) as busy, pytest.raises(StartError) as caught:
        wait(busy if listening else free_ports(1)[0], deadline_s=30, is_alive=is_alive)
    assert caught.value.message == "ended with status 3", "not that it was never ready"


def test_a_right_answer_on_the_port_of_a_dead_contestant_does_not_count():
    reasons = iter([None, "ended: port in use"])
    with serving(web()) as port, pytest.raises(StartError, match="port in use"):
        wait(port, is_alive=lambda: next(reasons))


def test_a_wrong_answer_that_stays_is_a_contract_error():
    with (
        serving(web(always(Reply(status=500, body=b"Oops")))) as port,
        pytest.raises(ContractError) as caught,  # at the deadline it would be a StartError
    ):
        wait(port, deadline_s=30, wrong_for_s=0.2)
    assert caught.value.message == "the same wrong answer for 0.2 s: status: expected 200, got 500, body: Oops"


def test_something_that_is_not_http_is_a_contract_error():
    with (
        serving(sends(b"+OK redis\r\n\r\n")) as port,
        pytest.raises(ContractError, match="not a valid HTTP answer"),
    ):
        wait(port, deadline_s=10, wrong_for_s=0.2)


# --- the misbehaving contestants themselves -------------------------------------------------------


def test_the_catalog_of_misbehaving_contestants_loads_and_its_servers_are_one_file():
    catalog = load_catalog(TESTS / "contestants")
    assert len(catalog.contestants) == 38
    servers = [path for path in TESTS.glob("contestants*/**/server.py") if ".build" not in path.parts]
    assert len(servers) == 1


@pytest.mark.parametrize("case", ["malformed", "unknown-key"])
def test_the_broken_catalogs_name_their_broken_file(case):
    catalog = load_catalog(TESTS / "contestants-broken" / case)
    assert [broken.file.name for broken in catalog.broken] == [f"{case}.toml"]
    with pytest.raises(CatalogError, match=f"{case}.toml"):
        catalog.contestant(case)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("good", None),
        ("good-twin", None),
        ("wrong-sometimes", None),
        ("crash-mid-lap", None),
        ("ignores-term", None),
        ("wrong-body", "ContractError: the same wrong answer for 0.2 s: body: expected"),
        ("wrong-status", "ContractError: the same wrong answer for 0.2 s: status: expected 200, got 500"),
        ("crash-at-start", "StartError: ended with status 3"),
        ("port-taken", "StartError: ended with status 1"),
        ("never-ready", "StartError: never ready: no right answer within 2 s; last: connection refused"),
        ("other-port", "StartError: never ready: no right answer within 2 s; last: connection refused"),
        ("hangs", "StartError: never ready: no right answer within 2 s; last: no answer within"),
    ],
)
def test_a_misbehaving_contestant_is_found_out(name, problem):
    catalog = load_catalog(TESTS / "contestants")
    contestant, asked = catalog.contestant(name), catalog.scenario("hello-json")
    port = free_ports(1)[0]
    command = [sys.executable, *contestant.start[1:]]
    process = subprocess.Popen(
        [part.replace("{host}", "127.0.0.1").replace("{port}", str(port)) for part in command],
        cwd=contestant.folder,
        stderr=subprocess.DEVNULL,
    )

    def is_alive() -> str | None:
        return None if process.poll() is None else f"ended with status {process.returncode}"

    try:
        request = contestant.request_for(asked)
        wait_until_answers(HOST, port, request, asked.expect, 2.0, is_alive, wrong_for_s=0.2)
        found = verify(asked, request, HOST, port, rng=random.Random(1))
        outcome = "\n".join(line.line() for line in found) or None
    except (StartError, ContractError) as error:
        outcome = f"{type(error).__name__}: {error.message}"
    finally:
        process.kill()
        process.wait()
    assert outcome == problem or (problem and outcome and outcome.startswith(problem))
