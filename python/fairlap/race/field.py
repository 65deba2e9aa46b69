"""Chooses the contestants of a race, checks that the generator supports them, and builds them."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fairlap.catalog import Contestant, Scenario
from fairlap.errors import UsageError
from fairlap.generators.tools.laps import find_tool, require_support
from fairlap.generators.tools.tool import Tool
from fairlap.hosting.hosting import Hosting
from fairlap.hosting.prepared import Prepared
from fairlap.hosting.services.running import why_missing, with_their_services
from fairlap.race.events import Notice, Observer, StageBegan
from fairlap.race.request import RaceRequest
from fairlap.race.turn import target_of
from fairlap.samples import OWN_GENERATOR, Skip

Chosen = Sequence[tuple[Scenario, tuple[Contestant, ...]]]
Entries = Sequence[tuple[Scenario, Sequence[Contestant]]]
"""The contestants of each scenario, without the reference."""


def choose_entries(request: RaceRequest) -> tuple[tuple[Scenario, tuple[Contestant, ...]], ...]:
    """Return the contestants of each scenario without the reference.

    `*` stands for all but those with images of their own, of which there may be hundreds. Raises UsageError for wrong
    names, and for contestants that answer none of the scenarios.
    """
    suite, catalog = request.suite, request.catalog
    wanted = request.names or tuple(suite.contestants)
    if not request.names and "*" in wanted:
        everyone = [item for item in catalog.contestants if item.image is None]
    else:
        everyone = [catalog.contestant(name) for name in dict.fromkeys(wanted)]
        for contestant in everyone:
            if not any(contestant.subscription(scenario) is not None for scenario in request.scenarios):
                contestant.must_answer(request.scenarios[0])
    chosen = []
    for scenario in request.scenarios:
        field = [item for item in everyone if item.subscription(scenario) is not None]
        catalog.contestant(suite.reference).must_answer(scenario)
        chosen.append((scenario, tuple(item for item in field if item.name != suite.reference)))
    answered = [(scenario, field) for scenario, field in chosen if field]
    return tuple(answered or chosen)


def choose_tool(request: RaceRequest, entries: Entries, *, dialects: bool = False) -> Tool | None:
    """Return the external tool of a race, if any. Raises UsageError when it cannot send the requests."""
    if request.generator == OWN_GENERATOR:
        return None
    tool, load = find_tool(request.generator, dialects=dialects), request.suite.load
    reference = request.catalog.contestant(request.suite.reference)
    with tempfile.TemporaryDirectory(prefix="fairlap-") as folder:
        for scenario, field in entries:
            for contestant in (reference, *field):
                own = load.for_scenario(scenario)
                target = target_of(contestant, scenario, own, port=1)
                require_support(tool, target, own.connections, own.pipeline, Path(folder))
    return tool


@dataclass(frozen=True, slots=True)
class Field:
    """Contestants that can race: names by scenario, their builds, and skipped ones.

    `scenarios` are those with available services, in the order of `entries`; the services of `beside` run, too.
    """

    scenarios: tuple[Scenario, ...]
    entries: tuple[tuple[str, tuple[str, ...]], ...]
    prepared: dict[str, Prepared]
    skips: tuple[Skip, ...]
    beside: tuple[Scenario, ...] = ()

    def scenario(self, name: str) -> Scenario:
        """Return one of `scenarios` by name."""
        return next(scenario for scenario in self.scenarios if scenario.name == name)


def prepare_field(request: RaceRequest, chosen: Chosen, observer: Observer) -> Field:
    """Build all contestants. Raises UsageError when the reference or the services of all scenarios are missing."""
    reference = request.catalog.contestant(request.suite.reference)
    entries, skips = _with_their_services(chosen, request.hosting, observer)
    entries, more = _with_what_they_expect(entries, request, observer)
    skips += more
    everyone = {item.name: item for _, field in entries for item in (reference, *field)}
    prepared: dict[str, Prepared] = {}
    hosting, root = request.hosting, request.build_root
    for contestant, ready in hosting.prepare(tuple(everyone.values()), root, partial(_say, observer)):
        if isinstance(ready, Prepared):
            prepared[contestant.name] = ready
            continue
        if contestant.name == reference.name:
            raise UsageError(f"the reference contestant cannot run: {ready.reason}", hint=ready.hint)
        observer(Notice(f"{contestant.name}: {ready.status}: {ready.reason}"))
        skips += [
            Skip(contestant.name, scenario.name, ready.status, ready.reason, ready.hint)
            for scenario, field in entries
            if contestant in field
        ]
    scenarios = tuple(scenario for scenario, _ in entries)
    beside = request.catalog.needed_beside((one.contestant for one in prepared.values()), scenarios)
    services = sorted({name for scenario in (*scenarios, *beside) for name in scenario.services})
    hosting.prepare_services(services, root, lambda text: observer(StageBegan(text)))
    able = tuple(
        (scenario.name, tuple(item.name for item in field if item.name in prepared)) for scenario, field in entries
    )
    skips += broken_manifests(request, chosen)
    return Field(scenarios, able, prepared, tuple(skips), beside)


def broken_manifests(request: RaceRequest, chosen: Chosen) -> list[Skip]:
    """Return a failed row in each scenario for each broken manifest, as its subscriptions are unknown.

    Several files with one name share a row, and a name that can race has none.
    """
    reasons = {one.name: f"manifest: {one.error}" for one in request.broken if one.kind == "contestant"}
    return [
        Skip(name, scenario.name, "failed", reason, None)
        for scenario, field in chosen
        for name, reason in reasons.items()
        if name not in {item.name for item in field}
    ]


def _say(observer: Observer, name: str, text: str) -> None:
    observer(StageBegan(text, contestant=name or None))


def _with_their_services(entries: Chosen, hosting: Hosting, observer: Observer) -> tuple[Chosen, list[Skip]]:
    """Return the scenarios with available services, and the contestants that are skipped in others.

    Raises UsageError when no scenario is left.
    """
    skips: list[Skip] = []
    fields = {scenario.name: field for scenario, field in entries}

    def leave_out(scenario: Scenario, reason: str, fix: str) -> None:
        observer(Notice(f"{scenario.name}: skipped: {reason} (fix: {fix})"))
        skips.extend(
            Skip(contestant.name, scenario.name, "skipped", reason, fix) for contestant in fields[scenario.name]
        )

    able = with_their_services([scenario for scenario, _ in entries], leave_out, hosting.missing_service)
    return [(scenario, fields[scenario.name]) for scenario in able], skips


def _with_what_they_expect(entries: Chosen, request: RaceRequest, observer: Observer) -> tuple[Chosen, list[Skip]]:
    """Return the entries without contestants that expect a service which cannot run here, and these."""
    scenarios = [scenario for scenario, _ in entries]
    lacks: dict[str, tuple[str, str]] = {}
    for contestant in {item.name: item for _, field in entries for item in field}.values():
        for expected in request.catalog.needed_beside([contestant], scenarios):
            if (missing := why_missing(expected, request.hosting.missing_service)) is not None:
                lacks[contestant.name] = missing
                observer(Notice(f"{contestant.name}: skipped: {missing[0]} (fix: {missing[1]})"))
    skips = [
        Skip(item.name, scenario.name, "skipped", *lacks[item.name])
        for scenario, field in entries
        for item in field
        if item.name in lacks
    ]
    return [(scenario, tuple(one for one in field if one.name not in lacks)) for scenario, field in entries], skips
