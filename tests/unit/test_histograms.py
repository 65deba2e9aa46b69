"""Histograms: what the session protocol promises can be read, merged and asked; damage is named."""

import base64
import math
import random
import struct
import zlib

import pytest
from hdrh.histogram import HdrHistogram

from fairlap.errors import StoreError
from fairlap.histograms import MIN_SAMPLES_ABOVE, decode, empty, merge, nearest_rank_us, percentiles, share_above
from sample_factory import encoded


def _random_blob(seed: int, size: int = 500) -> str:
    dice = random.Random(seed)
    return encoded([dice.lognormvariate(7, 1) for _ in range(size)])


def test_percentiles_of_a_known_distribution_are_right_to_three_digits():
    found = percentiles(decode(encoded([float(value) for value in range(1, 100_001)], repeat=10)))
    assert found is not None
    assert found.count == 1_000_000
    expected = {"p50": 50_000, "p75": 75_000, "p90": 90_000, "p95": 95_000, "p99": 99_000, "p999": 99_900}
    for name, value in expected.items():
        assert getattr(found, name) == pytest.approx(value, rel=1e-3), name
    assert found.p9999 == pytest.approx(99_990, rel=1e-3)
    assert (found.min, found.mean, found.max) == pytest.approx((1, 50_000.5, 100_000), rel=1e-3, abs=0.064)


def test_percentiles_are_those_of_the_library():
    library = HdrHistogram(100, 3_600_000_000_000, 3)
    dice = random.Random(3)
    for _ in range(20_000):
        library.record_value(int(dice.lognormvariate(14, 0.5)), 5)
    found = percentiles(decode(library.encode().decode()))
    assert found is not None
    for name, percent in (("p50", 50), ("p90", 90), ("p99", 99), ("p999", 99.9)):
        assert getattr(found, name) == library.get_value_at_percentile(percent) / 1000
    assert found.mean == pytest.approx(library.get_mean_value() / 1000, rel=1e-9)


def test_values_at_both_bounds_survive():
    found = percentiles(decode(encoded([0.1, 3_600_000_000.0])))
    assert found is not None
    assert found.min <= 0.1
    assert found.max == pytest.approx(3.6e9, rel=1e-3)


def test_merging_is_commutative_and_associative_and_empty_is_neutral():
    a, b, c = (decode(_random_blob(seed)) for seed in (1, 2, 3))
    assert merge([a, b]) == merge([b, a])
    assert merge([merge([a, b]), c]) == merge([a, merge([b, c])])
    assert merge([a, empty()]) == a
    assert merge([]) == empty()
    assert merge([a, b]) != a


def test_a_merge_is_the_histogram_of_all_values():
    dice = random.Random(5)
    values = [dice.uniform(100, 9000) for _ in range(900)]
    parts = [decode(encoded(values[start::3])) for start in range(3)]
    assert merge(parts) == decode(encoded(values))


def test_merging_n_copies_is_recording_each_value_n_times():
    values = [120.0, 130.5, 8000.0]
    assert merge([decode(encoded(values))] * 7) == decode(encoded(values, repeat=7))


def test_half_of_those_that_equal_a_value_count_as_above_it():
    found = decode(encoded([100.0] * 90 + [5000.0] * 8 + [9000.0] * 2))
    for value, share in ((50.0, 1.0), (100.0, 0.55), (5000.0, 0.06), (9000.0, 0.01), (20_000.0, 0.0)):
        assert share_above(found, value) == pytest.approx(share), value
    assert share_above(found, nearest_rank_us(found, 980_000)) == pytest.approx(0.06)


def test_percentiles_do_not_decrease():
    for seed in range(20):
        found = percentiles(decode(_random_blob(seed, size=5000)))
        assert found is not None
        values = [found.min, found.p50, found.p75, found.p90, found.p95, found.p99, found.max]
        known = [value for value in values if value is not None]
        assert known == sorted(known)


def test_an_empty_histogram_has_no_percentiles():
    assert percentiles(empty()) is None
    assert percentiles(decode(encoded([]))) is None


@pytest.mark.parametrize(("name", "share"), [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999)])
def test_a_percentile_is_withheld_below_a_hundred_samples_above_it(name: str, share: float):
    assert MIN_SAMPLES_ABOVE == 100
    enough = math.ceil(round(100 / (1 - share), 6))
    for count, known in ((enough, True), (enough - 1, False)):
        found = percentiles(decode(encoded([100.0], repeat=count)))
        assert found is not None
        assert (getattr(found, name) is not None) == known
        assert found.count == count


def _repacked(body: bytes) -> str:
    packed = zlib.compress(body)
    return base64.b64encode(struct.pack(">II", 0x1C849314, len(packed)) + packed).decode()


def _body() -> bytes:
    return zlib.decompress(base64.b64decode(_random_blob(1))[8:])


@pytest.mark.parametrize(
    "blob",
    [
        "",
        "no base64!",
        "HISTFAAA",
        _random_blob(1)[:-8],
        _random_blob(1).replace("H", "J", 1),
        encoded([1.0])[:10] + "AAAA" + encoded([1.0])[14:],
        _repacked(b""),
        _repacked(_body()[:30]),
        _repacked(_body()[:40] + b"\xff" * 40),
        "ÄÖÜ",
    ],
)
def test_damage_is_named(blob: str):
    with pytest.raises(StoreError) as caught:
        decode(blob, "hello-json/gin, round 2, cycle 7")
    assert "hello-json/gin, round 2, cycle 7" in caught.value.line()
    assert "histogram" in caught.value.line()


def test_other_bounds_are_refused():
    other = HdrHistogram(1, 3_600_000, 2)
    other.record_value(77)
    with pytest.raises(StoreError, match="bounds"):
        decode(other.encode().decode())


def test_random_damage_is_either_harmless_or_named():
    dice, body = random.Random(11), _body()
    for _ in range(2000):
        damaged = bytearray(body)
        for _ in range(dice.randint(1, 4)):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        try:
            assert (decode(_repacked(bytes(damaged))).counts >= 0).all()
        except StoreError:
            continue
