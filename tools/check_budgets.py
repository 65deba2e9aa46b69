"""Budgets: at most 400 lines for a source file, 60 for a Python function, 80 for a contestant for each way of serving
it, and more for the suites that people know (docs/suites.md), counted apart.

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
APART = {
    "ladder": ("the ladder", 260),  # eleven steps with a database, a cache and files
    "mariadb": ("MariaDB", 90),  # four of TechEmpower's tests with a second database
    "db": ("HttpArena's items", 60),  # a query whose rows have nine columns
    "crud": ("HttpArena's crud", 165),  # reading through a cache, listing, changing and adding
    "static": ("HttpArena's static", 50),  # files, or what was compressed beforehand
    "te": ("TechEmpower's tests", 220),  # seven tests with a pool of connections, a cache and a page
    "arena": ("HttpArena's profiles", 120),  # three profiles with a data set, or a service of gRPC
}
"""Of a contestant's files with this word in their path, together: what they are, and how many lines they may have."""
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
    """Check the source lines of each contestant, and of its files that are counted apart."""
    counted: Counter[tuple[str, str]] = Counter()
    ways: Counter[str] = Counter()
    for file in files:
        if file.parts[0] != "contestants" or file.parts[2] in FRAMEWORK_FOLDERS:
            continue
        name = file.parts[1]
        text = file.read_text(encoding="utf-8") if file.suffix in CONTESTANT_SOURCES else ""
        if text and not text.startswith("// Code generated"):
            words = {*re.split("[_-]", file.stem), *file.parts}
            counted[name, next((word for word in APART if word in words), "")] += len(text.splitlines())
        ways[name] += file.suffix == ".toml" and "framework" in tomllib.loads(file.read_text(encoding="utf-8"))
    problems = []
    for (name, word), lines in sorted(counted.items()):
        what, budget = APART.get(word, ("its own", CONTESTANT_LINES * ways[name]))
        if lines > budget:
            problems.append(f"contestants/{name}, {what}: {lines} lines of source, budget {budget}")
    return problems


if __name__ == "__main__":
    sys.exit(main())
