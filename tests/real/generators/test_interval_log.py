"""`fairload --histogram`: another library reads from the log what the result says."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader

from fairlap.hosting.programs import find_fairload
from support import reference

LOWEST_NS, HIGHEST_NS, DIGITS = 100, 3_600_000_000_000, 3


def _empty() -> HdrHistogram:
    return HdrHistogram(LOWEST_NS, HIGHEST_NS, DIGITS)


def _intervals(path: Path) -> list[HdrHistogram]:
    reader = HistogramLogReader(str(path), _empty())
    # It leaves this to the garbage collector.
    with reader.input_file:
        return list(iter(reader.get_next_interval_histogram, None))


def _bins(histogram: HdrHistogram) -> dict[int, int]:
    counts = {item.value_iterated_to: item.count_added_in_this_iter_step for item in histogram.get_recorded_iterator()}
    return {value: count for value, count in counts.items() if count}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[dict[str, Any], Path]]:
    """The document of a run of a bit more than two seconds, and its log."""
    path = tmp_path_factory.mktemp("log") / "intervals.hlog"
    with reference() as port:
        words = [f"http://127.0.0.1:{port}/", "-d", "2200ms", "-c", "4", "-t", "2", "--engine", "epoll", "--json"]
        command = [str(find_fairload()), *words, "--histogram", str(path)]
        yield json.loads(subprocess.run(command, check=True, capture_output=True, timeout=30).stdout), path


def test_the_intervals_of_a_log_are_the_result_bin_for_bin(run: tuple[dict[str, Any], Path]) -> None:
    document, path = run
    intervals = _intervals(path)
    assert 2 <= len(intervals) <= 3
    merged = _empty()
    for interval in intervals:
        assert interval.get_tag() == "service"
        merged.add(interval)
    whole = HdrHistogram.decode(document["histogram"])
    assert merged.get_total_count() == document["ok"] > 0
    assert _bins(merged) == _bins(whole)


def test_intervals_follow_each_other_by_the_second(run: tuple[dict[str, Any], Path]) -> None:
    _, path = run
    starts = [interval.get_start_time_stamp() for interval in _intervals(path)]
    assert [round(start - starts[0]) for start in starts] == [1000 * second for second in range(len(starts))]
    header = path.read_text().split("Tag=")[0]
    assert "#[Histogram log format version 1.3]\n" in header
    assert "#[BaseTime: " in header
