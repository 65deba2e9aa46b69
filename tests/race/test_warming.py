"""A server with a tiered compiler, the JDK's own, gets as much load as it needs before its laps count."""

import math
import shutil
from statistics import median

import pytest

from extras import need_contestant
from fairlap.catalog import load_catalog
from fairlap.plan.warmup import start_of
from fairlap.samples import ContestantRound, RoundRecord
from fairlap.statistics.gates import no_steady_state
from fairlap.statistics.laps import log_speeds, median_difference
from fairlap.statistics.warming import rises_of
from fairlap.store import Store
from support import ROOT, Fairlap

SUITE = """title = "The JDK's server"
scenarios = ["hello-json"]
contestants = ["jdk"]
workers = 1
rounds = 4
cycles = 16
load = { connections = 64, lap_ms = 50 }
"""


@pytest.fixture(scope="module")
def fairlap(tmp_path_factory: pytest.TempPathFactory) -> Fairlap:
    catalog = tmp_path_factory.mktemp("jvm")
    shutil.copytree(ROOT / "scenarios", catalog / "scenarios")
    shutil.copytree(ROOT / "contestants" / "reference", catalog / "contestants" / "reference")
    shutil.copytree(ROOT / "tests" / "warming" / "jdk", catalog / "contestants" / "jdk")
    (catalog / "suites").mkdir()
    (catalog / "suites" / "jvm.toml").write_text(SUITE)
    need_contestant(load_catalog(catalog).contestant("jdk"))
    return Fairlap(catalog, catalog / "results")


def races(fairlap: Fairlap, *options: str) -> list[RoundRecord]:
    ran = fairlap("run", "jvm", "--no-rates", *options)
    assert ran.code == 0, ran.out + ran.err
    with Store.open_read_only(fairlap.results / "fairlap.db") as store:
        return list(store.load().rounds)


def starts(rounds: list[RoundRecord]) -> list[ContestantRound]:
    return [turn for record in rounds for turn in record.contestants if turn.contestant == "jdk"]


def by_name(record: RoundRecord) -> dict[str, ContestantRound]:
    return {turn.contestant: turn for turn in record.contestants}


def test_its_compiler_is_done_before_its_laps_count_once_a_round_has_shown_how_long_that_takes(
    fairlap: Fairlap,
) -> None:
    rounds = races(fairlap, "--warm-up", "15s")  # not the usual 10 s: how long it takes depends on the machine
    assert [turn.steady for turn in starts(rounds)] == [True] * 4
    last = by_name(rounds[-1])
    first = last["jdk"].warmup[0].ratio
    warm = median_difference(log_speeds(last["jdk"]), log_speeds(last["reference"]))
    rises = rises_of(rounds[1:], "jdk", "reference")
    assert warm is not None
    assert first is not None
    assert first < math.exp(warm) / 2, "it starts slowly"
    assert len(rises) == 3
    # Of one round alone, the halves differ by more than that where the machine changes its speed.
    assert median(rises.values()) < math.log(1.25), "no tier comes after its warm-up"
    seen = [start_of(turns["jdk"], turns["reference"]) for turns in map(by_name, rounds)]
    known = [start for start in seen if start is not None]
    longest = max(known, key=lambda start: start.warm_up_s)
    # Without its last tier it has half of its throughput; the machine's moods are a quarter of it, and of one kind.
    per_s = median(start.level_per_s for start in known[2:]) / longest.level_per_s
    ratio = median(start.level_ratio for start in known[2:]) / longest.level_ratio
    assert len(known) == 4
    assert max(per_s, ratio) > 2 / 3, "what starts with less load miss is learned from one with more"


def test_a_warm_up_that_is_too_short_is_flagged(fairlap: Fairlap) -> None:
    found = starts(races(fairlap, "--warm-up", "1s", "--rounds", "1"))
    assert all((turn.warmup_s or 0) < 1.5 for turn in found)
    assert no_steady_state(list(enumerate(found))) is not None
