"""Renders a stored run in every format, and says which formats are not available for it."""

import sys
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from fairlap.cli.files import STDOUT
from fairlap.errors import UsageError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from fairlap.catalog import Shape
    from fairlap.cli.settings import Settings
    from fairlap.report import RunReport
    from fairlap.report.classic_models import ClassicReport
    from fairlap.store import StoredRun


class Format(StrEnum):
    """How a report is written."""

    table = "table"
    markdown = "markdown"
    seed = "seed"
    csv = "csv"
    samples = "samples"
    json = "json"
    bmf = "bmf"
    prometheus = "prometheus"
    html = "html"
    svg = "svg"
    png = "png"


class ThemeName(StrEnum):
    """The colours of a picture."""

    light = "light"
    dark = "dark"


PICTURES = (Format.svg, Format.png)
BY_ENDING = {
    ".txt": Format.table,
    ".md": Format.markdown,
    ".csv": Format.csv,
    ".json": Format.json,
    ".prom": Format.prometheus,
    ".html": Format.html,
    ".svg": Format.svg,
    ".png": Format.png,
}
"""The format by file extension, used without --format."""

NOT_CLASSIC = {
    Format.seed: "use --format markdown, which contains the tool's own output",
    Format.samples: "it has passes, not laps",
    Format.bmf: "a pass has no interval and must not be mixed with laps",
    Format.prometheus: "a pass has no interval and must not be mixed with laps",
    Format.svg: "pictures show intervals, and a pass has none",
    Format.png: "pictures show intervals, and a pass has none",
}
"""Formats that are not available for classic runs, and why."""


@dataclass(frozen=True, slots=True)
class Output:
    """A report to write: its format and its file. `theme` applies only to pictures."""

    format: Format
    file: Path
    theme: ThemeName = ThemeName.light

    def check_terminal(self) -> None:
        """Raise UsageError when a picture or a page would be printed to a terminal."""
        if self.file == STDOUT and self.format in (Format.html, *PICTURES) and sys.stdout.isatty():
            raise UsageError(
                f"{self.format} cannot be shown in a terminal", hint=f"use -o FILE.{self.format} or a pipe"
            )


@dataclass(frozen=True)
class LapsRun:
    """A run by laps. `report` covers `scenario` if one is named, `whole` always covers all scenarios."""

    settings: "Settings"
    stored: "StoredRun"
    whole: "RunReport"
    scenario: str | None

    @cached_property
    def report(self) -> "RunReport":
        """Return the report to show. Raises UsageError when the run has no such scenario."""
        from fairlap.report.scenario import report_of_scenario

        return self.whole if self.scenario is None else report_of_scenario(self.whole, self.scenario)

    def check(self, output: Output) -> None:
        """Raise UsageError when the run is not available in that format."""
        if output.format in PICTURES:
            self._pictured()
        if output.format is Format.seed:
            self._shape()

    def document(self, output: Output) -> str | bytes:
        """Return the report in that format."""
        match output.format:
            case Format.table:
                return as_text(self.screen())
            case Format.markdown:
                from fairlap.render.markdown import render_markdown

                return render_markdown(self.report)
            case Format.seed:
                from fairlap.render.seed_tables import render_seed
                from fairlap.report.totals import lap_totals

                return render_seed(self.report, lap_totals(self._chosen), self._shape())
            case Format.csv:
                from fairlap.render.csv import render_csv

                return render_csv(self.report)
            case Format.samples:
                from fairlap.render.csv import render_samples_csv

                return render_samples_csv(self._chosen)
            case Format.json:
                from fairlap.render.json_document import render_json

                return render_json(self.report)
            case Format.bmf:
                from fairlap.render.bencher import render_bencher

                return render_bencher(self.report)
            case Format.prometheus:
                from fairlap.render.prometheus import render_prometheus

                return render_prometheus(self.report)
            case Format.html:
                from fairlap.pages.report import report_page
                from fairlap.pages.site import ALONE
                from fairlap.report.detail import build_detail

                return report_page(self.report, build_detail(self._chosen), ALONE)
            case Format.svg | Format.png:
                return self._drawn(output)

    def screen(self) -> "RenderableType":
        """Return the report for a terminal."""
        from fairlap.render.terminal import render_terminal

        return render_terminal(self.report)

    @cached_property
    def _chosen(self) -> "StoredRun":
        from fairlap.report.scenario import stored_of_scenario

        return self.stored if self.scenario is None else stored_of_scenario(self.stored, self.scenario)

    def _drawn(self, output: Output) -> str | bytes:
        from fairlap.charts import picture
        from fairlap.charts.figure import png, svg
        from fairlap.charts.theme import DARK, LIGHT

        # From the whole run: the picture of one scenario among several names it.
        drawn, theme = picture(self.whole, self._pictured()), DARK if output.theme is ThemeName.dark else LIGHT
        return svg(drawn, theme) if output.format is Format.svg else png(drawn, theme)

    def _pictured(self) -> str:
        """Return the scenario to draw. Raises UsageError when it is ambiguous or there is nothing to draw."""
        report = self.report
        if not any(row.status == "ok" and not row.is_reference for row in report.contestants):
            raise UsageError("nothing to draw: no contestant has a valid result", where=f"run {report.run}")
        if len(report.scenarios) != 1:
            raise UsageError(
                "a picture shows one scenario, but the run has several",
                where=f"run {report.run}",
                hint=f"add --scenario with one of: {', '.join(report.scenarios)}",
            )
        return report.scenarios[0]

    def _shape(self) -> "Shape":
        """Return the layout of the seed's table as stored; for older runs, as in today's suite of that name.

        Raises UsageError when the suite has no published table.
        """
        from fairlap.report.totals import shape_of

        if (stored := shape_of(self.stored)) is not None:
            return stored
        name = self.report.suite
        try:
            published = self.settings.load_catalog().suite(name).published
        except UsageError:
            published = None
        if published is None or published.shape is None:
            raise UsageError(
                "has no published table to imitate ([published] shape)",
                where=f"suite {name}",
                hint="use --format markdown",
            )
        return published.shape


@dataclass(frozen=True)
class ClassicRun:
    """A run of the classic method."""

    report: "ClassicReport"

    def check(self, output: Output) -> None:
        """Raise UsageError when classic runs are not available in that format."""
        if (reason := NOT_CLASSIC.get(output.format)) is not None:
            raise UsageError(
                f"a classic run is not available as {output.format}: {reason}",
                where=f"run {self.report.run}",
            )

    def document(self, output: Output) -> str:
        """Return the report in that format."""
        match output.format:
            case Format.markdown:
                from fairlap.render.classic import render_classic_markdown

                return render_classic_markdown(self.report)
            case Format.csv:
                from fairlap.render.csv import render_classic_csv

                return render_classic_csv(self.report)
            case Format.json:
                from fairlap.render.json_document import render_json

                return render_json(self.report)
            case Format.html:
                from fairlap.pages.classic import classic_page
                from fairlap.pages.site import ALONE

                return classic_page(self.report, ALONE)
            case _:
                return as_text(self.screen())

    def screen(self) -> "RenderableType":
        """Return the report for a terminal."""
        from fairlap.render.classic import render_classic_terminal

        return render_classic_terminal(self.report)


def as_text(screen: "RenderableType") -> str:
    """Return what a terminal would show, as wide as COLUMNS says and without colours."""
    import io

    from rich.console import Console

    out = io.StringIO()
    Console(file=out).print(screen)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())
