"""`fairlap compare`: tells whether something got slower, from two contestants, revisions or stored runs."""

import difflib
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.files import JsonFile, MarkdownFile, check_targets, deliver
from fairlap.cli.isolation import Isolated, IsolationName, hosting_of
from fairlap.cli.quantities import parse_duration_s, parse_share
from fairlap.cli.race import INTERRUPTED
from fairlap.cli.repeat import command_of
from fairlap.cli.settings import Settings, settings_of
from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.catalog import Catalog, Suite
    from fairlap.catalog.revisions import Side
    from fairlap.comparing import CompareReport, Question, SideDocument

PASSED, NOT_PASSED = 0, 1
DEFAULT_SHARE, DEFAULT_BUDGET, DEFAULT_CONNECTIONS, DEFAULT_SCENARIO = "2%", "3m", 64, "hello-json"
REFERENCE_EVERY = 4
"""Only the two sides are compared, in their common cycles: the reference serves warm-up and gates."""

BaseSide = Annotated[
    str,
    typer.Argument(
        metavar="BASE",
        help="Compare against this contestant, NAME@REVISION (git) or stored run; with a fairlap.toml, a REVISION.",
    ),
]
NewSide = Annotated[
    str | None,
    typer.Argument(
        metavar="NEW",
        help="Judge this one, given in the same way [default: the only contestant, as its files lie]. BASE again: race "
        "it against a copy of itself.",
    ),
]
ScenarioName = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=f"Scenario to compare [default: {DEFAULT_SCENARIO}; for two runs, and for a project, all they share].",
    ),
]
Threshold = Annotated[
    str, typer.Option(metavar="SHARE", help="Exit with 1 when NEW is slower by more than this, beyond chance.")
]
Precision = Annotated[
    str | None,
    typer.Option(
        metavar="SHARE",
        help="Smallest difference that matters, at most the threshold: measure until it is shown or ruled out "
        f"[default: {DEFAULT_SHARE}, or the threshold if that is smaller].",
    ),
]
Budget = Annotated[
    str | None,
    typer.Option(metavar="TIME", help=f"Time for measuring, without builds [default: {DEFAULT_BUDGET}]."),
]
Connections = Annotated[
    int | None,
    typer.Option(min=1, max=100_000, help=f"Number of connections [default: {DEFAULT_CONNECTIONS}]."),
]
Rates = Annotated[
    bool | None, typer.Option("--rates/--no-rates", help="Also measure response times at fixed rates [default: no].")
]
Seed = Annotated[int | None, typer.Option(min=0, help="Random seed; stored with the run [default: drawn].")]


@dataclass(frozen=True, slots=True)
class _Options:
    """The options as given; `None`: not given."""

    scenario: str | None
    precision: float
    threshold: float
    budget_s: float | None
    connections: int | None
    seed: int | None
    rates: bool | None
    isolation: IsolationName | None


def compare(
    context: typer.Context,
    base: BaseSide,
    new: NewSide = None,
    scenario: ScenarioName = None,
    threshold: Threshold = DEFAULT_SHARE,
    precision: Precision = None,
    budget: Budget = None,
    connections: Connections = None,
    rates: Rates = None,
    seed: Seed = None,
    isolation: Isolated = None,
    json_file: JsonFile = None,
    markdown_file: MarkdownFile = None,
) -> None:
    """Race two sides in one heat; exit with 1 when NEW is slower than BASE beyond threshold and chance."""
    settings = settings_of(context)
    check_targets(json_file, markdown_file)
    options = _Options(
        scenario=scenario,
        precision=_precision(precision, threshold),
        threshold=parse_share("--threshold", threshold),
        budget_s=None if budget is None else parse_duration_s("--budget", budget),
        connections=connections,
        seed=seed,
        rates=rates,
        isolation=isolation,
    )
    catalog = settings.load_catalog()
    if new is None and not catalog.is_project:
        raise UsageError("NEW is missing: what is to be judged?", hint="only a project with one app needs none")
    new = catalog.contestant(None).name if new is None else new
    base, new = (_of_project(catalog, typed) for typed in (base, new))
    runs = tuple(_find_run(settings, catalog, typed) for typed in (base, new))
    if runs[0] is not None and runs[1] is not None:
        report = _of_runs(settings, (base, new), (runs[0], runs[1]), options)
    elif runs == (None, None):
        report = _of_contestants(context, catalog, (base, new), options)
    else:
        run, other = (base, new) if runs[0] is not None else (new, base)
        raise UsageError(
            f"cannot compare the stored run {run!r} with the contestant {other!r}",
            hint="name two runs or two contestants",
        )
    from fairlap.render.comparison import render_comparison_markdown, render_comparison_terminal

    deliver(
        report,
        json_file,
        markdown_file,
        lambda: render_comparison_markdown(report),
        lambda: render_comparison_terminal(report),
    )
    raise typer.Exit(INTERRUPTED if report.interrupted else PASSED if report.passed else NOT_PASSED)


def _precision(precision: str | None, threshold: str) -> float:
    limit = parse_share("--threshold", threshold)
    if precision is None:
        return min(parse_share("--precision", DEFAULT_SHARE), limit)
    share = parse_share("--precision", precision)
    if share > limit:
        raise UsageError(
            f"--precision {precision} is coarser than --threshold {threshold} and would miss differences in between",
            hint=f"use --precision {threshold} or finer",
        )
    return share


def _of_project(catalog: "Catalog", typed: str) -> str:
    """Return APP@REVISION for what is only a revision of a project with one app; anything else as it is."""
    from fairlap.catalog.revisions import is_revision

    if not catalog.is_project or "@" in typed or typed in (one.name for one in catalog.contestants):
        return typed
    return f"{catalog.contestant(None).name}@{typed}" if is_revision(catalog.root, typed) else typed


def _find_run(settings: Settings, catalog: "Catalog", typed: str) -> str | None:
    """Return the name of the stored run, `None` for a contestant. Raises UsageError when it is neither."""
    from fairlap.store import Store

    names = [item.name for item in catalog.contestants]
    names += [item.name for item in catalog.broken_among("contestant", "*")]
    if "@" in typed or typed in names:
        return None
    file = settings.results / "fairlap.db"
    if file.exists() and typed:
        with Store.open(file, create=False) as store:
            if any(found.run.startswith(typed) for found in store.runs()):
                return store.load(typed).run.run
    near = difflib.get_close_matches(typed, names, n=1)
    mean = f", did you mean {near[0]!r}?" if near else ""
    kinds = "no contestant, revision or stored run" if catalog.is_project else "no contestant and no stored run"
    raise UsageError(
        f"{kinds} is called {typed!r}{mean}",
        hint="fairlap list shows contestants, fairlap report the newest run",
    )


def _of_runs(settings: Settings, typed: tuple[str, str], runs: tuple[str, str], options: _Options) -> "CompareReport":
    from fairlap.comparing import Question, SideDocument, compare_runs
    from fairlap.store import Store

    given = {
        "--budget": options.budget_s,
        "--connections": options.connections,
        "--rates": options.rates,
        "--seed": options.seed,
        "--isolation": options.isolation,
    }
    if superfluous := [name for name, value in given.items() if value is not None]:
        raise UsageError(f"stored runs are not raced again: drop {', '.join(superfluous)}")
    if runs[0] == runs[1]:
        raise UsageError(f"BASE and NEW are both run {runs[0]}", hint="fairlap report RUN shows a single run")
    sides = [
        SideDocument(typed=text, kind="run", commit=None, changed=None, run=run)
        for text, run in zip(typed, runs, strict=True)
    ]
    with Store.open(settings.results / "fairlap.db", create=False) as store:
        base, new = (store.load(run) for run in runs)
    question = Question(sides[0], sides[1], options.threshold, options.precision)
    return compare_runs(question, base, new, None if options.scenario is None else (options.scenario,))


def _of_contestants(
    context: typer.Context, catalog: "Catalog", typed: tuple[str, str], options: _Options
) -> "CompareReport":
    from dataclasses import replace

    from fairlap.catalog import Suite
    from fairlap.catalog.revisions import choose_sides
    from fairlap.cli.progress import observer
    from fairlap.comparing import compare_interleaved, compare_unraced
    from fairlap.plan.goal import Goal
    from fairlap.race.events import StageBegan
    from fairlap.race.race import race
    from fairlap.race.request import RaceRequest
    from fairlap.race.run import clear_own_leftovers
    from fairlap.report import build_report
    from fairlap.samples import Skip
    from fairlap.store import Store

    settings = settings_of(context)
    reference = catalog.contestant(Suite.model_fields["reference"].default)
    base, new = choose_sides(catalog, *typed, settings.build_root.parent, (reference.name,))
    names = [options.scenario] if options.scenario else _shared_scenarios(base, new, catalog)
    for name in names:
        for side in (base, new):
            side.contestant.must_answer(catalog.scenario(name))
    suite = _suite(base, new, names, options, catalog)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    hosting = hosting_of(options.isolation, named=(base.contestant, new.contestant))
    request = RaceRequest(
        catalog=replace(catalog, contestants=(base.contestant, new.contestant, reference)),
        suite=suite,
        names=(base.contestant.name, new.contestant.name),
        seed=seed,
        results=settings.results,
        build_root=settings.build_root,
        goal=Goal(
            precision=suite.precision,
            budget_s=suite.budget_s,
            reference_every=REFERENCE_EVERY,
            rates=suite.rates,
            latency_precision=None,
        ),
        command=command_of(context, base=_fixed(base), new=_fixed(new), seed=seed, isolation=hosting.kind),
        hosting=hosting,
    )
    with observer(settings.results) as watching:
        # Before building, which would disturb another race.
        clear_own_leftovers(settings.results, hosting, watching)
        sides = (base.contestant, new.contestant)
        building = hosting.prepare(sides, settings.build_root, lambda name, text: watching(StageBegan(text)))
        ready = {side.name: found for side, found in building}
        built = [found if isinstance(found := ready[side.name], Skip) else side.name for side in sides]
        if any(isinstance(item, Skip) for item in built):
            return compare_unraced(_question(base, new, options, run=None), names[0], built[0], built[1])
        outcome = race(request, watching)
    with Store.open(settings.results / "fairlap.db", create=False) as store:
        stored = store.load(outcome.run)
    question = _question(base, new, options, run=outcome.run)
    return compare_interleaved(question, build_report(stored), base.contestant.name, new.contestant.name)


def _shared_scenarios(base: "Side", new: "Side", catalog: "Catalog") -> list[str]:
    """Return those of a comparison that names none: of a project all, else the usual or the only one of both."""
    shared = sorted(base.contestant.scenarios.keys() & new.contestant.scenarios.keys())
    if catalog.is_project and shared:
        return shared
    if DEFAULT_SCENARIO in shared or not shared:
        return [DEFAULT_SCENARIO]
    if len(shared) > 1:
        raise UsageError(
            f"{base.contestant.name} and {new.contestant.name} share {len(shared)} scenarios: {', '.join(shared)}",
            hint="choose one with --scenario NAME",
        )
    return shared


def _fixed(side: "Side") -> str:
    """Return a name of this side that stays valid when its branch moves on."""
    return f"{side.asked_name}@{side.commit}" if side.is_revision else side.typed


def _suite(base: "Side", new: "Side", scenarios: list[str], options: _Options, catalog: "Catalog") -> "Suite":
    """Return a suite of minimal rounds and cycles: with a budget, the plan chooses its own."""
    from fairlap.catalog import LoadProfile, Suite

    load = LoadProfile(connections=DEFAULT_CONNECTIONS, lap_ms=100)
    workers = 1
    if catalog.is_project:
        load, workers = catalog.suite(None).load, catalog.suite(None).workers
    if options.connections is not None:
        load = load.model_copy(update={"connections": options.connections})
    return Suite(
        name="compare",
        title=f"{base.typed} -> {new.typed}",
        scenarios=scenarios,
        contestants=[base.contestant.name, new.contestant.name],
        rounds=4,
        cycles=15,
        precision=options.precision,
        budget_s=parse_duration_s("--budget", DEFAULT_BUDGET) if options.budget_s is None else options.budget_s,
        rates=bool(options.rates),
        workers=workers,
        load=load,
    )


def _question(base: "Side", new: "Side", options: _Options, run: str | None) -> "Question":
    from fairlap.catalog.revisions import same_files
    from fairlap.comparing import Question

    revisions = base.is_revision or new.is_revision
    notes = [note for side in (base, new) if (note := _note(side, revisions=revisions)) is not None]
    if same_files(base, new):
        notes.append("both sides are the same files, so any difference is chance")
    return Question(_document(base, run), _document(new, run), options.threshold, options.precision, tuple(notes))


def _document(side: "Side", run: str | None) -> "SideDocument":
    from fairlap.comparing import SideDocument

    return SideDocument(
        typed=side.typed,
        kind="revision" if side.is_revision else "contestant",
        commit=side.commit,
        changed=side.changed,
        run=run,
    )


def _note(side: "Side", *, revisions: bool) -> str | None:
    """Say which files this side was built from; working copies only when changed or compared with a revision."""
    if side.commit is None:
        return None
    commit, name = side.commit[:12], side.contestant.name
    if side.is_revision:
        return f"{name} is {side.typed}, commit {commit}"
    if side.changed:
        return f"{name}: working copy, with uncommitted changes since commit {commit}"
    return f"{name}: working copy, same as commit {commit}" if revisions else None
