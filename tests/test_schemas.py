"""The published JSON contracts are generated; a stale file fails, `make schemas` writes it anew."""

import json
import os
import subprocess

import pytest

from conftest import ROOT
from fairlap.generators.fairload import find_fairload


@pytest.mark.parametrize("name", ["run", "session"])
def test_the_schema_of_the_generator_is_fresh(name: str) -> None:
    printed = subprocess.run([find_fairload(), "schema", name], capture_output=True, text=True, check=True).stdout
    assert json.loads(printed) == json.loads((ROOT / f"schemas/fairload-{name}.json").read_text())


def test_the_schema_of_a_run_is_fresh() -> None:
    from fairlap.report import RunReport

    file = ROOT / "schemas" / "run.json"
    text = json.dumps(RunReport.model_json_schema(), indent=2) + "\n"
    if os.environ.get("FAIRLAP_UPDATE_SCHEMAS") == "1":
        file.write_text(text)
    assert json.loads(file.read_text()) == json.loads(text)
