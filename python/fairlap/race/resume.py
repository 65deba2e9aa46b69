"""Going on with a run that was cut: what it stored stands, the rest is run as it would have been."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import ValidationError

from fairlap.catalog import Catalog, Suite
from fairlap.errors import UsageError
from fairlap.host import HostFingerprint, fingerprint
from fairlap.hosting.hosting import Hosting
from fairlap.hosting.isolation import Isolation
from fairlap.plan.course import Course
from fairlap.race.asked import Asked
from fairlap.race.claim import claimed
from fairlap.race.events import LapSeen, Observer, RoundBegan, RoundEnded
from fairlap.race.field import Chosen, Field
from fairlap.race.request import RaceRequest
from fairlap.race.run import Measuring
from fairlap.race.venue import Ready, Venue
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

    def entries(self, request: RaceRequest, venue: Venue) -> Chosen:
        """Who races what, from today's catalog. Raises UsageError when that is not what it was, or not here."""
        if venue.cluster is None:
            _must_be_here(self)
        return self.asked.entries(request.catalog)

    def field(self, entries: Chosen, built: Field) -> Field:
        """Who takes part: those who did when it began, as they are built now."""
        able = tuple((item.scenario, item.contestants) for item in self.asked.fields)
        return Field(tuple(scenario for scenario, _ in entries), able, built.prepared, self.stored.skips)

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
            goal=self.asked.goal,
            command=record.command,
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


def replay(found: Resumable, courses: Sequence[Course]) -> None:
    """Bring the courses to where they were when the run was cut. Raises UsageError when they cannot go on."""
    for course in courses:
        course.looks = found.stored.run.looks
        try:
            course.replay(found.stored.rounds, found.stored.decisions)
        except UsageError as error:
            then = found.stored.run.fairlap_version
            raise found.refusal(f"{error.message} (it was planned by Fairlap {then})") from error
        if course.reference in course.out:
            raise found.refusal("its reference contestant failed, so nothing can be compared any more")


def _must_be_here(found: Resumable) -> None:
    """Raises UsageError where another machine began the run."""
    then, now = HostFingerprint.from_json(found.stored.run.host_json), fingerprint()
    other = _differing(asdict(then), asdict(now))
    if other:
        raise found.refusal(f"it began on another machine: {other}")


def must_be_the_same(found: Resumable, courses: Sequence[Course], ready: Ready) -> None:
    """Raises UsageError when somebody that still races cannot be built, or is not what it was in the rounds so far."""
    racing = {(course.scenario, name) for course in courses if course.stopped is None for name in course.racing}
    for skip in ready.field.skips:
        if (skip.scenario, skip.contestant) in racing:
            why = f"{skip.contestant} takes part and is {skip.status} now: {skip.reason}"
            raise found.refusal(why, skip.hint)
    going_on = {name for _, name in racing} | {course.reference for course in courses if course.stopped is None}
    for name in sorted(going_on):
        _must_be_what_it_was(found, name, ready.versions[name], ready.builds[name])


def _must_be_what_it_was(found: Resumable, name: str, version: str | None, build: str) -> None:
    """Raises UsageError when a contestant is not what it was in the rounds so far."""
    turns = (turn for record in found.stored.rounds for turn in record.contestants if turn.contestant == name)
    for before in {turn.version for turn in turns} - {version}:
        raise found.refusal(f"{name} was {before} and is {version} now")
    if found.asked.builds[name] != build:
        raise found.refusal(f"{name} is built from other files or programs than when it began")


def must_measure_alike(found: Resumable, measuring: Measuring) -> None:
    """Raises UsageError when contestants are kept apart in another way, or the generator is another one."""
    record = found.stored.run
    then = Isolation.from_json(record.isolation_json)
    other = _differing(asdict(then), asdict(measuring.isolation), without=("reasons",))
    if other:
        raise found.refusal(f"its isolation was of another kind: {other}")
    was = {record.generator: record.generator_version, OWN_GENERATOR: record.fairload_version}
    now = {record.generator: measuring.generator_version, OWN_GENERATOR: measuring.fairload_version}
    other = _differing(was, now)
    if other:
        raise found.refusal(f"it was lapped by another generator: {other}")


def _asked(stored: StoredRun) -> Asked:
    record = stored.run
    if record.request_json is None:
        raise _refusal(record.run, "the classic method has no rounds that could be kept")
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
