"""Looks at a repository, and proposes how its app is built and started (`fairlap init`)."""

import json
import re
import shlex
import tomllib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from fairlap.catalog.project import slug

MOST_BYTES = 200_000
"""Of a source file that is searched for its app object."""

PACKAGE_MANAGERS = (
    ("pnpm-lock.yaml", ["pnpm", "install", "--frozen-lockfile"], "pnpm"),
    ("yarn.lock", ["yarn", "install", "--frozen-lockfile"], "yarn"),
    ("bun.lock", ["bun", "install", "--frozen-lockfile"], "bun"),
    ("package-lock.json", ["npm", "ci"], "npm"),
)


@dataclass(frozen=True)
class Proposal:
    """How an app may be built and started. `seen`: the file that says so; `doubts`: what a person must look at."""

    seen: str
    name: str
    language: str
    build: list[list[str]]
    start: list[str]
    requires: list[str]
    env: dict[str, str] = field(default_factory=lambda: {"PORT": "{port}", "HOST": "{host}"})
    doubts: tuple[str, ...] = ()


def propose(folder: Path) -> Proposal | None:
    """Return the proposal of the first build file that is there; `None` without any."""
    return next((found for look in _LOOKS if (found := look(folder)) is not None), None)


def _node(folder: Path) -> Proposal | None:
    package = _json(folder / "package.json")
    if package is None:
        return None
    scripts = _table(package, "scripts")
    install, manager = _installation(folder)
    needs = bool(_table(package, "dependencies") or _table(package, "devDependencies"))
    build = [install] if needs else []
    build += [[manager, "run", "build"]] if "build" in scripts else []
    start, main = scripts.get("start"), package.get("main")
    words = shlex.split(start) if isinstance(start, str) else []
    doubts: list[str] = []
    if words[:1] == ["node"] and not {"&&", "|", ";"} & set(words):
        command = words
    elif words:
        command = [manager, "run", "start"]
        doubts.append("the start script runs below a package manager")
    else:
        command = ["node", main if isinstance(main, str) else "index.js"]
        doubts.append("package.json has no start script")
    engine = re.search(r">=\s*(\d+)", str(_table(package, "engines").get("node", "")))
    return Proposal(
        "package.json",
        _name(str(package.get("name", "")).rpartition("/")[2], folder),
        "JavaScript",
        build,
        command,
        [f"node>={engine[1]}" if engine else "node"],
        doubts=tuple(doubts),
    )


def _installation(folder: Path) -> tuple[list[str], str]:
    for lock, install, manager in PACKAGE_MANAGERS:
        if (folder / lock).is_file():
            return install, manager
    return ["npm", "install"], "npm"


def _go(folder: Path) -> Proposal | None:
    text = _text(folder / "go.mod")
    if text is None:
        return None
    module = re.search(r"^module\s+(\S+)", text, re.MULTILINE)
    version = re.search(r"^go\s+(\d+\.\d+)", text, re.MULTILINE)
    mains = sorted({path.parent for path in folder.glob("cmd/*/main.go")})
    package = "." if (folder / "main.go").is_file() or not mains else f"./{mains[0].relative_to(folder)}"
    return Proposal(
        "go.mod",
        _name(module[1].rpartition("/")[2] if module else "", folder),
        "Go",
        [["go", "build", "-o", "{build}/fairlap-app", package]],
        ["{build}/fairlap-app"],
        [f"go>={version[1]}" if version else "go"],
        doubts=(f"there are {len(mains)} programs in cmd/",) if package != "." and len(mains) > 1 else (),
    )


def _rust(folder: Path) -> Proposal | None:
    cargo = _toml(folder / "Cargo.toml")
    if cargo is None:
        return None
    name = str(_table(cargo, "package").get("name", ""))
    locked = ["--locked"] if (folder / "Cargo.lock").is_file() else []
    return Proposal(
        "Cargo.toml",
        _name(name, folder),
        "Rust",
        [["cargo", "build", "--release", *locked]],
        [f"{{build}}/target/release/{name or folder.name}"],
        ["cargo"],
        doubts=() if name else ("this is a workspace: name the program to start",),
    )


def _python(folder: Path) -> Proposal | None:
    project = _toml(folder / "pyproject.toml")
    requirements = _text(folder / "requirements.txt")
    if project is None and requirements is None:
        return None
    wanted = ["-r", "requirements.txt"] if requirements is not None else ["."]
    needs = (requirements or "") + str(_table(project or {}, "project").get("dependencies", ""))
    command, doubts = _python_start(folder, needs.lower())
    return Proposal(
        "requirements.txt" if requirements is not None else "pyproject.toml",
        _name(str(_table(project or {}, "project").get("name", "")), folder),
        "Python",
        [["python3", "-m", "venv", ".venv"], [".venv/bin/pip", "install", "--quiet", *wanted]],
        command,
        ["python3"],
        doubts=doubts,
    )


def _python_start(folder: Path, needs: str) -> tuple[list[str], tuple[str, ...]]:
    address = "{host}:{port}"
    if (folder / "manage.py").is_file():
        settings = next(iter(sorted(folder.glob("*/wsgi.py"))), None)
        module = f"{settings.parent.name if settings else 'project'}.wsgi"
        return [".venv/bin/gunicorn", module, "--bind", address, "--workers", "{workers}"], _missing("gunicorn", needs)
    for path in sorted((*folder.glob("*.py"), *folder.glob("*/*.py"))):
        found = re.search(r"^(\w+)\s*=\s*(FastAPI|Starlette|Flask)\(", _text(path) or "", re.MULTILINE)
        if found is None:
            continue
        module = ".".join(path.relative_to(folder).with_suffix("").parts) + f":{found[1]}"
        if found[2] == "Flask":
            command = [".venv/bin/gunicorn", module, "--bind", address, "--workers", "{workers}"]
            return command, _missing("gunicorn", needs)
        command = [".venv/bin/uvicorn", module, "--host", "{host}", "--port", "{port}", "--workers", "{workers}"]
        return command, _missing("uvicorn", needs)
    return [".venv/bin/python", "main.py"], ("no FastAPI, Starlette, Flask or Django app was found",)


def _missing(program: str, needs: str) -> tuple[str, ...]:
    return () if program in needs else (f"{program} is not among the dependencies: its server for production",)


def _java(folder: Path) -> Proposal | None:
    text = _text(folder / "pom.xml")
    if text is None:
        return None
    own = re.sub(r"<parent>.*?</parent>", "", text, flags=re.DOTALL)
    name, version = (re.search(rf"<{tag}>([^<]+)</{tag}>", own) for tag in ("artifactId", "version"))
    artifact = f"{name[1] if name else 'app'}-{version[1] if version else '1.0'}"
    return Proposal(
        "pom.xml",
        _name(name[1] if name else "", folder),
        "Java",
        [["mvn", "--quiet", "--batch-mode", "package", "-DskipTests"]],
        ["java", "-jar", f"target/{artifact}.jar", "--server.port={port}", "--server.address={host}"],
        ["java", "mvn"],
        doubts=() if "spring-boot" in text else ("its options for port and address are those of Spring Boot",),
    )


def _php(folder: Path) -> Proposal | None:
    composer = _json(folder / "composer.json")
    if composer is None:
        return None
    root = next((name for name in ("public", "web", ".") if (folder / name / "index.php").is_file()), ".")
    return Proposal(
        "composer.json",
        _name(str(composer.get("name", "")).rpartition("/")[2], folder),
        "PHP",
        [["composer", "install", "--no-dev", "--optimize-autoloader"]],
        ["php", "-S", "{host}:{port}", "-t", root],
        ["php", "composer"],
        doubts=("php -S is a server for development: start php-fpm behind your web server instead",),
    )


_LOOKS: tuple[Callable[[Path], Proposal | None], ...] = (_node, _go, _rust, _python, _java, _php)


def _name(given: str, folder: Path) -> str:
    return slug(given or folder.resolve().name, "app")


def _text(path: Path) -> str | None:
    with suppress(OSError, UnicodeDecodeError):
        if path.is_file() and path.stat().st_size <= MOST_BYTES:
            return path.read_text(encoding="utf-8")
    return None


def _json(path: Path) -> dict[str, object] | None:
    text = _text(path)
    with suppress(ValueError):
        return None if text is None else _table({"": json.loads(text)}, "")
    return {}


def _toml(path: Path) -> dict[str, object] | None:
    text = _text(path)
    with suppress(tomllib.TOMLDecodeError):
        return None if text is None else tomllib.loads(text)
    return {}


def _table(document: dict[str, object], key: str) -> dict[str, object]:
    value = document.get(key)
    return cast(dict[str, object], value) if isinstance(value, dict) else {}
