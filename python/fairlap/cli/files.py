"""Writes reports to a file, or to standard output for `-`."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

    from fairlap.report.models import ReportModel

STDOUT = Path("-")

JsonFile = Annotated[
    Path | None,
    typer.Option("--json", metavar="FILE", help="Also write the report as JSON; `-` prints it instead."),
]
MarkdownFile = Annotated[
    Path | None,
    typer.Option("--markdown", metavar="FILE", help="Also write the report as Markdown; `-` prints it instead."),
]
HtmlFile = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Also write the report as one self-contained page with all pictures."),
]


def check_targets(*files: Path | None) -> None:
    """Raise UsageError for files that cannot be written, before the first lap and not after the last one."""
    named = [file for file in files if file is not None]
    if named.count(STDOUT) > 1:
        raise UsageError("only one report can be written to standard output", hint="name a file for the other")
    seen: set[Path] = set()
    for file in named:
        if file == STDOUT:
            continue
        if file.is_dir():
            raise UsageError("is a folder", where=str(file), hint="name a file")
        if not file.parent.is_dir():
            raise UsageError("its folder does not exist", where=str(file), hint=f"mkdir -p {file.parent}")
        if not os.access(file if _is_special(file) else file.parent, os.W_OK):
            raise UsageError("its folder is not writable", where=str(file), hint="choose another folder")
        if file.resolve() in seen:
            raise UsageError("only one report can be written to a file", where=str(file), hint="name another file")
        seen.add(file.resolve())


def write_text(file: Path, text: str) -> None:
    """Write the text completely or not at all, ending with a newline. Raises UsageError."""
    text = text if text.endswith("\n") else text + "\n"
    if file == STDOUT:
        sys.stdout.write(text)
        return
    write_bytes(file, text.encode())


def write_bytes(file: Path, content: bytes) -> None:
    """Write the bytes completely or not at all. Raises UsageError."""
    if file == STDOUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        if _is_special(file):
            file.write_bytes(content)
        else:
            _replace(file.resolve(), content)
    except OSError as error:
        raise UsageError(
            f"cannot be written: {error.strerror}",
            where=str(file),
            hint="the run is stored; try again: fairlap report --json FILE",
        ) from error


def deliver(
    report: "ReportModel",
    json_file: Path | None,
    markdown_file: Path | None,
    markdown: "Callable[[], str]",
    screen: "Callable[[], RenderableType]",
) -> None:
    """Write a report as JSON and as Markdown, and print it unless one of them goes to standard output."""
    from fairlap.render.json_document import render_json

    if json_file is not None:
        write_text(json_file, render_json(report))
    if markdown_file is not None:
        write_text(markdown_file, markdown())
    if STDOUT not in (json_file, markdown_file):
        from rich.console import Console

        Console().print(screen())


def _is_special(file: Path) -> bool:
    """Tell whether this is a device or a pipe, which must not be replaced by a file."""
    return file.exists() and not file.is_file()


def _replace(file: Path, content: bytes) -> None:
    part = file.with_name(f".{file.name}.part")
    try:
        part.write_bytes(content)
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
        raise
