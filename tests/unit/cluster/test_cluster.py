"""What a race on several machines is made of, without any machine: clocks, groups, messages and packages."""

import os
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import fairlap
from fairlap.cluster.clock import ClockReading, read_clock
from fairlap.cluster.groups import plan_groups
from fairlap.cluster.models import Node, NodeReport
from fairlap.cluster.needs import find_missing, require_listener, require_token, requirements
from fairlap.cluster.package import copy_package
from fairlap.cluster.pool import Built
from fairlap.cluster.reporter import HeatStoppedError, Reporter
from fairlap.cluster.rounds import ClusterRounds, Job
from fairlap.errors import UsageError
from fairlap.hosting.programs import find_fairload
from fairlap.race.events import Advance, Event, Failed, LapSeen, StageBegan
from fairlap.race.heat import HeatOrder
from fairlap.race.stored_request import ClusterChoice
from fairlap.samples import SiteName

# Clocks.


def test_a_clock_is_known_to_half_a_round_trip_and_better_with_more_of_them() -> None:
    ahead_ns, dice = 10**15, random.Random(7)
    state = {"now": 0}

    def passes(most_ns: int) -> None:
        state["now"] += dice.randrange(100_000, most_ns)

    def ask() -> int:
        passes(1_000_000)
        theirs = state["now"] + ahead_ns
        passes(1_000_000)
        return theirs

    for pings in (1, 5, 50):
        errors = []
        for _ in range(200):
            reading = read_clock(ask, lambda: state["now"], pings)
            offset_ns = reading.theirs(0)
            assert abs(offset_ns - ahead_ns) / 1000 <= reading.error_us_at(state["now"]), "it is as good as it says"
            errors.append(reading.error_us_at(state["now"]))
        assert np.mean(errors) < {1: 600, 5: 300, 50: 150}[pings]


def test_an_old_reading_is_worth_less_and_one_that_contradicts_replaces_it() -> None:
    old = ClockReading(low_ns=-1_000, high_ns=1_000, at_ns=0)
    assert old.error_us_at(0) == 1.0
    assert old.error_us_at(1_000_000_000) == pytest.approx(51.0)
    close = old.joined(ClockReading(low_ns=500, high_ns=9_000, at_ns=0))
    assert (close.low_ns, close.high_ns) == (500, 1_000)
    aged = old.joined(ClockReading(low_ns=10_000, high_ns=90_000, at_ns=1_000_000_000))
    assert (aged.low_ns, aged.high_ns) == (10_000, 51_000), "it may have drifted by 50 us"
    moved = ClockReading(low_ns=900_000, high_ns=901_000, at_ns=0)
    assert old.joined(moved) == moved, "it was set"


# Groups of machines.


def node(address: str, *sites: SiteName) -> Node:
    free: dict[SiteName, int] = {"server": 0, "generator": 0, "services": 0}
    return Node(address, free | dict.fromkeys(sites, 1))


def asked(generators: int = 1, *, colocate: bool = False) -> ClusterChoice:
    return ClusterChoice(address="10.0.0.1:6379", generators=generators, colocate=colocate)


def shape(nodes: list[Node], choice: ClusterChoice, *, services: bool = False) -> list[list[str]]:
    found = plan_groups(nodes, choice, services=services)
    return [[placed.node.address for placed in group.sites] for group in found]


def test_as_many_groups_as_there_are_and_no_machine_in_two() -> None:
    nodes = [node("s1", "server"), node("s2", "server"), node("g1", "generator"), node("g2", "generator"), node("head")]
    assert shape(nodes, asked()) == [["s1", "g1"], ["s2", "g2"]]
    ((server, *generators),) = shape(nodes, asked(2))
    assert (server, sorted(generators)) == ("s1", ["g1", "g2"])


def test_machines_that_are_good_for_all_are_matched_so_that_a_group_can_be_had() -> None:
    everything = node("a", "server", "generator", "services")
    assert shape([everything, node("b", "server"), node("c", "services")], asked(), services=True) == [["b", "a", "c"]]
    some = [node("a", "server", "generator"), node("b", "server", "generator")]
    assert sorted(shape(some, asked())[0]) == ["a", "b"]


def test_colocated_sites_are_on_one_machine() -> None:
    nodes = [node("a", "server", "generator"), node("b", "server"), node("c", "server", "generator")]
    assert shape(nodes, asked(colocate=True)) == [["a", "a"], ["c", "c"]]
    with pytest.raises(UsageError, match="no machine has all that a group needs"):
        shape(nodes, asked(colocate=True), services=True)


@pytest.mark.parametrize(
    ("nodes", "generators", "message"),
    [
        (
            [node("a", "generator")],
            1,
            "a group needs a machine with the resource fairlap_server; none of 1 has it free",
        ),
        (
            [node("a", "server")],
            1,
            "a group needs a machine with the resource fairlap_generator; none of 1 has it free",
        ),
        (
            [node("a", "server"), node("b", "generator")],
            2,
            "a group needs 2 machines with the resource fairlap_generator; only b of 2 has it free",
        ),
        (
            [node("a", "server", "generator")],
            1,
            "a group needs 2 machines, one for each site; there are a (fairlap_server, ",
        ),
        ([], 1, "the cluster has no living machine"),
    ],
)
def test_what_is_missing_is_said_and_where(nodes: list[Node], generators: int, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        plan_groups(nodes, asked(generators), services=False)
    assert message in caught.value.message
    assert caught.value.where == "10.0.0.1:6379"
    assert "ray start --address" in caught.value.hint


# Messages from and to a heat.


def test_messages_arrive_and_the_end_is_noticed_between_laps() -> None:
    sent: list[tuple[Event, ...]] = []
    wanted, clock = [True], [0.0]
    reporter = Reporter(lambda events: (sent.append(events), wanted[0])[1], lambda: clock[0])
    reporter(StageBegan("round 1", contestant="gin", cycle=(1, 4)))
    lap = LapSeen("hello-json", 1, "gin", 5.0)
    reporter(lap)
    reporter(Advance(250))
    reporter(Advance(250))
    reporter(Failed("hello-json", "gin", "lap: it ended"))
    reporter(StageBegan("round 1, later"))
    assert sent == [(StageBegan("round 1", "gin", (1, 4)),)], "not more often than somebody looks"
    clock[0] = 1.0
    reporter(StageBegan("round 1, last"))
    assert sent[1] == (
        lap,
        Failed("hello-json", "gin", "lap: it ended"),
        Advance(500),
        StageBegan("round 1, last", None, None),
    )
    wanted[0], clock[0] = False, 2.0
    with pytest.raises(HeatStoppedError):
        reporter(StageBegan("round 2"))


# What is sent to machines, and what they need.


def test_the_package_is_sent_whole_with_its_generator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = copy_package(tmp_path)
    names = {path.relative_to(sent).as_posix() for path in sent.rglob("*") if path.is_file()}
    assert {"__init__.py", "store/schema.sql", "cluster/on_ray.py"} <= names
    assert not [name for name in names if "__pycache__" in name]
    monkeypatch.setattr(fairlap, "__file__", str(sent / "__init__.py"))
    assert find_fairload() == sent / "bin" / "fairload", "what is sent finds its own"
    assert os.access(find_fairload(), os.X_OK)


def report(**values: object) -> NodeReport:
    import platform

    usual = {
        "address": "10.0.0.2",
        "python": platform.python_version(),
        "setsid": "/usr/bin/setsid",
        "auth_mode": "token",
        "user": "0",
        "differing": {},
    }
    return NodeReport.model_validate(usual | values)


def test_what_a_machine_lacks_is_reported_with_its_fix() -> None:
    assert find_missing([report()]) == ()
    open_door, old, bare = find_missing(
        [report(auth_mode=None), report(python="3.9.2"), report(differing={"numpy": None})]
    )
    assert ("from anybody" in open_door.text, "RAY_AUTH_MODE=token" in open_door.fix) == (True, True)
    assert "3.9.2" in old.text
    assert bare.text.startswith("no numpy")
    assert bare.fix == f"pip install numpy=={requirements()['numpy']}"
    (other,) = find_missing([report(differing={"ray": "2.0.0"})])
    assert other.text == f"another version (2.0.0) of ray (here: {requirements()['ray']})"


def test_without_a_token_nothing_is_tried(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no token of the cluster"):
        require_token({}, tmp_path)
    require_token({"RAY_AUTH_TOKEN": "x" * 32}, tmp_path)
    (tmp_path / ".ray").mkdir()
    (tmp_path / ".ray" / "auth_token").write_text("x" * 32)
    require_token({}, tmp_path)


@pytest.mark.parametrize(("address", "message"), [("10.0.0.1", "not an address"), ("127.0.0.1:1", "nothing listens")])
def test_an_address_that_cannot_be_is_refused_at_once(address: str, message: str) -> None:
    require_listener("auto")
    with pytest.raises(UsageError, match=message):
        require_listener(address)


# Heats and groups.


def test_heats_of_a_round_wait_for_its_trial_and_those_of_other_scenarios_do_not() -> None:
    """With two free groups, the second heat of a round whose first one tries lap lengths gets none."""

    def job(course: SimpleNamespace, trial_s: float) -> Any:
        return Job(cast(Any, course), cast(Any, SimpleNamespace(trial_s=trial_s)))

    def group(server: str) -> Any:
        return SimpleNamespace(group=SimpleNamespace(server=server), run=lambda _order: None)

    one, other = (SimpleNamespace(scenario=name, names=("a",) * 14, planned=12) for name in ("one", "other"))
    for trial_s, begun in ((4.0, ["one", "other"]), (0.0, ["one", "one", "other"])):
        pool = SimpleNamespace(groups=[group(server) for server in ("s1", "s2", "s3")])
        planning = SimpleNamespace(begin_round=lambda *_: None, order=lambda *_: HeatOrder(*(cast(Any, None),) * 3, ""))
        rounds = ClusterRounds(cast(Any, planning), cast(Any, pool), Built({}, {}, {}), lambda _group: None)
        rounds.racing = 1
        rounds.waiting.extend([job(one, trial_s), job(one, 0.0), job(other, 0.0)])
        rounds._assign()
        assert [each.job.course.scenario for each in rounds.running] == begun
        assert len(rounds.waiting) == 3 - len(begun)
