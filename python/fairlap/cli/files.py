"""Where reports are written to: a file, or `-` for standard output."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from fairlap.errors import UsageError

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
    typer.Option(
        "--html", metavar="FILE", help="Also write the report as a page with all pictures, which needs nothing else."
    ),
]


def check_targets(*files: Path | None) -> None:
    """Fail before the first lap, not after the last one. Nothing is written yet."""
    named = [file for file in files if file is not None]
    if named.count(STDOUT) > 1:
        raise UsageError("two reports on standard output exclude each other", hint="give one of them a file")
    found: set[Path] = set()
    for file in named:
        if file == STDOUT:
            continue
        if file.is_dir():
            raise UsageError("is a folder", where=str(file), hint="name a file")
        if not file.parent.is_dir():
            raise UsageError("its folder does not exist", where=str(file), hint=f"mkdir -p {file.parent}")
        if not os.access(file if _is_special(file) else file.parent, os.W_OK):
            raise UsageError("cannot be written: its folder belongs to somebody else", where=str(file))
        if file.resolve() in found:
            raise UsageError("two reports exclude each other in one file", where=str(file), hint="name another file")
        found.add(file.resolve())


def write_text(file: Path, text: str) -> None:
    """Write whole or not at all: a reader never sees half a report."""
    text = text if text.endswith("\n") else text + "\n"
    if file == STDOUT:
        sys.stdout.write(text)
        return
    write_bytes(file, text.encode())


def write_bytes(file: Path, content: bytes) -> None:
    """The same for what is no text."""
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
            hint="the run is stored: fairlap report --json FILE",
        ) from error


def _is_special(file: Path) -> bool:
    """A device or a pipe, which is written to and never replaced by a file."""
    return file.exists() and not file.is_file()


def _replace(file: Path, content: bytes) -> None:
    part = file.with_name(f".{file.name}.part")
    try:
        part.write_bytes(content)
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
        raise
