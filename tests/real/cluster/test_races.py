"""Races on machines with addresses of their own: network namespaces, joined by veth, each with its node of Ray.

Each command on a cluster starts a dozen processes that import Ray, so several tests look at one race.
"""

import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from cluster_helpers import (
    BOUND_S,
    Cluster,
    Driver,
    Machine,
    await_contestants,
    await_none,
    await_true,
    cluster_of,
    driver_in,
    needs_cluster,
)
from extras import need_service
from fairlap.hosting.services.running import missing_service
from fairlap.statistics.laps import is_valid
from fairlap.statistics.void import MOST_SKEW
from fairlap.store import StoredRun
from hosting_helpers import open_folder
from race_helpers import SOON
from support import MISBEHAVING, Finished

ROLES: tuple[Mapping[str, int], ...] = (
    {"fairlap_server": 1},
    {"fairlap_server": 1},
    {"fairlap_generator": 1},
    {"fairlap_generator": 1, "fairlap_services": 1},
)
"""Of the machines beside the head. A race that needs services has one generator, so they get a machine of their own."""

LAP_MS = 250
"""Of the suite `one`."""
CPUS = ("0", "0", "1", "1")
STOPS = 16
"""Of a generator: together longer than two laps."""
ROUNDS = 10
"""Of the race that is disturbed again and again."""
SCENARIOS = ("hello-json", "goodbye")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two server machines, and two for generators or services."""
    needs_cluster()
    # Ray's sockets lie below, and the path of a socket has at most 107 characters.
    with (
        tempfile.TemporaryDirectory(prefix="fl-", dir="/tmp") as folder,
        open_folder(Path(folder)) as opened,
        cluster_of(opened, ROLES, CPUS) as running,
    ):
        yield running


@pytest.fixture
def driver(cluster: Cluster, tmp_path: Path) -> Iterator["Driver"]:
    """Fairlap's command line on the head; it must leave nothing on any machine."""
    cluster.await_machines()
    driver = driver_in(tmp_path, cluster)
    yield driver
    assert await_none(driver.left) == []


def each_once(stored: StoredRun, rounds: int, scenarios: int, *names: str) -> None:
    """Assert that every heat of every round, of contestants with these names, is stored exactly once."""
    keys = [(record.scenario, record.round, record.heat) for record in stored.rounds]
    assert len(keys) == len(set(keys)) == scenarios * rounds
    for record in stored.rounds:
        assert {turn.contestant for turn in record.contestants} == set(names)
        assert [turn.failure for turn in record.contestants] == [None] * len(names)


@dataclass(frozen=True)
class Disturbed:
    """What was seen of a race that lost machines, was interrupted, resumed, killed, and resumed to its end."""

    driver: Driver
    quiet: StoredRun
    """After two rounds without disturbance."""
    at_loss: StoredRun
    interrupted: Finished
    left_by_interrupt: list[str]
    at_interrupt: StoredRun
    left_by_kill: list[str]
    at_kill: StoredRun
    resumed: Finished
    after: StoredRun
    again: Finished


@pytest.fixture(scope="module")
def disturbed(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Disturbed:
    """Two scenarios on two pairs of machines."""
    cluster.await_machines()
    driver = driver_in(tmp_path_factory.mktemp("disturbed"), cluster)
    running = driver.race("two", "--rounds", str(ROUNDS), *SOON)
    await_true(running, lambda: least_rounds(driver) >= 2, "two rounds of each scenario")
    quiet = driver.stored()
    at_loss = lose_two_machines(driver, running)
    running.send_signal(signal.SIGINT)
    interrupted = driver.end(running)
    left_by_interrupt = driver.left()
    at_interrupt = driver.stored()

    cluster.await_machines()
    resuming = driver.start("resume", at_interrupt.run.run, "--json", "-")
    await_true(resuming, lambda: len(driver.round_places()) > len(at_interrupt.rounds), "round after the resume")
    await_contestants(resuming, *cluster.machines[1:3])
    os.killpg(resuming.pid, signal.SIGKILL)
    resuming.communicate(timeout=30)
    left_by_kill = await_none(driver.left)
    at_kill = driver.stored()

    resumed = driver.end(driver.start("resume", at_kill.run.run, "--json", "-"))
    after = driver.stored()
    again = driver.end(driver.start("resume", at_kill.run.run))
    return Disturbed(
        driver,
        quiet,
        at_loss,
        interrupted,
        left_by_interrupt,
        at_interrupt,
        left_by_kill,
        at_kill,
        resumed,
        after,
        again,
    )


def least_rounds(driver: Driver) -> int:
    """Return the number of stored rounds of the scenario that has fewer."""
    scenarios = [scenario for scenario, _ in driver.round_places()]
    return min(scenarios.count(scenario) for scenario in SCENARIOS)


def lose_two_machines(driver: Driver, running: "subprocess.Popen[str]") -> StoredRun:
    """Lose a server machine's node of Ray and, when it races again, a whole generator machine.

    Returns:
        What was stored when the server machine was gone.
    """
    server, other, generator = driver.cluster.machines[1:4]
    await_contestants(running, server, other)
    server.lose_ray()
    driver.cluster.start(server, ROLES[0])
    driver.await_board(running, lambda board: bool(again_elsewhere(board.notices, server)))
    at_loss = driver.stored()
    places = len(at_loss.rounds)
    await_true(
        running,
        lambda: server.address in [place for _, place in driver.round_places()[places:]],
        "round when it is back",
    )
    await_contestants(running, server, other)
    generator.lose()
    driver.cluster.start(generator, ROLES[2])
    driver.await_board(running, lambda board: bool(again_elsewhere(board.notices, generator)))
    await_contestants(running, server, other)
    return at_loss


def again_elsewhere(lines: Iterable[str], machine: Machine) -> list[str]:
    """Return the lines that say so of a heat that was lost with a machine."""
    return [line for line in lines if "again elsewhere" in line and f"{machine.address}:" in line]


def test_scenarios_run_at_the_same_time_each_on_its_own_pair_of_machines(disturbed: Disturbed) -> None:
    stored = disturbed.quiet
    places = {scenario: {r.machine for r in stored.rounds if r.scenario == scenario} for scenario in SCENARIOS}
    assert sorted(map(len, places.values())) == [1, 1], "a scenario stays where it is"
    assert places["hello-json"] != places["goodbye"], "and the other one has machines of its own"
    first, other = ([r for r in stored.rounds if r.scenario == scenario] for scenario in places)
    assert min(first[-1].started_at, other[-1].started_at) >= max(first[0].started_at, other[0].started_at)
    assert sorted(machine.site for machine in stored.machines) == ["generator", "generator", "server", "server"]
    assert json.loads(stored.run.isolation_json)["network"] == "cluster"
    assert disturbed.resumed.document["start_skew_us_max"] is None, "each heat has one generator"


@pytest.mark.parametrize("lost", [1, 3], ids=["server", "generator"])
def test_a_heat_of_a_lost_machine_is_run_elsewhere(disturbed: Disturbed, lost: int) -> None:
    machine = disturbed.driver.cluster.machines[lost]
    assert again_elsewhere(disturbed.interrupted.err.splitlines(), machine), disturbed.interrupted.err


def test_a_lost_machine_races_again_when_it_is_back(disturbed: Disturbed) -> None:
    machine = disturbed.driver.cluster.machines[1]
    before, after = disturbed.at_loss.rounds, disturbed.at_interrupt.rounds
    assert machine.address in {record.machine for record in after[len(before) :]}
    assert after[: len(before)] == before, "and finished rounds are kept"


def test_ctrl_c_leaves_a_usable_result_and_nothing_on_the_machines(disturbed: Disturbed) -> None:
    ended = disturbed.interrupted
    assert ended.code == 130
    assert "fairlap resume" in ended.err
    assert ended.document["contestants"]
    assert disturbed.left_by_interrupt == [], "nothing is left when it has ended"
    assert disturbed.at_interrupt.interrupted


def test_a_race_whose_driver_was_killed_is_resumed(disturbed: Disturbed) -> None:
    assert disturbed.left_by_kill == [], "the guards have cleared up"
    disturbed.resumed.all_raced()
    before, after = disturbed.at_kill, disturbed.after
    assert before.rounds[: len(disturbed.at_interrupt.rounds)] == disturbed.at_interrupt.rounds
    assert after.rounds[: len(before.rounds)] == before.rounds, "finished rounds are kept"
    each_once(after, ROUNDS, 2, "reference", "steady", "slower")
    assert {machine.name for machine in after.machines} >= {machine.name for machine in before.machines}
    assert (disturbed.again.code, "has ended" in disturbed.again.err) == (2, True)


def test_the_token_of_the_cluster_is_in_nothing_that_a_race_writes(disturbed: Disturbed) -> None:
    token = disturbed.driver.cluster.head.environment["RAY_AUTH_TOKEN"].encode()
    written = [path for path in disturbed.driver.fairlap.results.rglob("*") if path.is_file()]
    assert written
    assert [path for path in written if token in path.read_bytes()] == []


@dataclass(frozen=True)
class Together:
    """A race with two generators, one of which was stopped for a moment in the second cycle of the first round."""

    ended: Finished
    stored: StoredRun
    stopped: Machine


@pytest.fixture(scope="module")
def together(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Together:
    """One scenario with two generators."""
    cluster.await_machines()
    driver, stopped = driver_in(tmp_path_factory.mktemp("together"), cluster), cluster.machines[4]
    running = driver.race("one", "--generators", "2", "--rates", *SOON)
    driver.await_board(running, lambda board: board.cycle == 2)
    for process in STOPS * stopped.named("fairload session"):
        with suppress(psutil.NoSuchProcess):
            # It runs for shorter than from an order to the agreed instant: it is stopped at the one or the other.
            process.suspend()
            time.sleep(0.05)
            process.resume()
            time.sleep(0.003)
    ended = driver.end(running)
    assert await_none(driver.left) == []
    return Together(ended, driver.stored(), stopped)


def test_two_generators_lap_one_contestant_together(together: Together) -> None:
    stored = together.stored
    together.ended.all_raced()
    each_once(stored, 2, 1, "reference", "steady", "slower")
    assert sorted(machine.site for machine in stored.machines) == ["generator", "generator", "server"]
    turns = [turn for record in stored.rounds for turn in record.contestants]
    samples = [sample for turn in turns for sample in turn.samples]
    assert samples
    skews_us = [sample.start_skew_us for sample in samples]
    assert all(skew_us is not None and skew_us > 0 for skew_us in skews_us)
    assert all(sample.outcomes.ok == sample.outcomes.total for sample in samples)
    rate_laps = [lap for turn in stored.rounds[1].contestants for lap in turn.rate_laps]
    assert any(lap.completed for lap in rate_laps)
    for lap in rate_laps:  # on a busy machine, nothing may have been sent in one of them
        assert lap.own_p99_us is not None or not lap.sent
        # `completed` also counts answers to requests of the part before the window.
        assert (lap.response_histogram is None) == (lap.outcomes.ok == 0)
    # On a busy machine, a lap may have had no answer at all; it does not count.
    counted_us = [sample.start_skew_us for sample in samples if is_valid(sample)]
    assert together.ended.document["start_skew_us_max"] == max(counted_us)


def test_a_generator_that_is_stopped_spoils_its_laps_and_is_named(together: Together) -> None:
    turns = together.stored.rounds[0].contestants
    flags = [flag for turn in turns for flag in turn.flags if flag.kind == "generator-late"]
    assert flags, together.ended.err
    assert any(together.stopped.address in flag.reason for flag in flags)
    most_us = MOST_SKEW * LAP_MS * 1000
    samples = [sample for turn in turns for sample in turn.samples]
    assert all(sample.start_skew_us is not None and sample.start_skew_us <= most_us for sample in samples), "left out"


def test_what_the_cluster_lacks_is_one_clear_message(driver: Driver) -> None:
    ended = driver.end(driver.race("one", "--generators", "3"))
    assert ended.code == 2
    generators = ", ".join(machine.address for machine in driver.cluster.machines[3:5])
    assert (
        f"a group needs 3 machines with the resource fairlap_generator; only {generators} of 5 has it free" in ended.err
    )
    assert "--resources='{\"fairlap_generator\": 1}'" in ended.err
    assert not (driver.fairlap.results / "fairlap.db").exists(), "nothing was written"


def test_nobody_without_the_token_gets_in(driver: Driver) -> None:
    environment = {name: value for name, value in driver.cluster.head.environment.items() if name != "RAY_AUTH_TOKEN"}
    command = driver.fairlap.command("run", "one", "--cluster", driver.cluster.address)
    for token, message in ((None, "no token of the cluster"), ("f" * 32, "rejects our token")):
        own = environment | {"HOME": str(driver.fairlap.catalog)} | ({} if token is None else {"RAY_AUTH_TOKEN": token})
        done = subprocess.run(command, env=own, capture_output=True, text=True, timeout=BOUND_S)
        assert done.returncode == 2, done.stderr
        assert message in done.stderr
        assert "Traceback" not in done.stderr


def test_an_address_where_no_cluster_is(driver: Driver) -> None:
    ended = driver.end(driver.start("run", "one", "--cluster", f"{driver.cluster.head.address}:1"))
    assert ended.code == 2
    assert "nothing listens there" in ended.err


def test_services_run_on_a_machine_of_their_own(cluster: Cluster, tmp_path: Path) -> None:
    cluster.await_machines()
    driver = driver_in(tmp_path, cluster, MISBEHAVING)
    ended = driver.end(driver.race("from-redis", "--contestants", "redis,redis-twice", "--cycles", "4", *SOON))
    if missing_service("redis") is not None:
        assert ended.code == 2, ended.err
        assert ended.err.count("\n") == 1, ended.err
        assert f"{cluster.machines[4].address}" in ended.err and "redis-server" in ended.err
        assert await_none(driver.left) == []
    need_service("redis")
    stored = driver.stored()
    (redis,) = [machine for machine in stored.machines if machine.site == "services"]
    assert redis.name == cluster.machines[4].address
    assert redis.name not in {machine.name for machine in stored.machines if machine.site != "services"}
    by_name = {turn.contestant: turn for turn in stored.rounds[0].contestants}
    assert by_name["redis"].failure is None, ended.err
    (use,) = by_name["redis"].services
    assert use.statements is not None and use.statements >= use.answers > 0
    twice = by_name["redis-twice"].failure
    assert twice is not None and "redis executed 2" in twice, "its counters are read across machines"
    assert await_none(driver.left) == []


def test_doctor_examines_every_machine(driver: Driver) -> None:
    ended = driver.end(driver.start("doctor", "--cluster", driver.cluster.address, "--json"))
    assert ended.code == 0, ended.err
    found = {check["name"]: check for check in ended.document}
    for machine in driver.cluster.machines:
        assert found[f"machine {machine.address}"]["verdict"] == "good", found
    assert found["groups"]["value"].startswith("2 with one generator")
