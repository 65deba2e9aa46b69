"""Builds: copied, run, remembered, and never mistaken for finished."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from fairlap.catalog.models import Contestant
from fairlap.errors import BuildError, CatalogError
from fairlap.hosting.build import prepare, run_version
from fairlap.hosting.launch import run_to_end
from fairlap.hosting.variables import Variables, expand, expand_env
from hosting_helpers import IS_ROOT, needs_root, wait_until


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "app.txt").write_text("one")
    (folder / "run.sh").write_text("#!/bin/sh\n")
    (folder / "run.sh").chmod(0o700)
    (folder / "node_modules").mkdir()
    (folder / "node_modules/heavy").write_text("x")
    return folder


def contestant(source: Path, *build: list[str], version: list[str] | None = None, requires: tuple[str, ...] = ()):
    return Contestant.model_validate(
        {
            "name": "subject",
            "language": "X",
            "framework": "X",
            "class": "production",
            "homepage": "https://example.org",
            "requires": list(requires),
            "install": dict.fromkeys(requires, "x"),
            "build": list(build),
            "start": ["x"],
            "version": version,
            "scenarios": {"hello": {}},
            "folder": source,
        }
    )


def shell(script: str) -> list[str]:
    return ["/bin/sh", "-c", script]


COUNT = shell("echo x >> ../count; cp app.txt '{build}/built.txt'")


def builds(root: Path) -> int:
    return len((root / "count").read_text().splitlines()) if (root / "count").exists() else 0


def test_a_build_is_done_in_a_copy_and_readable_for_everybody(tmp_path, source):
    (source / "app.txt").chmod(0o600)
    before = os.umask(0o077)
    try:
        result = prepare(contestant(source, shell("pwd; cp app.txt built.txt; mkdir deep; touch deep/file")), tmp_path)
    finally:
        os.umask(before)
    assert result.folder == tmp_path / "subject"
    assert not result.skipped
    assert f"{result.folder}\n" in result.log_path.read_text()
    assert not (source / "built.txt").exists()
    assert not (result.folder / "node_modules").exists()
    for name, mode in {
        "built.txt": 0o644,
        "app.txt": 0o644,
        "run.sh": 0o755,
        "deep": 0o755,
        "deep/file": 0o644,
    }.items():
        assert (result.folder / name).stat().st_mode & 0o777 == mode, name


def test_an_unchanged_build_is_skipped_and_any_change_builds_again(tmp_path, source):
    root = tmp_path / "builds"
    subject = contestant(source, COUNT)
    assert [prepare(subject, root).skipped for _ in range(3)] == [False, True, True]
    (source / "app.txt").write_text("two")
    assert not prepare(subject, root).skipped
    assert (root / "subject/built.txt").read_text() == "two"
    (source / "run.sh").chmod(0o600)
    assert not prepare(subject, root).skipped
    (source / "new").write_text("")
    assert not prepare(subject, root).skipped
    assert not prepare(contestant(source, COUNT, shell("true")), root).skipped
    assert builds(root) == 5
    assert prepare(contestant(source, COUNT, shell("true")), root).skipped
    (source / "node_modules/heavy").write_text("other")
    assert prepare(contestant(source, COUNT, shell("true")), root).skipped


def test_another_version_of_a_required_program_builds_again(tmp_path, source):
    tools = tmp_path / "tools"
    tools.mkdir()
    for version in ("1.0", "1.0", "1.1"):
        (tools / "tool").write_text(f"#!/bin/sh\necho tool {version}\n")
        (tools / "tool").chmod(0o755)
        prepare(contestant(source, COUNT, requires=("tool",)), tmp_path, path=f"{tools}:/usr/bin:/bin")
    assert builds(tmp_path) == 2


def test_a_failed_build_says_why_in_one_line_and_is_not_taken_for_finished(tmp_path, source):
    fails = contestant(source, COUNT, shell("echo it is broken >&2; exit 3"), COUNT)
    for _ in range(2):
        with pytest.raises(
            BuildError, match=r"subject: `.*` ended with status 3: .*it is broken.*subject\.build\.log"
        ) as info:
            prepare(fails, tmp_path)
        assert "\n" not in str(info.value)
    assert builds(tmp_path) == 2


def test_a_missing_program_is_named(tmp_path, source):
    with pytest.raises(BuildError, match="'no-such-tool' not found"):
        prepare(contestant(source, ["no-such-tool", "install"]), tmp_path)


def processes_in(folder: Path) -> list[int]:
    """The processes whose working folder is below."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            if link.readlink().is_relative_to(folder):
                found.append(int(link.parent.name))
    return found


def test_a_build_that_takes_too_long_is_ended_with_all_it_started(tmp_path, source):
    began = time.monotonic()
    with pytest.raises(BuildError, match="took too long"):
        prepare(contestant(source, shell("sleep 60 & sleep 60")), tmp_path, timeout_s=0.5)
    assert time.monotonic() - began < 60, "it did not wait for its end"
    wait_until(lambda: processes_in(tmp_path) == [])


@needs_root
def test_a_daemon_that_a_build_leaves_ends_with_it(tmp_path, source):
    leaves = (
        "setsid --fork sh -c 'echo begun > ../daemon; exec sleep 60'; while [ ! -s ../daemon ]; do sleep 0.01; done"
    )
    prepare(contestant(source, shell(leaves)), tmp_path)
    assert (tmp_path / "daemon").read_text() == "begun\n"
    assert processes_in(tmp_path) == []


def test_an_interrupted_build_is_begun_anew(tmp_path, source):
    subject = contestant(source, shell("echo x >> ../count; [ -e ../pass ] || exec sleep 60"))
    program = (
        "import sys; from pathlib import Path; from fairlap.catalog.models import Contestant; "
        "from fairlap.hosting.build import prepare; folder, text, root = sys.argv[1:]; "
        "prepare(Contestant.model_validate_json(text).model_copy(update={'folder': Path(folder)}), Path(root))"
    )
    text = subject.model_dump_json(by_alias=True)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    builder = subprocess.Popen([sys.executable, "-c", program, str(source), text, str(tmp_path)], env=environment)
    try:
        wait_until(lambda: builds(tmp_path) == 1, 10)
    finally:
        builder.send_signal(signal.SIGKILL)
        builder.wait()
    (tmp_path / "pass").write_text("")
    assert not prepare(subject, tmp_path).skipped
    assert builds(tmp_path) == 2
    if IS_ROOT:
        wait_until(lambda: processes_in(tmp_path) == [])  # nothing of it goes on without its Fairlap
    for pid in processes_in(tmp_path):
        os.kill(pid, signal.SIGKILL)


def test_two_at_once_build_only_once(tmp_path, source):
    subject = contestant(source, shell("echo x >> ../count; sleep 0.3"))
    threads = [threading.Thread(target=prepare, args=(subject, tmp_path)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert builds(tmp_path) == 1


def test_escape_sequences_of_a_log_never_reach_a_terminal(tmp_path, source):
    with pytest.raises(BuildError) as failed:
        prepare(
            contestant(source, shell("printf 'clear \\033[2J title \\033]0;owned\\007 tab\\there\\n'; false")), tmp_path
        )
    assert failed.value.message.isprintable()
    assert "clear \N{REPLACEMENT CHARACTER}[2J title" in failed.value.message


def test_a_build_gets_what_tools_need_of_the_environment_and_no_secrets(tmp_path, source, monkeypatch):
    for secret in ("PYTHONPATH", "RAY_AUTH_TOKEN", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(secret, "ours")
    monkeypatch.setenv("GOPROXY", "https://proxy.example")
    prepare(contestant(source, shell("env > seen")), tmp_path)
    seen = (tmp_path / "subject/seen").read_text().splitlines()
    assert {"CI=true", "GOPROXY=https://proxy.example"} < set(seen)
    assert not any(line.endswith("=ours") for line in seen)


def test_the_version_is_the_first_line_that_is_told(tmp_path, source):
    subject = contestant(source, version=shell("echo; echo ' v1.2.3 '; echo more"))
    folder = prepare(subject, tmp_path).folder
    assert run_version(subject, folder) == "v1.2.3"
    assert run_version(contestant(source, version=["cat", "{build}/app.txt"]), folder) == "one"
    for unknown in (None, ["false"], ["no-such-tool"], ["true"]):
        assert run_version(contestant(source, version=unknown), folder) is None


def test_variables_are_replaced_and_a_missing_value_is_an_error():
    variables = Variables(host="::", port=80, workers=2, build=Path("/b"), cpus=(0, 3), connections=80)
    assert expand(["{build}/x", "--port={port}", "{host}", "{workers}/{cpus}/{connections}", "{A}"], variables) == [
        "/b/x",
        "--port=80",
        "::",
        "2/0,3/80",
        "{A}",
    ]
    assert expand_env({"A": "{port}"}, variables) == {"A": "80"}
    with pytest.raises(CatalogError, match="is not available in this command"):
        expand(["{port}"], Variables(build=Path("/b")))
    with pytest.raises(CatalogError, match="unknown variable"):
        expand(["{what}"], variables)


def test_an_interrupt_while_a_build_is_started_leaves_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []

    class Interrupted(subprocess.Popen):
        def __init__(self, *arguments, **options) -> None:
            super().__init__(*arguments, **options)
            begun.append(self)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with (tmp_path / "log").open("wb") as log, pytest.raises(KeyboardInterrupt):
            run_to_end(["sleep", "60"], tmp_path, os.environ, log, 60)
    finally:
        signal.signal(signal.SIGINT, before)
    (child,) = begun
    assert child.returncode == -signal.SIGKILL
