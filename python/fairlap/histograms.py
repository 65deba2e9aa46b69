"""Latency histograms: decode, merge, and the percentiles of a merged one: the only place that computes them.

A blob is the HdrHistogram V2 compressed encoding (base64) of nanoseconds, bounds 100 ns to 1 h, 3 significant
digits (docs/session-protocol.md). Latency of laps are never averaged: histograms are added, then asked.
"""

import binascii
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from hdrh.codec import HdrCookieException, HdrHistogramEncoder, HdrLengthException
from hdrh.histogram import HdrHistogram
from numpy.typing import NDArray
from pydantic.dataclasses import dataclass as document

from fairlap.errors import StoreError
from fairlap.samples import DOCUMENT

LOWEST_NS = 100
HIGHEST_NS = 3_600_000_000_000
DIGITS = 3

MIN_SAMPLES_ABOVE = 100
"""A percentile is withheld when fewer samples than this lie above it: it would be the luck of a few.

With 100 of them the share of samples above it is known to a tenth (1 / sqrt(100)).
"""

_ENVELOPE_BYTES = 8
"""Cookie and length, before the compressed part."""

_DAMAGE = (ValueError, LookupError, OverflowError, zlib.error, HdrCookieException, HdrLengthException)
"""What hdrh raises on bytes that are no histogram (binascii.Error is a ValueError)."""

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """How many latencies fell into each bucket. `counts` has the shape (buckets,) and is not writeable."""

    counts: Counts

    @property
    def count(self) -> int:
        """How many latencies were recorded."""
        return int(self.counts.sum())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and bool(np.array_equal(self.counts, other.counts))

    def __hash__(self) -> int:
        return hash(self.counts.tobytes())


@document(frozen=True, slots=True, config=DOCUMENT)
class Latency:
    """Microseconds, of the merged histograms of all laps; a percentile with too few samples above it is null."""

    p50: float | None
    p75: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    p999: float | None
    p9999: float | None
    min: float
    mean: float
    max: float
    count: int


@dataclass(frozen=True, slots=True)
class _Buckets:
    """Lower and upper end (inclusive) of every bucket in nanoseconds, each of shape (buckets,)."""

    low: Counts
    high: Counts


@cache
def _buckets() -> _Buckets:
    layout = HdrHistogram(LOWEST_NS, HIGHEST_NS, DIGITS)
    half_magnitude, half = layout.sub_bucket_half_count_magnitude, layout.sub_bucket_half_count
    index = np.arange(layout.counts_len, dtype=np.int64)
    row = (index >> half_magnitude) - 1
    column = (index & (half - 1)) + np.where(row < 0, 0, half)
    shift = np.maximum(row, 0) + layout.unit_magnitude
    low = column << shift
    return _Buckets(low=low, high=low + (np.int64(1) << shift) - 1)


def empty() -> Histogram:
    """A histogram of nothing: the neutral element of `merge`."""
    return _frozen(np.zeros(_buckets().low.size, dtype=np.int64))


def decode(blob: str, where: str = "histogram") -> Histogram:
    """Read the base64 of an HdrHistogram V2 compressed encoding.

    Args:
        blob: base64 text.
        where: what it belongs to, for the message.

    Raises:
        StoreError: it is damaged, or has other bounds or another precision.
    """
    try:
        # hdrh skips characters that are not base64, and cannot say what is wrong with no payload at all
        if len(binascii.a2b_base64(blob, strict_mode=True)) <= _ENVELOPE_BYTES:
            raise StoreError("damaged latency histogram: cut short", where=where)
        payload = HdrHistogramEncoder.decode(blob)
        header = payload.payload
        bounds = (header.lowest_trackable_value, header.highest_trackable_value, header.significant_figures)
        if bounds != (LOWEST_NS, HIGHEST_NS, DIGITS):
            raise StoreError(f"histogram has bounds {bounds}, not {(LOWEST_NS, HIGHEST_NS, DIGITS)}", where=where)
        payload.init_counts(_buckets().low.size)
    except _DAMAGE as error:
        raise StoreError(f"damaged latency histogram: {str(error) or 'not HdrHistogram V2'}", where=where) from error
    counts = np.frombuffer(payload.get_counts(), dtype=np.int64)
    if counts.min() < 0:
        raise StoreError("damaged latency histogram: a count is beyond 2^63", where=where)
    return _frozen(counts)


def merge(histograms: Iterable[Histogram]) -> Histogram:
    """All latencies of all `histograms` in one; of none, the empty one."""
    total = np.zeros(_buckets().low.size, dtype=np.int64)
    for histogram in histograms:
        total += histogram.counts
    return _frozen(total)


def lessened(whole: Histogram, part: Histogram) -> Histogram:
    """Return what is left of a merged histogram without one of its parts."""
    return _frozen(whole.counts - part.counts)


def encode(histogram: Histogram) -> str:
    """The base64 that `decode` reads: HdrHistogram V2 compressed."""
    layout = HdrHistogram(LOWEST_NS, HIGHEST_NS, DIGITS)
    encoder = HdrHistogramEncoder(layout)
    np.frombuffer(encoder.get_counts(), dtype=np.uint64)[:] = histogram.counts
    used = np.flatnonzero(histogram.counts)
    # What decides how many buckets are written.
    layout.total_count = histogram.count
    layout.max_value = int(_buckets().high[used[-1]]) if used.size else 0
    text: bytes = encoder.encode()
    return text.decode("ascii")


def nearest_rank_us(histogram: Histogram, per_million: int) -> float:
    """The smallest recorded value that at least so many millionths of the values do not exceed, in microseconds.

    However few there are: for a lap's own summary. What is shown of a race comes from `percentiles`. The histogram must
    not be empty.
    """
    return _at_rank_us(_filled(histogram), _rank(histogram.count, per_million))


def percentiles(histogram: Histogram) -> Latency | None:
    """The percentiles of a (merged) histogram in microseconds, or `None` when it is empty.

    The p-th percentile is the smallest recorded value that at least p % of the values do not exceed (nearest rank); one
    that too few samples support is `None` (`MIN_SAMPLES_ABOVE`). Values are exact to 3 digits (or 64 ns): a percentile
    is the upper, `min` the lower end of its bucket, `max` the upper end of the highest one; `mean` takes each latency
    as the middle of its bucket.
    """
    count = histogram.count
    if count == 0:
        return None
    filled = _filled(histogram)
    middle = (filled.low + filled.high + 1) / 2

    def at(per_ten_thousand: int) -> float | None:
        return _value_us(filled, count, per_ten_thousand * 100)

    return Latency(
        p50=at(5_000),
        p75=at(7_500),
        p90=at(9_000),
        p95=at(9_500),
        p99=at(9_900),
        p999=at(9_990),
        p9999=at(9_999),
        min=float(filled.low[0]) / 1000,
        mean=float((middle * filled.counts).sum() / count) / 1000,
        max=float(filled.high[-1]) / 1000,
        count=count,
    )


def curve(histogram: Histogram, per_million: Iterable[int]) -> tuple[tuple[int, float], ...]:
    """(percentile in millionths, microseconds) of a (merged) histogram, for those `per_million` that it supports.

    The same rule as that of `percentiles`: nearest rank, and nothing where too few samples lie above.
    """
    count, filled = histogram.count, _filled(histogram)
    if count == 0:
        return ()
    found = ((share, _value_us(filled, count, share)) for share in per_million)
    return tuple((share, value_us) for share, value_us in found if value_us is not None)


@dataclass(frozen=True, slots=True)
class _Filled:
    """The buckets that are not empty: lower and upper end, how many lie in each, and how many in it or under it."""

    low: Counts
    high: Counts
    counts: Counts
    below: Counts


def _filled(histogram: Histogram) -> _Filled:
    used, buckets = np.flatnonzero(histogram.counts != 0), _buckets()
    counts = histogram.counts[used]
    return _Filled(buckets.low[used], buckets.high[used], counts, np.cumsum(counts))


def _value_us(filled: _Filled, count: int, per_million: int) -> float | None:
    rank = _rank(count, per_million)
    return None if count - rank < MIN_SAMPLES_ABOVE else _at_rank_us(filled, rank)


def _rank(count: int, per_million: int) -> int:
    """Of the value that so many millionths of `count` values do not exceed, counted from 1."""
    return max(1, -(-count * per_million // 1_000_000))


def _at_rank_us(filled: _Filled, rank: int) -> float:
    return float(filled.high[np.searchsorted(filled.below, rank)]) / 1000


def _frozen(counts: Counts) -> Histogram:
    counts.flags.writeable = False
    return Histogram(counts)
