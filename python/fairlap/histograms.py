"""Latency histograms: decoding, merging and percentiles. No other module computes percentiles.

A blob is the HdrHistogram V2 compressed encoding (base64) of nanoseconds, bounds 100 ns to 1 h, 3 significant
digits (docs/session-protocol.md). Latencies of laps are never averaged: percentiles come from merged histograms.
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
"""A percentile is withheld when fewer samples lie above it: 100 give their share to within a tenth (1 / sqrt(100))."""

_ENVELOPE_BYTES = 8
"""Cookie and length in front of the compressed part."""

_DAMAGE = (ValueError, LookupError, OverflowError, zlib.error, HdrCookieException, HdrLengthException)
"""What hdrh raises on bytes that are not a histogram (binascii.Error is a ValueError)."""

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """The number of latencies in each bucket. `counts` has the shape (buckets,) and is read-only."""

    counts: Counts

    @property
    def count(self) -> int:
        """The number of recorded latencies."""
        return int(self.counts.sum())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and bool(np.array_equal(self.counts, other.counts))

    def __hash__(self) -> int:
        return hash(self.counts.tobytes())


@document(frozen=True, slots=True, config=DOCUMENT)
class Latency:
    """Percentiles over all laps, in microseconds; one with too few samples above it is null."""

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
    """Lower and upper end (inclusive) of every bucket in nanoseconds, each with the shape (buckets,)."""

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
    """Return an empty histogram, the neutral element of `merge`."""
    return _frozen(np.zeros(_buckets().low.size, dtype=np.int64))


def decode(blob: str, where: str = "histogram") -> Histogram:
    """Read a histogram in HdrHistogram V2 compressed encoding.

    Args:
        blob: base64 text.
        where: the origin of the blob, for the error message.

    Raises:
        StoreError: the blob is damaged, or has other bounds or another precision.
    """
    try:
        # hdrh skips characters that are not base64, and has no message for an empty payload
        if len(binascii.a2b_base64(blob, strict_mode=True)) <= _ENVELOPE_BYTES:
            raise StoreError("damaged latency histogram: truncated", where=where)
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


def of_nanoseconds(values: Counts) -> Histogram:
    """Count values in nanoseconds, of any shape; one beyond the bounds is an IndexError."""
    buckets = np.searchsorted(_buckets().high, values.ravel())
    return _frozen(np.bincount(buckets, minlength=_buckets().low.size).astype(np.int64))


def merge(histograms: Iterable[Histogram]) -> Histogram:
    """Return the sum of all `histograms`; the empty one for none."""
    total = np.zeros(_buckets().low.size, dtype=np.int64)
    for histogram in histograms:
        total += histogram.counts
    return _frozen(total)


def subtract(whole: Histogram, part: Histogram) -> Histogram:
    """Return a merged histogram without one of its parts."""
    return _frozen(whole.counts - part.counts)


def encode(histogram: Histogram) -> str:
    """Return the base64 text that `decode` reads."""
    layout = HdrHistogram(LOWEST_NS, HIGHEST_NS, DIGITS)
    encoder = HdrHistogramEncoder(layout)
    np.frombuffer(encoder.get_counts(), dtype=np.uint64)[:] = histogram.counts
    used = np.flatnonzero(histogram.counts)
    # These decide how many buckets are written.
    layout.total_count = histogram.count
    layout.max_value = int(_buckets().high[used[-1]]) if used.size else 0
    text: bytes = encoder.encode()
    return text.decode("ascii")


def nearest_rank_us(histogram: Histogram, per_million: int) -> float:
    """Return the percentile of a non-empty histogram in microseconds, even when few samples support it.

    Only for the summary of a lap, and to tell slow answers from others: reports of a race use `percentiles`.
    """
    return _at_rank_us(_filled(histogram), _rank(histogram.count, per_million))


def percentiles(histogram: Histogram) -> Latency | None:
    """Return the percentiles of a (merged) histogram in microseconds, or `None` when it is empty.

    The p-th percentile is the smallest recorded value that at least p % of the values do not exceed (nearest rank); it
    is `None` when too few samples support it (`MIN_SAMPLES_ABOVE`). Values are exact to 3 digits (or 64 ns):
    percentiles and `max` are the upper ends of their buckets, `min` is a lower end, and `mean` uses the middles.
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
    """Return (percentile in millionths, microseconds) for each of `per_million` that has enough samples.

    Follows the rules of `percentiles`: nearest rank, and enough samples above.
    """
    count, filled = histogram.count, _filled(histogram)
    if count == 0:
        return ()
    found = ((share, _value_us(filled, count, share)) for share in per_million)
    return tuple((share, value_us) for share, value_us in found if value_us is not None)


def share_above(histogram: Histogram, value_us: float) -> float:
    """Return the share of a non-empty histogram's latencies above a value in microseconds, with half of its bucket."""
    own = int(np.searchsorted(_buckets().high, round(value_us * 1000)))
    above = int(histogram.counts[own + 1 :].sum()) + int(histogram.counts[own]) / 2
    return above / histogram.count


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
    """Return the rank (from 1) of a percentile among `count` values."""
    return max(1, -(-count * per_million // 1_000_000))


def _at_rank_us(filled: _Filled, rank: int) -> float:
    return float(filled.high[np.searchsorted(filled.below, rank)]) / 1000


def _frozen(counts: Counts) -> Histogram:
    counts.flags.writeable = False
    return Histogram(counts)
