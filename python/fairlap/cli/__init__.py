"""The command line: one function per command, each importing heavy modules itself so that `--help` is instant."""

import errno
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from fairlap.cli import (
    adhoc,
    classic,
    compare,
    contestants,
    doctor,
    export,
    help,
    history,
    images,
    importing,
    init,
    new,
    race,
    report,
    serve,
    serving,
)
from fairlap.cli.groups import Grouped
from fairlap.cli.settings import Settings
from fairlap.errors import FairlapError, UsageError, harmless

app = typer.Typer(
    name="fairlap",
    cls=Grouped,
    help="The fair and reproducible benchmark of HTTP servers and web frameworks.",
    epilog="Exit codes: 0 done; 1 done, but some contestant failed, is invalid or broken; 2 bad usage or bad files; "
    "3 flagged (with --strict); 130 interrupted (finished rounds are kept; fairlap resume continues the run).",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("list")(contestants.list_contestants)
app.command("doctor")(doctor.doctor)
app.command("prepare")(contestants.prepare)
app.command("images")(images.images)
app.command("base-image")(images.base_image)
app.command("check")(contestants.check)
app.command("import")(importing.import_)
app.command("init")(init.init)
app.add_typer(new.new, name="new")
app.command("race", epilog=adhoc.EXAMPLES)(adhoc.race)
app.command("run")(race.run)
app.command("classic")(classic.classic)
app.command("resume")(race.resume)
app.command("report", epilog=report.EXAMPLES)(report.report)
app.command("compare")(compare.compare)
app.command("history")(history.history)
app.command("serve")(serve.serve)
app.command("export")(export.export)
app.command("start")(serving.start)
app.command("exec", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})(
    serving.execute
)
app.command("stop")(serving.stop)
app.command("logs")(serving.logs)
app.command("help")(help.show_help)


def _show_version(wanted: bool) -> None:
    if wanted:
        from fairlap import __version__

        typer.echo(f"fairlap {__version__}")
        raise typer.Exit


@app.callback()
def _settings(
    context: typer.Context,
    catalog: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="DIR",
            envvar="FAIRLAP_CATALOG",
            help="Folder with contestants/, scenarios/ and suites/, or with a fairlap.toml; built-in: the catalog of "
            "Fairlap itself; may be repeated [default: this folder or its nearest such parent, else built-in].",
        ),
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            envvar="FAIRLAP_RESULTS",
            help="Folder for the store, logs and running state [default: results/ in the catalog, without one "
            "~/.local/share/fairlap/results].",
        ),
    ] = None,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    context.obj = Settings(tuple(catalog or ()), results)


_ROOM = "make room there, or choose other folders with --results and TMPDIR"
_FULL = {errno.ENOSPC: _ROOM, errno.EDQUOT: _ROOM, errno.EROFS: "choose another folder with --results"}
"""What can happen to any file at any moment, and its remedy."""


def main() -> None:
    """Run the command line; print an error as one line and exit with its code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a process with threads cannot join a user namespace
    try:
        app()
    except UsageError as error:
        print(f"fairlap: {harmless(error.line())}", file=sys.stderr)
        sys.exit(2)
    except FairlapError as error:
        print(f"fairlap: {harmless(error.line())}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("fairlap: interrupted", file=sys.stderr)
        sys.exit(race.INTERRUPTED)
    except BrokenPipeError:
        # The reader (`| head`) is gone. Python would complain again when it flushes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        if error.errno not in _FULL:
            raise
        where = "" if error.filename is None else f"{error.filename}: "
        print(f"fairlap: {harmless(where)}{error.strerror} (fix: {_FULL[error.errno]})", file=sys.stderr)
        sys.exit(2)
