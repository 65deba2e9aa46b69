"""Builds contestants and shows progress: one line for each, and the time left on a terminal."""

import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from fairlap.catalog import Contestant
    from fairlap.hosting.hosting import Hosting

SECOND = 1.0


def build(hosting: "Hosting", chosen: "Sequence[Contestant]", build_root: Path, *, all_wanted: bool) -> int:
    """Build the chosen contestants and return the exit code.

    `all_wanted`: a contestant that cannot run here counts as a failure.
    """
    from rich.console import Console
    from rich.status import Status

    from fairlap.cli.progress import interrupt_once
    from fairlap.samples import Skip

    console = Console(stderr=True)
    status = Status("preparing", console=console) if sys.stderr.isatty() and not console.is_dumb_terminal else None
    began, done, unready = time.monotonic(), 0, 0
    with interrupt_once(), status or nullcontext():

        def show(_name: str, text: str) -> None:
            if status is not None:
                status.update(f"{text}{_left(began, done, len(chosen))}")

        for contestant, ready in hosting.prepare(chosen, build_root, show):
            done += 1
            if isinstance(ready, Skip):
                typer.echo(f"{contestant.name}: {ready.status}: {ready.reason} ({ready.hint})")
                # Without names the user asked for all that can run here, so a skipped contestant is not a failure.
                unready += ready.status == "failed" or all_wanted
            else:
                size = "" if ready.image is None else f", {ready.image.size_bytes / (1 << 20):.0f} MiB"
                typer.echo(f"{contestant.name}: ready, {ready.version or 'version unknown'}{size}")
    return 1 if unready else 0


def _left(began: float, done: int, total: int) -> str:
    """Extrapolate from the average so far; a rough guess, since builds differ and unchanged ones take no time."""
    elapsed_s = time.monotonic() - began
    if not done or elapsed_s < SECOND:
        return ""
    return f" (about {elapsed_s / done * (total - done):.0f} s left)"
