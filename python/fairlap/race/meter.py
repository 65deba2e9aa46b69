"""Measures a lap: the result of the generator, and the readings of the machine."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from fairlap.catalog import ServiceName
from fairlap.generators.models import LapResult, OutcomeCounts
from fairlap.host import CpuUse
from fairlap.race.site import Hosted, Site
from fairlap.samples import Outcomes, Sample
from fairlap.statistics.gates import MAX_LITTLE_ERROR

MOST_UNEVEN = 2.0
"""The largest p99 of a lap, relative to its p50, that is still called even."""

MOST_BEYOND = 2 / math.sqrt(6)
"""How much may count of an uneven lap beyond what arrived, in answers for each request in flight, divided by the root
of the number of connections: twice what chance explains, as at both ends of the window a random share of the answer
that each connection waits for lies within it. A server that keeps requests waiting for the end could gain 0.5."""

Seen = TypeVar("Seen")
"""The result of a generator for a lap."""


@dataclass(frozen=True, slots=True)
class Metered(Generic[Seen]):
    """The generator's result of a lap, and the readings of the machine.

    `at_s` is its start, in seconds since the round began. `server_cpu_us` is CPU time of the contestant, `steal_share`
    the hypervisor's share of all CPU time of both sides, `server_lost_us` the time that it (in steps of 10 ms) or other
    tasks (where the kernel says so) took from the server's CPUs, `foreign_share` the share of the server CPUs' time
    that was neither idle nor the contestant's, `throttled_us` how long its CPU quota throttled its cgroup,
    `services_cpu_us` CPU time of the scenario's databases and caches.
    """

    result: Seen
    at_s: float
    server_cpu_us: int | None
    steal_share: float | None
    server_lost_us: int
    foreign_share: float | None
    throttled_us: int | None
    services_cpu_us: int | None


def meter(
    site: Site, hosted: Hosted, lap: Callable[[], Seen], *, began_s: float, services: Sequence[ServiceName]
) -> Metered[Seen]:
    """Thaw a contestant, run a lap, and freeze it again.

    Args:
        site: the site of the contestant.
        hosted: the contestant.
        lap: runs the lap.
        began_s: the site's `clock_s` when the round began.
        services: the services of its scenario.

    Raises:
        ContestantError: it cannot be frozen.
    """
    at_s = site.clock_s() - began_s
    hosted.thaw()
    throttled_before = hosted.throttled_us()
    ticks_before = site.cpu_times()
    services_before = _services_cpu_us(site, services)
    cpu_before = hosted.cpu_usage_us()
    result = lap()
    cpu_after = hosted.cpu_usage_us()
    services_after = _services_cpu_us(site, services)
    ticks_after = site.cpu_times()
    throttled_after = hosted.throttled_us()
    hosted.freeze()
    layout = site.layout
    server_cpu_us = _difference(cpu_before, cpu_after)
    server = ticks_after.since(ticks_before, layout.server)
    return Metered(
        result=result,
        at_s=at_s,
        server_cpu_us=server_cpu_us,
        steal_share=ticks_after.since(ticks_before, (*layout.server, *layout.generator)).steal_share,
        server_lost_us=_lost_us(server, server_cpu_us),
        # On a shared CPU the generator itself would count as foreign.
        foreign_share=None if layout.shared or server_cpu_us is None else server.share_beyond(server_cpu_us),
        throttled_us=_difference(throttled_before, throttled_after),
        services_cpu_us=_difference(services_before, services_after),
    )


def _lost_us(server: CpuUse, own_us: int | None) -> int:
    """Return how long CPUs were kept from the contestant, in microseconds."""
    others_us = 0 if server.ran_us is None or own_us is None else server.ran_us - own_us
    return max(0, server.steal_us, others_us)


def _services_cpu_us(site: Site, services: Sequence[ServiceName]) -> int | None:
    return None if site.services is None or not services else site.services.cpu_usage_us(services)


def _difference(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else after - before


def counted_per_s(result: LapResult, in_flight: int) -> float:
    """Return the throughput of a closed-loop lap: each answer counts by the share of its time that is in the window.

    Where responses take longer than the window, too few connections wait for one when it begins, and the others answer
    more. By Little's law, the requests `in_flight` and the mean latency, which is right, give the throughput of load
    that goes on. It counts where it is less, by more than chance explains.

    Requests that are in flight when the window ends count in part, and are answered when no new ones are sent. Nobody
    may gain by letting some of them wait for that. So hardly more counts than arrived, unless response times are even
    and those of all requests `in_flight`.
    """
    throughput_per_s, latency_us = result.progress_per_s, result.latency_us
    assert throughput_per_s is not None  # a closed loop
    if latency_us is None:  # no request was sent within the window and answered
        return throughput_per_s
    by_law_per_s = in_flight / latency_us.mean * 1e6
    beyond_per_s = MOST_BEYOND / math.sqrt(result.connections) * in_flight / result.elapsed_s
    if latency_us.max > result.elapsed_s * 1e6 and throughput_per_s > by_law_per_s + beyond_per_s:
        throughput_per_s = by_law_per_s
    of_all = throughput_per_s >= (1 - MAX_LITTLE_ERROR) * by_law_per_s
    if of_all and latency_us.p99 <= MOST_UNEVEN * latency_us.p50:
        return throughput_per_s
    return min(throughput_per_s, result.throughput_per_s + beyond_per_s)


def sample_of(metered: Metered[LapResult], cycle: int, position: int, in_flight: int) -> Sample:
    """Return the sample of a lap, with the throughput of `counted_per_s`."""
    result = metered.result
    run_delay_s = result.cpu.run_delay_s
    return Sample(
        cycle=cycle,
        position=position,
        throughput_per_s=counted_per_s(result, in_flight),
        requests=result.requests,
        completed=result.completed,
        elapsed_s=result.elapsed_s,
        outcomes=outcomes_of(result.outcomes),
        skipped_outcomes=outcomes_of(result.skipped.outcomes),
        responses=result.responses,
        bytes_received=result.bytes_received,
        reconnects=result.reconnects,
        histogram=result.histogram,
        latency_mean_us=None if result.latency_us is None else result.latency_us.mean,
        server_cpu_us=metered.server_cpu_us,
        generator_cpu_us=result.cpu.busy_us,
        lap_elapsed_s=result.lap_elapsed_s,
        steal_share=_largest([metered.steal_share, *(part.steal_share for part in result.parts)]),
        generator_run_delay_us=None if run_delay_s is None else round(run_delay_s * 1e6),
        foreign_share=metered.foreign_share,
        throttled_us=metered.throttled_us,
        at_s=metered.at_s,
        services_cpu_us=metered.services_cpu_us,
        start_skew_us=result.start_skew_us,
    )


def _largest(shares: Sequence[float | None]) -> float | None:
    """Return the maximum over machines; `None` when one is unknown."""
    known = [share for share in shares if share is not None]
    return max(known) if len(known) == len(shares) else None


def outcomes_of(counts: OutcomeCounts) -> Outcomes:
    """Convert the generator's counts for the store."""
    return Outcomes(
        ok=counts.ok,
        wrong_status=counts.wrong_status,
        wrong_body=counts.wrong_body,
        connect=counts.connect,
        read=counts.read,
        write=counts.write,
        timeout=counts.timeout,
        protocol=counts.protocol,
    )
