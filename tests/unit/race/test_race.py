"""The logic of a race, rehearsed: what is stored when, which contestants race on, stopping, interruptions."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest
from tools.rehearsal.machine import CALM, MEASURED
from tools.rehearsal.players import Mishap, Player
from tools.rehearsal.race import HELLO, LOAD, ON_REDIS, Rehearsed, rehearse, rehearse_the_rest, request_for
from tools.rehearsal.services import SimulatedServices
from tools.rehearsal.site import RehearsalSite

from fairlap.catalog import Broken
from fairlap.cli.progress import observer
from fairlap.errors import GeneratorError, StartError, UsageError
from fairlap.plan.goal import Goal
from fairlap.plan.heats import HEAT_SIZE
from fairlap.plan.pace import LEAST_CYCLES
from fairlap.race.events import Event, Notice, RaceBegan, RoundEnded
from fairlap.race.race import race as run_race
from fairlap.race.venue import Ready
from fairlap.report import build_report
from fairlap.report.models import Row
from fairlap.statistics.comparison import compare_all
from fairlap.store import Store, StoredRun
from support import ignore

REFERENCE = Player("reference", 20_000.0)
FIXED = Goal(rates=False)
NOWHERE = Path("/nowhere")
STARTS_DIFFER = replace(CALM, start_sd=0.05)
LAPS_OF_ROUND = 3 * (12 + 10)
"""Of three contestants that are steady at once: warm-up and cycles."""


def load(results: Path) -> StoredRun:
    with Store.open_read_only(results / "fairlap.db") as store:
        return store.load()


def race(site: RehearsalSite, results: Path, goal: Goal = FIXED, **how: object) -> StoredRun:
    """Return what a finished race has stored."""
    outcome = rehearse(site, results, ignore, goal, **how)
    assert site.alive == {}
    stored = load(results)
    assert (stored.run.run, stored.interrupted, outcome.interrupted) == (outcome.run, False, False)
    assert stored.run.command == "fairlap run rehearsal"
    assert stored.ended_at is not None
    return stored


def stop_of(stored: StoredRun) -> str:
    """Why the only scenario of a race stopped."""
    return stored.decisions[-1].reason


def failures(stored: StoredRun, name: str) -> list[tuple[str | None, str | None]]:
    """Stage and reason of each of its rounds."""
    turns = [turn for record in stored.rounds for turn in record.contestants if turn.contestant == name]
    return [(turn.stage, turn.failure) for turn in turns]


def three(*mishaps: Mishap) -> RehearsalSite:
    """The reference, one that does well, and one with these mishaps."""
    return RehearsalSite((REFERENCE, Player("good"), Player("bad", 9000.0, mishaps=mishaps)))


# --- rounds --------------------------------------------------------------------------------------------------------


def test_each_round_is_stored_as_it_ends(tmp_path: Path) -> None:
    stored: list[int] = []

    def watching(event: Event) -> None:
        if isinstance(event, RoundEnded):
            stored.append(len(load(tmp_path).rounds))

    rehearse(three(), tmp_path, watching, FIXED, rounds=3)
    assert stored == [1, 2, 3]


def test_everyone_is_started_freshly_in_every_round_in_another_order(tmp_path: Path) -> None:
    site = three()
    stored = race(site, tmp_path, rounds=8)
    assert site.starts == dict.fromkeys(("reference", "good", "bad"), 8)
    assert {record.contestants[0].contestant for record in stored.rounds} == {"reference", "good", "bad"}
    assert stop_of(stored).endswith("all 8 rounds are done")


def test_many_contestants_race_in_heats_each_with_the_reference(tmp_path: Path) -> None:
    players = [REFERENCE, *(Player(f"c{number}") for number in range(9))]
    stored = race(RehearsalSite(players), tmp_path, cycles=2)
    assert [(record.round, record.heat) for record in stored.rounds] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    heats = [{turn.contestant for turn in record.contestants} for record in stored.rounds]
    assert all("reference" in heat and len(heat) <= HEAT_SIZE for heat in heats)
    assert heats[0] | heats[1] == heats[2] | heats[3] == {player.name for player in players}
    assert heats[0] != heats[2], "drawn again"


def test_rounds_of_two_scenarios_alternate(tmp_path: Path) -> None:
    site = three()
    site.services = SimulatedServices()
    stored = race(site, tmp_path, scenarios=(HELLO, ON_REDIS), cycles=2)
    assert [record.scenario for record in stored.rounds] == ["hello", "on-redis"] * 2


def test_what_stands_in_for_a_service_is_said_at_each_row_that_asks_it(tmp_path: Path) -> None:
    site = three()
    site.services = SimulatedServices()
    site.services.running["redis"].other = "dodis"
    report = build_report(race(site, tmp_path, scenarios=(HELLO, ON_REDIS), cycles=2))
    flagged = {(row.scenario, row.name) for row in report.contestants for flag in row.flags if flag.name == "stand-in"}
    assert flagged == {("on-redis", "good"), ("on-redis", "bad")}


def test_shares_are_offered_from_the_first_round_on_and_the_other_rates_from_the_second(tmp_path: Path) -> None:
    stored = race(three(), tmp_path, Goal(rates=True), rounds=3)
    offered = [
        {turn.contestant: {lap.purpose for lap in turn.rate_laps} for turn in record.contestants}
        for record in stored.rounds
    ]
    everything = {"share-20", "share-50", "share-80", "absolute"}
    half = {"reference": {"share-50"}, "good": {"share-50"}, "bad": {"share-50"}}
    assert offered == [half, {"reference": {"share-50", "absolute"}, "good": everything, "bad": everything}, half]


# --- contestants that fail -----------------------------------------------------------------------------------------


def test_one_that_failed_is_not_started_again_and_the_others_race_on(tmp_path: Path) -> None:
    site = three(Mishap("ends", lap=14))
    stored = race(site, tmp_path, rounds=3)
    assert failures(stored, "bad") == [("lap", "ended with exit status 4")]
    assert failures(stored, "good") == failures(stored, "reference") == [(None, None)] * 3
    assert site.starts == {"reference": 3, "good": 3, "bad": 1}


def test_laps_before_a_failure_are_kept(tmp_path: Path) -> None:
    stored = race(three(Mishap("breaks-the-contract", start=2)), tmp_path, rounds=3)
    first, second = failures(stored, "bad")
    assert first == (None, None)
    assert second[0] == "verify"
    assert [len(turn.samples) for turn in stored.rounds[0].contestants] == [10, 10, 10]


def test_one_that_cannot_be_frozen_after_its_start_does_not_stop_the_race(tmp_path: Path) -> None:
    stored = race(three(Mishap("cannot-be-frozen", start=2)), tmp_path, rounds=3)
    assert failures(stored, "bad") == [(None, None), ("start", "bad: could not be frozen: 1 process still runs")]
    assert failures(stored, "good") == [(None, None)] * 3


def test_when_all_contestants_fail_the_race_stops_after_that_round(tmp_path: Path) -> None:
    site = RehearsalSite((REFERENCE, *(Player(name, mishaps=(Mishap("ends", lap=13),)) for name in ("a", "b"))))
    stored = race(site, tmp_path, rounds=5)
    assert len(stored.rounds) == 1
    assert stop_of(stored).endswith("no contestant is left")


@pytest.mark.parametrize("goal", [FIXED, Goal(rates=False, budget_s=30.0)])
def test_without_its_reference_a_race_ends_with_the_reason_and_keeps_the_round(tmp_path: Path, goal: Goal) -> None:
    site = RehearsalSite((Player("reference", mishaps=(Mishap("ends-at-start"),)), Player("good"), Player("other")))
    with pytest.raises(StartError, match=r"the reference contestant failed.*: start: ended with exit status 3"):
        rehearse(site, tmp_path, ignore, goal)
    stored = load(tmp_path)
    assert failures(stored, "reference") == [("start", "ended with exit status 3")]
    assert len(failures(stored, "good")) == 1
    assert site.alive == {}


# --- a budget ------------------------------------------------------------------------------------------------------


def test_a_difference_is_found_within_the_budget_whatever_the_machines_mood(tmp_path: Path) -> None:
    ratios = []
    for seed in range(1, 8):
        site = RehearsalSite((REFERENCE, Player("fast", 11_000.0), Player("slow", 10_000.0)), seed, machine=MEASURED)
        stored = race(site, tmp_path / str(seed), Goal(rates=False, budget_s=40.0))
        assert "every comparison is decided" in stop_of(stored)
        assert sum(record.duration_s or 0 for record in stored.rounds) <= 40
        (pair,) = compare_all(stored.rounds, ("fast", "slow"), "reference", 0.02, stored.run.looks, ended=True)
        assert pair.verdict == "faster"
        ratios.append(pair.ratio)
    assert median(ratios) == pytest.approx(1.1, rel=0.02)


def test_an_undecided_race_stops_when_the_budget_is_spent(tmp_path: Path) -> None:
    site = RehearsalSite((REFERENCE, Player("a"), Player("b"), Player("c")), machine=STARTS_DIFFER)
    stored = race(site, tmp_path, Goal(rates=False, budget_s=30.0, precision=0.001))
    assert "the budget of 30 s does not allow another round" in stop_of(stored)
    spent_s = [record.duration_s or 0 for record in stored.rounds]
    assert 30 - 1.2 * max(spent_s[1:]) <= sum(spent_s) <= 30


@pytest.mark.parametrize(("budget_s", "single"), [(3.0, True), (30.0, False), (None, False)])
def test_a_budget_for_a_single_round_is_said_to_give_no_intervals(
    tmp_path: Path, budget_s: float | None, single: bool
) -> None:
    seen: list[Event] = []
    rehearse(three(), tmp_path, seen.append, Goal(rates=False, budget_s=budget_s))
    said = [event.text for event in seen if isinstance(event, Notice) and "a single round" in event.text]
    assert (
        said == ["the budget is enough for a single round, which gives no intervals (fix: a larger --budget)"] * single
    )
    assert (len({record.round for record in load(tmp_path).rounds}) == 1) is single


def test_the_length_of_laps_is_tried_out_once_and_kept(tmp_path: Path) -> None:
    site = RehearsalSite((REFERENCE, Player("a", 1000.0), Player("b", 900.0)))
    stored = race(site, tmp_path, Goal(rates=False, budget_s=120.0))
    chosen = next(decision for decision in stored.decisions if "cycles vary by" in decision.reason)
    assert chosen.after_round == 0
    assert chosen.lap_ms > LOAD.lap_ms, "too few answers in a shorter one"
    assert {record.lap_ms for record in stored.rounds} == {chosen.lap_ms}


def test_a_race_goes_on_with_few_cycles_until_response_times_are_precise(tmp_path: Path) -> None:
    site = RehearsalSite(
        (REFERENCE, Player("fast", 30_000.0), Player("slow", 1500.0)), machine=replace(CALM, start_sd=0.01)
    )
    goal = Goal(budget_s=120.0, precision=0.1)
    decided = race(site, tmp_path / "decided", replace(goal, rates=False))
    assert decided.rounds[-1].round == 4, "at the first look"
    stored = race(site, tmp_path / "rates", goal)
    after = [record for record in stored.rounds if record.round > 4]
    assert {turn.contestant for turn in after[-1].contestants} == {"reference", "slow"}
    assert {len(turn.samples) for record in after for turn in record.contestants} == {LEAST_CYCLES}
    assert all(turn.rate_laps for record in after for turn in record.contestants)


@pytest.mark.parametrize("lap", [2, 13, 28])
def test_a_race_with_a_budget_without_survivors_of_the_first_heat_ends_with_the_reason(
    tmp_path: Path, lap: int
) -> None:
    """In warm-up, while lengths of laps are tried out, and in the cycles."""
    ends = (Mishap("ends", lap=lap),)
    site = RehearsalSite([Player(name, mishaps=ends) for name in ("reference", "a", "b")])
    with pytest.raises(StartError, match="the reference contestant failed"):
        rehearse(site, tmp_path, ignore, Goal(rates=False, budget_s=30.0))
    stored = load(tmp_path)
    assert [turn.failure for turn in stored.rounds[0].contestants] == ["ended with exit status 4"] * 3


@pytest.mark.parametrize("lap", [2, 13, 28])
def test_a_race_with_a_budget_that_leaves_only_the_reference_stops(tmp_path: Path, lap: int) -> None:
    site = RehearsalSite((REFERENCE, *(Player(name, mishaps=(Mishap("ends", lap=lap),)) for name in ("a", "b"))))
    stored = race(site, tmp_path, Goal(rates=False, budget_s=30.0))
    assert len(stored.rounds) == 1
    assert stop_of(stored).endswith("no contestant is left")


def test_a_race_with_a_budget_stops_when_there_is_nothing_left_to_compare(tmp_path: Path) -> None:
    stored = race(three(Mishap("never-answers")), tmp_path, Goal(rates=False, budget_s=60.0))
    assert len(stored.rounds) == 1
    assert stop_of(stored).endswith("only good is left, with nothing to compare it to")


# --- what ends a race from outside ---------------------------------------------------------------------------------


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(("lap", "rounds"), [(5, 0), (LAPS_OF_ROUND, 0), (LAPS_OF_ROUND + 50, 1)])
def test_an_interrupted_race_keeps_the_rounds_that_had_ended(tmp_path: Path, lap: int, rounds: int) -> None:
    site = three()
    site.at_lap = {lap: interrupt}
    outcome = rehearse(site, tmp_path, ignore, FIXED, rounds=3)
    assert (outcome.interrupted, outcome.stopped) == (True, "interrupted")
    stored = load(tmp_path)
    assert stored.interrupted
    assert stored.ended_at is not None
    assert [record.round for record in stored.rounds] == list(range(1, rounds + 1))
    assert site.alive == {}
    assert len(site.runs) == lap


def test_a_generator_that_fails_ends_the_race_which_keeps_its_rounds_and_has_no_end(tmp_path: Path) -> None:
    def fail() -> None:
        raise GeneratorError("it hung")

    site = three()
    site.at_lap = {LAPS_OF_ROUND + 50: fail}
    with pytest.raises(GeneratorError, match="it hung"):
        rehearse(site, tmp_path, ignore, FIXED, rounds=3)
    stored = load(tmp_path)
    assert len(stored.rounds) == 1
    assert (stored.ended_at, stored.interrupted) == (None, False)
    assert site.alive == {}


def test_a_scenario_whose_service_has_ended_stops_and_the_other_one_goes_on(tmp_path: Path) -> None:
    services = SimulatedServices()

    def end() -> None:
        services.running["redis"].ended = "was killed by SIGKILL"

    site = three()
    site.services, site.at_lap = services, {LAPS_OF_ROUND + 50: end}
    stored = race(site, tmp_path, rounds=3, scenarios=(HELLO, ON_REDIS))
    assert [record.scenario for record in stored.rounds] == ["hello", "on-redis", "hello", "hello"]
    reasons = [turn.failure for turn in stored.rounds[1].contestants if turn.contestant != "reference"]
    assert reasons == ["redis: was killed by SIGKILL"] * 2
    stops = {decision.scenario: decision.reason for decision in stored.decisions}
    assert stops["on-redis"].endswith("redis: was killed by SIGKILL")


class Building(Rehearsed):
    """A venue that is told to end while it builds."""

    @contextmanager
    def prepare(self, *asked: object) -> Iterator[Ready]:
        os.kill(os.getpid(), signal.SIGTERM)
        yield pytest.fail("it was not interrupted")


def test_a_term_while_contestants_are_built_is_an_interrupt_and_nothing_is_stored(tmp_path: Path) -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    request = replace(request_for(("good", "bad"), 1, FIXED, rounds=1, cycles=5), results=tmp_path)
    try:
        with pytest.raises(KeyboardInterrupt), observer(tmp_path) as watching:
            run_race(request, watching, Building(three()))
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
    assert not (tmp_path / "fairlap.db").exists()


# --- a race that was cut -------------------------------------------------------------------------------------------


def test_an_interrupted_race_is_resumed_and_its_rounds_are_reported_again(tmp_path: Path) -> None:
    site = three()
    site.at_lap = {LAPS_OF_ROUND + 50: interrupt}
    run = rehearse(site, tmp_path, ignore, FIXED, rounds=3).run
    before = load(tmp_path)
    heard: list[Event] = []
    outcome = rehearse_the_rest(three(), tmp_path, heard.append, run)
    assert (outcome.run, outcome.interrupted) == (run, False)
    stored = load(tmp_path)
    assert stored.rounds[:1] == before.rounds
    assert [record.round for record in stored.rounds] == [1, 2, 3]
    assert stored.ended_at is not None and not stored.interrupted
    assert [event.record.round for event in heard if isinstance(event, RoundEnded)] == [1, 2, 3]
    assert isinstance(heard[0], RaceBegan)


def test_a_race_that_has_ended_or_never_began_is_not_resumed(tmp_path: Path) -> None:
    run = rehearse(three(), tmp_path, ignore, FIXED).run
    with pytest.raises(UsageError, match=f"run {run} has ended"):
        rehearse_the_rest(three(), tmp_path, ignore, run)
    with pytest.raises(UsageError, match="2020"):
        rehearse_the_rest(three(), tmp_path, ignore, "2020")


def test_a_race_that_began_with_another_generator_is_not_resumed_and_stays_as_it_is(tmp_path: Path) -> None:
    site = three()
    site.at_lap = {LAPS_OF_ROUND + 50: interrupt}
    run = rehearse(site, tmp_path, ignore, FIXED, rounds=3).run
    before, newer = load(tmp_path), three()
    newer.version = "newer"
    with pytest.raises(UsageError, match="its generator was different: fairload rehearsal then, newer now"):
        rehearse_the_rest(newer, tmp_path, ignore, run)
    assert load(tmp_path) == before


# --- broken manifests ----------------------------------------------------------------------------------------------


def test_a_broken_manifest_is_a_failed_row_of_each_scenario_and_the_others_race(tmp_path: Path) -> None:
    site = three()
    site.services = SimulatedServices()
    broken = (of_manifest("torn"), of_manifest("torn"), of_manifest("good"), Broken("scenario", "bye", NOWHERE, "="))
    report = build_report(race(site, tmp_path, scenarios=(HELLO, ON_REDIS), broken=broken))
    rows = {(row.scenario, row.name): row for row in report.contestants}
    assert len(rows) == len(report.contestants) == 2 * 4, "one row for two files of one name, none for what races"
    for scenario in ("hello", "on-redis"):
        assert [rows[scenario, name].rounds for name in ("reference", "good", "bad")] == [2, 2, 2]
        torn = Row(
            name="torn",
            scenario=scenario,
            is_reference=False,
            version=None,
            status="failed",
            reason="manifest: torn.toml: unknown key 'lingua'",
            hint=None,
        )
        assert rows[scenario, "torn"] == torn, "no rank, and no number"
    assert not [pair for pair in report.comparisons if "torn" in (pair.a, pair.b)]


def of_manifest(name: str) -> Broken:
    return Broken("contestant", name, NOWHERE, f"{name}.toml: unknown key 'lingua'")
