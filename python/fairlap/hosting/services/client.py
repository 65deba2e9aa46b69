"""Runs the client program of a service."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from fairlap.hosting.services.model import ServiceError

BOUND_S = 60.0


def client_path(folders: Sequence[str] = ()) -> str:
    """Return PATH, the folders of Debian's servers, and the newest match of each pattern in `folders`."""
    found: list[str] = []
    for pattern in folders:
        root, _, rest = pattern.partition("*")
        matches = sorted(Path(root).glob(f"*{rest}"), key=_version, reverse=True)
        found += [str(match) for match in matches[:1]]
    return os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin", *found])


def run_client(command: Sequence[str], *, stdin: bytes = b"", path: str | None = None) -> str:
    """Run a client and return its output. Raises ServiceError when it fails (with the error line) or hangs."""
    environment = {**os.environ, "PATH": client_path() if path is None else path}
    try:
        done = subprocess.run(
            list(command), input=stdin, capture_output=True, timeout=BOUND_S, env=environment, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise ServiceError(f"{command[0]} did not end within {BOUND_S:.0f} s") from error
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
        message = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else None)
        raise ServiceError(f"{command[0]}: {message or f'ended with status {done.returncode}'}")
    return done.stdout.decode(errors="replace")


def _version(folder: Path) -> list[int]:
    return [int(part) for part in folder.parent.name.split(".") if part.isdecimal()]
