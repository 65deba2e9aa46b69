"""What fairload writes is valid under its published schemas (`schemas/fairload-*.json`)."""

import json
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from fairlap.hosting.programs import find_fairload
from support import ROOT, free_ports, reference


def _schema(kind: str) -> dict[str, Any]:
    return json.loads((ROOT / f"schemas/fairload-{kind}.json").read_text())


def _fairload(*words: str, standard_input: str | None = None, environment: dict[str, str] | None = None) -> str:
    command = [find_fairload(), *words]
    done = subprocess.run(command, input=standard_input, env=environment, capture_output=True, text=True, timeout=60)
    return done.stdout


@pytest.mark.parametrize(
    "options",
    [["-n", "50"], ["-r", "200", "-d", "100ms"], ["-n", "50", "-p", "4"], ["-n", "50", "--no-keepalive"]],
    ids=" ".join,
)
def test_the_document_of_a_run(options: list[str]) -> None:
    with reference() as port:
        document = json.loads(_fairload(f"http://127.0.0.1:{port}/", *options, "-c", "2", "--json"))
    jsonschema.validate(document, _schema("run"))
    assert document["ok"] > 0
    assert isinstance(document.get("open_loop"), dict) == ("-r" in options)


def test_the_document_of_a_run_that_nobody_answers() -> None:
    document = json.loads(_fairload(f"http://127.0.0.1:{free_ports(1)[0]}/", "-n", "50", "-c", "2", "--json"))
    jsonschema.validate(document, _schema("run"))
    assert document["ok"] == 0


def test_a_document_that_lacks_something_is_not_valid() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"requests": 1}, _schema("run"))


def _line(name: str) -> dict[str, Any]:
    """The schema of a line of a session: an `Answer` or a `Command`."""
    whole = _schema("session")
    return {"$schema": whole["$schema"], "$defs": whole["$defs"], "$ref": f"#/$defs/{name}"}


def test_the_lines_of_a_session() -> None:
    hello = {"status": 200, "headers": [], "body": {"text": "Hello, world!"}}
    request = {"method": "GET", "path": "/", "headers": [["Accept", "*/*"]], "body": None}
    with reference() as port:
        open_ = {
            "op": "open",
            "target": "gin",
            "address": f"127.0.0.1:{port}",
            "seed": 7,
            "parameters": True,
            "requests": [{"request": request, "expect": hello, "weight": 2}],
            "keepalive": True,
            "timeout_ms": 5000,
        }
        lap = {"op": "lap", "target": "gin", "connections": 4, "duration_ms": 50, "skip_ms": 5}
        commands = [open_, lap, {"op": "close", "target": "gin"}]
        lines = [*map(json.dumps, commands), "nonsense"]
        answers = list(map(json.loads, _fairload("session", standard_input="\n".join(lines) + "\n").splitlines()))
    for command in commands:
        jsonschema.validate(command, _line("Command"))
    for answer in answers:
        jsonschema.validate(answer, _line("Answer"))
    assert len(answers) == len(lines) + 1, "a first line of its own"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"op": "close", "target": "gin", "colour": 1}, _line("Command"))


def test_what_a_server_saw(tmp_path: Path) -> None:
    for requests in (0, 3):
        stamps = str(tmp_path / "stamps")
        with reference("--stamps", stamps) as port:
            if requests:
                _fairload(f"http://127.0.0.1:{port}/", "-n", str(requests), "-c", "1")
        seen = json.loads(_fairload("stamps", stamps, "--json"))
        jsonschema.validate(seen, _schema("stamps"))
        assert seen["requests"] == requests


@pytest.mark.parametrize(
    "options",
    [[], ["--no-keepalive"], ["-p", "8"], ["--http2", "--streams", "4"], ["--tls"], ["--tls", "--no-keepalive"]],
    ids=" ".join,
)
def test_a_calibration(options: list[str], tmp_path: Path) -> None:
    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    words = ["calibrate", "--quick", "-c", "2", *options, "--json"]
    calibration = json.loads(_fairload(*words, environment=environment))
    jsonschema.validate(calibration, _schema("calibration"))
    assert calibration["engines"]
