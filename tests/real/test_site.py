"""A site takes what it needs of the process, and gives it back."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairlap.host import WAKE_UP_BOUND
from fairlap.race.claim import SHARE
from support import ROOT

TWO_SITES = """
import json, os, sys
from pathlib import Path
from fairlap.race.site import open_local_site

seen = []
for run in ("first", "second"):
    with open_local_site(run=run, workers=1, connections=8, results=Path(sys.argv[1]), prepared=()) as site:
        seen.append([sorted(site.layout.server), sorted(site.layout.generator), sorted(os.sched_getaffinity(0))])
print(json.dumps([seen, sorted(os.sched_getaffinity(0))]))
"""

ONE_SITE = """
import json, sys
from pathlib import Path
from fairlap.race.site import open_local_site

with open_local_site(run="r", workers=1, connections=8, results=Path(sys.argv[1]), prepared=()) as site:
    command = Path(f"/proc/{site.session.pid}/cmdline").read_text().split("\\0")
    print(json.dumps(["--spin" in command, site.fallbacks]))
"""

AWAKE = """
import json, os, sys
from pathlib import Path
from fairlap.host import WAKE_UP_BOUND
from fairlap.race.site import open_local_site

def is_held():
    return any(os.path.samefile(each, WAKE_UP_BOUND) for each in Path("/proc/self/fd").iterdir() if each.exists())

before = is_held()
with open_local_site(run="r", workers=1, connections=8, results=Path(sys.argv[1]), prepared=()):
    within = is_held()
print(json.dumps([before, within, is_held()]))
"""

REFUSED = """
import sys
from pathlib import Path
from fairlap.catalog import load_catalog
from fairlap.errors import UsageError
from fairlap.hosting.hosting import ProcessHosting
from fairlap.hosting.prepared import Prepared
from fairlap.race import site

ProcessHosting.release = lambda self: print("released")
site.find_fairload = lambda: Path("/bin/false")
contestant = load_catalog(Path(sys.argv[2])).contestant("node")
assert "cert" in contestant.variables
options = {"workers": 1, "connections": 8, "prepared": [Prepared(contestant, contestant.folder, None)]}
try:
    with site.open_local_site(run="r", results=Path(sys.argv[1]), engine="io_uring", **options):
        pass
except UsageError as error:
    print(error.line())
"""

two_cpus = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="server and generator share the only CPU")


@two_cpus
@pytest.mark.parametrize("shared", [True, False])
def test_the_generator_sleeps_where_other_races_may_run(tmp_path: Path, *, shared: bool) -> None:
    env = {**os.environ, SHARE: "1" if shared else ""}
    command = [sys.executable, "-c", ONE_SITE, str(tmp_path)]
    ended = subprocess.run(command, env=env, capture_output=True, text=True, timeout=30, check=True)
    spins, fallbacks = json.loads(ended.stdout)
    assert spins is not shared
    assert any(SHARE in line for line in fallbacks) is shared


@pytest.mark.skipif(not os.access(WAKE_UP_BOUND, os.W_OK), reason=f"{WAKE_UP_BOUND} is for root")
def test_idle_cpus_stay_awake_until_the_site_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-c", AWAKE, str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True)
    assert json.loads(ended.stdout) == [False, True, False]


def test_where_the_engine_cannot_run_nothing_is_left(tmp_path: Path) -> None:
    command = [sys.executable, "-c", REFUSED, str(tmp_path), str(ROOT)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True)
    assert "engine io_uring: " in ended.stdout, ended.stdout
    assert list(tmp_path.rglob("*.pem")) == []
    assert "released" in ended.stdout, "a network of containers would be left"


@two_cpus
def test_a_second_site_of_one_process_has_as_many_cpus_as_the_first(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", TWO_SITES, str(tmp_path)], capture_output=True, text=True, timeout=30, check=True
    )
    (first, second), after = json.loads(ended.stdout)
    assert first == second
    server, generator, own = first
    assert not set(server) & set(generator)
    assert own == generator
    assert after == sorted(os.sched_getaffinity(0))
