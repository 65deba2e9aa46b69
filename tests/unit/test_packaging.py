"""The workflow of releases and the scripts that it runs: whole, and about files that exist."""

import re
import subprocess
import tomllib

import pytest
import yaml

from support import ROOT

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
PACKAGING = ROOT / "tools" / "packaging"


def steps() -> list[dict]:
    document = yaml.safe_load(WORKFLOW.read_text())
    return [step for job in document["jobs"].values() for step in job["steps"]]


def test_every_job_has_its_needs_and_every_file_exists() -> None:
    jobs = yaml.safe_load(WORKFLOW.read_text())["jobs"]
    for job in jobs.values():
        needs = job.get("needs", [])
        assert {needs} <= jobs.keys() if isinstance(needs, str) else set(needs) <= jobs.keys()
    for name in re.findall(r"tools/packaging/[\w.]+", WORKFLOW.read_text()):
        assert (ROOT / name).is_file(), name


def test_what_comes_from_outside_reaches_scripts_as_variables_only() -> None:
    for step in steps():
        assert "${{" not in step.get("run", ""), "an expression in the text of a script is code"
        subprocess.run(["bash", "-n"], input=step.get("run", ""), text=True, check=True)


@pytest.mark.parametrize("script", ["check.sh", "smoke.sh"])
def test_scripts_are_of_the_shell(script: str) -> None:
    subprocess.run(["sh", "-n", str(PACKAGING / script)], check=True)


def test_the_backend_is_that_of_the_project_and_an_sdist_has_what_it_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert (PACKAGING / f"{project['build-system']['build-backend']}.py").is_file()
    included = {entry["path"].partition("/")[0] for entry in project["tool"]["maturin"]["include"]}
    assert {"contestants", "scenarios", "suites", "schemas", "tools", "python"} <= included
