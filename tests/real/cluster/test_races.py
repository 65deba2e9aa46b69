"""Races on machines with addresses of their own: network namespaces, joined by veth, each with its node of Ray."""

import json
import os
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from cluster_helpers import Cluster, Machine, await_machines, cluster_of, needs_cluster
from extras import need_service
from fairlap.hosting.records import MARKER
from fairlap.hosting.services.running import missing_service
from fairlap.statistics.void import MOST_SKEW
from fairlap.store import Store, StoredRun
from hosting_helpers import open_folder
from support import MISBEHAVING, ROOT, Fairlap, Finished, copy_catalog

BOUND_S = 240.0
PAIRS = (
    {"fairlap_server": 1},
    {"fairlap_server": 1},
    {"fairlap_generator": 1},
    {"fairlap_generator": 1},
    {"fairlap_services": 1},
)
LAP_MS = 250
"""Of the suite `one`."""
CPUS = ("0", "0", "1", "1", "1")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two server machines, two generator machines, one for services."""
    needs_cluster()
    # Ray's sockets lie below, and the path of a socket has at most 107 characters.
    with (
        tempfile.TemporaryDirectory(prefix="fl-", dir="/tmp") as folder,
        open_folder(Path(folder)) as opened,
        cluster_of(opened, PAIRS, CPUS) as running,
    ):
        yield running


@pytest.fixture
def driver(cluster: Cluster, tmp_path: Path) -> Iterator["Driver"]:
    """Fairlap's command line on the head; it must leave nothing on any machine."""
    await_machines(cluster, len(PAIRS) + 1)
    catalog = copy_catalog(ROOT / "tests" / "clustered", tmp_path / "catalog")
    yield Driver(cluster, Fairlap(catalog, tmp_path / "results", tuple(cluster.head.command())))
    assert await_none(lambda: of_races(cluster)) == []


class Driver:
    """Runs `fairlap` on the head of a cluster."""

    def __init__(self, cluster: Cluster, fairlap: Fairlap) -> None:
        self.cluster = cluster
        self.fairlap = fairlap

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        """Start a command without waiting for its end."""
        return subprocess.Popen(
            self.fairlap.command(*arguments),
            env=dict(self.cluster.head.environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def race(self, suite: str, *arguments: str) -> "subprocess.Popen[str]":
        """A race on the cluster."""
        return self.start("run", suite, "--cluster", self.cluster.address, "--json", "-", *arguments)

    def end(self, running: "subprocess.Popen[str]") -> Finished:
        """How it ended."""
        out, err = running.communicate(timeout=BOUND_S)
        assert "Traceback" not in err, err
        return Finished(running.returncode, out, err)

    def stored(self) -> StoredRun:
        """The run that was stored."""
        with Store.open_read_only(self.fairlap.results / "fairlap.db") as store:
            return store.load()

    def await_rounds(self, count: int) -> None:
        """Wait until so many rounds are stored."""
        deadline = time.monotonic() + BOUND_S
        while self._rounds() < count:
            assert time.monotonic() < deadline, f"no {count} rounds"
            time.sleep(0.05)

    def _rounds(self) -> int:
        with suppress(sqlite3.OperationalError):  # not there yet
            uri = f"file:{self.fairlap.results / 'fairlap.db'}?mode=ro"
            with sqlite3.connect(uri, uri=True) as connection:
                return int(connection.execute("SELECT count(*) FROM round").fetchone()[0])
        return 0


def of_races(cluster: Cluster) -> list[str]:
    """Return the processes of a race on its machines: contestants, services, generators, guards."""
    found = []
    for machine in cluster.machines:
        for process in machine.processes():
            with suppress(psutil.NoSuchProcess):
                line = " ".join(process.cmdline())
                ours = MARKER in process.environ() or "fairload" in line or "fairlap.cluster.guard" in line
                if ours and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(f"{machine.address}: {line}")
    return found


def await_none(look: Callable[[], list[str]], bound_s: float = 15.0) -> list[str]:
    """Wait for a while until nothing is left; return what is left."""
    deadline = time.monotonic() + bound_s
    while (found := look()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def await_contestant(machine: Machine, name: str) -> None:
    """Wait until a process of this contestant runs there."""
    deadline = time.monotonic() + BOUND_S
    while True:
        for process in machine.processes():
            with suppress(psutil.NoSuchProcess):
                if process.environ().get(MARKER, "").endswith(f"/{name}"):
                    return
        assert time.monotonic() < deadline, f"{name} does not start on {machine.address}"
        time.sleep(0.02)


def each_once(stored: StoredRun, scenarios: int, rounds: int) -> None:
    """Assert that every heat of every round is stored exactly once."""
    keys = [(record.scenario, record.round, record.heat) for record in stored.rounds]
    assert len(keys) == len(set(keys)) == scenarios * rounds
    for record in stored.rounds:
        assert {turn.contestant for turn in record.contestants} == {"reference", "steady", "steady-twin", "slower"}
        assert [turn.failure for turn in record.contestants] == [None] * 4


def test_scenarios_run_at_the_same_time_each_on_its_own_pair_of_machines(driver: Driver) -> None:
    ended = driver.end(driver.race("two"))
    ended.all_raced()
    stored = driver.stored()
    each_once(stored, scenarios=2, rounds=2)
    places = {
        scenario: {r.machine for r in stored.rounds if r.scenario == scenario} for scenario in ("hello-json", "goodbye")
    }
    assert sorted(map(len, places.values())) == [1, 1], "a scenario stays where it is"
    assert places["hello-json"] != places["goodbye"], "and the other one has machines of its own"
    first, other = ([r for r in stored.rounds if r.scenario == scenario] for scenario in places)
    assert min(first[-1].started_at, other[-1].started_at) >= max(first[0].started_at, other[0].started_at)
    sites = sorted(machine["site"] for machine in ended.document["machines"])
    assert sites == ["generator", "generator", "server", "server"]
    assert json.loads(stored.run.isolation_json)["network"] == "cluster"
    assert ended.document["start_skew_us_max"] is None, "each heat has one generator"


def test_two_generators_lap_one_contestant_together(driver: Driver) -> None:
    ended = driver.end(driver.race("one", "--generators", "2", "--rates"))
    ended.all_raced()
    stored = driver.stored()
    each_once(stored, scenarios=1, rounds=2)
    assert sorted(machine.site for machine in stored.machines) == ["generator", "generator", "server"]
    turns = [turn for record in stored.rounds for turn in record.contestants]
    samples = [sample for turn in turns for sample in turn.samples]
    assert samples
    skews_us = [sample.start_skew_us for sample in samples]
    assert all(skew_us is not None and skew_us > 0 for skew_us in skews_us)
    assert all(sample.outcomes.ok == sample.outcomes.total for sample in samples)
    rate_laps = [lap for turn in stored.rounds[1].contestants for lap in turn.rate_laps]
    assert rate_laps
    assert all(lap.own_p99_us is not None and lap.response_histogram is not None for lap in rate_laps)
    assert ended.document["start_skew_us_max"] == max(skews_us)


def test_a_generator_that_is_stopped_spoils_its_laps_and_is_named(driver: Driver) -> None:
    running = driver.race("one", "--generators", "2", "--cycles", "10", "--rounds", "1")
    slow = driver.cluster.machines[4]
    await_contestant(driver.cluster.machines[1], "slower")
    deadline = time.monotonic() + BOUND_S
    while running.poll() is None:
        assert time.monotonic() < deadline
        for process in 40 * slow.named("fairload session"):
            with suppress(psutil.NoSuchProcess):
                # It runs for shorter than from an order to the agreed instant: it is stopped at the one or the other.
                process.suspend()
                time.sleep(0.05)
                process.resume()
                time.sleep(0.003)
        time.sleep(1.5)
    ended = driver.end(running)
    stored = driver.stored()
    flags = [flag for turn in stored.rounds[0].contestants for flag in turn.flags if flag.kind == "generator-late"]
    assert flags, ended.err
    assert any(slow.address in flag.reason for flag in flags)
    samples = [sample for turn in stored.rounds[0].contestants for sample in turn.samples]
    most_us = MOST_SKEW * LAP_MS * 1000
    assert all(sample.start_skew_us is not None and sample.start_skew_us <= most_us for sample in samples), "left out"


@pytest.mark.parametrize(("lost", "how", "rounds"), [(1, "ray", 3), (3, "all", 1)], ids=["server", "generator"])
def test_a_heat_of_a_lost_machine_is_run_elsewhere(driver: Driver, lost: int, how: str, rounds: int) -> None:
    machine = driver.cluster.machines[lost]
    running = driver.race("two", "--rounds", str(rounds))
    await_contestant(driver.cluster.machines[1], "slower")
    await_contestant(driver.cluster.machines[2], "slower")
    machine.lose_ray() if how == "ray" else machine.lose()
    driver.cluster.start(machine, PAIRS[lost - 1])
    ended = driver.end(running)
    assert ended.code in (0, 1), ended.err
    assert "again elsewhere" in ended.err
    assert machine.address in ended.err
    stored = driver.stored()
    each_once(stored, scenarios=2, rounds=rounds)
    if rounds > 1:
        assert machine.address in {record.machine for record in stored.rounds}, "it races again when it is back"


def test_a_race_whose_driver_was_killed_is_resumed(driver: Driver) -> None:
    running = driver.race("two")
    driver.await_rounds(1)
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate(timeout=30)
    assert await_none(lambda: of_races(driver.cluster)) == [], "the guards have cleared up"
    before = driver.stored()
    resumed = driver.end(driver.start("resume", before.run.run, "--json", "-"))
    resumed.all_raced()
    after = driver.stored()
    assert after.rounds[: len(before.rounds)] == before.rounds, "finished rounds are kept"
    each_once(after, scenarios=2, rounds=2)
    assert {machine.name for machine in after.machines} >= {machine.name for machine in before.machines}
    again = driver.end(driver.start("resume", before.run.run))
    assert (again.code, "has ended" in again.err) == (2, True)


def test_ctrl_c_leaves_a_usable_result_and_nothing_on_the_machines(driver: Driver) -> None:
    running = driver.race("two", "--rounds", "5")
    driver.await_rounds(1)
    running.send_signal(signal.SIGINT)
    ended = driver.end(running)
    assert ended.code == 130
    assert "fairlap resume" in ended.err
    assert ended.document["contestants"]
    assert of_races(driver.cluster) == [], "nothing is left when it has ended"
    assert driver.stored().interrupted


def test_what_the_cluster_lacks_is_one_clear_message(driver: Driver) -> None:
    ended = driver.end(driver.race("one", "--generators", "3"))
    assert ended.code == 2
    generators = ", ".join(machine.address for machine in driver.cluster.machines[3:5])
    assert (
        f"a group needs 3 machines with the resource fairlap_generator; only {generators} of 6 has it free" in ended.err
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
    await_machines(cluster, len(PAIRS) + 1)
    catalog = copy_catalog(MISBEHAVING, tmp_path / "catalog")
    driver = Driver(cluster, Fairlap(catalog, tmp_path / "results", tuple(cluster.head.command())))
    ended = driver.end(driver.race("from-redis", "--contestants", "redis,redis-twice"))
    if missing_service("redis") is not None:
        assert ended.code == 2, ended.err
        assert ended.err.count("\n") == 1, ended.err
        assert f"{cluster.machines[5].address}" in ended.err and "redis-server" in ended.err
        assert await_none(lambda: of_races(cluster)) == []
    need_service("redis")
    stored = driver.stored()
    (redis,) = [machine for machine in stored.machines if machine.site == "services"]
    assert redis.name == cluster.machines[5].address
    by_name = {turn.contestant: turn for turn in stored.rounds[0].contestants}
    assert by_name["redis"].failure is None, ended.err
    (use,) = by_name["redis"].services
    assert use.statements is not None and use.statements >= use.answers > 0
    twice = by_name["redis-twice"].failure
    assert twice is not None and "redis executed 2" in twice, "its counters are read across machines"
    assert await_none(lambda: of_races(cluster)) == []


def test_doctor_examines_every_machine(driver: Driver) -> None:
    ended = driver.end(driver.start("doctor", "--cluster", driver.cluster.address, "--json"))
    assert ended.code == 0, ended.err
    found = {check["name"]: check for check in ended.document}
    for machine in driver.cluster.machines:
        assert found[f"machine {machine.address}"]["verdict"] == "good", found
    assert found["groups"]["value"].startswith("2 with one generator")
