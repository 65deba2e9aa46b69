"""The search for capacity under an SLO: its words, its steps on servers whose capacity is known, and a real server."""

import random
from dataclasses import replace

import pytest

import fairlap.runner.slo as slo_search
from fairlap.errors import UsageError
from fairlap.runner.observer import SilentObserver
from fairlap.runner.slo import (
    BRACKET,
    CONFIRMATIONS,
    MOST_RATES,
    guess_share,
    keeps_slo,
    probe_ms,
    run_slo,
    search,
)
from fairlap.samples import RateLap
from fairlap.slo import Slo
from live_site import live
from sample_factory import Racer, alter, encoded, outcomes, simulate

P99 = Slo("p99", 10_000.0)


# --- words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "slo", "again"),
    [
        ("p99<10ms", Slo("p99", 10_000.0), "p99<10ms"),
        (" p99.9 < 500 us ", Slo("p999", 500.0), "p99.9<500us"),
        ("p999<500us", Slo("p999", 500.0), "p99.9<500us"),
        ("p50<1.5s", Slo("p50", 1_500_000.0), "p50<1.5s"),
        ("p95<0.25ms", Slo("p95", 250.0), "p95<250us"),
    ],
)
def test_an_slo_is_read_and_written(text: str, slo: Slo, again: str) -> None:
    assert Slo.parse(text) == slo
    assert str(slo) == again
    assert Slo.parse(again) == slo


@pytest.mark.parametrize(
    "text", ["", "p99", "p99<10", "p98<10ms", "99<10ms", "p99>10ms", "p99<0ms", "p99<1000s", "p99<-1ms"]
)
def test_what_is_no_slo_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        Slo.parse(text)
    assert 'write it like "p99<10ms"' in refused.value.line()


# --- one probe -----------------------------------------------------------------------------------------------------


def lap(in_time: int, late: int, unsent: int = 0, wrong: int = 0) -> RateLap:
    """A probe with so many right answers within 10 ms and beyond it."""
    blob = encoded([9_000.0] * in_time + [11_000.0] * late) if in_time + late else None
    counts = outcomes(in_time + late, wrong_status=wrong)
    return RateLap(
        purpose="slo",
        repeat=1,
        rate_per_s=1000.0,
        due=counts.total + unsent,
        sent=counts.total,
        unsent=unsent,
        completed=in_time + late,
        elapsed_s=1.0,
        outcomes=counts,
        backlog_max=0,
        response_histogram=blob,
        service_histogram=blob,
        blocked_p99_us=0.0,
        own_p99_us=1.0,
        responses=in_time + late,
        server_cpu_us=None,
        generator_cpu_us=0,
    )


def test_the_percentile_is_the_boundary() -> None:
    assert keeps_slo(lap(990, 10), P99, 8)
    assert not keeps_slo(lap(989, 11), P99, 8)


def test_unsent_and_wrong_answers_are_late_ones() -> None:
    assert keeps_slo(lap(1000, 0), P99, 8)
    assert keeps_slo(lap(990, 0, unsent=5, wrong=5), P99, 8)
    assert not keeps_slo(lap(989, 0, unsent=5, wrong=6), P99, 8)


def test_a_rate_that_is_not_carried_keeps_no_slo_however_lax() -> None:
    assert keeps_slo(lap(990, 0, unsent=10), Slo("p50", 10_000.0), 8)
    assert not keeps_slo(lap(980, 0, unsent=20), Slo("p50", 10_000.0), 8)


def test_no_right_answer_keeps_no_slo() -> None:
    assert not keeps_slo(lap(0, 0, wrong=10), Slo("p50", 10_000.0), 8)


def test_a_probe_is_long_enough_for_its_percentile_and_bounded() -> None:
    assert probe_ms(4000, P99, 8, confirm=False) * 4000 / 1000 * 0.9 * 0.01 == pytest.approx(20, rel=0.01)
    assert probe_ms(4000, P99, 8, confirm=True) > 2 * probe_ms(4000, P99, 8, confirm=False)
    assert probe_ms(1e6, P99, 8, confirm=False) == 250
    assert probe_ms(1.0, P99, 8, confirm=False) == 2000


# --- the search ----------------------------------------------------------------------------------------------------


class Server:
    """Keeps the SLO up to a rate; a probe near it may go either way by `noise` (relative). Counts what it is asked."""

    def __init__(self, capacity: float, noise: float = 0.0, seed: int = 1) -> None:
        self.capacity = capacity
        self.noise = noise
        self.dice = random.Random(seed)
        self.probes: list[float] = []
        self.confirmations: list[float] = []

    def keeps(self, rate_per_s: float, confirm: bool) -> bool:
        (self.confirmations if confirm else self.probes).append(rate_per_s)
        return rate_per_s <= self.capacity * (1 + self.dice.gauss(0, self.noise))


@pytest.mark.parametrize("capacity", [55.0, 80.0, 150.0, 333.0, 500.0, 690.0, 800.0, 990.0, 1040.0])
@pytest.mark.parametrize("guess", [None, 60.0, 480.0, 1000.0])
def test_the_capacity_is_found_to_the_width_of_the_bracket(capacity: float, guess: float | None) -> None:
    server = Server(capacity)
    found = search(1050.0, guess, server.keeps)
    assert found is not None
    assert found <= capacity
    assert found >= capacity / (1 + BRACKET) or len(server.probes) == MOST_RATES
    assert found >= capacity * 0.9
    assert len(server.probes) <= MOST_RATES
    assert server.confirmations == [found]


def test_a_good_guess_saves_probes() -> None:
    blind, guided = Server(430.0), Server(430.0)
    search(1050.0, None, blind.keeps)
    search(1050.0, 425.0, guided.keeps)
    assert len(guided.probes) < len(blind.probes)


def test_a_server_that_keeps_it_at_the_ceiling_is_not_asked_for_more() -> None:
    server = Server(5000.0)
    assert search(1050.0, None, server.keeps) == 1050.0
    assert max(server.probes) == 1050.0


def test_one_that_does_not_even_keep_the_floor_has_no_capacity() -> None:
    server = Server(40.0)
    assert search(1050.0, None, server.keeps) is None
    assert min(server.probes) == pytest.approx(50.0)
    assert server.confirmations == []


def test_what_does_not_stand_the_confirmation_is_lowered_until_it_does() -> None:
    server = Server(900.0)
    strict = Server(700.0)
    found = search(1050.0, None, lambda rate, confirm: (strict if confirm else server).keeps(rate, confirm))
    assert found is not None
    assert 600 < found <= 700
    assert strict.confirmations[-1] == found
    assert strict.confirmations == sorted(strict.confirmations, reverse=True)


def test_what_never_stands_a_confirmation_is_missing() -> None:
    asked: list[float] = []

    def keeps(rate_per_s: float, confirm: bool) -> bool:
        if confirm:
            asked.append(rate_per_s)
        return not confirm

    assert search(1050.0, None, keeps) is None
    assert len(asked) == CONFIRMATIONS


def test_with_noise_the_result_is_near_the_capacity() -> None:
    found = [search(1050.0, None, Server(600.0, noise=0.03, seed=seed).keeps) for seed in range(200)]
    ratios = sorted(rate / 600.0 for rate in found if rate is not None)
    assert len(ratios) == 200
    assert 0.94 < ratios[100] < 1.02
    assert ratios[10] > 0.85
    assert ratios[-10] < 1.06


# --- earlier rounds ------------------------------------------------------------------------------------------------


def test_the_guess_is_the_share_of_the_own_throughput_in_earlier_rounds() -> None:
    rounds = simulate(random.Random(1), [Racer("a", 1000.0)], rounds=3)
    assert guess_share(rounds, "a") is None
    known = alter(rounds, "a", numbers=[1, 2], capacity_per_s=700.0)
    share = guess_share(known, "a")
    assert share == pytest.approx(0.7, rel=0.05)
    assert guess_share(known, "nobody") is None
    assert guess_share(alter(known, "a", samples=()), "a") is None


# --- a real server -------------------------------------------------------------------------------------------------


@pytest.fixture
def short_laps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow servers would need long laps."""
    monkeypatch.setattr(slo_search, "LONGEST_PROBE_MS", 300)
    monkeypatch.setattr(slo_search, "LONGEST_CONFIRMATION_MS", 600)


def test_a_queue_that_grows_keeps_no_slo_even_when_the_drain_takes_it_in() -> None:
    lax = Slo("p50", 50_000.0)
    assert keeps_slo(replace(lap(1000, 0), completed=974), lax, connections=16)
    assert not keeps_slo(replace(lap(1000, 0), completed=973), lax, connections=16)
    overload = 1 + 2 * BRACKET
    due = 4000 * 0.9 * probe_ms(4000, lax, 64, confirm=False) / 1000
    assert not keeps_slo(replace(lap(round(due), 0), completed=round(due / overload)), lax, connections=64)


def test_a_real_server_has_the_capacity_of_its_connections_and_the_probes_show_it() -> None:
    # 4 connections of 5 ms each carry 800 requests/s, however fast the machine is
    with live("--delay", "5ms", connections=4) as running:
        entry = running.entry
        entry.samples.append(replace(entry.lap(running.site, 50, cycle=1, position=0), throughput_per_s=2000.0))
        slo = Slo("p50", 200_000.0)
        run_slo([entry], slo, [], running.site, random.Random(1), SilentObserver(), "test", running.fail)
    assert entry.capacity_per_s is not None
    # laps are short, so that Poisson arrivals may let a little more through
    assert 300 < entry.capacity_per_s < 1.1 * 800
    probes = [lap for lap in entry.rate_laps if lap.purpose == "slo"]
    assert [lap.repeat for lap in probes] == list(range(1, len(probes) + 1))
    confirmed = [lap for lap in probes if lap.rate_per_s == entry.capacity_per_s]
    assert keeps_slo(confirmed[-1], slo, 4)
    assert any(not keeps_slo(lap, slo, 4) for lap in probes if lap.rate_per_s > entry.capacity_per_s)


def test_a_limit_below_the_delay_of_a_server_is_kept_at_no_rate_and_one_above_it_is(short_laps: None) -> None:
    with live("--delay", "20ms", connections=16) as slow:
        entry = slow.entry
        entry.samples.append(entry.lap(slow.site, 200, cycle=1, position=0))
        run_slo([entry], Slo("p90", 19_000.0), [], slow.site, random.Random(1), SilentObserver(), "test", slow.fail)
        assert entry.capacity_per_s is None
        assert entry.rate_laps
        late = [lap.own_p99_us for lap in entry.rate_laps if lap.own_p99_us is not None and lap.own_p99_us > 9_500.0]
        assert any(flag.startswith("slo-generator-late: p90<19ms: ") for flag in entry.flags) == bool(late)
        run_slo([entry], Slo("p50", 200_000.0), [], slow.site, random.Random(1), SilentObserver(), "test", slow.fail)
        assert entry.capacity_per_s is not None


def test_a_percentile_that_no_lap_could_show_is_missing_and_flagged(short_laps: None) -> None:
    with live(connections=8) as slow:
        entry = slow.entry
        entry.samples.append(replace(entry.lap(slow.site, 50, cycle=1, position=0), throughput_per_s=40.0))
        run_slo([entry], Slo("p999", 50e6), [], slow.site, random.Random(1), SilentObserver(), "test", slow.fail)
        assert entry.capacity_per_s is None
        assert any(flag.startswith("slo-too-few-requests: p99.9<50s: 0.6 s at ") for flag in entry.flags)


def test_one_that_ends_during_the_search_is_taken_out() -> None:
    with live("--cpu-us", "500", connections=4) as dying:
        entry = dying.entry
        entry.samples.append(entry.lap(dying.site, 100, cycle=1, position=0))
        dying.end_server()
        run_slo([entry], P99, [], dying.site, random.Random(1), SilentObserver(), "test", dying.fail)
        assert entry.capacity_per_s is None
        assert entry.stage == "slo"
        assert dying.failed == ["slo"]


def test_a_search_that_takes_too_long_ends_without_a_result(short_laps: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slo_search, "MOST_PROBING_MS", 400)
    monkeypatch.setattr(slo_search, "MOST_MS", 400)
    with live(connections=8) as running:
        entry = running.entry
        entry.samples.append(replace(entry.lap(running.site, 50, cycle=1, position=0), throughput_per_s=400.0))
        run_slo([entry], Slo("p50", 50e6), [], running.site, random.Random(1), SilentObserver(), "test", running.fail)
        assert entry.capacity_per_s is None
        assert len(entry.rate_laps) == 1
        assert any(flag.startswith("slo-search-too-long: p50<50s: ") for flag in entry.flags)


def test_a_failure_that_may_be_the_generators_own_is_flagged(short_laps: None) -> None:
    with live("--delay", "5ms", connections=8) as running:
        entry = running.entry
        entry.samples.append(replace(entry.lap(running.site, 50, cycle=1, position=0), throughput_per_s=400.0))
        # no generator sends within half a microsecond of the due time
        run_slo([entry], Slo("p50", 1.0), [], running.site, random.Random(1), SilentObserver(), "test", running.fail)
        assert entry.capacity_per_s is None
        assert len([flag for flag in entry.flags if flag.startswith("slo-generator-late: p50<1us: ")]) == 1
