"""docs/security.md and docs/faults.md name tests that exist; `make faults` reads the latter."""

import re
import sys

import pytest

from support import ROOT

sys.path.insert(0, str(ROOT))

from tools.faults import PAGE, Fault, files_of, read_faults, read_rust, result_of


def test_every_test_that_the_security_page_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "security.md").read_text()))
    assert len(named) >= 8
    assert files_of(named).keys() == named


def test_every_fault_has_tests_that_exist() -> None:
    faults = read_faults(PAGE.read_text())
    assert len(faults) == sum(line.startswith("| ") for line in PAGE.read_text().splitlines()) - 1, "a row is not read"
    assert len(faults) >= 45
    assert all(fault.tests for fault in faults)
    files = files_of(name for fault in faults for name in fault.tests)
    assert {file.suffix for file in files.values()} == {".py", ".rs"}
    with pytest.raises(KeyError, match="outcomes::nothing, test_nothing"):
        files_of(["test_nothing", "outcomes::nothing"])


def test_rust_tells_the_engine_of_a_test_or_none() -> None:
    lines = (
        "test epoll::outcomes::a ... ok",
        "test io_uring::outcomes::a ... FAILED",
        "test confine::b ... ok",
        "test result: ok.",
    )
    assert read_rust("\n".join(lines)) == {"outcomes::a": ["passed", "failed"], "confine::b": ["passed"]}


@pytest.mark.parametrize(
    ("results", "worst"),
    [
        ({"a": ["passed", "passed"], "b": ["passed"]}, "passed"),
        ({"a": ["passed", "skipped"], "b": ["passed"]}, "skipped"),
        ({"a": ["passed"]}, "not run"),
        ({"a": ["passed", "failed"], "b": ["skipped"]}, "failed"),
    ],
)
def test_a_row_is_as_good_as_the_worst_of_its_tests(results: dict[str, list[str]], worst: str) -> None:
    assert result_of(Fault("a fault", "a promise", ("a", "b")), results) == worst
