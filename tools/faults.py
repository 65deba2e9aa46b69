"""`make faults`: runs the tests that docs/faults.md names, and prints its table with their results."""

import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from tools.pages import ROOT

PAGE = ROOT / "docs" / "faults.md"
RUST = ROOT / "crates" / "fairload-bin" / "tests" / "it"
IN_PARALLEL = ("--numprocesses", "auto", "--dist", "loadscope", "--no-loadscope-reorder")

_ROW = re.compile(r"^\| (?P<fault>[^|]+) \| (?P<promise>[^|]+) \| (?P<tests>`[^|]+`) \|$", re.MULTILINE)
_RUST_RESULT = re.compile(r"^test (?:\w+::)?(?P<name>\w+::\w+) \.\.\. (?P<result>\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fault:
    """A row of the page. The names of Rust tests contain `::`."""

    fault: str
    promise: str
    tests: tuple[str, ...]


def read_faults(text: str) -> tuple[Fault, ...]:
    """Read the rows of the page."""
    found = _ROW.finditer(text)
    return tuple(Fault(row["fault"], row["promise"], tuple(re.findall(r"`([\w:]+)`", row["tests"]))) for row in found)


def files_of(names: Iterable[str]) -> dict[str, Path]:
    """Return the file of each test. Raises KeyError for one that does not exist."""
    wanted = set(names)
    found: dict[str, Path] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        found |= dict.fromkeys(wanted & set(re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE)), file)
    for name in wanted:
        module, _, test = name.partition("::")
        file = RUST / f"{module}.rs"
        if test and file.exists() and f"fn {test}(" in file.read_text():
            found[name] = file
    missing = sorted(wanted - found.keys())
    if missing:
        raise KeyError(", ".join(missing))
    return found


def run_python(files: dict[str, Path], options: Sequence[str]) -> dict[str, list[str]]:
    """Run tests; return the results of each: "passed", "failed" or "skipped", one for each set of parameters."""
    results: dict[str, list[str]] = {}
    with tempfile.NamedTemporaryFile(suffix=".xml") as report:
        ids = [f"{file.relative_to(ROOT)}::{name}" for name, file in files.items()]
        command = [sys.executable, "-m", "pytest", "--quiet", *options, f"--junitxml={report.name}", *ids]
        subprocess.run(command, cwd=ROOT, check=False)
        for case in ET.parse(report.name).iter("testcase"):
            kinds = {child.tag for child in case}
            result = "failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"
            results.setdefault(str(case.get("name")).partition("[")[0], []).append(result)
    return results


def run_rust(names: Iterable[str]) -> dict[str, list[str]]:
    """Run tests on each engine; return their results as `run_python` does."""
    command = ["cargo", "tests", "--package", "fairload-bin", "--test", "it", "--", "--format", "pretty", *names]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return read_rust(done.stdout)


def read_rust(output: str) -> dict[str, list[str]]:
    """Read the results of Rust's tests, which may have the engine's name in front."""
    results: dict[str, list[str]] = {}
    for found in _RUST_RESULT.finditer(output):
        results.setdefault(found["name"], []).append("passed" if found["result"] == "ok" else "failed")
    return results


def result_of(fault: Fault, results: dict[str, list[str]]) -> str:
    """Return the worst result of a row's tests; "not run" if one of them is missing."""
    seen = [result for name in fault.tests for result in results.get(name, ["not run"])]
    return next((result for result in ("failed", "not run", "skipped") if result in seen), "passed")


def main() -> None:
    """Run all; exit with 1 unless every row passed or was skipped."""
    faults = read_faults(PAGE.read_text(encoding="utf-8"))
    files = files_of(name for fault in faults for name in fault.tests)
    rust = {name: file for name, file in files.items() if file.suffix == ".rs"}
    alone = {name: file for name, file in files.items() if file.is_relative_to(ROOT / "tests" / "race")}
    others = {name: file for name, file in files.items() if name not in rust | alone}
    results = run_rust(rust) | run_python(alone, ()) | run_python(others, IN_PARALLEL)
    table = Table("fault", "promise", "result")
    for fault in faults:
        table.add_row(fault.fault, fault.promise, result_of(fault, results))
    Console().print(table)
    bad = [fault for fault in faults if result_of(fault, results) in ("failed", "not run")]
    print(f"{len(faults)} faults, {len(bad)} not as promised")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
