"""`fairlap doctor` on this machine: two twins of the reference race for its forecast."""

import json
import re
import subprocess
import sys
from pathlib import Path

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


def tracking(rules: str) -> list[str]:
    """Return verdict, value and fix of the check of connection tracking in a network with these rules of a firewall."""
    asked = "from fairlap.doctor import _tracking as see; it = see(); print(it.verdict, it.value, it.fix, sep='|')"
    ask = ["unshare", "--net", "sh", "-c", 'ip link set lo up && eval "$2" && exec "$0" -c "$1"', sys.executable, asked]
    done = subprocess.run([*ask, rules], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().split("|")


@needs_root
def test_without_a_firewall_no_connections_are_tracked() -> None:
    assert tracking(":") == ["good", "none", "None"]


@needs_root
def test_a_firewall_that_tracks_connections_is_found_and_the_fix_helps() -> None:
    need_program("iptables", "apt-get install iptables")
    rule = "iptables -A INPUT -m state --state INVALID -j DROP"
    verdict, value, fix = tracking(rule)
    assert (verdict, value.endswith(" connections")) == ("warning", True)
    assert tracking(f"{rule}; {fix.partition(': ')[2]}")[:2] == ["good", "none"]
