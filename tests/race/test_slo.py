"""The search for capacity under an SLO on a real server."""

from dataclasses import replace

import pytest

from fairlap.plan import capacity
from fairlap.plan.capacity import keeps_slo
from fairlap.race import offering
from fairlap.race.offering import run_slo
from fairlap.slo import Slo
from live_site import live

P99 = Slo("p99", 10_000.0)


@pytest.fixture
def short_laps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow servers would need long laps."""
    monkeypatch.setattr(capacity, "LONGEST_PROBE_MS", 300)
    monkeypatch.setattr(capacity, "LONGEST_CONFIRMATION_MS", 600)


def test_a_real_server_has_the_capacity_of_its_connections_and_the_probes_show_it() -> None:
    with live("--delay", "5ms", connections=4) as running:
        turn = running.turn
        turn.kept.samples.append(replace(turn.lap(running.site, 50, cycle=1, position=0), throughput_per_s=2000.0))
        slo = Slo("p50", 200_000.0)
        run_slo(running.context(), slo, {}, 0)
    assert turn.kept.capacity_per_s is not None
    probes = [lap for lap in turn.kept.rate_laps if lap.purpose == "slo"]
    for lap in probes:
        # Of 4 connections none answers twice within 5 ms; up to an answer each belongs to what was sent before the lap.
        assert lap.completed <= 4 * (lap.elapsed_s / 0.005 + 1)
    assert [lap.repeat for lap in probes] == list(range(1, len(probes) + 1))
    confirmed = [lap for lap in probes if lap.rate_per_s == turn.kept.capacity_per_s]
    assert keeps_slo(confirmed[-1], slo, 4)
    assert any(not keeps_slo(lap, slo, 4) for lap in probes if lap.rate_per_s > turn.kept.capacity_per_s)


def test_a_limit_below_the_delay_of_a_server_is_kept_at_no_rate_and_one_above_it_is(short_laps: None) -> None:
    with live("--delay", "20ms", connections=16) as slow:
        turn = slow.turn
        turn.kept.samples.append(turn.lap(slow.site, 200, cycle=1, position=0))
        run_slo(slow.context(), Slo("p90", 19_000.0), {}, 0)
        assert turn.kept.capacity_per_s is None
        assert turn.kept.rate_laps
        late = [
            lap.own_p99_us for lap in turn.kept.rate_laps if lap.own_p99_us is not None and lap.own_p99_us > 9_500.0
        ]
        assert any(str(flag).startswith("slo-generator-late: p90<19ms: ") for flag in turn.kept.flags) == bool(late)
        run_slo(slow.context(), Slo("p50", 200_000.0), {}, 0)
        assert turn.kept.capacity_per_s is not None


def test_a_percentile_that_no_lap_could_show_is_missing_and_flagged(short_laps: None) -> None:
    with live(connections=8) as slow:
        turn = slow.turn
        turn.kept.samples.append(replace(turn.lap(slow.site, 50, cycle=1, position=0), throughput_per_s=40.0))
        run_slo(slow.context(), Slo("p999", 50e6), {}, 0)
        assert turn.kept.capacity_per_s is None
        assert any(str(flag).startswith("slo-too-few-requests: p99.9<50s: 0.6 s at ") for flag in turn.kept.flags)


def test_one_that_ends_during_the_search_is_taken_out() -> None:
    with live("--cpu-us", "500", connections=4) as dying:
        turn = dying.turn
        turn.kept.samples.append(turn.lap(dying.site, 100, cycle=1, position=0))
        dying.end_server()
        run_slo(dying.context(), P99, {}, 0)
        assert turn.kept.capacity_per_s is None
        assert turn.kept.stage == "slo"
        assert dying.failed == ["slo"]


def test_a_search_that_takes_too_long_ends_without_a_result(short_laps: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offering, "MOST_PROBING_MS", 400)
    monkeypatch.setattr(offering, "MOST_MS", 400)
    with live(connections=8) as running:
        turn = running.turn
        turn.kept.samples.append(replace(turn.lap(running.site, 50, cycle=1, position=0), throughput_per_s=400.0))
        run_slo(running.context(), Slo("p50", 50e6), {}, 0)
        assert turn.kept.capacity_per_s is None
        assert len(turn.kept.rate_laps) == 1
        assert any(str(flag).startswith("slo-search-too-long: p50<50s: ") for flag in turn.kept.flags)


def test_a_failure_that_may_be_the_generators_own_is_flagged(short_laps: None) -> None:
    with live("--delay", "5ms", connections=8) as running:
        turn = running.turn
        turn.kept.samples.append(replace(turn.lap(running.site, 50, cycle=1, position=0), throughput_per_s=400.0))
        # no generator sends within half a microsecond of the due time
        run_slo(running.context(), Slo("p50", 1.0), {}, 0)
        assert turn.kept.capacity_per_s is None
        assert len([flag for flag in turn.kept.flags if str(flag).startswith("slo-generator-late: p50<1us: ")]) == 1
