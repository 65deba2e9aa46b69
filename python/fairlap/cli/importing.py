"""`fairlap import`: contestants of other people's suites."""

import json
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.settings import settings_of
from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.importing.writing import Imported

NAMED = 12
"""So many variants are named for each reason."""


class SuiteName(StrEnum):
    """Suites that can be imported from."""

    techempower = "techempower"
    httparena = "httparena"
    the_benchmarker = "the-benchmarker"


def import_(
    context: typer.Context,
    suite: Annotated[SuiteName, typer.Argument(metavar="SUITE", help="Whose contestants.")],
    checkout: Annotated[
        Path,
        typer.Argument(
            metavar="DIR",
            help="The top folder of a clone of their repository; of the-benchmarker's with its Dockerfiles rendered.",
        ),
    ],
    only: Annotated[
        str | None, typer.Option(metavar="NAME,...", help="Only these frameworks or variants [default: all].")
    ] = None,
    published: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="TechEmpower's results.json, for a suite that shows its numbers beside those of here."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    """Write a catalog of the contestants in a checkout of another suite, imported/SUITE; nothing is copied."""
    from fairlap.importing.writing import import_suite

    settings = settings_of(context)
    if settings.is_project:
        raise UsageError("a project stands alone", where=str(settings.root), hint="import from another folder")
    wanted = [name.strip() for name in (only or "").split(",") if name.strip()]
    imported = import_suite(suite.value, checkout, settings.imports / suite.value, wanted, published)
    if as_json:
        typer.echo(json.dumps(_document(imported), indent=2))
    else:
        _print(imported)


def _document(imported: "Imported") -> dict[str, object]:
    return {
        "catalog": str(imported.root),
        "converted": [{"name": name, "pulls": list(images)} for name, images in imported.converted.items()],
        "added": list(imported.added),
        "changed": list(imported.changed),
        "removed": list(imported.removed),
        "refused": [{"name": one.name, "reason": one.reason, "detail": one.detail} for one in imported.refused],
    }


def _print(imported: "Imported") -> None:
    total = len(imported.converted) + len(imported.refused)
    typer.echo(f"{len(imported.converted)} of {total} variants are contestants now, in {imported.root}")
    for what, names in (("new", imported.added), ("changed", imported.changed), ("gone", imported.removed)):
        if names and len(names) < len(imported.converted):
            typer.echo(f"{what}: {_named(names)}")
    for reason, count in imported.reasons.items():
        examples = _named([one.name for one in imported.refused if one.reason == reason])
        typer.echo(f"{reason}: {count} ({examples})")
    pulled = Counter(image for images in imported.converted.values() for image in images)
    if pulled:
        number = sum(map(bool, imported.converted.values()))
        examples = _named([f"{image} ({count})" for image, count in pulled.most_common()])
        typer.echo(f"base images that must be pulled: of {number} contestants ({examples})")
    if imported.converted:
        typer.echo(f"next: fairlap check {next(iter(imported.converted))}")


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"
