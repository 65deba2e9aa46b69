"""`fairlap images` and `fairlap base-image`: the images of containers."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.isolation import CaBundle, Mirrors, Proxy
from fairlap.cli.settings import settings_of

if TYPE_CHECKING:
    from fairlap.hosting.container.images import Image

MIB = 1 << 20
DIGEST_SHOWN = 12

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def images(context: typer.Context, as_json: AsJson = False) -> None:
    """List the images that were built: size, digest, version and origin of the base image."""
    from fairlap.hosting.container.engine import find_engine
    from fairlap.hosting.container.hosting import images_root
    from fairlap.hosting.container.images import as_json as document
    from fairlap.hosting.container.images import list_images

    built = list_images(find_engine(), images_root(settings_of(context).build_root))
    if as_json:
        typer.echo(document(built))
    elif built:
        _print_table(built)
    else:
        typer.echo("no images yet: fairlap prepare --isolation container")


def base_image(
    context: typer.Context,
    mirror: Annotated[
        str | None, typer.Option(metavar="URL", help="Mirror of Debian's packages; also used inside the image.")
    ] = None,
    stand_in: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="NAME", help="Make a stand-in for this image, e.g. golang:1.24; may be repeated."),
    ] = None,
    ca_bundle: CaBundle = None,
    proxy: Proxy = None,
    mirrors: Mirrors = None,
    force: Annotated[bool, typer.Option("--force", help="Make it again even if it exists.")] = False,
) -> None:
    """Make `debian:trixie-slim` from Debian's packages, for machines that cannot reach a container registry.

    With --as, make stand-ins for other images that contestants of other suites are based on.
    """
    from fairlap.hosting.container import base_image as base
    from fairlap.hosting.container.engine import find_engine
    from fairlap.hosting.container.hosting import images_root

    engine = find_engine()
    log_path: Path = images_root(settings_of(context).build_root) / "base-image.log"
    if stand_in:
        from fairlap.hosting.container.settings import BuildSettings
        from fairlap.hosting.container.stand_ins import make

        settings = BuildSettings.read(engine, ca_bundle, proxy, tuple(mirrors or ()))
        for image in dict.fromkeys(stand_in):
            typer.echo(f"{image}: {make(engine, image, settings, log_path, _say, force=force)}")
        return
    origin = base.origin(engine)
    if origin is not None and not force:
        typer.echo(f"{base.SHORT_NAME} exists: {origin} (--force makes it again)")
        return
    made = base.bootstrap(engine, mirror, log_path, _say)
    typer.echo(f"{base.SHORT_NAME}: {made}")


def _say(text: str) -> None:
    print(f"{text} ...", file=sys.stderr)


def _print_table(images: "tuple[Image, ...]") -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column("image", no_wrap=True)
    table.add_column("MiB", justify="right", no_wrap=True)
    table.add_column("built in s", justify="right", no_wrap=True)
    table.add_column("digest", no_wrap=True)
    table.add_column("version")
    for image in images:
        size, built = f"{image.size_bytes / MIB:.0f}", f"{image.build_s:.0f}"
        table.add_row(image.name, size, built, image.id[:DIGEST_SHOWN], image.version or "-")
    console = Console(highlight=False, markup=False)
    console.print(table)
    for base in dict.fromkeys(image.base for image in images):
        console.print(f"base: {base}", soft_wrap=True)
