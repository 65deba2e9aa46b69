"""Images that others wrote, for a container of their own making rather than of Fairlap's."""

from pathlib import Path
from typing import Annotated

from pydantic import Field, StringConstraints

from fairlap.catalog.requests import FileModel, Protocol
from fairlap.catalog.services import ServiceName

HostName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.-]*$", max_length=253)]
PortNumber = Annotated[int, Field(ge=1, le=65_535)]


class OwnImage(FileModel):
    """An image as its authors wrote it: built from their file, run as their user, with the ports that are in it.

    `context` is the folder of the build, and `file` the Dockerfile in it; a manifest may give it relative to itself.
    `ports` has those for each protocol that it answers, and `hosts` the names by which it knows services. Without
    `start` in the manifest, it has a command of its own. `files` maps paths in it to files or folders that are shown
    there, read-only; `{cert}` and `{key}` are those of the run's certificate.
    """

    context: Path
    file: str = Field(default="Dockerfile", min_length=1)
    arguments: dict[str, str] = Field(default={})
    ports: dict[Protocol, PortNumber] = Field(min_length=1)
    hosts: dict[HostName, ServiceName] = Field(default={})
    files: dict[str, str] = Field(default={})

    def beside(self, folder: Path) -> "OwnImage":
        """Return it with the paths that a manifest in a folder means."""
        own = {inside: path for inside, path in self.files.items() if path not in ("{cert}", "{key}")}
        files = self.files | {inside: str((folder / path).resolve()) for inside, path in own.items()}
        return self.model_copy(update={"context": (folder / self.context).resolve(), "files": files})
