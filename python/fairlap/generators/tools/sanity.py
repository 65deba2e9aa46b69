"""Checks the result of any tool for consistency. Pure; each finding is a sentence."""

from collections.abc import Iterable
from itertools import pairwise

from fairlap.generators.tools.tool import ToolLatency, ToolResult

LITTLE = 0.10
"""The same tolerance as in the gate of our own laps."""

RATE = 0.02
"""Tolerance between a tool's rate and its answers divided by its time, as both are rounded or defined differently."""

HEADERS_BYTES = 8192
"""Upper bound of the headers of an answer."""


def doubts(
    result: ToolResult, *, connections: int, keepalive: bool, body_bytes: int | None, by_count: bool = False
) -> tuple[str, ...]:
    """Return reasons why this result cannot be true; none when it can.

    Args:
        result: the result of a closed loop.
        connections: the requested number.
        keepalive: without it, connections spend time on connecting, and Little's law does not apply.
        body_bytes: size of the verified answer; `None` when answers differ in size.
        by_count: the run ended with its last answer, not at a time.
    """
    found: list[str | None] = [_counts(result), _rate(result)]
    if result.latency is not None:
        found.append(_order(result.latency))
        if keepalive and not result.failed:
            found.append(_little(result, result.latency, connections, by_count=by_count))
    if body_bytes is not None:
        found.append(_size(result, body_bytes))
    return tuple(text for text in found if text is not None)


def _counts(result: ToolResult) -> str | None:
    if result.not_2xx is not None and result.not_2xx > result.answers:
        return f"{result.not_2xx:,} of {result.answers:,} answers have a status other than 2xx"
    return None


def _rate(result: ToolResult) -> str | None:
    counted = result.answers / result.elapsed_s if result.elapsed_s else None
    if counted is None or abs(result.answers_per_s - counted) > RATE * counted + 1:
        return f"{result.answers:,} answers in {result.elapsed_s:g} s are not {result.answers_per_s:,.0f} per second"
    return None


def _order(latency: ToolLatency) -> str | None:
    steps: Iterable[tuple[str, float | None]] = (
        ("min", latency.min_us),
        *((f"p{share:g}", value) for share, value in latency.percentiles),
        ("max", latency.max_us),
    )
    known = [(name, value) for name, value in steps if value is not None]
    for (name, value), (next_name, next_value) in pairwise(known):
        if value > next_value + latency.step_us:
            return f"{name} {value:g} us is above {next_name} {next_value:g} us"
    return None


def _little(result: ToolResult, latency: ToolLatency, connections: int, *, by_count: bool) -> str | None:
    """Check Little's law (L = lambda W) within the resolution of the mean; not for a mean of corrected samples.

    If connections pause between requests, fewer are in flight, and their number is an upper bound. A run by count ends
    as its connections run out of requests one after another, which takes at most the longest response time. When a
    timed run ends, each connection waits for an answer that is not counted, on average for as long as one takes.
    """
    if latency.mean_us is None or latency.corrected:
        return None
    in_flight = result.answers_per_s * latency.mean_us / 1e6
    allowed = LITTLE * connections + result.answers_per_s * latency.step_us / 1e6
    uncounted_us = latency.max_us if by_count else latency.mean_us
    if uncounted_us is not None and in_flight < connections:
        allowed += connections * uncounted_us / 1e6 / result.elapsed_s
    if abs(in_flight - connections) <= allowed or (latency.with_pauses and in_flight < connections):
        return None
    return f"rate x mean response time is {in_flight:.1f} with {connections} connections"


def _size(result: ToolResult, body_bytes: int) -> str | None:
    if result.bytes_received is None or not result.answers or result.failed or result.not_2xx:
        return None
    each = result.bytes_received / result.answers
    most = body_bytes + (HEADERS_BYTES if result.with_headers else 0)
    # 1 %: the amount may be rounded to three digits.
    if 0.99 * body_bytes <= each <= 1.01 * most:
        return None
    return f"{each:.1f} bytes per answer, but the body alone has {body_bytes}"
