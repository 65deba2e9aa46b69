"""`fairlap serve`: shows the results in a browser."""

import sys
from typing import Annotated

import typer

from fairlap.cli.settings import settings_of

Host = Annotated[
    str,
    typer.Option(metavar="ADDRESS", help="Address to listen on; with any other, other machines can read the results."),
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0: any free port.")]


Names = Annotated[
    list[str] | None,
    typer.Option(
        "--name",
        metavar="NAME",
        help="Another name of this machine under which browsers may ask, such as that of a proxy; may be repeated.",
    ),
]


def serve(context: typer.Context, host: Host = "127.0.0.1", port: Port = 8090, name: Names = None) -> None:
    """Show the results in a browser: all runs, comparisons, history, a running race. Read-only; Ctrl-C stops it."""
    results = settings_of(context).results_to_read
    from fairlap.dashboard.serving import is_loopback, serve

    def began(address: str) -> None:
        typer.echo(f"Serving on {address} (read-only; results in {results}; Ctrl-C stops it)")
        sys.stdout.flush()

    if not is_loopback(host):
        typer.echo(f"fairlap: warning: everyone who can connect to {host} can read all results", err=True)
    serve(results, host, port, name or [], began)
