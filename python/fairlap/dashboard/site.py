"""Renders every page of the site, for the server and for the exported folder."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairlap.comparing import CompareReport, Question, SideDocument, compare_interleaved, compare_runs
from fairlap.dashboard.results import Results
from fairlap.errors import UsageError
from fairlap.pages.compare import Choice, Link, choice_page, contestants_compared_page, refused_page, runs_compared_page
from fairlap.pages.history import Known, contestant_page, histories_page
from fairlap.pages.live import live_page, view_of
from fairlap.pages.paths import run_page
from fairlap.pages.runs import ListPage, runs_page
from fairlap.pages.site import Place
from fairlap.report.classic_models import ClassicReport
from fairlap.report.companion import report_of
from fairlap.store import RunSummary

SAME_SHARE = 0.02
"""The precision for runs that were stored without one."""


@dataclass(frozen=True, slots=True)
class Site:
    """Renders pages as text. `served`: for a server, which answers forms and follows races; else for a folder."""

    results: Results
    served: bool

    @property
    def top(self) -> Place:
        """The place of the index."""
        return Place(served=self.served)

    @property
    def below(self) -> Place:
        """The place of reports, comparisons and histories."""
        return Place(root="../", served=self.served)

    def index(self, page: int | None) -> str:
        """Return a page of the list of runs, or all of it; it says so if the results cannot be read."""
        try:
            if page is None:
                return runs_page(self.results.lines(), self.top)
            return runs_page(self.results.page(page), self.top, ListPage(page, self.results.pages()))
        except UsageError as error:
            return runs_page((), self.top, trouble=error.line())

    def run(self, summary: RunSummary) -> str:
        from fairlap.pages.classic import classic_page
        from fairlap.pages.report import report_page
        from fairlap.report.detail import build_detail

        with self.results.store() as store:
            stored, report = report_of(store, summary.run)
        if isinstance(report, ClassicReport):
            return classic_page(report, self.below)
        return report_page(report, build_detail(stored), self.below)

    def run_json(self, summary: RunSummary) -> str:
        from fairlap.render.json_document import render_json

        with self.results.store() as store:
            _, report = report_of(store, summary.run)
        return render_json(report)

    def runs_compared(self, base: RunSummary, new: RunSummary) -> str:
        """Return the comparison of two runs, or why they cannot be compared."""
        lines = [self.results.line(summary) for summary in (base, new)]
        try:
            report = self.compare(base, new)
        except UsageError as error:
            links = [Link(run_page(line.run), f"run {line.run}", line.suite) for line in lines]
            return refused_page(error.line(), links, self.below)
        return runs_compared_page(report, lines[0], lines[1], self.below)

    def compare(self, base: RunSummary, new: RunSummary) -> CompareReport:
        """Compare two runs. Raises UsageError when they cannot be compared."""
        if base.run == new.run:
            raise UsageError("both are the same run", where=base.run)
        if "classic" in (base.method, new.method):
            raise UsageError("classic runs have no intervals, so they cannot be compared")
        (before, before_report), (after, after_report) = self.results.loaded(base), self.results.loaded(new)
        precision = max(before.run.precision, after.run.precision) or SAME_SHARE
        sides = [_side(summary.run, "run", summary.run) for summary in (base, new)]
        return compare_runs(
            Question(sides[0], sides[1], precision, precision), before, after, reports=(before_report, after_report)
        )

    def pair(self, summary: RunSummary, base: str, new: str) -> str:
        """Return the comparison of two contestants of a run, or why they cannot be compared."""
        if summary.method == "classic":
            reason = "a classic run has no intervals, so its contestants cannot be compared beyond its report"
            links = [Link(run_page(summary.run), f"run {summary.run}", summary.suite_name)]
            return refused_page(reason, links, self.below)
        stored, race = self.results.loaded(summary)
        sides = [_side(name, "contestant", summary.run) for name in (base, new)]
        precision = stored.run.precision or SAME_SHARE
        report = compare_interleaved(Question(sides[0], sides[1], precision, precision), race, base, new)
        return contestants_compared_page(report, self.results.line(summary), self.below)

    def choice(self, choice: Choice) -> str:
        return choice_page(choice, self.top)

    def histories(self) -> str:
        return histories_page(self.known(), self.top)

    def known(self) -> tuple[Known, ...]:
        """Return the contestants with a history. Raises StoreError."""
        summaries = self.results.summaries()
        if not summaries:
            return ()
        with self.results.store() as store:
            names = store.contestants()
        runs = {name: [summary for summary in summaries if name in summary.contestants] for name in names}
        return tuple(_known(name, found) for name, found in runs.items() if found)

    def history(self, name: str) -> str:
        """Return the history of a contestant. Raises UsageError when it has none."""
        from fairlap.history import build_history

        with self.results.store() as store:
            return contestant_page(build_history(store, name), self.below)

    def live(self) -> str:
        board = self.results.board()
        return live_page(None if board is None else view_of(board), self.top)


def _side(typed: str, kind: str, run: str) -> SideDocument:
    return SideDocument.model_validate(
        {"typed": typed, "kind": kind, "commit": None, "changed": None, "run": run},
    )


def _known(name: str, runs: Sequence[RunSummary]) -> Known:
    suites = tuple(dict.fromkeys(summary.suite_name for summary in runs))
    return Known(name, len(runs), suites, runs[0].started_at)
