"""`fairlap resume`: continues an interrupted run."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.cluster import cluster_module
from fairlap.cli.files import HtmlFile, JsonFile, MarkdownFile
from fairlap.cli.isolation import IsolationName, NetworkName, hosting_of
from fairlap.cli.report import Strict, deliver, outputs_of
from fairlap.cli.settings import Settings, settings_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairlap.cli.formats import Output
    from fairlap.race.request import RaceOutcome

INTERRUPTED = 130


def resume(
    context: typer.Context,
    run: Annotated[str, typer.Argument(metavar="RUN", help="Name of a run, or its beginning.")],
    strict: Strict = False,
    json_file: JsonFile = None,
    markdown_file: MarkdownFile = None,
    html_file: HtmlFile = None,
) -> None:
    """Continue a run that was interrupted or killed: finished rounds are kept, and the rest is run."""
    from fairlap.cli.progress import observer
    from fairlap.race.race import race
    from fairlap.race.resume import open_resumable

    settings = settings_of(context)
    outputs = outputs_of(json_file, markdown_file, html_file)
    catalog = settings.load_catalog()
    with open_resumable(settings.results, run) as found:
        hosting = hosting_of(IsolationName(found.original.isolation), NetworkName(found.original.network))
        request = found.request(catalog, settings.results, settings.build_root, hosting)
        with observer(settings.results) as watching:
            if found.original.cluster is None:
                outcome = race(request, watching, found=found)
            else:
                outcome = cluster_module("race").resume_on_cluster(found, request, watching)
    raise typer.Exit(end_of(settings, outcome, outputs, strict=strict, resumable=True))


def end_of(
    settings: Settings, outcome: "RaceOutcome", outputs: "Sequence[Output]", *, strict: bool, resumable: bool
) -> int:
    """Write the report of a race that ended or was interrupted, and return the exit code."""
    code = deliver(settings, outcome.run, outputs, strict=strict)
    if not outcome.interrupted:
        return code
    if resumable:
        print(f"fairlap: interrupted (to continue: fairlap resume {outcome.run})", file=sys.stderr)
    return INTERRUPTED
