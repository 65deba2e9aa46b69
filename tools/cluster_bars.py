"""What laps of generators on other machines cost, and whether two together offer as much as both alone.

Needs root: the machines are network namespaces of this one (tests/support/cluster_helpers.py).

    .venv/bin/python -m tools.cluster_bars
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from fairlap import histograms
from fairlap.catalog import Catalog, load_catalog
from fairlap.generators.fairload import FairloadSession, Session, Target
from fairlap.generators.models import LapResult, LapSpec
from fairlap.hosting.programs import find_fairload
from fairlap.statistics.estimate import estimate

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

PORT = 18080
SERVICE = "fixed:2ms"
CONNECTIONS = 8
RATE_PER_S = 1500.0
TURNS, RATE_TURNS, LAPS = 15, 20, 40
ROLES = ({"fairlap_server": 1}, {"fairlap_generator": 1}, {"fairlap_generator": 1})
CPUS = ("0", "0", "1")
"""Two cores: the generators have one each, and the server, which is hardly busy here, shares one of them."""


def closed(connections: int, duration_ms: int = 500) -> LapSpec:
    """Return a closed-loop lap of the reference server."""
    return LapSpec(target="reference", connections=connections, duration_ms=duration_ms, skip_ms=50)


def at_rate(connections: int, seed: int) -> LapSpec:
    """Return an open-loop lap."""
    return LapSpec(
        target="reference",
        connections=connections,
        duration_ms=2000,
        skip_ms=100,
        rate_per_s=RATE_PER_S,
        arrivals="poisson",
        seed=seed,
    )


@dataclass(frozen=True)
class Offering:
    """A session and its target: a generator shares the names of targets between sessions."""

    session: Session
    name: str

    def open(self, catalog: Catalog, server: str) -> None:
        """Open the reference server as a target."""
        scenario = catalog.scenario("hello-json")
        self.session.open(Target(self.name, f"{server}:{PORT}", scenario.request, scenario.expect, True, 2000))

    def lap(self, spec: LapSpec) -> LapResult:
        return self.session.lap(spec.model_copy(update={"target": self.name}))


def timed(session: Offering, spec: LapSpec) -> tuple[float, LapResult]:
    """Return the milliseconds that a lap took beyond its length, and the lap."""
    began = time.monotonic()
    result = session.lap(spec)
    return (time.monotonic() - began - result.lap_elapsed_s) * 1000, result


def interval(values: Sequence[float]) -> str:
    """Format the mean of ratios with its 95 % interval."""
    found = estimate(values)
    return f"{found.value - 1:+.2%} ({found.low - 1:+.2%} to {found.high - 1:+.2%})" if found else "unknown"


def measure(address: str, server: str) -> None:
    """Measure on the head of the cluster."""
    from fairlap.cluster.groups import plan_groups
    from fairlap.cluster.models import GroupSetup
    from fairlap.cluster.on_ray import RayCluster, RayGroup
    from fairlap.cluster.package import copy_catalog, copy_package
    from fairlap.cluster.split import SplitSession
    from fairlap.race.stored_request import ClusterChoice

    with tempfile.TemporaryDirectory() as temporary, ExitStack() as stack:
        folder = Path(temporary)
        root = ROOT / "tests" / "clustered"
        package, catalog = copy_package(folder), copy_catalog(root, folder / "catalog")
        cluster = stack.enter_context(RayCluster(address, package, catalog))
        (planned,) = plan_groups(cluster.nodes(), ClusterChoice(address=address, generators=2), services=False)
        group = RayGroup(planned, GroupSetup("bars", 1, 64, ()), cluster.desk())
        stack.callback(group.kill)
        group.await_start()
        local = FairloadSession(find_fairload(), (1,), threads=1, spin=False, stderr_path=folder / "log")
        stack.enter_context(local)
        first, second = group.generators
        split = {"first": [first], "second": [second], "both": [first, second]}
        offering = [Offering(SplitSession(peers), name) for name, peers in split.items()]
        for each in (*offering, Offering(local, "here")):
            each.open(load_catalog(root), server)
        report(*offering, Offering(local, "here"))


def report(first: Offering, second: Offering, both: Offering, local: Offering) -> None:
    """Run the sessions in turns, and print the results."""
    for session in (first, second, both, local):
        session.lap(closed(2 * CONNECTIONS))
    sums = []
    for _ in range(TURNS):
        apart = sum(session.lap(closed(CONNECTIONS)).throughput_per_s for session in (first, second))
        sums.append(both.lap(closed(2 * CONNECTIONS)).throughput_per_s / apart)
    print(f"two generators together relative to the sum of both apart: {interval(sums)}, {TURNS} turns")
    ratios: dict[str, list[float]] = {"p50": [], "p99": []}
    pooled: dict[str, list[histograms.Histogram]] = {"one": [], "two": []}
    for turn in range(RATE_TURNS):
        alone = (first, second)[turn % 2]  # they take turns, because their CPUs differ
        one, two = (session.lap(at_rate(CONNECTIONS, turn)).open_loop for session in (alone, both))
        assert one and two and one.response_us and two.response_us
        for name, found in ratios.items():
            found.append(getattr(two.response_us, name) / getattr(one.response_us, name))
        for name, loop in (("one", one), ("two", two)):
            pooled[name].append(histograms.decode(loop.response_histogram or ""))
    for name, found in ratios.items():
        print(f"{RATE_PER_S:.0f}/s over two generators relative to over one, {name}: {interval(found)}")
    for name, each in pooled.items():
        pool = histograms.percentiles(histograms.merge(each))
        assert pool is not None
        print(f"  {name}: p50 {pool.p50} us, p99 {pool.p99} us of {pool.count}")
    for name, session in (("here", local), ("one generator", first), ("two generators", both)):
        beyond = [timed(session, closed(CONNECTIONS, 250))[0] for _ in range(LAPS)]
        last = [session.lap(closed(CONNECTIONS, 250)).start_skew_us for _ in range(LAPS // 4)]
        skews = sorted(skew for skew in last if skew is not None)
        more = f", start skew up to {skews[len(skews) // 2]:.0f} us (median), {skews[-1]:.0f} us" if skews else ""
        deciles = statistics.quantiles(beyond, n=10)
        typical = f"{statistics.median(beyond):.1f} ms beyond its length, 9 of 10 below {deciles[8]:.1f}"
        print(f"a lap, {name}: {typical}{more}")


def main() -> None:
    """Simulate the machines, and run `measure` on the head."""
    if len(sys.argv) == 3:
        measure(sys.argv[1], sys.argv[2])
        return
    from cluster_helpers import cluster_of

    with tempfile.TemporaryDirectory() as temporary, cluster_of(Path(temporary), ROLES, CPUS) as cluster:
        server = cluster.machines[1]
        answers = ROOT / "tests" / "clustered" / "contestants" / "reference" / "answers.json"
        options = ["--host", server.address, "--port", str(PORT), "--answers", str(answers), "--service", SERVICE]
        running = subprocess.Popen(server.command(str(find_fairload()), "reference", *options))
        try:
            command = [sys.executable, "-m", "tools.cluster_bars", cluster.address, server.address]
            subprocess.run(
                cluster.head.command(*command), env=os.environ | dict(cluster.head.environment), check=True, cwd=ROOT
            )
        finally:
            running.terminate()
            running.wait()


if __name__ == "__main__":
    main()
