"""Stand-ins for base images of registries, made of Debian's packages and the registries of languages.

They have the same toolchains at the same paths, and are labelled as what they are, so that it stands with every result.
"""

import re
import shutil
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from fairlap.errors import BuildError, UsageError
from fairlap.hosting.build import BUILD_TIMEOUT_S
from fairlap.hosting.container import base_image
from fairlap.hosting.container.dockerfile import full_name
from fairlap.hosting.container.engine import Engine, EngineError
from fairlap.hosting.container.images import BuildStop, build_arguments
from fairlap.hosting.container.labels import BASE
from fairlap.hosting.container.settings import BuildSettings
from fairlap.hosting.launch import how_ended
from fairlap.hosting.logs import last_lines

_PULL_BOUND_S = 300.0
_LOG_LINES = 5
_CERTIFICATES = "certificates.pem"
_STORE = "/etc/ssl/certs/ca-certificates.crt"

_SECANTUS = "0.7.0b3"

_TOOLS = "build-essential ca-certificates curl git libpq-dev libssl-dev pkg-config unzip zlib1g-dev"
"""What images for building have beside their language."""


def recipe_for(image: str) -> list[str] | None:
    """Return the instructions of a Containerfile for a stand-in, which follow a FROM of Debian's image.

    Returns `None` if none is known for an image.
    """
    for pattern, lines in RECIPES:
        match = re.fullmatch(pattern, full_name(image))
        if match is not None:
            return lines(next((group for group in match.groups() if group), ""))
    return None


def why_missing(engine: Engine, image: str) -> tuple[str, str] | None:
    """Return why an image is not there, and the fix, after trying to pull it; `None` when it is there."""
    name = full_name(image)
    if engine.inspect("image", name, "{{.Id}}") is not None:
        return None
    try:
        engine.run("pull", "--quiet", name, timeout_s=_PULL_BOUND_S)
    except EngineError:
        known = recipe_for(image) is not None
        fix = f"fairlap base-image --as {image}" if known else "on a machine with access to its registry"
        return f"its base image {image} is not here, and cannot be pulled", fix
    return None


def make(
    engine: Engine, image: str, settings: BuildSettings, log_path: Path, say: Callable[[str], object], *, force: bool
) -> str:
    """Make a stand-in for an image unless it is there; return what it is.

    Raises:
        UsageError: there is no recipe for it, or no base image of Debian.
        BuildError: the build failed; contains its last lines.
    """
    name, recipe = full_name(image), recipe_for(image)
    there = base_image.origin(engine, name)
    if there is not None and not force:
        return there
    if recipe is None:
        known = "alpine, amazoncorretto, bun, debian, distroless, eclipse-temurin, golang, maven, mongo, mysql, node"
        raise UsageError(
            f"no stand-in for {image} is known", hint=f"known are {known}, openjdk, python, rust; others must be pulled"
        )
    base_image.require(engine, say)
    other = f"SecantusDB {_SECANTUS} and " if re.fullmatch(_MONGO, name) else ""
    what = f"stand-in for {image}, made of {other}{base_image.SHORT_NAME} on {datetime.now(UTC):%Y-%m-%d}"
    log_path.parent.mkdir(parents=True, exist_ok=True)
    stop = BuildStop()  # nobody uses it: Ctrl-C interrupts this thread
    say(f"making a stand-in for {image}")
    with tempfile.TemporaryDirectory(prefix="fairlap-stand-in-") as folder:
        context = Path(folder)
        file = context / "Containerfile"
        file.write_text("\n".join([*_first_lines(context, settings), *recipe, ""]))
        with log_path.open("wb") as log:
            command = [*build_arguments(engine, file, name, {BASE: what}, settings), str(context)]
            status = engine.run_logged(command, log, BUILD_TIMEOUT_S, stop.descriptor)
    if status != 0:
        message = f"build {how_ended(status)}: {last_lines(log_path, _LOG_LINES)}"
        raise BuildError(message, where=image, hint=f"see the log: {log_path}")
    if engine.name == "podman" and name.startswith("docker.io/"):  # where no registry is searched for short names
        engine.run("tag", name, f"localhost/{name.removeprefix('docker.io/').removeprefix('library/')}")
    return what


def _first_lines(context: Path, settings: BuildSettings) -> list[str]:
    """Return the instructions that all begin with: certificates and mirrors of this machine stay in a stand-in."""
    lines = [f"FROM {base_image.NAME}", "ENV DEBIAN_FRONTEND=noninteractive"]
    lines += _install("ca-certificates")
    if settings.ca_bundle is not None:
        shutil.copyfile(settings.ca_bundle, context / _CERTIFICATES)
        folder = "/usr/local/share/ca-certificates"
        split = f'awk \'/BEGIN CERT/ {{n++}} n {{print > "{folder}/" n ".crt"}}\' /tmp/{_CERTIFICATES}'
        lines += [f"COPY {_CERTIFICATES} /tmp/", f"RUN {split} && update-ca-certificates && rm /tmp/{_CERTIFICATES}"]
        names = ("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "PIP_CERT", "CARGO_HTTP_CAINFO", "GIT_SSL_CAINFO")
        lines.append("ENV " + " ".join(f"{name}={_STORE}" for name in names))
    mirrors = [text for text in settings.arguments if text.startswith(("NPM_", "PIP_INDEX", "GOPROXY"))]
    return [*lines, *(f"ENV {text}" for text in mirrors)]


def _install(packages: str) -> list[str]:
    get = f"apt-get install -y --no-install-recommends {packages}"
    return [f"RUN apt-get update && {get} && rm -rf /var/lib/apt/lists/*"]


def _debian(_: str) -> list[str]:
    return []


def _build_tools(_: str) -> list[str]:
    return _install(_TOOLS)


def _go(version: str) -> list[str]:
    """Source of the toolchain's address: https://go.dev/ref/mod#toolchain (the module golang.org/toolchain)."""
    at = "${GOPROXY:-https://proxy.golang.org}/golang.org/toolchain/@v"
    wanted = re.escape(version) + r"(\.[0-9]+)?" if version else r"[0-9]+(\.[0-9]+)+"
    newest = f"curl -fsSL {at}/list | grep -E '^v0\\.0\\.1-go{wanted}\\.linux-'$(dpkg --print-architecture)'$'"
    return [
        *_install(_TOOLS),
        f"RUN name=$({newest} | sort -V | tail -n 1) && curl -fsSL -o /tmp/go.zip {at}/$name.zip"
        " && unzip -q /tmp/go.zip -d /tmp && mv /tmp/golang.org/toolchain@$name /usr/local/go"
        " && chmod -R +x /usr/local/go/bin /usr/local/go/pkg/tool && rm -r /tmp/go.zip /tmp/golang.org",
        "ENV GOPATH=/go GOTOOLCHAIN=local PATH=/go/bin:/usr/local/go/bin:$PATH",
        "WORKDIR /go",
    ]


def _node(version: str) -> list[str]:
    wanted = version or "latest"
    return [
        *_install(f"{_TOOLS} npm python3"),
        "RUN npm install --global --prefix /opt/node --no-audit --no-fund"
        f" node-linux-$(node -p process.arch)@{wanted} npm@10 yarn@1"
        " && apt-get purge -y npm nodejs && apt-get autoremove -y && ln -sf /opt/node/bin/* /usr/local/bin/",
        "RUN node --version && npm --version && groupadd --gid 1000 node"
        " && useradd --uid 1000 --gid node --shell /bin/bash --create-home node",
    ]


def _bun(version: str) -> list[str]:
    wanted = version or "latest"
    return [
        *_node("22"),
        f"RUN npm install --global --prefix /opt/bun --no-audit --no-fund --ignore-scripts @oven/bun-linux-x64@{wanted}"
        " && ln -s /opt/bun/lib/node_modules/@oven/bun-linux-x64/bin/bun /usr/local/bin/bun"
        " && ln -s bun /usr/local/bin/bunx && bun --version",
        "WORKDIR /home/bun/app",
    ]


def _python(_: str) -> list[str]:
    """Whatever the version, Debian's, with a pip that can be replaced: Debian's own says that it cannot."""
    return [
        *_install(
            f"{_TOOLS} default-libmysqlclient-dev libffi-dev python-is-python3 python3-dev python3-pip python3-venv"
        ),
        "RUN rm -f /usr/lib/python3*/EXTERNALLY-MANAGED && pip3 install --no-cache-dir --ignore-installed pip",
        "ENV PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore",
    ]


def _rust(version: str) -> list[str]:
    """Source: https://rust-lang.github.io/rustup/installation/other.html."""
    toolchain = version if "." in version else "stable"
    init = "https://static.rust-lang.org/rustup/dist/$(uname -m)-unknown-linux-gnu/rustup-init"
    return [
        *_install(f"{_TOOLS} cmake libclang-dev"),
        "ENV RUSTUP_HOME=/usr/local/rustup CARGO_HOME=/usr/local/cargo PATH=/usr/local/cargo/bin:$PATH",
        f"RUN curl -fsSL -o /tmp/rustup-init {init} && chmod +x /tmp/rustup-init && /tmp/rustup-init -y"
        f" --no-modify-path --profile minimal --default-toolchain {toolchain} && rm /tmp/rustup-init",
    ]


_JDKS = (21, 25)
"""Of Debian trixie; older versions of Java run on the next one."""


def _java(version: str) -> list[str]:
    wanted = next((jdk for jdk in _JDKS if jdk >= int(version or _JDKS[-1])), _JDKS[-1])
    return [
        "RUN mkdir -p /usr/share/man/man1",  # Java's package links to it, and the slim image has none
        *_install(f"openjdk-{wanted}-jdk-headless"),
        f"RUN ln -s /usr/lib/jvm/java-{wanted}-openjdk-* /opt/java",
        "ENV JAVA_HOME=/opt/java",
    ]


def _maven(version: str) -> list[str]:
    return [*_java(version), *_install("maven git")]


def _mysql(_: str) -> list[str]:
    """Of Debian's unstable release, as no other has MySQL; of a mirror that stood still, its lists may have expired."""
    of_unstable = "deb $(apt-get indextargets --format '$(REPO_URI)' | head -n 1) sid main"
    get = "apt-get install -y --no-install-recommends mysql-server-core mysql-client-core"
    return [
        f'RUN apt-get update && echo "{of_unstable}" > /etc/apt/sources.list.d/unstable.list'
        f" && apt-get update -o Acquire::Check-Valid-Until=false && {get} && rm -rf /var/lib/apt/lists/*"
        " && mysqld --version",
    ]


def _mongo(_: str) -> list[str]:
    """SecantusDB, which answers to MongoDB's protocol, behind those options of mongod's that Fairlap uses."""
    options = "s/--dbpath/--storage-path/; s/--bind_ip/--host/; s/--nounixsocket.*//"
    start = f'exec secantusd-py --standalone --cache-size 256M --log-level WARNING $(echo "$@" | sed "{options}")'
    return [
        *_install("python3-venv"),
        f"RUN python3 -m venv /opt/secantus && /opt/secantus/bin/pip install --no-cache-dir secantusdb=={_SECANTUS}"
        " && ln -s /opt/secantus/bin/secantusd-py /usr/local/bin/",
        f"RUN printf '#!/bin/sh\\n%s\\n' '{start}' > /usr/local/bin/mongod && chmod +x /usr/local/bin/mongod",
    ]


_HUB = r"docker\.io/library/"
_REST = r"(?:-[\w.-]+)?"
_MONGO = _HUB + r"mongo:8[\w.-]*"

RECIPES: tuple[tuple[str, Callable[[str], list[str]]], ...] = (
    (_HUB + r"(?:debian|alpine):[\w.-]+", _debian),
    (_HUB + r"buildpack-deps:[\w.-]+", _build_tools),
    (r"gcr\.io/distroless/(?:static|base|cc)(?:-debian\d+)?:[\w.-]+", _debian),
    (_HUB + r"golang:(?:latest|(\d+(?:\.\d+)*))" + _REST, _go),
    (_HUB + r"node:(?:latest|slim|lts|(\d+(?:\.\d+)*))" + _REST, _node),
    (r"docker\.io/oven/bun:(?:latest|(\d+(?:\.\d+)*))" + _REST, _bun),
    (_HUB + r"python:(?:latest|slim|(3(?:\.\d+)*))" + _REST, _python),
    (_HUB + r"rust:(?:latest|slim|(\d+(?:\.\d+)*))" + _REST, _rust),
    (_HUB + r"(?:eclipse-temurin|amazoncorretto|openjdk):(\d+)(?:\.\d+)*[\w.-]*", _java),
    (_HUB + r"maven:\d[\d.]*-(?:eclipse-temurin|amazoncorretto|openjdk|jdk)-(\d+)" + _REST, _maven),
    (_HUB + r"maven:\d[\d.]*", _maven),
    (_HUB + r"mysql:9[\w.-]*", _mysql),
    (_MONGO, _mongo),
)
"""Patterns of full names, and what makes such images; a group is the version."""
