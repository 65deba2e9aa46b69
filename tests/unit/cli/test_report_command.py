"""`fairlap report`: every format, to a file and to standard output; what cannot be is refused before it is written."""

import csv
import io
import json
import os
import random
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result
from typer.testing import CliRunner

from fairlap.charts.theme import DARK, LIGHT
from fairlap.cli import app
from fairlap.cli.files import STDOUT, write_bytes
from fairlap.cli.formats import BY_ENDING, NOT_CLASSIC, Format, Output
from fairlap.dashboard.results import Results
from fairlap.dashboard.site import Site
from fairlap.errors import UsageError
from fairlap.samples import ClassicPass
from fairlap.store import Store, StoredRun
from report_factory import full_stored, stored_of, two_scenarios
from sample_factory import Racer, run_record, simulate
from support import MISBEHAVING, ROOT

Run = Callable[..., Result]

CLASSIC_SUITE = """{"name": "tuft", "title": "t", "scenarios": ["hello-json"], "published": null,
    "classic": {"generator": "ab", "connections": [100], "keepalive": true, "requests": 9, "duration_s": null}}"""
TEXTS = [form for form in Format if form not in (Format.html, Format.svg, Format.png, Format.seed)]


def keep(folder: Path, stored: StoredRun) -> None:
    """Put a run into the store of a results folder."""
    with Store.open(folder / "fairlap.db") as store:
        store.begin_run(stored.run)
        for skip in stored.skips:
            store.add(stored.run.run, skip)
        for record in stored.rounds:
            store.add_round(stored.run.run, record)
        for record in stored.passes:
            store.add(stored.run.run, record)
        store.finish_run(stored.run.run, "2026-08-01T12:09:00Z", interrupted=False)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "results"


@pytest.fixture
def report(results: Path) -> Run:
    """Runs `fairlap report` in this process; a UsageError (exit code 2) is `result.exception`."""

    def run(*arguments: object) -> Result:
        line = ["--catalog", str(ROOT), "--results", str(results), "report", *map(str, arguments)]
        return CliRunner().invoke(app, line)

    return run


def refused(result: Result) -> str:
    """The one line of a refusal; nothing was printed."""
    assert isinstance(result.exception, UsageError), (result.output, result.exception)
    assert result.stdout == ""
    line = result.exception.line()
    assert len(line.splitlines()) == 1
    return line


def quick() -> StoredRun:
    return stored_of(300.0, 200.0, rounds=2)


@pytest.mark.parametrize("form", TEXTS)
def test_a_format_is_the_same_in_a_file_and_on_standard_output(
    report: Run, results: Path, tmp_path: Path, form: Format
) -> None:
    keep(results, quick())
    printed, file = report("--format", form), tmp_path / "out"
    assert printed.exit_code == 0, printed.output
    assert len(printed.stdout.splitlines()) > 3
    written = report("--format", form, "--output", file)
    assert (written.exit_code, written.stdout) == (0, "")
    assert [line.rstrip() for line in printed.stdout.splitlines()] == file.read_text().splitlines()
    assert list(tmp_path.glob(".*")) == [], "no half-written file is left"


@pytest.mark.parametrize(("ending", "form"), [item for item in BY_ENDING.items() if item[1] in TEXTS])
def test_the_name_of_the_output_says_its_format(
    report: Run, results: Path, tmp_path: Path, ending: str, form: Format
) -> None:
    keep(results, quick())
    file = tmp_path / f"out{ending}"
    assert report("-o", file).exit_code == 0
    assert (
        file.read_text() == report("--format", form, "-o", tmp_path / "other").stdout + (tmp_path / "other").read_text()
    )


def test_json_markdown_and_a_table_come_from_one_command(report: Run, results: Path, tmp_path: Path) -> None:
    keep(results, quick())
    done = report("--json", tmp_path / "a.json", "--markdown", tmp_path / "a.md")
    assert done.exit_code == 0
    assert "requests" in done.stdout
    assert json.loads((tmp_path / "a.json").read_text())["suite"] == "quick"
    assert (tmp_path / "a.md").read_text().startswith("# quick")
    silent = report("--json", tmp_path / "b.json", "-o", tmp_path / "b.csv")
    assert silent.stdout == "", "with an output of its own there is no table"
    assert len((tmp_path / "b.csv").read_text().splitlines()) == 4


def test_the_classic_options_print_instead_of_the_table(report: Run, results: Path) -> None:
    keep(results, quick())
    assert json.loads(report("--json", "-").stdout)["suite"] == "quick"
    assert report("--markdown", "-").stdout.startswith("# quick")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--theme", "dark"), "--theme applies only to pictures"),
        (("--format", "csv", "--theme", "light"), "--theme applies only to pictures"),
        (("-o", "run.xlsx"), "run.xlsx: cannot tell the format from the file name"),
        (("-o", "/proc/nowhere/run.csv"), "mkdir -p /proc/nowhere"),
        (("--format", "csv", "-o", "/"), "is a folder"),
        (("--format", "csv", "--json", "-"), "only one report can be written to standard output"),
        (("-o", "-", "--markdown", "-"), "only one report can be written to standard output"),
        (("--html", "-", "--markdown", "-"), "only one report can be written to standard output"),
        (("-o", "same.csv", "--json", "./same.csv"), "only one report can be written to a file"),
        (("--scenario", "hello-jason"), "no scenario 'hello-jason' (use one of: hello-json)"),
        (("--scenario", "hello-jason", "--format", "samples", "-o", "x"), "no scenario 'hello-jason'"),
        (("--format", "seed"), "suite quick: has no published table"),
        (("nineteen",), "nineteen"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    report: Run, results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple, words: str
) -> None:
    keep(results, quick())
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert words in refused(report(*arguments))
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("arguments", [("--format", "xml"), ("--theme", "blue", "--format", "svg")])
def test_a_value_that_is_not_known_names_the_known_ones(report: Run, arguments: tuple) -> None:
    done = report(*arguments)
    assert done.exit_code == 2
    assert ("prometheus" if "xml" in arguments else "dark") in done.stderr


def test_nothing_is_written_when_one_of_several_cannot_be(report: Run, results: Path, tmp_path: Path) -> None:
    keep(results, quick())
    refused(report("--json", tmp_path / "a.json", "--format", "seed", "-o", tmp_path / "a.md"))
    assert list(tmp_path.glob("a.*")) == []


@pytest.mark.parametrize("form", ["svg", "png"])
def test_a_picture_of_a_run_of_several_scenarios_needs_one_of_them(report: Run, results: Path, form: str) -> None:
    keep(results, two_scenarios())
    line = refused(report("--format", form))
    assert "a picture shows one scenario" in line
    assert "add --scenario with one of: one, two" in line


def test_a_picture_of_nothing_is_refused(report: Run, results: Path) -> None:
    keep(results, StoredRun(run_record(), (), (), simulate(random.Random(1), []), "now", False))
    assert "nothing to draw" in refused(report("--format", "svg"))


def test_a_picture_of_a_run_without_a_round_is_refused(report: Run, results: Path) -> None:
    keep(results, StoredRun(run_record(), (), (), (), "now", False))
    assert "nothing to draw" in refused(report("--format", "svg"))


@pytest.mark.parametrize("form", [Format.html, Format.svg, Format.png])
def test_a_terminal_gets_no_page_and_no_picture(form: Format, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with pytest.raises(UsageError, match=f"-o FILE.{form}"):
        Output(form, STDOUT).check_terminal()
    Output(form, Path(f"run.{form}")).check_terminal()
    Output(Format.csv, STDOUT).check_terminal()


def test_one_scenario_is_cut_out_of_every_text(report: Run, results: Path) -> None:
    keep(results, two_scenarios())
    for form in TEXTS:
        text = report("--format", form, "--scenario", "two").stdout
        assert "two" in text
        if form in (Format.csv, Format.samples):
            assert {row["scenario"] for row in csv.DictReader(io.StringIO(text))} == {"two"}
    document = json.loads(report("--scenario", "two", "--json", "-").stdout)
    assert {row["scenario"] for row in document["contestants"]} == {"two"}


def test_the_exit_code_is_that_of_the_rows_that_are_shown(report: Run, results: Path) -> None:
    keep(results, full_stored())
    assert report("--format", "csv").exit_code == 1
    assert report("--format", "csv", "--strict").exit_code == 3
    keep(results, StoredRun(run_record("z", started_at="2027"), (), (), simulate(
        random.Random(1), [Racer("gin", 40_000.0)]), "now", False))  # fmt: skip
    assert report("--format", "bmf", "--strict").exit_code == 0


def classic(results: Path, **changes: object) -> None:
    ran = ClassicPass("hello-json", "gin", "1", 100, "result", "now", "ab -n 9", "This is ab", 9, 1.0, 9.5)
    run = run_record(method="classic", generator="ab", suite_name="tuft", suite_json=CLASSIC_SUITE)
    run = replace(run, **changes)
    keep(results, StoredRun(run, (), (), (), "later", False, (ran,)))


@pytest.mark.parametrize("form", [Format.table, Format.markdown, Format.csv, Format.json])
def test_a_classic_run_has_the_formats_that_make_sense(report: Run, results: Path, form: Format) -> None:
    classic(results)
    done = report("--format", form)
    assert done.exit_code == 0, done.exception
    assert "gin" in done.stdout


@pytest.mark.parametrize("form", list(NOT_CLASSIC))
def test_a_classic_run_says_why_it_has_not_the_others(report: Run, results: Path, form: Format) -> None:
    classic(results)
    line = refused(report("--format", form))
    assert f"is not available as {form}: " in line
    assert "--scenario applies only to runs by laps" in refused(report("--scenario", "hello-json"))


def test_a_run_stored_before_suites_had_shapes_takes_that_of_today(report: Run, results: Path) -> None:
    keep(results, stored_of(300.0, 200.0, rounds=2, suite_name="tuft", suite_json='{"title": "t"}'))
    assert report("--format", "seed").stdout.startswith("### a: 300 req/s")


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_bytes(pipe, b"whole")
    assert os.read(reader, 100) == b"whole"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_bytes(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_a_file_that_cannot_be_replaced_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    (tmp_path / "run.json").write_text("old")
    with pytest.raises(UsageError, match="No space left on device"):
        write_bytes(tmp_path / "run.json", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]
    assert (tmp_path / "run.json").read_text() == "old"


def test_help_has_examples_and_names_every_format() -> None:
    text = CliRunner().invoke(app, ["report", "--help"]).stdout
    assert "fairlap report -o report.html" in text
    for form in Format:
        assert form in text


def test_a_refused_file_of_a_race_is_refused_before_the_race() -> None:
    line = ["--catalog", str(MISBEHAVING), "run", "misbehaving", "--html", "/proc/nowhere/run.html"]
    assert "mkdir -p /proc/nowhere" in refused(CliRunner().invoke(app, line))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_is_an_image_of_its_theme(report: Run, results: Path, tmp_path: Path, theme: str) -> None:
    keep(results, full_stored())
    for ending in ("svg", "png"):
        done = report("-o", tmp_path / f"out.{ending}", "--theme", theme)
        assert done.exit_code == 1, done.exception
        assert done.stdout == ""
    drawn = ElementTree.fromstring((tmp_path / "out.svg").read_text())
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    text = (tmp_path / "out.svg").read_text()
    grounds = {"light": LIGHT.ground, "dark": DARK.ground}
    assert grounds.pop(theme) in text
    assert grounds.popitem()[1] not in text
    assert "uwebsockets" in "".join(drawn.itertext())
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_a_picture_goes_into_a_pipe_as_it_is(report: Run, results: Path, tmp_path: Path) -> None:
    keep(results, full_stored())
    assert report("--format", "png").stdout_bytes.startswith(b"\x89PNG\r\n\x1a\n")
    assert report("--format", "svg").stdout.lstrip().startswith("<svg")


def test_a_page_is_one_file_that_needs_nothing_else(report: Run, results: Path, tmp_path: Path) -> None:
    keep(results, full_stored())
    done = report("--html", tmp_path / "a.html", "-o", tmp_path / "b.html")
    assert (done.exit_code, type(done.exception)) == (1, SystemExit), done.exception
    page = (tmp_path / "a.html").read_text()
    assert page == (tmp_path / "b.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "uwebsockets" in page
    assert re.search(r"(?:src|href)=\"(?!#|data:|https?://)", page) is None, "it names no other file"
    assert "<script>alert" not in page


def test_one_scenario_of_several_is_a_picture_and_a_page(report: Run, results: Path, tmp_path: Path) -> None:
    keep(results, two_scenarios())
    assert report("--scenario", "two", "-o", tmp_path / "two.svg").exit_code == 0
    assert report("--scenario", "two", "-o", tmp_path / "two.html").exit_code == 0
    drawn = "".join(ElementTree.fromstring((tmp_path / "two.svg").read_text()).itertext())
    assert "koa" in drawn
    assert "steps: two" in drawn, "which scenario it is"
    assert "koa" in (tmp_path / "two.html").read_text()


def test_a_classic_run_is_a_page(report: Run, results: Path, tmp_path: Path) -> None:
    classic(results)
    assert report("-o", tmp_path / "classic.html").exit_code == 0
    assert "This is ab" in (tmp_path / "classic.html").read_text()


@pytest.mark.parametrize(("generator", "beside"), [("fairload", "classic-run"), ("wrk", None)])
def test_the_command_and_the_dashboard_agree_on_what_stands_beside_a_run(
    report: Run, results: Path, generator: str, beside: str | None
) -> None:
    classic(results, run="classic-run")
    laps = stored_of(300.0, 200.0, rounds=2, generator=generator, suite_name="tuft", suite_json=CLASSIC_SUITE)
    keep(results, laps)
    site = Site(Results(results), served=False)
    documents = {found.run: json.loads(site.run_json(found)) for found in site.results.summaries()}
    for run, document in documents.items():
        assert json.loads(report(run, "--format", "json").stdout) == document
    classic_beside = documents[laps.run.run]["classic"]
    assert (classic_beside and classic_beside["run"]) == beside
    assert documents["classic-run"]["laps_run"] == (laps.run.run if beside else None)
