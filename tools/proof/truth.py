"""(c) How much slower the slower variants truly are: a long direct measurement, independent of the method under test.

Both variants are alive and lap for 25 ms in random order, in many fresh starts. Each start gives the median log ratio
of its 250 cycles; the interval is Student's t over starts. CPU per answer is measured as independent evidence.
"""

import json
import math
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from tools.pages import FOLDER, ROOT

from fairlap.catalog import Contestant, LoadProfile, load_catalog
from fairlap.hosting.prepared import Prepared, prepare_one
from fairlap.race.site import LocalSite, open_local_site
from fairlap.race.turn import Turn
from fairlap.statistics.estimate import centre

TRUTHS = FOLDER / "real-truth.json"
WORK = ROOT / ".build" / "proof"
CATALOG = WORK / "catalog"

BASE = "reference-base"
BASE_US = 20.0
"""Computing time per request of all reference variants: long enough that the server is the bottleneck."""

LAP_MS = 25
WARMUP_LAPS = 40
LAPS = 250
FIRST_ADDED_US = 1.0
FIRST_STARTS = 8

WANTED = {"reference-slow3": 0.03, "reference-slow5": 0.05}


@dataclass(frozen=True, slots=True)
class Truth:
    """Throughput of the base relative to the variant, and server CPU per answer of the variant relative to the base.

    Intervals are 95 % t over `starts`.
    """

    variant: str
    base_us: float
    cpu_us: float
    starts: int
    laps: int
    ratio: float
    low: float
    high: float
    cpu_ratio: float
    cpu_low: float
    cpu_high: float


def find_truths(starts: int) -> None:
    """Find the `--cpu-us` of each variant, then measure its true speed; about 16 s per start."""
    first = measure("reference-try", BASE_US + FIRST_ADDED_US, min(starts, FIRST_STARTS))
    print(first, flush=True)
    # base : variant in throughput is 1 + added / time of a request of the base
    request_us = FIRST_ADDED_US / (first.ratio - 1)
    truths = []
    for name, share in WANTED.items():
        truths.append(measure(name, round(BASE_US + share * request_us, 2), starts))
        print(truths[-1], flush=True)
    TRUTHS.parent.mkdir(parents=True, exist_ok=True)
    TRUTHS.write_text(json.dumps([asdict(truth) for truth in truths], indent=1) + "\n", encoding="utf-8")


def measure(variant: str, cpu_us: float, starts: int) -> Truth:
    """Measure many starts of the base and one variant."""
    catalog = load_catalog(make_catalog({BASE: BASE_US, variant: cpu_us}))
    prepared = [_prepared(catalog.contestant(name), catalog.root) for name in (BASE, variant)]
    scenario, load = catalog.scenario("hello-json"), LoadProfile(connections=64, lap_ms=LAP_MS)
    starts_seen = []
    with open_local_site(
        run="proof-truth", workers=1, connections=load.connections, results=WORK / "results", prepared=prepared
    ) as site:
        for start in range(starts):
            entries = [Turn(item, scenario, load, heat=1) for item in prepared]
            starts_seen.append(_one_start(site, entries, random.Random(start)))
    speed, cost = (centre(logs) for logs in zip(*starts_seen, strict=True))
    (low, high), (cpu_low, cpu_high) = (middle.interval or (math.nan, math.nan) for middle in (speed, cost))
    return Truth(
        variant=variant,
        base_us=BASE_US,
        cpu_us=cpu_us,
        starts=starts,
        laps=LAPS,
        ratio=math.exp(speed.mean),
        low=math.exp(low),
        high=math.exp(high),
        cpu_ratio=math.exp(cost.mean),
        cpu_low=math.exp(cpu_low),
        cpu_high=math.exp(cpu_high),
    )


def read_truths() -> tuple[Truth, ...]:
    """Read the measured speeds; empty before the first measurement."""
    if not TRUTHS.exists():
        return ()
    return tuple(Truth(**row) for row in json.loads(TRUTHS.read_text(encoding="utf-8")))


def slow_us() -> dict[str, float]:
    """Return `--cpu-us` of the slower variants; empty before they are measured."""
    return {truth.variant: truth.cpu_us for truth in read_truths()}


def make_catalog(variants_us: dict[str, float], catalog: Path = CATALOG) -> Path:
    """Write a catalog of the reference and variants of it that compute so many microseconds per request."""
    return catalog_of({name: ("--cpu-us", f"{cpu_us:g}") for name, cpu_us in variants_us.items()}, catalog)


def catalog_of(variants: Mapping[str, Sequence[str]], catalog: Path) -> Path:
    """Write a catalog of the reference and variants of it with these options."""
    shutil.rmtree(catalog / "contestants", ignore_errors=True)
    catalog.mkdir(parents=True, exist_ok=True)
    shutil.copytree(ROOT / "scenarios", catalog / "scenarios", dirs_exist_ok=True)
    (catalog / "suites").mkdir(exist_ok=True)
    reference = ROOT / "contestants" / "reference"
    shutil.copytree(reference, catalog / "contestants" / "reference")
    for name, options in variants.items():
        folder = catalog / "contestants" / name
        shutil.copytree(reference, folder, ignore=shutil.ignore_patterns("*.toml"))
        own = (reference / "reference.toml").read_text(encoding="utf-8")
        own = own.replace('name = "reference"', f'name = "{name}"', 1)
        added = ", ".join(f'"{option}"' for option in options)
        own = own.replace('"--answers", "answers.json"]', f'"--answers", "answers.json", {added}]')
        (folder / f"{name}.toml").write_text(own, encoding="utf-8")
    return catalog


@contextmanager
def started(site: LocalSite, turns: Sequence[Turn]) -> Iterator[None]:
    """Start contestants one after another, frozen until their first lap; stop them at the end."""
    try:
        for turn, port in zip(turns, site.free_ports(len(turns)), strict=True):
            turn.start(site, port)
            turn.open(site)
        yield
    finally:
        for turn in turns:
            if turn.is_open:
                site.session.close(turn.name)
            if turn.hosted is not None:
                turn.hosted.stop()


def _one_start(site: LocalSite, entries: Sequence[Turn], dice: random.Random) -> tuple[float, float]:
    """Return the logs of base : variant in throughput, and of variant : base in CPU per answer."""
    speeds: list[list[float]] = [[], []]
    costs: list[list[float]] = [[], []]
    with started(site, entries):
        for number in range(WARMUP_LAPS + LAPS):
            for which in dice.sample((0, 1), 2):
                lap = entries[which].own_lap(site, LAP_MS, cycle=number + 1, position=0)
                if number >= WARMUP_LAPS:
                    speeds[which].append(_log(lap.throughput_per_s))
                    cost_us = (lap.server_cpu_us or math.nan) / lap.responses if lap.responses else math.inf
                    costs[which].append(_log(cost_us))
    log_speed = median(base - variant for base, variant in zip(*speeds, strict=True))
    return log_speed, median(variant - base for base, variant in zip(*costs, strict=True))


def _log(value: float) -> float:
    """A lap in which the machine stood still gives minus infinity, which medians tolerate."""
    return math.log(value) if value else -math.inf


def _prepared(contestant: Contestant, root: Path) -> Prepared:
    ready = prepare_one(contestant, root / ".build" / "contestants")
    if not isinstance(ready, Prepared):
        raise SystemExit(f"{contestant.name}: {ready.reason}")
    return ready
