"""Small made-up checkouts in the layout of other people's suites."""

import json
from collections.abc import Mapping
from pathlib import Path

VARIANT: Mapping[str, object] = {
    "json_url": "/json",
    "port": 8080,
    "approach": "Realistic",
    "classification": "Micro",
    "database": "None",
    "framework": "Small",
    "language": "C",
    "os": "Linux",
}
"""A variant of TechEmpower's with one test."""


def techempower_framework(
    checkout: Path, name: str, dockerfile: str, language: str = "C", **variants: Mapping[str, object]
) -> Path:
    """Write a framework with these variants, `default` among them, and a Dockerfile for each; return its folder."""
    folder = checkout / "frameworks" / language / name
    folder.mkdir(parents=True)
    tests = {key.replace("_", "-"): {**VARIANT, **keys} for key, keys in variants.items()}
    (folder / "benchmark_config.json").write_text(json.dumps({"framework": name, "tests": [tests]}))
    for key in tests:
        (folder / (f"{name}.dockerfile" if key == "default" else f"{name}-{key}.dockerfile")).write_text(dockerfile)
    return folder


def arena_entry(checkout: Path, name: str, dockerfile: str | None = "FROM scratch\n", **keys: object) -> Path:
    """Write an entry of HttpArena's, which has the profile `json` unless it says otherwise; return its folder."""
    folder = checkout / "frameworks" / name
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text(json.dumps({"display_name": name, "tests": ["json"], **keys}))
    if dockerfile is not None:
        (folder / "Dockerfile").write_text(dockerfile)
    return folder


def benchmarker_framework(
    checkout: Path, name: str, *engines: str, dockerfile: str = "FROM scratch\n", config: str = "framework:\n"
) -> Path:
    """Write LANGUAGE/FRAMEWORK of the-benchmarker's, rendered for these engines (their first is the one measured)."""
    folder = checkout / name
    folder.mkdir(parents=True)
    (checkout / "config.yaml").write_text("providers:\n")
    (folder / "config.yaml").write_text(config)
    for engine in engines:
        (folder / f".Dockerfile.{engine}").write_text(dockerfile)
    if engines:
        build = f"cd {name} && docker build -f .Dockerfile.{engines[0]} -t it . && cd -"
        (folder / ".Makefile").write_text(f"build:\n\t {build}\n")
    return folder
