"""`fairlap serve`: the results in a browser."""

import sys
from typing import Annotated

import typer

from fairlap.cli.settings import settings_of

Host = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Address to listen on; any other than this one lets others read.")
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0: any that is free.")]


def serve(context: typer.Context, host: Host = "127.0.0.1", port: Port = 8090) -> None:
    """Show the results in a browser: all runs, comparisons, history, a running race. Read-only; Ctrl-C ends it."""
    results = settings_of(context).results_to_read
    from fairlap.dashboard.serving import is_loopback, serve

    def began(address: str) -> None:
        typer.echo(f"Fairlap answers at {address} (read-only, results of {results}); Ctrl-C ends it")
        sys.stdout.flush()

    if not is_loopback(host):
        typer.echo(
            f"fairlap: warning: {host} may be reached by others; whoever reaches it can read all results", err=True
        )
    serve(results, host, port, began)
