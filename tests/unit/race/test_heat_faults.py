"""A heat in which something goes wrong, rehearsed: the row says what, and the others do not notice."""

from dataclasses import replace
from statistics import median

import pytest
from tools.rehearsal.machine import CALM
from tools.rehearsal.players import Mishap, Player
from tools.rehearsal.race import CYCLES, HELLO, LOAD, ON_REDIS, order_of, plan_round, rehearse_round
from tools.rehearsal.services import SimulatedServices
from tools.rehearsal.site import RehearsalSite

from fairlap.catalog import Scenario
from fairlap.errors import GeneratorError
from fairlap.plan import warmup
from fairlap.race.events import Event, Failed, Observer
from fairlap.samples import ContestantRound, Flag
from support import ignore

REFERENCE = Player("reference", 20_000.0)
GOOD = Player("good", 10_000.0)


def heat(site: RehearsalSite, observer: Observer = ignore, scenario: Scenario = HELLO) -> dict[str, ContestantRound]:
    """One round of everyone, by name."""
    record = rehearse_round(site, order_of(plan_round(site, scenario=scenario)), observer, scenario).record
    assert site.alive == {}, "nobody is left"
    return {turn.contestant: turn for turn in record.contestants}


def must_be_whole(turn: ContestantRound) -> None:
    """It had all its laps, and nothing was wrong with it."""
    assert (turn.stage, turn.failure, turn.flags) == (None, None, ())
    assert [lap.cycle for lap in turn.samples] == list(range(1, CYCLES + 1))


# --- what goes wrong -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "stage", "reason"),
    [
        ("cannot-be-launched", "start", "bad: no such program"),
        ("ends-at-start", "start", "ended with exit status 3"),
        ("never-answers", "start", "never ready: no right answer within 30 s"),
        ("answers-wrongly", "verify", "the same wrong answer for 2 s"),
        ("breaks-the-contract", "verify", "expected Hello, world!, got Hello Wurld!; 2 problems in total"),
        ("cannot-be-frozen", "start", "could not be frozen"),
    ],
)
def test_a_fault_at_the_start_fails_only_that_row(fault: str, stage: str, reason: str) -> None:
    heard: list[Event] = []
    site = RehearsalSite((REFERENCE, GOOD, Player("bad", mishaps=(Mishap(fault),))))
    turns = heat(site, heard.append)
    assert turns["bad"].stage == stage
    assert reason in (turns["bad"].failure or "")
    told = [(event.contestant, event.reason) for event in heard if isinstance(event, Failed)]
    assert told == [("bad", f"{stage}: {turns['bad'].failure}")], "it is said at once, too"
    assert all(lap.spec.target != "bad" for lap in site.runs)
    assert turns["bad"].samples == ()
    must_be_whole(turns["good"])
    must_be_whole(turns["reference"])
    assert site.targets == {}, "the generator has forgotten them"


@pytest.mark.parametrize(
    ("fault", "lap", "stage", "reason"),
    [
        ("ends", 3, "warm-up", "ended with exit status 4"),
        ("ends", 15, "lap", "ended with exit status 4"),
        ("no-right-answer", 1, "warm-up", "no right answer in a whole lap"),
        ("no-right-answer", 15, "lap", "wrong_body): expected Hello, world!, got Hello Wurld!"),
        ("cannot-be-frozen", 2, "warm-up", "could not be frozen"),
        ("cannot-be-frozen", 15, "lap", "could not be frozen"),
    ],
)
def test_a_fault_in_a_lap_ends_its_part_and_keeps_the_laps_before(
    fault: str, lap: int, stage: str, reason: str
) -> None:
    alive_after = []
    site = RehearsalSite((REFERENCE, GOOD, Player("bad", mishaps=(Mishap(fault, lap=lap),))))
    site.at_lap = dict.fromkeys(range(3 * lap + 1, 60), lambda: alive_after.append(tuple(site.alive)))
    turns = heat(site)
    assert turns["bad"].stage == stage
    assert reason in (turns["bad"].failure or "")
    assert [run.spec.target for run in site.runs].count("bad") == lap, "it is not lapped again"
    assert [one.cycle for one in turns["bad"].samples] == list(range(1, lap - warmup.WINDOW))
    assert alive_after and all("bad" not in names for names in alive_after), "it was ended at once"
    must_be_whole(turns["good"])
    must_be_whole(turns["reference"])


def test_a_wrong_answer_now_and_then_is_counted_and_flagged_once() -> None:
    turns = heat(RehearsalSite((REFERENCE, GOOD, Player("bad", mishaps=(Mishap("one-wrong-answer", lap=14),)))))
    bad = turns["bad"]
    assert bad.failure is None
    assert [lap.outcomes.wrong_body for lap in bad.samples] == [0, 1, 1, 1, 1]
    assert bad.flags == (Flag("wrong_body", "expected Hello, world!, got Hello Wurld!"),)
    must_be_whole(turns["good"])


@pytest.mark.parametrize(
    ("fault", "flag"),
    [
        ("ignores-term", "ignores-term: ignored TERM and had to be killed"),
        ("leaves-children", "left-behind: 2 processes outlived it"),
        ("cannot-be-stopped", "not-stopped: bad: a process cannot be killed"),
    ],
)
def test_one_that_does_not_end_as_it_should_is_flagged_and_the_others_are_stopped(fault: str, flag: str) -> None:
    turns = heat(RehearsalSite((REFERENCE, GOOD, Player("bad", mishaps=(Mishap(fault),)))))
    assert len(turns["bad"].flags) == 1 and str(turns["bad"].flags[0]).startswith(flag)
    assert turns["bad"].failure is None
    must_be_whole(turns["good"])


@pytest.mark.parametrize("streams", [1, 16])
def test_answers_count_by_their_share_so_holding_them_until_laps_count_gains_nothing(streams: int) -> None:
    scenario = HELLO.model_copy(update={"request": HELLO.request.model_copy(update={"protocol": "h2c"})})
    site = RehearsalSite((REFERENCE, GOOD, Player("bad", 10_000.0, mishaps=(Mishap("holds-answers"),))), machine=CALM)
    load = LOAD.model_copy(update={"pipeline": streams})
    order = replace(order_of(plan_round(site, scenario=scenario)), load=load, sweep=(1024,))
    turns = {turn.contestant: turn for turn in rehearse_round(site, order, ignore, scenario).record.contestants}
    good, bad = turns["good"], turns["bad"]
    for laps in (bad.samples, bad.sweep_laps):
        behind = 10_000 - median(lap.throughput_per_s for lap in laps)
        assert behind > 200, "half an answer of 16 connections in 25 ms is 320 per second"
    must_be_whole(good)
    assert bad.flags == () and median(lap.throughput_per_s for lap in good.samples) == pytest.approx(10_000, rel=0.02)


@pytest.mark.parametrize(
    ("fault", "flag"),
    [
        ("replaces-a-worker", "restarted: 1 of 2 processes were replaced by others"),
        ("loses-a-worker", "processes-changed: 2 at the start, 1 at the end"),
    ],
)
def test_a_worker_that_is_lost_or_replaced_while_it_is_measured_is_flagged(fault: str, flag: str) -> None:
    turns = heat(RehearsalSite((REFERENCE, GOOD, Player("bad", mishaps=(Mishap(fault, lap=15),)))))
    assert list(map(str, turns["bad"].flags)) == [flag]
    must_be_whole(turns["good"])


def test_when_all_rivals_fail_the_reference_goes_on() -> None:
    site = RehearsalSite((REFERENCE, Player("good", mishaps=(Mishap("ends", lap=14),))))
    turns = heat(site)
    assert turns["good"].stage == "lap"
    must_be_whole(turns["reference"])


def test_without_the_reference_no_contestant_is_known_to_be_steady() -> None:
    site = RehearsalSite((Player("reference", mishaps=(Mishap("ends-at-start"),)), GOOD))
    turns = heat(site)
    assert turns["reference"].stage == "start"
    assert {lap.ratio for lap in turns["good"].warmup} == {None}
    assert turns["good"].steady is False
    assert len(turns["good"].samples) == CYCLES


@pytest.mark.parametrize("error", [KeyboardInterrupt(), GeneratorError("it hung")])
def test_what_is_not_a_contestants_fault_ends_the_heat_and_everyone_in_it(error: BaseException) -> None:
    def fail() -> None:
        assert len(site.alive) == 2
        raise error

    site = RehearsalSite((REFERENCE, GOOD), at_lap={30: fail})
    with pytest.raises(type(error)):
        heat(site)
    assert site.alive == {}
    assert len(site.runs) == 30


# --- services ------------------------------------------------------------------------------------------------------


def test_one_that_does_not_ask_its_service_is_out_before_the_cycles() -> None:
    cheat = Player("cheat", mishaps=(Mishap("does-not-ask-its-service"),))
    turns = heat(RehearsalSite((REFERENCE, GOOD, cheat), services=SimulatedServices()), scenario=ON_REDIS)
    assert turns["cheat"].stage == "verify"
    assert turns["cheat"].failure == "redis executed 0.00 statements per answer, expected 1"
    assert turns["good"].failure is None
    (use,) = turns["good"].services
    assert use.answers == use.statements
    assert turns["good"].samples[0].services_cpu_us == turns["good"].samples[0].responses * 100
    assert turns["reference"].services == ()


def test_one_that_answers_from_a_cache_of_its_own_breaks_the_contract() -> None:
    cheat = Player("cheat", mishaps=(Mishap("keeps-what-its-service-had"),))
    turns = heat(RehearsalSite((REFERENCE, GOOD, cheat), services=SimulatedServices()), scenario=ON_REDIS)
    assert turns["cheat"].stage == "verify"
    assert (turns["cheat"].failure or "").startswith("after a change in redis: expected 2, got 1; 2 problems in total")
    assert turns["good"].failure is None


def test_one_that_stops_asking_later_is_out_after_them() -> None:
    cheat = Player("cheat", mishaps=(Mishap("does-not-ask-its-service", lap=13),))
    turns = heat(RehearsalSite((REFERENCE, GOOD, cheat), services=SimulatedServices()), scenario=ON_REDIS)
    assert turns["cheat"].stage == "lap"
    assert "statements per answer, expected 1" in (turns["cheat"].failure or "")


def test_when_its_service_ends_in_the_cycles_no_contestant_is_to_blame_for_more_than_that() -> None:
    services = SimulatedServices()

    def end() -> None:
        services.running["redis"].ended = "was killed by SIGKILL"

    site = RehearsalSite((REFERENCE, GOOD), services=services, at_lap={2 * (warmup.WINDOW + 3): end})
    turns = heat(site, scenario=ON_REDIS)
    assert turns["good"].stage == "lap"
    assert turns["good"].failure == "redis: was killed by SIGKILL"
    assert turns["reference"].failure is None
    assert len(site.runs) == 2 * (warmup.WINDOW + 3), "no further cycle"


def test_when_its_service_ends_at_verification_the_row_says_so_and_the_heat_ends_in_order() -> None:
    services = SimulatedServices()
    services.running["redis"].ended = "was killed by SIGKILL"
    turns = heat(RehearsalSite((REFERENCE, GOOD), services=services), scenario=ON_REDIS)
    assert (turns["good"].stage, turns["good"].failure) == ("verify", "redis: was killed by SIGKILL")
    assert turns["reference"].failure is None


@pytest.mark.parametrize("scenario", [HELLO, ON_REDIS])  # within laps, and on connections of their own
def test_one_that_answers_unknown_paths_after_the_verification_is_flagged_and_others_are_not(
    scenario: Scenario,
) -> None:
    blind = Player("bad", mishaps=(Mishap("answers-blindly", lap=1),))
    turns = heat(RehearsalSite((REFERENCE, GOOD, blind)), scenario=scenario)
    assert [flag.kind for flag in turns["bad"].flags] == ["answers-blindly"]
    assert "status 404" in turns["bad"].flags[0].reason
    assert (turns["good"].flags, turns["bad"].failure) == ((), None)
