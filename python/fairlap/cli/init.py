"""`fairlap init`, which writes a `fairlap.toml`."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.settings import hide_from_git
from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.adhoc.proposal import Proposal
    from fairlap.verify.client import Response

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="The repository [default: this folder].", show_default=False)
]
Dry = Annotated[bool, typer.Option("--no-start", help="Do not build and start the app to see what it answers.")]

NOTHING_KNOWN = """no package.json, go.mod, Cargo.toml, pyproject.toml, requirements.txt, pom.xml or composer.json"""

FILE = """# How Fairlap builds, starts and asks this app. Every key: docs/project.md of Fairlap.
# `fairlap check` tries it, `fairlap race` measures it, `fairlap compare main` finds what became slower.

[app]
name     = {name}
language = {language}
requires = {requires}
{build}start    = {start}{doubts}
env      = {env}

[scenarios.front]
request = {{ path = "/" }}
{expect}

# [scenarios.item]
# request = {{ path = "/api/items/{{random:1-500}}" }}                  # each request another one
# expect  = {{ json = {{ id = "{{random:1-500}}" }}, subset = true }}     # and the answer to this one

# [services.postgresql]                  # or mariadb, redis, memcached; `env` may use {{postgresql_host}}, ...
# seed = "bench/seed.sql"
"""


def init(folder: Folder = Path(), no_start: Dry = False) -> None:
    """Write a fairlap.toml for the app in a repository: how it is built, started and asked."""
    from fairlap.adhoc.proposal import propose
    from fairlap.catalog.project import PROJECT

    if not folder.is_dir():
        raise UsageError("no such folder", where=str(folder), hint="change to your repository")
    file = folder.resolve() / PROJECT
    if file.exists():
        raise UsageError("is there already, and is not overwritten", where=str(file), hint="fairlap check tries it")
    proposal = propose(folder.resolve())
    if proposal is None:
        raise UsageError(f"{NOTHING_KNOWN}", where=str(folder.resolve()), hint="write fairlap.toml: docs/project.md")
    typer.echo(f"{proposal.seen}: {proposal.language} app {proposal.name}")
    for doubt in proposal.doubts:
        typer.echo(f"look at this: {doubt}")
    answer = None if no_start else _first_answer(file.parent, proposal)
    with file.open("x", encoding="utf-8") as out:
        out.write(_text(proposal, answer))
    typer.echo(f"{file} written; next: fairlap check")


def _first_answer(folder: Path, proposal: "Proposal") -> "Response | None":
    """Return what it answers when its first page is asked; `None` if it does not, which is said."""
    from fairlap.adhoc.look import first_answers
    from fairlap.adhoc.sides import QUESTION
    from fairlap.catalog import Contestant, Request
    from fairlap.catalog.project import FAIRLAP_FOLDER

    app = Contestant.model_validate(
        {
            "name": proposal.name,
            "build": proposal.build,
            "start": proposal.start,
            "env": proposal.env,
            "scenarios": {QUESTION: {}},
        }
    ).model_copy(update={"folder": folder})
    own = folder / FAIRLAP_FOLDER
    own.mkdir(exist_ok=True)
    hide_from_git(own)
    typer.echo("building and starting it, to see what it answers")
    try:
        answers = first_answers(
            [app],
            Request(),
            workers=1,
            results=own / "results",
            build_root=own / ".build" / "contestants",
            say=lambda line: print(line, file=sys.stderr),
        )
    except UsageError as error:
        typer.echo(f"it did not work, so look at build and start: {error.line()}")
        return None
    return answers[proposal.name][0]


def _text(proposal: "Proposal", answer: "Response | None") -> str:
    build = f"build    = {json.dumps(proposal.build)}\n" if proposal.build else ""
    return FILE.format(
        name=json.dumps(proposal.name),
        language=json.dumps(proposal.language),
        requires=json.dumps(proposal.requires),
        build=build,
        start=json.dumps(proposal.start),
        doubts="".join(f"  # {doubt}" for doubt in proposal.doubts[:1]),
        env="{ " + ", ".join(f"{name} = {json.dumps(value)}" for name, value in proposal.env.items()) + " }",
        expect=_expect(answer),
    )


def _expect(answer: "Response | None") -> str:
    if answer is None:
        return 'expect  = { status = 200 }  # add: contains = "...", or json = ..., or text = "..."'
    kind = (answer.header("content-type") or "").partition(";")[0].strip()
    headers = f", headers = {{ Content-Type = {json.dumps(kind)} }}" if kind else ""
    return f'expect  = {{ status = {answer.status}{headers} }}  # add: contains = "...", or json = ..., or text = "..."'
