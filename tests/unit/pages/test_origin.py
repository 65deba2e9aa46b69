"""The commands of a page: what they repeat, and that Fairlap itself understands them."""

import shlex

import pytest
import typer

from fairlap.cli import app
from fairlap.cli.quantities import parse_duration_s, parse_share
from fairlap.pages.origin import commands
from fairlap.report import RunReport
from fairlap.slo import Slo
from report_factory import full_report, report_of


def parsed(command: str) -> dict[str, object]:
    """The parameters that a command line is read as; one that is wrong is an error."""
    program, name, *words = shlex.split(command)
    assert program == "fairlap"
    group = typer.main.get_command(app)
    with group.make_context("fairlap", [name]) as above:  # type: ignore[attr-defined]
        return group.commands[name].make_context(name, words, parent=above).params  # type: ignore[attr-defined]


def test_a_run_with_a_budget_and_an_objective_is_repeated_with_both() -> None:
    again, show = commands(full_report())
    values = parsed(again)
    assert values["suite"] == "quick"
    assert values["seed"] == 42
    assert parse_duration_s(str(values["budget"])) == 180.0
    assert parse_share(str(values["precision"])) == 0.02
    assert Slo.parse(str(values["slo"])) == Slo.parse("p99<10ms")
    assert values["rates"] is True
    assert (values["rounds"], values["cycles"], values["generator"], values["sweep"]) == (None, None, None, None)
    assert values["scenario"] == "hello-json"
    names = str(values["contestants"]).split(",")
    assert {"gin", "flaky", "liar", "swoole", "tuft"} <= set(names)
    assert "reference" not in names
    assert parsed(show)["run_id"] == "20260801-120000-ab12"


def test_a_run_of_so_many_rounds_is_repeated_with_as_many() -> None:
    values = parsed(commands(report_of(100.0, 90.0))[0])
    assert (values["rounds"], values["cycles"], values["budget"], values["rates"]) == (5, 10, None, False)
    assert values["contestants"] == "a,b"


def test_a_run_by_another_generator_names_it() -> None:
    values = parsed(commands(report_of(100.0, 90.0, generator="wrk", generator_version="4.1.0"))[0])
    assert (values["generator"], values["rates"]) == ("wrk", False)


@pytest.mark.parametrize(("precision", "threshold"), [(0.01, "2%"), (0.05, "5%")])
def test_a_comparison_is_repeated_as_one(precision: float, threshold: str) -> None:
    report = compared("gin@HEAD~1 -> gin", precision)
    values = parsed(commands(report)[0])
    assert (values["base"], values["new"], values["connections"]) == ("gin@HEAD~1", "gin", 64)
    assert parse_share(str(values["precision"])) == precision
    assert values["threshold"] == threshold
    assert values["seed"] == 42


def compared(title: str, precision: float) -> RunReport:
    report = report_of(100.0, 90.0, suite_name="compare", budget_s=60.0, precision=precision)
    return report.model_copy(update={"title": title})


def test_names_are_quoted_for_the_shell() -> None:
    report = report_of(100.0, 90.0, suite_name="a; rm -rf $HOME")
    assert shlex.split(commands(report)[0])[2] == "a; rm -rf $HOME"
