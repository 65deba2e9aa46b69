"""The concurrency sweep: laps of a real server."""

from fairlap.race.offering import SWEEP_REPEATS, run_sweep
from live_site import live


def test_a_server_that_delays_each_answer_serves_more_the_more_connections_there_are() -> None:
    with live("--delay", "10ms", connections=8) as running:
        turn = running.turn
        run_sweep(running.context(), (1, 4, 16, 64), 0)
        # afterwards the suite's own number is restored
        again = turn.lap(running.site, 100, cycle=1, position=0)
    assert sorted((lap.connections, lap.repeat) for lap in turn.kept.sweep_laps) == [
        (connections, repeat) for connections in (1, 4, 16, 64) for repeat in range(1, SWEEP_REPEATS + 1)
    ]
    for lap in turn.kept.sweep_laps:
        assert lap.outcomes.errors == 0
        assert 0 < lap.throughput_per_s <= lap.connections / 0.010 * 1.2, "no connection answers faster than the delay"
        assert lap.latency_mean_us is not None
        assert lap.latency_mean_us >= 10_000
    assert max(lap.throughput_per_s for lap in turn.kept.sweep_laps) > 1 / 0.010, "more than one connection could"
    assert again.outcomes.ok > 0


def test_one_that_ends_is_taken_out_once() -> None:
    with live() as dying:
        dying.end_server()
        run_sweep(dying.context(), (1, 2, 3, 4), 0)
        assert dying.failed == ["sweep"]
        assert dying.turn.kept.sweep_laps == []
