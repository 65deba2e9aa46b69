"""The closing line of CI: adds up what cargo test and pytest say of themselves.

Usage: count_tests.py LOG. Exit status 1 when a test failed, a runner left no count, or a test was skipped in CI.
"""

import os
import re
import sys
from pathlib import Path

CARGO = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored", re.MULTILINE)
PYTEST = re.compile(r"^=*\s*((?:\d+ [a-z]+,? ?)+) in [\d.]+s.*$", re.MULTILINE)
PART = re.compile(r"(\d+) (passed|failed|skipped|errors?|xfailed|xpassed)")


def count(text: str) -> tuple[int, int, int]:
    """(passed, failed, skipped) over all runs of both runners. Raises ValueError when a runner left no closing line."""
    cargo = [tuple(map(int, match)) for match in CARGO.findall(text)]
    closing = PYTEST.findall(text)
    if not cargo or not closing:
        raise ValueError("cargo test or pytest left no closing line: it did not run to its end")
    parts = {"passed": 0, "failed": 0, "skipped": 0, "error": 0, "errors": 0, "xfailed": 0, "xpassed": 0}
    for line in closing:
        for number, word in PART.findall(line):
            parts[word] += int(number)
    passed = sum(one[0] for one in cargo) + parts["passed"] + parts["xpassed"]
    failed = sum(one[1] for one in cargo) + parts["failed"] + parts["error"] + parts["errors"]
    skipped = sum(one[2] for one in cargo) + parts["skipped"] + parts["xfailed"]
    return passed, failed, skipped


def main() -> int:
    """Print the closing line."""
    try:
        passed, failed, skipped = count(Path(sys.argv[1]).read_text(encoding="utf-8", errors="replace"))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or (skipped and os.environ.get("CI") == "true") else 0


if __name__ == "__main__":
    sys.exit(main())
