"""`fairlap history`: shows a contestant's scores from run to run."""

from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.files import STDOUT, JsonFile, MarkdownFile, check_targets, write_text
from fairlap.cli.settings import settings_of

if TYPE_CHECKING:
    from pathlib import Path

    from fairlap.history import History

ScenarioName = Annotated[str | None, typer.Option("--scenario", metavar="NAME", help="Only this scenario.")]
SuiteName = Annotated[str | None, typer.Option("--suite", metavar="NAME", help="Only runs of this suite.")]


def history(
    context: typer.Context,
    contestant: Annotated[str, typer.Argument(metavar="CONTESTANT", help="Name of a contestant, e.g. gin.")],
    scenario: ScenarioName = None,
    suite: SuiteName = None,
    json_file: JsonFile = None,
    markdown_file: MarkdownFile = None,
) -> None:
    """Show a contestant's scores from run to run, with change points and breaks."""
    check_targets(json_file, markdown_file)
    from fairlap.history import build_history
    from fairlap.store import Store

    with Store.open(settings_of(context).results / "fairlap.db", create=False) as store:
        built = build_history(store, contestant, scenario, suite)
    _deliver(built, json_file, markdown_file)


def _deliver(built: "History", json_file: "Path | None", markdown_file: "Path | None") -> None:
    from fairlap.render.history import render_history_json, render_history_markdown, render_history_terminal

    if json_file is not None:
        write_text(json_file, render_history_json(built))
    if markdown_file is not None:
        write_text(markdown_file, render_history_markdown(built))
    if STDOUT in (json_file, markdown_file):
        return
    from rich.console import Console

    Console().print(render_history_terminal(built))
