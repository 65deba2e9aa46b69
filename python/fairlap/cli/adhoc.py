"""`fairlap race`, which races commands against each other, without a catalog."""

import secrets
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.asking import certificates_of, load_of, refuse, typed_in, wanted_of
from fairlap.cli.files import HtmlFile, JsonFile, MarkdownFile
from fairlap.cli.isolation import RequireIsolation
from fairlap.cli.race import Seed, SloText, SweepText, WarmUp, end_of, goal_of, race_here
from fairlap.cli.repeat import command_of
from fairlap.cli.report import Strict, outputs_of
from fairlap.cli.settings import Settings, say, settings_of
from fairlap.errors import UsageError

if TYPE_CHECKING:
    from fairlap.adhoc.question import Settled, Wanted
    from fairlap.catalog import Catalog, Contestant, LoadProfile, Suite
    from fairlap.plan.goal import Goal
    from fairlap.race.request import RaceRequest

ROUNDS, CYCLES = 4, 15

OF_ANY_RACE = {
    *("precision", "budget", "rates", "warm_up", "slo", "sweep", "require_isolation", "seed", "strict"),
    *("json_file", "markdown_file", "html_file"),
}
"""Parameters that say nothing of commands."""

EXAMPLES = """Examples: fairlap race 'node a.mjs' 'bun b.ts'; fairlap race 'old=./v1 --port {port}' 'new=./v2 --port
{port}' --path /api/items -c 128; fairlap race 'gunicorn app:app -b {host}:{port}' gin"""


class YesNo(StrEnum):
    """An answer."""

    yes = "yes"
    no = "no"


Commands = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="COMMAND",
        help="COMMAND or NAME=COMMAND for a shell, which learns its port from {port} in it or from the variable PORT; "
        "or a contestant of the catalog.",
    ),
]
Urls = Annotated[
    list[str] | None,
    typer.Option(
        "--url",
        metavar="[NAME=]URL",
        help="Instead of commands: a server that runs already, e.g. http://127.0.0.1:8001; may be repeated.",
    ),
]
Remote = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-remote", metavar="HOST", help="Another machine to which --url may send load; may be repeated."
    ),
]
UrlPath = Annotated[str, typer.Option("--path", metavar="PATH", help="What is asked.")]
Method = Annotated[str, typer.Option("--method", "-X", metavar="METHOD", help="Method of the request.")]
Headers = Annotated[
    list[str] | None, typer.Option("--header", "-H", metavar="'NAME: VALUE'", help="A header; may be repeated.")
]
Body = Annotated[str | None, typer.Option("--body", metavar="TEXT", help="Body of the request.")]
BodyFile = Annotated[Path | None, typer.Option("--body-file", metavar="FILE", help="The body, from a file.")]
RequestsFile = Annotated[
    Path | None,
    typer.Option(
        "--requests-file",
        metavar="FILE",
        help="Instead of one request: several, each with its weight and its right answer (TOML or JSON, as fairload).",
    ),
]
Connections = Annotated[int, typer.Option("--connections", "-c", min=1, max=100_000, help="Connections of the load.")]
Keepalive = Annotated[
    bool, typer.Option("--keepalive/--no-keepalive", help="Keep connections, or open one for each request.")
]
Http2 = Annotated[bool, typer.Option("--http2", help="Speak HTTP/2; without --tls, without asking first.")]
Ws = Annotated[
    bool, typer.Option("--ws", help="Send the body as a message of WebSocket, which right servers send back.")
]
Grpc = Annotated[
    str | None,
    typer.Option(
        "--grpc",
        metavar="SERVICE/METHOD",
        help="Call a unary method of gRPC with --message; --expect-message is right.",
    ),
]
Message = Annotated[
    str | None, typer.Option("--message", metavar="JSON|HEX", help="For --grpc: JSON with --proto, otherwise hex.")
]
RightMessage = Annotated[
    str | None, typer.Option("--expect-message", metavar="JSON|HEX", help="For --grpc: the right answer's message.")
]
Proto = Annotated[
    Path | None, typer.Option("--proto", metavar="FILE", help="For --grpc: the file that describes the service.")
]
CaCert = Annotated[
    Path | None,
    typer.Option("--cacert", metavar="FILE", help="Certificates to trust for https URLs, PEM [default: the system's]."),
]
Tls = Annotated[bool, typer.Option("--tls", help="Speak TLS; the certificate of the race is at {cert} and {key}.")]
Pipeline = Annotated[
    int,
    typer.Option(
        "--pipeline",
        "-p",
        min=1,
        max=1024,
        help="Requests at once on each connection; over HTTP/2, each on a stream of its own.",
    ),
]
Workers = Annotated[int, typer.Option("--workers", min=1, max=1024, help="CPUs of each server; {workers} in commands.")]
Status = Annotated[
    int | None,
    typer.Option("--expect-status", min=100, max=599, help="The right status [default: any 2xx, if all agree]."),
]
RightJson = Annotated[str | None, typer.Option("--expect-json", metavar="JSON", help="The right body, as JSON.")]
RightText = Annotated[str | None, typer.Option("--expect-text", metavar="TEXT", help="The right body, byte for byte.")]
RightSize = Annotated[
    int | None, typer.Option("--expect-size", min=0, metavar="BYTES", help="The right size of the body.")
]
SameAnswer = Annotated[
    YesNo, typer.Option("--same-answer", help="`no`: race also servers that answer differently; check only the status.")
]
Cwd = Annotated[Path | None, typer.Option("--cwd", metavar="DIR", help="Where commands start [default: here].")]
SetUp = Annotated[str | None, typer.Option("--setup", metavar="CMD", help="A command to run once before, as you.")]
Env = Annotated[
    list[str] | None, typer.Option("--env", metavar="NAME=VALUE", help="A variable for commands; may be repeated.")
]
ReadyTimeout = Annotated[
    str, typer.Option("--ready-timeout", metavar="TIME", help="How long a command may take until it answers.")
]
Precision = Annotated[
    str,
    typer.Option(
        "--precision", metavar="SHARE", help="Smallest difference that matters: measure until it is found or ruled out."
    ),
]
Budget = Annotated[str, typer.Option("--budget", metavar="TIME", help="Time for measuring.")]
WithRates = Annotated[bool, typer.Option("--rates/--no-rates", help="Also measure response times at fixed rates.")]


def race(
    context: typer.Context,
    commands: Commands = None,
    url: Urls = None,
    allow_remote: Remote = None,
    path: UrlPath = "/",
    method: Method = "GET",
    header: Headers = None,
    body: Body = None,
    body_file: BodyFile = None,
    requests_file: RequestsFile = None,
    connections: Connections = 64,
    keepalive: Keepalive = True,
    pipeline: Pipeline = 1,
    http2: Http2 = False,
    tls: Tls = False,
    cacert: CaCert = None,
    ws: Ws = False,
    grpc: Grpc = None,
    message: Message = None,
    expect_message: RightMessage = None,
    proto: Proto = None,
    workers: Workers = 1,
    expect_status: Status = None,
    expect_json: RightJson = None,
    expect_text: RightText = None,
    expect_size: RightSize = None,
    same_answer: SameAnswer = YesNo.yes,
    cwd: Cwd = None,
    setup: SetUp = None,
    env: Env = None,
    ready_timeout: ReadyTimeout = "15s",
    precision: Precision = "2%",
    budget: Budget = "3m",
    rates: WithRates = False,
    warm_up: WarmUp = None,
    slo: SloText = None,
    sweep: SweepText = None,
    require_isolation: RequireIsolation = False,
    seed: Seed = None,
    strict: Strict = False,
    json_file: JsonFile = None,
    markdown_file: MarkdownFile = None,
    html_file: HtmlFile = None,
) -> None:
    """Race commands, or the apps of a fairlap.toml: which server is faster, and is that certain?"""
    if not commands and not url and settings_of(context).is_project:
        return _race_project(context)
    from fairlap.adhoc.question import catalog_of

    settings, outputs = settings_of(context), outputs_of(json_file, markdown_file, html_file)
    folder = _folder(cwd)
    sides, wanted = _asked(context, folder)
    suite = _suite(sides, wanted, load_of(context), workers, rates=rates)
    goal = goal_of(suite, precision, budget, rates, None, warm_up, slo, sweep, fixed=False)
    _set_up(setup, folder)
    settled = _look(settings, sides, suite, wanted, differ=same_answer is YesNo.no)
    catalog = catalog_of(sides, suite, wanted.settled(settled), settled, folder)
    outcome = race_here(_race_request(context, catalog, goal))
    raise typer.Exit(end_of(settings, outcome, outputs, strict=strict, resumable=False))


def _race_project(context: typer.Context) -> None:
    """Race what `fairlap.toml` says, with the options that say how to race. Raises UsageError for others."""
    from fairlap.cli.race import run

    given = {name: value for name, value in context.params.items() if name in typed_in(context)}
    of_commands = given.keys() - OF_ANY_RACE
    refuse(
        context, of_commands, "says what to ask of commands, and there are none", "fairlap.toml says it for its apps"
    )
    run(context, **{"rates": context.params["rates"], **given})  # as the help says, without


def _race_request(context: typer.Context, catalog: "Catalog", goal: "Goal") -> "RaceRequest":
    from fairlap.race.request import RaceRequest

    settings, seed = settings_of(context), context.params["seed"]
    seed = secrets.randbits(32) if seed is None else seed
    return RaceRequest(
        catalog=catalog,
        suite=catalog.suites[0],
        names=(),
        seed=seed,
        results=settings.results,
        build_root=settings.build_root,
        goal=goal,
        command=command_of(context, seed=seed),
        require_isolation=context.params["require_isolation"],
    )


def _asked(context: typer.Context, folder: Path) -> "tuple[tuple[Contestant, ...], Wanted]":
    """Return who is asked, and what. Raises UsageError."""
    given = context.params
    if given["url"]:
        return _running(context)
    refuse(context, {"cacert", "allow_remote"}, "is for servers that run already", "drop it, or give --url")
    commands, env = given["commands"] or [], given["env"] or []
    sides = _sides(settings_of(context), commands, folder, env, given["ready_timeout"])
    return sides, wanted_of(context, tls=given["tls"])


def _sides(
    settings: Settings, commands: list[str], folder: Path, env: list[str], ready_timeout: str
) -> "tuple[Contestant, ...]":
    from fairlap.adhoc.sides import sides_of
    from fairlap.cli.quantities import parse_duration_s

    ready_s = parse_duration_s("--ready-timeout", ready_timeout)
    return sides_of(commands, settings.load_catalog(), cwd=folder, env=_variables(env), ready_s=ready_s)


def _running(context: typer.Context) -> "tuple[tuple[Contestant, ...], Wanted]":
    """Return the servers of --url, and what they are asked. Raises UsageError."""
    from fairlap.adhoc.sides import QUESTION
    from fairlap.adhoc.urls import foreign, is_secure, running_of

    given = context.params
    if given["commands"]:
        raise UsageError("commands cannot race servers that run already", hint="drop --url or the commands")
    if given["tls"]:
        raise UsageError("--tls is for commands, whose certificate Fairlap makes", hint="write https URLs instead")
    secure = is_secure(given["url"])
    if given["cacert"] is not None and not secure:
        raise UsageError("--cacert is for https URLs", hint="drop it, or write https://")
    authority = None if given["cacert"] is None else certificates_of(given["cacert"])
    wanted = wanted_of(context, tls=secure)
    sides = running_of(given["url"], wanted.request.path, given["allow_remote"] or (), authority)
    if wanted.also and any(side.scenarios[QUESTION].path != wanted.request.path for side in sides):
        raise UsageError("--requests-file has the paths, and so has a URL", hint="give http://HOST:PORT")
    for host in foreign(sides):
        say(f"load goes to another machine: {host}")
    return sides, wanted


def _folder(given: Path | None) -> Path:
    folder = (given or Path.cwd()).resolve()
    if not folder.is_dir():
        raise UsageError("no such folder", where=str(folder), hint="check --cwd")
    return folder


def _variables(texts: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"{text!r} sets no variable", hint="write it as --env NAME=VALUE")
        found[name] = value
    return found


def _suite(
    sides: "tuple[Contestant, ...]", wanted: "Wanted", load: "LoadProfile", workers: int, *, rates: bool
) -> "Suite":
    from fairlap.adhoc.sides import QUESTION
    from fairlap.catalog import Suite

    return Suite(
        name=QUESTION,
        title=f"{wanted.request.method} {wanted.request.path}"
        + (f" and {len(wanted.also)} more" if wanted.also else ""),
        scenarios=[QUESTION],
        contestants=[side.name for side in sides],
        workers=workers,
        rounds=ROUNDS,
        cycles=CYCLES,
        rates=rates,
        load=load,
    )


def _set_up(command: str | None, folder: Path) -> None:
    if command is None:
        return
    done = subprocess.run(["sh", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise UsageError(f"--setup ended with exit status {done.returncode}", hint="nothing was raced")


def _look(
    settings: Settings, sides: "tuple[Contestant, ...]", suite: "Suite", wanted: "Wanted", *, differ: bool
) -> "Settled":
    from fairlap.adhoc.look import first_answers
    from fairlap.adhoc.question import settle

    request, right, notes = wanted.once()
    if sys.stderr.isatty():
        say("asking each server what it answers")
    answers = first_answers(
        sides, request, workers=suite.workers, results=settings.results, build_root=settings.build_root, say=say
    )
    settled = settle(request, answers, right, wanted.status, differ=differ)
    for note in (*notes, *settled.notes):
        say(note)
    return settled
