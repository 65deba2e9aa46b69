"""Prints the last line of CI: the sums of the counts of cargo test and pytest.

Usage: count_tests.py LOG [BARE]. BARE is the log of the tests without optional components, which may skip tests. Exit
status 1 if a test failed, a runner printed no count, or a test of LOG was skipped in CI.
"""

import os
import re
import sys
from pathlib import Path

CARGO = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored", re.MULTILINE)
PYTEST = re.compile(r"^=*\s*((?:\d+ [a-z]+,? ?)+) in [\d.]+s.*$", re.MULTILINE)
PART = re.compile(r"(\d+) (passed|failed|skipped|errors?|xfailed|xpassed)")


def count(text: str, cargo: bool = True) -> tuple[int, int, int]:
    """Return (passed, failed, skipped) of two runs of pytest or, if `cargo`, of three and of cargo test.

    Raises ValueError if a runner printed no summary.
    """
    rust = [tuple(map(int, match)) for match in CARGO.findall(text)]
    closing = PYTEST.findall(text)
    if len(rust) < cargo or len(closing) < 2 + cargo:
        raise ValueError("cargo test or pytest printed no summary: it did not finish")
    parts = {"passed": 0, "failed": 0, "skipped": 0, "error": 0, "errors": 0, "xfailed": 0, "xpassed": 0}
    for line in closing:
        for number, word in PART.findall(line):
            parts[word] += int(number)
    passed = sum(one[0] for one in rust) + parts["passed"] + parts["xpassed"]
    failed = sum(one[1] for one in rust) + parts["failed"] + parts["error"] + parts["errors"]
    skipped = sum(one[2] for one in rust) + parts["skipped"] + parts["xfailed"]
    return passed, failed, skipped


def main() -> int:
    """Print the line of BARE, then the last line."""
    log, *bare = (Path(name).read_text(encoding="utf-8", errors="replace") for name in sys.argv[1:])
    bare_failed = 0
    try:
        passed, failed, skipped = count(log)
        for text in bare:
            bare_passed, bare_failed, bare_skipped = count(text, cargo=False)
            print(f"without optional components: {bare_passed} passed, {bare_failed} failed, {bare_skipped} skipped")
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or bare_failed or (skipped and os.environ.get("CI") == "true") else 0


if __name__ == "__main__":
    sys.exit(main())
