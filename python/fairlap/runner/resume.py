"""Going on with a run that was cut: what it stored stands, the rest is run as it would have been."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import ValidationError

from fairlap.catalog import Catalog, Suite
from fairlap.errors import UsageError
from fairlap.host import HostFingerprint, fingerprint
from fairlap.hosting.isolation import Isolation
from fairlap.plan.course import Course
from fairlap.runner.asked import Asked, build_of
from fairlap.runner.claim import claimed
from fairlap.runner.events import LapSeen, Observer, RoundBegan, RoundEnded
from fairlap.runner.field import Field, choose_tool, prepare_field
from fairlap.runner.hosting import Hosting
from fairlap.runner.race import make_courses, open_race
from fairlap.runner.request import RaceOutcome, RaceRequest
from fairlap.runner.rounds import LocalHeats, Planning, Rounds
from fairlap.runner.run import clear_own_leavings, race_began
from fairlap.runner.site import LocalSite
from fairlap.samples import METHOD_VERSION, OWN_GENERATOR
from fairlap.store import Store, StoredRun

ANEW = "race it anew: fairlap run"


@dataclass(frozen=True, slots=True)
class Resumable:
    """A run that can be resumed as far as the store knows, and what was asked for."""

    stored: StoredRun
    asked: Asked

    @property
    def run(self) -> str:
        """Its name."""
        return self.stored.run.run

    def refusal(self, why: str, hint: str | None = None) -> UsageError:
        """The error that says why it cannot be resumed."""
        return _refusal(self.run, why, hint)

    def request(self, catalog: Catalog, results: Path, build_root: Path, hosting: Hosting) -> RaceRequest:
        """What was asked for, with the suite as it was then and the catalog as it is now."""
        record = self.stored.run
        return RaceRequest(
            catalog=catalog,
            suite=Suite.model_validate_json(record.suite_json),
            names=self.asked.names,
            seed=record.seed,
            results=results,
            build_root=build_root,
            goal=self.asked.goal.goal(),
            generator=self.asked.generator,
            hosting=hosting,
        )


@contextmanager
def open_resumable(results: Path, name: str) -> Iterator[Resumable]:
    """A stored run, by its name or the beginning of it; nobody else can go on with it until the end of the context.

    Raises:
        UsageError: there is none, it is still going on, it has ended, or it cannot be resumed.
    """
    file = results / "fairlap.db"
    with Store.open(file, create=False) as store:
        run = store.resolve(name)
    with claimed(results, run):
        with Store.open(file, create=False) as store:
            stored = store.load(run)
        yield Resumable(stored, _asked(stored))


def resume_race(found: Resumable, request: RaceRequest, observer: Observer) -> RaceOutcome:
    """Run what is left. Raises UsageError before anything is written, GeneratorError when the generator fails."""
    assert found.asked.cluster is None, "a cluster goes on with that"
    must_be_here(found)
    entries = found.asked.entries(request.catalog)
    tool = choose_tool(request, entries)
    clear_own_leavings(request.results, request.hosting, observer)
    built = prepare_field(request, entries, observer)
    field = Field(
        tuple(scenario for scenario, _ in entries),
        tuple((item.scenario, item.contestants) for item in found.asked.fields),
        built.prepared,
        found.stored.skips,
    )
    courses = replayed_courses(found, request, field)
    must_be_the_same(found, courses, built)
    with open_race(found.run, request, field, tool, observer) as (store, site):
        _must_measure_alike(found, site)
        store.resume_run(found.run)
        observer(race_began(found.stored.run, request.suite, field, reference=request.suite.reference))
        tell_again(found.stored, courses, observer)
        heats = LocalHeats(site, field, observer)
        planning = Planning(found.run, request, field, store, observer)
        return planning.run_to_end(Rounds(planning, heats).run, courses)


def replayed_courses(
    found: Resumable, request: RaceRequest, field: Field, *, at_once: int = 1, fixed_length: bool = False
) -> tuple[Course, ...]:
    """The courses as they were when the run was cut. Raises UsageError when they cannot go on."""
    courses = make_courses(request, field, at_once=at_once, fixed_length=fixed_length)
    for course in courses:
        course.looks = found.stored.run.looks
        try:
            course.replay(found.stored.rounds, found.stored.decisions)
        except UsageError as error:
            then = found.stored.run.fairlap_version
            raise found.refusal(f"{error.message} (it was planned by Fairlap {then})") from error
        if course.reference in course.out:
            raise found.refusal("its reference contestant failed, so nothing can be compared any more")
    return courses


def must_be_here(found: Resumable) -> None:
    """Raises UsageError where another machine began the run."""
    then, now = HostFingerprint.from_json(found.stored.run.host_json), fingerprint()
    other = _differing(asdict(then), asdict(now))
    if other:
        raise found.refusal(f"it began on another machine: {other}")


def must_be_the_same(found: Resumable, courses: Sequence[Course], built: Field) -> None:
    """Raises UsageError when somebody that still races cannot be built, or is not what it was in the rounds so far."""
    racing = {(course.scenario, name) for course in courses if course.stopped is None for name in course.racing}
    for skip in built.skips:
        if (skip.scenario, skip.contestant) in racing:
            why = f"{skip.contestant} takes part and is {skip.status} now: {skip.reason}"
            raise found.refusal(why, skip.hint)
    going_on = {name for _, name in racing} | {course.reference for course in courses if course.stopped is None}
    for name in sorted(going_on):
        prepared = built.prepared[name]
        must_be_what_it_was(found, name, prepared.version, build_of(prepared))


def must_be_what_it_was(found: Resumable, name: str, version: str | None, build: str) -> None:
    """Raises UsageError when a contestant is not what it was in the rounds so far."""
    turns = (turn for record in found.stored.rounds for turn in record.contestants if turn.contestant == name)
    for before in {turn.version for turn in turns} - {version}:
        raise found.refusal(f"{name} was {before} and is {version} now")
    if found.asked.builds[name] != build:
        raise found.refusal(f"{name} is built from other files or programs than when it began")


def _must_measure_alike(found: Resumable, site: LocalSite) -> None:
    """Raises UsageError when contestants are kept apart in another way, or the generator is another one."""
    record = found.stored.run
    must_be_isolated_alike(found, site.isolation)
    was: dict[str, object] = {OWN_GENERATOR: record.fairload_version}
    now: dict[str, object] = {OWN_GENERATOR: site.session.version}
    if site.tool is not None:
        was[record.generator], now[record.generator] = record.generator_version, site.tool.version
    other = _differing(was, now)
    if other:
        raise found.refusal(f"it was lapped by another generator: {other}")


def must_be_isolated_alike(found: Resumable, isolation: Isolation) -> None:
    """Raises UsageError when contestants are kept apart in another way than in the rounds so far."""
    then = Isolation.from_json(found.stored.run.isolation_json)
    other = _differing(asdict(then), asdict(isolation), without=("reasons",))
    if other:
        raise found.refusal(f"its isolation was of another kind: {other}")


def _asked(stored: StoredRun) -> Asked:
    record = stored.run
    if record.method != "laps":
        raise _refusal(record.run, "the classic method has no rounds that could be kept")
    if record.request_json is None:
        raise _refusal(record.run, f"Fairlap {record.fairlap_version} did not store what it was asked for")
    if stored.ended_at is not None and not stored.interrupted:
        raise UsageError(f"run {record.run} has ended", hint=f"fairlap report {record.run} shows it")
    if record.method_version != METHOD_VERSION:
        why = f"it is of version {record.method_version} of the method, and this Fairlap measures by {METHOD_VERSION}"
        raise _refusal(record.run, why)
    try:
        return Asked.model_validate_json(record.request_json)
    except ValidationError as error:
        why = f"what it was asked for was stored by Fairlap {record.fairlap_version}, and this one cannot read it"
        raise _refusal(record.run, why) from error


def _refusal(run: str, why: str, hint: str | None = None) -> UsageError:
    return UsageError(f"cannot be resumed: {why}", where=f"run {run}", hint=hint or ANEW)


def _differing(then: Mapping[str, object], now: Mapping[str, object], *, without: Sequence[str] = ()) -> str:
    """What differs, each with both values; empty when nothing does."""
    names = [name for name in then if name not in without and then[name] != now[name]]
    return ", ".join(f"{name} {then[name]} then, {now[name]} now" for name in names)


def tell_again(stored: StoredRun, courses: Sequence[Course], observer: Observer) -> None:
    """Tell the rounds so far, so that the board goes on with them."""
    planned = {course.scenario: course.planned for course in courses}
    for record in stored.rounds:
        observer(RoundBegan(record.scenario, record.round, planned[record.scenario], record.heat))
        for turn in record.contestants:
            for lap in turn.samples:
                observer(LapSeen(record.scenario, lap.cycle, turn.contestant, lap.throughput_per_s))
        observer(RoundEnded(record))
