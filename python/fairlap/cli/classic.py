"""`fairlap classic`: repeats a seed's own procedure."""

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.files import HtmlFile, JsonFile, MarkdownFile
from fairlap.cli.isolation import Isolated, Networked, NetworkName, hosting_of
from fairlap.cli.race import Names, ScenarioName, Seed, end_of, names_of, override
from fairlap.cli.repeat import command_of
from fairlap.cli.report import Strict, outputs_of
from fairlap.cli.settings import settings_of, warn_broken
from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.catalog import Catalog, Suite

Scale = Annotated[
    float, typer.Option(min=0.001, max=10, metavar="FACTOR", help="Scale the length of a pass, e.g. 0.1 for a tenth.")
]
GeneratorName = Annotated[
    str | None,
    typer.Option(
        "--generator",
        metavar="NAME",
        help="Use this tool instead of the seed's: ab, autocannon, bombardier, h2load, hey, k6, oha, plow, vegeta, "
        "webbench or wrk.",
    ),
]


def classic(
    context: typer.Context,
    suite: Annotated[str, typer.Argument(metavar="SUITE", help="Name of a suite that has a seed, e.g. tuft, spdy.")],
    contestants: Names = None,
    scenario: ScenarioName = None,
    scale: Scale = 1.0,
    generator: GeneratorName = None,
    isolation: Isolated = None,
    network: Networked = NetworkName.private,
    seed: Seed = None,
    strict: Strict = False,
    json_file: JsonFile = None,
    markdown_file: MarkdownFile = None,
    html_file: HtmlFile = None,
) -> None:
    """Repeat a seed's procedure: its tool, one contestant at a time, one pass for warm-up and one for the result."""
    from fairlap.cli.progress import observer
    from fairlap.plan.goal import Goal
    from fairlap.race.classic import classic_race
    from fairlap.race.request import RaceRequest

    settings = settings_of(context)
    outputs = outputs_of(json_file, markdown_file, html_file)
    catalog = settings.load_catalog()
    names = names_of(contestants)
    chosen, broken = catalog.without_broken(override(catalog.suite(suite), scenario), names)
    chosen = _with_procedure(catalog, chosen, scale)
    assert chosen.classic is not None
    hosting = hosting_of(isolation, network, named=[catalog.contestant(name) for name in names])
    drawn = secrets.randbits(32) if seed is None else seed
    request = RaceRequest(
        catalog=catalog,
        suite=chosen,
        names=names,
        seed=drawn,
        results=settings.results,
        build_root=settings.build_root,
        goal=Goal(precision=chosen.precision, budget_s=chosen.budget_s, rates=chosen.rates),
        command=command_of(context, seed=drawn, isolation=hosting.kind),
        generator=generator or chosen.classic.generator,
        hosting=hosting,
        broken=broken,
    )
    warn_broken(broken)
    with observer(settings.results) as watching:
        outcome = classic_race(request, watching)
    raise typer.Exit(end_of(settings, outcome, outputs, strict=strict, resumable=False) or bool(broken))


def _with_procedure(catalog: "Catalog", suite: "Suite", scale: float) -> "Suite":
    """Return the suite with its seed's connections and scaled passes. Raises UsageError when it has no seed."""
    if suite.classic is None:
        known = ", ".join(sorted(item.name for item in catalog.suites if item.classic is not None))
        raise UsageError(
            "has no classic procedure to repeat", where=f"suite {suite.name}", hint=f"choose one of: {known}"
        )
    procedure = suite.classic.scaled(scale)
    load = suite.load.model_copy(update={"connections": max(procedure.connections), "keepalive": procedure.keepalive})
    return suite.model_copy(update={"classic": procedure, "load": load})
