"""Laps at fixed rates of a real server."""

from fairlap.histograms import decode, percentiles
from fairlap.plan.rates import Rate, Rates, choose_rates
from fairlap.race.events import Advance, Event
from fairlap.race.offering import offer, run_rates
from fairlap.samples import ContestantRound
from live_site import live
from sample_factory import REFERENCE, Racer, lap, turn


def started(name: str, *per_s: float) -> ContestantRound:
    """A finished start with laps of these throughputs."""
    return turn(Racer(name, per_s[0]), [lap(value, cycle=cycle) for cycle, value in enumerate(per_s, start=1)])


def test_a_real_server_answers_at_its_rates_and_everything_adds_up() -> None:
    with live("--delay", "5ms", connections=32) as running:
        turn = running.turn
        rates = Rates((Rate("live", "share-20", 200.0), Rate("live", "absolute", 1000.0)), lap_ms=300, repeats=2)
        run_rates(running.context(), rates)
        assert running.failed == []
        assert sorted((one.purpose, one.repeat) for one in turn.kept.rate_laps) == [
            ("absolute", 1),
            ("absolute", 2),
            ("share-20", 1),
            ("share-20", 2),
        ]
        for one in turn.kept.rate_laps:
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
            [offer(running.turn, running.site, "absolute", 5000.0, 100, 1, seed).due for seed in (1, 2, 3, 1)]  # type: ignore[union-attr]
            for _ in range(2)
        ]
    assert dues[0] == dues[1]
    assert dues[0][0] == dues[0][3]
    assert len(set(dues[0])) > 1


def test_an_overloaded_server_does_not_achieve_the_rate() -> None:
    with live("--cpu-us", "1000", connections=4) as running:
        one = offer(running.turn, running.site, "absolute", 4000.0, 400, 1, seed=1)
    assert one is not None
    assert one.unsent > 0
    assert one.backlog_max > 0
    assert one.achieved_share < 0.99
    assert one.blocked_p99_us is not None
    assert one.blocked_p99_us > 1000


def test_a_lap_in_which_nothing_fell_due_is_missing() -> None:
    with live() as running:
        assert offer(running.turn, running.site, "absolute", 0.001, 50, 1, seed=1) is None
        rates = Rates((Rate("live", "absolute", 1000.0),), lap_ms=50, repeats=1)
        run_rates(running.context(), rates)
        assert len(running.turn.kept.rate_laps) == 1


def test_one_that_ends_is_taken_out_once_and_offered_nothing_more() -> None:
    with live() as dying:
        dying.end_server()
        rates = Rates((Rate("live", "absolute", 1000.0),), lap_ms=50, repeats=3)
        run_rates(dying.context(), rates)
        assert dying.failed == ["rates"]
        assert dying.turn.kept.rate_laps == []


def test_work_adds_up_to_what_was_announced() -> None:
    heard: list[Event] = []
    with live() as running:
        rates = choose_rates([started("reference", 9000.0), started("live", 4000.0)], REFERENCE.name, lap_ms=50)
        run_rates(running.context(heard.append), rates)
    assert sum(event.work_ms for event in heard if isinstance(event, Advance)) == rates.work_ms(["live"])
