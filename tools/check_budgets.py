"""House budgets: no source file over 400 lines, no Python function over 60, no contestant over 80 lines of its own.

Run by `make check`; prints every file over its budget and exits with 1.
"""

import ast
import subprocess
import sys
from pathlib import Path

FILE_LINES = 400
FUNCTION_LINES = 60
CONTESTANT_LINES = 80
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
    """Own source lines of each contestant's folder."""
    totals: dict[str, int] = {}
    for file in files:
        if file.parts[0] != "contestants" or file.parts[2] in FRAMEWORK_FOLDERS:
            continue
        if file.suffix in CONTESTANT_SOURCES:
            totals[file.parts[1]] = totals.get(file.parts[1], 0) + len(file.read_text(encoding="utf-8").splitlines())
    return [
        f"contestants/{name}: {lines} lines of source, budget {CONTESTANT_LINES}"
        for name, lines in sorted(totals.items())
        if lines > CONTESTANT_LINES
    ]


if __name__ == "__main__":
    sys.exit(main())
