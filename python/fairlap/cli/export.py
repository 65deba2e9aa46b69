"""`fairlap export`: writes the results as a folder of web pages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from fairlap.cli.settings import settings_of

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="A new or empty folder, or one written by an earlier export.")
]


def export(context: typer.Context, folder: Folder) -> None:
    """Write all results as a static site, for any web host or to open from disk."""
    results = settings_of(context).results_to_read
    from fairlap.dashboard.export import export

    with _progress() as progress:
        done = export(results, folder, progress)
    gone = f", removed {done.removed} old ones" if done.removed else ""
    typer.echo(f"wrote {done.files} files, {done.size / 1e6:.1f} MB, to {folder}{gone}; open {folder / 'index.html'}")


@contextmanager
def _progress() -> Iterator[Callable[[int, int, str], None]]:
    """Show a progress bar on a terminal, nothing elsewhere."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("reading the results", total=None)
        yield lambda done, of, name: shown.update(task, completed=done, total=of, description=name)
