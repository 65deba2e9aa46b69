"""Where reports are written to: a file, or `-` for standard output."""

import sys
from pathlib import Path

from fairlap.errors import UsageError

STDOUT = Path("-")


def check_targets(*files: Path | None) -> None:
    """Fail before the first lap, not after the last one. Nothing is written yet."""
    if sum(file == STDOUT for file in files) > 1:
        raise UsageError("--json - and --markdown - exclude each other", hint="give one of them a file")
    for file in files:
        if file is None or file == STDOUT:
            continue
        if file.is_dir():
            raise UsageError("is a folder", where=str(file), hint="name a file")
        if not file.parent.is_dir():
            raise UsageError("its folder does not exist", where=str(file), hint=f"mkdir -p {file.parent}")


def write_text(file: Path, text: str) -> None:
    """Write whole or not at all: a reader never sees half a report."""
    text = text if text.endswith("\n") else text + "\n"
    if file == STDOUT:
        sys.stdout.write(text)
        return
    part = file.with_name(f".{file.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(file)
    except OSError as error:
        raise UsageError(
            f"cannot be written: {error.strerror}",
            where=str(file),
            hint="the run is stored: fairlap report --json FILE",
        ) from error
