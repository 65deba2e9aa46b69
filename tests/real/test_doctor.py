"""`fairlap doctor` on this machine: two twins of the reference race for its forecast."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from extras import need_program
from hosting_helpers import needs_root
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


@needs_root
@pytest.mark.parametrize(
    ("rule", "verdict"), [(":", "good"), ("{iptables} -A INPUT -m state --state INVALID -j DROP", "warning")]
)
def test_a_firewall_that_tracks_connections_is_found(rule: str, verdict: str) -> None:
    if "iptables" in rule:
        rule = rule.format(iptables=need_program("iptables", "apt-get install iptables"))
    asked = "from fairlap.doctor import _tracking; found = _tracking(); print(found.verdict, found.value)"
    script = f'ip link set lo up && {rule} && exec "$0" -c "$1"'
    done = subprocess.run(
        ["unshare", "--net", "sh", "-c", script, sys.executable, asked], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.startswith(verdict), done.stdout + done.stderr
    assert (verdict == "good") == (done.stdout.split()[1:] == ["none"])
