"""A race with a contestant that floods its log while it starts, and again in a long lap of its warm-up."""

import re
import shutil
from pathlib import Path

from hosting_helpers import MOST_LOG_BYTES, wait_until
from race_helpers import SOON
from support import Fairlap


def test_a_flood_of_the_log_costs_no_disk_while_no_lap_counts(misbehaving_catalog: Path, opened: Path) -> None:
    catalog = opened / "catalog"
    shutil.copytree(misbehaving_catalog, catalog)
    scenario = catalog / "scenarios" / "hello-json.toml"
    scenario.write_text(f"least_lap_ms = 500\n{scenario.read_text()}")
    manifest = catalog / "contestants" / "server" / "good.toml"
    text = manifest.read_text().replace('"good"', '"floods"').replace('"{port}"]', '"{port}", "--flood-log"]')
    manifest.with_name("floods.toml").write_text(text)
    fairlap, most = Fairlap(catalog, opened / "results"), 0
    options = ("--contestants", "floods", "--rounds", "1", "--cycles", "2", "--no-rates", *SOON, "--json", "-")
    running = fairlap.start("run", "misbehaving", *options)

    def has_ended() -> bool:
        nonlocal most
        for log in fairlap.results.glob("logs/*/floods.log"):
            most = max(most, log.stat().st_blocks * 512)
        return running.poll() is not None

    wait_until(has_ended, 120)
    out, err = running.communicate()
    assert '"status": "ok"' in out, out + err
    (log,) = fairlap.results.glob("logs/*/floods.log")
    with log.open() as file:
        found = re.findall("flooded|left out here", file.read())
    assert found == ["left out here", "flooded"], "of what it said, the end of both floods is not left"
    assert most < MOST_LOG_BYTES
