"""Exports the site as files with relative links, which need no server."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path, PurePosixPath

from pydantic import BaseModel, ConfigDict, ValidationError

from fairlap.dashboard.results import Results
from fairlap.dashboard.site import Site
from fairlap.errors import UsageError
from fairlap.pages.compare import Link, Links, links_page
from fairlap.pages.paths import COMPARE, HISTORY, INDEX, history_page, pair_page, run_json, run_page, runs_page
from fairlap.pages.runs import plain_page, when
from fairlap.pages.site import SCRIPT, STYLE, asset
from fairlap.render.cells import clean
from fairlap.store import RunSummary

MARKER = ".fairlap-export.json"
RUNS_COMPARED = 20
PAIRS_COMPARED = 100
BOUND = (
    f"For each suite: all comparable pairs of its newest {RUNS_COMPARED} runs, and at most {PAIRS_COMPARED} pairs of "
    "contestants of its newest run. To compare any others, use fairlap serve where the results are stored."
)

Progress = Callable[[int, int, str], None]
"""Called with the number of files done, their total number, and the next one."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The number of files written, their total size in bytes, and how many old files were removed."""

    files: int
    size: int
    removed: int


class _Marker(BaseModel):
    """The files of an export, relative to its folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Suite:
    """The comparisons of a suite: pairs of runs (base, new), and pairs of contestants of its newest run."""

    name: str
    runs: tuple[tuple[RunSummary, RunSummary], ...]
    newest: RunSummary | None
    names: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Job:
    """A file, relative to the folder, and the function that makes its text."""

    path: str
    make: Callable[[], str]


def export(results: Path, folder: Path, progress: Progress) -> Exported:
    """Write the site into a folder that is new, empty, or was written by an earlier export.

    Each file is written completely or not at all; files left from an earlier export are removed at the end.

    Raises:
        UsageError: the folder has other content or cannot be written, or the results cannot be read.
    """
    site = Site(Results(results, runs_kept=RUNS_COMPARED), served=False)
    before = _check(folder)
    summaries = site.results.summaries()
    suites = [_of_suite(site, suite, summaries) for suite in dict.fromkeys(found.suite_name for found in summaries)]
    jobs = [*_jobs(site, summaries), *(job for suite in suites for job in _comparisons(site, suite))]
    links = [group for suite in suites for group in _links(suite)]
    jobs.append(_Job(COMPARE, lambda: links_page(links, BOUND, site.top)))
    now = [job.path for job in jobs]
    # Written first, so that the next export can overwrite an unfinished one.
    _write(folder, MARKER, _marker([*before, *now]))
    size = 0
    for number, job in enumerate(jobs):
        progress(number, len(jobs), job.path)
        size += _write(folder, job.path, job.make())
    progress(len(jobs), len(jobs), "")
    removed = _remove(folder, set(before) - set(now))
    _write(folder, MARKER, _marker(now))
    return Exported(len(jobs), size, removed)


def _jobs(site: Site, summaries: tuple[RunSummary, ...]) -> Iterator[_Job]:
    yield _Job(f"static/{STYLE}", partial(asset, STYLE))
    yield _Job(f"static/{SCRIPT}", partial(asset, SCRIPT))
    yield _Job(INDEX, partial(site.index, None))
    yield _Job("404.html", lambda: plain_page("Page not found", "There is no page at this address.", site.top))
    for summary in summaries:
        yield _Job(run_page(summary.run), partial(site.run, summary))
        yield _Job(run_json(summary.run), partial(site.run_json, summary))
    yield _Job(HISTORY, site.histories)
    for known in site.known():
        yield _Job(history_page(known.name), partial(site.history, known.name))


def _of_suite(site: Site, suite: str, summaries: tuple[RunSummary, ...]) -> _Suite:
    """The comparisons of a suite, newest first."""
    runs = [found for found in summaries if found.suite_name == suite and found.method == "laps" and found.heats_stored]
    pairs = [(base, new) for new, base in combinations(runs[:RUNS_COMPARED], 2) if _comparable(site, base, new)]
    names = sorted(set(runs[0].contestants) - {runs[0].reference}) if runs else []
    return _Suite(
        name=clean(suite),
        runs=tuple(pairs),
        newest=runs[0] if runs else None,
        names=tuple(combinations(names, 2))[:PAIRS_COMPARED],
    )


def _comparable(site: Site, base: RunSummary, new: RunSummary) -> bool:
    try:
        site.compare(base, new)
    except UsageError:
        return False
    return True


def _comparisons(site: Site, suite: _Suite) -> Iterator[_Job]:
    for base, new in suite.runs:
        yield _Job(runs_page(base.run, new.run), partial(site.runs_compared, base, new))
    if suite.newest is not None:
        for one, other in suite.names:
            yield _Job(pair_page(suite.newest.run, one, other), partial(site.pair, suite.newest, one, other))


def _links(suite: _Suite) -> Iterator[Links]:
    if suite.runs:
        links = [
            Link(runs_page(base.run, new.run), f"{when(base.started_at)} → {when(new.started_at)}")
            for base, new in suite.runs
        ]
        yield Links(f"{suite.name}: run against run", tuple(links))
    if suite.newest is not None and suite.names:
        links = [
            Link(pair_page(suite.newest.run, one, other), f"{clean(other)} against {clean(one)}")
            for one, other in suite.names
        ]
        yield Links(f"{suite.name}: contestants of the run of {when(suite.newest.started_at)}", tuple(links))


def _check(folder: Path) -> tuple[str, ...]:
    """The files of an earlier export in the folder. Raises UsageError when it has other content."""
    hint = "choose a new or empty folder, or one that fairlap export wrote"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.iterdir()):
            return ()
        return _Marker.model_validate_json((folder / MARKER).read_bytes()).files
    except FileNotFoundError as error:
        raise UsageError("is not empty and was not written by fairlap export", where=str(folder), hint=hint) from error
    except ValidationError as error:
        raise UsageError("the list of exported files is damaged", where=str(folder / MARKER), hint=hint) from error
    except FileExistsError as error:
        raise UsageError("is a file", where=str(folder), hint=hint) from error
    except OSError as error:
        raise UsageError(f"cannot be used: {error.strerror}", where=str(folder), hint=hint) from error


def _marker(files: Iterable[str]) -> str:
    return _Marker(files=tuple(sorted(set(files)))).model_dump_json(indent=1) + "\n"


def _write(folder: Path, name: str, text: str) -> int:
    """Write a file completely or not at all, and return its size in bytes."""
    file = folder / name
    part = file.with_name(f".{file.name}.part")
    data = text.encode("utf-8", "replace")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UsageError(f"cannot be written: {error.strerror}", where=str(file), hint="free some space") from error
    return len(data)


def _remove(folder: Path, names: Iterable[str]) -> int:
    """Remove files of an earlier export, never outside the folder, and return their number."""
    removed = 0
    for name in names:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            continue
        file = folder / path
        if file.is_file():
            file.unlink()
            removed += 1
    return removed
