"""House budgets: no source file over 400 lines, no Python function over 60, no contestant over 80 lines of its own
for each way of serving it, and 260 for the ladder (docs/suites.md).

Run by `make check`; prints every file over its budget and exits with 1.
"""

import ast
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

FILE_LINES = 400
FUNCTION_LINES = 60
CONTESTANT_LINES = 80
LADDER_LINES = 260
"""Eleven steps with a database, a cache and files: whatever has the ladder in its path."""
SOURCES = {".py", ".rs"}
FRAMEWORK_FOLDERS = {"config", "bootstrap"}
"""Of a contestant: settings and wiring that the framework (Laravel) wants as source, the same in every application."""
CONTESTANT_SOURCES = {".py", ".js", ".mjs", ".cjs", ".ts", ".go", ".cpp", ".php", ".rs"}


def main() -> int:
    """List what is over budget; the exit status says whether anything is."""
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
    """Lines of one file, and of each function in it where it is Python."""
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
    """Own source lines of each contestant's folder, and of its ladder."""
    totals: Counter[str] = Counter()
    ladders: Counter[str] = Counter()
    ways: Counter[str] = Counter()
    for file in files:
        if file.parts[0] != "contestants" or file.parts[2] in FRAMEWORK_FOLDERS:
            continue
        name = file.parts[1]
        if file.suffix in CONTESTANT_SOURCES:
            counted = ladders if "ladder" in (file.stem, *file.parts) else totals
            counted[name] += len(file.read_text(encoding="utf-8").splitlines())
        ways[name] += file.suffix == ".toml" and "framework" in tomllib.loads(file.read_text(encoding="utf-8"))
    budgets = [(name, lines, CONTESTANT_LINES * ways[name]) for name, lines in sorted(totals.items())]
    budgets += [(f"{name}, the ladder", lines, LADDER_LINES) for name, lines in sorted(ladders.items())]
    return [
        f"contestants/{what}: {lines} lines of source, budget {budget}"
        for what, lines, budget in budgets
        if lines > budget
    ]


if __name__ == "__main__":
    sys.exit(main())
