"""Every gate trips when it should, and only then, and says why."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from fairlap.errors import StoreError
from fairlap.histograms import Latency
from fairlap.samples import Flag, RateLap, RatePurpose, RoundRecord, SweepLap
from fairlap.statistics import ClosedLoop, ContestantAnalysis, Interval, analyse, gates
from fairlap.statistics.laps import DISTURBED_US
from sample_factory import Racer, alter, alter_laps, encoded, lap, outcomes, simulate, turn

LOAD = ClosedLoop(connections=64, keepalive=True, workers=1)
A, B = Racer("a", 40_000.0), Racer("b", 30_000.0)


def race() -> tuple[RoundRecord, ...]:
    return simulate(random.Random(1), [A, B], histograms=True, rounds=3, cycles=4)


def row(rounds: tuple[RoundRecord, ...], name: str = "a") -> ContestantAnalysis:
    return next(item for item in analyse(rounds, load=LOAD).contestants if item.contestant == name)


def names(found: ContestantAnalysis) -> list[str]:
    return [flag.name for flag in found.flags]


def test_a_flawless_race_trips_nothing():
    for name in ("reference", "a", "b"):
        assert (row(race(), name).flags, row(race(), name).status) == ((), "ok")


Change = Callable[[tuple[RoundRecord, ...]], tuple[RoundRecord, ...]]

INVALIDATING: dict[str, tuple[Change, str]] = {
    "wrong-answers": (
        lambda rounds: alter_laps(rounds, "a", skipped_outcomes=outcomes(999, wrong_body=1)),
        "12 of 120,938 answers were wrong",
    ),
    "errors": (
        lambda rounds: alter_laps(rounds, "a", outcomes=outcomes(9_960, timeout=30, connect=10)),
        "requests failed (timeout 360, connect 120)",
    ),
    "littles-law": (lambda rounds: alter_laps(rounds, "a", latency_mean_us=2_000.0), "with 64 connections (+26%)"),
}

FLAGGING: dict[str, tuple[Change, str]] = {
    "generator-busy": (
        lambda rounds: alter_laps(rounds, "a", generator_cpu_us=230_000, server_cpu_us=200_000),
        "generator CPU 92% busy while the server's was at 80%",
    ),
    "steal": (lambda rounds: alter_laps(rounds, "a", steal_share=0.02), "2.0% of the CPU time"),
    "no-steady-state": (lambda rounds: alter(rounds, "a", numbers=[2], steady=False), "in 1 of 3 rounds"),
    "process-count": (lambda rounds: alter(rounds, "a", numbers=[3], processes=5), "between 1 and 5 processes"),
    "left-behind": (
        lambda rounds: alter(rounds, "a", numbers=[1, 2], flags=(Flag("left-behind", "2 processes"),)),
        "2 processes (in 2 of 3 rounds)",
    ),
}


@pytest.mark.parametrize("name", INVALIDATING)
def test_what_makes_numbers_worthless_takes_the_rank_but_keeps_the_row(name: str):
    change, reason = INVALIDATING[name]
    found = row(change(race()))
    assert found.status == "invalid"
    assert name in names(found)
    assert found.reason is not None
    assert reason in found.reason
    assert found.rank is None
    assert found.throughput_per_s is not None
    assert row(change(race()), "b").rank == 1


@pytest.mark.parametrize("name", FLAGGING)
def test_what_only_casts_doubt_flags_the_row_and_leaves_the_rank(name: str):
    change, reason = FLAGGING[name]
    found = row(change(race()))
    assert names(found) == [name]
    assert reason in found.flags[0].reason
    assert found.status == "ok"
    assert found.rank == 1


def test_a_single_wrong_answer_is_one_too_many():
    fine = lap()
    assert gates.wrong_answers([fine]) is None
    for kind in ("wrong_status", "wrong_body", "protocol"):
        flag = gates.wrong_answers([fine, replace(fine, outcomes=outcomes(9_000, **{kind: 1}))])
        assert flag is not None
        assert flag.invalidates


@pytest.mark.parametrize(("failed", "trips"), [(0, False), (10, False), (11, True)])
def test_errors_trip_above_one_in_a_thousand(failed: int, trips: bool):
    sample = replace(lap(), outcomes=outcomes(9_000 - failed, read=failed), skipped_outcomes=outcomes(1_000))
    assert (gates.errors([sample]) is not None) == trips


def test_errors_of_no_request_at_all_cannot_be_judged():
    assert gates.errors([]) is None


ORDERLY = Latency(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, None, min=0.5, mean=1.5, max=9.0, count=30_000)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (replace(ORDERLY, p50=3.5), "p50 3.5 us is above p75 2.0 us"),
        (replace(ORDERLY, p99=2.5), "p95 4.0 us is above p99 2.5 us"),
        (replace(ORDERLY, max=5.5), "p999 6.0 us is above max 5.5 us"),
        (replace(ORDERLY, mean=9.5), "mean 9.5 us"),
    ],
)
def test_broken_percentiles_are_named(broken: Latency, reason: str):
    assert gates.percentile_order(ORDERLY) is None
    assert gates.percentile_order(None) is None
    flag = gates.percentile_order(broken)
    assert flag is not None
    assert flag.invalidates
    assert reason in flag.reason


@pytest.mark.parametrize(("factor", "trips"), [(0.8, True), (0.92, False), (1.0, False), (1.08, False), (1.2, True)])
def test_littles_law_trips_when_connections_do_not_add_up(factor: float, trips: bool):
    fine = lap(40_000.0)
    assert fine.latency_mean_us is not None
    off = replace(fine, latency_mean_us=fine.latency_mean_us * factor)
    assert (gates.littles_law([off], LOAD) is not None) == trips
    assert gates.littles_law([off], replace(LOAD, keepalive=False)) is None
    assert gates.littles_law([off], None) is None


def test_littles_law_counts_the_requests_that_a_connection_has_on_their_way():
    fine = lap(40_000.0, cpu_us=25.0)
    assert fine.latency_mean_us is not None
    sixteen = replace(fine, latency_mean_us=16 * fine.latency_mean_us)
    assert gates.littles_law([sixteen], replace(LOAD, pipeline=16)) is None
    wrong = gates.littles_law([fine], replace(LOAD, pipeline=16))
    assert wrong is not None and "with 64 connections of 16 requests" in wrong.reason
    assert not wrong.invalidates, "its throughput is what it is"
    more = replace(fine, latency_mean_us=20 * fine.latency_mean_us)
    impossible = gates.littles_law([more], replace(LOAD, pipeline=16))
    assert impossible is not None and impossible.invalidates


@pytest.mark.parametrize(("busy", "cpus", "bad"), [(0.89, 1, True), (0.91, 1, False), (0.91, 2, True), (None, 1, True)])
def test_connections_that_wait_for_a_server_that_is_never_idle_do_not_invalidate(busy, cpus, bad):
    waiting = replace(lap(), server_cpu_us=busy and round(busy * 250_000), latency_mean_us=0.6 * 64 / 40_000.0 * 1e6)
    flag = gates.littles_law([waiting], replace(LOAD, workers=cpus))
    assert flag is not None and flag.invalidates == bad
    assert ("(-40%): the others waited for longer than a lap" in flag.reason) != bad


def test_littles_law_allows_for_windows_that_hold_only_a_few_answers_of_each_connection():
    # 64 connections, 100 ms each, 225 ms window: waves at 100 and 200 ms are counted, 128 answers and not 144
    waves = replace(lap(), throughput_per_s=128 / 0.225, completed=128, latency_mean_us=100_000.0)
    assert gates.littles_law([waves], LOAD) is None


def test_littles_law_needs_a_latency():
    assert gates.littles_law([replace(lap(), latency_mean_us=None)], LOAD) is None
    flag = gates.littles_law([replace(lap(), latency_mean_us=None, requests=0)], LOAD)
    assert flag is not None and not flag.invalidates and "all responses take longer than laps" in flag.reason


@pytest.mark.parametrize(("score", "trips"), [(0.69, False), (0.71, True)])
def test_near_the_reference_the_generator_may_be_what_was_measured(score: float, trips: bool):
    flag = gates.generator_bound(Interval(score, None, None, 1))
    assert (flag is not None) == trips
    assert flag is None or not flag.invalidates
    assert gates.generator_bound(None) is None


def test_the_reference_itself_is_not_asked_whether_the_generator_was_the_limit():
    busy = alter_laps(race(), "reference", generator_cpu_us=249_000, server_cpu_us=100_000)
    assert row(busy, "reference").flags == ()


@pytest.mark.parametrize(
    ("generator", "server", "workers", "trips"),
    [
        (0.80, 0.50, 1, False),
        (0.86, 0.89, 1, True),
        (0.86, 0.91, 1, False),
        (0.86, 1.70, 2, True),
        (0.86, 1.90, 2, False),
    ],
)
def test_a_busy_generator_is_flagged_only_when_the_server_was_not_busy(
    generator: float, server: float, workers: int, trips: bool
):
    sample = replace(lap(), generator_cpu_us=round(generator * 250_000), server_cpu_us=round(server * 250_000))
    assert (gates.generator_busy([sample], replace(LOAD, workers=workers)) is not None) == trips
    assert gates.generator_busy([replace(sample, server_cpu_us=None)], LOAD) is None
    assert gates.generator_busy([sample], None) is None


@pytest.mark.parametrize(("share", "trips"), [(None, False), (0.004, False), (0.006, True)])
def test_steal_trips_above_half_a_percent(share: float | None, trips: bool):
    assert (gates.steal([replace(lap(), steal_share=share)]) is not None) == trips


def test_a_steady_state_that_was_not_judged_is_not_a_missing_one():
    assert gates.no_steady_state([(1, replace(turn(A), steady=None)), (2, turn(A))]) is None
    assert gates.no_steady_state([(1, replace(turn(A), steady=False)), (2, turn(A))]) is not None


def test_process_counts_that_were_not_read_do_not_count():
    assert gates.process_count([replace(turn(A), processes=None), turn(A)]) is None


def test_a_bare_note_of_the_runner_becomes_a_flag():
    (flag,) = gates.seen_by_runner([(1, replace(turn(A), flags=(Flag("throttled", ""),))), (2, turn(A))])
    assert (flag.name, flag.reason, flag.invalidates) == ("throttled", "(in 1 of 2 rounds)", False)


def test_a_wrong_answer_of_the_warm_up_invalidates_though_no_lap_has_one():
    noted = alter(race(), "a", numbers=[1], flags=(Flag("wrong_body", "expected x, got y"),))
    assert row(noted).status == "invalid"
    assert "expected x, got y" in row(noted).reason


def test_notes_of_a_failed_round_are_kept():
    noted = alter(
        race(), "a", numbers=[1], failure="ended", stage="lap", flags=(Flag("wrong_body", "expected x, got y: z"),)
    )
    (flag,) = row(noted).flags
    assert (flag.name, flag.reason) == ("wrong_body", "expected x, got y: z (in 1 of 3 rounds)")


def rate_lap(purpose: RatePurpose = "share-50", due: int = 1_000, ok: int = 1_000, **others: int) -> RateLap:
    """An open-loop lap at 10,000/s of which `ok` requests of those due got a right answer."""
    return RateLap(
        purpose=purpose,
        repeat=1,
        rate_per_s=10_000.0,
        due=due,
        sent=due,
        unsent=0,
        completed=ok,
        elapsed_s=0.1,
        outcomes=outcomes(ok, **others),
        backlog_max=0,
        response_histogram=encoded([100.0, 200.0], repeat=500),
        service_histogram=None,
        blocked_p99_us=0.0,
        own_p99_us=1.0,
        responses=ok,
        server_cpu_us=None,
        generator_cpu_us=10_000,
    )


def sweep_lap(**others: int) -> SweepLap:
    return SweepLap(256, 1, 40_000.0, outcomes(1_000, **others), 6_400.0)


@pytest.mark.parametrize(("ok", "trips"), [(1_000, False), (990, False), (989, True)])
def test_a_rate_counts_as_achieved_from_99_of_100_on(ok: int, trips: bool):
    flag = gates.rate_not_achieved([rate_lap(ok=ok)])
    assert (flag is not None) == trips


def test_every_rate_that_was_not_achieved_is_named_over_all_its_laps():
    laps = [
        rate_lap("share-20"),
        rate_lap("share-80", ok=950),
        rate_lap("share-80", ok=971),
        rate_lap("absolute", ok=0),
    ]
    flag = gates.rate_not_achieved(laps)
    assert flag is not None
    assert flag.reason == (
        "achieved only 96.0% of 10,000/s (80 % of its throughput), 0.0% of 10,000/s (the rate common to all)"
    )
    assert not flag.invalidates


def test_what_a_disturbed_lap_left_unanswered_counts_only_where_there_are_no_others():
    disturbed = replace(rate_lap(ok=500), stall_us=DISTURBED_US + 1)
    assert gates.rate_not_achieved([rate_lap(), disturbed]) is None
    assert gates.rate_not_achieved([disturbed]) is not None


@pytest.mark.parametrize(("stalled", "trips"), [(0, False), (3, False), (4, True), (10, True)])
def test_more_than_30_percent_of_disturbed_laps_at_half_load_are_too_many(stalled: int, trips: bool):
    bounds = [DISTURBED_US + 1] * stalled + [DISTURBED_US] * (10 - stalled)
    laps = [replace(rate_lap("share-50"), stall_us=stall_us) for stall_us in bounds]
    elsewhere = [replace(rate_lap("absolute"), stall_us=DISTURBED_US + 1)] * 10
    flag = gates.restless([*laps, *elsewhere])
    assert (flag is not None) == trips
    if flag is not None:
        assert flag.reason.endswith(f"disturbed {stalled} of 10 laps")
        assert not flag.invalidates
    assert gates.restless([replace(rate_lap("share-50"), stall_us=None)] * 10) is None, "unknown"


def test_the_search_for_a_capacity_may_offer_too_much():
    assert gates.rate_not_achieved([rate_lap("slo", ok=500)]) is None
    assert gates.rate_not_achieved([]) is None


def test_a_wrong_answer_at_a_rate_or_with_other_connections_is_one_too():
    assert gates.wrong_answers([lap()], [rate_lap(), sweep_lap()]) is None
    for other in (rate_lap("slo", wrong_body=1), sweep_lap(protocol=1)):
        flag = gates.wrong_answers([], [other])
        assert flag is not None
        assert flag.reason == "1 of 1,001 answers were wrong"


def test_response_times_that_are_broken_are_found_and_a_damaged_histogram_is_not_passed_over(
    monkeypatch: pytest.MonkeyPatch,
):
    assert gates.percentile_order_at_rates([rate_lap(), replace(rate_lap(), response_histogram=None)]) is None
    with pytest.raises(StoreError, match="response times at 50 % of its throughput"):
        gates.percentile_order_at_rates([replace(rate_lap(), response_histogram="damaged")])
    broken = replace(ORDERLY, p50=3.5)
    monkeypatch.setattr(gates, "percentiles", lambda histogram: broken)
    flag = gates.percentile_order_at_rates([rate_lap()])
    assert flag is not None
    assert flag.reason == "p50 3.5 us is above p75 2.0 us at 20 % of its throughput"


@pytest.mark.parametrize(
    ("share", "laps", "trips"),
    [(None, 100, False), (-0.2, 100, False), (0.03, 100, False), (0.04, 100, True), (0.07, 1, False), (0.09, 1, True)],
)
def test_foreign_cpu_trips_as_soon_as_the_clock_can_tell(share: float | None, laps: int, trips: bool):
    # one lap of 250 ms: 3 % and three times 4.1 ms, which is 7.9 %; a hundred laps: 3.5 %
    assert (gates.foreign_cpu([replace(lap(), foreign_share=share)] * laps) is not None) == trips


def test_foreign_cpu_is_judged_by_its_mean_because_single_laps_are_measured_in_steps():
    short = replace(lap(), lap_elapsed_s=0.025)
    steps = [replace(short, foreign_share=share) for share in (-0.4, 0.4, 0.0, 0.0)] * 50
    assert gates.foreign_cpu(steps) is None
    flag = gates.foreign_cpu([replace(one, foreign_share=(one.foreign_share or 0.0) + 0.2) for one in steps])
    assert flag is not None
    assert "20% of the server CPUs' time" in flag.reason


@pytest.mark.parametrize(
    ("delay_us", "workers", "trips"),
    [(None, 1, False), (2_600, 1, False), (2_800, 1, True), (5_100, 2, False), (5_300, 2, True)],
)
def test_a_generator_that_waits_for_a_cpu_is_starved(delay_us: int | None, workers: int, trips: bool):
    starved = gates.generator_starved([replace(lap(), generator_run_delay_us=delay_us)], replace(LOAD, workers=workers))
    assert (starved is not None) == trips


def test_a_generator_whose_number_of_threads_is_not_known_is_not_judged():
    assert gates.generator_starved([replace(lap(), generator_run_delay_us=100_000)], None) is None


@pytest.mark.parametrize(("throttled_us", "trips"), [(None, False), (0, False), (240, False), (260, True)])
def test_a_quota_trips_as_soon_as_it_bites(throttled_us: int | None, trips: bool):
    flag = gates.throttled([replace(lap(), throttled_us=throttled_us)])
    assert (flag is not None) == trips
    assert flag is None or not flag.invalidates


@pytest.mark.parametrize(
    ("cpus", "workers", "trips"), [(1.0, 1, False), (1.04, 1, False), (1.2, 1, True), (2.0, 2, False), (2.2, 2, True)]
)
def test_one_that_uses_more_cpus_than_it_was_given_is_flagged(cpus: float, workers: int, trips: bool):
    sample = replace(lap(), server_cpu_us=round(cpus * 250_000))
    assert (gates.beyond_its_cpus([sample], replace(LOAD, workers=workers)) is not None) == trips
    assert gates.beyond_its_cpus([replace(sample, server_cpu_us=None)], LOAD) is None
    assert gates.beyond_its_cpus([sample], None) is None


MACHINE_FACTS: dict[str, tuple[dict[str, object], str]] = {
    "foreign-cpu": ({"foreign_share": 0.3}, "30%"),
    "generator-starved": ({"generator_run_delay_us": 50_200}, "20.0%"),
    "throttled": ({"throttled_us": 25_000}, "10.0%"),
    "beyond-its-cpus": ({"server_cpu_us": 300_000}, "1.20 CPUs"),
    "steal": ({"steal_share": 0.02}, "2.0%"),
}


@pytest.mark.parametrize("name", MACHINE_FACTS)
def test_everyone_is_asked_what_the_machine_did_the_reference_too(name: str):
    changes, reason = MACHINE_FACTS[name]
    for contestant in ("reference", "a"):
        turns = [start for record in alter_laps(race(), contestant, **changes) for start in record.contestants]
        for other in ("reference", "a", "b"):
            flags = gates.for_everyone([(1, start) for start in turns if start.contestant == other], None, LOAD)
            assert [flag.name for flag in flags] == ([name] if other == contestant else [])
            assert all(reason in flag.reason and not flag.invalidates for flag in flags)


def test_rates_are_judged_with_the_row():
    turns = [(1, replace(turn(A, [lap()]), rate_laps=(rate_lap(ok=900, wrong_body=1),)))]
    assert [flag.name for flag in gates.for_everyone(turns, None, LOAD)] == ["wrong-answers", "rate-not-achieved"]
