"""Measures the limit of generator and reference on this machine: no contestant can be measured above it."""

import statistics
from pathlib import Path

from fairlap.catalog import Contestant, LoadProfile, Scenario
from fairlap.doctor import Check
from fairlap.errors import FairlapError
from fairlap.hosting.prepared import prepare_one
from fairlap.race.run import new_run_id
from fairlap.race.site import open_local_site
from fairlap.race.turn import Turn
from fairlap.samples import Sample, Skip

LAPS = 5
LOAD = LoadProfile(connections=64, lap_ms=250)
NAME = "ceiling of generator and reference"


def examine_ceiling(reference: Contestant, scenario: Scenario, *, results: Path, build_root: Path) -> Check:
    """Measure a few laps of the reference contestant after one warm-up lap."""
    ready = prepare_one(reference, build_root)
    if isinstance(ready, Skip):
        return Check(NAME, "unknown", "bad", f"the reference cannot run: {ready.reason}", ready.hint)
    turn = Turn(ready, scenario, LOAD, heat=1)
    try:
        run = f"doctor-{new_run_id()}"
        with open_local_site(
            run=run, workers=1, connections=LOAD.connections, results=results, prepared=[ready]
        ) as site:
            turn.start(site, site.free_ports(1)[0])
            turn.open(site)
            laps = [turn.own_lap(site, LOAD.lap_ms, cycle=cycle, position=0) for cycle in range(LAPS + 1)][1:]
    except FairlapError as error:
        return Check(NAME, "unknown", "bad", f"the reference could not be measured: {error.line()}", None)
    return _judge(laps)


def _judge(laps: list[Sample]) -> Check:
    if not all(lap.completed for lap in laps):
        return Check(NAME, "unknown", "bad", f"the reference gave no right answer in a lap of {LOAD.lap_ms} ms", None)
    throughput_per_s = statistics.median(lap.throughput_per_s for lap in laps)
    generator_share = statistics.median(lap.generator_cpu_us / 1e6 / lap.lap_elapsed_s for lap in laps)
    spread = max(lap.throughput_per_s for lap in laps) / min(lap.throughput_per_s for lap in laps) - 1
    value = f"{throughput_per_s:,.0f} requests/s, generator at {generator_share:.0%} CPU, laps within {spread:.0%}"
    meaning = (
        "hello-json, 64 connections, keep-alive. Contestants above 70 % of this are flagged as generator-bound: "
        "they may be faster than this machine can measure"
    )
    return Check(NAME, value, "good", meaning, None)
