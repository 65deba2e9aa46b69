"""Imports go in one direction: each module imports only what stands before it in the map in CONTRIBUTING.md."""

import ast
import re
from collections.abc import Iterator

from support import ROOT

# The map in CONTRIBUTING.md is the only copy of the list.
MAP = re.search(r"(?ms)^ +python/fairlap/ +(.*?)^ +contestants/", (ROOT / "CONTRIBUTING.md").read_text())
LAYERS = tuple(MAP[1].replace("->", " ").split()) if MAP else ()
IMPORTS_RAY = re.compile(r"\s*(import|from) ray\b").match
PACKAGE = ROOT / "python" / "fairlap"


def imports() -> Iterator[tuple[str, str, str]]:
    """(file, its layer, the layer it imports) for every import of the package from itself."""
    for file in sorted(PACKAGE.rglob("*.py")):
        own = file.relative_to(PACKAGE).with_suffix("").parts[0]
        for node in ast.walk(ast.parse(file.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module == "fairlap":
                names = [f"fairlap.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            for name in names:
                parts = name.split(".")
                if parts[0] == "fairlap" and len(parts) > 1 and not parts[1].startswith("__version"):
                    yield file.name, own, parts[1]


def test_every_module_has_its_place_in_the_list() -> None:
    found = {file.relative_to(PACKAGE).with_suffix("").parts[0] for file in PACKAGE.rglob("*.py")} - {"__init__"}
    assert found == set(LAYERS)


def test_nothing_imports_what_stands_after_it() -> None:
    wrong = [
        f"{file}: {own} imports {other}"
        for file, own, other in imports()
        if own != "__init__" and LAYERS.index(other) > LAYERS.index(own)
    ]
    assert wrong == []


def test_sql_is_in_one_package_only() -> None:
    users = {file.parent.name for file in PACKAGE.rglob("*.py") if "import sqlite3" in file.read_text()}
    assert users == {"store"}


def test_ray_is_in_one_file_only() -> None:
    users = {file.name for file in PACKAGE.rglob("*.py") for line in file.read_text().splitlines() if IMPORTS_RAY(line)}
    assert users == {"on_ray.py"}


def test_programs_are_looked_for_in_one_place_only() -> None:
    users = {file.relative_to(PACKAGE).as_posix() for file in PACKAGE.rglob("*.py") if "which(" in file.read_text()}
    # The probe is sent by value to machines that have no Fairlap.
    assert users == {"hosting/programs.py", "cluster/probe.py"}
    tools = [file.name for file in (ROOT / "tools").rglob("*.py") if "which(" in file.read_text()]
    assert tools == []
