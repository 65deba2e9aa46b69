"""What `fairlap init` proposes for a repository."""

from pathlib import Path

import pytest

from fairlap.adhoc.proposal import propose

CASES = [
    (
        {"package.json": '{"name": "@acme/shop", "scripts": {"start": "node dist/main.js", "build": "tsc"}, '
         '"dependencies": {"express": "4"}, "engines": {"node": ">=20.1"}}', "package-lock.json": "{}"},
        ("shop", [["npm", "ci"], ["npm", "run", "build"]], ["node", "dist/main.js"], ["node>=20"], 0),
    ),
    (
        {"package.json": '{"name": "shop", "scripts": {"start": "next start"}, "dependencies": {"next": "1"}}',
         "pnpm-lock.yaml": ""},
        ("shop", [["pnpm", "install", "--frozen-lockfile"]], ["pnpm", "run", "start"], ["node"], 1),
    ),
    (
        {"go.mod": "module example.com/acme/shop\n\ngo 1.22.1\n", "cmd/api/main.go": "package main"},
        ("shop", [["go", "build", "-o", "{build}/fairlap-app", "./cmd/api"]], ["{build}/fairlap-app"], ["go>=1.22"], 0),
    ),
    (
        {"Cargo.toml": '[package]\nname = "shop"\n', "Cargo.lock": ""},
        ("shop", [["cargo", "build", "--release", "--locked"]], ["{build}/target/release/shop"], ["cargo"], 0),
    ),
    (
        {"requirements.txt": "fastapi\nuvicorn\n", "app/main.py": "from fastapi import FastAPI\n\napi = FastAPI()\n"},
        (
            "repo",
            [["python3", "-m", "venv", ".venv"], [".venv/bin/pip", "install", "--quiet", "-r", "requirements.txt"]],
            [".venv/bin/uvicorn", "app.main:api", "--host", "{host}", "--port", "{port}", "--workers", "{workers}"],
            ["python3"],
            0,
        ),
    ),
    (
        {"pyproject.toml": '[project]\nname = "shop"\ndependencies = ["Django"]\n', "manage.py": "",
         "shop/wsgi.py": ""},
        (
            "shop",
            [["python3", "-m", "venv", ".venv"], [".venv/bin/pip", "install", "--quiet", "."]],
            [".venv/bin/gunicorn", "shop.wsgi", "--bind", "{host}:{port}", "--workers", "{workers}"],
            ["python3"],
            1,
        ),
    ),
    (
        {"pom.xml": "<project><parent><artifactId>spring-boot-starter-parent</artifactId><version>3</version></parent>"
         "<artifactId>shop</artifactId><version>0.1</version></project>"},
        (
            "shop",
            [["mvn", "--quiet", "--batch-mode", "package", "-DskipTests"]],
            ["java", "-jar", "target/shop-0.1.jar", "--server.port={port}", "--server.address={host}"],
            ["java", "mvn"],
            0,
        ),
    ),
    (
        {"composer.json": '{"name": "acme/shop"}', "public/index.php": ""},
        (
            "shop",
            [["composer", "install", "--no-dev", "--optimize-autoloader"]],
            ["php", "-S", "{host}:{port}", "-t", "public"],
            ["php", "composer"],
            1,
        ),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), CASES, ids=lambda case: next(iter(case)) if case else "")
def test_a_build_file_says_how(tmp_path: Path, files: dict[str, str], expected: tuple[object, ...]) -> None:
    folder = tmp_path / "repo"
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    found = propose(folder)
    assert found is not None
    assert (found.name, found.build, found.start, found.requires, len(found.doubts)) == expected


def test_a_broken_build_file_is_no_traceback(tmp_path: Path) -> None:
    for name in ("package.json", "Cargo.toml", "pyproject.toml", "composer.json"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / name).write_bytes(b"{\xff[")
        propose(folder)
    assert propose(tmp_path) is None
