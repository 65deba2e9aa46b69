"""What a container and its network cost: one contestant hosted in several ways at once, in alternating laps.

    .venv/bin/python -m tools.isolation_cost reference gin node > docs/proof/isolation-cost.md

All variants are alive together, and all but one are frozen, as in a race. Each start gives the median log ratio of its
cycles to the process; the interval is Student's t over starts. There are two sittings: in the private network (process,
container, container without a seccomp filter) and in the host's (process, container on the host's network, on a
bridge).
"""

import math
import random
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from fairlap.catalog import Contestant, LoadProfile, Scenario, load_catalog
from fairlap.hosting.container.engine import find_engine
from fairlap.hosting.container.host import ContainerHost, ContainerNetwork
from fairlap.hosting.container.hosting import ContainerHosting, create_bridge, remove_bridge
from fairlap.hosting.container.settings import BuildSettings
from fairlap.hosting.hosting import ProcessHosting
from fairlap.hosting.hosts import Host
from fairlap.hosting.isolation import Isolation
from fairlap.hosting.ports import free_ports
from fairlap.hosting.prepared import Prepared, prepare_one
from fairlap.hosting.records import Entry as StateEntry
from fairlap.race.site import MEMORY_LIMIT_BYTES, LocalSite, open_local_site
from fairlap.race.turn import Turn
from fairlap.statistics.estimate import centre

ROOT = Path(__file__).parent.parent
BUILDS = ROOT / ".build" / "contestants"
RESULTS = ROOT / ".build" / "isolation-cost"
LAP_MS = 60
WARMUP_LAPS = 25
LAPS = 50
STARTS = 4
PROCESS = "process"


class OnHost(ProcessHosting):
    """Processes in the host's network, the only one from which containers on a bridge can be reached."""

    def settle(self, prepared: Sequence[Prepared], run: str, *, private: bool) -> Isolation:  # type: ignore[override]
        return super().settle(prepared, run, private=False)


class WithoutFilter(ContainerHost):
    """Containers without a seccomp filter, only to measure what the filter costs."""

    def _sandbox_options(self, turn: StateEntry) -> list[str]:
        return [*super()._sandbox_options(turn), "--security-opt", "seccomp=unconfined"]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way of hosting a contestant."""

    label: str
    host: Host
    prepared: Prepared


def main(names: Sequence[str]) -> None:
    """Measure, and print a Markdown table."""
    catalog = load_catalog(ROOT)
    scenario = catalog.scenario("hello-json")
    engine = find_engine()
    containers = ContainerHosting(engine, BuildSettings.read(engine))
    chosen = [catalog.contestant(name) for name in names]
    images = {one.name: ready for one, ready in containers.prepare(chosen, BUILDS, lambda name, text: None)}
    rows: dict[str, dict[str, str]] = {name: {} for name in names}
    # The private network comes last, because the process cannot leave it again.
    for hosting, kinds in ((OnHost(), ("host", "bridge")), (ProcessHosting(), ("private", "unfiltered"))):
        for contestant in chosen:
            process, image = prepare_one(contestant, BUILDS), images[contestant.name]
            assert isinstance(process, Prepared)
            assert isinstance(image, Prepared)
            with open_local_site(
                run="cost", workers=1, connections=64, results=RESULTS, prepared=[process], hosting=hosting
            ) as site:
                found = _sitting(site, scenario, contestant, process, image, kinds)
            rows[contestant.name] |= found
            print(contestant.name, found, file=sys.stderr, flush=True)
    labels = ("private", "unfiltered", "host", "bridge")
    print(f"| contestant | {' | '.join(labels)} |\n|---|{'---:|' * len(labels)}")
    for name, found in rows.items():
        print(f"| {name} | {' | '.join(found[label] for label in labels)} |")


def _sitting(
    site: LocalSite,
    scenario: Scenario,
    contestant: Contestant,
    process: Prepared,
    image: Prepared,
    kinds: Sequence[str],
) -> dict[str, str]:
    engine = find_engine()
    with ExitStack() as stack:
        variants = [Variant(PROCESS, site.host, process)]
        for kind in kinds:
            argument = "host"
            if kind == "bridge":
                argument = create_bridge(engine, "cost")
                stack.callback(remove_bridge, engine, argument)
            maker: Callable[..., ContainerHost] = WithoutFilter if kind == "unfiltered" else ContainerHost
            network = ContainerNetwork("bridge" if kind == "bridge" else "host", argument)
            named = {f"{contestant.name}-{kind}": image.image.id if image.image else ""}
            logs, state = RESULTS / "logs", RESULTS / ".running"
            host = maker(engine, named, network, f"cost-{kind}", site.layout.server, MEMORY_LIMIT_BYTES, logs, state)
            variants.append(Variant(kind, stack.enter_context(host), image))
        seen: dict[str, list[float]] = {kind: [] for kind in kinds}
        for start in range(STARTS):
            for kind, ratio in _one_start(site, scenario, variants, random.Random(start)).items():
                seen[kind].append(ratio)
    return {kind: _interval(ratios) for kind, ratios in seen.items()}


def _one_start(
    site: LocalSite, scenario: Scenario, variants: Sequence[Variant], dice: random.Random
) -> dict[str, float]:
    """Return the median log ratio of each variant to the process."""
    load = LoadProfile(connections=64, lap_ms=LAP_MS)
    entries: dict[str, Turn] = {}
    speeds: dict[str, list[float]] = {variant.label: [] for variant in variants}
    try:
        for variant, port in zip(variants, free_ports(len(variants)), strict=True):
            one = variant.prepared.contestant
            name = one.name if variant.label == PROCESS else f"{one.name}-{variant.label}"
            prepared = replace(variant.prepared, contestant=one.model_copy(update={"name": name}))
            turn = entries[variant.label] = Turn(prepared, scenario, load, heat=1)
            turn.start(replace(site, host=variant.host), port)
            turn.open(site)
        for number in range(WARMUP_LAPS + LAPS):
            for label in dice.sample(list(entries), len(entries)):
                lap = entries[label].own_lap(site, LAP_MS, cycle=number + 1, position=0)
                if number >= WARMUP_LAPS:
                    speeds[label].append(math.log(lap.throughput_per_s) if lap.throughput_per_s else -math.inf)
    finally:
        for turn in entries.values():
            if turn.is_open:
                site.session.close(turn.name)
            if turn.hosted is not None:
                turn.hosted.stop()
    return {
        label: median(own - base for own, base in zip(speeds[label], speeds[PROCESS], strict=True))
        for label in speeds
        if label != PROCESS
    }


def _interval(ratios: Sequence[float]) -> str:
    middle = centre(ratios)
    low, high = middle.interval or (math.nan, math.nan)
    return f"{math.expm1(middle.mean):+.1%} ({math.expm1(low):+.1%} to {math.expm1(high):+.1%})"


if __name__ == "__main__":
    main(sys.argv[1:])
