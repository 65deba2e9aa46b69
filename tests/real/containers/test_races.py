"""Races in containers, by the real command line: every contestant in its own image, joined to one network."""

import signal
import urllib.request

from container_helpers import IN_CONTAINERS, labelled
from fairlap.hosting.ports import free_ports
from hosting_helpers import wait_until
from left_behind import left_behind
from support import Fairlap


def test_an_interrupted_race_leaves_no_container(contained: Fairlap) -> None:
    contained("prepare", "good", "reference", *IN_CONTAINERS)
    running = contained.start("run", "contained", *IN_CONTAINERS, "--contestants", "good", "--cycles", "500")
    wait_until(lambda: len(labelled()) == 2)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "Traceback" not in err
    assert labelled() == set()
    assert left_behind(contained.results) == []


def test_an_interrupted_build_is_begun_anew(contained: Fairlap) -> None:
    slow = contained.catalog / "contestants" / "limits" / "Containerfile"
    text = slow.read_text()
    try:
        slow.write_text(text.replace("WORKDIR", "RUN sleep 500 # an interrupt comes\nWORKDIR"))
        running = contained.start("prepare", "good", *IN_CONTAINERS)
        log = contained.catalog / ".build" / "images" / "good.build.log"
        wait_until(lambda: log.exists() and "sleep 500" in log.read_text())
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
        assert running.returncode == 130, err
        assert "Traceback" not in err
    finally:
        slow.write_text(text)
    assert contained("prepare", "good", *IN_CONTAINERS).code == 0


def test_one_is_served_by_hand_in_a_container(contained: Fairlap) -> None:
    port = str(free_ports(1)[0])
    started = contained("start", "good", *IN_CONTAINERS, "--port", port)
    assert started.code == 0, started.err
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
            assert answer.read() == b'{"message":"Hello World!"}'
        assert contained("exec", "good", "id", "-u").out == "65534\n"
        assert contained("exec", "good", "sh", "-c", "exit 7").code == 7
        assert contained("logs", "good").code == 0
        assert contained("start", "good", *IN_CONTAINERS, "--port", port).code == 2, "it is being served already"
        assert len(labelled()) == 1, "and goes on"
    finally:
        stopped = contained("stop", "good")
    assert stopped.out == "good: ended (TERM)\n"


def test_options_of_containers_need_containers(contained: Fairlap) -> None:
    refused = contained("run", "contained", "--network", "bridge")
    assert (refused.code, "--isolation container" in refused.err) == (2, True)
    refused = contained("prepare", "--mirror", "npm=https://x/")
    assert refused.code == 2


def test_a_database_runs_in_a_container_too(project: Fairlap) -> None:
    done = project("check", "gin", "--scenario", "ladder-pool", *IN_CONTAINERS)
    assert done.code == 0, done.out
    assert "ladder-pool: contract ok" in done.out
    assert "ladder-pool: under load ok" in done.out
