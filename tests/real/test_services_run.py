"""Races with real services: metered, compared with the answers, and what becomes of the rows when one is killed."""

from pathlib import Path

import pytest

from extras import need_contestant, need_service, need_tool
from fairlap.catalog import load_catalog
from race_helpers import SOON
from service_helpers import raced
from support import ROOT, Fairlap


def test_the_classic_method_compares_each_pass_with_the_counters(on_redis: Fairlap) -> None:
    need_tool("ab")
    done = on_redis("classic", "from-redis", "--contestants", "redis,redis-twice", "--json", "-")
    assert done.code == 1, done.err
    rows = done.document["rows"]
    assert {(row["status"], row["connections"]) for row in rows if row["name"] == "redis"} == {("ok", 4), ("ok", 8)}
    for row in rows:
        if row["name"] == "redis-twice":
            assert row["status"] == "failed", row
            assert "redis executed 2.00 statements per answer, expected 1" in row["reason"]


def test_check_says_what_a_service_says(on_redis: Fairlap) -> None:
    assert "under load ok" in on_redis("check", "redis").out
    twice = on_redis("check", "redis-twice")
    assert twice.code == 1
    assert "redis executed 2.00 statements per answer, expected 1" in twice.out
    kept = on_redis("check", "redis-kept")
    assert kept.code == 1
    assert "after a change in redis" in kept.out


def test_a_scenario_without_its_service_is_refused_with_the_command_that_mends_it(
    on_redis: Fairlap, tmp_path: Path
) -> None:
    for program in ("python3", "sh", "env", "setpriv", "unshare", "nsenter", "setsid"):
        found = next(Path(folder) / program for folder in ("/usr/bin", "/bin") if (Path(folder) / program).exists())
        (tmp_path / program).symlink_to(found)
    without = Fairlap(on_redis.catalog, on_redis.results, ("env", f"PATH={tmp_path}"))
    done = without("run", "from-redis", "--contestants", "redis")
    assert done.code == 2, done.err
    assert "redis-server is not installed" in done.err
    assert "apt-get install redis-server" in done.err
    assert not (on_redis.results / "fairlap.db").exists(), "nothing was begun"


def test_a_service_is_metered_and_its_counters_agree_with_the_answers(on_redis: Fairlap) -> None:
    done = on_redis("run", "from-redis", "--contestants", "redis", *SOON, "--json", "-")
    done.all_raced()
    row = done.row("redis")
    assert "backend-disagrees" not in {flag["name"] for flag in row["flags"]}
    (service,) = row["services"]
    assert service["name"] == "redis"
    assert service["answers"] > 500
    assert service["statements_per_answer"] == pytest.approx(1, abs=0.02)
    assert service["rows_per_answer"] is None, "Redis counts no rows"
    assert service["connections_per_answer"] == pytest.approx(0, abs=0.01)
    assert service["memory_bytes"] > 1 << 20
    assert 1 < row["services_cpu_us_per_request"]["value"] < 10_000
    assert done.row("reference")["services"] == []
    shown = on_redis("report").out
    assert "what the services did" in shown
    assert "statements" in shown


ASKS_TOO_LITTLE_OR_TOO_MUCH = {
    "redis-kept": ("at verify", "after a change in redis"),
    "redis-twice": ("at verify", "redis executed 2.00 statements per answer, expected 1"),
    "redis-kept-late": ("at ", "statements per answer, expected 1"),
}


def test_those_that_do_not_ask_as_often_as_they_must_are_out(on_redis: Fairlap) -> None:
    names = ",".join(ASKS_TOO_LITTLE_OR_TOO_MUCH)
    done = on_redis("run", "from-redis", "--contestants", names, "--cycles", "2", *SOON, "--json", "-")
    assert done.code == 1, done.err
    for name, (stage, reason) in ASKS_TOO_LITTLE_OR_TOO_MUCH.items():
        row = done.row(name)
        assert row["status"] == "failed", row
        assert row["rank"] is None
        assert stage in row["reason"], row["reason"]
        assert reason in row["reason"], row["reason"]
    done.raced("reference")  # the heat goes on


def test_killing_mariadb_in_the_middle_of_a_heat_marks_the_rows_and_ends_the_run_in_order(real: Fairlap) -> None:
    need_service("mariadb")
    need_contestant(load_catalog(ROOT).contestant("php-fpm"))
    options = ("--contestants", "php-fpm", "--rounds", "3", "--cycles", "200")
    done = raced(real, "swoole", "--scenario", "ladder-pool", *options, kill="mariadbd", at=" of 200")
    assert done.code == 1, done.err
    report = real("report", "--json", "-")
    assert report.document["interrupted"] is False, "it ended by itself"
    row = report.row("php-fpm")
    assert row["status"] == "failed", row
    assert "mariadb" in row["reason"], row["reason"]
    assert "SIGKILL" in row["reason"], row["reason"]
    report.raced("reference")
    (course,) = report.document["method"]["courses"]
    assert course["rounds"] == 1, "no further round"
    assert "mariadb" in course["stopped"]
    assert "mariadb" in done.out
