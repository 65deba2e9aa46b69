"""`fairlap doctor` on this machine: two twins of the reference race for its forecast."""

import json
import re
from pathlib import Path

from support import ROOT, Fairlap


def test_doctor_examines_everything_and_says_what_it_means(tmp_path: Path) -> None:
    doctor = Fairlap(ROOT, tmp_path / "results")
    checks = {check["name"]: check for check in json.loads(doctor("doctor", "--rounds", "2", "--json").out)}
    for word in ("CPU", "governor", "steal", "cgroup", "port", "open files", "ceiling"):
        assert any(word in name for name in checks), f"{word} in {list(checks)}"
    assert all(check["meaning"] and check["verdict"] in ("good", "warning", "bad") for check in checks.values())
    ceiling = checks["ceiling of generator and reference"]
    assert "requests/s" in ceiling["value"], ceiling
    precision = checks["restlessness"]
    assert re.match(
        r"1 min: throughput within \d+\.\d\d%, p99 .*; 5 min: .*; disturbed \d+ of \d+ laps", precision["value"]
    )
