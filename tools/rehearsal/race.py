"""Rounds and whole races on simulated time, stored like real ones."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tools.rehearsal.site import RehearsalSite

from fairlap.catalog import REFERENCE, Broken, Catalog, Contestant, Expect, LoadProfile, Scenario, ServiceName, Suite
from fairlap.generators.tools.tool import Tool
from fairlap.host import fingerprint
from fairlap.hosting.container.images import Image
from fairlap.hosting.hosting import Outcome, ProcessHosting
from fairlap.hosting.isolation import Isolation
from fairlap.hosting.prepared import Prepared
from fairlap.plan.course import Course
from fairlap.plan.goal import Goal
from fairlap.plan.heats import Heat, PlannedRound
from fairlap.race.events import Observer
from fairlap.race.field import Chosen, choose_entries, prepare_field
from fairlap.race.heat import HeatDone, HeatOrder, HeatRunner
from fairlap.race.race import race
from fairlap.race.request import RaceOutcome, RaceRequest
from fairlap.race.resume import open_resumable
from fairlap.race.rounds import LocalHeats, Planning, Rounds
from fairlap.race.run import Measuring, new_run_id
from fairlap.race.venue import Opened, Ready, opened_here, ready_here
from fairlap.samples import ClassicPass, Machine, PlanDecision, RoundRecord, Skip
from fairlap.store import Store

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
LOAD = LoadProfile(connections=16, lap_ms=50)
CYCLES = 5
NOWHERE = Path("/nowhere")
ISOLATION = Isolation("affinity", "SIGSTOP", "procfs", "none", "host loopback", "caller", reasons=("rehearsed",))


def prepared(name: str, scenarios: Iterable[Scenario] = SCENARIOS) -> Prepared:
    """Return a contestant of these scenarios as if it had been built."""
    values = {"name": name, "language": "none", "framework": "none", "class": "engine", "homepage": ""}
    contestant = Contestant.model_validate(
        values | {"start": ["true"], "scenarios": {scenario.name: {} for scenario in scenarios}}
    )
    return built(contestant)


def built(contestant: Contestant) -> Prepared:
    """Return it as if it had been built."""
    name = contestant.name
    image = Image(name=name, id=f"sha256:{name}", size_bytes=1, base="none", version="1", build_s=0.0)
    return Prepared(contestant, NOWHERE, "1", image)


def plan_round(site: RehearsalSite, *, trial_s: float = 0.0, scenario: Scenario = HELLO) -> PlannedRound:
    """Plan the first round of all players, one of them the reference."""
    rivals = tuple(player.name for player in site.players if player.name != REFERENCE)
    return PlannedRound(Heat(scenario.name, 1, REFERENCE, rivals), 1, site.seed, LOAD.lap_ms, CYCLES, 1, trial_s)


def order_of(planned: PlannedRound) -> HeatOrder:
    """Return the order of a whole round that has only cycles."""
    return HeatOrder(planned, LOAD, planned.start_order, "round 1")


def rehearse_round(site: RehearsalSite, order: HeatOrder, observer: Observer, scenario: Scenario = HELLO) -> HeatDone:
    """Run one round. Raises what `site.at_lap` raises."""
    return HeatRunner(site, order, scenario, [prepared(name) for name in order.racing], observer).run()


class InMemory(Store):
    """Keeps rounds in memory: storing a lap in a file takes as long as rehearsing it."""

    def __init__(self) -> None:
        self.rounds: list[RoundRecord] = []

    def add(self, run: str, record: Skip | Machine | PlanDecision | ClassicPass) -> None:
        """Ignore it."""

    def add_round(self, run: str, record: RoundRecord, decisions: Iterable[PlanDecision] = ()) -> None:
        self.rounds.append(record)


class RehearsalHosting(ProcessHosting):
    """Hosting under which every contestant can race."""

    def missing_service(self, name: ServiceName) -> None:
        """Every service is available."""

    def prepare(
        self, contestants: Sequence[Contestant], build_root: Path, say: Callable[[str, str], object]
    ) -> Iterator[Outcome]:
        """Pretend that all are built."""
        return ((contestant, built(contestant)) for contestant in contestants)


def request_for(
    rivals: Iterable[str],
    seed: int,
    goal: Goal,
    *,
    rounds: int,
    cycles: int,
    scenarios: Sequence[Scenario] = (HELLO,),
    load: LoadProfile = LOAD,
) -> RaceRequest:
    """Return the request for a race of all rivals and the reference."""
    names = (*rivals, REFERENCE)
    suite = Suite(
        name="rehearsal",
        title="Rehearsal",
        scenarios=[scenario.name for scenario in scenarios],
        contestants=["*"],
        rounds=rounds,
        cycles=cycles,
        load=load,
    )
    contestants = tuple(prepared(name, scenarios).contestant for name in names)
    catalog = Catalog(NOWHERE, contestants, tuple(scenarios), (suite,))
    return RaceRequest(
        catalog, suite, (), seed, NOWHERE, NOWHERE, goal, "fairlap run rehearsal", hosting=RehearsalHosting()
    )


def opened(site: RehearsalSite) -> Opened:
    """Return the site, ready for heats."""
    version = site.version if site.tool is None else site.tool.version
    return opened_here(site, Measuring(fingerprint().as_json(), ISOLATION, site.version, version))


@dataclass(frozen=True)
class Rehearsed:
    """A `Venue` on simulated time."""

    site: RehearsalSite
    cluster: None = None

    @contextmanager
    def prepare(
        self, run: str, request: RaceRequest, entries: Chosen, tool: Tool | None, observer: Observer
    ) -> Iterator[Ready]:
        """Yield the field without building anything."""
        yield ready_here(prepare_field(request, entries, observer), self._opened)

    @contextmanager
    def _opened(self) -> Iterator[Opened]:
        yield opened(self.site)


def planning_of(request: RaceRequest, store: Store, observer: Observer) -> Planning:
    """Plan a race of all contestants of its catalog."""
    field = prepare_field(request, choose_entries(request), observer)
    return Planning(new_run_id(), request, field, store, observer)


def run_race(site: RehearsalSite, planning: Planning, courses: Sequence[Course]) -> None:
    """Run only the rounds of a race. Raises StartError if the reference fails."""
    Rounds(planning, LocalHeats(site, planning.field, planning.observer)).run(courses)


def rehearse(
    site: RehearsalSite,
    results: Path,
    observer: Observer,
    goal: Goal,
    *,
    rounds: int = 2,
    cycles: int = 10,
    scenarios: Sequence[Scenario] = (HELLO,),
    broken: Sequence[Broken] = (),
) -> RaceOutcome:
    """Race all players, and store the race in `results/fairlap.db`. Raises StartError if the reference fails."""
    rivals = [player.name for player in site.players if player.name != REFERENCE]
    request = request_for(rivals, site.seed, goal, rounds=rounds, cycles=cycles, scenarios=scenarios)
    return race(replace(request, results=results, broken=tuple(broken)), observer, Rehearsed(site))


def rehearse_the_rest(site: RehearsalSite, results: Path, observer: Observer, run: str) -> RaceOutcome:
    """Resume a race rehearsed at a site with the same players."""
    rivals = [player.name for player in site.players if player.name != REFERENCE]
    asked = request_for(rivals, site.seed, Goal(), rounds=1, cycles=1, scenarios=SCENARIOS)
    with open_resumable(results, run) as found:
        return race(found.request(asked.catalog, results, NOWHERE, asked.hosting), observer, Rehearsed(site), found)
