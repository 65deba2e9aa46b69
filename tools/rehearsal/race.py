"""A round, and a whole race, at a site on simulated time. A race is stored as a real one is."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tools.rehearsal.site import RehearsalSite

from fairlap.catalog import REFERENCE, Broken, Catalog, Contestant, Expect, LoadProfile, Scenario, ServiceName, Suite
from fairlap.hosting.container.images import Image
from fairlap.hosting.isolation import Isolation
from fairlap.plan import Goal, Heat, PlannedRound
from fairlap.runner.course import Course
from fairlap.runner.field import choose_entries, prepare_field
from fairlap.runner.heat import Extras, HeatRunner
from fairlap.runner.hosting import Outcome, ProcessHosting
from fairlap.runner.observer import Observer
from fairlap.runner.prepared import Prepared
from fairlap.runner.race import begin, make_courses
from fairlap.runner.request import RaceOutcome, RaceRequest
from fairlap.runner.rounds import Planning
from fairlap.runner.run import Measuring, new_run_id
from fairlap.samples import Decision, RoundRecord, RunRecord
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
ISOLATION = Isolation("affinity", "SIGSTOP", "procfs", "none", "host loopback", "caller", ("rehearsed",))


def prepared(name: str, scenarios: Iterable[Scenario] = SCENARIOS) -> Prepared:
    """A contestant that seems to have been built; it subscribes to these scenarios."""
    values = {"name": name, "language": "none", "framework": "none", "class": "engine", "homepage": ""}
    contestant = Contestant.model_validate(
        values | {"start": ["true"], "scenarios": {scenario.name: {} for scenario in scenarios}}
    )
    return built(contestant)


def built(contestant: Contestant) -> Prepared:
    """It seems to have been built."""
    name = contestant.name
    image = Image(name=name, id=f"sha256:{name}", size_bytes=1, base="none", version="1", build_s=0.0)
    return Prepared(contestant, NOWHERE, "1", image)


def plan_round(site: RehearsalSite, *, trial_s: float = 0.0, scenario: Scenario = HELLO) -> PlannedRound:
    """The first round of all players, one of them the reference."""
    rivals = tuple(player.name for player in site.players if player.name != REFERENCE)
    return PlannedRound(Heat(scenario.name, 1, REFERENCE, rivals), 1, site.seed, LOAD.lap_ms, CYCLES, 1, trial_s)


def rehearse_round(
    site: RehearsalSite, planned: PlannedRound, extras: Extras, observer: Observer, scenario: Scenario = HELLO
) -> RoundRecord:
    """Run it. Raises what `site.at_lap` raises."""
    racing = [prepared(name) for name in planned.start_order]
    return HeatRunner(site, LOAD, observer).run(planned, scenario, racing, "round 1", extras)


class InMemory(Store):
    """Keeps rounds in the order of their ends, in no file: to store a lap takes as long as to rehearse it."""

    def __init__(self) -> None:
        self.rounds: list[RoundRecord] = []

    def begin_run(self, run: RunRecord) -> None:
        """Nothing."""

    def add_decision(self, run: str, decision: Decision) -> None:
        """Nothing."""

    def add_round(self, run: str, record: RoundRecord, decisions: Iterable[Decision] = ()) -> None:
        """Keep it."""
        self.rounds.append(record)

    def finish_run(self, run: str, ended_at: str, interrupted: bool) -> None:
        """Nothing."""


class RehearsalHosting(ProcessHosting):
    """Everyone can race, and every service is here."""

    def lacking(self, name: ServiceName) -> None:
        """Nothing."""

    def prepare(
        self, contestants: Sequence[Contestant], build_root: Path, tell: Callable[[str, str], object]
    ) -> Iterator[Outcome]:
        """Nothing is built."""
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
    """All of them and the reference in these scenarios."""
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


def planning_of(request: RaceRequest, store: Store, observer: Observer) -> Planning:
    """Plan it for everyone of its catalog."""
    field = prepare_field(request, choose_entries(request), observer)
    return Planning(new_run_id(), request, field, store, observer)


def run_race(site: RehearsalSite, planning: Planning, courses: Sequence[Course]) -> RaceOutcome:
    """Run it to its end. Raises StartError when the reference fails."""
    return begin(planning, site, Measuring("{}", ISOLATION, site.version, site.version), courses)


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
    """A race of all players; it is in `results/fairlap.db`. Raises StartError when the reference fails."""
    rivals = [player.name for player in site.players if player.name != REFERENCE]
    request = request_for(rivals, site.seed, goal, rounds=rounds, cycles=cycles, scenarios=scenarios)
    request = replace(request, broken=tuple(broken))
    with Store.open(results / "fairlap.db") as store:
        planning = planning_of(request, store, observer)
        return run_race(site, planning, make_courses(request, planning.field))
