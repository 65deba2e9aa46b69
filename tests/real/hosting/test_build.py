"""Builds: copied, run, remembered, and never mistaken for finished."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from fairlap.catalog.models import Contestant
from fairlap.errors import BuildError, CatalogError
from fairlap.hosting.build import prepare, run_version
from fairlap.hosting.builder import HOME, find_builder
from fairlap.hosting.launch import run_to_end
from fairlap.hosting.user import OTHER_UIDS, builder_uid, uid_for
from fairlap.hosting.variables import Variables, expand, expand_env
from hosting_helpers import IS_ROOT, needs_groups, needs_own_view, needs_root, wait_until


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


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Path]:
    """A folder that stays when a build ends, and to which it may write."""
    top = tmp_path if find_builder(HOME, os.defpath).uid is None else HOME / "tmp"
    folder = top / f"test-{uuid.uuid4().hex[:8]}"
    folder.mkdir()
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


def count(kept: Path) -> list[str]:
    return shell(f"echo x >> {kept}/count; cp app.txt '{{build}}/built.txt'")


def builds(kept: Path) -> int:
    return len((kept / "count").read_text().splitlines()) if (kept / "count").exists() else 0


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


def test_an_unchanged_build_is_skipped_and_any_change_builds_again(tmp_path, source, kept):
    root, counted = tmp_path / "builds", count(kept)
    subject = contestant(source, counted)
    assert [prepare(subject, root).skipped for _ in range(3)] == [False, True, True]
    (source / "app.txt").write_text("two")
    assert not prepare(subject, root).skipped
    assert (root / "subject/built.txt").read_text() == "two"
    (source / "run.sh").chmod(0o600)
    assert not prepare(subject, root).skipped
    (source / "new").write_text("")
    assert not prepare(subject, root).skipped
    assert not prepare(contestant(source, counted, shell("true")), root).skipped
    assert builds(kept) == 5
    assert prepare(contestant(source, counted, shell("true")), root).skipped
    (source / "node_modules/heavy").write_text("other")
    assert prepare(contestant(source, counted, shell("true")), root).skipped


def test_files_that_contestants_share_are_copied_instead_of_links_to_them(tmp_path, source, kept):
    shared = tmp_path / "scenarios" / "files"
    shared.mkdir(parents=True)
    (shared / "one.css").write_text("a {}")
    (tmp_path / "secret").write_text("not of the catalog")
    mine = tmp_path / "contestants" / "subject"
    shutil.copytree(source, mine)
    for name, target in {
        "static": "../../scenarios/files",
        "two.css": "../../scenarios/files/one.css",
        "inside": "app.txt",
        "absolute": str(shared),
        "nowhere": "../../scenarios/other",
        "beyond": "../../../somewhere",
    }.items():
        (mine / name).symlink_to(target)
    subject = contestant(mine, count(kept))
    built = prepare(subject, tmp_path / "builds").folder
    assert not (built / "static").is_symlink()
    assert ((built / "static/one.css").read_text(), (built / "two.css").read_text()) == ("a {}", "a {}")
    links = {path.name for path in built.iterdir() if path.is_symlink()}
    assert links == {"inside", "absolute", "nowhere", "beyond"}
    assert prepare(subject, tmp_path / "builds").skipped
    (shared / "one.css").write_text("b {}")
    assert not prepare(subject, tmp_path / "builds").skipped
    (shared / "two.css").write_text("")
    assert not prepare(subject, tmp_path / "builds").skipped
    assert (built / "static/two.css").is_file()


def test_another_version_of_a_required_program_builds_again(tmp_path, source, kept):
    tools = tmp_path / "tools"
    tools.mkdir()
    for version in ("1.0", "1.0", "1.1"):
        (tools / "tool").write_text(f"#!/bin/sh\necho tool {version}\n")
        (tools / "tool").chmod(0o755)
        prepare(contestant(source, count(kept), requires=("tool",)), tmp_path, path=f"{tools}:/usr/bin:/bin")
    assert builds(kept) == 2


def test_a_failed_build_says_why_in_one_line_and_is_not_taken_for_finished(tmp_path, source, kept):
    fails = contestant(source, count(kept), shell("echo it is broken >&2; exit 3"), count(kept))
    for _ in range(2):
        with pytest.raises(
            BuildError, match=r"subject: `.*` ended with status 3: .*it is broken.*subject\.build\.log"
        ) as info:
            prepare(fails, tmp_path)
        assert "\n" not in str(info.value)
    assert builds(kept) == 2


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
    leaves = "setsid --fork sh -c 'echo begun > daemon; exec sleep 60'; while [ ! -s daemon ]; do sleep 0.01; done"
    prepare(contestant(source, shell(leaves)), tmp_path)
    assert (tmp_path / "subject" / "daemon").read_text() == "begun\n"
    assert processes_in(tmp_path) == []


@needs_groups
def test_what_left_the_process_group_of_a_command_ends_with_its_control_group(tmp_path):
    leaves = "setsid --fork sh -c 'echo begun > daemon; exec sleep 60'; while [ ! -s daemon ]; do sleep 0.01; done"
    entered = "cat /proc/self/cgroup > group"
    with (tmp_path / "log").open("wb") as log:
        assert run_to_end(shell(f"{entered}; {leaves}"), tmp_path, os.environ, log, 30) == 0
    assert processes_in(tmp_path) == []
    [group] = {line.rpartition(":")[2] for line in (tmp_path / "group").read_text().splitlines() if "/fairlap/" in line}
    assert f"{os.getpid()}-commands" in group
    assert list(Path("/sys/fs/cgroup").rglob(f"{os.getpid()}-commands")) == [], "and it is removed"


def test_an_interrupted_build_is_begun_anew(tmp_path, source, kept):
    subject = contestant(source, shell(f"echo x >> {kept}/count; [ -e {kept}/pass ] || exec sleep 60"))
    program = (
        "import sys; from pathlib import Path; from fairlap.catalog.models import Contestant; "
        "from fairlap.hosting.build import prepare; folder, text, root = sys.argv[1:]; "
        "prepare(Contestant.model_validate_json(text).model_copy(update={'folder': Path(folder)}), Path(root))"
    )
    text = subject.model_dump_json(by_alias=True)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    builder = subprocess.Popen([sys.executable, "-c", program, str(source), text, str(tmp_path)], env=environment)
    try:
        wait_until(lambda: builds(kept) == 1, 10)
    finally:
        builder.send_signal(signal.SIGKILL)
        builder.wait()
    if IS_ROOT:
        wait_until(lambda: processes_in(tmp_path) == [], 10)  # nothing of it goes on without its Fairlap
    (kept / "pass").write_text("")
    assert not prepare(subject, tmp_path).skipped
    assert builds(kept) == 2
    for pid in processes_in(tmp_path):
        os.kill(pid, signal.SIGKILL)


def test_two_at_once_build_only_once(tmp_path, source, kept):
    subject = contestant(source, shell(f"echo x >> {kept}/count; sleep 0.3"))
    threads = [threading.Thread(target=prepare, args=(subject, tmp_path)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert builds(kept) == 1


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


@needs_own_view
def test_a_build_is_a_user_of_its_own_that_reads_and_writes_only_what_it_needs(tmp_path, source):
    (tmp_path / "private").mkdir(mode=0o700)
    (tmp_path / "private" / "file").write_text("secret")
    tmp_path.chmod(0o700)
    outside = (f"cat {tmp_path}/private/file", f"touch {tmp_path}/new", "touch /etc/new", f"ls /proc/{os.getpid()}")
    outside += ("unshare --user true",)
    tried = [shell(f"! {{ {script}; }}") for script in outside]
    facts = shell('id -u > uid; echo "$HOME" > home; ls -A / > all; grep NoNewPrivs /proc/self/status > gains')
    subject = contestant(source, facts, *tried, shell("echo x > /tmp/fairlap-build-test"), version=["id", "-u"])
    folder = prepare(subject, tmp_path).folder
    assert (folder / "uid").read_text() == f"{builder_uid()}\n"
    assert (folder / "home").read_text() == f"{HOME}\n"
    assert (folder / "gains").read_text().split() == ["NoNewPrivs:", "1"]
    assert {path.stat().st_uid for path in (folder, *folder.rglob("*"))} == {0}, "afterwards it is nobody's to change"
    assert not Path("/tmp/fairlap-build-test").exists()
    assert run_version(subject, folder) == str(builder_uid())


@needs_own_view
def test_what_a_build_caches_stays_for_the_next(tmp_path, source, kept):
    prepare(contestant(source, shell(f"echo cached > {kept}/file")), tmp_path)
    prepare(contestant(source, shell(f"cp {kept}/file seen")), tmp_path)
    assert (tmp_path / "subject" / "seen").read_text() == "cached\n"


def test_a_contestant_never_is_the_user_of_builds(monkeypatch):
    monkeypatch.setenv(OTHER_UIDS, "300000-300001")
    assert builder_uid() == 300_000
    assert {uid_for("own user") for _ in range(20)} == {300_001}


def test_without_tools_for_it_builds_run_as_the_caller_and_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("fairlap.hosting.builder.end_with_us", tuple)
    builder = find_builder(tmp_path, os.defpath)
    assert builder.uid is None
    assert builder.reason is not None
    assert re.fullmatch(r"builds run as the caller: .* \(fix: .*\)", builder.reason)


def test_a_version_command_that_prints_without_end_has_no_version(tmp_path, source):
    folder = prepare(contestant(source), tmp_path / "build").folder
    assert run_version(contestant(source, version=["yes"]), folder) is None
    warned = shell("echo careful >&2; yes | head -c 1000000; sleep 30 & exit 0")
    assert run_version(contestant(source, version=warned), folder) == "y", "and nobody waits for what it left"


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


STORM = """import os, signal, sys
for number in range(6000):
    try:
        os.fork() or signal.pause()
    except OSError as error:
        sys.exit(f"{number} processes: {error.strerror}")
"""


@needs_own_view
def test_a_fork_storm_of_a_build_is_bounded(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Of the user of builds, others may be running, and the storm would hurt them.
    monkeypatch.setenv(OTHER_UIDS, "300100-300101")
    monkeypatch.setattr("fairlap.hosting.builder.HOME", tmp_path / "home")
    (source / "storm.py").write_text(STORM)
    with pytest.raises(BuildError, match=r"409\d processes: Resource temporarily unavailable"):
        prepare(contestant(source, ["/usr/bin/python3", "storm.py"]), tmp_path)
