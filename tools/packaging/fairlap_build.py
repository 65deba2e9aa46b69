"""Builds Fairlap as maturin does; a wheel also gets the catalog, as `fairlap/built_in` (PEP 517)."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import maturin
from maturin import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).parents[2]
PARTS = ("contestants", "scenarios", "suites", "schemas")
NOT_WANTED = shutil.ignore_patterns("node_modules", "target", ".venv", "__pycache__", "vendor")


def build_wheel(
    wheel_directory: str,
    config_settings: Mapping[str, object] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build a wheel with the catalog inside; return its file name."""
    for script in (ROOT / "python" / "fairlap.data" / "scripts").iterdir():
        script.chmod(0o755)  # an sdist of maturin forgets that
    with _catalog_in_package():
        name: str = maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
        return name


@contextmanager
def _catalog_in_package() -> Iterator[None]:
    inside = ROOT / "python" / "fairlap" / "built_in"
    shutil.rmtree(inside, ignore_errors=True)
    try:
        for part in PARTS:
            shutil.copytree(ROOT / part, inside / part, ignore=NOT_WANTED)
        yield
    finally:
        shutil.rmtree(inside)
