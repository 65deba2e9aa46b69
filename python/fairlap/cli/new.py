"""`fairlap new contestant`, `new scenario` and `new suite`: files to begin with, which pass `fairlap check`."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.settings import Settings, settings_of
from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.catalog import Catalog, Contestant

new = typer.Typer(no_args_is_help=True, help="Write a contestant, a scenario or a suite into the catalog here.")

FIRST_SCENARIO = "hello-json"
"""What a contestant answers in a catalog without scenarios."""

Name = Annotated[str, typer.Argument(metavar="NAME", help="Letters, digits and dashes.")]
Like = Annotated[str, typer.Option("--like", metavar="NAME", help="The contestant whose files to begin with.")]

SCENARIO = """title   = "{name}"
request = {{ method = "GET", path = "/{name}" }}

[expect]
headers = {{ content-type = "application/json" }}
json    = {{ message = "Hello World!" }}

# [[verify]] has requests that are only sent before the race, [services] databases: docs/adding-a-contestant.md
"""

SUITE = """title       = "{name}"
scenarios   = {scenarios}
contestants = ["*"]
rounds      = 4
cycles      = 15
budget_s    = 300

[load]
connections = 64
lap_ms      = 100
"""


@new.command("contestant")
def contestant(context: typer.Context, name: Name, like: Like = "gin") -> None:
    """Copy a contestant under a new name. It answers the scenarios of the catalog here that the old one answers."""
    settings = settings_of(context)
    source = _source(settings, like)
    known = source.contestant(like)
    root = _own(settings, name)
    folder = root / "contestants" / name
    _refuse_existing(folder)
    if not known.folder.parts:
        raise UsageError(f"{like} has no files: it comes with Fairlap", hint="choose another with --like")
    answers = {path.stem for path in (root / "scenarios").glob("*.toml")} & known.scenarios.keys()
    if not answers:
        answers = {FIRST_SCENARIO} & known.scenarios.keys()
        for scenario in answers:
            shutil.copy(source.scenario(scenario).folder / f"{scenario}.toml", root / "scenarios")
    manifests = {path.name for path in known.folder.glob("*.toml") if _names_a_start(path)}
    # Links lead to files that contestants of one catalog share, so their contents are copied.
    shutil.copytree(known.folder, folder, ignore=shutil.ignore_patterns("node_modules", *manifests))
    (folder / f"{name}.toml").write_text(_manifest(known, name, sorted(answers)), encoding="utf-8")
    typer.echo(f"{folder} written; next: fairlap check {name}")


@new.command("scenario")
def scenario(context: typer.Context, name: Name) -> None:
    """Write a scenario: a request, and its right answer."""
    file = _own(settings_of(context), name) / "scenarios" / f"{name}.toml"
    _refuse_existing(file)
    file.write_text(SCENARIO.format(name=name), encoding="utf-8")
    typer.echo(f"{file} written; next: name it in [scenarios] of a contestant")


@new.command("suite")
def suite(context: typer.Context, name: Name) -> None:
    """Write a suite of all contestants and the scenarios here."""
    root = _own(settings_of(context), name)
    file = root / "suites" / f"{name}.toml"
    _refuse_existing(file)
    scenarios = sorted(path.stem for path in (root / "scenarios").glob("*.toml"))
    if not scenarios:
        raise UsageError("the catalog has no scenario yet", where=str(root), hint="fairlap new scenario NAME")
    file.write_text(SUITE.format(name=name, scenarios=json.dumps(scenarios)), encoding="utf-8")
    typer.echo(f"{file} written; next: fairlap run {name}")


def _own(settings: Settings, name: str) -> Path:
    """Return the catalog here, which is made in this folder if there is none. Raises UsageError for a wrong name."""
    from pydantic import TypeAdapter, ValidationError

    from fairlap.catalog.models import Name as CatalogName

    try:
        TypeAdapter(CatalogName).validate_python(name)
    except ValidationError as error:
        hint = "use lower-case letters, digits and dashes"
        raise UsageError(f"{name!r} is not a name for the catalog", hint=hint) from error
    if settings.is_project:
        raise UsageError("this is a project: its apps and scenarios are in fairlap.toml", where=str(settings.root))
    root = settings.own_root or Path.cwd()
    for part in ("contestants", "scenarios", "suites"):
        (root / part).mkdir(exist_ok=True)
    return root


def _source(settings: Settings, like: str) -> "Catalog":
    """Return the catalog that has the contestant to copy: the one here, otherwise Fairlap's."""
    from fairlap.catalog import built_in_root, load_catalog

    here = None if settings.own_root is None else load_catalog(settings.own_root)
    if here is not None and (
        any(each.name == like for each in here.contestants) or here.broken_among("contestant", [like])
    ):
        return here
    return load_catalog(built_in_root())


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise UsageError("is there already, and is not overwritten", where=str(path), hint="choose another name")


def _names_a_start(path: Path) -> bool:
    """Return whether a TOML file is a manifest; others (Cargo.toml) are the application's."""
    import tomllib

    try:
        return {"start", "scenarios"} <= tomllib.loads(path.read_text(encoding="utf-8")).keys()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return False


def _manifest(like: "Contestant", name: str, scenarios: list[str]) -> str:
    keys: dict[str, object] = {
        "name": name,
        "language": like.language,
        "framework": like.framework,
        "class": like.kind,
        "homepage": like.homepage,
        "requires": like.requires,
        "build": like.build,
        "start": like.start,
        "version": like.version,
    }
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in keys.items() if value]
    tables: dict[str, Mapping[str, object]] = {"install": like.install, "env": like.env}
    for table, entries in tables.items():
        if entries:
            named = [f"{json.dumps(key)} = {json.dumps(value)}" for key, value in entries.items()]
            lines += ["", f"[{table}]", *named]
    lines += ["", "[scenarios]"]
    for scenario in scenarios:
        path = like.scenarios[scenario].path
        lines.append(f"{scenario} = " + (f"{{ path = {json.dumps(path)} }}" if path else "{}"))
    return "\n".join(lines) + "\n"
