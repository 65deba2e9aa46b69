"""Resumes an interrupted run: keeps its stored rounds and runs the rest as planned."""

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
from fairlap.race.claim import claimed
from fairlap.race.events import LapSeen, Observer, RoundBegan, RoundEnded
from fairlap.race.field import Chosen, Field
from fairlap.race.request import RaceRequest
from fairlap.race.run import Measuring
from fairlap.race.stored_request import StoredRequest
from fairlap.race.venue import Ready, Venue
from fairlap.samples import METHOD_VERSION, OWN_GENERATOR
from fairlap.store import Store, StoredRun

START_AGAIN = "start a new race: fairlap run"


@dataclass(frozen=True, slots=True)
class Resumable:
    """A stored run that may be resumable, and its request."""

    stored: StoredRun
    original: StoredRequest

    @property
    def run(self) -> str:
        """The name of the run."""
        return self.stored.run.run

    def refusal(self, why: str, hint: str | None = None) -> UsageError:
        """Return the error that explains why it cannot be resumed."""
        return _refusal(self.run, why, hint)

    def entries(self, request: RaceRequest, venue: Venue) -> Chosen:
        """Return scenarios and contestants from the current catalog. Raises UsageError after changes."""
        if venue.cluster is None:
            _require_same_machine(self)
        return self.original.entries(request.catalog)

    def field(self, entries: Chosen, built: Field) -> Field:
        """Return the original contestants with their current builds."""
        able = tuple((item.scenario, item.contestants) for item in self.original.fields)
        scenarios = tuple(scenario for scenario, _ in entries)
        return Field(scenarios, able, built.prepared, self.stored.skips, built.beside)

    def request(self, catalog: Catalog, results: Path, build_root: Path, hosting: Hosting) -> RaceRequest:
        """Return the original request, with its stored suite and the current catalog."""
        record = self.stored.run
        return RaceRequest(
            catalog=catalog,
            suite=Suite.model_validate_json(record.suite_json),
            names=self.original.names,
            seed=record.seed,
            results=results,
            build_root=build_root,
            goal=self.original.goal,
            command=record.command,
            generator=self.original.generator,
            hosting=hosting,
        )


@contextmanager
def open_resumable(results: Path, name: str) -> Iterator[Resumable]:
    """Open a stored run by its name or a prefix, and lock it until the end of the context.

    Raises:
        UsageError: there is none, it is still running, it has ended, or it cannot be resumed.
    """
    file = results / "fairlap.db"
    with Store.open(file, create=False) as store:
        run = store.resolve(name)
    with claimed(results, run):
        with Store.open(file, create=False) as store:
            stored = store.load(run)
        yield Resumable(stored, _original(stored))


def replay(found: Resumable, courses: Sequence[Course]) -> None:
    """Restore the courses as they were at the interruption. Raises UsageError when they cannot continue."""
    for course in courses:
        course.looks = found.stored.run.looks
        try:
            course.replay(found.stored.rounds, found.stored.decisions)
        except UsageError as error:
            then = found.stored.run.fairlap_version
            raise found.refusal(f"{error.message} (it was planned by Fairlap {then})") from error
        if course.reference in course.out:
            raise found.refusal("its reference contestant failed, so comparisons are impossible")


def _require_same_machine(found: Resumable) -> None:
    """Raise UsageError when the run began on another machine."""
    then, now = HostFingerprint.from_json(found.stored.run.host_json), fingerprint()
    other = _differences(asdict(then), asdict(now))
    if other:
        raise found.refusal(f"it began on another machine: {other}")


def require_same_contestants(found: Resumable, courses: Sequence[Course], ready: Ready) -> None:
    """Raise UsageError when a contestant that still races cannot be built or has changed."""
    racing = {(course.scenario, name) for course in courses if course.stopped is None for name in course.racing}
    for skip in ready.field.skips:
        if (skip.scenario, skip.contestant) in racing:
            why = f"{skip.contestant} still races but is now {skip.status}: {skip.reason}"
            raise found.refusal(why, skip.hint)
    names = {name for _, name in racing} | {course.reference for course in courses if course.stopped is None}
    for name in sorted(names):
        _require_unchanged(found, name, ready.versions[name], ready.builds[name])


def _require_unchanged(found: Resumable, name: str, version: str | None, build: str) -> None:
    turns = (turn for record in found.stored.rounds for turn in record.contestants if turn.contestant == name)
    for before in {turn.version for turn in turns} - {version}:
        raise found.refusal(f"{name} has changed from {before} to {version}")
    if found.original.builds[name] != build:
        raise found.refusal(f"files or programs of {name} have changed since it began")


def require_same_measuring(found: Resumable, measuring: Measuring) -> None:
    """Raise UsageError when isolation or generator have changed."""
    record = found.stored.run
    then = Isolation.from_json(record.isolation_json)
    other = _differences(asdict(then), asdict(measuring.isolation), without=("reasons",))
    if other:
        raise found.refusal(f"its isolation was different: {other}")
    was = {record.generator: record.generator_version, OWN_GENERATOR: record.fairload_version}
    now = {record.generator: measuring.generator_version, OWN_GENERATOR: measuring.fairload_version}
    other = _differences(was, now)
    if other:
        raise found.refusal(f"its generator was different: {other}")


def _original(stored: StoredRun) -> StoredRequest:
    record = stored.run
    if record.request_json is None:
        classic = record.method == "classic"
        why = "the classic method has no rounds to keep" if classic else "its commands are in no catalog"
        raise _refusal(record.run, why)
    if stored.ended_at is not None and not stored.interrupted:
        raise UsageError(f"run {record.run} has ended", hint=f"show it: fairlap report {record.run}")
    if record.method_version != METHOD_VERSION:
        why = f"it used version {record.method_version} of the method, but this Fairlap uses {METHOD_VERSION}"
        raise _refusal(record.run, why)
    try:
        return StoredRequest.model_validate_json(record.request_json)
    except ValidationError as error:
        why = f"this Fairlap cannot read the request that Fairlap {record.fairlap_version} stored"
        raise _refusal(record.run, why) from error


def _refusal(run: str, why: str, hint: str | None = None) -> UsageError:
    return UsageError(f"cannot be resumed: {why}", where=f"run {run}", hint=hint or START_AGAIN)


def _differences(then: Mapping[str, object], now: Mapping[str, object], *, without: Sequence[str] = ()) -> str:
    """List the differences with both values; empty when there are none."""
    names = [name for name in then if name not in without and then[name] != now[name]]
    return ", ".join(f"{name} {then[name]} then, {now[name]} now" for name in names)


def repeat_events(stored: StoredRun, courses: Sequence[Course], observer: Observer) -> None:
    """Repeat the events of the rounds so far, so that the board includes them."""
    planned = {course.scenario: course.planned for course in courses}
    for record in stored.rounds:
        observer(RoundBegan(record.scenario, record.round, planned[record.scenario], record.heat))
        for turn in record.contestants:
            for lap in turn.samples:
                observer(LapSeen(record.scenario, lap.cycle, turn.contestant, lap.throughput_per_s))
        observer(RoundEnded(record))
