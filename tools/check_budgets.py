"""Budgets: at most 400 lines for a source file, 60 for a Python function, 80 for a contestant for each way of serving
it, 260 for its ladder, 220 for TechEmpower's tests, 90 more for these on MariaDB, 120 for HttpArena's profiles, 60 more
for items of a database and 160 for changing them (docs/suites.md).

`make check` runs it; it prints every excess and exits with 1 if there is any.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

FILE_LINES = 400
FUNCTION_LINES = 60
CONTESTANT_LINES = 80
LADDER_LINES = 260
"""Of files with `ladder` in their path: eleven steps with a database, a cache and files."""
TESTS_LINES = 220
"""Of files that begin with `te`: seven tests with a pool of connections, a cache and a page."""
MARIADB_LINES = 90
"""Of files with `mariadb` in their path: four of these tests with a second database."""
PROFILES_LINES = 120
"""Of files with `arena` in their path: three profiles with a data set, or a service of gRPC."""
ITEMS_LINES = 60
"""Of files with `arena_db` in their path: a query whose rows have nine columns."""
CRUD_LINES = 160
"""Of files with `crud` in their path: reading through a cache, listing, changing and adding."""
SOURCES = {".py", ".rs"}
FRAMEWORK_FOLDERS = {"config", "bootstrap"}
"""Not counted: settings that the framework (Laravel) requires as source, the same in every application."""
CONTESTANT_SOURCES = {".py", ".js", ".mjs", ".cjs", ".ts", ".go", ".cpp", ".h", ".php", ".rs"}


def main() -> int:
    """Print what exceeds its budget; return the exit status."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        check=True,
        capture_output=True,
        text=True,
    )
    files = [Path(line) for line in listed.stdout.splitlines() if Path(line).is_file()]
    problems = [problem for file in files if file.suffix in SOURCES for problem in file_problems(file)]
    problems += contestant_problems(files)
    print("\n".join(problems) if problems else f"budgets: {len(files)} files within")
    return 1 if problems else 0


def file_problems(file: Path) -> list[str]:
    """Check the lines of a file and, in Python, of each function."""
    text = file.read_text(encoding="utf-8")
    lines = len(text.splitlines())
    problems = [f"{file}: {lines} lines, budget {FILE_LINES}"] if lines > FILE_LINES else []
    if file.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
                length = node.end_lineno - node.lineno + 1
                if length > FUNCTION_LINES:
                    problems.append(f"{file}:{node.lineno}: {node.name} has {length} lines, budget {FUNCTION_LINES}")
    return problems


def contestant_problems(files: list[Path]) -> list[str]:
    """Check the source lines of each contestant, of its ladder, and of the suites that people know."""
    totals, ladders, tests, mariadb, items, crud, profiles = (Counter[str]() for _ in range(7))
    ways: Counter[str] = Counter()
    for file in files:
        if file.parts[0] != "contestants" or file.parts[2] in FRAMEWORK_FOLDERS:
            continue
        name = file.parts[1]
        text = file.read_text(encoding="utf-8") if file.suffix in CONTESTANT_SOURCES else ""
        if text and not text.startswith("// Code generated"):
            words = {*re.split("[_-]", file.stem), *file.parts}
            apart = {"ladder": ladders, "mariadb": mariadb, "db": items, "crud": crud, "te": tests, "arena": profiles}
            counted = next((apart[word] for word in apart if word in words), totals)
            counted[name] += len(text.splitlines())
        ways[name] += file.suffix == ".toml" and "framework" in tomllib.loads(file.read_text(encoding="utf-8"))
    budgets = [(name, lines, CONTESTANT_LINES * ways[name]) for name, lines in sorted(totals.items())]
    budgets += [(f"{name}, the ladder", lines, LADDER_LINES) for name, lines in sorted(ladders.items())]
    budgets += [(f"{name}, TechEmpower's tests", lines, TESTS_LINES) for name, lines in sorted(tests.items())]
    budgets += [(f"{name}, the same on MariaDB", lines, MARIADB_LINES) for name, lines in sorted(mariadb.items())]
    budgets += [(f"{name}, HttpArena's items", lines, ITEMS_LINES) for name, lines in sorted(items.items())]
    budgets += [(f"{name}, HttpArena's crud", lines, CRUD_LINES) for name, lines in sorted(crud.items())]
    budgets += [(f"{name}, HttpArena's profiles", lines, PROFILES_LINES) for name, lines in sorted(profiles.items())]
    return [
        f"contestants/{what}: {lines} lines of source, budget {budget}"
        for what, lines, budget in budgets
        if lines > budget
    ]


if __name__ == "__main__":
    sys.exit(main())
