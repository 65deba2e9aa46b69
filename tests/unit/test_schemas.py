"""The published JSON contracts are generated; a stale file fails, `make schemas` rewrites it."""

import json
import os
import re
import subprocess
import tomllib

import jsonschema
import pytest

from fairlap.hosting.programs import find_fairload
from support import ROOT


@pytest.mark.parametrize("name", ["run", "session", "stamps", "calibration"])
def test_the_schema_of_the_generator_is_fresh(name: str) -> None:
    printed = subprocess.run([find_fairload(), "schema", name], capture_output=True, text=True, check=True).stdout
    _is_fresh(f"fairload-{name}", json.loads(printed))


def test_the_schema_of_a_run_is_fresh() -> None:
    from fairlap.report import RunReport

    # As it is written: every key is there, also those that may be null.
    _is_fresh("run", RunReport.model_json_schema(mode="serialization"))


def test_the_schema_of_a_comparison_is_fresh() -> None:
    from fairlap.comparing import CompareReport

    _is_fresh("compare", CompareReport.model_json_schema())


def test_the_schema_of_a_classic_run_is_fresh() -> None:
    from fairlap.report.classic_models import ClassicReport

    _is_fresh("classic", ClassicReport.model_json_schema(mode="serialization"))


def test_the_schema_of_a_history_is_fresh() -> None:
    from fairlap.history import History

    _is_fresh("history", History.model_json_schema(mode="serialization"))


def test_the_schema_of_a_project_is_fresh_and_says_what_is_accepted() -> None:
    from fairlap.catalog.project import schema_of_project

    schema = schema_of_project()
    _is_fresh("fairlap-toml", schema)
    example, login = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "project.md").read_text(), re.DOTALL)
    jsonschema.validate(tomllib.loads(example), schema)
    jsonschema.validate(tomllib.loads(f"[app]\nstart = ['x']\n{login}"), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(example.replace("start ", "strat ")), schema)


def _is_fresh(name: str, schema: dict[str, object]) -> None:
    file = ROOT / "schemas" / f"{name}.json"
    text = json.dumps(schema, indent=2) + "\n"
    if os.environ.get("FAIRLAP_UPDATE_SCHEMAS") == "1":
        file.write_text(text)
    assert json.loads(file.read_text()) == json.loads(text)
