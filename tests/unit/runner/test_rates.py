"""Laps at fixed rates: how the rates are chosen, and laps of a real server."""

import random
from dataclasses import replace

import pytest

from fairlap.histograms import decode, percentiles
from fairlap.runner.observer import SilentObserver
from fairlap.runner.offering import offer
from fairlap.runner.rates import LAP_MS, LONGEST_LAP_MS, REPEATS, Rate, Rates, choose_rates, run_rates
from fairlap.samples import ContestantRound
from live_site import live
from sample_factory import REFERENCE, Racer, lap, turn


def started(name: str, *per_s: float) -> ContestantRound:
    """A finished start with laps of these throughputs."""
    return turn(Racer(name, per_s[0]), [lap(value, cycle=cycle) for cycle, value in enumerate(per_s, start=1)])


def by_purpose(rates: Rates, name: str) -> dict[str, float]:
    return {rate.purpose: rate.rate_per_s for rate in rates.of(name)}


# --- choosing ------------------------------------------------------------------------------------------------------


def test_everyone_gets_shares_of_its_own_throughput_and_half_of_what_the_slowest_does() -> None:
    turns = [started("reference", 100_000.0), started("fast", 40_000.0, 41_000.0, 80_000.0), started("slow", 2_345.0)]
    rates = choose_rates(turns, "reference")
    assert by_purpose(rates, "fast") == {"share-20": 8200, "share-50": 20_500, "share-80": 32_800, "absolute": 1200}
    assert by_purpose(rates, "slow") == {"share-20": 469, "share-50": 1170, "share-80": 1880, "absolute": 1200}


def test_the_reference_is_offered_half_its_throughput_and_the_common_rate_only() -> None:
    rates = choose_rates([started("reference", 100_000.0), started("a", 40_000.0)], "reference")
    assert by_purpose(rates, "reference") == {"share-50": 50_000, "absolute": 20_000}


def test_one_that_failed_or_gave_no_right_answer_has_no_rates_and_does_not_set_the_common_one() -> None:
    failed = replace(started("failed", 10.0), failure="it ended")
    silent = turn(Racer("silent", 1.0), [replace(lap(1.0), throughput_per_s=0.0)])
    rates = choose_rates([started("reference", 9000.0), started("a", 1000.0), failed, silent], "reference")
    assert by_purpose(rates, "a")["absolute"] == 500
    assert rates.of("failed") == rates.of("silent") == ()


def test_the_reference_in_several_heats_counts_with_its_median() -> None:
    turns = [started("reference", per_s) for per_s in (80_000.0, 90_000.0, 200_000.0)]
    assert by_purpose(choose_rates([*turns, started("a", 1000.0)], "reference"), "reference")["share-50"] == 45_000


def test_nobody_left_means_no_rates() -> None:
    assert choose_rates([], "reference").rates == ()


def test_laps_of_slow_contestants_are_longer_but_bounded() -> None:
    rates = Rates((Rate("a", "absolute", 1000.0), Rate("b", "absolute", 250.0), Rate("c", "absolute", 1.0)))
    assert [rates.lap_ms_at(rate.rate_per_s) for rate in rates.rates] == [LAP_MS, 800, LONGEST_LAP_MS]
    assert rates.work_ms(["a", "b"]) == REPEATS * (LAP_MS + 800)


# --- a real server -------------------------------------------------------------------------------------------------


def test_a_real_server_answers_at_its_rates_and_everything_adds_up() -> None:
    with live("--delay", "5ms", connections=32) as running:
        entry = running.entry
        rates = Rates((Rate("live", "share-20", 200.0), Rate("live", "absolute", 1000.0)), lap_ms=300, repeats=2)
        run_rates([entry], rates, running.site, random.Random(1), SilentObserver(), "test", running.fail)
        assert running.failed == []
        assert sorted((one.purpose, one.repeat) for one in entry.rate_laps) == [
            ("absolute", 1),
            ("absolute", 2),
            ("share-20", 1),
            ("share-20", 2),
        ]
        for one in entry.rate_laps:
            assert one.due == one.sent + one.unsent
            assert one.sent == one.outcomes.total
            assert one.response_histogram is not None
            assert one.service_histogram is not None
            response = decode(one.response_histogram)
            assert response.count == one.outcomes.ok > 0
            found = percentiles(response)
            assert found is not None
            assert found.min >= 5000, "no answer comes before the server's delay"
            assert one.server_cpu_us is not None
            assert one.responses >= one.outcomes.ok


def test_the_schedule_is_random_from_lap_to_lap_and_follows_the_dice() -> None:
    with live() as running:
        dues = [
            [offer(running.entry, running.site, "absolute", 5000.0, 100, 1, seed).due for seed in (1, 2, 3, 1)]  # type: ignore[union-attr]
            for _ in range(2)
        ]
    assert dues[0] == dues[1]
    assert dues[0][0] == dues[0][3]
    assert len(set(dues[0])) > 1


def test_an_overloaded_server_does_not_achieve_the_rate() -> None:
    with live("--cpu-us", "1000", connections=4) as running:
        one = offer(running.entry, running.site, "absolute", 4000.0, 400, 1, seed=1)
    assert one is not None
    assert one.unsent > 0
    assert one.backlog_max > 0
    assert one.achieved_share < 0.99
    assert one.blocked_p99_us is not None
    assert one.blocked_p99_us > 1000


def test_a_lap_in_which_nothing_fell_due_is_missing() -> None:
    with live() as running:
        assert offer(running.entry, running.site, "absolute", 0.001, 50, 1, seed=1) is None
        rates = Rates((Rate("live", "absolute", 1000.0),), lap_ms=50, repeats=1)
        run_rates([running.entry], rates, running.site, random.Random(1), SilentObserver(), "test", running.fail)
        assert len(running.entry.rate_laps) == 1


def test_one_that_ends_is_taken_out_once_and_offered_nothing_more() -> None:
    with live() as dying:
        dying.end_server()
        rates = Rates((Rate("live", "absolute", 1000.0),), lap_ms=50, repeats=3)
        run_rates([dying.entry], rates, dying.site, random.Random(1), SilentObserver(), "test", dying.fail)
        assert dying.failed == ["rates"]
        assert dying.entry.rate_laps == []


def test_work_adds_up_to_what_was_announced() -> None:
    class Counting(SilentObserver):
        done_ms = 0

        def advance(self, work_ms: int) -> None:
            self.done_ms += work_ms

    with live() as running:
        rates = choose_rates([started("reference", 9000.0), started("live", 4000.0)], REFERENCE.name, lap_ms=50)
        observer = Counting()
        run_rates([running.entry], rates, running.site, random.Random(1), observer, "test", running.fail)
    assert observer.done_ms == rates.work_ms(["live"])


@pytest.mark.parametrize("per_s", [3.0, 0.04])
def test_rates_of_the_slowest_stay_above_zero(per_s: float) -> None:
    rates = choose_rates([started("reference", 900.0), started("a", per_s)], "reference")
    assert all(rate.rate_per_s > 0 for rate in rates.rates)
