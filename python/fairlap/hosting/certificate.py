"""Certificates for contestants that are asked over TLS: one for all of a run, which only its generators trust."""

import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fairlap.catalog import Contestant, Trust
from fairlap.errors import FairlapError
from fairlap.hosting.programs import find_fairload

SERVER_NAME = "localhost"
"""What the certificate is valid for, and servers are told (SNI), whatever their address is."""

AUTHORITY = "authority.pem"
"""Beside the certificate, what clients must trust."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate of ECDSA with P-256, as files that every user can read.

    `authority` is what clients must trust, PEM.
    """

    folder: Path
    authority: str

    @property
    def cert(self) -> Path:
        """The certificate, PEM."""
        return self.folder / "cert.pem"

    @property
    def key(self) -> Path:
        """Its key, PEM, without a password."""
        return self.folder / "key.pem"

    @property
    def trust(self) -> Trust:
        """What generators ask of it."""
        return Trust(self.authority, SERVER_NAME, "the one of {cert}")

    def remove(self) -> None:
        """Remove the files."""
        shutil.rmtree(self.folder, ignore_errors=True)


def certificate_for(contestants: Iterable[Contestant], folder: Path) -> Certificate | None:
    """Make a certificate in `folder/tls` if one of the contestants uses it. Raises FairlapError."""
    if not any({"cert", "key"} & contestant.variables for contestant in contestants):
        return None
    made = folder.resolve() / "tls"
    command = [str(find_fairload()), "certificate", "--name", SERVER_NAME, str(made)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise FairlapError(f"no certificate could be made: {done.stderr.strip()}")
    for path in (made, *made.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return Certificate(made, (made / AUTHORITY).read_text())
