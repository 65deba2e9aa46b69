"""Races in containers, by the real command line: every contestant in its own image, joined to one network."""

import json
import signal
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest

from container_helpers import IN_CONTAINERS, labelled
from fairlap.hosting.ports import free_ports
from hosting_helpers import wait_until
from left_behind import left_behind
from race_helpers import SOON
from support import Fairlap

LANGUAGES = ("node", "gin", "fastapi", "uwebsockets", "php-fpm")


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


def test_a_database_and_a_certificate_reach_a_container(project: Fairlap, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o700)  # as /root: the container's user may not enter it
    fairlap = replace(project, results=tmp_path / "closed" / "results")
    done = fairlap("check", "gin", "--scenario", "ladder-pool", "--scenario", "h2-json", *IN_CONTAINERS)
    assert done.code == 0, done.out
    for scenario in ("ladder-pool", "h2-json"):
        assert f"{scenario}: contract ok" in done.out
        assert f"{scenario}: under load ok" in done.out


def test_whoever_tries_what_it_must_not_is_marked_and_the_heat_goes_on(contained: Fairlap) -> None:
    done = contained("run", "contained", *IN_CONTAINERS, *SOON, "--json", "-")
    assert done.code == 1, done.err
    good = done.raced("good")
    assert good["throughput_per_s"]["value"] > 0
    for name, reason in (
        ("reach-out", "ended with exit status 7"),
        ("write-outside", "ended with exit status 8"),
        ("gain-root", "ended with exit status 11"),
        ("eat-memory", "was killed by SIGKILL: it reached its memory limit"),
        ("image-fails", "this is said before it fails"),
    ):
        row = done.row(name)
        assert row["status"] == "failed"
        assert reason in row["reason"], row["reason"]
    forks = done.row("fork-many")  # refused, too busy with it to answer, or too much memory in all
    assert forks["status"] == "failed"
    ends = ("ended with exit status 9", "no right answer in a whole lap", "it reached its memory limit")
    assert any(end in forks["reason"] for end in ends), forks["reason"]
    skipped = done.row("no-image")
    assert (skipped["status"], skipped["reason"]) == ("skipped", "no Containerfile")
    # The store has the image and the kind of isolation.
    assert len(good["image"]["id"]) == 64
    assert good["image"]["size_bytes"] > 50 << 20
    assert good["image"]["base"]
    assert done.document["isolation"]["hosting"].startswith("container (")
    assert done.document["isolation"]["network"] == "own namespace"
    listed = json.loads(contained("images", "--json").out)
    assert {image["name"]: image["id"] for image in listed}["good"] == good["image"]["id"]
    assert good["image"]["id"][:12] in contained("images").out


def test_the_containers_of_a_killed_race_end_without_another_start(contained: Fairlap) -> None:
    contained("prepare", "good", "reference", *IN_CONTAINERS)
    running = contained.start("run", "contained", *IN_CONTAINERS, "--contestants", "good", "--cycles", "500")
    wait_until(lambda: len(labelled()) == 2)
    running.kill()
    running.communicate()
    wait_until(lambda: labelled() == set())
    short = ("--contestants", "good", "--cycles", "2", *SOON)
    contained("run", "contained", *IN_CONTAINERS, *short, "--json", "-").all_raced()
    assert labelled() == set()


@pytest.mark.parametrize(("network", "stored"), [("host", "host loopback"), ("bridge", "bridge")])
def test_other_networks_are_options_and_are_stored(contained: Fairlap, network: str, stored: str) -> None:
    options = (*IN_CONTAINERS, "--network", network, "--contestants", "good", "--json", "-")
    done = contained("run", "contained", *options, "--cycles", "2", *SOON)
    done.all_raced()
    assert done.document["isolation"]["network"] == stored


def test_an_image_of_each_language_is_built_and_raced(project: Fairlap) -> None:
    done = project(
        *("run", "quick", *IN_CONTAINERS, "--contestants", ",".join(LANGUAGES), "--rounds", "1", "--cycles", "4"),
        *("--no-rates", *SOON, "--json", "-"),
    )
    done.all_raced()
    for name in (*LANGUAGES, "reference"):
        row = done.row(name)
        assert row["version"], name
        assert row["image"]["size_bytes"] < 300 << 20, name
