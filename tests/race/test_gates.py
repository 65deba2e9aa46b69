"""Disturbances of a real race: each causes a flag on the row, in JSON and in words."""

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import pytest

from extras import need
from fairlap.host import choose_cpus
from fairlap.hosting.programs import find_fairload
from fairlap.store import Store
from race_helpers import SOON
from support import Fairlap, Finished

QUOTAS = Path("/sys/fs/cgroup/cpu")
PERIOD_US, QUOTA_US = 10_000, 3_000
"""Several periods in a lap, so that every lap is held back and none is without an answer."""


@contextmanager
def spinning(cpus: Sequence[int], processes: int = 1) -> Iterator[None]:
    """Run busy processes on these CPUs."""
    with ExitStack() as running:
        for _ in range(processes):
            command = ["taskset", "--cpu-list", ",".join(map(str, cpus)), sys.executable, "-c", "while True: pass"]
            spinner = subprocess.Popen(command)
            running.callback(spinner.wait)
            running.callback(spinner.kill)
        yield


def race(fairlap: Fairlap, name: str, *more: str, cycles: int = 20) -> Finished:
    """One round of one contestant, in closed-loop laps of 50 ms. Disturbed, it would warm up for ten seconds."""
    return fairlap(
        "run", "measured", "--contestants", name, "--rounds", "1", "--cycles", str(cycles), "--no-rates",
        *SOON, "--json", "-", *more,
    )  # fmt: skip


def flags(done: Finished, name: str) -> dict[str, str]:
    """Names and reasons of the flags of a row."""
    return {flag["name"]: flag["reason"] for flag in done.row(name)["flags"]}


def test_a_process_that_takes_the_servers_cpu_is_seen_on_every_row_and_strict_refuses(fairlap: Fairlap) -> None:
    layout = choose_cpus(1)
    need(not layout.shared, "two cores")
    with spinning(layout.server):
        done = race(fairlap, "good", "--strict")
    for name in ("good", "reference"):
        assert "of the server CPUs' time" in flags(done, name)["foreign-cpu"]
    assert done.row("good")["status"] == "ok", "it is doubtful, not worthless"
    assert done.code == 3
    shown = " ".join(fairlap("report").out.split())
    assert "foreign-cpu: other processes took" in shown, "beside the row, too"


def test_a_generator_that_must_share_its_cpu_is_starved(fairlap: Fairlap) -> None:
    layout = choose_cpus(1)
    need(not layout.shared, "two cores")
    with spinning(layout.generator, processes=2 * len(layout.generator)):
        done = race(fairlap, "good")
    assert "the generator waited for a CPU" in flags(done, "reference")["generator-starved"]


@pytest.mark.skipif(
    os.geteuid() != 0 or not (QUOTAS / "cpu.stat").exists(),
    reason="the cpu controller of cgroup v1 is not here, or not ours",
)
def test_a_quota_around_all_of_fairlap_is_seen(fairlap: Fairlap) -> None:
    group = QUOTAS / f"fairlap-test-{uuid.uuid4().hex[:8]}"
    group.mkdir()
    try:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
        (group / "cpu.cfs_quota_us").write_text(str(QUOTA_US))
        enter = ("sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$@"', "sh")
        done = race(Fairlap(fairlap.catalog, fairlap.results, prefix=enter), "good")
    finally:
        group.rmdir()
    for name in ("good", "reference"):
        assert "a CPU quota throttled it" in flags(done, name)["throttled"]


def test_one_wrong_answer_in_ten_thousand_is_found(fairlap: Fairlap) -> None:
    done = race(fairlap, "wrong-rarely", cycles=60)
    row = done.row("wrong-rarely")
    assert row["status"] == "invalid", row["flags"]
    assert row["rank"] is None
    assert "Hello Wurld!" in flags(done, "wrong-rarely")["wrong_body"]
    assert done.row("reference")["status"] == "ok"


def test_the_throughput_of_servers_whose_answers_come_in_waves_is_right_and_none_is_suspected(fairlap: Fairlap) -> None:
    """All connections ask at the same moment, and wait for 7, 9 or 12 ms."""
    waits = f"{find_fairload()} reference --host {{host}} --port {{port}} --delay"
    commands = [f"waits-{ms}={waits} {ms}ms" for ms in (7, 9, 12)]
    done = fairlap("race", *commands, "-c", "8", "--budget", "12s", *SOON, "--json", "-")
    done.all_raced()
    for name in ("waits-7", "waits-9", "waits-12"):
        row = done.row(name)
        # The median, as throughput is one: stalls of the machine are in neither.
        in_flight = row["throughput_per_s"]["value"] * row["latency_us"]["p50"] / 1e6
        assert in_flight == pytest.approx(8, rel=0.03), row


def test_with_responses_that_take_as_long_as_a_lap_throughput_is_right(fairlap: Fairlap) -> None:
    """A lap of 50 ms has 36 % too much of the first one: connections without a slow response answer more at first. Of
    the second one, a lap of 250 ms has a fifth: soon, all connections wait for a slow response."""
    server = f"{find_fairload()} reference --host {{host}} --port {{port}} --service"
    commands = (f"late={server} bimodal:2ms,100ms,0.05", f"later={server} bimodal:2ms,300ms,0.2")
    done = fairlap("race", *commands, "-c", "64", "--budget", "30s", *SOON, "--json", "-")
    done.all_raced()
    for row in (done.row("late"), done.row("later")):
        in_flight = row["throughput_per_s"]["value"] * row["latency_us"]["mean"] / 1e6
        assert in_flight == pytest.approx(64, rel=0.2), row["name"]
    shown = " ".join(fairlap("report").out.split())
    assert re.search(r"laps of \d{3,} ms, as some responses take longer than laps of \d+ ms", shown), shown


def test_one_that_holds_answers_until_laps_count_gains_nothing(fairlap: Fairlap) -> None:
    done = race(fairlap, "good,holds-answers", cycles=30)
    done.all_raced()
    with Store.open_read_only(fairlap.results / "fairlap.db") as store:
        turns = {turn.contestant: turn for turn in store.load().rounds[0].contestants}
    gained = {
        name: median(lap.completed - lap.throughput_per_s * lap.elapsed_s for lap in turn.samples) / 8
        for name, turn in turns.items()
    }
    assert gained["holds-answers"] > 0.25, "answers per connection that arrived in laps, and do not count"
    assert abs(gained["good"]) < 0.25


def test_one_that_lets_connections_wait_and_is_never_idle_keeps_its_rank_without_response_times(
    fairlap: Fairlap,
) -> None:
    done = race(fairlap, "good,favours-some")
    row = done.row("favours-some")
    assert (row["status"], row["latency_us"]) == ("ok", None), row
    assert row["rank"] is not None
    reason = flags(done, "favours-some")["littles-law"]
    assert re.search(r"is \d\.\d with 8 connections \(-\d\d%\): the others waited for longer than a lap", reason)
    assert "littles-law" not in flags(done, "good")


def test_a_worker_that_was_replaced_while_it_was_measured_is_noticed(fairlap: Fairlap) -> None:
    done = race(fairlap, "restarts-worker", cycles=40)
    found = flags(done, "restarts-worker")
    # For a millisecond between the end of one worker and the start of the next, there is one process less.
    assert {"restarted", "processes-changed"} & found.keys(), found
    if "restarted" in found:
        assert found["restarted"].startswith("1 of 2 processes were replaced by others")


def test_a_contestant_that_does_not_carry_its_rates_is_flagged_with_each_rate(fairlap: Fairlap) -> None:
    done = fairlap(
        "run", "measured", "--contestants", "drops-when-idle", "--rounds", "2", "--cycles", "10", "--rates",
        *SOON, "--json", "-",
    )  # fmt: skip
    reason = flags(done, "drops-when-idle")["rate-not-achieved"]
    assert reason.startswith("achieved only") and "/s (50 % of its throughput)" in reason
    assert "rate-not-achieved" not in flags(done, "reference")


def test_one_as_fast_as_the_reference_may_be_held_back_by_the_generator(fairlap: Fairlap) -> None:
    done = race(fairlap, "reference-twin")
    assert "the generator, not the server, may be the limit" in flags(done, "reference-twin")["generator-bound"]


def test_one_that_pauses_in_fewer_than_half_of_its_laps_is_flagged_as_the_median_does_not_show_it(
    fairlap: Fairlap,
) -> None:
    done = race(fairlap, "pauses", "--rounds", "6", cycles=20)
    row = done.row("pauses")
    assert "fewer requests than its typical lap says" in flags(done, "pauses")["pauses"]
    assert (row["status"], row["rank"]) == ("ok", 1), "it shows, and nothing else changes"
