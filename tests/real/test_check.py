"""`fairlap check`, `list`, `prepare`: what a contributor sees."""

import json
import random
import re
import shutil
from pathlib import Path

import pytest
from tools.contestants import unchanged

from extras import need_contestant, need_service
from fairlap.catalog import Contestant, load_catalog
from fairlap.hosting.services.running import why_missing
from fairlap.verify import verify
from support import ROOT, Fairlap, reference

CATALOG = load_catalog(ROOT)
NOT_IN_CI = {"rr", "frankenphp", "unitd", "spf", "php-ext:swoole", "php-ext:openswoole"}
"""What no package registry offers that CI has."""


def test_a_good_contestant_passes(fairlap: Fairlap) -> None:
    done = fairlap("check", "good")
    assert done.code == 0, done.out
    assert "contract ok" in done.out
    assert "under load ok" in done.out


def test_a_copy_of_a_contestant_in_a_new_catalog_is_whole(tmp_path: Path) -> None:
    own = Fairlap(tmp_path / "own", tmp_path / "results")
    for part in ("contestants", "scenarios", "suites"):
        (own.catalog / part).mkdir(parents=True)
    assert own("new", "contestant", "mine").code == 0
    done = own("check", "mine")
    assert done.code == 0, done.out
    assert "hello-json: under load ok" in done.out


def test_a_wrong_body_is_shown_with_request_expected_and_got(fairlap: Fairlap) -> None:
    done = fairlap("check", "wrong-body")
    assert done.code == 1
    assert "GET /" in done.out
    assert "expected" in done.out
    assert "Hello World!" in done.out


def test_an_answer_wrong_once_in_many_is_found_under_load(fairlap: Fairlap) -> None:
    done = fairlap("check", "wrong-sometimes")
    assert done.code == 1
    assert "contract ok" in done.out
    assert "answers are wrong" in done.out


def test_a_crash_at_start_shows_its_log(fairlap: Fairlap) -> None:
    done = fairlap("check", "crash-at-start")
    assert done.code == 1
    assert "log | " in done.out


def test_scenarios_with_different_accounts_at_a_service_are_checked_in_turn(tmp_path: Path) -> None:
    need_service("mariadb")
    scenarios = ("ladder-query", "te-db-mariadb", "ladder-basic")
    done = Fairlap(ROOT, tmp_path)("check", "gin", *(word for name in scenarios for word in ("--scenario", name)))
    assert done.code == 0, done.out
    for name in scenarios:
        assert f"{name}: contract ok" in done.out and f"{name}: under load ok" in done.out


def test_one_that_listens_elsewhere_is_told_where(fairlap: Fairlap) -> None:
    done = fairlap("check", "other-port")
    assert done.code == 1
    assert re.search(r"it listens at 127\.0\.0\.1:\d+, not at port \d+ \(its start command must use {port}\)", done.out)


def test_the_built_in_reference_keeps_the_contract_of_every_scenario(tmp_path: Path) -> None:
    for part in ("scenarios", "suites"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / "contestants").mkdir()
    catalog = load_catalog(tmp_path)
    built_in = catalog.contestant("reference")
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps([answer.model_dump() for answer in built_in.answers]))
    with reference("--answers", str(answers)) as port:
        for scenario in catalog.scenarios:
            asked = built_in.own_scenario(scenario)
            problems = verify(asked, asked.request, "127.0.0.1", port, rng=random.Random(1))
            assert problems == (), f"{scenario.name}: {problems[0].line()}"
    done = Fairlap(tmp_path, tmp_path / "results")("check", "reference", "--scenario", "hello-json")
    assert (done.code, "under load ok" in done.out) == (0, True), done.out


def test_a_failing_build_shows_its_last_lines(fairlap: Fairlap) -> None:
    done = fairlap("check", "build-fails")
    assert done.code == 1
    assert "build" in done.out


def test_a_scenario_it_does_not_answer_is_refused(fairlap: Fairlap) -> None:
    assert fairlap("check", "good", "--scenario", "nothing").code == 2


def test_list_says_what_cannot_run_and_what_mends_it(fairlap: Fairlap) -> None:
    listed = fairlap("list")
    assert listed.code == 0
    assert "missing-program needs no-such-program" in listed.out
    rows = {row["name"]: row for row in json.loads(fairlap("list", "--json").out)}
    assert rows["good"]["can_run"] is True
    assert rows["missing-program"]["can_run"] is False
    assert rows["missing-program"]["missing"][0]["mend"]


def test_prepare_builds_what_it_can_and_fails_for_what_it_cannot(fairlap: Fairlap) -> None:
    assert fairlap("prepare", "good").code == 0
    failed = fairlap("prepare", "good", "build-fails")
    assert failed.code == 1
    assert "build-fails: failed" in failed.out
    missing = fairlap("prepare", "missing-program")
    assert missing.code == 1


LADDER = ("ladder-query", "ladder-slow")
"""Two steps of the ladder; tests/real/frameworks/test_ladder.py checks them all."""
UNCHANGED, SAME_SCENARIOS = unchanged(CATALOG)
OF_EACH_LANGUAGE = ("reference", "express", "fastapi", "gin", "nest-bun", "php-fpm", "uwebsockets")
"""Who is always checked. Rust and Java take minutes to build."""
FEWEST = 3
"""Scenarios in which each of them is checked at least."""


def _name(contestant: Contestant) -> pytest.ParameterSet:
    """Its test is deselected if something that CI cannot have is missing."""
    wants = {re.split("[<>=]", requirement)[0] for requirement in contestant.requires}
    return pytest.param(contestant.name, marks=pytest.mark.if_here(contestant.name) if wants & NOT_IN_CI else ())


def _checked(contestant: Contestant) -> bool:
    """Whether it is of `OF_EACH_LANGUAGE`, or has changed since `make contestants` checked everybody in all scenarios.

    A changed contestant is left out if it answers only TechEmpower's tests, or any of them and is built in minutes
    (Rust, Java).
    """
    if contestant.name in OF_EACH_LANGUAGE:
        return True
    if contestant.name in UNCHANGED:
        return False
    slow = any(requirement.startswith(("cargo", "mvn")) for requirement in contestant.requires)
    tests = [name.startswith("te-") for name in contestant.scenarios]
    return not (any(tests) if slow else all(tests))


def _in_question(name: str) -> list[str]:
    """Return the scenarios in which a contestant is checked after a change; of TechEmpower's, gin answers all."""
    answers = CATALOG.contestant(name).scenarios
    tests = [item for item in answers if item.startswith("te-") and name in OF_EACH_LANGUAGE]
    return [
        *(item for item in answers if item in LADDER or not item.startswith(("ladder-", "te-"))),
        *(tests if name == "gin" else (item for item in tests if item in ("te-fortunes", "te-updates"))),
    ]


def _shares() -> dict[str, list[str]]:
    """Deal the scenarios among `OF_EACH_LANGUAGE`: each to who answers it and has the fewest, and `FEWEST` to each."""
    answers = {name: _in_question(name) for name in OF_EACH_LANGUAGE}
    shares: dict[str, list[str]] = {name: [] for name in OF_EACH_LANGUAGE}
    able = {item: [name for name in answers if item in answers[name]] for name in answers for item in answers[name]}
    for item, names in sorted(able.items(), key=lambda entry: len(entry[1])):
        shares[min(names, key=lambda name: len(shares[name]))].append(item)
    for name, share in shares.items():
        more = [item for item in answers[name] if item not in share]
        share += more[: max(0, FEWEST - len(share))]
    return shares


SHARES = _shares()


def _wanted(name: str) -> list[str]:
    """Return the scenarios in which it is checked: its share, and those that have changed; all if it has itself."""
    if name not in UNCHANGED:
        return _in_question(name)
    return [item for item in _in_question(name) if item in SHARES[name] or item not in SAME_SCENARIOS]


def test_each_scenario_is_checked_with_someone() -> None:
    answered = {item for name in OF_EACH_LANGUAGE for item in _in_question(name)}
    assert {item for share in SHARES.values() for item in share} == answered
    assert min(map(len, SHARES.values())) >= FEWEST
    assert set(SHARES) <= {contestant.name for contestant in CATALOG.contestants}


@pytest.mark.parametrize("name", [_name(contestant) for contestant in CATALOG.contestants if _checked(contestant)])
def test_every_contestant_of_the_project_keeps_its_contract(name: str, tmp_path) -> None:
    need_contestant(CATALOG.contestant(name))
    fairlap = Fairlap(ROOT, tmp_path / "results")
    wanted = _wanted(name)
    chosen = [item for item in wanted if why_missing(CATALOG.scenario(item)) is None]
    done = fairlap("check", name, *(word for item in chosen for word in ("--scenario", item)))
    assert done.code == 0, done.out + done.err
    for scenario in chosen:
        assert f"{scenario}: contract ok" in done.out
        assert f"{scenario}: under load ok" in done.out
    for item in wanted:
        for service in CATALOG.scenario(item).services:
            need_service(service)
