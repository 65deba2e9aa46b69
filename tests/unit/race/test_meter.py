"""Which throughput of a closed-loop lap counts: pure."""

import pytest
from tools.rehearsal.laps import closed_lap

from fairlap.generators.models import LapSpec
from fairlap.race.meter import counted_per_s

IN_FLIGHT = 8
ARRIVED_PER_S = 800.0
LAP = closed_lap(
    LapSpec(target="t", connections=IN_FLIGHT, duration_ms=125, skip_ms=25), ARRIVED_PER_S, 0.0, None, latencies=True
)
"""Of a window of 100 ms: what counts beyond 800/s, divided by 80, is in answers for each connection."""


@pytest.mark.parametrize(
    ("progress_per_s", "mean_us", "p99_us", "beyond"),
    [
        (880.0, 10_000.0, 20_000.0, 1.0),
        (720.0, 10_000.0, 20_000.0, -1.0),
        (880.0, 10_000.0, 20_001.0, 2 / 48**0.5),
        (804.0, 10_000.0, 90_000.0, 0.05),
        (720.0, 10_000.0, 90_000.0, -1.0),
        (880.0, 8_100.0, 20_000.0, 2 / 48**0.5),
        (720.0, 8_100.0, 20_000.0, -1.0),
    ],
    ids=["even", "even, less", "uneven", "uneven, little more", "uneven, less", "some wait", "some wait, less"],
)
def test_answers_count_by_their_share_and_nobody_gains_by_answering_after_the_window(
    progress_per_s: float, mean_us: float, p99_us: float, beyond: float
) -> None:
    assert LAP.latency_us is not None
    latency_us = LAP.latency_us.model_copy(update={"mean": mean_us, "p50": 10_000.0, "p99": p99_us})
    lap = LAP.model_copy(update={"progress_per_s": progress_per_s, "latency_us": latency_us})
    assert counted_per_s(lap, IN_FLIGHT) == pytest.approx(ARRIVED_PER_S + 80 * beyond)


@pytest.mark.parametrize(
    ("progress_per_s", "max_us", "right_per_s"),
    [(880.0, 100_001.0, 640.0), (880.0, 100_000.0, 800.0 + 160 / 48**0.5), (660.0, 100_001.0, 660.0)],
    ids=["longer than the window", "not longer", "by chance"],
)
def test_what_is_answered_while_too_few_connections_wait_for_long_responses_does_not_count(
    progress_per_s: float, max_us: float, right_per_s: float
) -> None:
    """8 requests in flight for 12.5 ms each are 640/s."""
    assert LAP.latency_us is not None
    latency_us = LAP.latency_us.model_copy(update={"mean": 12_500.0, "p50": 1_000.0, "p99": max_us, "max": max_us})
    lap = LAP.model_copy(update={"progress_per_s": progress_per_s, "latency_us": latency_us})
    assert counted_per_s(lap, IN_FLIGHT) == pytest.approx(right_per_s)


def test_a_lap_shorter_than_a_response_counts_what_was_done_of_it() -> None:
    lap = LAP.model_copy(update={"completed": 0, "throughput_per_s": 0.0, "progress_per_s": 50.0, "latency_us": None})
    assert counted_per_s(lap, IN_FLIGHT) == 50.0
