"""`fairlap run` and `fairlap report`."""

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.settings import settings_of
from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.catalog import Suite
    from fairlap.report import RunReport

STDOUT = Path("-")
DONE, SOME_FAILED, INTERRUPTED = 0, 1, 130

JsonFile = Annotated[
    Path | None,
    typer.Option("--json", metavar="FILE", help="Also write the report as JSON; `-` prints it instead."),
]
MarkdownFile = Annotated[
    Path | None,
    typer.Option("--markdown", metavar="FILE", help="Also write the report as Markdown; `-` prints it instead."),
]


def run(
    context: typer.Context,
    suite: Annotated[str, typer.Argument(help="Name of a suite, e.g. quick, tuft, spdy.")],
    contestants: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="Race these instead of the suite's contestants.")
    ] = None,
    scenario: Annotated[
        str | None, typer.Option(metavar="NAME", help="Race this scenario instead of the suite's.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(min=1, max=1000, help="Fresh starts of everyone.")] = None,
    cycles: Annotated[int | None, typer.Option(min=1, max=1000, help="Cycles of laps in a round.")] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="Decides heats and every order; stored with the run [default: drawn]."),
    ] = None,
    json_file: JsonFile = None,
    markdown_file: MarkdownFile = None,
) -> None:
    """Race a suite: build, start, verify, warm up, lap, report."""
    settings = settings_of(context)
    _check_targets(json_file, markdown_file)
    catalog = settings.load_catalog()
    chosen = _override(catalog.suite(suite), scenario, rounds, cycles)
    from fairlap.cli.progress import observer
    from fairlap.runner.race import RaceRequest, race

    request = RaceRequest(
        catalog=catalog,
        suite=chosen,
        names=_names(contestants),
        seed=secrets.randbits(32) if seed is None else seed,
        results=settings.results,
        build_root=settings.build_root,
    )
    with observer() as watching:
        outcome = race(request, watching)
    code = _deliver(settings.results, outcome.run, json_file, markdown_file)
    raise typer.Exit(INTERRUPTED if outcome.interrupted else code)


def report(
    context: typer.Context,
    run_id: Annotated[
        str | None,
        typer.Argument(metavar="[RUN]", help="Which run, or the beginning of its name [default: the newest]."),
    ] = None,
    json_file: JsonFile = None,
    markdown_file: MarkdownFile = None,
) -> None:
    """Show a stored run again."""
    _check_targets(json_file, markdown_file)
    raise typer.Exit(_deliver(settings_of(context).results, run_id, json_file, markdown_file))


def _override(suite: "Suite", scenario: str | None, rounds: int | None, cycles: int | None) -> "Suite":
    """The suite as it is raced, and stored. Published numbers are of its own scenarios, not of another one."""
    changes: dict[str, object] = {}
    if scenario is not None:
        changes["scenarios"] = [scenario]
        if scenario not in suite.scenarios:
            changes["published"] = None
    if rounds is not None:
        changes["rounds"] = rounds
    if cycles is not None:
        changes["cycles"] = cycles
    return suite.model_copy(update=changes)


def _names(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise UsageError("--contestants names nobody", hint="for example --contestants gin,fastify")
    return names


def _check_targets(*files: Path | None) -> None:
    """Fail before the first lap, not after the last one. Nothing is written yet."""
    if sum(file == STDOUT for file in files) > 1:
        raise UsageError("--json - and --markdown - exclude each other", hint="give one of them a file")
    for file in files:
        if file is None or file == STDOUT:
            continue
        if file.is_dir():
            raise UsageError("is a folder", where=str(file), hint="name a file")
        if not file.parent.is_dir():
            raise UsageError("its folder does not exist", where=str(file), hint=f"mkdir -p {file.parent}")


def _deliver(results: Path, run_id: str | None, json_file: Path | None, markdown_file: Path | None) -> int:
    from fairlap.render.json_document import render_json
    from fairlap.render.markdown import render_markdown
    from fairlap.report import build_report
    from fairlap.store import Store

    with Store.open(results / "fairlap.db", create=False) as store:
        built = build_report(store.load(run_id))
    if json_file is not None:
        _write(json_file, render_json(built))
    if markdown_file is not None:
        _write(markdown_file, render_markdown(built))
    if STDOUT not in (json_file, markdown_file):
        _print(built)
    return SOME_FAILED if any(row.status in ("failed", "invalid") for row in built.contestants) else DONE


def _write(file: Path, text: str) -> None:
    """Write whole or not at all: a reader never sees half a report."""
    text = text if text.endswith("\n") else text + "\n"
    if file == STDOUT:
        sys.stdout.write(text)
        return
    part = file.with_name(f".{file.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(file)
    except OSError as error:
        raise UsageError(
            f"cannot be written: {error.strerror}",
            where=str(file),
            hint="the run is stored: fairlap report --json FILE",
        ) from error


def _print(built: "RunReport") -> None:
    from rich.console import Console

    from fairlap.render.terminal import render_terminal

    Console().print(render_terminal(built))
