"""Images of contestants and services: built from their Containerfile, again only after changes."""

import json
import os
import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from fairlap.catalog import ServiceName
from fairlap.errors import BuildError
from fairlap.hosting.build import BUILD_TIMEOUT_S, copy_folder, digest_of, hold_lock
from fairlap.hosting.container import base_image
from fairlap.hosting.container.dockerfile import bases, full_name
from fairlap.hosting.container.engine import Engine, EngineError, ulimits
from fairlap.hosting.container.labels import BASE, CONTESTANT, DIGEST
from fairlap.hosting.container.settings import CA_INSIDE, BuildSettings
from fairlap.hosting.launch import how_ended
from fairlap.hosting.logs import tail

APPLICATION = Path("/app")
"""The folder of the application in every image, the value of `{build}`."""

_FORMAT = 1
"""Raised when this module builds differently."""

_REPOSITORY = "localhost/fairlap"
_VERSION_FILE = ".version"
_VERSION_BOUND_S = 30.0
_PRINT_VERSION = f'if [ -r {_VERSION_FILE} ]; then cat {_VERSION_FILE}; else [ $# -eq 0 ] || exec "$@"; fi'
_DIGEST_SHOWN = 16
_ATTEMPTS = 2
_OF_THE_ENGINE = 125
"""The exit status of an error of the engine's own: podman fails when another build removes a layer while it looks for
cached ones ("layer not known")."""

_LISTINGS = 10
"""Attempts to list images: each build that ends meanwhile spoils at most one."""
_LOG_LINES = 4
_LINES_OF_ENGINE = ("STEP ", "--> ", "---> ", "COMMIT ", "Error: building at STEP", "Trying to pull ")
_LINES_OF_APT = ("debconf: ", "Processing triggers ", "Creating config file ", "Setting up ", "Unpacking ")


@dataclass(frozen=True, slots=True)
class OwnBuild:
    """How an image is built that is none of Fairlap's contestants: what it is based on, and its own arguments."""

    bases: tuple[str, ...]
    arguments: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ImagePlan:
    """The inputs of an image.

    Attributes:
        name: the contestant or service.
        folder: the files that the Containerfile may copy.
        containerfile: its path, also outside the folder.
        programs: files of this machine that are added to the context.
        version: the command that prints the version in the image, used when there is no /app/.version.
        own: what is different in a build that others wrote.
    """

    name: str
    folder: Path
    containerfile: Path
    programs: tuple[Path, ...] = ()
    version: tuple[str, ...] = ()
    own: OwnBuild | None = None

    @property
    def bases(self) -> tuple[str, ...]:
        """The images that it is based on."""
        return (base_image.NAME,) if self.own is None else self.own.bases


class Image(BaseModel):
    """A finished image: its id (a digest), its size, the origin of its first layer, and the version inside."""

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
        self.requested = False

    def now(self) -> None:
        """End running builds; later ones end at once."""
        self.requested = True
        os.eventfd_write(self.descriptor, 1)

    def __del__(self) -> None:
        os.close(self.descriptor)


@dataclass(frozen=True, slots=True)
class Built:
    """An image; `skipped`: an earlier one was still valid."""

    image: Image
    skipped: bool


def containerfile_of(folder: Path, name: str) -> Path | None:
    """Return `<name>.Containerfile` in the folder, or its `Containerfile`; `None` when there is none."""
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
    """Build an image unless one from the same files exists. The base image must exist.

    Args:
        engine: the engine that builds it.
        plan: its inputs.
        root: the folder for logs and records of images.
        settings: proxy, mirrors and certificates.
        stop: ends the build.
        timeout_s: for the build.

    Raises:
        BuildError: the build failed; contains the last lines of its log.
    """
    root.mkdir(parents=True, exist_ok=True)
    with hold_lock(root / f".{plan.name}.lock"):
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
            version=_version(engine, tag, plan.version) if plan.own is None else None,
            build_s=round(time.monotonic() - began, 3),
        )
        _remember(root / f"{plan.name}.json", digest, image)
        _remove_older(engine, plan.name, digest)
    return Built(image, skipped=False)


def list_images(engine: Engine, root: Path) -> tuple[Image, ...]:
    """Return the recorded images that the engine still has, sorted by name."""
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
    based_on = [engine.inspect("image", full_name(name), "{{.Id}}") for name in plan.bases]
    own = None if plan.own is None else sorted(plan.own.arguments.items())
    programs = [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in plan.programs]
    facts = (_FORMAT, based_on, own, programs, plan.version, plan.containerfile.read_bytes())
    return digest_of(plan.folder, facts)[:_DIGEST_SHOWN]


def _read(path: Path) -> _Stored | None:
    try:
        return _Stored.model_validate_json(path.read_bytes())
    except (FileNotFoundError, ValidationError):  # a record of another version of Fairlap is ignored
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
    own = plan.own
    context = root / f"{plan.name}.context" if own is None else plan.folder
    log_path = root / f"{plan.name}.build.log"
    if own is None:
        copy_folder(plan.folder, context)
    try:
        for program in plan.programs:
            shutil.copy2(program, context / program.name)
        labels = {CONTESTANT: plan.name, DIGEST: digest}
        arguments = build_arguments(engine, plan.containerfile, tag, labels, settings)
        if own is not None:
            arguments += [f"--build-arg={name}={value}" for name, value in own.arguments.items()]
        for _ in range(_ATTEMPTS):
            with log_path.open("wb") as log:
                status = engine.run_logged([*arguments, str(context)], log, timeout_s, stop.descriptor)
            if status != _OF_THE_ENGINE:
                break
    finally:
        if own is None:
            shutil.rmtree(context, ignore_errors=True)
    if status != 0:
        ended = "was stopped" if status is None and stop.requested else how_ended(status)
        raise BuildError(f"image build {ended}: {_last(log_path)}", where=plan.name, hint=f"see the log: {log_path}")


def build_arguments(
    engine: Engine, containerfile: Path, tag: str, labels: Mapping[str, str], settings: BuildSettings
) -> list[str]:
    """Return the engine's command to build an image, without the context, which comes last."""
    arguments = ["build", "--file", str(containerfile), "--tag", tag, "--network", "host", "--force-rm"]
    for name, value in labels.items():
        arguments += ["--label", f"{name}={value}"]
    if engine.name == "podman":
        arguments += ulimits()
        if settings.ca_bundle is not None:
            arguments += ["--volume", f"{settings.ca_bundle}:{CA_INSIDE}:ro"]
    for argument in settings.arguments:
        arguments += ["--build-arg", argument]
    return arguments


def _last(log_path: Path) -> str:
    """Return the last lines of a build without those that the engine or apt adds."""
    lines = [line.strip() for line in tail(log_path, 4 * _LOG_LINES)]
    relevant = [line for line in lines if line and not line.startswith(_LINES_OF_ENGINE + _LINES_OF_APT)]
    return " | ".join(relevant[-_LOG_LINES:] or lines[-1:]) or "no output"


def _fact(engine: Engine, tag: str, form: str) -> str:
    value = engine.inspect("image", tag, form)
    if not value:
        raise BuildError(f"{engine.name} built the image but does not have it", where=tag)
    return value


def _version(engine: Engine, tag: str, command: Sequence[str]) -> str | None:
    """Return the first line of /app/.version, or of the command's output in the image; `None` without one."""
    arguments = ("run", "--rm", "--network", "none", "--workdir", str(APPLICATION), "--env", "HOME=/tmp", *ulimits())
    try:
        text = engine.run(*arguments, tag, "/bin/sh", "-c", _PRINT_VERSION, "sh", *command, timeout_s=_VERSION_BOUND_S)
    except EngineError:
        return None
    return next((line.strip() for line in text.splitlines() if line.strip()), None)


def _remove_older(engine: Engine, name: str, digest: str) -> None:
    """Remove images of earlier files. One that is in use stays until the next build."""
    for tag in tags_of(engine, name):
        if tag.startswith(f"{_REPOSITORY}/{name}:") and not tag.endswith(f":{digest}"):
            with suppress(EngineError):
                engine.run("rmi", tag)


def tags_of(engine: Engine, name: str) -> Sequence[str]:
    """Return the tags with the label of a contestant.

    podman fails when another build removes an image while it lists them ("image not known"): then this tries again.
    Raises EngineError when all attempts fail.
    """
    arguments = ("--filter", f"label={CONTESTANT}={name}", "--format", "{{.Repository}}:{{.Tag}}")
    for _ in range(_LISTINGS - 1):
        with suppress(EngineError):
            return engine.run("images", *arguments).split()
    return engine.run("images", *arguments).split()


def as_json(images: Sequence[Image]) -> str:
    """Return the document of `fairlap images --json`."""
    documents: list[Mapping[str, object]] = [image.model_dump() for image in images]
    return json.dumps(documents, indent=2)


def service_plan(name: ServiceName) -> ImagePlan:
    """Return the inputs of a service's image."""
    folder = Path(str(files("fairlap.hosting.services"))) / "containers" / name
    file = folder / "Containerfile"
    return ImagePlan(f"service-{name}", folder, file, own=OwnBuild(bases(file.read_text(), {}), {}))
