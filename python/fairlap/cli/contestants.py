"""`fairlap list`, `fairlap prepare` and `fairlap check`: contestants before they race."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.isolation import (
    CaBundle,
    Isolated,
    IsolationName,
    Mirrors,
    Networked,
    NetworkName,
    Proxy,
    hosting_of,
)
from fairlap.cli.settings import settings_of

if TYPE_CHECKING:
    from fairlap.catalog import Contestant
    from fairlap.hosting.requirements import Missing

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def list_contestants(context: typer.Context, as_json: AsJson = False) -> None:
    """Show what can run here; for what cannot, the reason and the command that mends it."""
    from fairlap.hosting.requirements import missing

    catalog = settings_of(context).load_catalog()
    rows = [(contestant, missing(contestant)) for contestant in catalog.contestants]
    if as_json:
        typer.echo(json.dumps([_document(contestant, lacking) for contestant, lacking in rows], indent=2))
    else:
        _print_table(rows, len(catalog.scenarios))


def _document(contestant: "Contestant", lacking: "tuple[Missing, ...]") -> dict[str, object]:
    return {
        "name": contestant.name,
        "language": contestant.language,
        "framework": contestant.framework,
        "class": contestant.kind,
        "homepage": contestant.homepage,
        "scenarios": sorted(contestant.scenarios),
        "can_run": not lacking,
        "missing": [{"requirement": item.requirement, "reason": item.reason, "mend": item.mend} for item in lacking],
    }


def _print_table(rows: "list[tuple[Contestant, tuple[Missing, ...]]]", scenarios: int) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    for title in ("contestant", "language", "framework", "class", "answers", "runs"):
        table.add_column(title, no_wrap=True)
    for contestant, lacking in rows:
        table.add_row(
            contestant.name,
            contestant.language,
            contestant.framework,
            contestant.kind,
            "all" if len(contestant.scenarios) == scenarios else f"{len(contestant.scenarios)} of {scenarios}",
            "no" if lacking else "yes",
        )
    console = Console(highlight=False, markup=False)
    console.print(table)
    for contestant, lacking in rows:
        for item in lacking:
            console.print(f"{contestant.name} needs {item.requirement}: {item.reason} ({item.mend})", soft_wrap=True)


def prepare(
    context: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAMES]", help="Whom [default: all that can run here].")
    ] = None,
    isolation: Isolated = IsolationName.process,
    ca_bundle: CaBundle = None,
    proxy: Proxy = None,
    mirror: Mirrors = None,
) -> None:
    """Build contestants, so that a race can start at once. What is unchanged is not built again."""
    from fairlap.cli.building import build

    settings = settings_of(context)
    catalog = settings.load_catalog()
    chosen = [catalog.contestant(name) for name in dict.fromkeys(names)] if names else list(catalog.contestants)
    hosting = hosting_of(isolation, ca_bundle=ca_bundle, proxy=proxy, mirrors=mirror)
    raise typer.Exit(build(hosting, chosen, settings.build_root, all_wanted=bool(names)))


def check(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The contestant.")],
    scenario: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this scenario; may be repeated [default: all it subscribes to]."),
    ] = None,
    no_keepalive: Annotated[bool, typer.Option(help="Check it as a suite without keep-alive would.")] = False,
    isolation: Isolated = IsolationName.process,
    network: Networked = NetworkName.private,
) -> None:
    """Build, start and verify a contestant, then load it for a moment; says what is wrong and what was expected."""
    settings = settings_of(context)
    catalog = settings.load_catalog()
    contestant = catalog.contestant(name)
    scenarios = [
        catalog.scenario(item) for item in (dict.fromkeys(scenario) if scenario else sorted(contestant.scenarios))
    ]
    from fairlap.runner.check import check_contestant

    wrong = check_contestant(
        contestant,
        scenarios,
        keepalive=not no_keepalive,
        results=settings.results,
        build_root=settings.build_root,
        say=typer.echo,
        hosting=hosting_of(isolation, network),
    )
    raise typer.Exit(1 if wrong else 0)
