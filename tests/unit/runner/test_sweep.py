"""The concurrency sweep: its words, and laps of a real server."""

import random

import pytest

from fairlap.errors import UsageError
from fairlap.runner.observer import SilentObserver
from fairlap.runner.sweep import MOST_CONNECTIONS, REPEATS, parse_sweep, run_sweep
from live_site import live


def test_a_sweep_is_read_sorted_and_without_doubles() -> None:
    assert parse_sweep("16, 1,4,64,4") == (1, 4, 16, 64)


@pytest.mark.parametrize(
    "text", ["", "1,2,x,4", "0,1,2,3", "1,2,3,-4", f"1,2,3,{MOST_CONNECTIONS + 1}", "1,2,3", "1,,2,3,4", "1,2,3,²"]
)
def test_what_is_no_sweep_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_sweep(text)
    assert "1,4,16,64,256" in refused.value.line()


def test_a_server_that_delays_each_answer_serves_more_the_more_connections_there_are() -> None:
    with live("--delay", "10ms", connections=8) as running:
        entry = running.entry
        run_sweep([entry], (1, 4, 16, 64), running.site, random.Random(1), SilentObserver(), "test", running.fail)
        # afterwards the suite's own number is back
        again = entry.lap(running.site, 100, cycle=1, position=0)
    assert sorted((lap.connections, lap.repeat) for lap in entry.sweep_laps) == [
        (connections, repeat) for connections in (1, 4, 16, 64) for repeat in range(1, REPEATS + 1)
    ]
    for lap in entry.sweep_laps:
        assert lap.outcomes.errors == 0
        assert 0 < lap.throughput_per_s <= lap.connections / 0.010 * 1.2, "no connection answers faster than the delay"
        assert lap.latency_mean_us is not None
        assert lap.latency_mean_us >= 10_000
    per_s = {lap.connections: lap.throughput_per_s for lap in entry.sweep_laps}
    assert per_s[1] < per_s[4] < per_s[16] < per_s[64]
    assert again.outcomes.ok > 0


def test_one_that_ends_is_taken_out_once() -> None:
    with live() as dying:
        dying.end_server()
        run_sweep([dying.entry], (1, 2, 3, 4), dying.site, random.Random(1), SilentObserver(), "test", dying.fail)
        assert dying.failed == ["sweep"]
        assert dying.entry.sweep_laps == []
