"""The search for capacity under an SLO: its words, and its steps on servers whose capacity is known."""

import random
from dataclasses import replace

import pytest

from fairlap.errors import UsageError
from fairlap.plan.capacity import (
    BRACKET,
    CONFIRMATIONS,
    MOST_RATES,
    guess_share,
    keeps_slo,
    probe_ms,
    search,
)
from fairlap.samples import RateLap
from fairlap.slo import Slo
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
def test_a_wrong_slo_is_refused_with_an_example(text: str) -> None:
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


def test_an_unconfirmed_rate_is_lowered_until_it_is_confirmed() -> None:
    server = Server(900.0)
    strict = Server(700.0)
    found = search(1050.0, None, lambda rate, confirm: (strict if confirm else server).keeps(rate, confirm))
    assert found is not None
    assert 600 < found <= 700
    assert strict.confirmations[-1] == found
    assert strict.confirmations == sorted(strict.confirmations, reverse=True)


def test_a_rate_that_is_never_confirmed_is_missing() -> None:
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


def test_a_queue_that_grows_keeps_no_slo_even_when_the_drain_takes_it_in() -> None:
    lax = Slo("p50", 50_000.0)
    assert keeps_slo(replace(lap(1000, 0), completed=974), lax, connections=16)
    assert not keeps_slo(replace(lap(1000, 0), completed=973), lax, connections=16)
    overload = 1 + 2 * BRACKET
    due = 4000 * 0.9 * probe_ms(4000, lax, 64, confirm=False) / 1000
    assert not keeps_slo(replace(lap(round(due), 0), completed=round(due / overload)), lax, connections=64)
