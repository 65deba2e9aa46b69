"""The base image of all others. Without access to a registry, it is made from Debian's packages."""

import os
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from fairlap.errors import BuildError, UsageError
from fairlap.hosting.container.engine import Engine, EngineError
from fairlap.hosting.container.labels import BASE
from fairlap.hosting.launch import how_ended, run_to_end
from fairlap.hosting.logs import last_lines
from fairlap.hosting.programs import find_program
from fairlap.hosting.requirements import program_version

RELEASE = "trixie"
SHORT_NAME = f"debian:{RELEASE}-slim"
NAME = f"docker.io/library/{SHORT_NAME}"
PULLED = "pulled"
"""The origin of a base image that Fairlap did not make."""

_PULL_BOUND_S = 120.0
_BOOTSTRAP_BOUND_S = 900.0
_LEFT_OUT = ("doc", "man", "info", "locale", "lintian", "groff")
"""Folders of /usr/share that Debian's own slim images also omit."""

_NO_SERVICES = 'printf "#!/bin/sh\\nexit 101\\n" > "$1/usr/sbin/policy-rc.d" && chmod 755 "$1/usr/sbin/policy-rc.d"'
_NO_CACHE = (
    "clean='rm -f /var/cache/apt/archives/*.deb /var/cache/apt/archives/partial/*.deb /var/cache/apt/*.bin || true'; "
    'printf \'DPkg::Post-Invoke { "%s"; };\\nAPT::Update::Post-Invoke { "%s"; };\\n'
    'Dir::Cache::pkgcache ""; Dir::Cache::srcpkgcache "";\\n\' '
    '"$clean" "$clean" > "$1/etc/apt/apt.conf.d/docker-clean"; rm -f "$1"/var/cache/apt/*.bin'
)
"""As in the official image: without it, an image with apt in its last stage keeps 100 MB of packages."""

_PROXIES = ("http_proxy", "https_proxy", "no_proxy")
"""The variables that apt, which does the downloads, respects."""

_LOG_LINES = 5


def origin(engine: Engine, image: str = NAME) -> str | None:
    """Return the origin of an image's first layer: `PULLED`, or how it was made; `None` without such an image."""
    if engine.inspect("image", image, "{{.Id}}") is None:
        return None
    return engine.labels("image", image).get(BASE, PULLED)


def require(engine: Engine, say: Callable[[str], object]) -> str:
    """Pull the base image unless it exists; return its origin.

    Raises:
        UsageError: it cannot be pulled; the hint names the command that makes it.
    """
    found = origin(engine)
    if found is not None:
        return found
    say(f"pulling {SHORT_NAME}")
    try:
        engine.run("pull", "--quiet", NAME, timeout_s=_PULL_BOUND_S)
    except EngineError as error:
        raise UsageError(
            f"{SHORT_NAME} is missing and cannot be pulled: {error.line()}",
            hint="make it from Debian's packages: `fairlap base-image`",
        ) from error
    return PULLED


def bootstrap(engine: Engine, mirror: str | None, log_path: Path, say: Callable[[str], object]) -> str:
    """Make the base image with mmdebstrap, with its name in the registry; return how it was made.

    Args:
        engine: the engine to import the image into.
        mirror: the URL of a mirror of Debian's packages, kept in the image. `None`: Debian's own.
        log_path: the file for the output of mmdebstrap.
        say: called with each step.

    Raises:
        UsageError: mmdebstrap is not installed.
        BuildError: mmdebstrap failed; contains its last lines.
    """
    program = find_program("mmdebstrap")
    if program is None:
        raise UsageError("mmdebstrap is not installed", hint="apt-get install mmdebstrap")
    made = f"made by mmdebstrap {program_version(program)} from {RELEASE} on {datetime.now(UTC):%Y-%m-%d}"
    if mirror is not None:
        made += f", {mirror}"
    log_path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fairlap-base-") as folder:
        archive = Path(folder) / "base.tar"
        left_out = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in _LEFT_OUT]
        command = [
            str(program),
            "--variant=minbase",
            *left_out,
            f"--customize-hook={_NO_SERVICES}",
            f"--customize-hook={_NO_CACHE}",
            RELEASE,
            str(archive),
        ]
        say("collecting Debian's packages (a minute)")
        _run(command if mirror is None else [*command, mirror], log_path)
        say(f"importing {SHORT_NAME}")
        change = ("--change", f'LABEL {BASE}="{made}"', "--change", 'CMD ["bash"]')
        try:
            engine.run("import", *change, str(archive), NAME, timeout_s=_PULL_BOUND_S)
        except EngineError as error:
            raise BuildError(error.line(), where=SHORT_NAME) from error
    return made


def _run(command: list[str], log_path: Path) -> None:
    proxies = {name: os.environ[name] for name in _PROXIES if name in os.environ}
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"} | proxies
    with log_path.open("wb") as log:
        status = run_to_end(command, Path("/"), environment, log, _BOOTSTRAP_BOUND_S)
    if status != 0:
        message = f"mmdebstrap {how_ended(status)}: {last_lines(log_path, _LOG_LINES)}"
        raise BuildError(message, where=SHORT_NAME, hint=f"see the log: {log_path}")
