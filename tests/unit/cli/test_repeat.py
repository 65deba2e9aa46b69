"""The command that repeats a run has the same options, and Fairlap can parse it."""

import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from fairlap.cli import app
from fairlap.cli.repeat import REPORT_OPTIONS, command_of
from fairlap.hosting.hosting import PROCESSES
from fairlap.race.request import RaceRequest
from support import ROOT

EVERYTHING = {
    "run": (
        "quick --contestants 'gin, node' --scenario hello-text --precision 1% --budget 5m --rounds 4 --cycles 12 "
        "--rates --latency-precision 5%,9% --warm-up 30s --slo 'p99<10ms' --sweep 1,4,16 --generator wrk "
        "--isolation container --network host --require-isolation --cluster 10.0.0.1:6379 --generators 2 --colocate "
        "--seed 7 --strict "
        "--json a.json --markdown a.md --html a.html"
    ),
    "classic": (
        "tuft --contestants 'gin, node' --scenario hello-text --scale 0.1 --generator wrk --isolation container "
        "--network host --seed 7 --strict --json a.json --markdown a.md --html a.html"
    ),
    "compare": (
        "gin@HEAD~1 gin --scenario hello-text --threshold 5% --precision 3% --budget 90s --connections 32 --no-rates "
        "--seed 7 --isolation container --json a.json --markdown a.md"
    ),
}


def parsed(command: str, words: list[str]) -> typer.Context:
    """The context of a command line; one that is wrong is an error."""
    group = typer.main.get_command(app)
    with group.make_context("fairlap", [command]) as above:  # type: ignore[attr-defined]
        return group.commands[command].make_context(command, list(words), parent=above)  # type: ignore[attr-defined]


def asked(context: typer.Context) -> dict[str, object]:
    return {name: value for name, value in context.params.items() if name not in REPORT_OPTIONS}


@pytest.mark.parametrize("command", EVERYTHING)
def test_every_option_is_repeated_but_those_of_the_report(command: str) -> None:
    context = parsed(command, shlex.split(EVERYTHING[command]))
    defaults = {parameter.name: parameter.default for parameter in context.command.params}
    for name, value in context.params.items():
        assert value != defaults[name], f"{name} is not given here: would it be repeated?"
    program, *words = shlex.split(command_of(context))
    assert (program, words[0]) == ("fairlap", command)
    again = parsed(command, words[1:])
    assert asked(again) == asked(context)
    assert {name for name, value in again.params.items() if value == defaults[name]} <= set(REPORT_OPTIONS)


def test_what_was_settled_is_said_and_what_was_not_asked_is_not() -> None:
    context = parsed("run", ["quick", "--isolation", "auto", "--no-rates"])
    assert command_of(context, seed=0, isolation="container") == (
        "fairlap run quick --no-rates --isolation container --seed 0"
    )
    assert command_of(context, seed=9, isolation="process") == "fairlap run quick --no-rates --seed 9"


def test_words_are_quoted_for_the_shell() -> None:
    assert shlex.split(command_of(parsed("run", ["a; rm -rf $HOME"])))[2] == "a; rm -rf $HOME"


class Stop(Exception):
    """Nothing is raced."""


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[RaceRequest]:
    """What is asked of a race, which is not run."""
    seen: list[RaceRequest] = []

    def race(request: RaceRequest, *_: object) -> None:
        seen.append(request)
        raise Stop

    monkeypatch.setattr("fairlap.race.race.race", race)
    monkeypatch.setattr("fairlap.race.classic.classic_race", race)
    monkeypatch.setattr("fairlap.cli.race.cluster_module", lambda _: SimpleNamespace(cluster_race=race))
    monkeypatch.setattr("fairlap.hosting.hosting.prepare_one", lambda *_: None)
    return seen


def invoke(results: Path, *words: str) -> None:
    result = CliRunner().invoke(app, ["--catalog", str(ROOT), "--results", str(results), *words])
    assert isinstance(result.exception, Stop), (result.output, result.exception)


def test_a_run_on_a_cluster_is_repeated_there_with_its_seed(requests: list[RaceRequest], tmp_path: Path) -> None:
    invoke(tmp_path, "run", "quick", "--cluster", "10.0.0.1:6379", "--generators", "2", "--colocate")
    (request,) = requests
    assert request.command == (
        f"fairlap run quick --cluster 10.0.0.1:6379 --generators 2 --colocate --seed {request.seed}"
    )


def test_a_run_in_containers_is_repeated_in_them(
    requests: list[RaceRequest], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contained = SimpleNamespace(kind="container", clear=PROCESSES.clear)
    monkeypatch.setattr("fairlap.cli.race.hosting_of", lambda *_, named: contained)
    invoke(tmp_path, "run", "quick", "--isolation", "auto", "--network", "host", "--seed", "5")
    assert requests[0].command == "fairlap run quick --isolation container --network host --seed 5"


def test_a_comparison_is_repeated_with_its_threshold(requests: list[RaceRequest], tmp_path: Path) -> None:
    invoke(tmp_path, "compare", "node", "gin", "--threshold", "5%", "--precision", "3%")
    (request,) = requests
    assert request.command == f"fairlap compare node gin --threshold 5% --precision 3% --seed {request.seed}"


def test_the_classic_method_is_repeated_as_such(requests: list[RaceRequest], tmp_path: Path) -> None:
    invoke(tmp_path, "classic", "tuft", "--scale", "0.1", "--contestants", "koa")
    (request,) = requests
    assert request.command == f"fairlap classic tuft --contestants koa --scale 0.1 --seed {request.seed}"
    assert (request.generator, request.suite.classic and request.suite.classic.requests) == ("ab", 10_000)
