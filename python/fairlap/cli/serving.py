"""`fairlap start`, `exec`, `stop` and `logs`: serves one contestant by hand."""

import os
from typing import Annotated

import typer

from fairlap.cli.isolation import Isolated, hosting_of
from fairlap.cli.settings import say, settings_of
from fairlap.errors import UsageError

Name = Annotated[str, typer.Argument(metavar="NAME", help="The contestant.")]


def start(
    context: typer.Context,
    name: Name,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port on 127.0.0.1.")] = 8080,
    workers: Annotated[int, typer.Option(min=1, max=1024, help="Number of workers, and of CPUs.")] = 1,
    scenario: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Also start the services of this scenario [default: its first]."),
    ] = None,
    isolation: Isolated = None,
) -> None:
    """Serve one contestant on a port, until `fairlap stop NAME`."""
    settings = settings_of(context)
    catalog = settings.load_catalog()
    contestant = catalog.contestant(name)
    target = catalog.scenario(scenario or next(iter(contestant.scenarios)))
    contestant.must_answer(target)
    from fairlap.single.serve import serve

    hosting = hosting_of(isolation, named=[contestant])
    served = serve(
        contestant,
        target,
        port,
        workers,
        results=settings.results,
        build_root=settings.build_root,
        say=say,
        hosting=hosting,
    )
    typer.echo(f"{name} answers at {served.url} (pid {served.pid}; stop: fairlap stop {name})")
    if served.authority is not None:
        typer.echo(f"its certificate is trusted with {served.authority}")


def execute(
    context: typer.Context,
    name: Name,
    command: Annotated[list[str], typer.Argument(metavar="COMMAND", help="The command and its arguments.")],
) -> None:
    """Run a command in the folder and environment of a served contestant, as its user and on its CPUs."""
    from fairlap.hosting.leftovers import find_served

    own = command[1:] if command[0] == "--" else command
    if not own:
        raise UsageError("there is no command after --", hint=f"fairlap exec {name} -- sh")
    raise typer.Exit(find_served(settings_of(context).state, name).run_inside(own))


def stop(context: typer.Context, name: Name) -> None:
    """Stop a contestant started with `fairlap start`, and its services."""
    from fairlap.hosting.leftovers import stop_served

    outcome = stop_served(settings_of(context).state, name)
    typer.echo(f"{name}: ended ({outcome.how})")


def logs(
    context: typer.Context,
    name: Name,
    lines: Annotated[int, typer.Option("--lines", "-n", min=1, help="Number of last lines.")] = 50,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Follow new output until Ctrl-C.")] = False,
) -> None:
    """Show the output of a contestant started with `fairlap start`."""
    from fairlap.hosting.leftovers import find_served

    served = find_served(settings_of(context).state, name)
    if follow:
        os.execvp("tail", ["tail", "--lines", str(lines), "--follow=name", str(served.log_path)])
    for line in served.log_tail(lines):
        typer.echo(line)
