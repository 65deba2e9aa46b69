"""Running the client program of a service."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from fairlap.hosting.services.model import ServiceError

BOUND_S = 60.0


def client_path(folders: Sequence[str] = ()) -> str:
    """PATH, the folders where Debian keeps servers, and the newest of each pattern in `folders`."""
    found: list[str] = []
    for pattern in folders:
        root, _, rest = pattern.partition("*")
        matches = sorted(Path(root).glob(f"*{rest}"), key=_version, reverse=True)
        found += [str(match) for match in matches[:1]]
    return os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin", *found])


def run_client(command: Sequence[str], *, stdin: bytes = b"", path: str | None = None) -> str:
    """What it printed. Raises ServiceError with the line that says why when it ends with an error, or does not end."""
    environment = {**os.environ, "PATH": client_path() if path is None else path}
    try:
        done = subprocess.run(
            list(command), input=stdin, capture_output=True, timeout=BOUND_S, env=environment, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise ServiceError(f"{command[0]} did not end within {BOUND_S:.0f} s") from error
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
        told = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else None)
        raise ServiceError(f"{command[0]}: {told or f'ended with status {done.returncode}'}")
    return done.stdout.decode(errors="replace")


def _version(folder: Path) -> list[int]:
    return [int(part) for part in folder.parent.name.split(".") if part.isdecimal()]
