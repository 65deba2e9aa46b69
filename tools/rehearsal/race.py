"""A round, and a whole race, at a site on simulated time. A race is stored as a real one is."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tools.rehearsal.site import RehearsalSite

from fairlap.catalog import REFERENCE, Catalog, Contestant, Expect, LoadProfile, Scenario, Suite
from fairlap.generators.tools.tool import Tool
from fairlap.host import fingerprint
from fairlap.hosting.container.images import Image
from fairlap.hosting.hosting import PROCESSES
from fairlap.hosting.isolation import Isolation
from fairlap.hosting.prepared import Prepared
from fairlap.plan.goal import Goal
from fairlap.plan.heats import Heat, PlannedRound
from fairlap.race.asked import build_of
from fairlap.race.events import Observer
from fairlap.race.field import Chosen, Field
from fairlap.race.heat import HeatRunner
from fairlap.race.order import HeatDone, HeatOrder
from fairlap.race.race import race
from fairlap.race.request import RaceOutcome, RaceRequest
from fairlap.race.resume import open_resumable
from fairlap.race.run import Measuring
from fairlap.race.venue import OpenHere

HELLO = Scenario(name="hello", title="Hello", expect=Expect(text="Hello, world!"))
CHANGE = {"by": "SET a 2", "undo": "SET a 1", "expect": {"text": "2"}}
ON_REDIS = Scenario.model_validate(
    {
        "name": "on-redis",
        "title": "On Redis",
        "expect": {"text": "1"},
        "services": {"redis": {"statements": 1, "change": CHANGE}},
    }
)
SCENARIOS = (HELLO, ON_REDIS)
NOBODY = Field((), (), {}, ())
LOAD = LoadProfile(connections=16, lap_ms=50)
CYCLES = 5
ISOLATION = Isolation("affinity", "SIGSTOP", "procfs", "none", "host loopback", "caller", ("rehearsed",))


def prepared(name: str) -> Prepared:
    """A contestant that seems to have been built; it subscribes to all scenarios."""
    values = {"name": name, "language": "none", "framework": "none", "class": "engine", "homepage": ""}
    contestant = Contestant.model_validate(
        values | {"start": ["true"], "scenarios": {scenario.name: {} for scenario in SCENARIOS}}
    )
    image = Image(name=name, id=f"sha256:{name}", size_bytes=1, base="none", version="1", build_s=0.0)
    return Prepared(contestant, Path("/nowhere"), "1", image)


def plan_round(site: RehearsalSite, *, trial_s: float = 0.0, scenario: Scenario = HELLO) -> PlannedRound:
    """The first round of all players, one of them the reference."""
    rivals = tuple(player.name for player in site.players if player.name != REFERENCE)
    return PlannedRound(Heat(scenario.name, 1, REFERENCE, rivals), 1, site.seed, LOAD.lap_ms, CYCLES, 1, trial_s)


def order_of(planned: PlannedRound) -> HeatOrder:
    """Of everyone, and nothing beside the cycles."""
    return HeatOrder(planned, LOAD, planned.start_order, "round 1")


def rehearse_round(site: RehearsalSite, order: HeatOrder, observer: Observer, scenario: Scenario = HELLO) -> HeatDone:
    """Run it. Raises what `site.at_lap` raises."""
    return HeatRunner(site, order, scenario, [prepared(name) for name in order.racing], observer).run()


def request_for(
    site: RehearsalSite, results: Path, goal: Goal, *, rounds: int, cycles: int, scenarios: Sequence[Scenario]
) -> RaceRequest:
    """All players of the site in these scenarios, one of them the reference."""
    suite = Suite(
        name="rehearsal",
        title="Rehearsal",
        scenarios=[scenario.name for scenario in scenarios],
        contestants=["*"],
        rounds=rounds,
        cycles=cycles,
        load=LOAD,
    )
    contestants = tuple(prepared(player.name).contestant for player in site.players)
    catalog = Catalog(Path("/nowhere"), contestants, SCENARIOS, (suite,))
    return RaceRequest(catalog, suite, (), site.seed, results, Path("/nowhere"), goal)


@dataclass(frozen=True)
class Rehearsed:
    """A `Venue` on simulated time, and what its site is (`Ready`): everyone is built, and can race."""

    site: RehearsalSite
    field: Field = NOBODY
    cluster: None = None
    at_once: int = 1
    fixed_length: bool = False

    @contextmanager
    def prepare(
        self, run: str, request: RaceRequest, entries: Chosen, tool: Tool | None, observer: Observer
    ) -> Iterator["Rehearsed"]:
        """Nothing is built."""
        able = tuple((scenario.name, tuple(item.name for item in field)) for scenario, field in entries)
        everyone = {item.name: prepared(item.name) for item in request.catalog.contestants}
        yield replace(self, field=Field(tuple(scenario for scenario, _ in entries), able, everyone, ()))

    @property
    def versions(self) -> dict[str, str | None]:
        return {name: item.version for name, item in self.field.prepared.items()}

    @property
    def builds(self) -> dict[str, str]:
        return {name: build_of(item) for name, item in self.field.prepared.items()}

    @contextmanager
    def open(self) -> Iterator[OpenHere]:
        yield OpenHere(self.site, Measuring(fingerprint().as_json(), ISOLATION, self.site.version, self.site.version))


def rehearse(
    site: RehearsalSite,
    results: Path,
    observer: Observer,
    goal: Goal,
    *,
    rounds: int = 2,
    cycles: int = 10,
    scenarios: Sequence[Scenario] = (HELLO,),
) -> RaceOutcome:
    """Run a race to its end; it is in `results/fairlap.db`. Raises StartError when the reference fails."""
    request = request_for(site, results, goal, rounds=rounds, cycles=cycles, scenarios=scenarios)
    return race(request, observer, Rehearsed(site))


def rehearse_the_rest(site: RehearsalSite, results: Path, observer: Observer, run: str) -> RaceOutcome:
    """Resume a race that was rehearsed at a site with the same players."""
    catalog = request_for(site, results, Goal(), rounds=1, cycles=1, scenarios=SCENARIOS).catalog
    with open_resumable(results, run) as found:
        return race(found.request(catalog, results, Path("/nowhere"), PROCESSES), observer, Rehearsed(site), found)
