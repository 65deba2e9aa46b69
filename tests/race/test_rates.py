"""Laps at fixed rates of a real server."""

import subprocess
import sys

import pytest

from fairlap.histograms import decode, percentiles
from fairlap.host import read_cpu_times
from fairlap.plan.rates import Rate
from fairlap.race.offering import ceiling_per_s, offer, run_rates
from fairlap.samples import WarmupLap
from fairlap.statistics.laps import is_disturbed
from live_site import live


def test_a_real_server_answers_at_its_rates_and_everything_adds_up() -> None:
    with live("--delay", "5ms", connections=32) as running:
        turn = running.turn
        for cycle in (1, 2):
            rates = (Rate("live", "share-20", 1, 200.0), Rate("live", "absolute", 1, 1000.0))
            run_rates(running.context(), [(turn, rate) for rate in rates], cycle, None)
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
        run_rates(running.context(), [(running.turn, Rate("live", "absolute", 1, 1000.0))], 1, None)
        assert len(running.turn.kept.rate_laps) == 1


def test_one_that_ends_is_taken_out_once_and_offered_nothing_more() -> None:
    with live() as dying:
        dying.end_server()
        run_rates(dying.context(), [(dying.turn, Rate("live", "absolute", 3, 1000.0))] * 3, 1, None)
        assert dying.failed == ["rates"]
        assert dying.turn.kept.rate_laps == []


def test_a_lap_in_which_another_process_ran_on_the_servers_cpu_is_disturbed() -> None:
    if read_cpu_times().cpus[0][1].ran_us is None:
        pytest.skip("this kernel does not say what ran on a CPU (control groups of version 1 do)")
    with live() as running:
        (cpu,) = running.site.layout.server
        spin = f"import os, sys\nos.sched_setaffinity(0, {{{cpu}}})\nprint(flush=True)\nwhile True: pass"
        with subprocess.Popen([sys.executable, "-c", spin], stdout=subprocess.PIPE) as other:
            assert other.stdout is not None
            other.stdout.readline()
            one = offer(running.turn, running.site, "share-50", 2000.0, 200, 1, seed=1)
            other.kill()
    assert one is not None and one.stall_us is not None
    assert is_disturbed(one)
    assert one.stall_us > 50_000, "the server leaves most of its CPU to it"


def test_the_rate_follows_the_server_and_the_generator_has_a_ceiling() -> None:
    with live("--cpu-us", "200") as running:
        turn, context = running.turn, running.context()
        turn.kept.samples = [turn.own_lap(running.site, 100, cycle=cycle, position=0) for cycle in range(1, 4)]
        carried = [lap.throughput_per_s for lap in turn.kept.samples]
        ceiling = min(carried) / 2
        run_rates(context, [(turn, Rate("live", "share-50", 1))], 1, None)
        run_rates(context, [(turn, Rate("live", "share-50", 1))], 2, ceiling)
    followed, limited = turn.kept.rate_laps
    assert 0.49 * min(carried) < followed.rate_per_s < 0.51 * max(carried)
    assert limited.rate_per_s == pytest.approx(0.8 * ceiling, rel=0.005), "rounded to three digits"
    (flag,) = turn.kept.flags
    assert flag.kind == "generator-limits-rate"
    assert flag.reason.startswith("50 % of its throughput is ")
    assert flag.reason.endswith(f"/s, and the generator offers at most {limited.rate_per_s:,.0f}/s")


def test_the_ceiling_is_what_the_generator_sends_when_more_is_due() -> None:
    with live("--cpu-us", "200") as running:
        turn = running.turn
        assert ceiling_per_s(running.context(), turn) is None, "nothing is known of it yet"
        laps = [turn.own_lap(running.site, 100, cycle=cycle, position=0) for cycle in range(1, 4)]
        turn.kept.warmup = [WarmupLap(lap.cycle, 0.1, lap.throughput_per_s, None) for lap in laps]
        found = ceiling_per_s(running.context(), turn)
    assert found is not None
    assert found < 1.4 * max(lap.throughput_per_s for lap in laps), "it is what came back, not what was due"
