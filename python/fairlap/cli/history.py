"""`fairlap history`: shows a contestant's scores from run to run."""

from typing import Annotated

import typer

from fairlap.cli.files import JsonFile, MarkdownFile, check_targets, deliver
from fairlap.cli.settings import settings_of

ScenarioName = Annotated[str | None, typer.Option("--scenario", metavar="NAME", help="Only this scenario.")]
SuiteName = Annotated[str | None, typer.Option("--suite", metavar="NAME", help="Only runs of this suite.")]


def history(
    context: typer.Context,
    contestant: Annotated[
        str | None,
        typer.Argument(metavar="CONTESTANT", help="Name of a contestant, e.g. gin [default: the only one]."),
    ] = None,
    scenario: ScenarioName = None,
    suite: SuiteName = None,
    json_file: JsonFile = None,
    markdown_file: MarkdownFile = None,
) -> None:
    """Show a contestant's scores from run to run, with change points and breaks."""
    check_targets(json_file, markdown_file)
    from fairlap.history import build_history
    from fairlap.render.history import render_history_markdown, render_history_terminal
    from fairlap.store import Store

    settings = settings_of(context)
    contestant = contestant or settings.load_catalog().contestant(None).name
    with Store.open(settings.results / "fairlap.db", create=False) as store:
        built = build_history(store, contestant, scenario, suite)
    deliver(
        built,
        json_file,
        markdown_file,
        lambda: render_history_markdown(built),
        lambda: render_history_terminal(built),
    )
