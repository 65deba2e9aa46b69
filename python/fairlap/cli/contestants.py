"""`fairlap list`, `fairlap prepare` and `fairlap check`."""

import json
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.isolation import CaBundle, Isolated, Mirrors, Networked, NetworkName, Proxy, hosting_of
from fairlap.cli.settings import settings_of, warn_broken

if TYPE_CHECKING:
    from fairlap.catalog import Broken, Catalog, Contestant
    from fairlap.hosting.hosting import Hosting
    from fairlap.hosting.requirements import Missing

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def list_contestants(context: typer.Context, as_json: AsJson = False) -> None:
    """List contestants and whether they can run here, with reasons and fixes. Exits with 1 if a file is broken."""
    from fairlap.hosting.requirements import missing

    catalog = settings_of(context).load_catalog()
    rows = [(contestant, missing(contestant)) for contestant in catalog.contestants]
    if as_json:
        documents = [_document(contestant, unmet) for contestant, unmet in rows]
        typer.echo(json.dumps([*documents, *map(_broken_document, catalog.broken)], indent=2))
    else:
        _print_table(rows, catalog)
    if catalog.broken:
        raise typer.Exit(1)


def _document(contestant: "Contestant", unmet: "tuple[Missing, ...]") -> dict[str, object]:
    return {
        "name": contestant.name,
        "language": contestant.language,
        "framework": contestant.framework,
        "class": contestant.kind,
        "homepage": contestant.homepage,
        "scenarios": sorted(contestant.scenarios),
        "can_run": not unmet,
        "missing": [{"requirement": item.requirement, "reason": item.reason, "mend": item.fix} for item in unmet],
    }


def _broken_document(broken: "Broken") -> dict[str, str]:
    return {"name": broken.name, "kind": broken.kind, "file": str(broken.file), "error": broken.error}


def _print_table(rows: "list[tuple[Contestant, tuple[Missing, ...]]]", catalog: "Catalog") -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False)
    for title in ("contestant", "language", "framework", "class", "scenarios", "runs"):
        table.add_column(title, no_wrap=title != "runs")
    scenarios = len(catalog.scenarios)
    for contestant, unmet in rows:
        table.add_row(
            contestant.name,
            contestant.language,
            contestant.framework,
            contestant.kind,
            "all" if len(contestant.scenarios) == scenarios else f"{len(contestant.scenarios)} of {scenarios}",
            "no" if unmet else "yes" if contestant.image is None else "in a container",
        )
    for broken in catalog.broken:
        title = broken.name if broken.kind == "contestant" else f"{broken.kind} {broken.name}"
        table.add_row(title, "-", "-", "-", "-", "broken")
    console = Console(highlight=False, markup=False)
    console.print(table)
    for contestant, unmet in rows:
        for item in unmet:
            console.print(f"{contestant.name} needs {item.requirement}: {item.reason} ({item.fix})", soft_wrap=True)
    for broken in catalog.broken:
        console.print(broken.line(), soft_wrap=True)


def prepare(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Contestants [default: all that can run here, but for imported ones]."),
    ] = None,
    isolation: Isolated = None,
    ca_bundle: CaBundle = None,
    proxy: Proxy = None,
    mirror: Mirrors = None,
) -> None:
    """Build contestants so that a race can start at once; unchanged ones are not built again."""
    settings = settings_of(context)
    catalog = settings.load_catalog()
    everyone = [one for one in catalog.contestants if one.image is None]  # of imported ones there may be hundreds
    chosen = [catalog.contestant(name) for name in dict.fromkeys(names)] if names else everyone
    hosting = hosting_of(isolation, named=chosen, ca_bundle=ca_bundle, proxy=proxy, mirrors=mirror)
    broken = catalog.broken_among("contestant", () if names else "*")
    warn_broken(broken)
    code = _build(hosting, chosen, settings.build_root, all_wanted=bool(names))
    raise typer.Exit(code or int(bool(broken)))


def check(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="The contestant [default: the only one].")] = None,
    scenario: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this scenario; may be repeated [default: all it subscribes to]."),
    ] = None,
    no_keepalive: Annotated[
        bool, typer.Option("--no-keepalive", help="Check as a suite without keep-alive would.")
    ] = False,
    isolation: Isolated = None,
    network: Networked = NetworkName.private,
) -> None:
    """Build, start and verify a contestant, then load it briefly; report what is wrong and what was expected."""
    settings = settings_of(context)
    catalog = settings.load_catalog()
    contestant = catalog.contestant(name)
    broken = () if scenario else catalog.broken_among("scenario", contestant.scenarios)
    wanted = dict.fromkeys(scenario) if scenario else catalog.healthy("scenario", sorted(contestant.scenarios))
    scenarios = [catalog.scenario(item) for item in wanted]
    warn_broken(broken)
    from fairlap.single.check import check_contestant

    wrong = check_contestant(
        contestant,
        scenarios,
        keepalive=not no_keepalive,
        results=settings.results,
        build_root=settings.build_root,
        say=typer.echo,
        hosting=hosting_of(isolation, network, named=[contestant]),
        beside=catalog.needed_beside([contestant], scenarios),
    )
    raise typer.Exit(1 if wrong or broken else 0)


def _build(hosting: "Hosting", chosen: "Sequence[Contestant]", build_root: Path, *, all_wanted: bool) -> int:
    """Build the chosen contestants and return the exit code.

    `all_wanted`: a contestant that cannot run here counts as a failure.
    """
    from rich.console import Console
    from rich.status import Status

    from fairlap.cli.progress import interrupt_once
    from fairlap.render.cells import with_fix
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
                typer.echo(f"{contestant.name}: {ready.status}: {with_fix(ready.reason, ready.hint)}")
                # Without names the user asked for all that can run here, so a skipped contestant is not a failure.
                unready += ready.status == "failed" or all_wanted
            else:
                size = "" if ready.image is None else f", {ready.image.size_bytes / (1 << 20):.0f} MiB"
                typer.echo(f"{contestant.name}: ready, {ready.version or 'version unknown'}{size}")
    return 1 if unready else 0


def _left(began: float, done: int, total: int) -> str:
    """Extrapolate from the average so far; a rough guess, since builds differ and unchanged ones take no time."""
    elapsed_s = time.monotonic() - began
    if not done or elapsed_s < 1:
        return ""
    return f" (about {elapsed_s / done * (total - done):.0f} s left)"
