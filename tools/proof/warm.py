"""(f) Each contestant against itself: one copy warmed up by Fairlap's rule, one by a minute of load.

Both are fresh starts, and lap in turn, in random order. As in a race, a copy gets its first load soon after it has
started: one that waits for it may stay slower for as long as it runs (docs/decisions/0016). The number of a start is
the median log ratio of its cycles; the interval is Student's t over starts. One JSON line for each start in
docs/proof/warm.jsonl; can be continued.
"""

import math
import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tools.pages import FOLDER, ROOT
from tools.proof.documents import add_line, read_lines
from tools.proof.truth import WORK, started

from fairlap.catalog import REFERENCE, Catalog, Contestant, LoadProfile, load_catalog
from fairlap.hosting.prepared import Prepared, prepare_one
from fairlap.plan import warmup
from fairlap.plan.learning import Learned
from fairlap.race.run import now
from fairlap.race.site import LocalSite, open_local_site
from fairlap.race.turn import Turn
from fairlap.samples import METHOD_VERSION, WarmupLap
from fairlap.statistics.laps import log_speeds, median_difference

STARTS = FOLDER / "warm.jsonl"
JDK = ROOT / "tests" / "warming" / "jdk"
CATALOG = WORK / "warming"

SCENARIO = "hello-json"
LOAD = LoadProfile(connections=64, lap_ms=100)
WARM_S, LONG_LAP_MS = 60.0, 250
CYCLES = 40
"""About as many as a round has in a race of five minutes."""


@dataclass(frozen=True, slots=True)
class WarmStart:
    """One start: its warm-up in seconds of load, and the log of its throughput relative to the warm copy's.

    Its next start learns from what it needed in hindsight, and from its level: throughput by itself (`level_per_s`) and
    relative to the reference's.
    """

    contestant: str
    started_at: str
    method_version: int
    warmup_s: float
    steady: bool
    needed_s: float
    log_ratio: float
    level_per_s: float
    level_ratio: float


def measure(starts: int) -> None:
    """Measure until every contestant that can run here has so many starts; about 80 s each."""
    catalogs = [load_catalog(ROOT), _jdk_catalog()]
    reference = _prepared(catalogs[0], catalogs[0].contestant(REFERENCE))
    assert reference is not None
    racing = [
        (catalog, contestant)
        for catalog in reversed(catalogs)
        for contestant in catalog.contestants
        if SCENARIO in contestant.scenarios and contestant.name != REFERENCE
    ]
    ready = [found for catalog, contestant in racing if (found := _prepared(catalog, contestant)) is not None]
    for number in range(starts):
        for prepared in ready:
            done = [
                start
                for start in read_starts()
                if (start.contestant, start.method_version) == (prepared.contestant.name, METHOD_VERSION)
            ]
            if len(done) <= number:
                add_line(STARTS, _one_start(reference, prepared, done))


def read_starts() -> tuple[WarmStart, ...]:
    """Read the starts of all method versions; empty before the first."""
    return tuple(read_lines(STARTS, WarmStart))


def _one_start(reference: Prepared, prepared: Prepared, done: Sequence[WarmStart]) -> WarmStart:
    name = prepared.contestant.name
    warm_copy = replace(prepared, contestant=prepared.contestant.model_copy(update={"name": f"{name}-warm"}))
    dice = random.Random(f"{name}/{len(done)}")
    starts = [warmup.Start(one.warmup_s, one.needed_s, one.level_per_s, one.level_ratio) for one in done]
    needs = Learned(starts).needs(None)
    racing = [reference, prepared, warm_copy]
    scenario = load_catalog(ROOT).scenario(SCENARIO)
    base, fresh, warm = turns = [Turn(one, scenario, LOAD, heat=1) for one in racing]
    opened = open_local_site(
        run="proof-warm", workers=1, connections=LOAD.connections, results=WORK / "results", prepared=racing
    )
    with opened as site, started(site, [base, warm]):
        while warm.load_s < WARM_S:
            warm.own_lap(site, LONG_LAP_MS, cycle=1, position=0)
        with started(site, [fresh]):
            steady = _warm_up(site, base, fresh, needs, dice, first_round=not done)
            for cycle in range(1, CYCLES + 1):
                for turn in dice.sample(turns, len(turns)):
                    turn.kept.samples.append(turn.own_lap(site, LOAD.lap_ms, cycle=cycle, position=0))
    counted = warmup.in_hindsight(fresh.record(), base.record())
    log_ratio = median_difference(log_speeds(counted), log_speeds(warm.record()))
    seen = warmup.start_of(counted, base.record())
    assert log_ratio is not None and seen is not None, f"{name} did not answer"
    print(f"{name}: {seen.warm_up_s:.1f} s, {math.expm1(log_ratio):+.2%}", flush=True)
    return WarmStart(
        name,
        now(),
        METHOD_VERSION,
        seen.warm_up_s,
        steady.steady,
        seen.needed_s,
        log_ratio,
        seen.level_per_s,
        seen.level_ratio,
    )


def _warm_up(
    site: LocalSite, base: Turn, fresh: Turn, needs: warmup.Needs, dice: random.Random, *, first_round: bool
) -> warmup.Steadiness:
    """Warm up like a heat of two."""
    lap_ms = warmup.lap_ms(LOAD)
    for cycle in range(1, warmup.most_laps(LOAD, needs, first_round=first_round) + 1):
        per_s = {}
        for turn in dice.sample((base, fresh), 2):
            per_s[turn.name] = turn.own_lap(site, lap_ms, cycle=cycle, position=0).throughput_per_s
        ratio = per_s[fresh.name] / per_s[base.name] if per_s[base.name] else None
        fresh.kept.warmup.append(WarmupLap(cycle, fresh.load_s, per_s[fresh.name], ratio))
        found = warmup.judge(fresh.kept.warmup, needs)
        if found.steady:
            break
    return found


def _jdk_catalog() -> Catalog:
    """Return a catalog with the JDK's server, which only tests have."""
    shutil.rmtree(CATALOG / "contestants", ignore_errors=True)
    shutil.copytree(JDK, CATALOG / "contestants" / "jdk")
    shutil.copytree(ROOT / "scenarios", CATALOG / "scenarios", dirs_exist_ok=True)
    (CATALOG / "suites").mkdir(exist_ok=True)
    return load_catalog(CATALOG)


def _prepared(catalog: Catalog, contestant: Contestant) -> Prepared | None:
    """Build a contestant; return `None` if it cannot run here, and say why."""
    ready = prepare_one(contestant, catalog.root / ".build" / "contestants")
    if isinstance(ready, Prepared):
        return ready
    print(f"{contestant.name}: {ready.reason}", flush=True)
    return None
