"""Whole races in which contestants go wrong, rehearsed: exit codes and rows."""

from collections.abc import Callable, Collection

import pytest
from tools.rehearsal.players import Mishap, Player
from tools.rehearsal.services import SimulatedServices
from tools.rehearsal.site import RehearsalSite, SimulatedContestant

from extras import need_service
from fairlap.catalog import Request
from fairlap.catalog.services import ServiceName
from fairlap.hosting.prepared import Prepared
from rehearsed import RehearsedFairlap

ONE_ROUND = ("--rounds", "1", "--json", "-")


def test_one_that_cannot_run_here_is_skipped_and_does_not_fail_the_race(rehearsed: RehearsedFairlap) -> None:
    done = rehearsed("run", "misbehaving", "--contestants", "good,missing-program", *ONE_ROUND)
    assert done.code == 0, done.err
    done.all_raced()
    row = done.row("missing-program")
    assert (row["status"], row["rank"]) == ("skipped", None)
    assert "no-such-program" in row["reason"]
    assert "missing-program" in done.err


@pytest.mark.parametrize(("name", "bound_s"), [("good-twin", 30), ("never-ready", 1)])
def test_one_that_never_answers_is_given_up_after_thirty_seconds_or_what_its_manifest_says(
    rehearsed: RehearsedFairlap, name: str, bound_s: int
) -> None:
    rehearsed.players = {name: Player(name, mishaps=(Mishap("never-answers"),))}
    done = rehearsed("run", "misbehaving", "--contestants", f"good,{name}", *ONE_ROUND)
    assert done.code == 1
    assert done.row("good")["throughput_per_s"]["value"] > 0, "the heat goes on"
    row = done.row(name)
    assert row["status"] == "failed"
    assert f"never ready: no right answer within {bound_s} s" in row["reason"]
    (site,) = rehearsed.sites
    assert site.clock_s() > bound_s


@pytest.fixture
def services(rehearsed: RehearsedFairlap) -> SimulatedServices:
    """The services of rehearsed races; needs Redis, although it is not started."""
    need_service("redis")
    rehearsed.services = SimulatedServices()
    return rehearsed.services


def killing(services: SimulatedServices) -> Callable[[], None]:
    """Return what kills Redis."""

    def kill() -> None:
        services.running["redis"].ended = "redis: was killed by SIGKILL"

    return kill


def test_killing_redis_between_rounds_fails_the_rows_of_the_next_one(
    rehearsed: RehearsedFairlap, services: SimulatedServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    launch, kill = RehearsalSite.launch, killing(services)

    def launch_after_kill(
        site: RehearsalSite, prepared: Prepared, port: int, request: Request, needed: Collection[ServiceName]
    ) -> SimulatedContestant:
        if site.starts.get(prepared.contestant.name):
            kill()
        return launch(site, prepared, port, request, needed)

    monkeypatch.setattr(RehearsalSite, "launch", launch_after_kill)
    done = rehearsed("run", "from-redis", "--contestants", "redis", "--rounds", "3", "--json", "-")
    assert done.code == 1, done.err
    assert done.document["interrupted"] is False
    row = done.row("redis")
    assert (row["status"], row["rounds"]) == ("failed", 1)
    assert "SIGKILL" in row["reason"], row["reason"]


def test_killing_redis_in_the_middle_of_a_heat_marks_the_rows_and_ends_the_run_in_order(
    rehearsed: RehearsedFairlap, services: SimulatedServices
) -> None:
    rehearsed.at_lap = {50: killing(services)}
    done = rehearsed(
        "run", "from-redis", "--contestants", "redis,redis-twice", "--rounds", "3", "--cycles", "20", "--json", "-"
    )  # fmt: skip
    assert done.code == 1, done.err
    assert done.document["interrupted"] is False, "it ended by itself"
    for name in ("redis", "redis-twice"):
        row = done.row(name)
        assert row["status"] == "failed", row
        assert "redis: was killed by SIGKILL" in row["reason"], row["reason"]
    done.raced("reference")
    (course,) = done.document["method"]["courses"]
    assert course["rounds"] == 1, "no further round"
    assert "redis" in course["stopped"]
