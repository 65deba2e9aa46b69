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


Make = Callable[[], str]
"""Makes the text of a file."""


def export(results: Path, folder: Path, progress: Progress) -> Exported:
    """Write the site into a folder that is new, empty, or was written by an earlier export.

    Each file is written completely or not at all; files left from an earlier export are removed at the end.

    Raises:
        UsageError: the folder has other content or cannot be written, or the results cannot be read.
    """
    site = Site(Results(results, runs_kept=RUNS_COMPARED), served=False)
    before = _check(folder)
    summaries = site.results.summaries()
    jobs, groups = list(_jobs(site, summaries)), []
    for suite in dict.fromkeys(found.suite_name for found in summaries):
        for title, comparisons in _comparisons(site, suite, summaries):
            jobs += [(link.href, make) for link, make in comparisons]
            groups.append(Links(title, tuple(link for link, _ in comparisons)))
    jobs.append((COMPARE, lambda: links_page(groups, BOUND, site.top)))
    now = [path for path, _ in jobs]
    # Written first, so that the next export can overwrite an unfinished one.
    _write(folder, MARKER, _marker([*before, *now]))
    size = 0
    for number, (path, make) in enumerate(jobs):
        progress(number, len(jobs), path)
        size += _write(folder, path, make())
    progress(len(jobs), len(jobs), "")
    removed = _remove(folder, set(before) - set(now))
    _write(folder, MARKER, _marker(now))
    return Exported(len(jobs), size, removed)


def _jobs(site: Site, summaries: tuple[RunSummary, ...]) -> Iterator[tuple[str, Make]]:
    """All files but the comparisons: the path in the folder, and what makes the text."""
    yield f"static/{STYLE}", partial(asset, STYLE)
    yield f"static/{SCRIPT}", partial(asset, SCRIPT)
    yield INDEX, partial(site.index, None)
    yield "404.html", lambda: plain_page("Page not found", "There is no page at this address.", site.top)
    for summary in summaries:
        yield run_page(summary.run), partial(site.run, summary)
        yield run_json(summary.run), partial(site.run_json, summary)
    yield HISTORY, site.histories
    for known in site.known():
        yield history_page(known.name), partial(site.history, known.name)


def _comparisons(
    site: Site, suite: str, summaries: tuple[RunSummary, ...]
) -> Iterator[tuple[str, list[tuple[Link, Make]]]]:
    """Comparisons of a suite's newest runs, and of contestants of its newest run: a title, and links to pages."""
    runs = [found for found in summaries if found.suite_name == suite and found.method == "laps" and found.heats_stored]
    of_runs: list[tuple[Link, Make]] = [
        (
            Link(runs_page(base.run, new.run), f"{when(base.started_at)} → {when(new.started_at)}"),
            partial(site.runs_compared, base, new),
        )
        for new, base in combinations(runs[:RUNS_COMPARED], 2)
        if _comparable(site, base, new)
    ]
    if of_runs:
        yield f"{clean(suite)}: run against run", of_runs
    if not runs:
        return
    newest = runs[0]
    pairs = list(combinations(sorted(set(newest.contestants) - {newest.reference}), 2))[:PAIRS_COMPARED]
    if pairs:
        yield (
            f"{clean(suite)}: contestants of the run of {when(newest.started_at)}",
            [
                (
                    Link(pair_page(newest.run, one, other), f"{clean(other)} against {clean(one)}"),
                    partial(site.pair, newest, one, other),
                )
                for one, other in pairs
            ],
        )


def _comparable(site: Site, base: RunSummary, new: RunSummary) -> bool:
    try:
        site.compare(base, new)
    except UsageError:
        return False
    return True


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
