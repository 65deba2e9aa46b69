"""`fairlap doctor`: checks whether this machine gives trustworthy results."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.cluster import cluster_module
from fairlap.cli.settings import Settings, settings_of
from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.doctor import Check

CEILING_SCENARIO = "hello-json"


def doctor(
    context: typer.Context,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Examine the machines of this Ray cluster instead.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    rounds: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=1000,
            help="Rounds (5 s each) of the reference against itself, which tell how precise races can be here; "
            "0 leaves them out.  [default: 6]",
        ),
    ] = None,
) -> None:
    """Examine this machine: CPUs, isolation, limits, the ceiling of the generator, and how precise races are here."""
    settings = settings_of(context)
    if rounds == 1:
        raise UsageError("one round shows no variance of starts", hint="--rounds 2 or more, or 0 to leave the race out")
    if cluster is None:
        checks = _machine(settings, rounds)
    elif rounds is not None:
        raise UsageError("--rounds has no meaning with --cluster, where nothing is raced", hint="leave it out")
    else:
        checks = cluster_module("doctor").examine_cluster(cluster, settings.root)
    if as_json:
        documents = [{"mend" if key == "fix" else key: value for key, value in asdict(one).items()} for one in checks]
        typer.echo(json.dumps(documents, indent=2))
    else:
        _print_findings(checks)


def _machine(settings: Settings, rounds: int | None) -> "tuple[Check, ...]":
    from fairlap.catalog import REFERENCE
    from fairlap.cli.progress import observer
    from fairlap.doctor import examine, examine_catalog
    from fairlap.single.ceiling import examine_ceiling
    from fairlap.single.restlessness import ROUNDS, examine_restlessness

    catalog = settings.load_catalog()
    files = examine_catalog(catalog)
    if catalog.broken_among("contestant", [REFERENCE]) or catalog.broken_among("scenario", [CEILING_SCENARIO]):
        return (files, *examine(state_dir=settings.state))
    reference, scenario = catalog.contestant(REFERENCE), catalog.scenario(CEILING_SCENARIO)
    results, build_root = settings.results, settings.build_root
    checks = [
        *examine(state_dir=settings.state),
        examine_ceiling(reference, scenario, results=results, build_root=build_root),
    ]
    rounds = ROUNDS if rounds is None else rounds
    if rounds > 0:
        with observer(results) as seen:
            checks.append(
                examine_restlessness(
                    reference, scenario, rounds=rounds, results=results, build_root=build_root, observer=seen
                )
            )
    return (files, *checks)


def _print_findings(checks: "tuple[Check, ...]") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    styles = {"good": "green", "warning": "yellow", "bad": "red"}
    table = Table.grid(padding=(0, 2))
    for check in checks:
        finding = Text.assemble((check.name, "bold"), f": {check.value}", (f"\n{check.meaning}", "dim"))
        if check.fix is not None:
            finding.append(f"\nfix: {check.fix}")
        table.add_row(Text(check.verdict, style=styles[check.verdict]), finding)
    Console(highlight=False).print(table)
