"""Images of contestants and services: built from their Containerfile, once as long as nothing changes."""

import json
import os
import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from fairlap.errors import BuildError
from fairlap.hosting.build import BUILD_TIMEOUT_S, copy_folder, digest_of, only_one
from fairlap.hosting.container import base_image
from fairlap.hosting.container.engine import Engine, EngineError
from fairlap.hosting.container.labels import BASE, CONTESTANT, DIGEST
from fairlap.hosting.container.limits import ulimits
from fairlap.hosting.container.settings import CA_INSIDE, BuildSettings
from fairlap.hosting.logs import tail
from fairlap.hosting.session import how_ended

APPLICATION = Path("/app")
"""Where the application lies in every image: what `{build}` stands for."""

_FORMAT = 1
"""Grows when this file starts to build differently."""

_REPOSITORY = "localhost/fairlap"
_VERSION_FILE = ".version"
_VERSION_BOUND_S = 30.0
_TELL_VERSION = f'if [ -r {_VERSION_FILE} ]; then cat {_VERSION_FILE}; else [ $# -eq 0 ] || exec "$@"; fi'
_DIGEST_SHOWN = 16
_LISTINGS = 10
"""So often a list of images is asked for: each build that ends just then spoils one at most."""
_LOG_LINES = 4
_LINES_OF_ENGINE = ("STEP ", "--> ", "---> ", "COMMIT ", "Error: building at STEP", "Trying to pull ")
_LINES_OF_APT = ("debconf: ", "Processing triggers ", "Creating config file ", "Setting up ", "Unpacking ")


@dataclass(frozen=True, slots=True)
class ImagePlan:
    """What an image is made of.

    Attributes:
        name: of the contestant, or of the service.
        folder: everything that the Containerfile may copy.
        containerfile: its path; may lie elsewhere.
        programs: files of this machine that are put into the context besides.
        version: the command that tells the version, run in the image unless /app/.version is there.
    """

    name: str
    folder: Path
    containerfile: Path
    programs: tuple[Path, ...] = ()
    version: tuple[str, ...] = ()


class Image(BaseModel):
    """A finished image: its id (a digest), its size, where its first layer comes from, and the version it has in it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    id: str
    size_bytes: int
    base: str
    version: str | None
    build_s: float


class BuildStop:
    """Ends builds that run in other threads."""

    def __init__(self) -> None:
        self.descriptor = os.eventfd(0, os.EFD_CLOEXEC)
        self.asked = False

    def now(self) -> None:
        """End them; those that begin later end at once."""
        self.asked = True
        os.eventfd_write(self.descriptor, 1)

    def __del__(self) -> None:
        os.close(self.descriptor)


@dataclass(frozen=True, slots=True)
class Built:
    """An image, and whether an earlier one was still good."""

    image: Image
    skipped: bool


def containerfile_of(folder: Path, name: str) -> Path | None:
    """`<name>.Containerfile` in the folder, or its `Containerfile`; `None` when there is none."""
    return next((path for path in (folder / f"{name}.Containerfile", folder / "Containerfile") if path.is_file()), None)


def build_image(
    engine: Engine,
    plan: ImagePlan,
    root: Path,
    settings: BuildSettings,
    stop: BuildStop,
    *,
    timeout_s: float = BUILD_TIMEOUT_S,
) -> Built:
    """Build an image unless one of the same files is there. The base image must be there.

    Args:
        engine: that is to have it.
        plan: what it is made of.
        root: where logs, and what is known of images, are kept.
        settings: what the machine's surroundings ask for.
        stop: ends it.
        timeout_s: for the build.

    Raises:
        BuildError: it failed, with the last lines of its log.
    """
    root.mkdir(parents=True, exist_ok=True)
    with only_one(root / f".{plan.name}.lock"):
        digest = _digest(engine, plan)
        known = _known(engine, root / f"{plan.name}.json", digest)
        if known is not None:
            return Built(known, skipped=True)
        began = time.monotonic()
        tag = f"{_REPOSITORY}/{plan.name}:{digest}"
        _build(engine, plan, root, tag, digest, settings, stop, timeout_s)
        image = Image(
            name=plan.name,
            id=_fact(engine, tag, "{{.Id}}").removeprefix("sha256:"),
            size_bytes=int(_fact(engine, tag, "{{.Size}}")),
            base=engine.labels("image", tag).get(BASE, base_image.PULLED),
            version=_version(engine, tag, plan.version),
            build_s=round(time.monotonic() - began, 3),
        )
        _remember(root / f"{plan.name}.json", digest, image)
        _remove_older(engine, plan.name, digest)
    return Built(image, skipped=False)


def list_images(engine: Engine, root: Path) -> tuple[Image, ...]:
    """The images that are known here and that the engine still has, by name."""
    found = []
    for path in sorted(root.glob("*.json")):
        stored = _read(path)
        if stored is not None and engine.inspect("image", stored.image.id, "{{.Id}}") is not None:
            found.append(stored.image)
    return tuple(found)


class _Stored(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    digest: str
    image: Image


def _digest(engine: Engine, plan: ImagePlan) -> str:
    base = engine.inspect("image", base_image.NAME, "{{.Id}}")
    programs = [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in plan.programs]
    facts = (_FORMAT, base, programs, plan.version, plan.containerfile.read_bytes())
    return digest_of(plan.folder, facts)[:_DIGEST_SHOWN]


def _read(path: Path) -> _Stored | None:
    try:
        return _Stored.model_validate_json(path.read_bytes())
    except (FileNotFoundError, ValidationError):  # of another version of Fairlap: as if it were not there
        return None


def _known(engine: Engine, path: Path, digest: str) -> Image | None:
    stored = _read(path)
    if stored is None or stored.digest != digest:
        return None
    return stored.image if engine.inspect("image", stored.image.id, "{{.Id}}") is not None else None


def _remember(path: Path, digest: str, image: Image) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_text(_Stored(digest=digest, image=image).model_dump_json(indent=1))
    fresh.replace(path)


def _build(
    engine: Engine,
    plan: ImagePlan,
    root: Path,
    tag: str,
    digest: str,
    settings: BuildSettings,
    stop: BuildStop,
    timeout_s: float,
) -> None:
    context = root / f"{plan.name}.context"
    log_path = root / f"{plan.name}.build.log"
    copy_folder(plan.folder, context)
    try:
        for program in plan.programs:
            shutil.copy2(program, context / program.name)
        arguments = ["build", "--file", str(plan.containerfile), "--tag", tag, "--network", "host", "--force-rm"]
        arguments += ["--label", f"{CONTESTANT}={plan.name}", "--label", f"{DIGEST}={digest}"]
        if engine.name == "podman":
            arguments += ulimits()
            if settings.ca_bundle is not None:
                arguments += ["--volume", f"{settings.ca_bundle}:{CA_INSIDE}:ro"]
        for argument in settings.arguments:
            arguments += ["--build-arg", argument]
        with log_path.open("wb") as log:
            status = engine.run_logged([*arguments, str(context)], log, timeout_s, stop.descriptor)
    finally:
        shutil.rmtree(context, ignore_errors=True)
    if status != 0:
        ended = "was stopped" if status is None and stop.asked else how_ended(status)
        raise BuildError(f"its image: {ended}: {_last(log_path)}", where=plan.name, hint=f"the whole log: {log_path}")


def _last(log_path: Path) -> str:
    """The last lines of a build, without those that the engine or apt frames them with."""
    lines = [line.strip() for line in tail(log_path, 4 * _LOG_LINES)]
    said = [line for line in lines if line and not line.startswith(_LINES_OF_ENGINE + _LINES_OF_APT)]
    return " | ".join(said[-_LOG_LINES:]) or "it said nothing"


def _fact(engine: Engine, tag: str, form: str) -> str:
    told = engine.inspect("image", tag, form)
    if not told:
        raise BuildError(f"{engine.name} does not know its image {tag}", where=tag)
    return told


def _version(engine: Engine, tag: str, command: Sequence[str]) -> str | None:
    """The first line of /app/.version, or of what the command prints in the image; `None` when it tells none."""
    arguments = ("run", "--rm", "--network", "none", "--workdir", str(APPLICATION), "--env", "HOME=/tmp", *ulimits())
    try:
        told = engine.run(*arguments, tag, "/bin/sh", "-c", _TELL_VERSION, "sh", *command, timeout_s=_VERSION_BOUND_S)
    except EngineError:
        return None
    return next((line.strip() for line in told.splitlines() if line.strip()), None)


def _remove_older(engine: Engine, name: str, digest: str) -> None:
    """Images that were built from earlier files. One that is in use stays, until the next build."""
    for tag in tags_of(engine, name):
        if tag.startswith(f"{_REPOSITORY}/{name}:") and not tag.endswith(f":{digest}"):
            with suppress(EngineError):
                engine.run("rmi", tag)


def tags_of(engine: Engine, name: str) -> Sequence[str]:
    """The tags that carry the label of a contestant.

    podman lists images one after another, and gives up when another build removes one of them meanwhile ("image not
    known"): that is not an answer, so it is asked again. Raises EngineError when it goes on like that.
    """
    arguments = ("--filter", f"label={CONTESTANT}={name}", "--format", "{{.Repository}}:{{.Tag}}")
    for _ in range(_LISTINGS - 1):
        with suppress(EngineError):
            return engine.run("images", *arguments).split()
    return engine.run("images", *arguments).split()


def as_json(images: Sequence[Image]) -> str:
    """The document of `fairlap images --json`."""
    documents: list[Mapping[str, object]] = [image.model_dump() for image in images]
    return json.dumps(documents, indent=2)
