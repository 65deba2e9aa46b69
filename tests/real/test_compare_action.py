"""The action for GitHub: its file is whole, inputs reach the command as data, its exit code is the command's."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from extras import need
from support import ROOT, Fairlap

FOLDER = ROOT / ".github" / "actions" / "fairlap-compare"
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)


def parsed(name: str) -> dict:
    need(importlib.util.find_spec("yaml") is not None, "PyYAML")
    import yaml

    return yaml.safe_load((FOLDER / name).read_text())


def steps() -> list[dict]:
    return parsed("action.yml")["runs"]["steps"]


def test_every_input_is_used_and_every_used_input_exists() -> None:
    action = parsed("action.yml")
    text = json.dumps(action["runs"])
    used = set(re.findall(r"inputs\.([a-z_-]+)", text))
    assert used == set(action["inputs"])
    assert all("description" in item for item in (*action["inputs"].values(), *action["outputs"].values()))
    required = {name for name, item in action["inputs"].items() if "default" not in item}
    assert required == set()


def test_inputs_reach_the_scripts_as_variables_only() -> None:
    for step in steps():
        assert step["shell"] == "bash"
        assert EXPRESSION.search(step["run"]) is None, "an input in the text of a script is code"
        unset = set(re.findall(r"\$\{?([A-Z_]+)", step["run"])) - set(step["env"])
        assert unset <= {"RUNNER_TEMP", "GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"}
        assert set(step["env"]) <= set(re.findall(r"\$\{?([A-Z_]+)", step["run"])), "a variable that nobody reads"


def test_outputs_are_those_that_the_script_writes() -> None:
    action = parsed("action.yml")
    (step,) = [step for step in steps() if step.get("id") == "compare"]
    written = set(re.findall(r'echo "([a-z]+)=', step["run"]))
    assert written == set(action["outputs"])
    for name, output in action["outputs"].items():
        assert output["value"] == f"${{{{ steps.compare.outputs.{name} }}}}"


def test_scripts_are_bash() -> None:
    for step in steps():
        subprocess.run(["bash", "-n"], input=step["run"], text=True, check=True)


def test_options_of_the_script_are_options_of_the_command(misbehaving_catalog: Path, tmp_path: Path) -> None:
    (step,) = [step for step in steps() if step.get("id") == "compare"]
    known = Fairlap(misbehaving_catalog, tmp_path / "results").in_process("compare", "--help").out
    options = set(re.findall(r"(?<![\w-])--[a-z]+", step["run"])) - {"--catalog", "--results", "--html"}
    assert len(options) >= 6
    assert [option for option in options if option not in known] == []


def test_the_example_uses_inputs_that_exist_and_fetches_the_history() -> None:
    action, example = parsed("action.yml"), parsed("example.yml")
    found = example["jobs"]["compare"]["steps"]
    (own,) = [step for step in found if "fairlap-compare" in step.get("uses", "")]
    assert set(own["with"]) <= set(action["inputs"])
    (checkout,) = [step for step in found if step.get("uses", "").startswith("actions/checkout@")]
    assert checkout["with"]["fetch-depth"] == 0
    outputs = set(re.findall(r"steps\.fairlap\.outputs\.([a-z]+)", json.dumps(found)))
    assert outputs <= set(action["outputs"])


def test_the_page_shows_the_example_word_for_word() -> None:
    assert (FOLDER / "example.yml").read_text().rstrip() in (ROOT / "docs" / "compare.md").read_text()


@dataclass
class Job:
    """The second step, run by bash as a runner would, with a stand-in for fairlap that notes its arguments."""

    folder: Path
    script: str

    def __call__(self, code: int = 0, *, writes: bool = True, **variables: str) -> subprocess.CompletedProcess[str]:
        program = self.folder / "fairlap" / "bin" / "fairlap"
        program.parent.mkdir(parents=True, exist_ok=True)
        noted = f"case \"$*\" in *' compare '*) printf '%s\\n' \"$@\" > {self.folder}/arguments ;; *) exit 0 ;; esac"
        files = f"echo '### result' > {self.folder}/fairlap-compare.md\n"
        files += f'echo \'{{"conclusion": "regression"}}\' > {self.folder}/fairlap-compare.json'
        program.write_text(f"#!/bin/sh\n{noted}\n{files if writes else ''}\nexit {code}\n")
        program.chmod(0o755)
        python = program.with_name("python")
        if not python.exists():
            python.symlink_to(sys.executable)
        env = {
            "PATH": os.environ["PATH"],
            "RUNNER_TEMP": str(self.folder),
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary"),
            "GITHUB_OUTPUT": str(self.folder / "output"),
            "CATALOG": ".",
            "SCENARIO": "",
            "THRESHOLD": "2%",
            "PRECISION": "",
            "BUDGET": "3m",
            "CONNECTIONS": "",
            "BASE": "",
            "EVENT_BASE": "",
            "CONTESTANT": "gin",
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self.script],
            env={**env, **variables},
            cwd=self.folder,
            capture_output=True,
            text=True,
        )

    def arguments(self) -> list[str]:
        return (self.folder / "arguments").read_text().splitlines()


@pytest.fixture
def job(tmp_path: Path) -> Job:
    return Job(tmp_path, next(step["run"] for step in steps() if step.get("id") == "compare"))


@pytest.mark.parametrize("code", [0, 1, 2, 130])
def test_the_step_ends_with_the_code_of_the_command_and_shows_the_result(job: Job, code: int) -> None:
    done = job(code, EVENT_BASE="abc123")
    assert done.returncode == code, done.stderr
    assert (job.folder / "summary").read_text() == "### result\n"
    assert "conclusion=regression\n" in (job.folder / "output").read_text()
    arguments = job.arguments()
    assert arguments[arguments.index("compare") + 1 :][:2] == ["gin@abc123", "gin"]
    assert not {"--precision", "--scenario", "--connections"} & set(arguments)


def test_the_only_app_of_a_project_needs_no_name(job: Job) -> None:
    done = job(EVENT_BASE="abc123", CONTESTANT="", SCENARIO="front", CONNECTIONS="8")
    assert done.returncode == 0, done.stderr
    arguments = job.arguments()
    assert arguments[arguments.index("compare") + 1 :][:2] == ["abc123", "--threshold"]
    assert arguments[arguments.index("--scenario") + 1] == "front"
    assert arguments[arguments.index("--connections") + 1] == "8"


def test_a_named_base_wins_over_that_of_the_event(job: Job) -> None:
    job(BASE="v1.0", EVENT_BASE="abc123", PRECISION="1%")
    assert "gin@v1.0" in job.arguments()
    assert job.arguments()[job.arguments().index("--precision") + 1] == "1%"


def test_no_base_at_all_is_explained(job: Job) -> None:
    done = job()
    assert done.returncode == 2
    assert "::error::" in done.stdout
    assert not (job.folder / "arguments").exists()


def test_without_a_result_nothing_old_is_shown(job: Job) -> None:
    job(0, EVENT_BASE="abc123")
    (job.folder / "summary").unlink()
    (job.folder / "output").unlink()
    done = job(2, writes=False, EVENT_BASE="abc123")
    assert done.returncode == 2
    assert not (job.folder / "summary").exists()
    assert not (job.folder / "output").exists()


def test_an_input_is_never_run(job: Job) -> None:
    evil = "x$(touch broken)`touch broken`; touch broken #"
    job(BASE=evil, CONTESTANT=evil, SCENARIO=evil)
    assert f"{evil}@{evil}" in job.arguments()
    assert not (job.folder / "broken").exists()
